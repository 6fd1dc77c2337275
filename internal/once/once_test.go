package once_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lanescope/lanescope/internal/once"
)

// Whoever asks gets what the first one found, however many ask at once.
func TestTable(t *testing.T) {
	var table once.Table[int, *int]
	var finds atomic.Int64
	var all sync.WaitGroup
	got := make([]*int, 64)
	for k := range got {
		all.Go(func() {
			got[k] = table.Of(k%4, func() *int {
				finds.Add(1)
				return &k
			})
		})
	}
	all.Wait()
	if n := finds.Load(); n != 4 {
		t.Errorf("4 keys were found %d times", n)
	}
	for k, p := range got {
		if p != got[k%4] || *p%4 != k%4 {
			t.Errorf("%d is not what was found first", k)
		}
	}
}

// What was found is there at once: nothing is made to find it again.
func TestFoundCostsNothing(t *testing.T) {
	var table once.Table[int, string]
	find := func() string { return "found" }
	if n := testing.AllocsPerRun(100, func() {
		if got := table.Of(7, find); got != "found" {
			t.Errorf("it is %q", got)
		}
	}); n != 0 {
		t.Errorf("what was found is asked for, which allocates %v times", n)
	}
}
