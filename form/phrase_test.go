package form_test

import (
	"testing"

	"github.com/lanescope/lanescope/form"
)

// What people would say of what they paste.
func TestPhrases(t *testing.T) {
	var n form.Naturalist
	for text, want := range map[string]string{
		"<4 x i32> 0 4 1 5": "interleave the low halves of %a and %b",
		"%r = shufflevector <4 x i32> %hi, <4 x i32> %lo, <4 x i32> <i32 4, i32 0, i32 5, i32 1>": "interleave the low halves of %lo and %hi",
		"v.bgra": "swap lanes 0 and 2 of v (R and B)",
		"<16 x i8> 2 1 0 3 6 5 4 7 10 9 8 11 14 13 12 15": "swap lanes 0 and 2 of every 4 lanes of %a (R and B)",
		"<4 x i32> 3 1 2 0":          "swap lanes 0 and 3 of %a",
		"<4 x i32> 3 2 1 0":          "reverse %a",
		"<4 x i32> 0 5 2 7":          "blend of %a and %b",
		"<4 x i32> 1 2 3 z":          "shift %a right by 1, with zeros behind",
		"<8 x i16> 3 1 0 2 7 5 9 12": "a shuffle of %a and %b",
		"<4 x i32> z z z z":          "zero",
	} {
		f, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		nature := n.Nature(f)
		if got := nature.Phrase(f); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
