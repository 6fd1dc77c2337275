package dap

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/google/go-dap"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
)

// answer answers a request, and says whether the editor has left.
func (s *Server) answer(m dap.Message) (left bool) {
	var err error
	if s.session == nil && !begins(m) {
		s.respond(m, fmt.Errorf("no program has been launched"))
		return false
	}
	switch m := m.(type) {
	case *dap.InitializeRequest:
		r := &dap.InitializeResponse{Response: responseTo(m.Request), Body: capabilities}
		s.send(r, &r.Seq)
	case *dap.LaunchRequest:
		s.launched(m, m.Arguments)
	case *dap.AttachRequest:
		s.launched(m, m.Arguments)
	case *dap.ConfigurationDoneRequest:
		s.respond(m, nil)
		if s.runs {
			s.start(false)
			return false
		}
		s.stopped(outcome{arrival: debug.Arrival{Over: true}})
	case *dap.TerminateRequest: // and then it disconnects
		s.respond(m, nil)
		s.terminated()
	case *dap.DisconnectRequest:
		s.respond(m, nil)
		s.terminated()
		return true
	case *dap.SetBreakpointsRequest:
		s.setLines(m)
	case *dap.SetFunctionBreakpointsRequest:
		s.setFunctions(m)
	case *dap.SetInstructionBreakpointsRequest:
		s.setInstructions(m)
	case *dap.SetExceptionBreakpointsRequest:
		s.setExceptions(m)
	case *dap.DataBreakpointInfoRequest:
		s.dataInfo(m)
	case *dap.SetDataBreakpointsRequest:
		s.setData(m)
	case *dap.ContinueRequest:
		r := &dap.ContinueResponse{Response: responseTo(m.Request), Body: dap.ContinueResponseBody{AllThreadsContinued: true}}
		s.send(r, &r.Seq)
		if s.over {
			s.terminated()
			return false
		}
		s.start(false)
	case *dap.ReverseContinueRequest:
		s.respond(m, nil)
		s.start(true)
	case *dap.NextRequest:
		s.stride(m, s.session.Go, byGranularity(m.Arguments.Granularity, debug.Over, debug.LineOver))
	case *dap.StepInRequest:
		s.stride(m, s.session.Go, byGranularity(m.Arguments.Granularity, debug.Instruction, debug.Line))
	case *dap.StepOutRequest:
		s.stride(m, s.session.Go, debug.Out)
	case *dap.StepBackRequest:
		s.stride(m, s.session.GoBack, byGranularity(m.Arguments.Granularity, debug.Over, debug.LineOver))
	case *dap.PauseRequest:
		s.respond(m, nil)
		s.stopped(outcome{err: context.Canceled})
	default:
		err = s.look(m)
	}
	if err != nil {
		s.respond(m, err)
	}
	return false
}

// look answers a request that changes nothing.
func (s *Server) look(m dap.Message) error {
	switch m := m.(type) {
	case *dap.ThreadsRequest:
		s.threads(m)
	case *dap.StackTraceRequest:
		return s.stackTrace(m)
	case *dap.ScopesRequest:
		return s.scopes(m)
	case *dap.VariablesRequest:
		return s.variables(m)
	case *dap.EvaluateRequest:
		return s.evaluate(m)
	case *dap.DisassembleRequest:
		return s.disassemble(m)
	case *dap.ReadMemoryRequest:
		return s.readMemory(m)
	case *unknownRequest:
		return m.why
	default:
		return fmt.Errorf("this request is not known here")
	}
	return nil
}

var capabilities = dap.Capabilities{
	SupportsConfigurationDoneRequest: true, SupportsFunctionBreakpoints: true, SupportsConditionalBreakpoints: true, SupportsEvaluateForHovers: true, SupportsStepBack: true,
	SupportsTerminateRequest: true, SupportsDataBreakpoints: true, SupportsReadMemoryRequest: true, SupportsDisassembleRequest: true, SupportsSteppingGranularity: true,
	SupportsInstructionBreakpoints: true, SupportsExceptionFilterOptions: true,
	ExceptionBreakpointFilters: []dap.ExceptionBreakpointsFilter{
		{Filter: "nan", Label: "a result is no number", SupportsCondition: true}, {Filter: "divergence", Label: "the mask changes", SupportsCondition: true},
		{Filter: "early", Label: "a register is read before its wait", SupportsCondition: true},
	},
}

func byGranularity(g dap.SteppingGranularity, instruction, line debug.Stride) debug.Stride {
	if g == "instruction" {
		return instruction
	}
	return line
}

func responseTo(r dap.Request) dap.Response {
	return dap.Response{ProtocolMessage: dap.ProtocolMessage{Type: "response"}, RequestSeq: r.Seq, Success: true, Command: r.Command}
}

