package find

import (
	"context"
	"errors"
	"testing"

	"github.com/lanescope/lanescope/internal/ending"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
)

// A search that ends with its context has the movs that it had before, and is not asked again: not of one window, and of several it says that there was no time.
func TestFindEndsWithItsContext(t *testing.T) {
	const most = 5
	for _, row := range []struct {
		lanes int
		fails bool
	}{{64, false}, {256, true}} {
		m := lane.Map{Bits: 8, Src: []int{row.lanes}, Lane: make([]lane.Lane, row.lanes)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(0, (i*i*7+i*11+row.lanes-1)%row.lanes)
		}
		f, d := framed(m, visa.UB, 32)
		ctx := ending.After(t.Context(), most)
		found, err := f.Find(ctx, m, 1<<40)
		switch {
		case ctx.Late() > 2: // in the search, and before the next window
			t.Errorf("%d lanes: it went on, and asked %d times, of which %d were in time", row.lanes, ctx.Asked(), most)
		case row.fails:
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%d lanes: %v", row.lanes, err)
			}
		case err != nil || found.IsMinimal():
			t.Errorf("%d lanes: %v, minimal %v", row.lanes, err, found.IsMinimal())
		default:
			makes(t, m, found.Insts, d)
		}
	}
}
