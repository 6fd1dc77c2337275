package maskcall_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/maskcall"
)

// What a language says reads back as the same map.
func TestSaid(t *testing.T) {
	for k, d := range maskcall.Dialects() {
		if d.Say == nil {
			continue
		}
		t.Run(d.Name, func(t *testing.T) {
			dialecttest.Said(t, d, chance.Random(t, uint64(k)), dialecttest.Saying{
				Operand: lane.SourceName,
				Shape:   dialecttest.Vectors,
			})
		})
	}
}
