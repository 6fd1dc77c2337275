package visa

import (
	"fmt"
	"strconv"
)

// A Step is an instruction that has run, with what its lanes read and wrote. It is good until watch returns.
type Step struct {
	Index int // from 0 on
	Inst  *Inst

	m    *Machine
	step *step
}

// A Touch is what one lane read or wrote through one operand.
type Touch struct {
	Lane    int
	Operand int
	Write   bool
	Kind    Kind
	ID      uint32
	First   int // byte of a general variable, element of another
	Len     int // bytes, or 1
	Known   bool
	Value   string // the element in hexadecimal digits, the highest first; a bit; a pointer; ? if it is undefined
}

// Executed is the channels of the execution mask, and Enabled is ChEn: those of them that the guard enables. The instruction's lane 0 is bit 0.
func (s *Step) Executed() uint32 { return s.m.frame.executed }

// Enabled is ChEn.
func (s *Step) Enabled() uint32 { return s.m.frame.enabled }

// Touches are what lanes read and wrote, lane by lane: sources in their order, then the destination. Immediates are nowhere, and not among them.
func (s *Step) Touches() []Touch {
	var all []Touch
	for lane := range s.Inst.Exec.Size() {
		for k := range s.step.sources {
			all = s.touch(all, lane, k, &s.step.src[k])
		}
		all = s.touch(all, lane, dstSite, &s.step.dst)
	}
	return all
}

// touch appends what the lane did at one site.
func (s *Step) touch(all []Touch, lane, k int, t *site) []Touch {
	f, l := &s.m.frame, &s.m.code.layout
	if f.lanes[k]>>lane&1 == 0 || t.class == Immediate || t.class == AddressOf || t.discards {
		return all
	}
	x := Touch{Lane: lane, Operand: int(t.operand), Write: k == dstSite, Len: 1, Known: f.known[k]>>lane&1 != 0, Value: "?"}
	switch t.class {
	case Predicate:
		x.Kind, x.ID, x.First = PredicateKind, s.Inst.Operand[t.operand].ID, lane+s.Inst.Exec.Offset()
		if x.Known {
			x.Value = strconv.FormatUint(f.bits[k][lane], 10)
		}
		return append(all, x)
	case Address, State:
		list, kind := l.pointers, AddressKind
		if t.class == State {
			list, kind = l.handles, t.kind
		}
		v := &list[t.variable]
		x.Kind, x.ID, x.First = kind, v.id, int(t.at[lane]-v.first)
		switch {
		case x.Known && t.class == Address:
			x.Value = s.m.code.shown(f.pointers[k][lane]).Text(s.m.code.decls)
		case x.Known:
			x.Value = strconv.FormatUint(f.bits[k][lane], 10)
		}
		return append(all, x)
	}
	at, variable := t.at[lane], t.variable
	if t.class == Indirect {
		at, variable = f.at[k][lane], f.variable[k][lane]
	}
	w := &l.rooms[variable]
	x.Kind, x.ID, x.First, x.Len = GeneralKind, w.id, int(at)-w.base, t.size
	if x.Known {
		x.Value = fmt.Sprintf("%0*x", 2*t.size, f.bits[k][lane]&(1<<(8*t.size)-1))
	}
	return append(all, x)
}
