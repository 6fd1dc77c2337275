package lsp

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"testing"
	"time"
)

// A server that says nothing keeps its editor waiting, and both of them for ever. No clock can tell that from a machine that has no time for them, but the goroutines can: where each of them waits for another one of the same process,
// and still does after a while, nothing goes on any more.
func TestMain(m *testing.M) {
	go func() {
		for seen := 0; seen < glances; {
			time.Sleep(glance)
			if stacks := allStacks(); stuck(stacks) {
				if seen++; seen == glances {
					fmt.Printf("FAIL: nothing goes on: who waits here waits for ever\n\n%s", stacks)
					os.Exit(1)
				}
			} else {
				seen = 0
			}
		}
	}()
	os.Exit(m.Run())
}

// Glances are as far as what is set to an instant is ahead (Options.Quiet), and Go serves what is set to an instant in its order: what was to come would have come between two of them.
const (
	glance  = usualQuiet
	glances = 10
)

// allStacks are those of all goroutines, the asker's first.
func allStacks() []byte {
	for size := 1 << 16; ; size *= 2 {
		if b := make([]byte, size); runtime.Stack(b, true) < size {
			return bytes.TrimRight(b, "\x00")
		}
	}
}

var stateOf = regexp.MustCompile(`^goroutine \d+ .*\[([^],(]+)[^]]*\]:\n`)

// stuck says whether no goroutine but the asker's can go on by itself. Who sleeps, or waits for another process, can; what an example prints comes from this one.
func stuck(stacks []byte) bool {
	all := bytes.Split(bytes.TrimSpace(stacks), []byte("\n\n"))
	return len(all) > 1 && !slices.ContainsFunc(all[1:], func(stack []byte) bool {
		m := stateOf.FindSubmatch(stack)
		return m == nil || !slices.Contains(waits, string(bytes.TrimSpace(m[1]))) && !bytes.Contains(stack, []byte("\ncreated by testing.runExample in "))
	})
}

var waits = []string{"chan receive", "chan send", "select", "semacquire", "sync.Cond.Wait", "sync.Mutex.Lock", "sync.RWMutex.Lock", "sync.RWMutex.RLock", "sync.WaitGroup.Wait"}

// Who waits for a channel is stuck, and not who runs, sleeps or reads what another process writes.
func TestStuck(t *testing.T) {
	const asker = "goroutine 1 gp=0x1 m=3 mp=0x2 [running]:\nmain.f()\n\ta.go:1\n\n"
	for state, want := range map[string]bool{
		"chan receive": true, "chan receive, 3 minutes": true, "chan send (nil chan)": true, "select, locked to thread": true, "select (no cases)": true, "sync.Mutex.Lock": true,
		"running": false, "runnable": false, "sleep": false, "IO wait": false, "syscall, 2 minutes": false, "GC assist wait": false,
	} {
		stacks := asker + "goroutine 7 [" + state + "]:\nmain.g()\n\ta.go:2\n\n"
		if got := stuck([]byte(stacks)); got != want {
			t.Errorf("%s: %v, want %v", state, got, want)
		}
		if stuck([]byte(stacks + "goroutine 8 [runnable]:\nmain.h()\n\ta.go:3\n")) {
			t.Errorf("%s, and one runs: it goes on", state)
		}
	}
	const printed = "goroutine 9 [IO wait]:\nio.Copy()\n\tio.go:1\ncreated by "
	if !stuck([]byte(asker+printed+"testing.runExample in goroutine 1\n\trun_example.go:37\n")) || stuck([]byte(asker+printed+"os/exec.(*Cmd).Start in goroutine 1\n\texec.go:1\n")) {
		t.Error("what an example prints comes from this process, and what a program prints from another one")
	}
	if stuck([]byte(asker)) {
		t.Error("there is nobody who waits")
	}
	if stuck(allStacks()) {
		t.Error("a test that runs is none that waits")
	}
}
