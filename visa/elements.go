package visa

import "math"

// How steps go through the lanes of elements: all that is read is read before anything is written.

// modified is an integer with its modifier: the absolute value comes before the sign. What comes out is wrapped to the precision of the execution.
func (s *step) modified(t *site, bits uint64) wide {
	v := t.typ.integer(bits)
	switch t.mod {
	case NoModifier:
		return v
	case Abs:
		v = v.abs()
	case Neg:
		v = v.neg()
	case NegAbs:
		v = v.abs().neg()
	case Not:
		v = v.not()
	}
	return s.precision.wrap(v, t.unsigned)
}

// modifiedFloat is a floating-point number with its modifier.
func (t *site) modifiedFloat(bits uint64) float64 {
	v := t.typ.float(bits)
	switch t.mod {
	case Abs:
		return math.Abs(v)
	case Neg:
		return -v
	case NegAbs:
		return -math.Abs(v)
	}
	return v
}

// withSign is the bits of a floating-point number that is copied, NaNs as they are, with its modifier.
func (t *site) withSign(bits uint64) uint64 {
	sign := uint64(1) << (8*t.size - 1)
	switch t.mod {
	case Abs:
		return bits &^ sign
	case Neg:
		return bits ^ sign
	case NegAbs:
		return bits | sign
	}
	return bits
}

// ofInteger is the bits of an integer in the destination's type.
func (s *step) ofInteger(v wide) uint64 {
	t := s.dst.typ
	switch {
	case t.IsFloat():
		x := t.toFloat(v)
		if s.sat {
			x = saturated(x)
		}
		return t.floatBits(x)
	case s.sat:
		return t.clamp(v).lo
	}
	return v.lo
}

// ofFloat is the bits of a floating-point number in the destination's type.
func (s *step) ofFloat(v float64) uint64 {
	switch t := s.dst.typ; {
	case !t.IsFloat():
		return t.toInteger(v).lo
	case s.sat:
		return t.floatBits(saturated(v))
	default:
		return t.floatBits(v)
	}
}

// converted is the bits of a source's element in the destination's type.
func (s *step) converted(t *site, bits uint64) uint64 {
	switch {
	case t.raw:
		return t.withSign(bits)
	case t.typ.IsFloat():
		return s.ofFloat(t.modifiedFloat(bits))
	}
	return s.ofInteger(s.modified(t, bits))
}

// move is mov of elements.
func (m *Machine) move(s *step) *Fault {
	f := &m.frame
	if fault := m.fetch(s, 0, f.enabled); fault != nil {
		return fault
	}
	at, fault := m.reach(s, f.enabled)
	if fault != nil {
		return fault
	}
	f.known[dstSite] = f.known[0]
	if t := &s.src[0]; t.raw && t.mod == NoModifier {
		f.bits[dstSite] = f.bits[0]
	} else {
		for k := range each(f.known[0]) {
			f.bits[dstSite][k] = s.converted(t, f.bits[0][k])
		}
	}
	m.put(s, at)
	return nil
}

// choose is sel: the guard chooses the source, and the execution mask decides what is written.
func (m *Machine) choose(s *step) *Fault {
	f := &m.frame
	first := f.enabled
	if fault := m.fetch(s, 0, first); fault != nil {
		return fault
	}
	if fault := m.fetch(s, 1, f.executed&^first); fault != nil {
		return fault
	}
	at, fault := m.reach(s, f.executed)
	if fault != nil {
		return fault
	}
	f.known[dstSite] = f.known[0] | f.known[1]
	for k := range each(f.known[0]) {
		f.bits[dstSite][k] = s.converted(&s.src[0], f.bits[0][k])
	}
	for k := range each(f.known[1]) {
		f.bits[dstSite][k] = s.converted(&s.src[1], f.bits[1][k])
	}
	m.put(s, at)
	return nil
}

// operands fetches all sources, and says in which lanes they are all defined.
func (m *Machine) operands(s *step) (known uint32, fault *Fault) {
	f := &m.frame
	known = f.enabled
	for k := range s.sources {
		if fault := m.fetch(s, k, f.enabled); fault != nil {
			return 0, fault
		}
		known &= f.known[k]
	}
	return known, nil
}

// compute is a function of the sources' elements.
func (m *Machine) compute(s *step) *Fault {
	f := &m.frame
	known, fault := m.operands(s)
	if fault != nil {
		return fault
	}
	at, fault := m.reach(s, f.enabled)
	if fault != nil {
		return fault
	}
	f.known[dstSite] = known
	if s.floating {
		m.computeFloats(s, known)
	} else if fault := m.computeInts(s, known); fault != nil {
		return fault
	}
	m.put(s, at)
	return nil
}

