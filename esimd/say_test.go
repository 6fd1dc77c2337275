package esimd_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/esimd"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// What ESIMD, CM and the intrinsics of GenX say of a map is read back as that map. A lane that is open has some value in a variable.
func TestSaid(t *testing.T) {
	for k, d := range esimd.Dialects() {
		if d.Say == nil {
			continue
		}
		t.Run(d.Name, func(t *testing.T) {
			dialecttest.Said(t, d, chance.Random(t, uint64(k)), dialecttest.Saying{
				Operand: lane.SourceName,
				Fills:   true,
				Shape:   dialecttest.Vectors,
			})
		})
	}
}
