package cli

import (
	"cmp"
	"fmt"
	"io"
	"time"
)

// quietTime is how long a command runs before it says how it goes on, if its system does not say.
const quietTime = 2 * time.Second

func (s *System) quietTime() time.Duration { return cmp.Or(s.Patience, quietTime) }

// A clock is what a command knows of time. The zero value is the machine's.
type clock struct {
	now  func() time.Time
	tick func(every time.Duration) (ticks <-chan time.Time, stop func())
}

func (c clock) time() time.Time {
	if c.now != nil {
		return c.now()
	}
	return time.Now()
}

func (c clock) ticker(every time.Duration) (<-chan time.Time, func()) {
	if c.tick != nil {
		return c.tick(every)
	}
	t := time.NewTicker(every)
	return t.C, t.Stop
}

// A progress says on standard error how something long goes on: rate, and the time left where the size is known.
//
//	20480 lines, 9750/s, 12 s left
type progress struct {
	w          io.Writer // nil: say nothing
	clock      clock
	unit       string // what is counted
	size, read int64
	start, say time.Time
	count      int
	said       bool
}

func (c *command) newProgress(size int64) *progress {
	p := &progress{unit: "lines", size: size, clock: c.clock, start: c.clock.time()}
	if !c.quiet {
		p.w = c.Stderr
	}
	p.say = p.start.Add(c.quietTime())
	return p
}

// everyLines is how many lines pass between two looks at the clock.
const everyLines = 1024

// line is one more line, of so many bytes, of which the size is the sum.
func (p *progress) line(n, bytes int) {
	p.count, p.read = n, p.read+int64(bytes)
	if p.w != nil && n%everyLines == 0 {
		p.tell(p.clock.time())
	}
}

// at is how many are done, of how many.
func (p *progress) at(done, all int) {
	p.count, p.read, p.size = done, int64(done), int64(all)
	if p.w != nil {
		p.tell(p.clock.time())
	}
}

// reader counts what is read through it.
func (p *progress) reader(r io.Reader) io.Reader { return progressReader{r, p} }

type progressReader struct {
	r io.Reader
	p *progress
}

func (r progressReader) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	r.p.at(r.p.count+n, 0)
	return n, err
}

func (p *progress) tell(now time.Time) {
	if now.Before(p.say) {
		return
	}
	p.say, p.said = now.Add(time.Second), true
	elapsed := now.Sub(p.start).Seconds()
	fmt.Fprintf(p.w, "\r%d %s, %.0f/s", p.count, p.unit, float64(p.count)/elapsed)
	if p.size > p.read && p.read > 0 {
		fmt.Fprintf(p.w, ", %.0f s left", elapsed*float64(p.size-p.read)/float64(p.read))
	}
	fmt.Fprint(p.w, "  ")
}

func (p *progress) done() {
	if p.said {
		fmt.Fprintln(p.w)
	}
}

// during runs f, which cannot say how far it is, and says every second from the third on that it goes on, and with what. Nothing else may write to standard error meanwhile.
func (c *command) during(what string, f func()) {
	p := c.newProgress(0)
	if p.w == nil {
		f()
		return
	}
	ticks, stop := c.clock.ticker(time.Second)
	over, silent := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(silent)
		for {
			select {
			case now := <-ticks:
				if elapsed := now.Sub(p.start); elapsed >= c.quietTime() {
					fmt.Fprintf(p.w, "\r%s, %.0f s  ", what, elapsed.Seconds())
					p.said = true
				}
			case <-over:
				return
			}
		}
	}()
	defer func() { // also if f panics
		stop()
		close(over)
		<-silent
		p.done()
	}()
	f()
}
