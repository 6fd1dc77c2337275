package listing_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/target"
)

// Of general registers what is no movement writes one, or any. Then nothing is known of all of them, and of what is in vectors as much as before.
func TestOtherForgetsGeneralRegisters(t *testing.T) {
	for text, any := range map[string]bool{"cpuid": true, "imul rcx": true, "rdtsc": true, "xchg rax, rcx": true, "vpcmpestri xmm0, xmm1, 0": true, "cmp rax, rcx": false, "paddd xmm4, xmm5": false, "test eax, eax": false, "push rax": false} {
		for n := range new(target.Target).Registers(target.General) {
			register, part := target.GeneralRegister(n, 64), target.GeneralRegister(n, 32)
			f := listing.NewFollower(nil)
			for _, line := range []string{"pshufd xmm3, xmm2, 27", "bswap " + part} {
				if _, err := f.Line(line, ""); err != nil {
					t.Fatal(err)
				}
			}
			if e := f.Other(text, listing.Deed{}); e.General != any {
				t.Fatalf("%s: %+v", text, e)
			}
			for _, row := range [][2]string{{"bswap " + part, register}, {"pshufd xmm3, xmm3, 27", "mm2"}} {
				if _, err := f.Line(row[0], ""); err != nil {
					t.Fatal(err)
				}
				r, _ := f.Reading()
				name, news, _ := strings.Cut(strings.Join(r.Names, " "), "'")
				twice := len(r.Map.Lane) <= 2 // and so nothing, in lanes as wide as can be
				if name != row[1] || (news == "") != twice || twice == (any && row[1] == register) {
					t.Errorf("behind %s, %s is %s of %s", text, row[0], r.Map, r.Names)
				}
			}
		}
	}
}

// A source in a general register is called by the longest name that a line had for it, in whatever order lines have its names.
func TestLongestNameOfGeneralRegister(t *testing.T) {
	for n := range new(target.Target).Registers(target.General) {
		names := map[int]string{}
		lines := map[int]string{}
		for bits := 8; bits <= 64; bits *= 2 {
			names[bits] = target.GeneralRegister(n, bits)
		}
		to, half := "rax", "eax"
		if names[64] == to {
			to, half = "rdx", "edx"
		}
		lines[8], lines[16], lines[32], lines[64] = "movzx "+to+", "+names[8], "movzx "+to+", "+names[16], "mov "+half+", "+names[32], "mov "+to+", "+names[64]
		for a := 8; a <= 64; a *= 2 {
			for b := 8; b <= 64; b *= 2 {
				text := lines[a] + "\n" + lines[b]
				r, err := listing.X86().Read(text, dialect.Options{})
				if err != nil || !slices.Equal(r.Names, []string{names[max(a, b)]}) {
					t.Errorf("%q reads %s, want %s: %v", text, r.Names, names[max(a, b)], err)
				}
			}
		}
	}
}

// A mask register that is loaded has a name and holds a number, in either order of operands; with anything else it is not known, and the error is at the operands.
func TestMaskLoads(t *testing.T) {
	for _, name := range []string{"kmovb", "kmovw", "kmovd", "kmovq"} {
		for k := 1; k <= 7; k++ {
			for _, text := range []string{"%s k%d, 5", "%s k%d, 0x5", "%s $5, %%k%d", "%s\tk%d, 5"} {
				text = fmt.Sprintf(text, name, k)
				f := listing.NewFollower(nil)
				d, err := f.Line(text, "")
				if err != nil || d.To != fmt.Sprintf("k%d", k) || d.Kind != listing.Masked || d.Needs != target.AVX512F || len(d.Reads) > 0 {
					t.Fatalf("%q: %+v, %v", text, d, err)
				}
				if _, ok := f.Reading(); ok {
					t.Errorf("%q moves lanes", text)
				}
				if _, err := f.Line(fmt.Sprintf("vpshufd xmm0{k%d}{z}, xmm1, 27", k), ""); err != nil {
					t.Errorf("behind %q: %v", text, err)
				}
				if r, _ := f.Reading(); r.Map.String() != "i32x4 -> a3 z a1 z" {
					t.Errorf("behind %q: %s", text, r.Map)
				}
			}
			dialecttest.Refused(t, listing.X86(), [][2]string{
				{fmt.Sprintf("%s‹ k%d, [rdi]›\nvpshufd xmm0, xmm1, 27", name, k), "expected k1 to k7 and a number: what else a mask register is loaded with is not known here"},
			})
		}
		for _, operands := range []string{" k0, 5", " k8, 5", " k1", " eax, k1", " k1, 5, 6", " k1, eax", ""} {
			dialecttest.Refused(t, listing.X86(), [][2]string{{name + "‹" + operands + "›\nvpshufd xmm0, xmm1, 27", "expected k1 to k7 and a number: what else a mask register is loaded with is not known here"}})
		}
	}
}

