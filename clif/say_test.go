package clif_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/lanescope/lanescope/clif"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// Cranelift's shuffle makes 16 bytes of 32. Several make what has more than two sources; none makes a constant, or nothing certain.
func TestSaid(t *testing.T) {
	moves := func(m lane.Map) bool {
		of128 := func(lanes int) bool { return lanes*m.Bits == 128 }
		return of128(len(m.Lane)) && !slices.ContainsFunc(m.Src, func(n int) bool { return !of128(n) }) &&
			!slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind != lane.Source })
	}
	dialecttest.Said(t, clif.Dialect(), chance.Random(t, 1), dialecttest.Saying{
		Operand: func(k int) string { return "v" + strconv.Itoa(k) },
		One:     func(m lane.Map) bool { return moves(m) && len(m.Src) <= 2 },
		Several: moves,
		Shape:   dialecttest.Shape{Bits: []int{8, 16, 32, 64}, Lanes: []int{16, 8, 4, 2, 32}, Sources: 4, Constants: true},
	})
}
