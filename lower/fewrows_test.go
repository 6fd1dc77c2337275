package lower_test

import (
	"errors"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// Of a target with few rows, as those of one mode are, maps of any cell are lowered, or there is none: it is no bug that there is no row of a kind.
func TestFewRows(t *testing.T) {
	t.Parallel()
	r := chance.Random(t, 45)
	asked, found := 0, 0
	for _, name := range []string{"rvv128", "rvv128+zvbb", "rvv256"} {
		tg := targetNamed(t, name)
		cells := gateCells(tg)
		for _, one := range tg.InOneMode() {
			l := new(lower.Lowerer)
			for range 2 {
				c := cells[r.IntN(len(cells))]
				m := c.kind.randomMap(r, c.bits, c.total/c.bits, c.sources)
				if r.IntN(8) == 0 {
					for i := range m.Lane {
						m.Lane[i] = lane.Zero()
					}
				}
				o := lower.Options{Target: one.Target, Budget: 1 << 10, Effort: []lower.Effort{lower.Best, lower.Quick}[r.IntN(2)], MaxConstants: lower.AtMost(r.IntN(3))}
				asked++
				got, err := l.Lower(t.Context(), m, o)
				switch {
				case err == nil:
					found++
					if want, err := got.Sequence.Map(); err != nil || want.Check() != nil {
						t.Errorf("%s in mode %v: %v: %v, %v", name, one.Mode, m, want, err)
					}
				case errors.Is(err, t.Context().Err()):
					t.Errorf("%s in mode %v: %v: %v", name, one.Mode, m, err)
				}
			}
		}
	}
	t.Logf("%d of %d maps are lowered", found, asked)
	if asked < 100 || found == 0 {
		t.Errorf("%d of %d maps are lowered: these are no test", found, asked)
	}
}
