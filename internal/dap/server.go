package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/google/go-dap"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
)

// A Server answers an editor's requests about a session.
type Server struct {
	open    Opener
	session *debug.Session // nil before a launch
	path    string         // of the source, as editors name it

	out     io.Writer
	seq     int
	sending sync.Mutex

	handles []func() []dap.Variable  // of what can be looked into, since the last stop; number k is k+1
	running *run                     // nil while it stands
	kinds   map[breakpointKind][]int // breakpoints, since each request replaces those of its own kind
	waiting []dap.Message            // requests that came during a stride
	over    bool                     // the end was told, and going on from there ends the session
	runs    bool                     // without a stop at the beginning
	ended   bool                     // that was told, and the client is to disconnect
}

// A run is the session on its way to a breakpoint. Nobody else may touch the session meanwhile.
type run struct {
	cancel context.CancelFunc
	done   chan outcome
	back   bool
	stride bool // it is one that is not taken up again
}

// An outcome is how a run ended.
type outcome struct {
	arrival debug.Arrival
	err     error
}

// An Opener opens the program that an editor launches, with what stands behind it on a command line, in a directory: a session at its beginning, and the whole path of its source. The three are
// empty if the editor does not say.
type Opener = func(program string, args []string, directory string) (*debug.Session, string, error)

// Serve answers requests until the editor leaves, or the input ends.
func Serve(in io.Reader, out io.Writer, open Opener) error {
	s := &Server{open: open, out: out, kinds: map[breakpointKind][]int{}}
	requests, failed := make(chan dap.Message), make(chan error, 1)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		r := bufio.NewReader(in)
		for {
			m, err := read(r)
			if err != nil {
				failed <- err
				return
			}
			select {
			case requests <- m:
			case <-stop:
				return
			}
		}
	}()
	for {
		select {
		case m := <-requests:
			if left := s.request(m); left {
				return nil
			}
		case o := <-s.arrived():
			s.running = nil
			s.stopped(o)
			if left := s.answerWaiting(); left {
				return nil
			}
		case err := <-failed:
			s.halt()
			if err == io.EOF {
				err = nil
			}
			return err
		}
	}
}

// arrived is where the run says that it has ended; nil, from which nothing ever comes, if there is none.
func (s *Server) arrived() chan outcome {
	if s.running == nil {
		return nil
	}
	return s.running.done
}

// An unknownRequest is a message that is none of the protocol.
type unknownRequest struct {
	dap.Request
	why error
}

// read is the next message. One that is JSON, and no request as the protocol has them, is to be refused, and ends nothing.
func read(r *bufio.Reader) (dap.Message, error) {
	content, err := dap.ReadBaseMessage(r)
	if err != nil {
		return nil, err
	}
	m, err := dap.DecodeProtocolMessage(content)
	if err == nil {
		return m, nil
	}
	if !json.Valid(content) {
		return nil, fmt.Errorf("a message is no JSON: %w", err)
	}
	unknown := &unknownRequest{why: err}
	_ = json.Unmarshal(content, &unknown.Request) // as much of it as is there
	return unknown, nil
}

// send gives a message its number and sends it. The editor may be gone: then its input ends too.
func (s *Server) send(m dap.Message, number *int) {
	s.sending.Lock()
	defer s.sending.Unlock()
	s.seq++
	*number = s.seq
	_ = dap.WriteProtocolMessage(s.out, m)
}

// start lets the session run, forward or back.
func (s *Server) start(back bool) {
	ctx, cancel := context.WithCancel(context.Background())
	r := &run{cancel: cancel, done: make(chan outcome, 1), back: back}
	s.running = r
	go func() {
		var o outcome
		if back {
			o.arrival, o.err = s.session.RunBack(ctx)
		} else {
			o.arrival, o.err = s.session.Run(ctx)
		}
		cancel()
		r.done <- o
	}()
}

// halt ends a run, and says how it ended, in which direction it went, and whether it can be taken up again; ok is false if there was none.
func (s *Server) halt() (o outcome, back, again, ok bool) {
	if s.running == nil {
		return o, false, false, false
	}
	s.running.cancel()
	o, back, again = <-s.running.done, s.running.back, !s.running.stride
	s.running = nil
	return o, back, again, true
}

