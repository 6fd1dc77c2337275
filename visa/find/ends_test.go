package find

import (
	"context"
	"errors"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
)

// An ending context is over when it was asked so many times.
type ending struct {
	context.Context
	asked, most int
}

func (e *ending) Err() error {
	if e.asked++; e.asked > e.most {
		return context.Canceled
	}
	return nil
}

// A search that ends with its context has the movs that it had before, and is not asked again: not of one window, and of several it says that there was no time.
func TestFindEndsWithItsContext(t *testing.T) {
	for _, row := range []struct {
		lanes int
		fails bool
	}{{64, false}, {256, true}} {
		m := lane.Map{Bits: 8, Src: []int{row.lanes}, Lane: make([]lane.Lane, row.lanes)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(0, (i*i*7+i*11+row.lanes-1)%row.lanes)
		}
		f, d := framed(m, visa.UB, 32)
		ctx := &ending{Context: t.Context(), most: 5}
		found, err := f.Find(ctx, m, 1<<40)
		switch {
		case ctx.asked > ctx.most+2: // in the search, and before the next window
			t.Errorf("%d lanes: it went on, and asked %d times, of which %d were in time", row.lanes, ctx.asked, ctx.most)
		case row.fails:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%d lanes: %v", row.lanes, err)
			}
		case err != nil || found.IsMinimal():
			t.Errorf("%d lanes: %v, minimal %v", row.lanes, err, found.IsMinimal())
		default:
			makes(t, m, found.Insts, d)
		}
	}
}
