package form_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
)

// What a map is called, with which operands in which order: those of sources that stand exchanged, of zeros that come first, of constants, and of maps of more lanes than a
// mask has.
func TestNamesOfForms(t *testing.T) {
	long := func(lanes int, from func(i int) int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "i8x%d ->", lanes)
		for i := range lanes {
			fmt.Fprintf(&b, " a%d", from(i))
		}
		return b.String()
	}
	for _, row := range []struct {
		text    string
		want    []string // these, in this order, among others
		unnamed bool
	}{
		{"<4 x i32> 4 1 2 3", []string{"insert-element at=0 from=4", "blend second=0x1"}, false},
		{"<4 x i32> 5 1 2 3", []string{"insert-element at=0 from=5"}, false},
		{"<8 x i8> u 8 1 9 2 10 3 11", []string{"zip half=low group=1"}, false},
		{"<8 x i8> 8 0 9 1 10 2 11 3", []string{"zip half=low group=1, operands exchanged: b, a", "affine columns=1000 0001 0010 offset=8"}, false},
		{"<4 x i32> 5 6 7 4", []string{"rotate amount=1 direction=right of b", "affine columns=011 010 offset=5"}, false},
		{"<4 x i32> 0 5 6 7", []string{"insert-element at=0 from=4, operands exchanged: b, a", "blend second=0xe"}, false},
		{"shufflevector <4 x i32> %c, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>", []string{"reverse of c"}, false},
		{"shufflevector <4 x i32> %c, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>", []string{"zip half=low group=1, operands exchanged: c, b"}, false},

		{"<4 x i32> 0 z 1 z", []string{"zip half=low group=1", "zero-extend factor=2 start=0"}, false},
		{"<4 x i32> z 0 z 1", []string{"zip half=low group=1, operands exchanged: zero, a", "parallel-deposit mask=0xa"}, false},
		{"<4 x i32> 5 z 6 z", []string{"zero-extend factor=2 start=1 of b, zero"}, false},
		{"shufflevector <4 x i32> zeroinitializer, <4 x i32> %x, <4 x i32> <i32 1, i32 2, i32 3, i32 4>", []string{"shift-left amount=3", "splice start=1, operands exchanged: zero, a"}, false},
		{"<4 x i32> 1 2 3 z", []string{"shift-right amount=1", "splice start=1"}, false},
		{"<2 x i32> u 0", []string{"splice start=1, operands exchanged: undef, a"}, false},
		{"<4 x i32> z z z z", []string{"zero"}, false},
		{"shufflevector <2 x i8> poison, <2 x i8> poison, <2 x i32> <i32 0, i32 3>", []string{"undefined"}, false},

		// The seed's example of a blend, of constants alone.
		{"%x = shufflevector <4 x i32> <i32 20, i32 21, i32 22, i32 23>, <4 x i32> <i32 90, i32 91, i32 92, i32 93>, <4 x i32> <i32 0, i32 5, i32 6, i32 3>", []string{"blend second=0x6 of constant, constant"}, false},
		{"shufflevector <4 x i32> splat (i32 3), <4 x i32> splat (i32 4), <4 x i32> <i32 1, i32 5, i32 6, i32 0>", []string{"blend second=0x6 of constant, constant"}, false},
		{"shufflevector <4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>", []string{"reverse of constant"}, false},
		{"shufflevector <4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> %x, <4 x i32> <i32 0, i32 4, i32 1, i32 5>", []string{"zip half=low group=1, operands exchanged: constant, a"}, false},
		{"shufflevector <4 x i32> %x, <4 x i32> <i32 0, i32 9, i32 0, i32 0>, <4 x i32> <i32 0, i32 4, i32 1, i32 6>", []string{"zip half=low group=1", "zero-extend factor=2 start=0"}, false},
		{"shufflevector <4 x i32> %x, <4 x i32> splat (i32 7), <4 x i32> <i32 5, i32 6, i32 0, i32 1>", []string{"shift-left amount=2 of a, constant"}, false},
		{"i32x4 -> a1 a2 a3 #7", []string{"shift-right amount=1 of a, constant", "splice start=1 of a, constant"}, false},
		{"i32x4 -> a0 #5 #6 a3", []string{"blend second=0x6 of a, constant"}, false},
		{"i32x4 i32x4 i32x4 -> c0 b0 c1 b1", []string{"zip half=low group=1, operands exchanged: c, b"}, false},
		{"i32x4 -> #1 #1 #1 #1", []string{"broadcast lane=0 of constant"}, false},
		{"i32x4 -> #1 #2 #3 #4", nil, false},
		{"i32x4 -> a0 a1 #1 #2 #3 #4", nil, false},

		{long(128, func(i int) int { return (i + 2) % 128 }), []string{"rotate amount=1 direction=right width=16"}, false},
		{long(256, func(i int) int { return i ^ 4 }), []string{"xor-swap mask=1 width=32"}, false},
		{long(128, func(i int) int { return (i + 1) % 128 }), nil, true},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		nature := new(form.Naturalist).Nature(f)
		var all []string
		for i := range nature.Names {
			all = append(all, nature.Names[i].Text(f.Map.Bits))
		}
		at := 0
		for _, want := range row.want {
			k := slices.Index(all[at:], want)
			if k < 0 {
				t.Errorf("%s: %q, missing or out of order: %s", row.text, all, want)
				break
			}
			at += k
		}
		if row.want == nil && len(all) > 0 || row.unnamed != (nature.Unnamed != "") {
			t.Errorf("%s: %q, unnamed %q", row.text, all, nature.Unnamed)
		}
	}
}

// The canonical form says which of the sources it begins with.
func TestExchangeOfCanonicalForms(t *testing.T) {
	for text, want := range map[string]string{
		"<4 x i32> 0 5 2 7":                  "",
		"<4 x i32> 4 1 2 3":                  "b, a",
		"<4 x i32> 7 6 5 4":                  "b",
		"i32x4 i32x4 i32x4 -> c0 a1 b2 a3":   "c, a, b",
		"i32x4 i32x8 -> b0 a1":               "b, a",
		"i32x4 i32x4 -> b0 z #7 b1":          "b",
		"<4 x i32> 3 2 1 z":                  "",
		"i32x4 i32x4 i32x4 -> a0 b1 a2 b3 _": "",
	} {
		f, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Fatal(err)
		}
		nature := new(form.Naturalist).Nature(f)
		if got := strings.Join(nature.Exchange(), ", "); got != want {
			t.Errorf("%s: the canonical %s is of %q, want %q", text, nature.Canonical, got, want)
		}
	}
}
