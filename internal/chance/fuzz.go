package chance

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
)

var (
	spoilFor = flag.Duration("spoil", 0, "how long a fuzz target that was run on its inputs is run on such as are spoilt from them, in this process")
	hangs    = flag.Duration("hangs", time.Minute, "with -spoil: how long a target may take for one input; Go's own ten seconds are few on a busy machine")
	keptIn   = flag.String("kept", "", "with -spoil: a folder of more inputs, as go test -fuzz keeps them")
)

// executed begins the line that says how often a target was run on spoilt inputs.
const executed = "spoilt inputs: "

// Fuzz is f.Fuzz. With -spoil the target is also run on inputs that are spoilt from those that there are, as long as it says:
//
//	go test -fuzz     inputs ─→ a process beside, compiled so that it says what is reached ─→ such as reach more are kept
//	-args -spoil 1m   inputs ─→ spoilt ─→ target, in this process: nobody sees what is reached, and it runs ten to thirty times as often
//
// The one finds the inputs, the other comes to what only many find. An input that fails is written where go test -fuzz writes it.
func Fuzz(f *testing.F, target any) {
	if *spoilFor <= 0 {
		f.Fuzz(target)
		return
	}
	call := reflect.ValueOf(target)
	var inputs []input
	f.Fuzz(reflect.MakeFunc(call.Type(), func(arguments []reflect.Value) []reflect.Value {
		inputs = append(inputs, inputOf(arguments[1:]))
		return call.Call(arguments)
	}).Interface())
	if f.Failed() || f.Skipped() {
		return
	}
	kept, err := keptInputs(*keptIn, call.Type())
	if err != nil {
		f.Fatal(err)
	}
	if inputs = append(inputs, kept...); len(inputs) == 0 {
		f.Fatal("there is no input to spoil")
	}
	s := spoiling{name: f.Name(), target: call, spoiler: newSpoiler(Random(f, 0), inputs)}
	if !s.run(*spoilFor) {
		f.Fail()
	}
	fmt.Printf("%s%d\n", executed, s.executions.Load())
}

// A spoiling is a target that is run on spoilt inputs.
type spoiling struct {
	name       string
	target     reflect.Value
	spoiler    *spoiler
	executions atomic.Int64
	current    atomic.Pointer[input] // what it is run on
}

// batch is how many executions have one testing.T: what they log is kept until it ends.
const batch = 1 << 12

// run runs the target for so long, or until it fails. A target that skips an input ends its batch, no more.
func (s *spoiling) run(long time.Duration) bool {
	end := time.Now().Add(long)
	over := make(chan struct{})
	defer close(over)
	go s.watch(over, *hangs)
	return testing.RunTests(func(string, string) (bool, error) { return true, nil }, []testing.InternalTest{{Name: s.name, F: func(t *testing.T) {
		for n := 0; time.Now().Before(end) && !t.Failed(); n++ {
			t.Run(strconv.Itoa(n), func(t *testing.T) { s.batch(t, end) })
		}
	}}})
}

// batch runs the target some times.
func (s *spoiling) batch(t *testing.T, end time.Time) {
	ended := false
	defer func() {
		if t.Failed() || !ended && !t.Skipped() { // it failed, or panics
			s.save()
		}
	}()
	first := reflect.ValueOf(t)
	for range batch {
		in := s.spoiler.next()
		s.current.Store(&in)
		s.executions.Add(1)
		s.target.Call(append([]reflect.Value{first}, bytesOwn(in).values()...))
		if t.Failed() || time.Now().After(end) {
			break
		}
	}
	ended = true
}

// watch ends the process where one input takes too long, and keeps it.
func (s *spoiling) watch(over <-chan struct{}, most time.Duration) {
	tick := time.NewTicker(most / 4)
	defer tick.Stop()
	for before, same := int64(-1), 0; ; {
		select {
		case <-over:
			return
		case <-tick.C:
		}
		now := s.executions.Load()
		if same++; now != before {
			before, same = now, 0
		}
		if same == 4 {
			s.save()
			stacks := make([]byte, 1<<16)
			fmt.Fprintf(os.Stderr, "one input takes longer than %v\n%s", most, stacks[:runtime.Stack(stacks, true)])
			os.Exit(2)
		}
	}
}

// save writes the input that the target is run on.
func (s *spoiling) save() {
	in := s.current.Load()
	if in == nil {
		return
	}
	path, err := in.write(s.name)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%v: the failing input is\n%s", err, in)
		return
	}
	fmt.Fprintf(os.Stderr, "Failing input written to %s\n", path)
}
