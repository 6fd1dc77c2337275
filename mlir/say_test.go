package mlir_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/mlir"
)

// A vector.shuffle has two vectors of one length, or one, and lanes of them only, or of nothing. Several have vectors of any length.
func TestSaid(t *testing.T) {
	moves := func(m lane.Map) bool {
		return !slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Constant })
	}
	one := func(m lane.Map) bool {
		return moves(m) && (len(m.Src) == 1 || len(m.Src) == 2 && m.Src[0] == m.Src[1])
	}
	dialecttest.Said(t, mlir.Dialect(), chance.Random(t, 1), dialecttest.Saying{
		Operand: func(k int) string { return "%" + lane.SourceName(k) },
		One:     one,
		Several: func(m lane.Map) bool {
			return one(m) || moves(m) && slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Source })
		},
		Shape: dialecttest.Vectors,
	})
}
