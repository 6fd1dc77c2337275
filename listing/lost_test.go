package listing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
)

// What a line that is no movement has made of a general register points somewhere: what is loaded through it afterwards is another source, and what is loaded through others is the same.
func TestLostPointers(t *testing.T) {
	for _, line := range []string{"movmskps edi, xmm5", "pmovmskb edi, xmm5", "vmovmskpd edi, ymm5", "cvttss2si rdi, xmm5", "cvttsd2si edi, xmm5"} {
		for load, other := range map[string]bool{"[rdi]": true, "[rdi+16]": true, "[rsi+rdi*2]": true, "[rsi]": false, "[rdx+16]": false} {
			text := ".L1:\nmovdqu xmm0, " + load + "\n" + line + "\nmovdqu xmm1, " + load + "\nunpcklps xmm0, xmm1\nmovdqu [r9], xmm0\ndec rcx\njne .L1"
			r, err := listing.X86().Read(text, dialect.Options{})
			if want := map[bool]string{true: "i32x4 i32x4 -> a0 b0 a1 b1", false: "i32x4 -> a0 a0 a1 a1"}[other]; err != nil || r.Map.String() != want {
				t.Errorf("%s around %s: %s of %q, %v, want %s", load, line, r.Map, r.Names, err, want)
			}
		}
	}
	for _, line := range []string{"fmov x0, d5", "smov x0, v5.h[0]", "fcvtzs w0, s5", "ldr x0, [x9]", "mul x0, x1, x2"} {
		for load, other := range map[string]bool{"[x0]": true, "[x0, #16]": true, "[x3, x0]": true, "[x3]": false} {
			text := ".L1:\nldr q0, " + load + "\n" + line + "\nldr q1, " + load + "\nzip1 v0.4s, v0.4s, v1.4s\nstr q0, [x7]\nsubs x6, x6, #1\nb.ne .L1"
			r, err := listing.NEON().Read(text, dialect.Options{})
			if want := map[bool]string{true: "i32x4 i32x4 -> a0 b0 a1 b1", false: "i32x4 -> a0 a0 a1 a1"}[other]; err != nil || r.Map.String() != want {
				t.Errorf("%s around %s: %s of %q, %v, want %s", load, line, r.Map, r.Names, err, want)
			}
		}
	}
}

// A constant's address is not known any more behind a place that is not understood: the register in it may have been counted on.
func TestAddressesBehindPlaces(t *testing.T) {
	data := map[string][]byte{".LC0": make([]byte, 48)}
	for line, known := range map[string]bool{
		"ldr q1, [x8, foo]!": false, "ldr q1, [x8, x9, lsl #9]!": false, "ldr q1, [x8], foo": false, "str q1, [x8, foo]!": false, "ldr x9, [x8, foo]!": false, "ldr q1, [x8, x9]!": false,
		"ldr q1, [x7, foo]!": true, "ldr q1, [x8, #16]": true, "str q1, [x8]": true, "ldr x9, [x8]": true, "ldr q1, [x8, #16]!": true, "str q1, [x7], foo": true,
	} {
		f := listing.NewFollower(data)
		for _, text := range []string{"adrp x8, .LC0", "add x8, x8, :lo12:.LC0", line} {
			if d, err := f.Line(text, ""); err != nil {
				f.Other(text, d)
			}
		}
		if _, err := f.Line("ldr q0, [x8]", ""); (err == nil) != known {
			t.Errorf("behind %s the constant is known: %v", line, err == nil)
		}
	}
}

// A mask register that is loaded from a general one has the bits of it that are known, of as many as the instruction takes, however they came there.
func TestMasksOfKnownBits(t *testing.T) {
	names := map[int]string{8: "kmovb", 16: "kmovw", 32: "kmovd", 64: "kmovq"}
	for taken, name := range names {
		for _, v := range []uint32{0, 1, 0x80, 0x8001, 0x01020480, 0xffffffff, 0xdeadbeef} {
			turned := v<<24 | v<<8&0xff0000 | v>>8&0xff00 | v>>24
			text := fmt.Sprintf("mov eax, %#x\nbswap eax\n%s k1, %s\nvmovdqu8 zmm0{k1}{z}, zmm1", v, name, map[bool]string{true: "rax", false: "eax"}[taken == 64])
			r, err := listing.X86().Read(text, dialect.Options{})
			if err != nil || r.Guard != nil {
				t.Errorf("%s: %v, guarded: %v", text, err, r.Guard)
				continue
			}
			m := lane.Map{Bits: 8, Src: []int{64}, Lane: make([]lane.Lane, 64)}
			for i := range m.Lane {
				if m.Lane[i] = lane.Zero(); i < min(taken, 32) && turned>>i&1 == 1 {
					m.Lane[i] = lane.From(0, i)
				}
			}
			if turned&(1<<min(taken, 32)-1) == 0 {
				m.Src = r.Map.Src
			}
			if same, err := lane.Compare(r.Map, m); err != nil || same.Relation != lane.Equal {
				t.Errorf("%s: %s, want %s", text, r.Map, m)
			}
		}
	}
	// Of a register of which the lower half was written that alone is known, which is enough for so many lanes.
	for _, row := range []struct {
		text  string
		known bool
	}{
		{"mov ax, 5\nkmovw k1, eax\nvmovdqu16 xmm0{k1}{z}, xmm1", true}, {"mov ax, 5\nkmovd k1, eax\nvmovdqu16 xmm0{k1}{z}, xmm1", true}, {"mov ax, 5\nkmovd k1, eax\nvmovdqu8 xmm0{k1}{z}, xmm1", true}, {"mov ax, 5\nkmovd k1, eax\nvmovdqu8 ymm0{k1}{z}, ymm1", false},
		{"mov al, 5\nkmovb k1, eax\nvmovdqu16 xmm0{k1}{z}, xmm1", true}, {"mov al, 5\nkmovd k1, eax\nvmovdqu16 xmm0{k1}{z}, xmm1", true}, {"mov al, 5\nkmovd k1, eax\nvmovdqu8 xmm0{k1}{z}, xmm1", false}, {"mov al, 5\nkmovb k1, eax\nvmovdqu8 xmm0{k1}{z}, xmm1", true},
	} {
		r, err := listing.X86().Read(row.text, dialect.Options{})
		if known := err == nil && r.Guard == nil; known != row.known {
			t.Errorf("%s: %s, guarded %v, %v", row.text, r.Map, r.Guard != nil, err)
		}
	}
}

