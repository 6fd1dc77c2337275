package program

import (
	"encoding/binary"
	"fmt"

	"github.com/lanescope/lanescope/svp64"
)

// A State is all that instructions read and write, beside memory. It is a value: a copy is one of its own.
type State struct {
	svp64.State
	CTR, LR, PC uint64

	// Stepped is the last instruction that was a loop. svstep goes on by its walks.
	Stepped svp64.Inst
}

// A Machine executes a program.
type Machine struct {
	State
	Memory *Memory

	end      uint64 // behind the program: who comes there is done
	begin    uint64
	encoding svp64.Encoding
	plain    bool
	decoded  map[uint64]decodedAt // of the fast engine
	source   *source              // nil where the program was no text
	touches  *touches             // nil where nobody wants to know
}

// decodedAt is an instruction with the words that it was made of, in case a program writes them.
type decodedAt struct {
	words [2]uint32
	inst  Inst
}

// NewMachine is a machine with the program in its memory, at its beginning.
func (p *Program) NewMachine() (*Machine, error) { return p.machine(false) }

// NewPlainMachine is one whose engine is the plain one.
func (p *Program) NewPlainMachine() (*Machine, error) { return p.machine(true) }

func (p *Program) machine(plain bool) (*Machine, error) {
	m := &Machine{Memory: NewMemory(p.order()), encoding: p.Encoding, plain: plain, begin: p.Base, end: p.End(), decoded: map[uint64]decodedAt{}, source: p.source}
	m.CRBase, m.PC = svp64.DefaultCRBase, p.Entry
	m.SV = svp64.NewSVState(1, 1)
	for k, word := range p.Words {
		if err := m.Memory.Store(p.Base+4*uint64(k), 4, uint64(word)); err != nil {
			return nil, err
		}
	}
	for _, d := range p.Data {
		if err := m.Memory.Write(d.At, d.Bytes); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Order is that of bytes in memory.
func (m *Machine) Order() binary.ByteOrder { return m.Memory.Order }

// Done says whether the program is at its end, behind the last word.
func (m *Machine) Done() bool { return m.PC == m.end }

// Clone is a machine of its own in the same state.
func (m *Machine) Clone() *Machine {
	c := *m
	c.Memory = m.Memory.Clone()
	c.decoded = map[uint64]decodedAt{}
	return &c
}

// fetch is the instruction at the program counter.
func (m *Machine) fetch() (Inst, error) {
	if m.PC < m.begin || m.PC >= m.end || m.PC%4 != 0 {
		return Inst{}, m.fault(m.PC, Inst{Op: Long}, ErrOutside)
	}
	words := [2]uint32{uint32(m.Memory.Load(m.PC, 4)), 0}
	n := 1
	if m.PC+4 < m.end {
		words[1], n = uint32(m.Memory.Load(m.PC+4, 4)), 2
	}
	if d, ok := m.decoded[m.PC]; ok && d.words == words && !m.plain {
		return d.inst, nil
	}
	i, _, _ := Decode(words[:n], m.encoding)
	if i.Op == Long {
		return i, m.fault(m.PC, i, ErrNone)
	}
	if !m.plain {
		m.decoded[m.PC] = decodedAt{words, i}
	}
	return i, nil
}

// At is the instruction at which the machine stands.
func (m *Machine) At() (Inst, error) { return m.fetch() }

// Run executes whole instructions, at most so many; done says whether the end was reached.
func (m *Machine) Run(most int) (done bool, err error) {
	for range most {
		if m.Done() {
			return true, nil
		}
		if err := m.Instruction(); err != nil {
			return false, err
		}
	}
	return m.Done(), nil
}

// Instruction executes one instruction from where SVSTATE stands: all of a loop, or in Vertical-First mode one group.
func (m *Machine) Instruction() error {
	i, err := m.fetch()
	if err != nil {
		return err
	}
	before := m.PC
	if err := m.execute(&i); err != nil {
		m.PC = before
		return m.fault(before, i, err)
	}
	return nil
}

// execute does what Instruction does.
func (m *Machine) execute(i *Inst) error {
	x := element{m: m, i: i, next: m.PC + uint64(i.Size())}
	defer func() { m.PC = x.next }()
	if i.Op == Move && i.Prefix.IsPair() {
		return m.pair(i.Prefix)
	}
	if i.Op != Move && !i.prefixed() {
		return x.do()
	}
	l, err := m.loop(i)
	if err == nil && m.SV.Vertical() {
		err = l.CheckGroup(m.SV)
	}
	if err != nil {
		return err
	}
	m.Stepped = stepped(i)
	if i.Op == Move {
		return m.move(&l, i)
	}
	list, after := m.issue(&l)
	x.loop = &l
	for k, a := range list {
		x.Arrival, x.last = a, k == len(list)-1
		if err := x.do(); err != nil {
			return err
		}
		if x.left { // the instruction ends here
			break
		}
	}
	m.setPlaces(after)
	return nil
}

// setPlaces takes the places of a loop over; an instruction may have changed VL.
func (m *Machine) setPlaces(v svp64.SVState) { m.SV = m.SV.WithPlaces(v.Places()) }

// issue is what an instruction does, by one engine or the other.
func (m *Machine) issue(l *svp64.Loop) ([]svp64.Arrival, svp64.SVState) {
	if m.plain {
		list, after, _, _ := l.Generated(m.SV)
		return list, after
	}
	return l.Issue(m.SV)
}

// pair executes a swizzle move of one pair of registers.
func (m *Machine) pair(i svp64.Inst) error {
	m.touchPair(i)
	if m.plain {
		return m.RunPlain(i)
	}
	return m.State.Run(i)
}

// move executes a loop of a swizzle move. The fast engine has plans for it.
func (m *Machine) move(l *svp64.Loop, i *Inst) error {
	if !m.plain {
		return m.State.Run(i.Prefix)
	}
	f := &m.GPR
	if l.Float {
		f = &m.FPR
	}
	list, after, _, _ := l.Generated(m.SV)
	for _, a := range list {
		l.Apply(a, f)
	}
	m.setPlaces(after)
	return nil
}

// A Moved is what one step did.
type Moved struct {
	Inst    Inst
	At      uint64
	Loop    *svp64.Loop // nil where the instruction is no loop
	Arrival svp64.Arrival
	Empty   bool // a loop without a move
	Group   bool // the last of its subvector, or no loop
	Last    bool // the last of its instruction
}

// Step executes one element of an instruction, and leaves PC and SVSTATE as a trap behind it finds them. An instruction that is no loop is one step.
func (m *Machine) Step() (Moved, error) {
	i, err := m.fetch()
	if err != nil {
		return Moved{}, err
	}
	moved := Moved{Inst: i, At: m.PC, Group: true, Last: true}
	if i.Op == Move && i.Prefix.IsPair() || i.Op != Move && !i.prefixed() {
		return moved, m.Instruction()
	}
	if err := m.stepLoop(&i, &moved); err != nil {
		return moved, m.fault(moved.At, i, err)
	}
	return moved, nil
}

// stepLoop is a step of a loop.
func (m *Machine) stepLoop(i *Inst, moved *Moved) error {
	l, err := m.loop(i)
	if err == nil && m.SV.Vertical() {
		err = l.CheckGroup(m.SV)
	}
	if err != nil {
		return err
	}
	m.Stepped = stepped(i)
	moved.Loop = &l
	next := m.PC + uint64(i.Size())
	moment, ok := l.Next(m.SV)
	if !ok {
		_, after := l.Issue(m.SV)
		m.setPlaces(after)
		m.PC, moved.Empty = next, true
		return nil
	}
	moved.Arrival, moved.Group, moved.Last = moment.Arrival, moment.Group, moment.Last
	x := element{m: m, i: i, loop: &l, Arrival: moment.Arrival, next: next, last: moment.Last}
	if i.Op == Move {
		f := &m.GPR
		if l.Float {
			f = &m.FPR
		}
		m.touchMove(&l, moment.Arrival)
		l.Apply(moment.Arrival, f)
	} else if err := x.do(); err != nil {
		return err
	}
	if x.left && !moment.Last { // the rest is not done, and a Horizontal-First loop begins anew the next time
		moment.After, moved.Last, moved.Group = m.SV.WithPlaces(svp64.Place{}, svp64.Place{}), true, true
		m.setPlaces(moment.After)
		m.PC = x.next
		return nil
	}
	m.setPlaces(moment.After)
	if moment.Last {
		m.PC = x.next
	}
	return nil
}

// loop is the loop of an instruction on the state, checked.
func (m *Machine) loop(i *Inst) (svp64.Loop, error) {
	if i.Op == Move {
		l, err := m.State.Loop(i.Prefix)
		if err == nil {
			err = l.Check()
		}
		return l, err
	}
	if err := m.SV.Check(); err != nil {
		return svp64.Loop{}, err
	}
	l := i.shape(m.SV)
	l.SrcMask, l.DstMask = m.Predicate(i.Prefix, i.Prefix.SrcMask), m.Predicate(i.Prefix, i.Prefix.DstMask)
	if err := i.reaches(&l); err != nil {
		return l, err
	}
	return l, m.keepsFields(i, &l)
}

// keepsFields refuses comparisons whose fields of the condition register are their own predicate.
func (m *Machine) keepsFields(i *Inst, l *svp64.Loop) error {
	if table[i.Op].class != comparison || !i.Prefix.CR {
		return nil
	}
	written := 1
	if i.isVector(opBF) {
		written = l.VL
	}
	for k := range written {
		if field := (int(i.value[opBF]) + k) % svp64.NumRegs; (field-m.CRBase+svp64.NumRegs)%svp64.NumRegs < l.VL {
			return fmt.Errorf("cr%d: %w", field, svp64.ErrPredicate)
		}
	}
	return nil
}

// shape is the loop with all predicates true: an identity swizzle of as many lanes as a subvector has.
func (i *Inst) shape(v svp64.SVState) svp64.Loop {
	p := i.Prefix
	identity := []svp64.Selector{svp64.X, svp64.Y, svp64.Z, svp64.W}[:max(p.SubVL, 1)]
	p.Swizzle = svp64.Select(identity...)
	p.RT, p.RA = svp64.Reg{Vector: i.vectorTo()}, svp64.Reg{Vector: true}
	if table[i.Op].class == branch { // which has no destination: one walk is as good as the other
		p.SZ = p.SZ || i.snz
		p.DZ = p.SZ
	}
	return p.Loop(v)
}

// vectorTo says whether all elements are written: beside a vector memory is one, and so is a branch's nothing. A scalar register takes the first that the predicate has, and so does what has no vector at all.
func (i *Inst) vectorTo() bool {
	switch table[i.Op].class {
	case store, branch:
		return i.hasVector()
	}
	return i.isVector(table[i.Op].extra[0])
}

// reaches refuses loops past the last register, and those that overwrite their own predicate.
func (i *Inst) reaches(l *svp64.Loop) error {
	r := &table[i.Op]
	if l.VL == 0 {
		return nil
	}
	for k, op := range r.extra {
		first, last := i.registers(op, l, k == 0)
		if op == opBI {
			first, last = first/4, first/4+l.VL-1
		}
		if last >= svp64.NumRegs {
			return fmt.Errorf("%w: %s would reach %d", svp64.ErrPastRegisters, operands[op].name, last)
		}
		if k > 0 || r.class == store || r.class == branch || r.class == comparison {
			continue
		}
		for _, p := range []svp64.Predicate{i.Prefix.SrcMask, i.Prefix.DstMask} {
			if reg, ok := i.Prefix.PredicateRegister(p); ok && reg >= first && reg <= last {
				return fmt.Errorf("r%d: %w", reg, svp64.ErrPredicate)
			}
		}
	}
	return nil
}

// registers is the first and the last register of an operand.
func (i *Inst) registers(op operand, l *svp64.Loop, dst bool) (first, last int) {
	first = int(i.value[op])
	elements := l.SubVL
	if i.isVector(op) {
		elements *= l.VL
	}
	width := i.widthOf(op, l, dst)
	return first, first + (elements*width+63)/64 - 1
}

// widthOf is how wide an operand's elements are. Addresses and fields of the condition register have their own size.
func (i *Inst) widthOf(op operand, l *svp64.Loop, dst bool) int {
	switch r := &table[i.Op]; {
	case op == opBF || op == opBI, op == opRA && (r.class == load || r.class == store):
		return 64
	case dst && r.class != store:
		return l.DstBits
	}
	return l.SrcBits
}

// stepped is the instruction as svstep needs it: a loop of the same walks, of registers that no integer predicate is in.
func stepped(i *Inst) svp64.Inst {
	if i.Op == Move {
		return i.Prefix
	}
	p := i.Prefix
	l := i.shape(svp64.NewSVState(1, 1))
	p.Swizzle, p.RT, p.RA, p.Float, p.SZ, p.DZ = l.Swizzle, l.RT, l.RA, true, l.SZ, l.DZ
	p.DstWidth, p.SrcWidth = svp64.W64, svp64.W64
	return p
}

// LoopOf is the loop that an instruction would be on the state, or nil if it is none.
func (m *Machine) LoopOf(i Inst) (*svp64.Loop, error) {
	if i.Op == Move && i.Prefix.IsPair() || i.Op != Move && !i.prefixed() {
		return nil, nil
	}
	l, err := m.loop(&i)
	return &l, err
}
