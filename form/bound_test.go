package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// Operands with the same names on both sides are the same operands, whatever their order; others are bound in order.
func TestBind(t *testing.T) {
	for _, row := range []struct{ a, b, want string }{
		{"shufflevector <2 x i8> %hi, <2 x i8> %lo, <2 x i32> <i32 0, i32 2>", "shufflevector <2 x i8> %lo, <2 x i8> %hi, <2 x i32> <i32 0, i32 2>", "differ; bound by name: a = %hi, b = %lo"},
		{"shufflevector <2 x i8> %hi, <2 x i8> %lo, <2 x i32> <i32 0, i32 2>", "shufflevector <2 x i8> %lo, <2 x i8> %hi, <2 x i32> <i32 2, i32 0>", "equal; bound by name: a = %hi, b = %lo"},
		{"shufflevector <2 x i32> %hi, <2 x i32> %lo, <2 x i32> <i32 0, i32 2>", "__builtin_shufflevector(lo, hi, 2, 0)", "equal; bound by name: a = %hi and hi, b = %lo and lo"},
		{"shufflevector <2 x i8> %x, <2 x i8> %y, <2 x i32> <i32 0, i32 2>", "shufflevector <2 x i8> %p, <2 x i8> %q, <2 x i32> <i32 0, i32 2>", "equal; bound in order: a = %x and %p, b = %y and %q"},
		{"shufflevector <2 x i8> %x, <2 x i8> poison, <2 x i32> <i32 1, i32 0>", "shufflevector <2 x i8> %y, <2 x i8> %x, <2 x i32> <i32 3, i32 2>", "equal; bound by name: a = %x, b = %y"},
		{"shufflevector <2 x i8> %x, <2 x i8> %y, <2 x i32> <i32 1, i32 0>", "shufflevector <2 x i8> %y, <2 x i8> %x, <2 x i32> <i32 1, i32 0>", "differ; bound by name: a = %x, b = %y"},
		{"vpunpckldq xmm0, xmm1, xmm2", "vpunpckldq xmm0, xmm2, xmm1", "differ; bound by name: a = xmm1, b = xmm2"},
		{"vpunpckldq xmm0, xmm1, xmm2", "zip1 v0.4s, v1.4s, v2.4s", "equal; bound in order: a = xmm1 and v1, b = xmm2 and v2"},
		{"<4 x i32> 0 4 1 5", "i32x4 i32x4 -> a0 b0 a1 b1", "equal; "},
		{"shufflevector <2 x i8> %b, <2 x i8> %a, <2 x i32> <i32 0, i32 2>", "<2 x i8> 2 0", "equal; "},
		{"shufflevector <2 x i8> %c, <2 x i8> poison, <2 x i32> <i32 1, i32 0>", "shufflevector <2 x i8> %c, <2 x i8> %x, <2 x i32> <i32 1, i32 0>", "equal; bound by name: c = %c, e = %x"},
	} {
		f, err := form.Parse(row.a, form.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := form.Parse(row.b, form.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g, bound := form.Bind(f, g)
		v, err := form.Compare(f, g)
		verdict := "differ"
		if err == nil && v.Relation == lane.Equal {
			verdict = "equal"
		}
		if got := verdict + "; " + bound.String(); got != row.want || err != nil {
			t.Errorf("%s\n%s\n%s, want %s (%v)", row.a, row.b, got, row.want, err)
		}
	}
}

// An instruction over operands in any order is the same as over the operands in another order exactly if each lane reads the same lane of the same name.
func TestBindIsByName(t *testing.T) {
	rng := chance.Random(t, 21)
	same := 0
	for range 5000 {
		n := 1 + rng.IntN(3)
		names := []string{"%lo", "%hi"}
		lanes := [2][]string{}
		var text [2]string
		for k := range text {
			rng.Shuffle(2, func(i, j int) { names[i], names[j] = names[j], names[i] })
			var mask []string
			for range 2 {
				s := rng.IntN(2 * n)
				mask = append(mask, fmt.Sprintf("i32 %d", s))
				lanes[k] = append(lanes[k], fmt.Sprint(names[s/n], s%n))
			}
			text[k] = fmt.Sprintf("shufflevector <%d x i8> %s, <%d x i8> %s, <2 x i32> <%s>", n, names[0], n, names[1], strings.Join(mask, ", "))
		}
		f, err := form.Parse(text[0], form.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g, _ := form.Parse(text[1], form.Options{})
		g, bound := form.Bind(f, g)
		v, err := form.Compare(f, g)
		if err != nil || !bound.ByName {
			t.Fatalf("%s and %s: %v, %v", text[0], text[1], bound, err)
		}
		want := fmt.Sprint(lanes[0]) == fmt.Sprint(lanes[1])
		if want {
			same++
		}
		if got := v.Relation == lane.Equal; got != want {
			t.Fatalf("%s and %s: equal %v, by the names %v", text[0], text[1], got, want)
		}
	}
	if same < 100 {
		t.Errorf("only %d pairs are equal", same)
	}
}
