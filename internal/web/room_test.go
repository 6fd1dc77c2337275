package web

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
)

// giver is a listener that gives connections until there is an error instead.
type giver struct {
	net.Listener
	closed *int
	err    error
}

func (g *giver) Accept() (net.Conn, error) {
	if g.err != nil {
		return nil, g.err
	}
	return shut{closed: g.closed}, nil
}

type shut struct {
	net.Conn
	closed *int
}

func (s shut) Close() error { *s.closed++; return errors.New("closed") }

// A connection takes room until it is closed, however often it is; one that did not come takes none.
func TestConnectionsHaveRoom(t *testing.T) {
	closed := 0
	g := &giver{closed: &closed}
	l := &limited{g, make(chan struct{}, 3)}
	one, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	two, err := l.Accept()
	if err != nil || len(l.room) != 2 {
		t.Fatalf("%d have room, %v", len(l.room), err)
	}
	for range 2 {
		if err := one.Close(); err == nil || err.Error() != "closed" {
			t.Error(err)
		}
	}
	if len(l.room) != 1 || closed != 2 {
		t.Errorf("one of two is closed: %d have room, and %d ends", len(l.room), closed)
	}
	g.err = errors.New("no")
	if c, err := l.Accept(); c != nil || err != g.err || len(l.room) != 1 {
		t.Errorf("%v, %v, %d have room", c, err, len(l.room))
	}
	if _ = two.Close(); len(l.room) != 0 {
		t.Errorf("%d have room", len(l.room))
	}
}

// Lines keep their turns when somebody leaves them, unless nobody is left; who is not in one does not leave it.
func TestQueueIsLeft(t *testing.T) {
	a, b, c := make(chan *api.Desk, 1), make(chan *api.Desk, 1), make(chan *api.Desk, 1)
	q := newQueue(0)
	q.lines = map[string][]chan *api.Desk{"anna": {a, b}, "ben": {c}}
	q.turns, q.waiting = []string{"anna", "ben"}, 3
	state := func(what, turns string, waiting, lines int) {
		t.Helper()
		if got := strings.Join(q.turns, " "); got != turns || q.waiting != waiting || len(q.lines) != lines {
			t.Errorf("%s: the turns are %q, %d wait, in %d lines; want %q, %d, %d", what, got, q.waiting, len(q.lines), turns, waiting, lines)
		}
	}
	if q.leave("ben", a) || q.leave("cleo", a) {
		t.Error("somebody left a line in which they were not")
	}
	state("nobody left", "anna ben", 3, 2)
	if !q.leave("anna", a) {
		t.Error("who stood in it did not leave")
	}
	state("one of two left", "anna ben", 2, 2)
	if !slices.Equal(q.lines["anna"], []chan *api.Desk{b}) {
		t.Error("it was somebody else who left")
	}
	if !q.leave("anna", b) {
		t.Error("the last one did not leave")
	}
	state("nobody is left", "ben", 1, 1)
	desk := new(api.Desk)
	if q.give(desk); len(c) != 1 || <-c != desk || len(q.free) != 0 {
		t.Error("the desk was not lent to who stood next")
	}
	state("the last one was lent a desk", "", 0, 0)
	if q.give(desk); len(q.free) != 1 || q.free[0] != desk {
		t.Error("a desk for which nobody waits is not free")
	}
}

// How many may wait is bounded in all, and for each client: the last one who may is not refused.
func TestQueueHasTwoBounds(t *testing.T) {
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		waiting, line int
		want          error
	}{
		{mostWaiting, 0, errFull}, {mostWaiting - 1, 0, context.Canceled}, {mostWaitingEach, mostWaitingEach, errFull}, {mostWaitingEach, mostWaitingEach - 1, context.Canceled},
	} {
		q := newQueue(0)
		q.waiting = c.waiting
		if c.line > 0 {
			q.lines["anna"], q.turns = make([]chan *api.Desk, c.line), []string{"anna"}
		}
		if _, err := q.take(gone, "anna"); err != c.want || q.waiting != c.waiting {
			t.Errorf("%d wait, %d of them here: %v, want %v, and then %d wait", c.waiting, c.line, err, c.want, q.waiting)
		}
	}
}

// What a request is noted as: the status that was sent first, all bytes, and 200 where nobody says one.
func TestLogNotesWhatIsSent(t *testing.T) {
	sent := httptest.NewRecorder()
	n := &note{ResponseWriter: sent}
	n.WriteHeader(http.StatusTeapot)
	for _, part := range []string{"ab", "cde"} {
		if k, err := n.Write([]byte(part)); k != len(part) || err != nil {
			t.Error(k, err)
		}
	}
	if n.status != http.StatusTeapot || n.bytes != 5 || sent.Code != http.StatusTeapot || sent.Body.String() != "abcde" || n.Unwrap() != http.ResponseWriter(sent) {
		t.Errorf("%+v of %d %q", n, sent.Code, sent.Body)
	}
	if noted(n) != n || noted(sent) == nil {
		t.Error("a note is its own, and there is one where nobody watches")
	}
	n = &note{ResponseWriter: httptest.NewRecorder()}
	if _, err := n.Write(nil); err != nil || n.status != http.StatusOK || n.bytes != 0 {
		t.Errorf("%+v, %v", n, err)
	}
	n = &note{ResponseWriter: httptest.NewRecorder(), status: http.StatusNotFound}
	if n.WriteHeader(http.StatusOK); n.status != http.StatusNotFound {
		t.Errorf("the second status is noted: %d", n.status)
	}
}

// A bug is counted, with its endpoint and the status that was sent, and its request is under way no longer.
func TestBugIsCounted(t *testing.T) {
	for _, begun := range []bool{false, true} {
		var log bytes.Buffer
		s := New(Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
		h := s.watched(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			noted(w).endpoint = "draw"
			if begun {
				w.WriteHeader(http.StatusAccepted)
			}
			panic("it broke")
		}))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("PUT", "/x", nil))
		status, told := http.StatusInternalServerError, true
		if begun {
			status, told = http.StatusAccepted, false
		}
		if w.Code != status || strings.Contains(w.Body.String(), "a bug in Lanescope, in the log as ") != told {
			t.Errorf("begun %v: %d %s", begun, w.Code, w.Body)
		}
		if s.counts.panics != 1 || s.counts.inFlight != 0 || s.counts.requests[labels{"draw", status}] != 1 || len(s.counts.requests) != 1 {
			t.Errorf("begun %v: %+v", begun, s.counts)
		}
		for _, want := range []string{`msg=bug id=`, `panic="it broke"`, "endpoint=draw", "method=PUT", "client=192.0.2.1", "room_test.go"} {
			if !strings.Contains(log.String(), want) {
				t.Errorf("%s is not in the log:\n%s", want, &log)
			}
		}
	}
}

// A server that cannot listen says so, and is not ready.
func TestConnectionsNowhere(t *testing.T) {
	if err := New(Options{}).Serve(context.Background(), "no address", func(string) { t.Error("it is ready") }); err == nil {
		t.Error("a server without an address")
	}
}
