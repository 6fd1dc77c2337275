package ending_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/internal/ending"
)

// It ends behind as many questions as it may be asked, and not before, whoever asks; all are counted.
func TestContext(t *testing.T) {
	for most := range 5 {
		c := ending.After(t.Context(), most)
		for n := 1; n < 8; n++ {
			err := c.Err()
			if over := n > most; errors.Is(err, context.DeadlineExceeded) != over || !over && err != nil || c.Asked() != n || c.Late() != max(0, n-most) {
				t.Errorf("most %d: question %d: %v, asked %d, %d late", most, n, err, c.Asked(), c.Late())
			}
		}
	}
	c := ending.After(t.Context(), 50)
	var over sync.Map
	var wait sync.WaitGroup
	for n := range 100 {
		wait.Go(func() {
			if c.Err() != nil {
				over.Store(n, true)
			}
		})
	}
	wait.Wait()
	ended := 0
	over.Range(func(any, any) bool { ended++; return true })
	if ended != 50 || c.Asked() != 100 || c.Late() != 50 {
		t.Errorf("of 100 at once %d learnt of the end, asked %d, %d late", ended, c.Asked(), c.Late())
	}
}

// What ends the context below ends it too.
func TestBelow(t *testing.T) {
	below, cancel := context.WithCancel(t.Context())
	c := ending.After(below, 3)
	if err := c.Err(); err != nil {
		t.Error(err)
	}
	cancel()
	for n, want := range []error{context.Canceled, context.Canceled, context.DeadlineExceeded} {
		if err := c.Err(); err != want {
			t.Errorf("question %d behind its end: %v, want %v", n, err, want)
		}
	}
}
