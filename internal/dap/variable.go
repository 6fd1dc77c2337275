package dap

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
)

// handle is a number for what can be looked into until the next stop.
func (s *Server) handle(contents func() []dap.Variable) int {
	s.handles = append(s.handles, contents)
	return len(s.handles)
}

// contents is what a number stands for; nothing if it stands for none.
func (s *Server) contents(handle int) []dap.Variable {
	if handle < 1 || handle > len(s.handles) {
		return nil
	}
	return s.handles[handle-1]()
}

func (s *Server) variables(m *dap.VariablesRequest) error {
	n := m.Arguments.VariablesReference
	if n < 1 || n > len(s.handles) {
		return fmt.Errorf("there are no variables %d since the program went on", n)
	}
	all := s.contents(n)
	all = filtered(all, m.Arguments.Filter)
	if m.Arguments.Start > 0 {
		all = all[min(m.Arguments.Start, len(all)):]
	}
	if m.Arguments.Count > 0 {
		all = all[:min(m.Arguments.Count, len(all))]
	}
	if all == nil {
		all = []dap.Variable{}
	}
	r := &dap.VariablesResponse{Response: responseTo(m.Request), Body: dap.VariablesResponseBody{Variables: all}}
	s.send(r, &r.Seq)
	return nil
}

// filtered are those with a number for a name, or the others; without a filter, all.
func filtered(all []dap.Variable, filter string) (chosen []dap.Variable) {
	if filter == "" {
		return all
	}
	for _, v := range all {
		if strings.HasPrefix(v.Name, "[") == (filter == "indexed") {
			chosen = append(chosen, v)
		}
	}
	return chosen
}

func (s *Server) scopes(m *dap.ScopesRequest) error {
	group, lane, ok := s.laneOf(m.Arguments.FrameId)
	if !ok {
		return fmt.Errorf("there is no frame %d", m.Arguments.FrameId)
	}
	all := []dap.Scope{
		{Name: fmt.Sprintf("Registers of lane %d", lane), PresentationHint: "registers", VariablesReference: s.handle(func() []dap.Variable { return s.registers(group, lane) })},
		{Name: "SIMD-group", VariablesReference: s.handle(func() []dap.Variable { return s.state(group, lane) })},
		{Name: "Uniforms", VariablesReference: s.handle(func() []dap.Variable { return s.uniforms(group) }), Expensive: true},
	}
	if len(s.session.Buffers()) > 0 {
		all = append(all, dap.Scope{Name: "Buffers", VariablesReference: s.handle(s.buffers), Expensive: true})
	}
	r := &dap.ScopesResponse{Response: responseTo(m.Request), Body: dap.ScopesResponseBody{Scopes: all}}
	s.send(r, &r.Seq)
	return nil
}

// registers are those that the program names, in a lane.
func (s *Server) registers(group, lane int) (all []dap.Variable) {
	for n := range s.session.Code.Registers().All() {
		name := "r" + strconv.Itoa(n)
		v := s.session.Groups()[group].Lane(n, lane)
		on := ""
		if s.session.Groups()[group].Loading(2*n)>>lane&1 != 0 {
			on = ", on its way"
		}
		all = append(all, dap.Variable{
			Name: name, Value: fmt.Sprintf("0x%08x", v) + on, Type: "32 bits", EvaluateName: fmt.Sprintf("%s[%d]", name, lane),
			VariablesReference: s.handle(func() []dap.Variable { return s.views(name, group, lane, v) }), NamedVariables: viewCount,
		})
	}
	return all
}

// viewCount is how many ways there are to look at a register.
const viewCount = 6

// views are a register in a lane as numbers of all kinds, and in all lanes.
func (s *Server) views(name string, group, lane int, v uint32) []dap.Variable {
	at := fmt.Sprintf("[%d]", lane)
	half := func(h string, v uint16) dap.Variable {
		return dap.Variable{Name: name + h, Value: fmt.Sprintf("0x%04x, f16 %s", v, float(float64(debug.HalfNumber(v)))), Type: "16 bits", EvaluateName: name + h + at}
	}
	return []dap.Variable{
		{Name: "u32", Value: strconv.FormatUint(uint64(v), 10), EvaluateName: name + at},
		{Name: "s32", Value: strconv.Itoa(int(int32(v))), EvaluateName: name + at + ".s"},
		{Name: "f32", Value: float(float64(math.Float32frombits(v))), EvaluateName: name + at + ".f"},
		half("l", uint16(v)), half("h", uint16(v>>16)),
		{Name: "lanes", Value: "in all lanes", VariablesReference: s.handle(func() []dap.Variable { return s.lanes(name+"[all]", group) }), IndexedVariables: machine.Lanes},
	}
}

