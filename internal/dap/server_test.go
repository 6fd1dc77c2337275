package dap_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	protocol "github.com/google/go-dap"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/dap"
)

const path = "/src/loop.s"

// patience is how long a conversation may take, of which each takes some milliseconds: a server that says nothing fails it.
const patience = 20 * time.Second

// session is a session of a program on a grid of threads, with a buffer at u2_u3.
func session(tb testing.TB, text string, threads uint32) *debug.Session {
	tb.Helper()
	program, errs := asm.Source{Name: "loop.s", Text: text, Lines: true}.Assemble()
	if errs != nil {
		tb.Fatal(errs)
	}
	code, err := machine.Compile(program.Code)
	if err != nil {
		tb.Fatal(err)
	}
	d := &machine.Dispatch{Program: code, Grid: [3]uint32{threads}, Threadgroup: [3]uint32{threads}, Memory: machine.NewMemory(), Start: machine.NewGroup()}
	b, err := d.Memory.Map(64)
	if err != nil {
		tb.Fatal(err)
	}
	copy(b.Bytes, "lanes")
	d.Start.SetUniform32(2, uint32(b.Address))
	d.Start.SetUniform32(3, uint32(b.Address>>32))
	s, err := debug.New(context.Background(), d, debug.Source{File: "loop.s", Labels: program.Labels, Lines: program.Lines})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// A client is an editor's side of the protocol.
type client struct {
	testing.TB
	in     *bufio.Reader
	out    io.Writer
	seq    int
	events []protocol.Message
	served chan error
}

// opener opens a session that is there already, whatever is launched.
func opener(s *debug.Session) dap.Opener {
	return func(string, []string, string) (*debug.Session, string, error) { return s, path, nil }
}

func connect(tb testing.TB, s *debug.Session) *client {
	tb.Helper()
	here, there := net.Pipe()
	if err := here.SetDeadline(time.Now().Add(patience)); err != nil {
		tb.Fatal(err)
	}
	c := &client{TB: tb, in: bufio.NewReader(here), out: here, served: make(chan error, 1)}
	go func() {
		c.served <- dap.Serve(there, there, opener(s))
		there.Close()
	}()
	tb.Cleanup(func() { here.Close() })
	return c
}

func (c *client) request(command string) protocol.Request {
	c.seq++
	return protocol.Request{ProtocolMessage: protocol.ProtocolMessage{Seq: c.seq, Type: "request"}, Command: command}
}

// ask sends a request and waits for its response. Events on the way are kept.
func (c *client) ask(m protocol.Message) protocol.Message {
	c.Helper()
	c.tell(m)
	for {
		got := c.read()
		if r, ok := got.(protocol.ResponseMessage); ok {
			if r.GetResponse().RequestSeq != m.GetSeq() {
				c.Fatalf("an answer to request %d, and %d was asked", r.GetResponse().RequestSeq, m.GetSeq())
			}
			return got
		}
		c.events = append(c.events, got)
	}
}

func (c *client) tell(m protocol.Message) {
	c.Helper()
	if err := protocol.WriteProtocolMessage(c.out, m); err != nil {
		c.Fatal(err)
	}
}

func (c *client) read() protocol.Message {
	c.Helper()
	m, err := protocol.ReadProtocolMessage(c.in)
	if err != nil {
		c.Fatal(err)
	}
	return m
}

// stop waits for the next stop, and says what it was and in which line.
func (c *client) stop() (at string) {
	c.Helper()
	for {
		var m protocol.Message
		if len(c.events) > 0 {
			m, c.events = c.events[0], c.events[1:]
		} else {
			m = c.read()
		}
		e, ok := m.(*protocol.StoppedEvent)
		if !ok {
			continue
		}
		trace := c.ask(&protocol.StackTraceRequest{Request: c.request("stackTrace"), Arguments: protocol.StackTraceArguments{ThreadId: e.Body.ThreadId}})
		r, ok := trace.(*protocol.StackTraceResponse)
		if !ok {
			c.Fatalf("%+v", trace)
		}
		f := r.Body.StackFrames[0]
		if f.Source == nil || f.Source.Path != path {
			c.Fatalf("%+v", f)
		}
		return fmt.Sprintf("%s thread %d line %d", e.Body.Reason, e.Body.ThreadId, f.Line)
	}
}

// begin is what editors say first.
func (c *client) begin() {
	c.Helper()
	r, ok := c.ask(&protocol.InitializeRequest{Request: c.request("initialize")}).(*protocol.InitializeResponse)
	if !ok || !r.Body.SupportsStepBack || !r.Body.SupportsDisassembleRequest {
		c.Fatalf("%+v", r)
	}
	c.ask(&protocol.LaunchRequest{Request: c.request("launch"), Arguments: []byte("{}")})
}

func (c *client) configured() {
	c.Helper()
	c.ask(&protocol.ConfigurationDoneRequest{Request: c.request("configurationDone")})
	c.want(c.stop(), "entry thread 1 line 1")
}

func (c *client) want(got, want string) {
	c.Helper()
	if got != want {
		c.Errorf("%s, want %s", got, want)
	}
}

func (c *client) step(command string, granularity protocol.SteppingGranularity) string {
	c.Helper()
	switch command {
	case "next":
		c.ask(&protocol.NextRequest{Request: c.request(command), Arguments: protocol.NextArguments{Granularity: granularity}})
	case "stepIn":
		c.ask(&protocol.StepInRequest{Request: c.request(command), Arguments: protocol.StepInArguments{Granularity: granularity}})
	case "stepOut":
		c.ask(&protocol.StepOutRequest{Request: c.request(command)})
	case "stepBack":
		c.ask(&protocol.StepBackRequest{Request: c.request(command), Arguments: protocol.StepBackArguments{Granularity: granularity}})
	case "continue":
		c.ask(&protocol.ContinueRequest{Request: c.request(command)})
	case "reverseContinue":
		c.ask(&protocol.ReverseContinueRequest{Request: c.request(command)})
	}
	return c.stop()
}

const loop = `        get_sr r2, sr52
        if_icmp r0l, ult, r2, 4, 1
top:    fadd32 r3, r3, 0.5
        iadd r5, r5, 1
        while_icmp r0l, ult, r5, r2, 1
        jmp_exec_any top
        pop_exec r0l, 1
        call sum
        rcp r6, r8
        fmul32 r6, r6, r8
        stop
sum:    iadd r4, r2, r5
        ret r1
`

// TestSession is an editor that sets breakpoints, runs forward and back, and looks at variables.
func TestSession(t *testing.T) {
	c := connect(t, session(t, loop, 40))
	c.begin()
	set := c.ask(&protocol.SetBreakpointsRequest{Request: c.request("setBreakpoints"), Arguments: protocol.SetBreakpointsArguments{
		Source: protocol.Source{Path: path}, Breakpoints: []protocol.SourceBreakpoint{{Line: 4, Condition: "r5[3] == 1"}, {Line: 99}, {Line: 8, Condition: "r5["}},
	}}).(*protocol.SetBreakpointsResponse)
	if b := set.Body.Breakpoints; !b[0].Verified || b[0].Line != 4 || b[1].Verified || b[2].Verified || !strings.Contains(b[2].Message, "expected a lane") {
		t.Errorf("%+v", b)
	}
	c.ask(&protocol.SetExceptionBreakpointsRequest{Request: c.request("setExceptionBreakpoints"), Arguments: protocol.SetExceptionBreakpointsArguments{Filters: []string{"nan"}}})
	c.configured()
	c.want(c.step("continue", ""), "breakpoint thread 3 line 4")
	c.want(c.step("stepIn", "instruction"), "step thread 3 line 5")
	c.want(c.step("stepBack", "instruction"), "step thread 3 line 4")
	c.want(c.step("next", ""), "step thread 3 line 5")
	threads := c.ask(&protocol.ThreadsRequest{Request: c.request("threads")}).(*protocol.ThreadsResponse).Body.Threads
	if len(threads) != 40 || threads[0].Name != "SIMD-group 0 lane 0, thread 0,0,0, asleep" || threads[39].Id != 40 || threads[2].Name != "SIMD-group 0 lane 2, thread 2,0,0" {
		t.Errorf("%+v", threads)
	}
	c.want(c.look(3, "r2", "u32"), "2")
	c.want(c.look(4, "r3", "f32"), "1")
	c.want(c.look(1, "r3", "f32"), "0.5")
	c.want(c.look(4, "r3", "r3h"), "0x3f80, f16 1.875")
	c.want(c.look(4, "exec", ""), "0x0000000c")
	c.want(c.evaluate("r3.f * 2", 4), "2")
	c.want(c.evaluate("r3.f * 2", 0), ". . 2 2 . . . . . . . . . . . . . . . . . . . . . . . . . . . .")
	c.want(c.evaluate("count(active)", 0), "2")
	c.want(c.evaluate("r3 +", 0), "1:5: expected a number, a register such as r3, or another value, found the end")
	c.want(c.step("continue", ""), "exception thread 1 line 11")
	c.want(c.step("reverseContinue", ""), "breakpoint thread 3 line 4")
	c.want(c.step("reverseContinue", ""), "entry thread 1 line 1")
	c.leave()
}

// look is the value of a variable of a thread, or of a view of it.
func (c *client) look(thread int, name, view string) string {
	c.Helper()
	scopes, ok := c.ask(&protocol.ScopesRequest{Request: c.request("scopes"), Arguments: protocol.ScopesArguments{FrameId: thread}}).(*protocol.ScopesResponse)
	if !ok {
		c.Fatal("no scopes")
	}
	for _, scope := range scopes.Body.Scopes {
		for _, v := range c.variables(scope.VariablesReference) {
			if v.Name != name {
				continue
			}
			if view == "" {
				return v.Value
			}
			for _, w := range c.variables(v.VariablesReference) {
				if w.Name == view {
					return w.Value
				}
			}
		}
	}
	return "nothing"
}

func (c *client) variables(reference int) []protocol.Variable {
	c.Helper()
	r, ok := c.ask(&protocol.VariablesRequest{Request: c.request("variables"), Arguments: protocol.VariablesArguments{VariablesReference: reference}}).(*protocol.VariablesResponse)
	if !ok {
		c.Fatal("no variables")
	}
	return r.Body.Variables
}

func (c *client) evaluate(text string, frame int) string {
	c.Helper()
	switch r := c.ask(&protocol.EvaluateRequest{Request: c.request("evaluate"), Arguments: protocol.EvaluateArguments{Expression: text, FrameId: frame}}).(type) {
	case *protocol.EvaluateResponse:
		return r.Body.Result
	case *protocol.ErrorResponse:
		return r.Message
	}
	return ""
}

func (c *client) leave() {
	c.Helper()
	c.ask(&protocol.DisconnectRequest{Request: c.request("disconnect")})
	if _, ok := c.read().(*protocol.TerminatedEvent); !ok {
		c.Error("the session did not end")
	}
	c.left()
}

// left waits for the end of a session.
func (c *client) left() {
	c.Helper()
	select {
	case err := <-c.served:
		if err != nil {
			c.Error(err)
		}
	case <-time.After(patience):
		c.Error("the editor has left, and the server has not")
	}
}

// TestOtherBreakpoints are those at labels, at instructions and on data, and strides over calls.
func TestOtherBreakpoints(t *testing.T) {
	c := connect(t, session(t, loop, 32))
	c.begin()
	f := c.ask(&protocol.SetFunctionBreakpointsRequest{Request: c.request("setFunctionBreakpoints"), Arguments: protocol.SetFunctionBreakpointsArguments{Breakpoints: []protocol.FunctionBreakpoint{{Name: "sum"}, {Name: "none"}}}}).(*protocol.SetFunctionBreakpointsResponse)
	if b := f.Body.Breakpoints; !b[0].Verified || b[1].Verified {
		t.Errorf("%+v", b)
	}
	c.configured()
	c.want(c.step("continue", ""), "breakpoint thread 1 line 12")
	c.want(c.step("stepOut", ""), "step thread 1 line 9")
	c.want(c.step("stepBack", ""), "step thread 1 line 8")
	c.ask(&protocol.SetFunctionBreakpointsRequest{Request: c.request("setFunctionBreakpoints")})
	c.want(c.step("next", ""), "step thread 1 line 9")
	i := c.ask(&protocol.SetInstructionBreakpointsRequest{Request: c.request("setInstructionBreakpoints"), Arguments: protocol.SetInstructionBreakpointsArguments{Breakpoints: []protocol.InstructionBreakpoint{{InstructionReference: "0xa"}, {InstructionReference: "0xb"}}}}).(*protocol.SetInstructionBreakpointsResponse)
	if b := i.Body.Breakpoints; !b[0].Verified || b[0].Line != 3 || b[1].Verified {
		t.Errorf("%+v", b)
	}
	c.want(c.step("reverseContinue", ""), "breakpoint thread 4 line 3")
	c.ask(&protocol.SetInstructionBreakpointsRequest{Request: c.request("setInstructionBreakpoints")})
	scopes := c.ask(&protocol.ScopesRequest{Request: c.request("scopes"), Arguments: protocol.ScopesArguments{FrameId: 4}}).(*protocol.ScopesResponse)
	info := c.ask(&protocol.DataBreakpointInfoRequest{Request: c.request("dataBreakpointInfo"), Arguments: protocol.DataBreakpointInfoArguments{Name: "r5", VariablesReference: scopes.Body.Scopes[0].VariablesReference}}).(*protocol.DataBreakpointInfoResponse)
	if info.Body.DataId != "r5[3]" {
		t.Errorf("%+v", info.Body)
	}
	c.ask(&protocol.SetDataBreakpointsRequest{Request: c.request("setDataBreakpoints"), Arguments: protocol.SetDataBreakpointsArguments{Breakpoints: []protocol.DataBreakpoint{{DataId: "r5[3]"}}}})
	c.want(c.step("continue", ""), "data breakpoint thread 4 line 5")
	c.want(c.step("continue", ""), "pause thread 1 line 11")
	c.ask(&protocol.ContinueRequest{Request: c.request("continue")})
	if _, ok := c.read().(*protocol.TerminatedEvent); !ok {
		t.Error("going on at the end does not end the session")
	}
	c.ask(&protocol.DisconnectRequest{Request: c.request("disconnect")}) // which tells it no second time
	c.left()
}

// TestMemory reads code and a buffer.
func TestMemory(t *testing.T) {
	c := connect(t, session(t, loop, 32))
	c.begin()
	c.configured()
	d := c.ask(&protocol.DisassembleRequest{Request: c.request("disassemble"), Arguments: protocol.DisassembleArguments{MemoryReference: "0xa", InstructionOffset: -3, InstructionCount: 5}}).(*protocol.DisassembleResponse)
	var got []string
	for _, i := range d.Body.Instructions {
		got = append(got, fmt.Sprintf("%s %s %s %d", i.Address, i.InstructionBytes, i.Instruction, i.Line))
	}
	if len(got) != 5 || got[0] != "-1  no code 0" || !strings.HasSuffix(got[3], "fadd32 r3, r3, 0.5 3") {
		t.Errorf("%q", got)
	}
	c.want(c.evaluate("u2_u3", 1), "137438953472")
	m := c.ask(&protocol.ReadMemoryRequest{Request: c.request("readMemory"), Arguments: protocol.ReadMemoryArguments{MemoryReference: "0x2000000000", Count: 70}}).(*protocol.ReadMemoryResponse)
	if !strings.HasPrefix(m.Body.Data, "bGFuZXMA") || m.Body.UnreadableBytes != 6 {
		t.Errorf("%+v", m.Body)
	}
	c.leave()
}

// TestPause: while a program runs that has no end, breakpoints can be set and it can be stopped.
func TestPause(t *testing.T) {
	c := connect(t, session(t, "top: iadd r1, r1, 1\n jmp_exec_any top\n", 32))
	c.begin()
	c.configured()
	c.ask(&protocol.ContinueRequest{Request: c.request("continue")})
	c.ask(&protocol.ThreadsRequest{Request: c.request("threads")})
	c.ask(&protocol.PauseRequest{Request: c.request("pause")})
	if at := c.stop(); !strings.HasPrefix(at, "pause thread 1 line ") {
		t.Error(at)
	}
	c.ask(&protocol.ContinueRequest{Request: c.request("continue")})
	c.ask(&protocol.SetFunctionBreakpointsRequest{Request: c.request("setFunctionBreakpoints"), Arguments: protocol.SetFunctionBreakpointsArguments{Breakpoints: []protocol.FunctionBreakpoint{{Name: "top"}}}})
	c.want(c.stop(), "breakpoint thread 1 line 1")
	c.leave()
}

// TestStrange: requests that are none are refused by a response, and the session goes on.
func TestStrange(t *testing.T) {
	c := connect(t, session(t, loop, 32))
	c.begin()
	c.configured()
	for _, m := range []protocol.Message{
		&protocol.StackTraceRequest{Request: c.request("stackTrace"), Arguments: protocol.StackTraceArguments{ThreadId: 33}},
		&protocol.VariablesRequest{Request: c.request("variables"), Arguments: protocol.VariablesArguments{VariablesReference: 1000}},
		&protocol.DisassembleRequest{Request: c.request("disassemble"), Arguments: protocol.DisassembleArguments{MemoryReference: "here", InstructionCount: 1}},
		&protocol.DisassembleRequest{Request: c.request("disassemble"), Arguments: protocol.DisassembleArguments{MemoryReference: "0", InstructionCount: 1 << 30}},
		&protocol.ReadMemoryRequest{Request: c.request("readMemory"), Arguments: protocol.ReadMemoryArguments{MemoryReference: "0", Count: 1 << 30}},
		&protocol.ModulesRequest{Request: c.request("modules")},
	} {
		c.seq++
		r, ok := m.(protocol.RequestMessage)
		if !ok {
			t.Fatal("no request")
		}
		r.GetRequest().Seq = c.seq
		if e, ok := c.ask(m).(*protocol.ErrorResponse); !ok || e.Success || e.Message == "" {
			t.Errorf("%T is not refused", m)
		}
	}
	if e, ok := c.ask(&protocol.LaunchRequest{Request: c.request("launch"), Arguments: []byte(`{"args":7}`)}).(*protocol.ErrorResponse); !ok || !strings.HasPrefix(e.Message, "the configuration of the launch: ") {
		t.Errorf("%+v", e)
	}
	if err := protocol.WriteBaseMessage(c.out, []byte(`{"seq":99,"type":"request","command":"dance"}`)); err != nil {
		t.Fatal(err)
	}
	if e, ok := c.read().(*protocol.ErrorResponse); !ok || e.Success || e.RequestSeq != 99 {
		t.Errorf("%+v", e)
	}
	c.leave()
}

// FuzzServe: whatever an editor sends, the server neither panics nor hangs.
func FuzzServe(f *testing.F) {
	f.Add([]byte("Content-Length: 49\r\n\r\n{\"seq\":1,\"type\":\"request\",\"command\":\"initialize\"}"))
	f.Add([]byte("Content-Length: 2\r\n\r\n{}Content-Length: 99999999999\r\n\r\n"))
	chance.Fuzz(f, func(t *testing.T, in []byte) {
		_ = dap.Serve(strings.NewReader(string(in)), io.Discard, opener(session(t, loop, 32)))
	})
}
