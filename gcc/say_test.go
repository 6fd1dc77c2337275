package gcc_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/gcc"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// What is said of lanes of 32 bits, and in several statements of others, is read back as the same map.
func TestSaid(t *testing.T) {
	dialecttest.Said(t, gcc.Dialect(), chance.Random(t, 1), dialecttest.Saying{
		Operand: func(k int) string { return lane.SourceName(k) },
		Shape:   dialecttest.Vectors,
	})
}
