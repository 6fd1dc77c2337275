package llvmir_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/llvmir"
)

// What LLVM says of a map, in one instruction or several, is read back as that map.
func TestSaid(t *testing.T) {
	dialecttest.Said(t, llvmir.Dialect(), chance.Random(t, 1), dialecttest.Saying{
		Operand: func(k int) string { return "%" + lane.SourceName(k) },
		Shape:   dialecttest.Vectors,
	})
}
