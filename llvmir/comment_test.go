package llvmir_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
)

// Instructions with semicolons between them are all read, and what is no instruction behind one is a comment.
func TestInstructionsBehindSemicolons(t *testing.T) {
	const zip = "shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>"
	const reverse = "shufflevector <4 x i32> %t, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>"
	for _, row := range []struct{ text, want string }{
		{"%t = " + zip + "; %r = " + reverse, "i32x4 i32x4 -> b1 a1 b0 a0"},
		{"%t = " + zip + " ;%r=" + reverse, "i32x4 i32x4 -> b1 a1 b0 a0"},
		{"%t = " + zip + "; " + reverse, "i32x4 i32x4 -> b1 a1 b0 a0"},
		{"%t = " + zip + ";\n%r = " + reverse + ";", "i32x4 i32x4 -> b1 a1 b0 a0"},
		{"%\"t;u\" = " + zip + "; %\"r;s\" = " + strings.Replace(reverse, "%t", "%\"t;u\"", 1), "i32x4 i32x4 -> b1 a1 b0 a0"},
		{"%t = " + zip + ", !dbg !7; %r = " + reverse + ", !dbg !8", "i32x4 i32x4 -> b1 a1 b0 a0"},
		{"%t = " + zip + "; %u = " + reverse + "; %r = " + strings.Replace(reverse, "%t", "%u", 1), "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"%w = bitcast <4 x i32> %a to <8 x i16>; %r = trunc <8 x i16> %w to <8 x i8>", "i8x16 -> a0 a2 a4 a6 a8 a10 a12 a14"},
		{"%t = " + zip + " ; the low halves", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"%t = " + zip + " ; %r has both = %a and %b", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"%t = " + zip + " ; the low\n; %r = " + reverse, "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"%t = " + zip + "\n; %r = " + reverse, "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"; %r = " + reverse + "\n%t = " + zip, "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"; one\n ; and more\n%t = " + zip + "; the\n; end\n ; of it\n", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"%t = " + zip + " ; see ; %r = " + reverse, "i32x4 i32x4 -> a0 b0 a1 b1"},

		{"%t = " + zip + ";< 4 x i32> %t", "form:1:90: error: "},
		{"%t = " + zip + "; < x i32> %t", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{zip + "; %r = " + reverse, "form:1:83: error: expected the end: only a shuffle with a result's name before it can be followed by another"},
		{"%t = " + zip + "; %r = shuffelvector <4 x i32> %t", "form:1:94: error: expected shufflevector, or a vector type such as <4 x i32>"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if want, isError := strings.CutPrefix(row.want, "form:"); isError {
			_, what, _ := strings.Cut(want, "error: ")
			if err == nil || !strings.Contains(err.Error(), what) {
				t.Errorf("%s: %v, %v, want %s", row.text, f.Map, err, row.want)
			}
			continue
		}
		if err != nil || f.Map.String() != row.want {
			t.Errorf("%s: %s, %v, want %s", row.text, f.Map, err, row.want)
		}
	}
}
