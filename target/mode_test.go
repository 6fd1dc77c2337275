package target_test

import (
	"testing"

	"github.com/lanescope/lanescope/target"
)

// Modes of two rows are one where that does what both want, and no other.
func TestModesTogether(t *testing.T) {
	whole32 := target.Mode{Elem: 32, Lanes: 4, Bits: 128}
	kept := target.Mode{Elem: 32, Lanes: 4, Bits: 128, Off: true}
	three := target.Mode{Elem: 32, Lanes: 3, Bits: 128, Tail: true}
	half := target.Mode{Elem: 32, Lanes: 2, Bits: 128, Half: true}
	whole := target.Mode{Bits: 128}
	for _, c := range []struct {
		m, n target.Mode
		want string
	}{
		{whole32, kept, "vsetivli zero, 4, e32, m1, ta, mu"},
		{whole32, whole, "vsetivli zero, 4, e32, m1, ta, ma"},
		{whole, whole, "vsetivli zero, 16, e8, m1, ta, ma"},
		{target.Mode{}, three, "vsetivli zero, 3, e32, m1, tu, ma"},
		{target.Mode{}, half, "vsetivli zero, 2, e32, mf2, ta, ma"},
		{target.Mode{Bits: 256}, target.Mode{}, "vsetvli t0, zero, e8, m1, ta, ma"},
		{target.Mode{}, target.Mode{}, ""},
		{three, whole, "none"},
		{whole, half, "none"},
		{whole32, three, "none"},
		{whole32, target.Mode{Elem: 64, Lanes: 2, Bits: 128}, "none"},
	} {
		for _, pair := range [][2]target.Mode{{c.m, c.n}, {c.n, c.m}} {
			both, ok := pair[0].With(pair[1])
			got := both.Text()
			if !ok {
				got = "none"
			}
			if got != c.want {
				t.Errorf("%v with %v: %q, want %q", pair[0], pair[1], got, c.want)
			}
		}
	}
}
