package api

import (
	"strconv"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/inspect"
	"github.com/lanescope/lanescope/g13/machine"
)

// AppendJSON appends where the dispatch stands as one JSON object.
func (o *G13Standing) AppendJSON(b []byte) []byte {
	j := newObject(b, G13DebugSchema)
	s := o.debugger.session
	j.int("position", s.Position())
	if o.debugger.length >= 0 {
		j.int("length", o.debugger.length)
	}
	o.arrived(j)
	if l := s.Last(); l != nil {
		j.within("last", func(e *object) { e.lastStep(s, l) })
	}
	if len(s.Groups()) > 0 {
		o.standing(j)
	}
	if o.window != nil {
		j.within("memory", o.window.fields)
	}
	if o.Columns > 0 {
		objects(j, "timeline", o.timeline, func(e *object, m debug.Moment) { e.moment(s.Code, &m) })
	}
	if o.Program {
		j.within("program", o.program)
	}
	return j.end()
}

// arrived says why going ended.
func (o *G13Standing) arrived(j *object) {
	s := o.debugger.session
	if o.arrival.Breakpoint != nil {
		j.string("stop", o.arrival.Breakpoint.String())
	}
	if o.gaveUp != "" {
		j.string("gave_up", o.gaveUp)
	}
	if why, fault, over := s.Over(); over {
		j.string("over", why.String())
		if fault != nil {
			j.string("fault", fault.Error())
		}
	}
}

// lastStep writes the instruction that led here.
func (e *object) lastStep(s *debug.Session, l *machine.Step) {
	e.int("group", int(l.Place.SIMDGroup))
	e.int("pc", l.Offset)
	e.string("text", asm.Text(l.Inst))
	e.string("exec", word8(l.Exec))
	var changed []string
	for _, n := range l.Changed {
		changed = append(changed, "r"+strconv.Itoa(n))
	}
	e.strings("changed", changed)
	objects(e, "memory", l.Accesses, (*object).access)
	if lanes := s.NaNs(); lanes != 0 {
		e.string("nan", word8(lanes))
	}
	if s.Early() {
		e.bool("early", true)
	}
	if doubts := s.Unverified(); len(doubts) > 0 {
		e.strings("unverified", doubts)
	}
}

// standing writes the SIMD-groups, and all of the one that is looked at.
func (o *G13Standing) standing(j *object) {
	s := o.debugger.session
	groups := s.Groups()
	objects(j, "groups", groups, func(e *object, g *machine.Group) {
		k := int(g.Place.SIMDGroup)
		e.int("pc", s.Code.Offset(s.OpOf(k)))
		e.string("exec", word8(g.Exec))
		e.string("standing", s.Standing(k).String())
	})
	if group, op, ok := s.Next(); ok {
		j.within("next", func(e *object) {
			e.int("group", group)
			e.int("pc", s.Code.Offset(op))
			e.string("text", s.Code.Text(op))
		})
	}
	looked := o.looked()
	g := groups[looked]
	j.int("group", looked)
	j.ints("threadgroup", triple(g.Place.Threadgroup))
	j.int("pc", s.Code.Offset(s.OpOf(looked)))
	j.string("exec", word8(g.Exec))
	j.string("present", word8(g.Present()))
	var counts []int
	for _, v := range g.Register(0) {
		counts = append(counts, int(uint16(v)))
	}
	j.ints("sleeping", counts)
	var shown []int
	for n := range s.Code.Registers().Union(o.debugger.state.Named).All() {
		shown = append(shown, n)
	}
	j.registers(shown, g)
	j.within("uniforms", func(e *object) {
		for n := range machine.Uniforms / 2 {
			if v := uint32(g.Uniform(2*n)) | uint32(g.Uniform(2*n+1))<<16; v != 0 || o.debugger.state.uniforms[n] {
				e.string("u"+strconv.Itoa(n), word8(v))
			}
		}
	})
	if len(o.Print) > 0 {
		o.printed(j)
	}
}

// printed writes what expressions are worth, a text a lane.
func (o *G13Standing) printed(j *object) {
	var all []int
	for k := range o.values {
		all = append(all, k)
	}
	objects(j, "values", all, func(e *object, k int) {
		v := &o.values[k]
		e.string("text", o.Print[k])
		e.bool("same", v.Same)
		var lanes []string
		for lane := range machine.Lanes {
			lanes = append(lanes, v.Text(lane))
		}
		e.strings("lanes", lanes)
	})
}

func (w *g13Window) fields(e *object) {
	e.string("name", w.name)
	e.string("address", "0x"+strconv.FormatUint(w.address, 16))
	e.int("size", w.size)
	e.int("from", w.from)
	e.hex("hex", w.bytes)
}

// moment writes a column of the timeline.
func (e *object) moment(code *debug.Code, m *debug.Moment) {
	e.int("position", m.Position)
	e.ints("threadgroup", triple(m.Threadgroup))
	e.int("group", m.Group)
	if m.Op >= 0 {
		e.int("pc", m.Offset)
		e.string("text", code.Text(m.Op))
	}
	e.string("lanes", m.Text())
}

// program writes what is known without running it.
func (o *G13Standing) program(e *object) {
	code := o.debugger.session.Code
	objects(e, "instructions", code.Ops(), func(i *object, op int) {
		at := code.Offset(op)
		i.int("pc", at)
		i.hex("hex", code.Inst(op))
		i.string("text", code.Text(op))
		if name, ok := labelOf(code, at); ok {
			i.string("label", name)
		}
		if line, ok := code.Line(at); ok {
			i.int("line", line.Line)
		}
	})
	var buffers []string
	for _, b := range o.debugger.state.Buffers {
		buffers = append(buffers, b.Name())
	}
	e.strings("buffers", buffers)
	if o.report == nil {
		return
	}
	objects(e, "findings", o.report.Findings, func(f *object, found inspect.Finding) {
		f.string("rule", found.Rule)
		f.int("pc", found.Offset)
		f.string("message", found.Message)
	})
	e.int("registers", o.report.Registers)
	e.int("occupancy", o.report.Occupancy.Threads)
}

// labelOf is the label that stands at an offset.
func labelOf(code *debug.Code, at int) (string, bool) {
	for _, l := range code.Labels {
		if l.Offset == at {
			return l.Name, true
		}
	}
	return "", false
}
