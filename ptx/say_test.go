package ptx_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/ptx"
)

// A prmt takes four bytes of two registers, of which one may be a number. Several take them of as many as there are.
func TestSaid(t *testing.T) {
	registers := func(m lane.Map) (n int, ok bool) {
		var read []int
		for _, l := range m.Lane {
			switch {
			case l.Kind == lane.Undefined, l.Kind == lane.Source && m.Src[l.Src]*m.Bits != 32:
				return 0, false
			case l.Kind == lane.Constant:
				l.Src = -1
			}
			if !slices.Contains(read, l.Src) {
				read = append(read, l.Src)
			}
		}
		return len(read), len(m.Lane)*m.Bits == 32
	}
	dialecttest.Said(t, ptx.Dialect(), chance.Random(t, 1), dialecttest.Saying{
		Operand: func(k int) string { return "%" + lane.SourceName(k) },
		One:     func(m lane.Map) bool { n, ok := registers(m); return ok && n <= 2 },
		Several: func(m lane.Map) bool { _, ok := registers(m); return ok },
		Shape:   dialecttest.Shape{Bits: []int{8, 16, 32}, Lanes: []int{4, 2, 1}, Sources: 4, Constants: true},
	})
}
