package main

import (
	"runtime"
	"testing"
	"time"

	"github.com/lanescope/lanescope/g13/machine"
)

// busyThenAsleep is machine code that is at work for a while, and then the system does not run it.
type busyThenAsleep struct{ machine.Native }

const busy, asleep = 300 * time.Microsecond, 3 * time.Millisecond

func (busyThenAsleep) Run(*machine.Frame) {
	for begin := threadTime(); threadTime()-begin < busy; {
	}
	time.Sleep(asleep)
}

// Machine code is to blame for what its thread did, and not for the time in which it did not run.
func TestHeld(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no clock of a thread")
	}
	t.Parallel()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var one, both held
	for range 3 {
		timed{busyThenAsleep{}, &one}.Run(nil)
	}
	both.add(&one)
	both.add(&one)
	if len(both.all) != 6 || len(both.own) != 6 {
		t.Fatalf("%d and %d of 6 calls", len(both.all), len(both.own))
	}
	for k, own := range both.own {
		if all := both.all[k]; own < busy || all-own < asleep*9/10 {
			t.Errorf("%v of %v are its own", own, all)
		}
	}
	h := held{all: []time.Duration{5e3, 1e3, 2e6}, own: []time.Duration{1e3, 4e3, 3e3}}
	if got, want := h.String(), "3 calls, of the thread's own time 99 of 100 within 4 µs, 9,999 of 10,000 within 4 µs, all within 4 µs; with what the system gave to others, 99 of 100 within 2000 µs, 9,999 of 10,000 within 2000 µs, all within 2000 µs"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := (&held{}).String(); got != "no calls" {
		t.Error(got)
	}
}

// What collections wait for is measured beside the reference, too, and there machine code is not called.
func TestCollecting(t *testing.T) {
	t.Parallel()
	w := &workloads[1]
	p, err := w.program()
	if err != nil {
		t.Fatal(err)
	}
	seen, calls, err := collecting(w, p, nil, 2)
	if err != nil || seen.stops < 4 || len(calls.all) != 0 {
		t.Errorf("%v, %v, %v", seen, calls, err)
	}
	seen, calls, err = collecting(w, p, idle{p}, 2)
	if err != nil || seen.stops < 4 || len(calls.all) == 0 || len(calls.all) != len(calls.own) {
		t.Errorf("%v, %v, %v", seen, calls, err)
	}
}

// idle is machine code that does nothing, and leaves the first instruction to the reference.
type idle struct{ program *machine.Program }

func (n idle) Program() *machine.Program { return n.program }
func (n idle) Blocks() []machine.Block   { return []machine.Block{{First: 0, Len: 1}} }
func (n idle) Block(op int) int {
	if op == 0 {
		return 1
	}
	return 0
}
func (n idle) Run(*machine.Frame) {}