// answerWaiting answers the requests that came during a stride.
func (s *Server) answerWaiting() (left bool) {
	for len(s.waiting) > 0 && s.running == nil {
		m := s.waiting[0]
		s.waiting = s.waiting[1:]
		if s.answer(m) {
			return true
		}
	}
	return false
}

// mostWaiting bounds how many requests wait for the end of a stride.
const mostWaiting = 1 << 10

// ends says that a request does not wait.
func ends(m dap.Message) bool {
	switch m.(type) {
	case *dap.PauseRequest, *dap.DisconnectRequest, *dap.TerminateRequest:
		return true
	}
	return false
}

// request answers one, and says whether the editor has left. While the session runs it is stopped for it, and then goes on; the end of a stride is waited for.
func (s *Server) request(m dap.Message) (left bool) {
	if s.running != nil && s.running.stride && !ends(m) && len(s.waiting) < mostWaiting {
		s.waiting = append(s.waiting, m)
		return false
	}
	o, back, again, ran := s.halt()
	if _, pause := m.(*dap.PauseRequest); ran && pause {
		s.respond(m, nil)
		s.stopped(o)
		return s.answerWaiting()
	}
	left = s.answer(m)
	switch {
	case left || !ran || s.running != nil || s.ended:
	case o.err != nil && again:
		s.start(back)
	default:
		s.stopped(o)
	}
	return left || s.answerWaiting() // of a stride that was ended
}

// stopped tells the editor that the session stands, and why.
func (s *Server) stopped(o outcome) {
	s.handles = nil
	if s.session.Position() == 0 {
		s.session.Step() // the first threadgroup begins: an editor needs threads
	}
	body := dap.StoppedEventBody{Reason: "step", ThreadId: s.threadInFocus(), AllThreadsStopped: true}
	why, fault, over := s.session.Over()
	switch b := o.arrival.Breakpoint; {
	case o.err != nil:
		body.Reason = "pause"
	case b != nil:
		body.Reason, body.Description, body.HitBreakpointIds = reasons[b.Cause], b.String(), []int{b.ID}
	case over && fault != nil:
		body.Reason, body.Description, body.Text = "exception", "fault", fault.Error()
		s.output("stderr", "fault: "+fault.Error())
	case over:
		body.Reason, body.Description = "pause", fmt.Sprintf("the program is over: %s; it can be stepped back", why)
	case o.arrival.Over:
		body.Reason, body.Description = "entry", "the beginning"
	}
	for _, text := range s.session.Unverified() {
		s.output("console", text)
	}
	s.over = over
	e := &dap.StoppedEvent{Event: event("stopped"), Body: body}
	s.send(e, &e.Seq)
}

// reasons are what the protocol calls the causes.
var reasons = [...]string{
	debug.AtOffset: "breakpoint", debug.AtNaN: "exception", debug.AtDivergence: "exception", debug.AtEarly: "exception", debug.AtChange: "data breakpoint", debug.AtTruth: "breakpoint",
}

func event(name string) dap.Event {
	return dap.Event{ProtocolMessage: dap.ProtocolMessage{Type: "event"}, Event: name}
}

func (s *Server) output(category, text string) {
	e := &dap.OutputEvent{Event: event("output"), Body: dap.OutputEventBody{Category: category, Output: text + "\n"}}
	s.send(e, &e.Seq)
}

// threadInFocus is the first active lane of the SIMD-group that is next.
func (s *Server) threadInFocus() int {
	group := s.session.Focus()
	if group >= len(s.session.Groups()) {
		return 1
	}
	g := s.session.Groups()[group]
	for lane := range machine.Lanes {
		if g.Exec>>lane&1 != 0 {
			return threadOf(group, lane)
		}
	}
	return threadOf(group, 0)
}

func threadOf(group, lane int) int { return group*machine.Lanes + lane + 1 }

// laneOf is a thread's SIMD-group and lane; ok is false where the threadgroup has none such.
func (s *Server) laneOf(thread int) (group, lane int, ok bool) {
	group, lane = (thread-1)/machine.Lanes, (thread-1)%machine.Lanes
	if thread < 1 || group >= len(s.session.Groups()) {
		return 0, 0, false
	}
	return group, lane, s.session.Groups()[group].Present()>>lane&1 != 0
}
