package visa

import (
	"fmt"
	"slices"
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
	Memory  string // what a message without a surface variable calls the memory, flat or bti(0x5); empty where ID is a surface variable
	Value   string // the element in hexadecimal digits, the highest first; a bit; a pointer; ? if it is undefined
}

// Executed is the channels of the execution mask, and Enabled is ChEn: those of them that the guard enables. The instruction's lane 0 is bit 0.
func (s *Step) Executed() uint32 { return s.m.frame.executed }

// Enabled is ChEn.
func (s *Step) Enabled() uint32 { return s.m.frame.enabled }

// Touches are what lanes read and wrote, lane by lane: sources in their order, then the destination. Immediates are nowhere, and not among them.
func (s *Step) Touches() []Touch {
	var all []Touch
	if s.step.message != nil {
		return s.messageTouches()
	}
	switch s.step.meaning.form {
	case interpolates:
		return s.planeTouches()
	case multiplies:
		return s.matrixTouches()
	}
	for lane := range s.Inst.Exec.Size() {
		for k := range s.step.sources {
			all = s.touch(all, lane, k, &s.step.src[k])
		}
		all = s.touch(all, lane, dstSite, &s.step.dst)
		if s.step.meaning.two != nil {
			all = s.touch(all, lane, secondSite, &s.step.second)
		}
	}
	return all
}

// touch appends what the lane did at one site.
func (s *Step) touch(all []Touch, lane, k int, t *site) []Touch {
	f := &s.m.frame
	if f.lanes[k]>>lane&1 == 0 || t.discards {
		return all
	}
	x := Touch{Lane: lane, Operand: int(t.operand), Write: k >= dstSite, Len: 1, Known: f.known[k]>>lane&1 != 0, Value: "?"}
	switch t.class {
	case Predicate:
		x.Kind, x.ID, x.First = PredicateKind, s.Inst.At(int(t.operand)).ID, lane+s.Inst.Exec.Offset()
		if x.Known {
			x.Value = strconv.FormatUint(f.bits[k][lane], 10)
		}
	case Address, State:
		s.element(&x, k, t)
	case General:
		s.bytes(&x, k, t, t.variable, t.at[lane])
	case Indirect:
		v := &s.m.code.layout.pointers[t.variable]
		p := s.m.followed(k, t, lane)
		all = append(all, Touch{Lane: lane, Operand: x.Operand, Kind: AddressKind, ID: v.id, First: int(t.row[lane]), Len: 1, Known: true, Value: s.m.code.shown(p).Text(s.m.code.decls)})
		s.bytes(&x, k, t, p.variable, f.at[k][lane])
	default:
		return all
	}
	return append(all, x)
}

// element is a touch of an address, sampler or surface variable.
func (s *Step) element(x *Touch, k int, t *site) {
	f, list := &s.m.frame, s.m.code.layout.pointers
	if x.Kind = AddressKind; t.class == State {
		x.Kind, list = t.kind, s.m.code.layout.handles
	}
	v := &list[t.variable]
	x.ID, x.First = v.id, int(t.at[x.Lane]-v.first)
	switch {
	case !x.Known:
	case t.class == Address:
		x.Value = s.m.code.shown(f.pointers[k][x.Lane]).Text(s.m.code.decls)
	default:
		x.Value = strconv.FormatUint(f.bits[k][x.Lane], 10)
	}
}

// bytes is a touch of a general variable.
func (s *Step) bytes(x *Touch, k int, t *site, variable, at int32) {
	r := &s.m.code.layout.rooms[variable]
	x.Kind, x.ID, x.First, x.Len = GeneralKind, r.id, int(at)-r.base, t.size
	if x.Known {
		x.Value = fmt.Sprintf("%0*x", 2*t.size, s.m.frame.bits[k][x.Lane]&(1<<(8*t.size)-1))
	}
}

// messageTouches are what lanes read or wrote of memory, and where in the data's variable it went or came from.
func (s *Step) messageTouches() (all []Touch) {
	x, loads := s.step.message, s.Inst.Op.loads()
	mem, name := s.m.reached, ""
	switch {
	case s.Inst.Op.isLSC():
		name = s.Inst.lscText(lscSurface, s.m.code.decls)
	case x.wide:
		name = models[FlatModel]
	}
	for k := range s.m.moved {
		p := &s.m.moved[k]
		if !p.absent {
			t := Touch{Lane: p.lane, Write: !loads || s.Inst.Op.isAtomic() || s.Inst.Op.isLSCAtomic() && s.Inst.Op != opLscAtomicLoad, Kind: SurfaceKind, ID: x.surface, Memory: name, First: int(p.address), Len: x.bytesOf(mem)}
			t.show(mem.Bytes[p.address:], mem.Known[p.address:])
			all = append(all, t)
		}
		if !x.data.nowhere {
			t := Touch{Lane: p.lane, Operand: x.data.operand, Write: loads, Kind: GeneralKind, ID: s.Inst.Operand[x.data.operand].ID, First: p.at - x.data.base, Len: x.size}
			t.show(s.m.data[p.at:], s.m.known[p.at:])
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b Touch) int {
		if a.Lane != b.Lane || a.Write == b.Write {
			return a.Lane - b.Lane
		}
		return map[bool]int{false: -1, true: 1}[a.Write]
	})
	return all
}

// show makes the value the bytes as one number, the highest first.
func (t *Touch) show(data, known []byte) {
	t.Value = ""
	t.Known = true
	for k := t.Len - 1; k >= 0; k-- {
		t.Known = t.Known && known[k] != 0
		t.Value += fmt.Sprintf("%02x", data[k])
	}
	if !t.Known {
		t.Value = "?"
	}
}
