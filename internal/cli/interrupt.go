package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// A command that is told to end has a moment to do so by itself, with what it has: searches answer with the best that they found, batches with the lines that were asked before, runs with where they
// stand. One that takes longer is left behind. What it was writing is removed, and nothing of what it says any more arrives:
//
//	SIGINT ──▶ the context ends ──▶ the command returns ─────────────▶ what it has, and 130
//	                            └─▶ 20 ms later it has not returned ──▶ its files are removed, and 130
//
// Only commands that go on until they are told to stop end with 0, and take the time that those need whom they answer.

// lastMoment is how long a command may go on when it was told to end.
const lastMoment = 20 * time.Millisecond

// How long who leaves a command behind waits for what it is writing into a file: results, of which some are lost anyway, and what has to be said. A pipe that nobody reads holds a writer for ever; what else there is to write to
// belongs to somebody in this process, who looks into it next, and is waited for.
const (
	lastWrite     = 10 * time.Millisecond
	lastDiagnosis = time.Second
)

// errInterrupted is that somebody wanted a command to end, and what stays of it.
var errInterrupted = errors.New("interrupted")

// context is that of the command.
func (s *System) context() context.Context {
	if s.Context == nil {
		return context.Background()
	}
	return s.Context
}

// interrupted says whether the command was told to end.
func (s *System) interrupted() bool { return s.context().Err() != nil }

// An ending is what has to be known of a command that may be left behind. Nil is that of one that is not.
type ending struct {
	out, diag *gate
	lasts     atomic.Bool // it goes on until it is told to stop, which is how it ends
	worded    atomic.Bool // see lastWord

	mu    sync.Mutex
	files map[*outFile]bool // that are being written beside those that they are for
	over  bool              // they are removed, and none takes its place any more
}

// lasting is the context of a command that goes on until it is told to stop.
func (c *command) lasting() context.Context {
	if c.ending != nil {
		c.ending.lasts.Store(true)
	}
	return c.context()
}

// terminal is standard output itself, for who has to know that it is a terminal and leaves it as it was.
func (c *command) terminal() io.Writer {
	c.lasting()
	if c.ending != nil {
		return c.ending.out.w
	}
	return c.Stdout
}

// stopped says whether the command was told to end before it was through.
func (c *command) stopped() bool {
	return c.interrupted() && (c.ending == nil || !c.ending.lasts.Load())
}

// runToEnd executes the command line, until it is through or was told to end.
func (c *command) runToEnd(args []string) int {
	if c.Context == nil {
		return c.execute(args)
	}
	e := &ending{out: newGate(c.Stdout, lastWrite), diag: newGate(c.Stderr, lastDiagnosis), files: map[*outFile]bool{}}
	c.ending, c.Stdout, c.Stderr = e, e.out, e.diag
	code := make(chan int, 1)
	go func() { code <- c.execute(args) }()
	select {
	case n := <-code:
		return n
	case <-c.Context.Done():
	}
	var moment <-chan time.Time
	if !e.lasts.Load() {
		moment = time.After(lastMoment)
	}
	select {
	case n := <-code:
		return n
	case <-moment:
	}
	if !e.leave() { // the command is saying how it ended
		select {
		case n := <-code:
			return n
		case <-e.diag.impatient():
		}
	}
	return exitInterrupted
}

// leave leaves the command behind, and says so. It reports false where the command has begun to say how it ended, which is let through.
func (e *ending) leave() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.over = true
	for o := range e.files {
		o.remove()
	}
	e.out.close(func() {})
	if !e.lastWord() {
		return false
	}
	e.diag.close(func() {
		if e.diag.within {
			fmt.Fprintln(e.diag.w)
		}
		fmt.Fprintf(e.diag.w, "lanescope: %v\n", errInterrupted)
	})
	return true
}

// lastWord says whether nobody has said yet how the command ended: the command and who leaves it behind may both be about to.
func (e *ending) lastWord() bool { return e == nil || e.worded.CompareAndSwap(false, true) }

// begin opens a file that is to be written, as open does, and notes it. None is opened behind the end, which would find nobody to remove it.
func (e *ending) begin(open func() (*outFile, error)) (*outFile, error) {
	if e == nil {
		return open()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over {
		return nil, errInterrupted
	}
	o, err := open()
	if err == nil {
		e.files[o] = true
	}
	return o, err
}

// finish gives a file its place, or removes it, as f does.
func (e *ending) finish(o *outFile, f func() error) error {
	if e == nil {
		return f()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over {
		return errInterrupted
	}
	delete(e.files, o)
	return f()
}

// A gate lets nothing through once it is closed.
type gate struct {
	w        io.Writer
	patience time.Duration // how long who closes it waits for what is being written; for files
	turn     chan struct{} // who writes has taken what is in it
	closed   atomic.Bool
	within   bool // what was written ends within a line, as what is said of the progress; for who has the turn
}

func newGate(w io.Writer, patience time.Duration) *gate {
	g := &gate{w: w, patience: patience, turn: make(chan struct{}, 1)}
	g.turn <- struct{}{}
	return g
}

func (g *gate) Write(b []byte) (int, error) {
	<-g.turn
	defer func() { g.turn <- struct{}{} }()
	if g.closed.Load() {
		return 0, errInterrupted
	}
	if len(b) > 0 {
		g.within = b[len(b)-1] != '\n'
	}
	return g.w.Write(b)
}

// close closes the gate, and has its turn last. There is none if somebody else's lasts longer than its patience: what is written to is full, and nobody reads from there.
func (g *gate) close(last func()) {
	g.closed.Store(true)
	select {
	case <-g.turn:
		last()
		g.turn <- struct{}{}
	case <-g.impatient():
	}
}

// impatient is when who closes the gate has waited long enough.
func (g *gate) impatient() <-chan time.Time {
	if _, isFile := g.w.(*os.File); !isFile {
		return nil
	}
	return time.After(g.patience)
}
