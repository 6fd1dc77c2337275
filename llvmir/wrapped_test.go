package llvmir_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/shufflevector"
)

// A program whose instructions are wrapped in any places where LLVM lets them be is the same one, with comments at the ends of its lines too; an error points to where it is in the wrapped text.
func TestWrapped(t *testing.T) {
	const text = `define void @f(ptr %p, ptr %q) {
  %a = load <8 x i16>, ptr %p
  %b = bitcast <8 x i16> %a to <4 x i32>
  %c = shufflevector <4 x i32> %b, <4 x i32> poison, <8 x i32> <i32 1, i32 0, i32 undef, i32 2, i32 3, i32 3, i32 1, i32 0>
  %d = shufflevector <8 x i32> %c, <8 x i32> %c, <8 x i32> zeroinitializer
  %e = shufflevector <8 x i32> %d, <8 x i32> %c, <4 x i32> <i32 0, i32 9, i32 11, i32 15>
  store <4 x i32> %e, ptr %q
  ret void
}`
	want, err := form.Parse(text, form.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := chance.Random(t, 0)
	ends := []string{"\n", "\n\t", " ; here < ( is a comment\n   ", "\r\n", "\n\n ; one alone\n"}
	wrappedLines := 0
	for range 300 {
		var b strings.Builder
		open := 0
		for i := range len(text) {
			open += shufflevector.Brackets.Open(text[i : i+1])
			rest := text[i+1:]
			if text[i] == ' ' && (open > 0 || strings.HasPrefix(rest, "<i32") || strings.HasPrefix(rest, "zeroinitializer")) && rng.IntN(4) == 0 {
				end := ends[rng.IntN(len(ends))]
				if open == 0 {
					end = ends[rng.IntN(3)]
				}
				b.WriteString(end)
				wrappedLines++
				continue
			}
			b.WriteByte(text[i])
		}
		got, err := form.Parse(b.String(), form.Options{})
		if err != nil || got.Map.String() != want.Map.String() || strings.Join(got.Names, " ") != strings.Join(want.Names, " ") {
			t.Fatalf("%s\nis %v of %v, want %v of %v: %v", b.String(), got.Map, got.Names, want.Map, want.Names, err)
		}
	}
	if wrappedLines < 1000 {
		t.Errorf("%d lines were wrapped", wrappedLines)
	}
	_, err = form.Parse("define <4 x i32> @f(<4 x i32> %a) {\n  %r = shufflevector <4 x i32> %a, <4 x i32> %a, ; a\n  <4 x i32> <i32 0, i32 1,\n    i32 8, i32 0>\n  ret <4 x i32> %r\n}", form.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "4:9: ") {
		t.Errorf("%v, want an error at 4:9", err)
	}
}
