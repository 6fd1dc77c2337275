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
		"<4 x i32> 0 5 2 7":          "blend %a and %b",
		"<4 x i32> 1 2 3 z":          "shift %a right by 1, shifting in zeros",
		"<8 x i16> 3 1 0 2 7 5 9 12": "a shuffle of %a and %b",
		"<4 x i32> z z z z":          "zero",
	} {
		phrased(t, &n, text, want)
	}
}

// phrased wants one phrase of a form.
func phrased(t *testing.T, n *form.Naturalist, text, want string) {
	t.Helper()
	f, err := form.Parse(text, form.Options{})
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return
	}
	nature := n.Nature(f)
	if got := nature.Phrase(f); got != want {
		t.Errorf("%s: got %q, want %q", text, got, want)
	}
}

// Each phrase has a movement that it is said of, and one that is nearly the same and of which something else is said.
func TestPhrasesAndTheirNearMisses(t *testing.T) {
	var n form.Naturalist
	phrase := func(text string) string {
		f, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		nature := n.Nature(f)
		return nature.Phrase(f)
	}
	for _, row := range []struct{ text, want, near, other string }{
		{"i32x4 -> a2 a3 a0 a1", "swap the halves of a", "i32x4 -> a2 a3 a1 a0", "a shuffle of a"},
		{"i64x2 -> a1 a0", "swap the two lanes of a", "i64x2 -> a1 a1", "broadcast lane 1 of a"},
		{"i32x4 i32x4 -> a2 a3 b0 b1", "the high half of a and the low half of b", "i32x4 i32x4 -> a1 a2 a3 b0", "splice a and b, from lane 1 on"},
		{"i32x4 i32x4 -> a0 a1 b0 b1", "concatenate the low halves of a and b", "i32x4 i32x4 -> a0 a1 b0 b2", ""},
		{"i32x4 i32x4 -> a0 a1 a2 a3 b0 b1 b2 b3", "concatenate a and b", "i32x4 i32x4 -> a0 a1 a2 a3 b0 b1 b2", ""},
		{"i32x4 -> a2 a3 a2 a3", "duplicate the high half of a", "i32x4 -> a2 a3 a2 a2", ""},
		{"i32x8 -> a4 a5 a6 a7", "the high half of a", "i32x8 -> a3 a4 a5 a6", "extract lanes 3 to 6 of a"},
		{"i32x4 -> a0 a1 z z", "the low half of a, zero-extended", "i32x4 -> z z a0 a1", "shift a left by 64 bits, shifting in zeros"},
		{"i32x4 -> z z a2 a3", "zero the low half of a", "i32x4 -> z z a3 a2", ""},
		{"i16x8 -> a0 z z a3 z a5 a6 a7", "zero lanes 1, 2 and 4 of a", "i16x8 -> a0 z z a3 z a5 a6 z", "zero some lanes of a"},
		{"i8x4 -> a0 a1 a2 a3 z z z z z z z z z z z z", "zero-extend a from 32 to 128 bits", "i8x4 -> a0 a1 z z z z z z z z z z z z z z", ""},
		{"i32x2 -> a0 a1 a0 a1", "broadcast a", "i32x2 -> a0 a1 a1 a0", ""},
		{"i32x4 -> a0 z a2 a3", "zero lane 1 of a", "i32x4 -> a0 z a3 a2", "a shuffle of a and zeros within 64-bit blocks"},
		{"i32x8 -> a0 z a2 a3 a4 z z a7", "zero lanes 1, 5 and 6 of a", "i32x8 -> a0 z a2 a3 a4 z z a6", "a shuffle of a and zeros within 64-bit blocks"},
		{"i32x4 -> a0 z a2 z", "zero the odd lanes of a", "i32x4 -> a0 z a1 z", "zero-extend a from 32 to 64 bits"},
		{"i32x4 i32x4 -> a0 b3 a2 a3", "insert lane 3 of b into a at lane 1", "i32x4 i32x4 -> a0 b3 b2 a3", "a shuffle of a and b"},
		{"i32x1 i32x4 -> b0 b1 b2 a0", "insert a into b at lane 3", "i32x1 i32x4 -> b0 b1 a0 a0", ""},
		{"i32x4 -> a0 a3 a2 a3", "copy lane 3 of a to lane 1", "i32x4 -> a0 a3 a2 a1", "swap lanes 1 and 3 of a"},
		{"i32x4 -> a0 #3f800000 a2 a3", "insert a constant into a at lane 1", "i32x4 -> a0 #3f800000 a3 a2", "a shuffle of a and a constant within 64-bit blocks"},
		{"i8x16 i8x16 -> a0 a1 a2 a3 b8 b9 b10 b11 a8 a9 a10 a11 a12 a13 a14 a15", "insert lane 2 of b into a at lane 1, as 32-bit lanes",
			"i8x16 i8x16 -> a0 a1 a2 a3 b8 b9 b10 b12 a8 a9 a10 a11 a12 a13 a14 a15", "a shuffle of a and b"},
		{"i32x4 i32x4 i32x4 -> a0 b0 c0 a1 b1 c1 a2 b2 c2 a3 b3 c3", "interleave a, b and c", "i32x4 i32x4 i32x4 -> a0 b0 c0 a1 b1 c1 a2 c2 b2 a3 b3 c3", "a shuffle of a, b and c"},
		{"i32x4 i32x4 i32x4 -> a2 b2 c2", "lane 2 of each of a, b and c", "i32x4 i32x4 i32x4 -> a2 b2 c1", "a shuffle of a, b and c"},
		{"i8x16 i8x16 i8x16 -> a4 b4 c4 a5 b5 c5", "interleave lanes 4 to 5 of a, b and c", "i8x16 i8x16 i8x16 -> a4 b4 c4 a5 b5 c6", "a shuffle of a, b and c"},
		{"i32x4 -> a3 a0", "lanes 3 and 0 of a", "i32x4 -> a2 a3", "the high half of a"},
		{"i8x16 -> a4 a5 a6 a7 a0 a1 a2 a3", "lanes 1 and 0 of a, as 32-bit lanes", "i8x16 -> a4 a5 a6 a7 a0 a1 a2 a2", "a shuffle of a"},
		{"i16x8 -> a1 a0 a3 a2 a5 a4 a7 a6", "swap adjacent lanes of a", "i16x8 -> a1 a0 a3 a2 a5 a4 a6 a7", "a shuffle of a within 64-bit blocks"},
		{"i8x16 -> a2 a3 a0 a1 a6 a7 a4 a5 a10 a11 a8 a9 a14 a15 a12 a13", "swap adjacent 16-bit lanes of a", "i8x8 -> a1 a0 a3 a2 a5 a4 a7 a6", "reverse the bytes of every 16 bits of a"},
		{"i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12", "reverse the bytes of every 32 bits of a", "i16x8 -> a3 a2 a1 a0 a7 a6 a5 a4", "reverse every 4 lanes of a"},
		{"i8x4 -> a3 a2 a1 a0", "reverse the bytes of a", "i16x4 -> a3 a2 a1 a0", "reverse a"},
		{"i8x16 -> a0 a4 a8 a12 a1 a5 a9 a13 a2 a6 a10 a14 a3 a7 a11 a15", "transpose a as a 4 by 4 matrix", "i32x8 -> a0 a2 a4 a6 a1 a3 a5 a7", "deinterleave a into halves"},
		{"i32x8 -> a0 a4 a1 a5 a2 a6 a3 a7", "interleave the halves of a", "i32x8 -> a0 a2 a4 a6 a1 a3 a7 a5", ""},
		{"i32x4 i32x4 -> a0 a2 b0 b2", "the even lanes of a and b", "i32x4 i32x4 -> a0 a2 b1 b3", ""},
		{"i32x4 -> a0 a2 a0 a2", "the even lanes of a, repeated", "i32x8 -> a1 a3 a5 a7", "the odd lanes of a"},
		{"i8x16 -> a0 a4 a8 a12", "every 4th lane of a", "i8x8 -> a0 a2 a4 a6", "the even lanes of a"},
		{"i32x4 -> a0 z z z", "zero-extend lane 0 of a to 128 bits", "i32x4 -> a1 z a2 z", ""},
		{"i8x8 -> a4 z a5 z a6 z a7 z", "zero-extend a from 8 to 16 bits, from lane 4 on", "i8x8 -> a4 z a5 z a6 z a6 z", "a shuffle of a and zeros"},
		{"i32x8 i32x8 -> a0 b0 a1 b1 a4 b4 a5 b5", "interleave the low halves of a and b, in each 128-bit block", "i32x8 i32x8 -> a0 b0 a1 b1 a2 b2 a3 b3", "interleave the low halves of a and b"},
		{"i32x4 i32x4 -> a0 b0 a2 b2", "interleave the even lanes of a and b", "i32x4 i32x4 -> a0 b0 a1 b1", "interleave the low halves of a and b"},
		{"i32x8 -> a5 a4 a7 a6 a1 a0 a3 a2", "swap lanes i and i^5 of a", "i32x8 -> a5 a4 a7 a6 a1 a0 a2 a3", "a shuffle of a"},
		{"i32x4 i32x4 -> b0 a0 a1 a2", "shift a left by 1, shifting in b", "i32x8 i32x8 -> b0 a0 a1 a2 a3 b5 b6 b7", "insert the low 4 lanes of a into b at lane 1"},
		{"i32x4 i32x4 -> a1 b0 a3 b2", "interleave the odd lanes of a with the even lanes of b", "i32x4 i32x4 -> a1 b0 a3 b1", ""},
		{"i8x16 -> a1 a5 a9 a13", "every 4th lane of a, from lane 1 on", "i8x16 -> a0 a4 a8 a12", "every 4th lane of a"},
		{"i16x24 -> a2 a5 a8 a11 a14 a17 a20 a23", "every 3rd lane of a, from lane 2 on", "i8x44 -> a0 a22", "every 22nd lane of a"},
		{"i8x42 -> a0 a21", "every 21st lane of a", "i8x22 -> a0 a11", "every 11th lane of a"},
		{"i8x24 -> a0 a12", "every 12th lane of a", "i8x26 -> a0 a13", "every 13th lane of a"},
		{"i8x46 -> a0 a23", "every 23rd lane of a", "i8x64 -> a0 a32", "every 32nd lane of a"},
		{"i32x4 -> a0 a0 a1 a1", "duplicate each lane of a", "i32x4 -> a0 a0 a2 a2", "duplicate the even lanes of a"},
	} {
		if got := phrase(row.text); got != row.want {
			t.Errorf("%s: got %q, want %q", row.text, got, row.want)
		}
		if got := phrase(row.near); got == row.want || row.other != "" && got != row.other {
			t.Errorf("%s: got %q, want %q", row.near, got, row.other)
		}
	}
}