// What is wrong is said where it stands, whichever of a line's instructions it is, and whatever stands between them.
func TestPlacesBetweenSemicolons(t *testing.T) {
	for of, row := range map[string][3]string{"neon": {"rev64 v0.4s, v1.4s", "zip1 v0.4s, v1.4s, ‹v32›.4s", "v32 is no register: AArch64 has v0 to v31"}, "x86": {"pshufd xmm0, xmm1, 27", "pshufd xmm0, ‹xmm32›, 27", "xmm32 is no register: x86 has xmm0 to xmm31"}, "vsx": {"vmrglw v0, v1, v2", "vmrglw v0, v1, ‹v32›", "v32 is no register: Altivec has v0 to v31"}} {
		for _, between := range []string{";", "; ", " ;", " ;\t "} {
			for n := range 4 {
				for _, label := range []string{"", "f: ", "f:"} {
					text := label + strings.Repeat(row[0]+between, n) + row[1]
					dialecttest.Refused(t, readers[of], [][2]string{{text, row[2]}, {"\n  " + text + "\n", row[2]}, {text + between + row[0], row[2]}})
				}
			}
		}
	}
}

// A block is called by its label, by the address that a disassembler has for it, or else by its first line, whatever stands before that.
func TestBlocksByTheirPlaces(t *testing.T) {
	const body = "pshufd xmm0, xmm1, 27\nmovdqu [rdi], xmm0\n"
	for head, want := range map[string]string{
		"": "the block at line 1", "\n": "the block at line 2", "\n\n": "the block at line 3", ".text\n": "the block at line 2", ".text\n\n.globl f\n": "the block at line 4", "f:\n": "the block at f, line 1", "\nf:\n": "the block at f, line 2", ".text\n.type f,@function\nf:\n": "the block at f, line 3",
		".L1:\n": "the block at .L1, line 1", "\n.L1:\n": "the block at .L1, line 2", ".p2align 4\n.L1:\n": "the block at .L1, line 2",
	} {
		r, err := listing.X86().Read(head+body+"je .L9\nnop\n.L9:\nret", dialect.Options{})
		if err != nil || !strings.HasPrefix(r.Part, want+": ") {
			t.Errorf("%q: %q, %v, want %s", head, r.Part, err, want)
		}
	}
	for head, want := range map[string]string{".L1:\n": "the loop at .L1, line 1", "f:\n.L1:\n": "the loop at .L1, line 2", ".text\n\n.L1:\n": "the loop at .L1, line 3"} {
		r, err := listing.X86().Read(head+body+"dec rcx\njne .L1\nret", dialect.Options{})
		if err != nil || !strings.HasPrefix(r.Part, want+": ") {
			t.Errorf("%q: %q, %v, want %s", head, r.Part, err, want)
		}
	}
}

// Beside the movement of a function that is shown, others are told: those of one map together, and no more than six.
func TestOthersThatAreTold(t *testing.T) {
	for n := 1; n <= 9; n++ {
		text := ".L1:\n"
		for k := range n {
			text += fmt.Sprintf("pshufd xmm0, xmm1, %d\nmovdqu [r%d], xmm0\n", 27+k, 8+k%8)
			if k == 7 {
				text += "mov r8, [r9]\n"
			}
		}
		r, err := listing.X86().Read(text+"dec rcx\njne .L1", dialect.Options{})
		if err != nil {
			t.Errorf("%d: %v", n, err)
			continue
		}
		also := slices.DeleteFunc(slices.Clone(r.Warnings), func(w string) bool { return !strings.HasPrefix(w, "also, ") })
		rest := slices.DeleteFunc(slices.Clone(r.Warnings), func(w string) bool { return !strings.HasPrefix(w, "and ") })
		want := ""
		if n-1 > 6 {
			want = fmt.Sprintf("and %d other movements; scan lists all", n-1-6)
		}
		if n-1 == 7 {
			want = "and 1 other movement; scan lists all"
		}
		if len(r.Others) != n-1 || len(also) != min(n-1, 6) || strings.Join(rest, "") != want {
			t.Errorf("%d movements: %d others, %q, want %q", n, len(r.Others), r.Warnings, want)
		}
	}
}