// respond answers a request with nothing but that it was done, or why not.
func (s *Server) respond(m dap.Message, err error) {
	request := dap.Request{ProtocolMessage: dap.ProtocolMessage{Seq: m.GetSeq()}}
	if r, ok := m.(dap.RequestMessage); ok {
		request = *r.GetRequest()
	}
	r := &dap.ErrorResponse{Response: responseTo(request)}
	if err != nil {
		r.Success, r.Message = false, err.Error()
		r.Body.Error = &dap.ErrorMessage{Id: 1, Format: err.Error()} // shown where it was asked, in no window of its own: what a mouse points at may be no expression
	}
	s.send(r, &r.Seq)
}

func (s *Server) terminated() {
	if s.ended {
		return
	}
	s.ended = true
	e := &dap.TerminatedEvent{Event: event("terminated")}
	s.send(e, &e.Seq)
}

// begins says whether a request may come before a program is there.
func begins(m dap.Message) bool {
	switch m.(type) {
	case *dap.InitializeRequest, *dap.LaunchRequest, *dap.AttachRequest, *dap.TerminateRequest, *dap.DisconnectRequest, *unknownRequest:
		return true
	}
	return false
}

// launched answers a launch. Then there is a program, and breakpoints can be set in it.
func (s *Server) launched(m dap.Message, arguments json.RawMessage) {
	err := s.launch(arguments)
	s.respond(m, err)
	if err == nil {
		e := &dap.InitializedEvent{Event: event("initialized")}
		s.send(e, &e.Seq)
	}
}

// launch opens what an editor's configuration says.
func (s *Server) launch(arguments json.RawMessage) (err error) {
	said := struct {
		Program     string   `json:"program"`
		Args        []string `json:"args"`
		Directory   string   `json:"cwd"`
		NoDebug     bool     `json:"noDebug"`
		StopOnEntry *bool    `json:"stopOnEntry"`
	}{}
	if len(arguments) > 0 {
		if err := json.Unmarshal(arguments, &said); err != nil {
			return fmt.Errorf("the configuration of the launch: %w", err)
		}
	}
	if s.session != nil {
		return fmt.Errorf("a program has been launched already")
	}
	s.runs = said.NoDebug || said.StopOnEntry != nil && !*said.StopOnEntry
	s.session, s.path, err = s.open(said.Program, said.Args, said.Directory)
	return err
}

// stride goes one, and tells where it led.
func (s *Server) stride(m dap.Message, way func(context.Context, debug.Stride) (debug.Arrival, error), by debug.Stride) {
	s.respond(m, nil)
	ctx, cancel := context.WithCancel(context.Background())
	r := &run{cancel: cancel, done: make(chan outcome, 1), stride: true}
	s.running = r
	go func() {
		a, err := way(ctx, by)
		cancel()
		r.done <- outcome{a, err}
	}()
}

func (s *Server) threads(m *dap.ThreadsRequest) {
	r := &dap.ThreadsResponse{Response: responseTo(m.Request), Body: dap.ThreadsResponseBody{Threads: []dap.Thread{}}}
	groups := s.session.Groups()
	for k, g := range groups {
		for lane := range machine.Lanes {
			if g.Present()>>lane&1 == 0 {
				continue
			}
			at := g.Place.Thread(lane)
			name := fmt.Sprintf("lane %d, thread %d,%d,%d", lane, at[0], at[1], at[2])
			if len(groups) > 1 {
				name = fmt.Sprintf("SIMD-group %d %s", k, name)
			}
			if g.Exec>>lane&1 == 0 {
				name += ", asleep"
			}
			r.Body.Threads = append(r.Body.Threads, dap.Thread{Id: threadOf(k, lane), Name: name})
		}
	}
	if len(groups) == 0 {
		r.Body.Threads = append(r.Body.Threads, dap.Thread{Id: 1, Name: "nothing has begun"})
	}
	s.send(r, &r.Seq)
}

func (s *Server) stackTrace(m *dap.StackTraceRequest) error {
	group, _, ok := s.laneOf(m.Arguments.ThreadId)
	if !ok {
		return fmt.Errorf("there is no thread %d", m.Arguments.ThreadId)
	}
	code, op := s.session.Code, s.session.OpOf(group)
	offset := code.Offset(op)
	f := dap.StackFrame{Id: m.Arguments.ThreadId, Name: code.LabelAt(offset), InstructionPointerReference: reference(offset)}
	if f.Name == "" {
		f.Name = reference(offset)
	}
	f.Name += ": " + code.Text(op)
	if l, ok := code.Line(offset); ok {
		f.Source, f.Line, f.Column = s.source(l.File), l.Line, 1
	}
	r := &dap.StackTraceResponse{Response: responseTo(m.Request), Body: dap.StackTraceResponseBody{StackFrames: []dap.StackFrame{f}, TotalFrames: 1}}
	if m.Arguments.StartFrame > 0 {
		r.Body.StackFrames = []dap.StackFrame{}
	}
	s.send(r, &r.Seq)
	return nil
}

