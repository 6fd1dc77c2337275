package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/lanescope/lanescope/g13/machine"
)

// A collection has to wait for whoever is in machine code, and nobody else can say how long that takes: what the runtime counts has in it that the system gave a core to somebody else meanwhile.
// So each call is measured by two clocks. The one of the thread stands still while the thread does not run.
//
//	call           ├──────────┄┄┄┄┄┄┄┄┄┄──────┤
//	all of it      |◄────────────────────────►|    what a collection may have waited for
//	of its own     |◄────────►          ◄────►|    what machine code is to blame for

// A held is how long machine code was at work without coming back, call by call. One thread measures.
type held struct{ all, own []time.Duration }

// timed is machine code whose calls are measured. Who calls it stays on one thread.
type timed struct {
	machine.Native
	held *held
}

func (t timed) Run(f *machine.Frame) {
	begin, own := time.Now(), threadTime()
	t.Native.Run(f)
	t.held.own = append(t.held.own, threadTime()-own)
	t.held.all = append(t.held.all, time.Since(begin))
}

// add adds what another thread has measured.
func (h *held) add(more *held) {
	h.all, h.own = append(h.all, more.all...), append(h.own, more.own...)
}

// String is in microseconds.
func (h *held) String() string {
	text := func(all []time.Duration) string {
		all = slices.Sorted(slices.Values(all))
		within := func(part float64) float64 {
			return all[min(int(part*float64(len(all))), len(all)-1)].Seconds() * 1e6
		}
		return fmt.Sprintf("99 of 100 within %.0f µs, 9,999 of 10,000 within %.0f µs, all within %.0f µs", within(0.99), within(0.9999), within(1))
	}
	if len(h.all) == 0 {
		return "no calls"
	}
	return fmt.Sprintf("%d calls, of the thread's own time %s; with what the system gave to others, %s", len(h.all), text(h.own), text(h.all))
}
