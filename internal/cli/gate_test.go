package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// Who leaves a command behind that is writing waits for what it writes, and then nothing more comes through: the race detector looks on.
func TestGateCloses(t *testing.T) {
	for range 200 {
		var out, diag bytes.Buffer
		e := &ending{out: newGate(&out, time.Hour), diag: newGate(&diag, time.Hour), files: map[*outFile]bool{}}
		begun := make(chan struct{}, 8)
		var writers sync.WaitGroup
		for range 4 {
			writers.Go(func() {
				for n := 0; ; n++ {
					if _, err := io.WriteString(e.diag, "half a line"); err != nil {
						return
					}
					if _, err := io.WriteString(e.out, "a line\n"); err != nil {
						return
					}
					if n == 0 {
						begun <- struct{}{}
					}
				}
			})
		}
		<-begun
		e.leave()
		said, rest := out.Len(), diag.String()
		if !strings.HasSuffix(rest, "half a line\nlanescope: interrupted\n") || strings.Count(rest, "\n") != 2 {
			t.Fatalf("the last that is said is %q", rest[max(0, len(rest)-60):])
		}
		writers.Wait()
		if out.Len() != said || diag.String() != rest {
			t.Fatal("something comes through behind the end")
		}
	}
}

// A command that says itself that it was interrupted has the last word.
func TestLastWordIsOne(t *testing.T) {
	var out, diag bytes.Buffer
	e := &ending{out: newGate(&out, time.Hour), diag: newGate(&diag, time.Hour), files: map[*outFile]bool{}}
	c := &command{ending: e}
	c.Stderr = e.diag
	if code := c.exit(nil, errInterrupted); code != exitInterrupted {
		t.Errorf("the exit code is %d", code)
	}
	e.leave()
	if want := "lanescope: interrupted\n"; diag.String() != want {
		t.Errorf("it says %q, want %q", diag.String(), want)
	}
}

// A command that has taken the last word, and is left behind before it has written it, is let through: else nobody would have it.
func TestLastWordIsLetThrough(t *testing.T) {
	var out, diag bytes.Buffer
	e := &ending{out: newGate(&out, time.Hour), diag: newGate(&diag, time.Hour), files: map[*outFile]bool{}}
	c := &command{ending: e}
	c.Stderr = e.diag
	<-e.diag.turn // so that it waits just before it writes
	said := make(chan int, 1)
	go func() { said <- c.exit(nil, errInterrupted) }()
	for !e.worded.Load() {
		runtime.Gosched()
	}
	if e.leave() {
		t.Error("who leaves it behind takes the word too")
	}
	e.diag.turn <- struct{}{}
	if code := <-said; code != exitInterrupted {
		t.Errorf("the exit code is %d", code)
	}
	if want := "lanescope: interrupted\n"; diag.String() != want {
		t.Errorf("it says %q, want %q", diag.String(), want)
	}
}

// Where nobody reads what a command writes, it is left behind all the same, and nothing is said.
func TestGateIsFull(t *testing.T) {
	full, never, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	e := &ending{out: newGate(io.Discard, time.Hour), diag: newGate(never, time.Millisecond), files: map[*outFile]bool{}}
	writing := make(chan error, 1)
	go func() {
		_, err := io.WriteString(e.diag, strings.Repeat("nobody reads this", 1<<16)) // more than a pipe holds
		writing <- err
	}()
	for len(e.diag.turn) > 0 {
		runtime.Gosched()
	}
	e.leave()
	never.Close()
	if err := <-writing; err == nil {
		t.Error("what nobody read was written")
	}
	if _, err := io.WriteString(e.diag, "more"); err != errInterrupted {
		t.Errorf("then it says %v", err)
	}
}

// A slow writer takes its time.
type slow struct{ written bool }

func (s *slow) Write(b []byte) (int, error) {
	time.Sleep(10 * lastWrite)
	s.written = true
	return len(b), nil
}

// What is being written into something of this process is written when the command is left behind, however long that takes: the race detector looks on.
func TestGateWaits(t *testing.T) {
	out := new(slow)
	e := &ending{out: newGate(out, lastWrite), diag: newGate(io.Discard, lastDiagnosis), files: map[*outFile]bool{}}
	go io.WriteString(e.out, "a line")
	for len(e.out.turn) > 0 {
		runtime.Gosched()
	}
	e.leave()
	if !out.written {
		t.Error("who leaves the command behind has not waited")
	}
}

// A command that was left behind opens no file that a result would be written into: nobody would be there to remove it.
func TestNothingBegunBehindTheEnd(t *testing.T) {
	e := &ending{out: newGate(io.Discard, time.Hour), diag: newGate(io.Discard, time.Hour), files: map[*outFile]bool{}}
	c := &command{ending: e}
	dir := t.TempDir()
	first, err := c.createOut(filepath.Join(dir, "first"))
	if err != nil {
		t.Fatal(err)
	}
	e.leave()
	if _, err := first.WriteString("half"); err == nil {
		t.Error("what is removed can be written to")
	}
	if _, err := c.createOut(filepath.Join(dir, "second")); !errors.Is(err, errInterrupted) {
		t.Errorf("a file is begun behind the end: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v stays, %v", left, err)
	}
	opened := false
	if _, err := e.begin(func() (*outFile, error) { opened = true; return nil, nil }); opened || !errors.Is(err, errInterrupted) {
		t.Errorf("opened: %t, %v", opened, err)
	}
}
