package visa

import (
	"context"
	"fmt"
	"slices"
)

// A Machine is the variables of a code while it runs. What nobody has written is not zero: it is undefined, and so is what is computed of it.
type Machine struct {
	Mask uint32 // the channels that a run begins with: a bit for each of the program's
	Fuel int    // how many instructions a run executes at most

	// Context ends a run when it ends; nil never does.
	Context context.Context

	Surfaces      map[uint32]*Memory // what surface variables stand for, by their numbers; %slm is 0
	Table         map[uint32]*Memory // what they stand for to which movs has written an index
	code          *Code
	data, known   []byte // the bytes of general variables; known has 0xff for those that are defined and 0 for the others
	pointers      []pointer
	flags         []Flags
	handles       []uint32
	handleKnown   []bool
	frame         frame
	computedNaN   bool
	metLanes      bool    // lanes of an atomic operation met in one place
	moved         []piece // of the last message
	reached       *Memory // by it
	below         uint32  // its lanes whose addresses are less than 0
	outsidePixels uint32  // its lanes whose pixels are not there

	em        uint32   // the execution mask: the channels that are active
	callMask  uint32   // those that have not returned from the routine
	at        int      // the step that comes next
	left      int      // fuel
	inGroup   bool     // it is one thread of several
	atBarrier bool     // it has come to a barrier
	signals   *signals // nil: the code has no barriers in two halves
	over      bool     // one of several threads: it has ended

	callee   *Machine // the function that was called and has not ended
	returns  int      // bytes of its results
	depth    int      // of functions, one in another
	holds    int      // bytes that the variables of these functions have
	waiting  []uint32 // by step, the lanes that are active again when it is reached
	occupied []uint64 // a bit for each step at which lanes wait
	calls    []call
}

// DefaultFuel is what a new machine has.
const DefaultFuel = 1 << 24

// A Pointer is the value of an element of an address variable. An address is a number of bytes, but not from where: registers are given to variables later. So what it
// points into goes with it.
type Pointer struct {
	Known  bool   // somebody has written it
	Into   bool   // it points into variable ID of Kind, Offset bytes from its beginning; otherwise it is the number Offset, and points nowhere
	Kind   Kind   // GeneralKind, SurfaceKind or SamplerKind
	ID     uint32 //
	Offset uint16
}

// Text is the pointer as &V33[8] has it, or its number; "?" if nobody has written it.
func (p Pointer) Text(d *Decls) string {
	switch {
	case !p.Known:
		return "?"
	case !p.Into:
		return fmt.Sprint(p.Offset)
	}
	o := Operand{Class: AddressOf, Kind: p.Kind, ID: p.ID, Disp: int32(int16(p.Offset))}
	return o.Text(Source, d)
}

// A pointer is a Pointer with the slot of its variable.
type pointer struct {
	known, into bool
	kind        Kind
	variable    int32
	offset      uint16
}

// NewMachine makes the variables of the code, all undefined, with all channels enabled.
func (c *Code) NewMachine() *Machine {
	m := &Machine{Mask: ^uint32(0), Fuel: DefaultFuel, code: c}
	m.waiting, m.occupied = make([]uint32, len(c.steps)+1), make([]uint64, len(c.steps)/64+1)
	m.data, m.known = make([]byte, c.layout.bytes), make([]byte, c.layout.bytes)
	m.pointers = make([]pointer, elementsOf(c.layout.pointers))
	m.handles = make([]uint32, elementsOf(c.layout.handles))
	m.handleKnown = make([]bool, len(m.handles))
	m.flags = make([]Flags, len(c.layout.flags))
	if c.linked.signals {
		m.signals = &signals{}
	}
	return m
}

func elementsOf(list []elements) int32 {
	if len(list) == 0 {
		return 0
	}
	last := list[len(list)-1]
	return last.first + last.n
}

// Has says whether the variable is one of the code's.
func (c *Code) Has(k Kind, id uint32) bool {
	var ok bool
	switch k {
	case GeneralKind:
		_, ok = c.layout.general[id]
	case AddressKind:
		_, ok = c.layout.addresses[id]
	case PredicateKind:
		_, ok = c.layout.flags[id]
	default:
		_, ok = c.layout.states[k&1][id]
	}
	return ok
}

// Size is the bytes of a general variable, or the elements of another; 0 if it is not one of the code's.
func (c *Code) Size(k Kind, id uint32) int {
	switch {
	case !c.Has(k, id):
		return 0
	case k == GeneralKind:
		return c.layout.rooms[c.layout.general[id]].size
	case k == AddressKind:
		return int(c.layout.pointers[c.layout.addresses[id]].n)
	case k == PredicateKind:
		if n := c.decls.Variable(PredicateKind, id).Elems; n > 0 {
			return n
		}
		return 32
	}
	return int(c.layout.handles[c.layout.states[k&1][id]].n)
}

