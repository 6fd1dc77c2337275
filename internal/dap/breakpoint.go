package dap

import (
	"fmt"

	"github.com/google/go-dap"

	"github.com/lanescope/lanescope/g13/debug"
)

// A breakpointKind is which request sets breakpoints: each replaces those that it set before. Of lines, those of one file.
type breakpointKind struct {
	name string
	file string
}

// replace takes the breakpoints of a kind away.
func (s *Server) replace(kind breakpointKind) {
	for _, id := range s.kinds[kind] {
		s.session.Delete(id)
	}
	s.kinds[kind] = nil
}

// set adds breakpoints under one condition, and says how they stand. The first one stands for all.
func (s *Server) set(kind breakpointKind, condition string, all ...debug.Breakpoint) dap.Breakpoint {
	var parsed *debug.Expression
	if condition != "" {
		var err error
		if parsed, err = debug.ParseExpression(condition); err != nil {
			return dap.Breakpoint{Message: err.Error()}
		}
	}
	said := dap.Breakpoint{Verified: true}
	for k, b := range all {
		b.If = parsed
		added := s.session.Add(b)
		s.kinds[kind] = append(s.kinds[kind], added.ID)
		if k == 0 {
			said.Id = added.ID
		}
		if b.Cause == debug.AtOffset && k == 0 {
			said.InstructionReference = reference(b.Offset)
			if l, ok := s.session.Code.Line(b.Offset); ok {
				said.Source, said.Line = s.source(l.File), l.Line
			}
		}
	}
	return said
}

func (s *Server) setLines(m *dap.SetBreakpointsRequest) {
	r := &dap.SetBreakpointsResponse{Response: responseTo(m.Request), Body: dap.SetBreakpointsResponseBody{Breakpoints: []dap.Breakpoint{}}}
	kind := breakpointKind{"line", m.Arguments.Source.Path}
	s.replace(kind)
	file, known := s.fileOf(m.Arguments.Source)
	for _, b := range m.Arguments.Breakpoints {
		var all []debug.Breakpoint
		if known {
			offsets, _ := s.session.Code.LineOffsets(file, b.Line)
			for _, offset := range offsets {
				all = append(all, debug.Breakpoint{Cause: debug.AtOffset, Offset: offset})
			}
		}
		said := dap.Breakpoint{Line: b.Line, Message: "no code of the program is from this line or from behind it"}
		if len(all) > 0 {
			said = s.set(kind, b.Condition, all...)
		}
		r.Body.Breakpoints = append(r.Body.Breakpoints, said)
	}
	s.send(r, &r.Seq)
}

func (s *Server) setFunctions(m *dap.SetFunctionBreakpointsRequest) {
	r := &dap.SetFunctionBreakpointsResponse{Response: responseTo(m.Request), Body: dap.SetFunctionBreakpointsResponseBody{Breakpoints: []dap.Breakpoint{}}}
	kind := breakpointKind{name: "label"}
	s.replace(kind)
	for _, b := range m.Arguments.Breakpoints {
		said := dap.Breakpoint{Message: fmt.Sprintf("there is no label %q", b.Name)}
		if offset, ok := s.session.Code.Label(b.Name); ok {
			said = s.set(kind, b.Condition, debug.Breakpoint{Cause: debug.AtOffset, Offset: offset})
		}
		r.Body.Breakpoints = append(r.Body.Breakpoints, said)
	}
	s.send(r, &r.Seq)
}

func (s *Server) setInstructions(m *dap.SetInstructionBreakpointsRequest) {
	r := &dap.SetInstructionBreakpointsResponse{Response: responseTo(m.Request), Body: dap.SetInstructionBreakpointsResponseBody{Breakpoints: []dap.Breakpoint{}}}
	kind := breakpointKind{name: "instruction"}
	s.replace(kind)
	for _, b := range m.Arguments.Breakpoints {
		var said dap.Breakpoint
		offset, err := instructionAt(b.InstructionReference, b.Offset)
		if _, ok := s.session.Code.OpAt(offset); err == nil && !ok {
			err = fmt.Errorf("no instruction begins at %#x", offset)
		}
		if err != nil {
			said.Message = err.Error()
		} else {
			said = s.set(kind, b.Condition, debug.Breakpoint{Cause: debug.AtOffset, Offset: offset})
		}
		r.Body.Breakpoints = append(r.Body.Breakpoints, said)
	}
	s.send(r, &r.Seq)
}

// filters are the exceptions that an editor can ask for.
var filters = map[string]debug.Cause{"nan": debug.AtNaN, "divergence": debug.AtDivergence, "early": debug.AtEarly}

func (s *Server) setExceptions(m *dap.SetExceptionBreakpointsRequest) {
	r := &dap.SetExceptionBreakpointsResponse{Response: responseTo(m.Request), Body: dap.SetExceptionBreakpointsResponseBody{Breakpoints: []dap.Breakpoint{}}}
	kind := breakpointKind{name: "exception"}
	s.replace(kind)
	var all []dap.ExceptionFilterOptions
	for _, name := range m.Arguments.Filters { // which the protocol has answered first
		all = append(all, dap.ExceptionFilterOptions{FilterId: name})
	}
	for _, f := range append(all, m.Arguments.FilterOptions...) {
		said := dap.Breakpoint{Message: fmt.Sprintf("there is no filter %q", f.FilterId)}
		if cause, ok := filters[f.FilterId]; ok {
			said = s.set(kind, f.Condition, debug.Breakpoint{Cause: cause})
		}
		r.Body.Breakpoints = append(r.Body.Breakpoints, said)
	}
	s.send(r, &r.Seq)
}

// dataInfo says what is watched if a variable is: it is a variable's name, or an expression.
func (s *Server) dataInfo(m *dap.DataBreakpointInfoRequest) {
	r := &dap.DataBreakpointInfoResponse{Response: responseTo(m.Request)}
	text := m.Arguments.Name
	for _, v := range s.contents(m.Arguments.VariablesReference) {
		if v.Name == text && v.EvaluateName != "" {
			text = v.EvaluateName
		}
	}
	if _, err := debug.ParseExpression(text); err != nil {
		r.Body.Description = err.Error() // the DataId is null, which says that it cannot be watched
	} else {
		r.Body = dap.DataBreakpointInfoResponseBody{DataId: text, Description: text, AccessTypes: []dap.DataBreakpointAccessType{"write"}, CanPersist: true}
	}
	s.send(r, &r.Seq)
}

func (s *Server) setData(m *dap.SetDataBreakpointsRequest) {
	r := &dap.SetDataBreakpointsResponse{Response: responseTo(m.Request), Body: dap.SetDataBreakpointsResponseBody{Breakpoints: []dap.Breakpoint{}}}
	kind := breakpointKind{name: "data"}
	s.replace(kind)
	for _, b := range m.Arguments.Breakpoints {
		var said dap.Breakpoint
		if watched, err := debug.ParseExpression(b.DataId); err != nil {
			said.Message = err.Error()
		} else {
			said = s.set(kind, b.Condition, debug.Breakpoint{Cause: debug.AtChange, Watched: watched})
		}
		r.Body.Breakpoints = append(r.Body.Breakpoints, said)
	}
	s.send(r, &r.Seq)
}