func float(x float64) string { return strconv.FormatFloat(x, 'g', -1, 32) }

// lanes are the values of an expression, one a lane.
func (s *Server) lanes(text string, group int) (all []dap.Variable) {
	e, err := debug.ParseExpression(text)
	if err != nil {
		return nil
	}
	v, _ := s.session.Evaluate(e, group)
	for lane := range machine.Lanes {
		all = append(all, dap.Variable{Name: fmt.Sprintf("[%d]", lane), Value: number(&v, lane)})
	}
	return all
}

// number is a value in a lane, in words.
func number(v *debug.Value, lane int) string {
	switch {
	case v.Lanes>>lane&1 == 0:
		return "no value"
	case !v.Float:
		return strconv.FormatInt(v.Int(lane), 10)
	case v.Size > 0:
		return float(v.Number(lane))
	}
	return strconv.FormatFloat(v.Number(lane), 'g', -1, 64)
}

// state is where a SIMD-group stands, and a lane in it.
func (s *Server) state(group, lane int) []dap.Variable {
	g := s.session.Groups()[group]
	at := g.Place
	all := []dap.Variable{
		{Name: "exec", Value: fmt.Sprintf("0x%08x", g.Exec), EvaluateName: "exec"},
		{Name: "sleeps", Value: fmt.Sprintf("%d levels", g.Lane(0, lane)&0xffff), EvaluateName: fmt.Sprintf("r0l[%d]", lane)},
		{Name: "pc", Value: reference(s.session.Code.Offset(s.session.OpOf(group))), EvaluateName: "pc"},
		{Name: "step", Value: strconv.Itoa(s.session.Position()), EvaluateName: "step"},
		{Name: "standing", Value: s.session.Standing(group).String()},
		{Name: "threadgroup", Value: fmt.Sprintf("%d,%d,%d", at.Threadgroup[0], at.Threadgroup[1], at.Threadgroup[2])},
	}
	for slot := range 2 {
		all = append(all, dap.Variable{Name: fmt.Sprintf("slot %d", slot), Value: fmt.Sprintf("%d loads on their way", g.Waits(slot))})
	}
	return all
}

// uniforms are those that are not 0.
func (s *Server) uniforms(group int) (all []dap.Variable) {
	g := s.session.Groups()[group]
	for n := range machine.Uniforms / 2 {
		v := uint32(g.Uniform(2*n)) | uint32(g.Uniform(2*n+1))<<16
		if v != 0 {
			all = append(all, dap.Variable{Name: "u" + strconv.Itoa(n), Value: fmt.Sprintf("0x%08x, f32 %s", v, float(float64(math.Float32frombits(v)))), EvaluateName: "u" + strconv.Itoa(n)})
		}
	}
	return all
}

func (s *Server) buffers() (all []dap.Variable) {
	for k, b := range s.session.Buffers() {
		all = append(all, dap.Variable{Name: fmt.Sprintf("buffer %d", k), Value: fmt.Sprintf("%d bytes at %#x", len(b.Bytes), b.Address), MemoryReference: fmt.Sprintf("%#x", b.Address)})
	}
	return all
}

// evaluate is an expression's value in the lane of a frame; without a frame, in all lanes of the SIMD-group in focus.
func (s *Server) evaluate(m *dap.EvaluateRequest) error {
	e, err := debug.ParseExpression(m.Arguments.Expression)
	if err != nil {
		return err
	}
	group, lane, framed := s.laneOf(m.Arguments.FrameId)
	if !framed {
		group = s.session.Focus()
	}
	v, ok := s.session.Evaluate(e, group)
	if !ok {
		return fmt.Errorf("no threadgroup has begun yet")
	}
	r := &dap.EvaluateResponse{Response: responseTo(m.Request)}
	switch {
	case framed || v.Same:
		r.Body.Result = number(&v, lane)
	default:
		var texts []string
		for lane := range machine.Lanes {
			texts = append(texts, number(&v, lane))
		}
		r.Body.Result = strings.ReplaceAll(strings.Join(texts, " "), "no value", ".")
	}
	if !v.Same {
		r.Body.VariablesReference = s.handle(func() []dap.Variable { return s.lanes(e.Text, group) })
		r.Body.IndexedVariables = machine.Lanes
	}
	s.send(r, &r.Seq)
	return nil
}
