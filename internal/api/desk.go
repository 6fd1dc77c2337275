package api

import (
	"context"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
)

// Work answers as Answer does, for those who go on whatever happens: a panic is an answer, which has what bug calls it. next is the desk to go on with: a new one where this one's tables are too large, or may be half built.
func (d *Desk) Work(ctx context.Context, e *Endpoint, request string, bug func(p any, stack []byte) (id string)) (answer []byte, outcome Outcome, next *Desk) {
	defer func() {
		if p := recover(); p != nil {
			id := bug(p, debug.Stack())
			answer, outcome, next = AppendError(nil, e.Schema, fmt.Errorf("a bug in Lanescope, in the log as %s", id), 0), Broken, new(Desk)
		}
	}()
	answer, outcome = d.Answer(ctx, e, request)
	if HeapBytes() > mostHeap {
		return answer, outcome, new(Desk)
	}
	return answer, outcome, d
}

// mostHeap is how large the heap may be before desks begin anew without their tables.
const mostHeap = 768 << 20

// HeapBytes is how much the heap holds, with what is not collected yet.
func HeapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
