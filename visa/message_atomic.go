package visa

import "fmt"

// atomicMessage prepares dword_atomic and svm_atomic.
func (p *preparer) atomicMessage() error {
	s, m := p.step, p.step.message
	m.a, m.size = s.inst.Atomic()
	m.element = s.inst.atomicElement()
	m.step, m.unwritten = m.element, m.element-m.size
	m.align = uint64(m.size)
	if m.offsets.nowhere {
		return fmt.Errorf("%s has no offsets", s.inst.Operand[m.offsets.operand].Text(Source, p.decls))
	}
	for k := range m.a.sources() {
		if m.sources[k].nowhere {
			return fmt.Errorf("%s.%s has %d sources, and %s is none", s.inst.Op, atomics[m.a], m.a.sources(), s.inst.Operand[m.sources[k].operand].Text(Source, p.decls))
		}
	}
	s.run = (*Machine).atomically
	return nil
}

// atomically is an atomic operation: the lanes come one after the other, the lowest first.
func (m *Machine) atomically(s *step) *Fault {
	x := s.message
	mem, fault := m.memory(x)
	if fault != nil {
		return fault
	}
	m.reached = mem
	m.moved = m.moved[:0]
	lanes, fault := m.addressed(s, mem)
	if fault != nil || lanes == 0 {
		return fault
	}
	for k := range x.a.sources() {
		for lane := range each(lanes) {
			if at := x.sources[k].begin + x.step*lane; at+x.element > x.sources[k].end {
				return x.sources[k].outside(lane, at)
			}
		}
	}
	if fault := m.pieces(s, mem, lanes); fault != nil {
		return fault
	}
	f := &m.frame
	for k := range x.a.sources() { // before a lane writes over them
		f.known[k] = 0
		for lane := range each(lanes) {
			at := x.sources[k].begin + x.step*lane
			v, ok := word(m.data[at:], m.known[at:], x.size)
			f.bits[k][lane] = v
			f.known[k] |= defined(ok) << lane
		}
	}
	for k := range m.moved {
		m.operate(x, mem, &m.moved[k])
	}
	m.metLanes = m.metLanes || (x.a.ordered() || !x.data.nowhere) && m.collides(x) != nil
	return nil
}

// ordered says whether memory depends on the order in which several operations come to one place.
func (a Atomic) ordered() bool {
	switch a {
	case AtomicExchange, AtomicCompare, AtomicCompareFloat, AtomicAddFloat, AtomicSubFloat:
		return true
	}
	return false
}

// operate is one lane of an atomic operation.
func (m *Machine) operate(x *message, mem *Memory, p *piece) {
	f := &m.frame
	old, oldKnown := uint64(0), true
	if !p.absent {
		old, oldKnown = word(mem.Bytes[p.address:], mem.Known[p.address:], x.size)
	}
	var v [2]uint64
	known := oldKnown
	for k := range x.a.sources() {
		v[k] = f.bits[k][p.lane]
		known = known && f.known[k]>>p.lane&1 != 0
	}
	next := x.a.next(x.size, old, v[0], v[1])
	m.computedNaN = m.computedNaN || (x.a == AtomicAddFloat || x.a == AtomicSubFloat) && known && !sameFloat(x.size, next, next)
	switch first := f.known[0]>>p.lane&1 != 0; {
	case x.a == AtomicExchange:
		known = first
	case x.a == AtomicCompare && oldKnown && f.known[1]>>p.lane&1 != 0:
		known = first || old != v[1]
	case x.a == AtomicCompareFloat && oldKnown && first:
		known = f.known[1]>>p.lane&1 != 0 || !sameFloat(x.size, old, v[0])
	}
	if !p.absent && x.a != atomicLoad {
		setWord(mem.Bytes[p.address:], mem.Known[p.address:], x.size, next, known)
	}
	if x.data.nowhere {
		return
	}
	if x.a == AtomicPredec {
		old, oldKnown = next, known
	}
	if x.zeroed {
		m.zero(x, p)
	}
	setWord(m.data[p.at:], m.known[p.at:], x.size, old, oldKnown)
	clear(m.known[p.at+x.size : min(p.at+x.size+x.unwritten, x.data.end)])
}

// floatOf is the type of floating-point numbers of so many bytes.
func floatOf(size int) Type {
	switch size {
	case 2:
		return HF
	case 8:
		return DF
	}
	return F
}

func sameFloat(size int, x, y uint64) bool {
	t := floatOf(size)
	return t.float(x) == t.float(y)
}

// next is what the operation leaves in memory.
func (a Atomic) next(size int, old, x, y uint64) uint64 {
	sign := uint64(1) << (8*size - 1)
	pick := func(first bool) uint64 {
		if first {
			return old
		}
		return x
	}
	switch a {
	case AtomicAdd:
		return old + x
	case AtomicSub:
		return old - x
	case AtomicInc:
		return old + 1
	case AtomicDec, AtomicPredec:
		return old - 1
	case AtomicMin:
		return min(old, x)
	case AtomicMax:
		return max(old, x)
	case AtomicExchange:
		return x
	case atomicLoad:
		return old
	case AtomicCompare:
		if old == y {
			return x
		}
		return old
	case AtomicAnd:
		return old & x
	case AtomicOr:
		return old | x
	case AtomicXor:
		return old ^ x
	case AtomicMinSigned:
		return pick(old^sign < x^sign)
	case AtomicMaxSigned:
		return pick(old^sign > x^sign)
	case AtomicCompareFloat:
		if sameFloat(size, old, x) {
			return y
		}
		return old
	}
	t := floatOf(size)
	p, q := t.float(old), t.float(x)
	switch a {
	case AtomicMaxFloat: // of a number and a NaN it is the number
		return pick(q != q || p > q)
	case AtomicMinFloat:
		return pick(q != q || p < q)
	case AtomicSubFloat:
		q = -q
	}
	return t.floatBits(t.rounded(p + q))
}
