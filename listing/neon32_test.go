package listing_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/listing"
)

// What lines of 32-bit Arm are read as: registers in registers, and what a function returns.
func TestNEON32Lines(t *testing.T) {
	dialecttest.Meanings(t, listing.NEON32(), [][2]string{
		{"vext.8 d0, d1, d2, #3", "d0 of d1 d2: i8x8 i8x8 -> a3 a4 a5 a6 a7 b0 b1 b2"},
		{"VEXT.8 D0, D1, D2, #3", "d0 of d1 d2: i8x8 i8x8 -> a3 a4 a5 a6 a7 b0 b1 b2"},
		{"vext.16 q0, q1, #2", "q0 of q0 q1: i16x8 i16x8 -> a2 a3 a4 a5 a6 a7 b0 b1"},
		{"vdup.32 q0, d3[1]", "q0 of d3: i32x2 -> a1 a1 a1 a1"},
		{"vdup.8 d0, r1", "d0 of r1: i8x4 -> a0 a0 a0 a0 a0 a0 a0 a0"},
		{"vmovl.u8 q0, d2", "q0 of d2: i8x8 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z"},
		{"vshll.i16 q0, d2, #16", "q0 of d2: i16x4 -> z a0 z a1 z a2 z a3"},
		{"vmovn.i32 d0, q1", "d0 of q1: i16x8 -> a0 a2 a4 a6"},
		{"vshrn.i64 d0, q1, #32", "d0 of q1: i32x4 -> a1 a3"},
		{"vshr.u32 d0, d0, #8", "d0 of d0: i8x8 -> a1 a2 a3 z a5 a6 a7 z"},
		{"vsri.16 q0, q1, #8", "q0 of q0 q1: i8x16 i8x16 -> b1 a1 b3 a3 b5 a5 b7 a7 b9 a9 b11 a11 b13 a13 b15 a15"},
		{"vmov.f32 s1, s4", "s1 of s4: i32x1 -> a0"},
		{"vmov.i32 d0, #255\nvand d1, d2, d0", "d1 of d2: i8x8 -> a0 z z z a4 z z z"},
		{"vmov.i8 d0, #255\nvbsl d0, d1, d2", "d0 of d1 d2: i8x8 i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"vbic.i32 q0, #0xff00", "q0 of q0: i8x16 -> a0 z a2 a3 a4 z a6 a7 a8 z a10 a11 a12 z a14 a15"},
		{"veor q0, q0, q0\nvzip.8 q1, q0", "q1 of q1: i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z a8 z a9 z a10 z a11 z a12 z a13 z a14 z a15 z; q1 and q0 are written: this is all of them, one behind another"},
		{"vmov.8 d0[3], r1", "d0 of d0 r1: i8x8 i8x4 -> a0 a1 a2 b0 a4 a5 a6 a7"},
		{"vmov.u8 r0, d0[3]", "r0 of d0: i8x8 -> a3 z z z"},
		{"vmov d0, r2, r3", "d0 of r2 r3: i8x4 i8x4 -> a0 a1 a2 a3 b0 b1 b2 b3"},
		{"adr r0, .L0\nvld1.8 {d1}, [r0:64]\nvtbl.8 d0, {d2}, d1\n.L0: .byte 7, 6, 5, 4, 3, 2, 1, 99", "d0 of d2: i8x8 -> a7 a6 a5 a4 a3 a2 a1 z"},
		{"movw r0, #:lower16:.L0\nmovt r0, #:upper16:.L0\nvld1.8 {d1}, [r0]\nvtbx.8 d0, {d2}, d1\n.L0: .byte 7, 6, 5, 4, 3, 2, 1, 99", "d0 of d0 d2: i8x8 i8x8 -> b7 b6 b5 b4 b3 b2 b1 a7"},
		{"vld3.8 {d0, d2, d4}, [r1]!\nvld1.8 {d1}, [r1]\nvtrn.32 d2, d1\nvst1.32 {d2[1]}, [r0]", "[r0] of [r1+24]: i8x8 -> a0 a1 a2 a3"},
		{"vld1.8 {d0[]}, [r1]\nvst1.8 {d0}, [r0]", "[r0] of [r1]: i8x1 -> a0 a0 a0 a0 a0 a0 a0 a0"},
		{"add r1, sp, #8\nvldr d0, [r1]\nvrev64.16 d0, d0\nbx lr", "d0 of [sp+8]: i8x8 -> a6 a7 a4 a5 a2 a3 a0 a1"},
		{"vrev64.8 d1, d2\nvrev64.8 d0, d3\nbx lr", "q0 of d2 d3: i8x8 i8x8 -> b7 b6 b5 b4 b3 b2 b1 b0 a7 a6 a5 a4 a3 a2 a1 a0"},
		{"vrev64.8 d1, d1\nbx lr", "q0 of d0 d1: i8x8 i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7 b7 b6 b5 b4 b3 b2 b1 b0"},
		{"vzip.8 q0, q1\nvmovn.i16 d0, q0\npop {r4, pc}", "d0 of q0 q1: i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7; d0 is written behind all of q0: this is d0, and a function that returns q0 has more above it"},
		{"vmov d16, r0, r1\nvrev64.32 d16, d16\nvmov r0, r1, d16\nmov pc, lr", "r0, r1 of r0 r1: i8x4 i8x4 -> b0 b1 b2 b3 a0 a1 a2 a3"},
		{"vpush {d8-d9}\nvldr d1, [sp, #16]\nvtrn.32 d0, d1\nvst1.8 {d0}, [r0]\nvpop {d8-d9}\nbx lr", "[r0] of d0 [sp+16]: i8x8 i8x8 -> a0 a1 a2 a3 b0 b1 b2 b3"},
		{"push {r4, lr}\nmov r1, sp\nvldr d0, [r1, #8]\nvrev64.32 d0, d0\nbx lr", "d0 of [sp+8]: i8x8 -> a4 a5 a6 a7 a0 a1 a2 a3"},
		{"add r1, r1, #8\nadd r1, sp, #16\nvldr d0, [r1]\nvrev64.32 d0, d0", "d0 of [sp+16]: i32x2 -> a1 a0"},
		{"movw r1, #5\nvdup.8 d0, r1\nvtrn.32 d1, d0", "d1 of d1: i32x2 -> a0 #5050505 a1 #5050505; d1 and d0 are written: this is all of them, one behind another"},
		{"vld1.8 {d0}, [r0], r2\nvld1.8 {d1}, [r0]\nvtrn.32 d0, d1\nvst1.8 {d0}, [r3]", "[r3] of [r0] [r0'1]: i8x8 i8x8 -> a0 a1 a2 a3 b0 b1 b2 b3"},
		{"vld2.8 {q1, q2}, [r0]\nvmov d0, d4", "d0 of [r0]: i8x32 -> a1 a3 a5 a7 a9 a11 a13 a15"},
		{"vmov d8, d1\nvrev64.32 q1, q0", "q1 of q0: i32x4 -> a1 a0 a3 a2"},
		{"vmov d16, r2, r3\nvmov d17, r0, r1\nvtrn.32 d16, d17\nvmov r0, r1, d16\nbx lr", "r0, r1 of r0 r2: i8x4 i8x4 -> b0 b1 b2 b3 a0 a1 a2 a3"},
		{"vpush {d8-d9}\nvmov q4, q0\nvrev64.32 q0, q4\nvpop {d8-d9}\nbx lr", "q0 of q0: i32x4 -> a1 a0 a3 a2"},
	})
}

// What is no line of 32-bit Arm, with the place of what is wrong.
func TestNEON32Refused(t *testing.T) {
	dialecttest.Refused(t, listing.NEON32(), [][2]string{
		{"‹vext.8 d0, d1, d2, #8›", "vext has a number from 0 to 7 last, found \"#8\""},
		{"‹vext.8 q0, d1, d2, #1›", "vext reads a register of 128 bits, found \"d1\""},
		{"‹vext d0, d1, d2, #1›", "vext has elements of 8, 16, 32 or 64 bits, as in vext.8"},
		{"‹vrev16.16 d0, d1›", "vrev16 has elements of 8 bits, as in vrev16.8"},
		{"‹vzip.8 d0, d1, d2›", "vzip has 2 operands, and this has 3"},
		{"‹vmovl.i8 q0, d1›", "vmovl has a type such as u8 before its bits: found \"vmovl.i8\""},
		{"‹vmovl.u8 d0, d1›", "vmovl writes a register such as q0, found \"d0\""},
		{"‹vmovn.i16 q0, q1›", "vmovn writes a register such as d0, found \"q0\""},
		{"‹vshr.u8 d0, d1, #9›", "vshr has a number from 1 to 8 last, found \"#9\""},
		{"‹vshll.i8 q0, d1, #3›", "vshll has the number 8 last, found \"#3\""},
		{"‹vdup.8 d0, d1[8]›", "vdup takes a lane of a register of 64 bits, as d1[0]: found \"d1[8]\""},
		{"‹vtbl.8 d0, {d1, d3}, d2›", "vtbl has a table of one to four registers that follow one another, as {d0, d1}: found \"{d1, d3}\""},
		{"‹vtbl.8 d0, {d1}, d2›", "what vtbl does depends on the contents of d2: it is a map only where these are constants"},
		{"‹vmov.i32 q0, #0x12345›", "vmov.i32 has no number #0x12345: of each element a byte may be set, and the rest is zeros or ones"},
		{"‹vmov q0, #1›", "vmov of a number says how long its elements are, as in vmov.i32"},
		{"vtrn.8 d0, ‹d32›", "d32 is no register: NEON of 32-bit Arm has d0 to d31"},
		{"vtrn.8 ‹q16›, q1", "q16 is no register: NEON of 32-bit Arm has q0 to q15"},
		{"‹vld2.8 {d0, d3}, [r0]›", "vld2 has registers of 64 bits that follow one another, or of several every other one"},
		{"‹vld1.8 {d0}, [x0]›", "expected a place such as [r0], found \"[x0]\""},
		{"‹vld1.8 {d0[8]}, [r0]›", "a register of 64 bits has no lane \"8\" of 8 bits"},
		{"‹vst1.8 {d0[]}, [r0]›", "vst1 has no such lanes of 8 bits"},
		{"‹vld2.64 {d0, d1}, [r0]›", "vld2 has elements of 8, 16 or 32 bits, as in vld2.8"},
		{"‹vldr q0, [r0]›", "vldr has a register of 64 or 32 bits, found \"q0\""},
		{"‹vldr d0, [r0], #8›", "expected a register by which r0 is counted on, found \"#8\""},
		{"‹vld1.8 {d0}, [r0, #8]›", "vld1 has no number in a place: expected one such as [r0]! or [r0]"},
		{"‹vldmdb r0, {d0}›", "vldmdb has a register and a list of registers that follow one another, as in vldmdb r0!, {d0-d3}"},
		{"‹vadd.i8 q0, q1, q2›", "\"vadd.i8\" is no movement of lanes"},
		{"vzip.8 d0, d1\n‹transpose q0, q1›", "\"transpose\" is not followed on 32-bit Arm"},
		{"‹vand q0, q1, q2›", "vand computes bit 0 from bits that are both live, which is no movement"},
	})
}

// What lines of 32-bit Arm are counted as, for who follows them one by one.
func TestNEON32Deeds(t *testing.T) {
	for _, row := range []struct {
		line     string
		kind     listing.DeedKind
		computes bool
		reads    string
	}{
		{"vmov q0, q1", listing.Copied, false, "q1"},
		{"vorr q0, q1, q1", listing.Copied, true, "q1 q1"},
		{"vmov d0, d3", listing.Moved, false, "q1"},
		{"vzip.8 d0, d1", listing.Moved, false, "q0 q0"},
		{"vzip.8 q0, q3", listing.Moved, false, "q0 q3"},
		{"veor q0, q1, q1", listing.Loaded, true, ""},
		{"vmov.i8 q0, #1", listing.Loaded, false, ""},
		{"vbic.i32 q0, #255", listing.Moved, true, "q0"},
		{"vshl.i32 d0, d1, #8", listing.Moved, true, "q0"},
	} {
		f := listing.NewFollower(nil)
		f.Arm32(true)
		d, err := f.Line(row.line, "")
		if reads := strings.Join(d.Reads, " "); err != nil || d.To != "q0" || d.Kind != row.kind || d.Computes != row.computes || reads != row.reads {
			t.Errorf("%s is of kind %d to %s, computes: %v, of %s: %v; want %d, %v, of %s", row.line, d.Kind, d.To, d.Computes, reads, err, row.kind, row.computes, row.reads)
		}
	}
	for _, line := range []string{"vmovl.s8 q0, d2", "vshl.i32 d0, d1, #3", "vadd.i8 q0, q1, q2", "add r0, r0, #8", "vmov.u8 r0, d1[2]", "vand q0, q1, q2"} {
		f := listing.NewFollower(nil)
		f.Arm32(true)
		if d, err := f.Line(line, ""); err == nil || d.Kind != listing.Computed {
			t.Errorf("%s is of kind %d: %v; want one that computes", line, d.Kind, err)
		}
	}
}
