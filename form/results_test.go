package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
)

// A name is the same source in every form; what has none is called as lane notation calls it.
func TestResults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		forms []string
		want  string
	}{
		{[]string{"_mm_unpacklo_epi32(x, y)", "_mm_unpackhi_epi32(x, y)"}, "x y: i32x4 i32x4 -> a0 b0 a1 b1, i32x4 i32x4 -> a2 b2 a3 b3"},
		{[]string{"_mm_unpacklo_epi32(x, y)", "_mm_unpackhi_epi32(y, x)"}, "x y: i32x4 i32x4 -> a0 b0 a1 b1, i32x4 i32x4 -> b2 a2 b3 a3"},
		{[]string{"_mm_unpacklo_epi32(x, y)", "_mm_unpacklo_epi64(y, w)"}, "x y w: i32x4 i32x4 i32x4 -> a0 b0 a1 b1, i32x4 i32x4 i32x4 -> b0 b1 c0 c1"},
		{[]string{"i32x4 -> a3 a2 a1 a0", "i64x2 -> a1 a0"}, "a: i32x4 -> a3 a2 a1 a0, i32x4 -> a2 a3 a0 a1"},
		{[]string{"<4 x i32> 0 4 1 5", "<4 x i32> 2 6 3 7"}, "a b: i32x4 i32x4 -> a0 b0 a1 b1, i32x4 i32x4 -> a2 b2 a3 b3"},
		{[]string{"<4 x i32> 0 4 1 5", "_mm_unpackhi_epi32(a, b)"}, "a b: i32x4 i32x4 -> a0 b0 a1 b1, i32x4 i32x4 -> a2 b2 a3 b3"},
		{[]string{"i32x4 -> a0 a0 a0 a0", "i32x8 -> a0 a0 a0 a0"}, "error: result 1 reads a as 256 bits, and a result before it as 128"},
	} {
		var forms []form.Form
		for _, text := range c.forms {
			f, err := form.Parse(text, form.Options{})
			if err != nil {
				t.Fatal(err)
			}
			forms = append(forms, f)
		}
		maps, names, err := form.Results(forms)
		var said []string
		for _, m := range maps {
			said = append(said, m.String())
		}
		got := strings.Join(names, " ") + ": " + strings.Join(said, ", ")
		if err != nil {
			got = fmt.Sprint("error: ", err)
		}
		if got != c.want {
			t.Errorf("%q\ngives %s\nwant  %s", c.forms, got, c.want)
		}
	}
}