// What moves nothing is said too: in a line that each machine has for it, which is read as what stays where it is, whatever lanes nobody wants.
func TestNothingToMove(t *testing.T) {
	for _, name := range []string{"neon", "sve", "vsx", "lsx", "x86", "rvv", "wasm"} {
		for _, bits := range []int{8, 16, 32, 64} {
			n := 128 / bits
			for unwanted := -1; unwanted < n; unwanted += 1 + n/3 {
				m := lane.Map{Bits: bits, Src: []int{n}, Lane: make([]lane.Lane, n)}
				for i := range m.Lane {
					if m.Lane[i] = lane.From(0, i); i == unwanted {
						m.Lane[i] = lane.Lane{}
					}
				}
				lines, err := readers[name].Sequence(t.Context(), m)
				if err != nil || len(lines) == 0 {
					t.Errorf("%s: %s: %q, %v", name, m, lines, err)
					continue
				}
				r, err := readers[name].Read(strings.Join(lines, "\n"), dialect.Options{})
				if err != nil {
					t.Errorf("%s: %q: %v", name, lines, err)
					continue
				}
				if v, err := lane.Compare(r.Map, m); err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
					t.Errorf("%s: %s: %q is %s", name, m, lines, r.Map)
				}
			}
		}
	}
}

// A function of WebAssembly says which of its lines are no movements: those that take or make vectors, and no lines on numbers alone.
func TestWasmLinesThatAreLost(t *testing.T) {
	const half = "(v128.store (local.get $d) (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (v128.load (local.get $s)) (v128.load (local.get $s))))"
	for line, lost := range map[string]bool{
		"(local.set $v (i32x4.splat (local.get $n)))": true, "(local.set $v (f32x4.splat (f32.const 1)))": true, "(local.set $v (i32x4.add (local.get $v) (local.get $v)))": true,
		"(local.set $n (v128.any_true (local.get $v)))": true, "(local.set $n (i8x16.bitmask (local.get $v)))": true,
		"(local.set $n (i32.add (local.get $n) (i32.const 1)))": false, "(local.set $n (i32.clz (local.get $n)))": false, "(drop (local.get $n))": false, "(drop (memory.size))": false, "(local.set $n (i32.load (local.get $s)))": false,
	} {
		text := "(func (param $d i32) (param $s i32) (param $n i32) (local $v v128)\n(loop $l " + half + "\n" + line + "\n(br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))"
		r, err := listing.Wasm().Read(text, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if said := strings.Contains(strings.Join(r.Warnings, "\n"), "no movement in it is line 3 ("); said != lost {
			t.Errorf("%s: notes %q, want it among them: %v", line, r.Warnings, lost)
		}
	}
}

// In lines of x86 a copy is what is said in several, of registers of each length; what moves a lane is left to targets.
func TestCopiesOfX86(t *testing.T) {
	for bits, row := range map[int]string{128: "vmovdqa xmm0, xmm1", 256: "vmovdqa ymm0, ymm1", 512: "vmovdqa64 zmm0, zmm1"} {
		for _, lanes := range []int{8, 16, 32, 64} {
			n := bits / lanes
			m := lane.Map{Bits: lanes, Src: []int{n}, Lane: make([]lane.Lane, n)}
			for i := range m.Lane {
				m.Lane[i] = lane.From(0, i)
			}
			if lines, err := listing.X86().Sequence(t.Context(), m); err != nil || !slices.Equal(lines, []string{row}) {
				t.Errorf("%d lanes of %d bits stay: %q, %v", n, lanes, lines, err)
			}
			for _, i := range []int{0, 1, n - 1} {
				for _, l := range []lane.Lane{lane.Zero(), lane.From(0, (i+1)%n)} {
					moved := m.Clone()
					moved.Lane[i] = l
					if lines, err := listing.X86().Sequence(t.Context(), moved); !errors.Is(err, dialect.ErrTarget) {
						t.Errorf("lane %d is %v: %q, %v", i, l, lines, err)
					}
				}
			}
		}
	}
	for _, bits := range []int{32, 64, 96, 1024} {
		m := lane.Map{Bits: 32, Src: []int{bits / 32}, Lane: make([]lane.Lane, bits/32)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(0, i)
		}
		if lines, err := listing.X86().Sequence(t.Context(), m); err == nil {
			t.Errorf("%d bits: %q", bits, lines)
		}
	}
}
