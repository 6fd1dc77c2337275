package listing_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
)

// A register of Power or LoongArch that is counted on points so many bytes further, and one that is something else somewhere: what is loaded through it then is another source. What is behind a constant's label is so too.
func TestRegistersThatCountOn(t *testing.T) {
	for _, row := range []struct {
		d                          dialect.Dialect
		load, second, count, merge string
		register, self, other      string // as places have it, as the text does, and another
		want                       string
	}{
		{listing.Power(), "lxv vs34, %d(r4)", "lxv vs35, %d(r4)", "addi r4, %s, %d", "vmrglw v0, v2, v3", "r4", "r4", "r5", "v0 of %s %s: i32x4 i32x4 -> b0 a0 b1 a1"},
		{listing.Power(), "lxv vs34, %d(4)", "lxv vs35, %d(4)", "addi 4, %s, %d", "vmrglw v0, v2, v3", "r4", "4", "5", "v0 of %s %s: i32x4 i32x4 -> b0 a0 b1 a1"},
		{listing.Loong(), "vld $vr0, $a0, %d", "vld $vr1, $a0, %d", "addi.d $a0, %s, %d", "vilvl.w $vr2, $vr1, $vr0", "$a0", "$a0", "$a1", "$vr2 of %s %s: i32x4 i32x4 -> a0 b0 a1 b1"},
	} {
		at := func(base string, offset int) string {
			if offset == 0 {
				return "[" + base + "]"
			}
			return fmt.Sprintf("[%s%+d]", base, offset)
		}
		for _, offset := range []int{0, 16, -32} {
			for _, by := range []int{16, -16, 4096, -1} {
				lines := []string{fmt.Sprintf(row.load, offset), "", fmt.Sprintf(row.second, offset), row.merge}
				lines[1] = fmt.Sprintf(row.count, row.self, by)
				dialecttest.Meanings(t, row.d, [][2]string{{strings.Join(lines, "\n"), fmt.Sprintf(row.want, at(row.register, offset), at(row.register, offset+by))}})
				lines[1] = fmt.Sprintf(row.count, row.other, by)
				dialecttest.Meanings(t, row.d, [][2]string{{strings.Join(lines, "\n"), fmt.Sprintf(row.want, at(row.register, offset), at(row.register+"'1", offset))}})
			}
		}
	}
	for _, line := range []string{"ld r4, 0(r5)", "addis r4, r4, 1", "addi r4, r5, 0"} {
		dialecttest.Meanings(t, listing.Power(), [][2]string{{"lxv vs34, 0(r4)\n" + line + "\nlxv vs35, 0(r4)\nvmrglw v0, v2, v3", "v0 of [r4] [r4'1]: i32x4 i32x4 -> b0 a0 b1 a1"}})
	}
	for by, place := range map[int]string{16: "[rip+.LC0+16]", -16: "[rip+.LC0-16]"} {
		dialecttest.Meanings(t, listing.Power(), [][2]string{{fmt.Sprintf("addis 9, 2, .LC0@toc@ha\naddi 9, 9, .LC0@toc@l\nlxv vs34, 0(9)\naddi 9, 9, %d\nlxv vs35, 0(9)\nvmrglw v0, v2, v3", by), "v0 of [rip+.LC0] " + place + ": i32x4 i32x4 -> b0 a0 b1 a1"}})
		dialecttest.Meanings(t, listing.Loong(), [][2]string{{fmt.Sprintf("pcalau12i $a0, %%pc_hi20(.LC0)\naddi.d $a0, $a0, %%pc_lo12(.LC0)\nvld $vr0, $a0, 0\naddi.d $a0, $a0, %d\nvld $vr1, $a0, 0\nvilvl.w $vr2, $vr1, $vr0", by), "$vr2 of [rip+.LC0] " + place + ": i32x4 i32x4 -> a0 b0 a1 b1"}})
	}
}

