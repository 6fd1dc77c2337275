package form_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/ending"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
)

// Lines with names are as many as a program has at most. One more is refused, where it stands.
func TestMostLines(t *testing.T) {
	const line = "xmm0 = xmm1[1,0,3,2]"
	for _, n := range []int{program.MaxLines - 1, program.MaxLines, program.MaxLines + 1, program.MaxLines + 5} {
		text := strings.TrimSuffix(strings.Repeat(line+"\n", n), "\n")
		_, err := form.Parse(text, form.Options{From: "comment"})
		var e *syntax.Error
		switch off := program.MaxLines * (len(line) + 1); {
		case n <= program.MaxLines && err != nil:
			t.Errorf("%d lines: %v", n, err)
		case n > program.MaxLines && (!errors.As(err, &e) || e.Off != off || e.What != fmt.Sprintf("more than %d lines", program.MaxLines)):
			t.Errorf("%d lines: %v, want byte %d", n, err, off)
		}
	}
}

// A context is asked between two lines, and what it says is the error of the whole, wherever it ends.
func TestEndsBetweenLines(t *testing.T) {
	text := strings.Repeat("xmm0 = xmm1[1,0,3,2]\n", 9)
	whole := ending.After(t.Context(), 1<<30)
	if _, err := form.Parse(text, form.Options{From: "comment", Context: whole}); err != nil || whole.Asked() < 9 {
		t.Fatalf("asked %d times: %v", whole.Asked(), err)
	}
	for n := range whole.Asked() {
		c := ending.After(t.Context(), n)
		f, err := form.Parse(text, form.Options{From: "comment", Context: c})
		if !errors.Is(err, context.DeadlineExceeded) || len(f.Map.Lane) > 0 {
			t.Errorf("ended when asked %d times: %s, %v", n, f.Map, err)
		}
	}
}

// What a line leaves of its destination has the origin that it had, and what it writes the origin of what is written.
func TestOriginsOfOldLanes(t *testing.T) {
	for mask := range 16 {
		text := fmt.Sprintf("v_mov_b32_dpp v2, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf\nv_mov_b32_dpp v2, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:%#x\nv_mov_b32_dpp v4, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf", mask)
		whole, err := form.Parse(text, form.Options{})
		steps := form.Steps(text, form.Options{})
		if err != nil || len(steps) != 3 {
			t.Fatalf("%s: %d steps, %v", text, len(steps), err)
		}
		for i, l := range steps[2].Map.Lane {
			from, want := steps[2].Origins[l.Src][l.Index], "v1"
			if mask>>(i/4%4)&1 != 0 { // its bank was written
				want = "v3"
			}
			if from < 1 || whole.Names[from-1] != want || whole.Map.Lane[i].Src != from-1 {
				t.Fatalf("%s: lane %d of the last line comes from source %d of %s, want %s", text, i, from, whole.Names, want)
			}
		}
	}
}

// What one instruction has said of it twice is said once.
func TestSaidOnce(t *testing.T) {
	for _, text := range []string{
		"_mm256_unpacklo_epi8(_mm256_unpacklo_epi8(a, b), c)", "_mm256_unpacklo_epi8(_mm256_unpacklo_epi8(_mm256_unpacklo_epi8(a, b), c), a)",
		"vpshufd ymm0, ymm1, 27\nvpshufd ymm0, ymm0, 27\nvpshufd ymm0, ymm0, 27", "vreinterpretq_u32_u16(vmovl_u16(vmovn_u32(vmovl_u16(a))))",
	} {
		f, err := form.Parse(text, form.Options{})
		if err != nil || len(f.Warnings) == 0 {
			t.Errorf("%s: %q, %v", text, f.Warnings, err)
		}
		seen := map[string]bool{}
		for _, w := range f.Warnings {
			if seen[w] {
				t.Errorf("%s: %q is said twice", text, w)
			}
			seen[w] = true
		}
	}
}

// A source that only one of two forms has does not matter to the other, on whichever side it stands.
func TestCompareOtherSources(t *testing.T) {
	maps := []string{"i32x4 -> a0 a1 a2 a3", "i32x4 i32x4 -> a0 a1 a2 a3", "i32x4 i32x4 i32x4 -> a0 a1 a2 a3", "i32x4 i32x4 -> a0 b1 a2 a3", "-> i32x4: #1 #2 #3 #4"}
	for i, a := range maps {
		for k, b := range maps {
			f, errF := form.Parse(a, form.Options{})
			g, errG := form.Parse(b, form.Options{})
			if errF != nil || errG != nil {
				t.Fatal(errF, errG)
			}
			want := lane.Differ
			if i == k || i < 3 && k < 3 {
				want = lane.Equal
			}
			if v, err := form.Compare(f, g); err != nil || v.Relation != want {
				t.Errorf("%s and %s: %v, %v, want %v", a, b, v.Relation, err, want)
			}
		}
	}
}

// Constants among lanes of a source are another source, as long as that one is, whose own length the result need not have.
func TestNamesOfLongSources(t *testing.T) {
	for text, want := range map[string]string{
		"i32x8 -> a0 #7 a1 #7": "affine columns=1000 0001 offset=0 of a, constant", "i32x8 -> a4 #7 a5 #7": "affine columns=1000 0001 offset=4 of a, constant",
		"i32x8 -> a0 a1 #7 #7": "unzip stride=4 offset=0 operands=2 width=64 of a, constant, affine columns=0001 1000 offset=0 of a, constant",
		"i32x8 -> a0 a1 #5 #6": "affine columns=0001 1010 offset=0 of a, constant", "i32x8 -> #7 #7 #7 #7": "broadcast lane=0 of constant, affine columns=000 000 offset=0 of constant, permute-blocks block=64 of constant",
	} {
		f, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var n form.Naturalist
		var names []string
		for _, name := range n.Nature(f).Names {
			names = append(names, name.Text(f.Map.Bits))
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// A register of another machine is known by its letter, whatever digits it has, and is shown as it is written.
func TestStrangersHaveNumbers(t *testing.T) {
	for _, register := range []string{"z0", "z7", "z10", "z31", "p12"} {
		text := "fooble " + register + " q"
		_, err := form.Parse(text, form.Options{})
		if want := fmt.Sprintf("1:8: this is no form that Lanescope knows: %q is of SVE, of which lines of assembler are read that move lanes, as for vectors of 128 bits: zip1 z0.s, z1.s, z2.s", register); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