// Bytes are the bytes of a general variable and which of them are defined, 0xff or 0. They are the machine's own; nil if the code does not have the variable.
func (m *Machine) Bytes(id uint32) (data, known []byte) {
	slot, ok := m.code.layout.general[id]
	if !ok {
		return nil, nil
	}
	r := &m.code.layout.rooms[slot]
	return m.data[r.base : r.base+r.size], m.known[r.base : r.base+r.size]
}

// SetBytes writes bytes at the beginning of a general variable, and says how many there was room for.
func (m *Machine) SetBytes(id uint32, b []byte) int {
	data, known := m.Bytes(id)
	n := copy(data, b)
	for k := range n {
		known[k] = 0xff
	}
	return n
}

// Flags are the elements of a predicate.
func (m *Machine) Flags(id uint32) Flags {
	if slot, ok := m.code.layout.flags[id]; ok {
		return m.flags[slot]
	}
	return Flags{}
}

// SetFlags writes the elements of a predicate, of which it has as many as were declared.
func (m *Machine) SetFlags(id uint32, f Flags) {
	if slot, ok := m.code.layout.flags[id]; ok {
		has := low(m.code.Size(PredicateKind, id))
		m.flags[slot] = Flags{f.Bits & has, f.Known & has}
	}
}

// Pointer is element k of an address variable.
func (m *Machine) Pointer(id uint32, k int) Pointer {
	slot, ok := m.code.layout.addresses[id]
	if !ok || k < 0 || k >= int(m.code.layout.pointers[slot].n) {
		return Pointer{}
	}
	return m.code.shown(m.pointers[int(m.code.layout.pointers[slot].first)+k])
}

// shown is a pointer with the number of its variable.
func (c *Code) shown(p pointer) Pointer {
	shown := Pointer{Known: p.known, Into: p.into, Kind: p.kind, Offset: p.offset}
	switch {
	case !p.into:
	case p.kind == GeneralKind:
		shown.ID = c.layout.rooms[p.variable].id
	default:
		shown.ID = c.layout.handles[p.variable].id
	}
	return shown
}

// SetPointer writes element k of an address variable. A pointer into a variable that the code does not have is an error.
func (m *Machine) SetPointer(id uint32, k int, p Pointer) error {
	l := &m.code.layout
	slot, ok := l.addresses[id]
	if !ok || k < 0 || k >= int(l.pointers[slot].n) {
		return fmt.Errorf("there is no element %d of %s", k, m.code.decls.Name(AddressKind, id))
	}
	stored := pointer{known: p.Known, into: p.Into, kind: p.Kind, offset: p.Offset}
	if p.Into {
		if !m.code.Has(p.Kind, p.ID) {
			return fmt.Errorf("the instructions have no variable %s", m.code.decls.Name(p.Kind, p.ID))
		}
		stored.variable = l.general[p.ID]
		if p.Kind != GeneralKind {
			stored.variable = l.states[p.Kind&1][p.ID]
		}
	}
	m.pointers[int(l.pointers[slot].first)+k] = stored
	return nil
}

// Handle is element k of a surface or sampler variable: the index of what it stands for. ok is false if nobody has written it.
func (m *Machine) Handle(k Kind, id uint32, element int) (index uint32, ok bool) {
	if at := m.handle(k, id, element); at >= 0 {
		return m.handles[at], m.handleKnown[at]
	}
	return 0, false
}

// SetHandle writes element k of a surface or sampler variable.
func (m *Machine) SetHandle(k Kind, id uint32, element int, index uint32) {
	if at := m.handle(k, id, element); at >= 0 {
		m.handles[at], m.handleKnown[at] = index, true
	}
}

func (m *Machine) handle(k Kind, id uint32, element int) int {
	slot, ok := m.code.layout.states[k&1][id]
	if !ok || element < 0 || element >= int(m.code.layout.handles[slot].n) {
		return -1
	}
	return int(m.code.layout.handles[slot].first) + element
}

// Clone is a machine of the same code with the same values.
func (m *Machine) Clone() *Machine {
	c := *m
	c.data, c.known = slices.Clone(m.data), slices.Clone(m.known)
	c.pointers, c.flags = slices.Clone(m.pointers), slices.Clone(m.flags)
	c.handles, c.handleKnown = slices.Clone(m.handles), slices.Clone(m.handleKnown)
	c.moved = slices.Clone(m.moved)
	if m.signals != nil {
		g := *m.signals
		c.signals = &g
	}
	if m.callee != nil {
		c.callee = m.callee.Clone()
	}
	c.waiting, c.occupied, c.calls = slices.Clone(m.waiting), slices.Clone(m.occupied), slices.Clone(m.calls)
	return &c
}
