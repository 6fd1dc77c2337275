package cli

import (
	"bytes"
	"io"
	"strings"
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

// fakeClock is a clock whose time passes when the test says so.
type fakeClock struct {
	at    time.Time
	ticks chan time.Time
}

func (f *fakeClock) clock() clock {
	return clock{
		now:  func() time.Time { return f.at },
		tick: func(time.Duration) (<-chan time.Time, func()) { return f.ticks, func() {} },
	}
}

// pass lets time pass, and waits until a listener, if there is one, has taken it.
func (f *fakeClock) pass(seconds int) {
	for range seconds {
		f.at = f.at.Add(time.Second)
		f.ticks <- f.at
	}
}

// What cannot say how far it is says from the third second on that it goes on; not before, not with --quiet, and not once it is over, also if it panics.
func TestDuring(t *testing.T) {
	for _, row := range []struct {
		seconds int
		want    string
	}{{0, ""}, {1, ""}, {2, "\rlooking, 2 s  \n"}, {4, "\rlooking, 2 s  \rlooking, 3 s  \rlooking, 4 s  \n"}} {
		var out bytes.Buffer
		f := fakeClock{at: time.Unix(1e9, 0), ticks: make(chan time.Time)}
		c := &command{System: System{Stderr: &out}, clock: f.clock()}
		c.during("looking", func() { f.pass(row.seconds) })
		if out.String() != row.want {
			t.Errorf("%d s: %q, want %q", row.seconds, out.String(), row.want)
		}
		out.Reset()
		func() {
			defer func() { _ = recover() }()
			c.during("looking", func() { f.pass(row.seconds); panic("over") })
		}()
		if out.String() != row.want {
			t.Errorf("%d s and a panic: %q, want %q", row.seconds, out.String(), row.want)
		}
	}
	var out bytes.Buffer
	(&command{System: System{Stderr: &out}, quiet: true}).during("looking", func() {})
	if out.Len() > 0 {
		t.Errorf("--quiet: %q", out.String())
	}
}

// scan says how many bytes it has read and how many movements it has priced, each with its rate.
func TestScanProgress(t *testing.T) {
	var out bytes.Buffer
	f := fakeClock{at: time.Unix(1e9, 0)}
	c := &command{System: System{Stderr: &out, Stdin: &slowReader{f: &f, text: "pshufd xmm0, xmm1, 27\n", times: 4}}, clock: f.clock()}
	r := c.scanPaths([]string{"-"})
	if want := "\r44 bytes, 22/s  \r66 bytes, 22/s  \r88 bytes, 22/s  \r88 bytes, 18/s  \n"; out.String() != want || r.Shuffles != 4 {
		t.Errorf("%q, want %q; %d shuffles", out.String(), want, r.Shuffles)
	}
	out.Reset()
	p := c.newProgress(0)
	p.unit = "movements priced"
	for k := range 4 {
		p.at(k, 4)
		f.at = f.at.Add(time.Second)
	}
	p.done()
	if want := "\r2 movements priced, 1/s, 2 s left  \r3 movements priced, 1/s, 1 s left  \n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// A slowReader takes a second for each read.
type slowReader struct {
	f     *fakeClock
	text  string
	times int
}

func (r *slowReader) Read(b []byte) (int, error) {
	r.f.at = r.f.at.Add(time.Second)
	if r.times--; r.times < 0 {
		return 0, io.EOF
	}
	return copy(b, r.text), nil
}

// A panic over a line of a batch costs that line: it is reported with its place, and the exit code says at the end that there was one.
func TestBatchGoesOnBehindBug(t *testing.T) {
	var out, diag bytes.Buffer
	c := &command{System: System{Stdin: strings.NewReader("one\ntwo\x1b[31m\nthree\n"), Stdout: &out, Stderr: &diag}, output: "-", batch: "-"}
	err := c.runBatch("s", func(b []byte, line string) ([]byte, error) {
		if strings.HasPrefix(line, "two") {
			panic("on purpose")
		}
		return append(b, line...), nil
	})
	if want := "one\n{\"schema\":\"s\",\"error\":{\"message\":\"a bug in Lanescope: on purpose\",\"line\":2}}\nthree\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	if code := c.exit(nil, err); code != exitBug {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"-:2: a bug in Lanescope, please report it with this line: on purpose\n  two?[31m\n", "goroutine", "1 answer is missing"} {
		if !strings.Contains(diag.String(), want) {
			t.Errorf("%q is not in %q", want, diag.String())
		}
	}
	if strings.Contains(diag.String(), "\x1b") {
		t.Errorf("%q", diag.String())
	}
}
