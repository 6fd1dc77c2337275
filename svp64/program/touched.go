package program

import "github.com/lanescope/lanescope/svp64"

// A Touch is bits of a register that a step reads or writes.
type Touch struct {
	File string // r, f or cr, with which the register's name begins
	No   int
	Low  int // the lowest bit
	Bits int
}

// touches is who notes what instructions do to registers.
type touches struct{ reads, writes []Touch }

// Touched is what the next step reads of registers, and what it writes. Predicates and special-purpose registers are not told, nor is memory. It is found by making the step on a copy.
func (m *Machine) Touched() (reads, writes []Touch, err error) {
	c := m.Clone()
	c.touches = new(touches)
	_, err = c.Step()
	return c.touches.reads, c.touches.writes, err
}

// touch notes an element of a vector that begins at a register, if somebody wants to know.
func (m *Machine) touch(written bool, file string, register, element, bits int) {
	if m.touches == nil {
		return
	}
	list, at := &m.touches.reads, element*bits
	if written {
		list = &m.touches.writes
	}
	*list = append(*list, Touch{file, (register + at/64) % svp64.NumRegs, at % 64, bits})
}

// touchField notes a field of the condition register.
func (m *Machine) touchField(written bool, no int) { m.touch(written, "cr", no, 0, 4) }

// touchMove notes one move of a loop. A constant is read nowhere.
func (m *Machine) touchMove(l *svp64.Loop, a svp64.Arrival) {
	if m.touches == nil {
		return
	}
	from, to := l.Elements(a)
	if _, constant := l.Constant(a); !constant {
		m.touch(false, fileOf(l.Float), int(l.RA.No), from, l.SrcBits)
	}
	m.touch(true, fileOf(l.Float), int(l.RT.No), to, l.DstBits)
}

// touchPair notes a move of two registers. In place also lanes that stay are read.
func (m *Machine) touchPair(i svp64.Inst) {
	if m.touches == nil {
		return
	}
	written, sourceZero, zero := m.PairPredicate(i)
	for k := range 2 {
		if written && !zero && (!sourceZero || i.RT == i.RA) {
			m.touch(false, fileOf(i.Float), int(i.RA.No), k, 64)
		}
		if written {
			m.touch(true, fileOf(i.Float), int(i.RT.No), k, 64)
		}
	}
}

func fileOf(float bool) string {
	if float {
		return "f"
	}
	return "r"
}
