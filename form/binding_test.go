package form_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// A comment in front of a text says which operand is which source.
func TestBindingComment(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"// a = v1, b = v0\nzip1 v0.4s, v0.4s, v1.4s", "i32x4 i32x4 -> b0 a0 b1 a1"},
		{"// b = v7\nrev64 v0.4s, v7.4s", "i32x4 i32x4 -> b1 b0 b3 b2"},
		{"# a = xmm0, b = xmm1\nshufps xmm1, xmm0, 0x44", "i32x4 i32x4 -> b0 b1 a0 a1"},
		{"\n  // c = %y, a=%x\nshufflevector <2 x i8> %y, <2 x i8> %x, <2 x i32> <i32 0, i32 3>", "i8x2 i8x2 i8x2 -> c0 a1"},
		{"# xmm0 = xmm1[1,0]\n", "i64x2 -> a1 a0"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil {
			t.Errorf("%q: %v", row.text, err)
			continue
		}
		want, _ := lane.Parse(row.want)
		if v, err := form.Compare(f, form.Form{Map: want}); err != nil || v.Relation != lane.Equal || f.Text != row.text {
			t.Errorf("%q is %s, want %s", row.text, f.Map, row.want)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"// a = v1\nzip1 v0.4s, v0.4s, v1.4s", `2:6: "v0" is not among the sources v1`},
		{"// a = v0, b = v1\nzip1 v0.4s, v0.4s, v1.2d", "2:1: zip1 has no form with these operands"},
	} {
		if _, err := form.Parse(row.text, form.Options{}); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%q: %v, want %s", row.text, err, row.want)
		}
	}
	f, err := form.Parse("// a = v1, b = v0\nzip1 v0.4s, v0.4s, v1.4s", form.Options{Sources: []string{"v0", "v1"}})
	if err != nil || f.Map.Lane[0].Src != 0 {
		t.Errorf("what the caller says does not come before the comment: %s, %v", f.Map, err)
	}
}

// Any two vectors in AArch64's instructions and back are the same map, whichever is read first and whether both are.
func TestNEONIsRead(t *testing.T) {
	rng := chance.Random(t, 8)
	d, _ := form.ByName("neon")
	for range 40 {
		m := lane.Map{Bits: 32, Src: []int{4, 4, 4}[:1+rng.IntN(3)], Lane: make([]lane.Lane, 4)}
		for i := range m.Lane {
			if m.Lane[i] = lane.From(rng.IntN(len(m.Src)), rng.IntN(4)); rng.IntN(8) == 0 {
				m.Lane[i] = lane.Zero()
			}
		}
		lines, err := d.Translate(t.Context(), m)
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		f, err := form.Parse(strings.Join(lines, "\n"), form.Options{})
		if err != nil {
			t.Fatalf("%s: %q: %v", m, lines, err)
		}
		if v, err := form.Compare(f, form.Form{Map: m}); err != nil || v.Relation != lane.Equal {
			t.Fatalf("%s is said as %q, which is %s", m, lines, f.Map)
		}
	}
}
