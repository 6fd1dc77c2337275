package campaign_test

import (
	"context"
	"errors"
	"testing"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/ending"
)

// Verifying ends with its context, which is asked before each answer: what was checked by then is given.
func TestVerifyEndsWithItsContext(t *testing.T) {
	u, err := campaign.Join(merge(t, do(t, pairs(t, 3), 0, 1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	all, _, err := u.Verify(t.Context(), 1<<30, 1)
	if err != nil || all < 5 {
		t.Fatalf("%d answers: %v", all, err)
	}
	for most := range all {
		e := ending.After(t.Context(), most)
		checked, faults, err := u.Verify(e, 1<<30, 1)
		if !errors.Is(err, context.DeadlineExceeded) || checked > most || checked < most-len(u.Shards()) || len(faults) > 0 {
			t.Errorf("its context ended after %d questions: %d of %d were checked, %d faults, %v", most, checked, all, len(faults), err)
		}
	}
}