// Places of Power, LoongArch and x86 in all their spellings.
func TestSpellingsOfPlaces(t *testing.T) {
	for text, place := range map[string]string{
		"lvx v3, r5, r4": "[r4+r5]", "lvx v3, 0, r4": "[r4]", "lvx v3, 0, 4": "[r4]", "lvx v3, r0, %r4": "[r4]", "lxv vs35, 0(r4)": "[r4]", "lxv vs35, 32(r4)": "[r4+32]", "lxv vs35, -32(4)": "[r4-32]", "lxvx vs35, 0, r4": "[r4]", "lxvx vs35, r5, r4": "[r4+r5]",
		"lxv vs35, .LC0@toc@l(9)": "[rip+.LC0]", "plxv vs35, .LC0@PCREL(0), 1": "[rip+.LC0]", "ld 9, .LC0@toc(2)\nlxv vs35, 0(9)": "[rip+.LC0]", "ld 9, .LC0@toc@l(9)\nlxv vs35, 16(9)": "[rip+.LC0+16]", "addis 9, 2, .LC0@toc@ha\nlxv vs35, .LC0@toc@l(9)": "[rip+.LC0]",
	} {
		dialecttest.Meanings(t, listing.Power(), [][2]string{{text + "\nvmrglw v0, v3, v3", "v0 of " + place + ": i32x4 -> a0 a0 a1 a1"}})
	}
	for text, place := range map[string]string{"stxv vs32, 0(r3)": "[r3]", "stvx v0, 0, r3": "[r3]", "stvx v0, r5, r6": "[r6+r5]", "stxv vs32, -16(3)": "[r3-16]", "stxvx vs32, r5, r6": "[r6+r5]"} {
		r, err := listing.Power().Read("vmrglw v0, v1, v2\n"+text, dialect.Options{})
		if err != nil || r.To != place || r.Map.String() != "i32x4 i32x4 -> b0 a0 b1 a1" {
			t.Errorf("%s: %s to %s, %v, want it to %s", text, r.Map, r.To, err, place)
		}
	}
	for text, place := range map[string]string{"vld $vr0, $a0, 0": "[$a0]", "vld $vr0, $a0, 16": "[$a0+16]", "vld $vr0, $sp, -16": "[$sp-16]", "vldx $vr0, $a0, $a1": "[$a0+$a1]", "pcalau12i $a0, %pc_hi20(.LC0)\nvld $vr0, $a0, %pc_lo12(.LC0)": "[rip+.LC0]"} {
		r, err := listing.Loong().Read(text+"\nvilvl.w $vr2, $vr0, $vr0", dialect.Options{})
		if place != "[$sp-16]" && (err != nil || !slices.Equal(r.Names, []string{place})) || r.Map.String() != "i32x4 -> a0 a0 a1 a1" {
			t.Errorf("%s: %s of %q, %v, want it of %s", text, r.Map, r.Names, err, place)
		}
	}
	for text, place := range map[string]string{"vst $vr2, $a0, 16": "[$a0+16]", "vstx $vr2, $a0, $a1": "[$a0+$a1]", "vst $vr2, $a0, 0": "[$a0]"} {
		r, err := listing.Loong().Read("vilvl.w $vr2, $vr1, $vr0\n"+text, dialect.Options{})
		if err != nil || r.To != place || r.Map.String() != "i32x4 i32x4 -> a0 b0 a1 b1" {
			t.Errorf("%s: %s to %s, %v, want it to %s", text, r.Map, r.To, err, place)
		}
	}
	for text, place := range map[string]string{
		"movdqu (%rsi,%rax,4), %xmm2": "[rsi+rax*4]", "movdqu (%rsi,%rax,1), %xmm2": "[rsi+rax]", "movdqu (%rsi,%rax), %xmm2": "[rsi+rax]", "movdqu (,%rax,8), %xmm2": "[rax*8]", "movdqu 16(%rsi,%rax,2), %xmm2": "[rsi+rax*2+16]", "movdqu -16(%rsi), %xmm2": "[rsi-16]",
		"movdqu xmm2, xmmword ptr foo": "[rip+foo]", "movdqu xmm2, xmmword ptr FLAT:foo+16": "[rip+foo+16]", "movdqu xmm2, XMMWORD PTR flat:foo": "[rip+foo]", "movdqu foo(%rip), %xmm2": "[rip+foo]", "movdqu foo+16(%rip), %xmm2": "[rip+foo+16]", "movdqu xmm2, [rip+foo]": "[rip+foo]", "movdqu xmm2, foo[rip]": "[rip+foo]",
		"movdqu xmm2, [rsi+rax*4]": "[rsi+rax*4]", "movdqu xmm2, [rsi + 0x10]": "[rsi+16]", "movdqu xmm2, xmmword ptr [rsi - 16]": "[rsi-16]", "movdqu xmm2, [rsi+8+8]": "[rsi+16]", "movdqu xmm2, 16[rsi]": "[rsi+16]",
	} { // the same place in the first spelling and in this one is read once
		att := "movdqu xmm3, " + place
		if strings.Contains(text, "%") {
			att = strings.Replace(strings.Replace(place, "[", "", 1), "]", "", 1)
			att = "movdqu xmm3, [" + att + "]"
		}
		r, err := listing.X86().Read(text+"\n"+att+"\nunpcklps xmm2, xmm3", dialect.Options{})
		if err != nil || len(r.Names) != 1 || r.Map.String() != "i32x4 -> a0 a0 a1 a1" {
			t.Errorf("%s and %s: %s of %q, %v", text, att, r.Map, r.Names, err)
		}
	}
}