// source is a file as editors name it: that of the program by the path that was given, others beside it.
func (s *Server) source(file string) *dap.Source {
	path := s.path
	if file != s.session.Code.File {
		path = file
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(s.path), filepath.Base(path))
		}
	}
	return &dap.Source{Name: filepath.Base(path), Path: path}
}

// fileOf is the name of a source in the program.
func (s *Server) fileOf(source dap.Source) (file string, ok bool) {
	for _, l := range s.session.Code.Lines {
		if s.source(l.File).Path == source.Path {
			return l.File, true
		}
	}
	return "", false
}

func reference(offset int) string { return fmt.Sprintf("%#x", offset) }

// instructionAt is where an instruction is that an editor refers to.
func instructionAt(text string, by int) (offset int, err error) {
	n, err := strconv.ParseInt(text, 0, 32)
	if err != nil {
		return 0, fmt.Errorf("%q is no reference to an instruction", text)
	}
	return int(n) + by, nil
}

// mostDisassembled bounds how many instructions an editor is given at once.
const mostDisassembled = 1 << 16

func (s *Server) disassemble(m *dap.DisassembleRequest) error {
	a := m.Arguments
	offset, err := instructionAt(a.MemoryReference, a.Offset)
	if err != nil {
		return err
	}
	if a.InstructionCount < 0 || a.InstructionCount > mostDisassembled {
		return fmt.Errorf("%d instructions; at most %d are given at once", a.InstructionCount, mostDisassembled)
	}
	code := s.session.Code
	ops := code.Ops()
	first := 0
	for first < len(ops) && code.Offset(ops[first]) < offset {
		first++
	}
	if a.InstructionOffset < -mostDisassembled || a.InstructionOffset > mostDisassembled {
		return fmt.Errorf("%d instructions away; at most %d are looked for", a.InstructionOffset, mostDisassembled)
	}
	first += a.InstructionOffset
	r := &dap.DisassembleResponse{Response: responseTo(m.Request), Body: dap.DisassembleResponseBody{Instructions: []dap.DisassembledInstruction{}}}
	for k := first; k < first+a.InstructionCount; k++ {
		if k < 0 || k >= len(ops) { // the protocol wants as many as were asked for
			r.Body.Instructions = append(r.Body.Instructions, dap.DisassembledInstruction{Address: noCode(code, k), Instruction: "no code"})
			continue
		}
		at := code.Offset(ops[k])
		i := dap.DisassembledInstruction{Address: reference(at), InstructionBytes: hex.EncodeToString(code.Inst(ops[k])), Instruction: code.Text(ops[k])}
		if l, ok := code.Line(at); ok {
			i.Location, i.Line = s.source(l.File), l.Line
		}
		if label := code.LabelAt(at); label != "" {
			i.Symbol = label
		}
		r.Body.Instructions = append(r.Body.Instructions, i)
	}
	s.send(r, &r.Seq)
	return nil
}

// noCode is an address where there is none, of a row before the first instruction or behind the last one. Each row has its own, in the order of all: editors know rows by them.
func noCode(code *debug.Code, row int) string {
	if row < 0 {
		return strconv.Itoa(row) // in decimal digits, which the protocol has too
	}
	ops := code.Ops()
	end := 0
	if len(ops) > 0 {
		last := ops[len(ops)-1]
		end = code.Offset(last) + max(2, len(code.Inst(last)))
	}
	return reference(end + 2*(row-len(ops)))
}

// mostRead bounds how many bytes an editor is given at once.
const mostRead = 1 << 20

func (s *Server) readMemory(m *dap.ReadMemoryRequest) error {
	address, err := strconv.ParseUint(m.Arguments.MemoryReference, 0, 64)
	if err != nil {
		return fmt.Errorf("%q is no reference to memory", m.Arguments.MemoryReference)
	}
	if m.Arguments.Count < 0 || m.Arguments.Count > mostRead {
		return fmt.Errorf("%d bytes; at most %d are given at once", m.Arguments.Count, mostRead)
	}
	address += uint64(m.Arguments.Offset)
	var bytes []byte
	for k := range uint64(m.Arguments.Count) {
		b, ok := s.session.Memory(machine.DeviceSpace, 0, 0, address+k, 1)
		if !ok {
			break
		}
		bytes = append(bytes, byte(b))
	}
	r := &dap.ReadMemoryResponse{Response: responseTo(m.Request)}
	r.Body = dap.ReadMemoryResponseBody{Address: fmt.Sprintf("%#x", address), Data: base64.StdEncoding.EncodeToString(bytes), UnreadableBytes: m.Arguments.Count - len(bytes)}
	s.send(r, &r.Seq)
	return nil
}