// computeTwo is addc, subb and madw: the carry, or the high half, is written after the sum.
func (m *Machine) computeTwo(s *step) *Fault {
	f := &m.frame
	known, fault := m.operands(s)
	if fault != nil {
		return fault
	}
	at, fault := m.reach(s, f.enabled)
	if fault != nil {
		return fault
	}
	second, fault := m.reachSite(&s.second, secondSite, f.enabled)
	if fault != nil {
		return fault
	}
	f.known[dstSite], f.known[secondSite] = known, known
	_ = m.computeInts(s, known) // sums are always defined
	m.put(s, at)
	m.putSite(&s.second, secondSite, second)
	return nil
}

func (m *Machine) computeInts(s *step, known uint32) *Fault {
	f := &m.frame
	var v [maxSources]wide
	for k := range each(known) {
		for n := range s.sources {
			v[n] = s.modified(&s.src[n], f.bits[n][k])
		}
		if s.divides && v[1] == (wide{}) {
			return &Fault{Operand: 2, Lane: k, Byte: -1, What: "is zero, and divides"}
		}
		if s.meaning.of4 != nil {
			f.bits[dstSite][k] = s.ofInteger(s.meaning.of4(v[0], v[1], v[2], v[3]))
			continue
		}
		r := s.meaning.ints(s, v[0], v[1], v[2])
		if s.meaning.second != nil {
			f.bits[secondSite][k] = s.meaning.second(v[0], v[1], v[2]).lo
		}
		if s.within33 && !s.in33(r) {
			return &Fault{Operand: 0, Lane: k, Byte: -1, What: "gets a shifted number of more than 33 bits, and .sat is defined up to there"}
		}
		f.bits[dstSite][k] = s.ofInteger(r)
	}
	return nil
}

// in33 says whether a shifted number has 33 bits, one of them the sign if its type has one.
func (s *step) in33(v wide) bool {
	if s.src[0].typ.isSigned() {
		return v.shr(32) == (wide{}) || v.shr(32) == wide{-1, ^uint64(0)}
	}
	return v.shr(33) == wide{}
}

func (m *Machine) computeFloats(s *step, known uint32) {
	f := &m.frame
	var v [maxSources]float64
	for k := range each(known) {
		for n := range s.sources {
			v[n] = s.src[n].modifiedFloat(f.bits[n][k])
		}
		r := s.float.rounded(s.meaning.floats(s.float, v[0], v[1], v[2]))
		m.computedNaN = m.computedNaN || r != r
		f.bits[dstSite][k] = s.ofFloat(r)
	}
}

// compare is cmp: bits of a predicate, or all bits of an element and none.
func (m *Machine) compare(s *step) *Fault {
	f := &m.frame
	known, fault := m.operands(s)
	if fault != nil {
		return fault
	}
	holds := uint32(0)
	for k := range each(known) {
		if s.floating {
			holds |= defined(s.inst.Relation.ofFloats(s.src[0].modifiedFloat(f.bits[0][k]), s.src[1].modifiedFloat(f.bits[1][k]))) << k
		} else {
			holds |= defined(s.inst.Relation.ofInts(s.modified(&s.src[0], f.bits[0][k]), s.modified(&s.src[1], f.bits[1][k]))) << k
		}
	}
	if s.dst.class == Predicate {
		return m.putFlags(s, f.enabled, Flags{holds, known})
	}
	at, fault := m.reach(s, f.enabled)
	if fault != nil {
		return fault
	}
	f.known[dstSite] = known
	for k := range each(known) {
		f.bits[dstSite][k] = -uint64(holds >> k & 1)
	}
	m.put(s, at)
	return nil
}

// ofInts says whether the relation holds between two integers, whatever their types.
func (r Relation) ofInts(x, y wide) bool {
	switch r {
	case EQ:
		return x == y
	case NE:
		return x != y
	case GT:
		return y.less(x)
	case GE:
		return !x.less(y)
	case LT:
		return x.less(y)
	}
	return !y.less(x)
}

// ofFloats says whether the relation holds between two numbers. With a NaN none does but ne.
func (r Relation) ofFloats(x, y float64) bool {
	switch r {
	case EQ:
		return x == y
	case NE:
		return x != y
	case GT:
		return x > y
	case GE:
		return x >= y
	case LT:
		return x < y
	}
	return x <= y
}
