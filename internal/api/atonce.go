package api

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// atOnce does what has a number below n, as much at a time as there are processors. A panic is the caller's, once all others have ended: whoever asked can catch it.
func atOnce(n int, do func(k int)) {
	var (
		next    atomic.Int64
		bug     atomic.Value
		workers sync.WaitGroup
	)
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					bug.CompareAndSwap(nil, fmt.Sprintf("%v\n%s", p, debug.Stack()))
				}
			}()
			for k := next.Add(1) - 1; k < int64(n); k = next.Add(1) - 1 {
				do(int(k))
			}
		})
	}
	workers.Wait()
	if p := bug.Load(); p != nil {
		panic(p)
	}
}