// A text has so many lines, and one more is refused there.
func TestMostLines(t *testing.T) {
	for name, row := range map[string][2]string{"neon": {"", "rev64 v0.4s, v0.4s"}, "x86": {"", "pshufd xmm0, xmm0, 27"}, "vsx": {"", "vmrglw v0, v0, v1"}, "lsx": {"", "vilvl.w $vr0, $vr1, $vr0"}, "sve": {"", "rev z0.s, z0.s"}, "rvv": {"vsetivli zero, 4, e32, m1, ta, ma\n", "vslidedown.vi v8, v8, 0"}, "wasm": {"", "i64x2.shl $1, $1, 0"}} {
		head, line := row[0], row[1]
		most := program.MaxLines - strings.Count(head, "\n")
		text := head + strings.TrimSuffix(strings.Repeat(line+"\n", most), "\n")
		if _, err := readers[name].Read(text, dialect.Options{}); err != nil {
			t.Errorf("%s: %d lines: %v", name, program.MaxLines, err)
		}
		dialecttest.Refused(t, readers[name], [][2]string{{text + "\n‹" + line + "›", fmt.Sprintf("more than %d lines", program.MaxLines)}})
	}
	// A function may have more of them.
	function := ".L1:\npshufd xmm0, xmm1, 27\nmovdqu [rdi], xmm0\n" + strings.Repeat("nop\n", 4096-5) + "dec rcx\njne .L1"
	if r, err := listing.X86().Read(function, dialect.Options{}); err != nil || r.Map.String() != "i32x4 -> a3 a2 a1 a0" {
		t.Errorf("a function of 4096 lines: %s, %v", r.Map, err)
	}
	_, err := listing.X86().Read(function+"\nret", dialect.Options{})
	var at *syntax.Error
	if !errors.As(err, &at) || at.Off != len(function)+1 || at.End != len(function)+4 || !strings.HasPrefix(at.What, "more than 4096 lines") {
		t.Errorf("a function of 4097 lines: %v", err)
	}
}

// Numbers in instructions of RISC-V have five bits, or six, with a sign where it is computed with.
func TestNumbersInInstructionsOfRISCV(t *testing.T) {
	const mode = "vsetivli zero, 4, e32, m1, ta, ma\n"
	for name, row := range map[string][2]int{"vslidedown.vi v8, v9, %d": {0, 31}, "vslideup.vi v8, v9, %d": {0, 31}, "vrgather.vi v8, v9, %d": {0, 31}, "vsll.vi v8, v9, %d": {0, 31}, "vsrl.vi v8, v9, %d": {0, 31}, "vid.v v9\nvadd.vi v8, v9, %d": {-16, 15}, "vid.v v9\nvrsub.vi v8, v9, %d": {-16, 15}} {
		before, line := "", name
		if at := strings.Index(name, "\n"); at >= 0 {
			before, line = name[:at+1], name[at+1:]
		}
		said := mode
		if strings.HasPrefix(line, "vslideup") {
			said = strings.Replace(mode, "ta", "tu", 1)
		}
		what, _, _ := strings.Cut(line, " ")
		for _, n := range []int{row[0], row[0] + 1, row[1] - 1, row[1]} {
			text := said + before + fmt.Sprintf(line, n)
			if _, err := listing.RISCV().Read(text, dialect.Options{}); err != nil && !strings.Contains(err.Error(), "has no number") {
				t.Errorf("%s: %v", text, err)
			}
		}
		for _, n := range []int{row[0] - 1, row[1] + 1, 99, -99} {
			want := fmt.Sprintf("%s has numbers from %d to %d, and this is %d", what, row[0], row[1], n)
			if n < 0 && row[0] == 0 {
				want = what + " has no negative number"
			}
			dialecttest.Refused(t, listing.RISCV(), [][2]string{{said + before + "‹" + fmt.Sprintf(line, n) + "›", want}})
		}
	}
}

// A constant that a comment has is as many numbers as lanes of one width, with a sign or without; what is no such list says nothing.
func TestConstantsInComments(t *testing.T) {
	for comment, want := range map[string]string{
		"xmm1 = [1,2,3,4]": "-> i32x4: #4 #3 #2 1", "xmm1 = [u,2,-3,4]": "-> i32x4: #4 #fffffffd #2 _", "xmm1 = [4294967295,0,0,0]": "-> i32x4: z z z m", "xmm1 = [0x10,2,3,u]": "-> i32x4: _ #3 #2 #10",
		"xmm1 = [1,2,3]": "i32x4 -> a3 a2 a1 a0", "xmm1 = [x,2,3,4]": "i32x4 -> a3 a2 a1 a0", "xmm1 = [1,2,3,4": "i32x4 -> a3 a2 a1 a0", "foo = [1,2,3,4]": "i32x4 -> a3 a2 a1 a0", "xmm1 = []": "i32x4 -> a3 a2 a1 a0", "xmm1 = [1]": "i32x4 -> a3 a2 a1 a0",
	} {
		r, err := listing.X86().Read("movdqa xmm1, .LC0[rip] # "+comment+"\npshufd xmm0, xmm1, 27", dialect.Options{})
		if err != nil || r.Map.String() != want {
			t.Errorf("%s: %s, %v, want %s", comment, r.Map, err, want)
		}
	}
}
