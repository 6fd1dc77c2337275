package visa

import "fmt"

// Calls of functions that are texts of their own: fcall by a name, ifcall by an address, which faddr says of a name, and fccall of a kernel. A function has variables of its own, all undefined; what it
// has of its caller are memory, what all instructions can read, the first registers of %arg, %sp and %fp. Behind the call the first registers of %retval are its own:
//
//	caller   %arg ──── 2 registers ───▶ %arg    callee
//	         %retval ◀── 1 register ─── %retval
//
// Its lanes are those that the call takes. It may call itself: how deep is bounded, and so is how much its variables take.

// A linkage is the functions of a code, which they share.
type linkage struct {
	names   map[string]int32
	codes   []*Code
	signals bool // one has a barrier in two halves
}

const (
	maxNested = 64 // functions, one in another
	// bytesForOne is how many bytes of variables take the time of an instruction, which calls are charged for.
	bytesForOne = 1 << 12
	// functionAlign is how far functions are apart. Nothing says where they are; 0 is none.
	functionAlign = 64
)

// The numbers of variables that calls share.
const (
	argID    = 8
	retvalID = 9
)

// link compiles the functions, so that all of them can name each other.
func (l *linkage) link(options Options) error {
	l.names = map[string]int32{}
	for k, g := range options.Functions {
		if _, is := l.names[g.Kernel]; is {
			return fmt.Errorf("there are two functions %q", g.Kernel)
		}
		l.names[g.Kernel] = int32(k)
	}
	l.codes = make([]*Code, len(options.Functions))
	for k, g := range options.Functions {
		own := options
		own.Variables, own.Functions = nil, nil
		c, err := compile(g.Insts(), g.Decls, own, l)
		if err != nil {
			return fmt.Errorf("function %q: %v", g.Kernel, err) // a Refusal would count steps of the kernel
		}
		for n, name := range registerAttrs {
			c.declares[n] = -1
			for _, a := range g.Attrs {
				if a.Name == name && a.Kind == NumberAttr {
					c.declares[n] = int(min(a.Number, 255))
				}
			}
		}
		c.name, l.codes[k] = g.Kernel, c
	}
	return nil
}

// named is the function of a name.
func (p *preparer) named(name string) (int32, error) {
	if k, is := p.linked.names[name]; is {
		return k, nil
	}
	return 0, fmt.Errorf("%q is in another object, and was not given", name)
}

// links prepares calls, and the address of a function.
func (p *preparer) links() (err error) {
	s, i := p.step, p.step.inst
	switch i.Op {
	case opFaddr:
		return p.address()
	case opFcall:
		s.target, err = p.named(p.decls.outsideName(i.Number))
	case opFccall:
		s.target, err = p.named(p.decls.labelName(i.Label, kernelPlace))
	case opIfcall:
		s.target = -1
		err = p.scalars()
	}
	if err != nil {
		return err
	}
	if p.exec = i.Exec.Size(); p.exec == 0 || i.Exec.Offset()+p.exec > 32 {
		return fmt.Errorf("%s begins at lane %d of the mask: the mask ends at 31", i.Exec, i.Exec.Offset())
	}
	s.uniform, s.run = p.exec == 1, (*Machine).callFunction
	return p.guard()
}

// address prepares faddr: a mov of a number, for all lanes.
func (p *preparer) address() error {
	s, i := p.step, p.step.inst
	k, err := p.named(p.decls.outsideName(i.Number))
	if err != nil {
		return err
	}
	to := i.Operand[0]
	if to.Class == General || to.Class == Indirect {
		to.Region = Destination(1)
	}
	s.inst = &Inst{Op: opMov, Exec: 0x80, N: 2, Operand: [NearOperands]Operand{to, {Class: Immediate, Type: UD, Imm: uint64(functionAlign * (k + 1))}}}
	err = p.prepare()
	if s.inst, s.uniform = i, true; err == nil && s.dst.typ != UD && s.dst.typ != UQ {
		err = fmt.Errorf("%s is of type %s: an address is ud or uq", to.Text(Dest, p.decls), s.dst.typ)
	}
	return err
}

