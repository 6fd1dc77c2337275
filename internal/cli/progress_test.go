package cli

import (
	"bytes"
	"testing"
	"time"
)

// A batch says nothing for two seconds, and then once a second its rate and, where the size is known, the time left.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := (&command{System: System{Stderr: &out}}).newProgress(1000)
	p.count, p.read = 500, 250
	p.tell(p.start.Add(1900 * time.Millisecond))
	if out.Len() > 0 {
		t.Errorf("after 1.9 s: %q", out.String())
	}
	p.tell(p.start.Add(2 * time.Second))
	p.tell(p.start.Add(2500 * time.Millisecond))
	p.done()
	if got, want := out.String(), "\r500 lines, 250/s, 6 s left  \n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	out.Reset()
	quiet := (&command{System: System{Stderr: &out}, quiet: true}).newProgress(0)
	quiet.start, quiet.say = quiet.start.Add(-time.Hour), quiet.say.Add(-time.Hour)
	for n := range 3 * everyLines {
		quiet.line(n+1, 10)
	}
	loud := (&command{System: System{Stderr: &out}}).newProgress(0)
	loud.start, loud.say = loud.start.Add(-time.Hour), loud.say.Add(-time.Hour)
	if quiet.done(); out.Len() > 0 {
		t.Errorf("--quiet: %q", out.String())
	}
	for n := range everyLines {
		loud.line(n+1, 10)
	}
	if out.String() != "\r1024 lines, 0/s  " {
		t.Errorf("unknown size: %q", out.String())
	}
}
