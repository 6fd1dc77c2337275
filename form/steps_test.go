package form_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
)

// randomProgram is lines over four inputs and what the lines before made; every line shuffles two of them.
func randomProgram(r *rand.Rand) (text string) {
	names := []string{"p", "q", "v", "w"}
	for k := range 2 + r.IntN(5) {
		sel := make([]string, 8)
		for i := range sel {
			sel[i] = fmt.Sprint(r.IntN(16))
		}
		to := fmt.Sprintf("t%d", k)
		if r.IntN(4) == 0 {
			to = names[r.IntN(len(names))] // of which another value was read
		}
		text += fmt.Sprintf("%s = __builtin_shufflevector(%s, %s, %s);\n", to, names[r.IntN(len(names))], names[r.IntN(len(names))], strings.Join(sel, ", "))
		names = append(names, to)
	}
	return text
}

// Where the lanes of the last step come from is what the program as a whole reads, lane by lane: followed by their origins, and by composing maps.
func TestOrigins(t *testing.T) {
	r := chance.Random(t, 0)
	for range 200 {
		text := randomProgram(r)
		whole, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		steps := form.Steps(text, form.Options{})
		if len(steps) != strings.Count(text, "\n") {
			t.Fatalf("%s: %d steps", text, len(steps))
		}
		last := steps[len(steps)-1]
		for i, l := range last.Map.Lane {
			got, want := last.Origins[l.Src][l.Index], whole.Map.Lane[i].Src+1
			if got != want {
				t.Fatalf("%slane %d of the last line comes from source %d, of the whole from %d", text, i, got, want)
			}
		}
	}
}

// Lanes that are wider than those before have an origin while their parts have one, and the parts are not lost.
func TestOriginsOfWidths(t *testing.T) {
	for _, row := range []struct {
		text string
		want [][]int // of the last line's first source
	}{
		{"t = _mm_unpacklo_epi32(a, b); u = _mm_unpacklo_epi64(t, t); r = _mm_shuffle_epi32(u, 27)", [][]int{{0, 0}, {1, 2, 1, 2}}},
		{"t = _mm_unpacklo_epi64(a, b); r = _mm_shuffle_epi32(t, 27)", [][]int{{1, 1, 2, 2}}},
		{"t = _mm_unpacklo_epi64(a, b); r = _mm_unpacklo_epi8(t, t)", [][]int{slices.Concat(slices.Repeat([]int{1}, 8), slices.Repeat([]int{2}, 8))}},
		{"vpermq ymm1, ymm0, 78\nvpshufd xmm2, xmm1, 27", [][]int{{1, 1, 1, 1}}},
		{"i32x4 -> a0 z a1 a2", nil},
	} {
		steps := form.Steps(row.text, form.Options{})
		if len(steps) < len(row.want)+1 && row.want != nil {
			t.Errorf("%s: %d steps", row.text, len(steps))
			continue
		}
		for k, want := range row.want {
			if got := steps[len(steps)-len(row.want)+k].Origins[0]; !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", row.text, got, want)
			}
		}
	}
}

// The steps of a function are the lines in it, without its head, labels and end.
func TestStepsOfFunctions(t *testing.T) {
	for _, text := range []string{
		"define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b) {\nentry:\n  %t = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>\n  %r = shufflevector <4 x i32> %t, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>\n  ret <4 x i32> %r\n}",
		"__m128 f(__m128 lo, __m128 hi) {\n __m128 t = _mm_shuffle_ps(lo, hi, 0x44);\n return _mm_shuffle_ps(t, t, 0x1b);\n}",
	} {
		steps := form.Steps(text, form.Options{})
		if len(steps) != 2 || strings.TrimLeft(steps[0].To, "%") != "t" || strings.TrimLeft(steps[1].Names[0], "%") != "t" {
			t.Errorf("%s: %+v", text, steps)
		}
	}
}