// callFunction is fcall, ifcall and fccall.
func (m *Machine) callFunction(s *step) *Fault {
	if m.frame.enabled == 0 {
		return nil
	}
	taken, k := m.taken(s), s.target
	codes := m.code.linked.codes
	if k < 0 {
		v, fault := m.number(s, 0)
		if fault != nil {
			return fault
		}
		if v == 0 || v%functionAlign != 0 || v/functionAlign > uint64(len(codes)) {
			return &Fault{Operand: 0, Lane: NoLane, Byte: -1, What: fmt.Sprintf("is %#x, which is the address of no function", v)}
		}
		k = int32(v/functionAlign - 1)
	}
	c, i, what := codes[k], s.inst, ""
	sizes := i.Sizes
	switch {
	case i.Op != opFccall && (c.declares[0] >= 0 && c.declares[0] != int(sizes[0]) || c.declares[1] >= 0 && c.declares[1] != int(sizes[1])):
		what = fmt.Sprintf("gives %q %d registers and takes %d: it has %d and %d", c.name, sizes[0], sizes[1], c.declares[0], c.declares[1])
	case m.depth == maxNested:
		what = fmt.Sprintf("is in %d functions, one in another, and no call goes deeper", m.depth)
	case m.holds+c.layout.bytes > maxBytes:
		what = fmt.Sprintf("takes the variables of the functions that are executed beyond %d bytes together", maxBytes)
	}
	if what != "" {
		return &Fault{Operand: NoOperand, Lane: NoLane, Byte: -1, What: what}
	}
	m.left -= c.layout.bytes / bytesForOne
	m.callee = m.into(c, taken, int(sizes[0])*m.code.decls.GRF)
	if s.uniform {
		m.callee.callMask = ^uint32(0)
	}
	m.returns = int(sizes[1]) * m.code.decls.GRF
	return nil
}

// into makes the machine of a function that lanes call.
func (m *Machine) into(c *Code, lanes uint32, args int) *Machine {
	f := c.NewMachine()
	f.Mask, f.Context, f.Table, f.Fuel = m.Mask, m.Context, m.Table, m.Fuel
	f.Surfaces = map[uint32]*Memory{}
	for id, memory := range m.Surfaces {
		if id < kinds[SurfaceKind].first || id == FlatMemory {
			f.Surfaces[id] = memory
		}
	}
	f.depth, f.holds, f.inGroup, f.signals = m.depth+1, m.holds+c.layout.bytes, m.inGroup, m.signals
	for id := range uint32(len(predefined)) {
		if id != argID && id != retvalID {
			f.copyVariable(m, id, len(predefinedBytes))
		}
	}
	f.copyVariable(m, argID, args)
	if _, known := m.Bytes(argID); known != nil {
		clear(known[:min(args, len(known))])
	}
	f.at, f.em, f.callMask = 0, lanes, lanes
	return f
}

// predefinedBytes is room for any variable that is predefined, but those of calls.
var predefinedBytes [64]byte

// copyVariable copies bytes from the beginning of a variable that both have, and which of them are defined.
func (m *Machine) copyVariable(from *Machine, id uint32, n int) {
	data, known := m.Bytes(id)
	other, otherKnown := from.Bytes(id)
	n = min(n, len(data), len(other))
	copy(data[:n], other[:n])
	copy(known[:n], otherKnown[:n])
}

// inFunction goes on with the function that was called, and behind the call where it has ended. Nobody watches what it does: the call is one step.
func (m *Machine) inFunction() error {
	f, call := m.callee, m.at-1
	if m.Context != nil && m.Context.Err() != nil {
		return &OutOfTime{call, m.code.said(call), m.Context.Err()}
	}
	f.left, f.atBarrier = m.left, false
	err := f.code.resume(f, nil)
	m.left = f.left
	if err != nil && m.depth > 0 {
		return err // the call of the kernel is where it is
	}
	text := m.code.said(call)
	switch e := err.(type) {
	case *Fault:
		return &Fault{Step: call, Text: text + ": " + e.Text, Operand: NoOperand, Lane: e.Lane, Byte: -1, What: e.What}
	case *OutOfFuel:
		return &OutOfFuel{call, text + ": " + e.Text, m.Fuel}
	case *OutOfTime:
		return &OutOfTime{call, text + ": " + e.Text, e.Err}
	}
	if m.atBarrier = f.atBarrier; f.waits() {
		return nil
	}
	m.copyVariable(f, retvalID, m.returns)
	m.callee = nil
	return nil
}
