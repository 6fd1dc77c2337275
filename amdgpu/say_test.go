package amdgpu_test

import (
	"strconv"
	"testing"

	"github.com/lanescope/lanescope/amdgpu"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
)

// What is said of registers is read back as the same map: its sources are v1, v2 and so on, in the order in which they stand.
func TestSaid(t *testing.T) {
	dialecttest.Said(t, amdgpu.Dialect(), chance.Random(t, 1), dialecttest.Saying{
		Operand: func(k int) string { return "v" + strconv.Itoa(k+1) },
		Shape:   dialecttest.Shape{Bits: []int{8, 16, 32}, Lanes: []int{4, 2, 1}, Sources: 4, Constants: true},
	})
}
