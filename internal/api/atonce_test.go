package api

import (
	"strings"
	"sync/atomic"
	"testing"
)

// All is done once, and a panic reaches whoever asked, with the place where it was.
func TestAtOnce(t *testing.T) {
	for _, n := range []int{0, 1, 7, 100} {
		var done [100]atomic.Int32
		atOnce(n, func(k int) { done[k].Add(1) })
		for k := range done {
			if got := done[k].Load() == 1; got != (k < n) {
				t.Errorf("%d of %d was done %d times", k, n, done[k].Load())
			}
		}
	}
	defer func() {
		if p, _ := recover().(string); !strings.HasPrefix(p, "four") || !strings.Contains(p, "TestAtOnce") {
			t.Errorf("panic %q, want that of the fourth and its stack", p)
		}
	}()
	atOnce(9, func(k int) {
		if k == 4 {
			panic("four")
		}
	})
}
