package listing_test

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/syntax"
)

// Of each file a machine has so many registers. A line with one of them is read, wherever it stands, and with a number behind the last one it is refused there, whatever the number is.
func TestRegistersThatAreNot(t *testing.T) {
	for _, row := range []struct {
		d     dialect.Dialect
		text  string // ‹v›3 is a register of a file, with a number that it may have
		count int
		has   string
	}{
		{listing.NEON(), "zip1 ‹v›3.4s, v1.4s, v2.4s", 32, "AArch64 has v0 to v31"},
		{listing.NEON(), "zip1 v0.4s, ‹v›3.4s, v2.4s", 32, "AArch64 has v0 to v31"},
		{listing.NEON(), "zip1 v0.4s, v1.4s, ‹v›3.4s", 32, "AArch64 has v0 to v31"},
		{listing.NEON(), "mov ‹v›3.16b, v1.16b", 32, "AArch64 has v0 to v31"},
		{listing.NEON(), "mov v0.16b, ‹v›3.16b", 32, "AArch64 has v0 to v31"},
		{listing.NEON(), "mov ‹v›3, 0x5", 32, "AArch64 has v0 to v31"},
		{listing.NEON(), "movi ‹v›3.16b, #1", 32, "AArch64 has v0 to v31"},
		{listing.NEON(), "mov v1.s[2], ‹v›3.s[1]", 32, "AArch64 has v0 to v31"},
		{listing.NEON(), "ldr q0, [‹x›3]", 31, "AArch64 has x0 to x30, xzr and sp"},
		{listing.NEON(), "ldr q0, [‹x›3, #16]", 31, "AArch64 has x0 to x30, xzr and sp"},
		{listing.NEON(), "ldr q0, [x9, ‹x›3]", 31, "AArch64 has x0 to x30, xzr and sp"},
		{listing.NEON(), "ldr q0, [x9, ‹w›3, uxtw]", 31, "AArch64 has w0 to w30, wzr and wsp"},
		{listing.NEON(), "ld1 {v0.16b}, [x9], ‹x›3", 31, "AArch64 has x0 to x30, xzr and sp"},
		{listing.SVE(), "zip1 ‹z›3.s, z1.s, z2.s", 32, "SVE has z0 to z31"},
		{listing.SVE(), "zip1 z0.s, ‹z›3.s, z2.s", 32, "SVE has z0 to z31"},
		{listing.SVE(), "dup z0.b, ‹z›3.b[0]", 32, "SVE has z0 to z31"},
		{listing.SVE(), "ldr ‹z›3, [x0]", 32, "SVE has z0 to z31"},
		{listing.SVE(), "ldr z0, [‹x›3]", 31, "AArch64 has x0 to x30, xzr and sp"},
		{listing.Power(), "vmrglw ‹v›3, v1, v2", 32, "Altivec has v0 to v31"},
		{listing.Power(), "vmrglw v0, v1, ‹v›3", 32, "Altivec has v0 to v31"},
		{listing.Power(), "xxmrghw ‹vs›3, vs1, vs2", 64, "VSX has vs0 to vs63"},
		{listing.Power(), "xxmrghw vs0, vs1, ‹vs›3", 64, "VSX has vs0 to vs63"},
		{listing.Power(), "lxv ‹vs›3, 0(r3)", 64, "VSX has vs0 to vs63"},
		{listing.Power(), "lxv vs1, 16(‹r›3)", 32, "Power has r0 to r31"},
		{listing.Loong(), "vilvl.w ‹$vr›3, $vr1, $vr0", 32, "LSX has $vr0 to $vr31"},
		{listing.Loong(), "vilvl.w $vr2, $vr1, ‹$vr›3", 32, "LSX has $vr0 to $vr31"},
		{listing.Loong(), "xvilvl.w ‹$xr›3, $xr1, $xr0", 32, "LASX has $xr0 to $xr31"},
		{listing.Loong(), "vilvl.w vr2, ‹vr›3, vr0", 32, "LSX has vr0 to vr31"},
		{listing.Loong(), "xvilvl.w xr2, xr1, ‹xr›3", 32, "LASX has xr0 to xr31"},
		{listing.Loong(), "vld $vr0, ‹$a›3, 16", 8, "LoongArch has $a0 to $a7"},
		{listing.Loong(), "vldx $vr0, $a0, ‹$t›3", 9, "LoongArch has $t0 to $t8"},
		{listing.Loong(), "vld $vr0, ‹$s›3, 16", 10, "LoongArch has $s0 to $s9"},
		{listing.Loong(), "vld $vr0, ‹$r›3, 16", 32, "LoongArch has $r0 to $r31"},
		{listing.NEON32(), "vtrn.8 ‹d›3, d1", 32, "NEON of 32-bit Arm has d0 to d31"},
		{listing.NEON32(), "vtrn.8 q0, ‹q›3", 16, "NEON of 32-bit Arm has q0 to q15"},
		{listing.NEON32(), "vmov.f32 s0, ‹s›3", 32, "NEON of 32-bit Arm has s0 to s31"},
		{listing.NEON32(), "vld1.8 {‹d›3}, [r0]", 32, "NEON of 32-bit Arm has d0 to d31"},
		{listing.NEON32(), "vld1.8 {d3}, [‹r›3]", 16, "32-bit Arm has r0 to r15"},
		{listing.RISCV(), "vsetivli zero, 4, e32, m1, ta, ma; vslidedown.vi ‹v›3, v20, 1", 32, "RISC-V has v0 to v31"},
		{listing.RISCV(), "vsetivli zero, 4, e32, m1, ta, ma; vslidedown.vi v20, ‹v›3, 1", 32, "RISC-V has v0 to v31"},
		{listing.X86(), "vpermq ‹ymm›3, ymm1, 27", 32, "x86 has ymm0 to ymm31"},
		{listing.X86(), "vpermq ymm0, ‹ymm›3, 27", 32, "x86 has ymm0 to ymm31"},
		{listing.X86(), "vpermq $27, %‹ymm›3, %ymm1", 32, "x86 has ymm0 to ymm31"},
		{listing.X86(), "vmovdqa64 xmm0, ‹xmm›3", 32, "x86 has xmm0 to xmm31"},
		{listing.X86(), "vpermq zmm0{k1}{z}, ‹zmm›3, 27", 32, "x86 has zmm0 to zmm31"},
		{listing.X86(), "vpermq ‹zmm›3{k1}{z}, zmm1, 27", 32, "x86 has zmm0 to zmm31"},
		{listing.Comment(), "‹xmm›3 = xmm1[0,1,3,2]", 32, "x86 has xmm0 to xmm31"},
		{listing.Comment(), "ymm0 = ‹ymm›3[0,1,3,2]", 32, "x86 has ymm0 to ymm31"},
	} {
		before, rest, _ := strings.Cut(row.text, "‹")
		prefix, behind, _ := strings.Cut(rest, "›3")
		for n := range row.count {
			text := before + prefix + strconv.Itoa(n) + behind
			if _, err := row.d.Read(text, dialect.Options{}); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
		for _, number := range []string{strconv.Itoa(row.count), strconv.Itoa(row.count + 1), "64", "99", "100", "4294967296", "99999999999999999999", "03", "00"} {
			dialecttest.Refused(t, row.d, [][2]string{{before + "‹" + prefix + number + "›" + behind, prefix + number + " is no register: " + row.has}})
			if text := before + prefix + number + behind; !row.d.Looks(text) {
				t.Errorf("%s is not known as %s", text, row.d.Name)
			}
		}
	}
	// In other words than the table's the line has the place, and what has other signs than letters and digits is a symbol.
	dialecttest.Refused(t, listing.NEON(), [][2]string{
		{"‹zip1.4s v0, v32, v1›", "v32 is no register: AArch64 has v0 to v31"},
		{"‹VTBL V1.B16, [V32.B16], V3.B16›", "v32 is no register: AArch64 has v0 to v31"},
		{"‹VLD1 (R31), [V2.B16]›", "x31 is no register: AArch64 has x0 to x30, xzr and sp"},
		{"‹ldr q32, [x0]›", "expected a vector such as q0 or v0.16b, found \"q32\""},
	})
	dialecttest.Refused(t, listing.X86(), [][2]string{{"‹PSHUFD $27, X32, X0›", "xmm32 is no register: x86 has xmm0 to xmm31"}})
	dialecttest.Refused(t, listing.SVE(), [][2]string{
		{"ptrue p1.s\nsel z0.s, ‹p16›, z1.s, z2.s", "p16 is no register: SVE has p0 to p15"},
		{"ptrue p1.s\nmov z0.s, ‹p16›/m, z1.s", "p16 is no register: SVE has p0 to p15"},
		{"ptrue ‹p16›.s\nsel z0.s, p1, z1.s, z2.s", "p16 is no register: SVE has p0 to p15"},
	})
	dialecttest.Meanings(t, listing.NEON(), [][2]string{
		{"ldr q0, [x8, :lo12:v32]\nrev64 v1.4s, v0.4s", "v1 of [rip+v32]: i32x4 -> a1 a0 a3 a2"},
		{"ldr q0, [x8, v32@PAGEOFF]\nrev64 v1.4s, v0.4s", "v1 of [rip+v32]: i32x4 -> a1 a0 a3 a2"},
	})
}

// What stands in brackets points somewhere: a register of 64 bits, and behind it a number, the low part of an address, or a register, of 64 bits or made so many.
func TestPlacesOfAArch64(t *testing.T) {
	for place, is := range map[string]string{
		"[x0]": "[x0]", "[sp]": "", "[fp, #16]": "", "[x0, #16]": "[x0+16]", "[x0, 16]": "[x0+16]", "[x0, #-16]": "[x0-16]", "[x0+16]": "[x0+16]", "[x0, x1]": "[x0+x1]", "[x0, xzr]": "[x0+xzr]", "[x0, x1, lsl #4]": "[x0+x1+lsl 4]", "[x0, x1, lsl 4]": "[x0+x1+lsl 4]",
		"[x0, x1, sxtx]": "[x0+x1+sxtx]", "[x0, x1, sxtx #4]": "[x0+x1+sxtx 4]", "[x0, w1, uxtw]": "[x0+w1+uxtw]", "[x0, w1, sxtw #4]": "[x0+w1+sxtw 4]", "[lr]": "[lr]", "[ip0, #32]": "[ip0+32]",
	} {
		r, err := listing.NEON().Read("ldr q0, "+place+"\nrev64 v1.4s, v0.4s", dialect.Options{})
		if err != nil || is != "" && strings.Join(r.Names, " ") != is || r.Map.String() != "i32x4 -> a1 a0 a3 a2" {
			t.Errorf("%s: %s of %s, %v, want %s", place, r.Map, r.Names, err, is)
		}
	}
	for _, place := range []string{
		"[]", "[x]", "[foo]", "[x0, ]", "[, x0]", "[x0, , x1]", "[x0, x]", "[x0, y]", "[x0, #x]", "[w0]", "[xzr]", "[v0]", "[x0, v1]", "[x0, w1]", "[x0, x1, x2]", "[x0, x1, uxtw]", "[x0, w1, lsl #4]", "[x0, w1, sxtx]", "[x0, x1, lsl]", "[x0, x1, lsl #5]", "[x0, x1, lsl #-1]", "[x0, x1, lsl #x]",
		"[x0, #16, lsl #4]", "[x0, x1, lsl #4, x2]", "[x0, x1, asr #4]", "[x0+x]", "[x0+16, #16]", "[x0, foo]", "[x0, z1.s]",
	} {
		inner := strings.TrimSpace(strings.Trim(place, "[]"))
		_, err := listing.NEON().Read("ldr q0, "+place, dialect.Options{})
		var e *syntax.Error
		if !errors.As(err, &e) || e.Off != 0 || !strings.HasPrefix(e.What, "expected a place such as [x0, #16]") && e.What != "expected registers and a place such as [x0]" || inner == "" && err == nil {
			t.Errorf("%s: %v", place, err)
		}
	}
	dialecttest.Refused(t, listing.NEON(), [][2]string{
		{"‹ldr q0, [x0, x]›", "expected a place such as [x0, #16], found \"[x0, x]\""},
		{"‹ldr q0, [w0]›", "expected a place such as [x0, #16], found \"[w0]\""},
		{"ldr q1, [x1]\n‹str q1, [x0, w1, lsl #4]›", "expected a place such as [x0, #16], found \"[x0, w1, lsl #4]\""},
	})
	dialecttest.Refused(t, listing.SVE(), [][2]string{
		{"ptrue p0.s\n‹ld1w {z0.s}, p0/z, [x0, z1.s]›", "expected a place such as [x0, #16], found \"[x0, z1.s]\""}, // of which each lane has its own place
		{"‹ldr z0, [x0, x]›", "expected a place such as [x0, #16], found \"[x0, x]\""},
	})
	dialecttest.Meanings(t, listing.NEON(), [][2]string{
		{"adrp x8, foo\nldr q0, [x8, :lo12:foo]\nrev64 v1.4s, v0.4s", "v1 of [rip+foo]: i32x4 -> a1 a0 a3 a2"},
		{"VLD1 (R0)(R1), [V0.B16]\nVREV64 V0.S4, V1.S4", "v1 of [x0+x1]: i32x4 -> a1 a0 a3 a2"},
		{"VLD1 (RSP), [V0.B16]\nVREV64 V0.S4, V1.S4", "v1 of [sp]: i32x4 -> a1 a0 a3 a2"},
	})
	dialecttest.Refused(t, listing.NEON(), [][2]string{{"‹VLD1 (AX), [V0.B16]›", "expected a place such as [x0, #16], found \"[AX]\""}})
	dialecttest.Refused(t, listing.Power(), [][2]string{
		{"‹lxv vs1, 16(foo)›", "expected a place such as 16(r3) or 0, r3, found \"16(foo)\""},
		{"‹lvx v1, r3, foo›", "expected a place such as 16(r3) or 0, r3, found \"r3, foo\""},
	})
}

// Numbers that vectors are filled with are those that an instruction has: they fit into a lane, as one with a sign or without.
func TestNumbersOfLanes(t *testing.T) {
	letters := map[int]string{8: "b", 16: "h", 32: "s"}
	for bits, letter := range letters {
		for _, v := range []int{-1 << (bits - 1), -1, 0, 1, 127, 1<<bits - 1} {
			r, err := listing.SVE().Read(fmt.Sprintf("mov z0.%s, #%d", letter, v), dialect.Options{})
			if err != nil {
				t.Errorf("%d bits: %v", bits, err)
				continue
			}
			for _, l := range r.Map.Lane {
				if got, _ := l.Const.Uint64(); got != uint64(v)&(1<<bits-1) {
					t.Errorf("mov z0.%s, #%d is %s", letter, v, r.Map)
				}
			}
		}
		for _, v := range []int{-1<<(bits-1) - 1, 1 << bits, 1<<bits + 1, -1 << bits} {
			dialecttest.Refused(t, listing.SVE(), [][2]string{{fmt.Sprintf("‹mov z0.%s, #%d›", letter, v), fmt.Sprintf("%d does not fit in a lane of %d bits", v, bits)}})
		}
	}
	dialecttest.Refused(t, listing.SVE(), [][2]string{
		{"‹mov z0.b, #1, lsl #8›", "lanes of 8 bits have no number that is shifted by 8"},
		{"‹mov z0.h, #256, lsl #8›", "a number that is shifted by 8 is -128 to 255, and this is 256"},
		{"‹dup z0.s, #-129, lsl #8›", "a number that is shifted by 8 is -128 to 255, and this is -129"},
		{"‹index z0.s, #-17, #1›", "index has numbers from -16 to 15, and this is -17"},
		{"‹index z0.s, #0, #16›", "index has numbers from -16 to 15, and this is 16"},
	})
	dialecttest.Meanings(t, listing.SVE(), [][2]string{
		{"mov z0.h, #-128, lsl #8", "z0 of : -> i16x8: #8000 #8000 #8000 #8000 #8000 #8000 #8000 #8000"},
		{"mov z0.h, #255, lsl #8", "z0 of : -> i16x8: #ff00 #ff00 #ff00 #ff00 #ff00 #ff00 #ff00 #ff00"},
		{"index z0.s, #-16, #15", "z0 of : -> i32x4: #fffffff0 m #e #1d"},
		{"mov z0.d, #-9223372036854775808", "z0 of : -> i64x2: #8000000000000000 #8000000000000000"},
	})
	dialecttest.Meanings(t, listing.NEON(), [][2]string{
		{"movi v0.16b, #255\nrev64 v0.4s, v0.4s", "v0 of : -> i32x4: m m m m"},
		{"movi v0.8h, #255, lsl #8\nrev64 v0.8h, v0.8h", "v0 of : -> i16x8: #ff00 #ff00 #ff00 #ff00 #ff00 #ff00 #ff00 #ff00"},
		{"movi v0.4s, #1, lsl #24\nrev64 v0.4s, v0.4s", "v0 of : -> i32x4: #1000000 #1000000 #1000000 #1000000"},
		{"mvni v0.4s, #1, lsl #8\nrev64 v0.4s, v0.4s", "v0 of : -> i32x4: #fffffeff #fffffeff #fffffeff #fffffeff"},
		{"movi v0.2d, #0xff00ff\nrev64 v0.4s, v0.4s", "v0 of : -> i32x4: z #ff00ff z #ff00ff"},
	})
	const still = "\nrev64 v0.4s, v0.4s"
	dialecttest.Refused(t, listing.NEON(), [][2]string{
		{"‹movi v0.16b, #256›" + still, "movi has numbers from 0 to 255, and this is 256"},
		{"‹mvni v0.8h, #256›" + still, "mvni has numbers from 0 to 255, and this is 256"},
		{"‹movi v0.4s, #256, lsl #8›" + still, "movi has numbers from 0 to 255, and this is 256"},
		{"‹movi v0.4s, #1, lsl #7›" + still, "movi shifts numbers of 16 bits by 8, and of 32 by 8, 16 or 24: found \"lsl#7\""},
		{"‹movi v0.8h, #1, lsl #16›" + still, "movi shifts numbers of 16 bits by 8, and of 32 by 8, 16 or 24: found \"lsl#16\""},
		{"‹movi v0.16b, #1, lsl #0›" + still, "movi shifts numbers of 16 bits by 8, and of 32 by 8, 16 or 24: found \"lsl#0\""},
		{"‹movi v0.2d, #0, lsl #8›" + still, "movi shifts numbers of 16 bits by 8, and of 32 by 8, 16 or 24: found \"lsl#8\""},
		{"‹movi v0.2d, #0xff00fe›" + still, "movi fills 64 bits with bytes of 0 and 255, and 0xff00fe has others"},
		{"‹movi d0, #0x7f00000000000000›" + still, "movi fills 64 bits with bytes of 0 and 255, and 0x7f00000000000000 has others"},
		{"‹mvni v0.16b, #1›" + still, "mvni has lanes of 16 or 32 bits, found \"v0.16b\""},
		{"‹mvni v0.2d, #0›" + still, "mvni has lanes of 16 or 32 bits, found \"v0.2d\""},
	})
}

// xmm1 is the lower part of ymm1 and of zmm1: in one comment they are one source, which is as long as the longest name says, and each name has the lanes that it has.
func TestOneRegisterOfTwoNames(t *testing.T) {
	names := []string{"xmm1", "ymm1", "zmm1"}
	for i, a := range names {
		for k, b := range names {
			longest := names[max(i, k)]
			text := fmt.Sprintf("zmm0 = %s[1,0],%s[0,1],%s[1,0],ymm2[3,2]", a, b, a)
			want := fmt.Sprintf("zmm0 of %s ymm2: i64x%d i64x4 -> a1 a0 a0 a1 a1 a0 b3 b2", longest, 2<<max(i, k))
			dialecttest.Meanings(t, listing.Comment(), [][2]string{{text, want}})
			last := 2<<i - 1
			dialecttest.Meanings(t, listing.Comment(), [][2]string{{fmt.Sprintf("xmm0 = %s[%d],%s[0]", a, last, b), fmt.Sprintf("xmm0 of %s: i64x%d -> a%d a0", longest, 2<<max(i, k), last)}})
			dialecttest.Refused(t, listing.Comment(), [][2]string{{fmt.Sprintf("‹xmm0 = %s[%d],%s[0]›", a, last+1, b), fmt.Sprintf("%s has %d lanes of 64 bits, so it has no lane %d", a, last+1, last+1)}})
		}
	}
}

// A list of Go's assembler that is opened a hundred thousand times takes memory by its length and not by its square.
func TestGoListsInLists(t *testing.T) {
	for _, text := range []string{"VTBL V1.B16, " + strings.Repeat("[", 100000) + "V2.B16", "VTBL V1.B16, " + strings.Repeat("[", 100000) + "V2.B16" + strings.Repeat("]", 100000) + ", V3.B16"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := listing.NEON().Read(text, dialect.Options{}); err == nil {
			t.Errorf("%.40s… is read", text)
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > uint64(500*len(text)) {
			t.Errorf("%.40s…: a text of %d bytes takes %d", text, len(text), n)
		}
	}
}
