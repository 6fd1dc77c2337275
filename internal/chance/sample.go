package chance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

// A Sample is what a test tries of much that there is: one of so many, by chance.
type Sample struct {
	R  *rand.Rand
	Of int // 1 takes all

	All, Tried, Answered int
}

// Takes says whether the next one is tried.
func (s *Sample) Takes() bool {
	if s.All++; s.R.IntN(s.Of) > 0 {
		return false
	}
	s.Tried++
	return true
}

// Ends says how many were tried and answered. The test fails where they are too few to say something: at least one of so many tried has to be answered.
func (s *Sample) Ends(t testing.TB, of int) {
	t.Helper()
	t.Logf("%d of %d answered, of %d that there are", s.Answered, s.Tried, s.All)
	if s.Answered < s.Tried/of || s.Tried < s.All/(2*s.Of) {
		t.Errorf("%d are answered of %d, of %d", s.Answered, s.Tried, s.All)
	}
}

// Watched says of what takes a minute that it does, until it is over: the stack of what never ends does not say what was asked.
func Watched(what any) (over func() bool) {
	return time.AfterFunc(time.Minute, func() { fmt.Fprintf(os.Stderr, "%q takes a minute\n", what) }).Stop
}
