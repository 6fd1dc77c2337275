package debug_test

import (
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// TestTimeline: each column is what stands at its position, the columns are as even as can be, and the session stands where it stood.
func TestTimeline(t *testing.T) {
	r := chance.Random(t, 9)
	columns, begun := 0, 0
	for range 40 {
		make, _, _ := random(t, r)
		s, probe := make(), make()
		here := r.IntN(60)
		s.Seek(here)
		here = s.Position()
		from := r.IntN(60) * r.IntN(2)
		to, n := from+r.IntN(100), 1+r.IntN(30)
		all, err := s.Timeline(background, from, to, n)
		if err != nil || s.Position() != here {
			t.Fatalf("it stands at %d instead of %d: %v", s.Position(), here, err)
		}
		last := from
		for _, m := range all {
			if gap := m.Position - last; gap < 1 || gap > (to-from+n-1)/n {
				t.Errorf("from %d to %d in %d: %d follows %d", from, to, n, m.Position, last)
			}
			last = m.Position
			columns++
			probe.Seek(m.Position)
			g := probe.Groups()[m.Group]
			if probe.Last() == nil {
				begun++
			} else if op, _ := probe.Code.OpAt(probe.Last().Offset); op != m.Op || int(probe.Last().Place.SIMDGroup) != m.Group {
				t.Errorf("position %d: op %d of SIMD-group %d", m.Position, m.Op, m.Group)
			}
			if (probe.Last() == nil) != (m.Op < 0) || m.Exec != g.Exec || m.Present != g.Present() || m.Threadgroup != g.Place.Threadgroup {
				t.Errorf("position %d: %+v", m.Position, m)
			}
			for lane, c := range m.Text() {
				if active := g.Exec>>lane&1 != 0; active != (c == '#') || len(m.Text()) != machine.Lanes || m.Counts[lane] != uint16(g.Lane(0, lane)) {
					t.Errorf("position %d: %q", m.Position, m.Text())
				}
			}
		}
		probe.Seek(to)
		if end := probe.Position(); end > from && last < end-(to-from)/n-1 {
			t.Errorf("from %d to %d in %d: the last column is %d, and there are steps up to %d", from, to, n, last, end)
		}
	}
	if columns < 100 || begun < 3 {
		t.Errorf("%d columns, %d of which begin a threadgroup", columns, begun)
	}
}
