package goexpr_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/goexpr"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// What is said is read back as the same map. A lane that is open has some value in Go.
func TestSaid(t *testing.T) {
	dialecttest.Said(t, goexpr.Dialect(), chance.Random(t, 1), dialecttest.Saying{
		Operand: lane.SourceName,
		Fills:   true,
		Shape:   dialecttest.Vectors,
	})
}
