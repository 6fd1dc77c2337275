package visa

import "math/bits"

// How steps go through predicates.

// putFlags writes lanes of a predicate, which begin at the mask's offset.
func (m *Machine) putFlags(s *step, lanes uint32, v Flags) *Fault {
	f, t := &m.frame, &s.dst
	if fault := m.flagsBounds(t, lanes); fault != nil {
		return fault
	}
	f.lanes[dstSite], f.known[dstSite] = lanes, v.Known
	for k := range s.size {
		f.bits[dstSite][k&31] = uint64(v.Bits >> k & 1)
	}
	off := s.inst.Exec.Offset()
	p := &m.flags[t.variable]
	p.Bits = p.Bits&^(lanes<<off) | v.Bits&lanes<<off
	p.Known = p.Known&^(lanes<<off) | v.Known&lanes<<off
	return nil
}

// flagsBounds complains of lanes for which a predicate has no element.
func (m *Machine) flagsBounds(t *site, lanes uint32) *Fault {
	bad := t.outside & lanes
	if bad == 0 {
		return nil
	}
	return &Fault{Operand: int(t.operand), Lane: bits.TrailingZeros32(bad), Byte: -1, What: "has no element for it"}
}

// setFlags is setp: a scalar's bit k becomes lane k, whatever lanes are enabled; of a vector the lowest bits of enabled lanes do.
func (m *Machine) setFlags(s *step) *Fault {
	f, t := &m.frame, &s.src[0]
	if !t.scalar {
		if fault := m.fetch(s, 0, f.enabled); fault != nil {
			return fault
		}
		v := Flags{Known: f.known[0]}
		for k := range each(f.known[0]) {
			v.Bits |= uint32(s.modified(t, f.bits[0][k]).lo&1) << k
		}
		return m.putFlags(s, f.enabled, v)
	}
	if fault := m.fetch(s, 0, 1); fault != nil {
		return fault
	}
	v := Flags{Known: -(f.known[0] & 1)}
	if v.Known != 0 {
		v.Bits = uint32(s.modified(t, f.bits[0][0]).lo)
	}
	return m.putFlags(s, s.lanes, v)
}

// fetchFlags reads lanes of a predicate.
func (m *Machine) fetchFlags(s *step, k int, lanes uint32) (Flags, *Fault) {
	f, t := &m.frame, &s.src[k]
	f.lanes[k] = lanes
	off := s.inst.Exec.Offset()
	v := Flags{m.flags[t.variable].Bits >> off, m.flags[t.variable].Known >> off & lanes}
	for lane := range s.size {
		f.bits[k][lane&31] = uint64(v.Bits >> lane & 1)
	}
	f.known[k] = v.Known
	return v, m.flagsBounds(t, lanes)
}

// combineFlags is and, or, xor and not of predicates.
func (m *Machine) combineFlags(s *step) *Fault {
	lanes := m.frame.enabled
	var v [3]Flags
	known := lanes
	for k := range s.sources {
		var fault *Fault
		if v[k], fault = m.fetchFlags(s, k, lanes); fault != nil {
			return fault
		}
		known &= v[k].Known
	}
	r := Flags{Known: known}
	switch x, y := v[0].Bits, v[1].Bits; s.inst.Op {
	case opAnd:
		r.Bits = x & y
	case opOr:
		r.Bits = x | y
	case opXor:
		r.Bits = x ^ y
	default:
		r.Bits = ^x
	}
	return m.putFlags(s, lanes, r)
}

// moveFlags is mov of a predicate: its elements become the bits of an integer. Of one with fewer than 16 elements the upper bits are undefined, and with them the integer.
func (m *Machine) moveFlags(s *step) *Fault {
	f, t := &m.frame, &s.src[0]
	at, fault := m.reach(s, f.enabled)
	if fault != nil {
		return fault
	}
	p, n := m.flags[t.variable], m.code.Size(PredicateKind, s.inst.Operand[1].ID)
	f.bits[dstSite][0] = uint64(p.Bits & low(n))
	f.known[dstSite] = defined(p.Known&low(n) == low(n) && (n >= 16 || n == 8*s.dst.size))
	m.put(s, at)
	return nil
}
