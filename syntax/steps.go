package syntax

import (
	"sync/atomic"
)

// Time that grows with the square of a text is a way to hang whoever reads it. Readers therefore say how much they look at, so that a test can compare two lengths:
//
//	Look(5)          five bytes were passed, or compared, or searched
//	Steps(f)         how many f looked at
//
// Nobody counts but tests: to everyone else a Look is a load and a branch.
var (
	counting atomic.Bool
	steps    atomic.Int64
)

// Look says that a reader looks at so many bytes of its text.
func Look(bytes int) {
	if counting.Load() {
		steps.Add(int64(bytes))
	}
}

// Steps is how many bytes readers look at while f runs. One call at a time.
func Steps(f func()) int64 {
	steps.Store(0)
	counting.Store(true)
	defer counting.Store(false)
	f()
	return steps.Load()
}
