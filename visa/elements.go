package visa

import (
	"math"
	"math/bits"
)

// How steps go through the lanes of elements: all that is read is read before anything is written. Bits become values, which are numbers of 64 bits with the type's sign, or
// floating-point numbers; values become bits. Of lanes that are not active, and of undefined ones, both are anything.

// values are what the bits of source k stand for, with its modifier.
func (s *step) values(f *frame, k int) *vector {
	t, b, v := &s.src[k], &f.bits[k], &f.values[k]
	switch {
	case t.typ.IsFloat():
		t.floats(v, b)
	case t.mod == NoModifier:
		return b
	default:
		s.modifyAll(t, v, b)
	}
	return v
}

// modifyAll is modify of all lanes, four at a time. A number is turned into its negative by turning all its bits, and one more.
func (s *step) modifyAll(t *site, v, b *vector) {
	var abs, neg, not int64 // all ones where it is to be
	if t.mod == Not {
		not = -1
	}
	if (t.mod == Abs || t.mod == NegAbs) && !t.unsigned {
		abs = -1
	}
	if t.mod == Neg || t.mod == NegAbs {
		neg = -1
	}
	unused, keep := 64-s.precision, int64(-1) // of a number without a sign the upper bits are none
	if t.unsigned {
		keep = int64(^uint64(0) >> unused)
	}
	for k := 0; k < s.size; k += 4 {
		v, b := v.four(k), b.four(k)
		for j := range v {
			x := int64(b[j])
			turn := x >> 63 & abs
			x = (x ^ turn) - turn
			x = (x ^ neg ^ not) - neg
			v[j] = uint64(x << (unused & 63) >> (unused & 63) & keep)
		}
	}
}

// modify is an integer with its modifier: the absolute value comes before the sign. What comes out is wrapped to the precision of the execution.
func (s *step) modify(t *site, v int64) int64 {
	if (t.mod == Abs || t.mod == NegAbs) && v < 0 && !t.unsigned {
		v = -v
	}
	switch t.mod {
	case Neg, NegAbs:
		v = -v
	case Not:
		v = ^v
	}
	return s.precision.wrap(v, t.unsigned)
}

// modified is the integer of one element.
func (s *step) modified(t *site, bits uint64) wide {
	v := t.typ.integer(bits)
	if t.mod == NoModifier {
		return v
	}
	return t.exactly(s.modify(t, int64(v.lo)))
}

// exactly is a value of the site, of which 64 bits without a sign are the only ones that do not fit.
func (t *site) exactly(v int64) wide {
	if t.unsigned {
		return wide{0, uint64(v)}
	}
	return wide{v >> 63, uint64(v)}
}

// huge says whether values are of 64 bits without a sign.
func (t *site) huge() bool { return t.unsigned && t.typ.Size() == 8 }

// floats makes numbers of a floating-point type's elements, four lanes at a time.
func (t *site) floats(v, b *vector) {
	switch t.typ {
	case DF:
		*v = *b
	case F:
		for k := 0; k < t.lanes; k += 4 {
			v, b := v.four(k), b.four(k)
			for j := range v {
				v[j] = math.Float64bits(float64(math.Float32frombits(uint32(b[j]))))
			}
		}
	case BF:
		for k := 0; k < t.lanes; k += 4 {
			v, b := v.four(k), b.four(k)
			for j := range v {
				v[j] = math.Float64bits(float64(math.Float32frombits(uint32(b[j]) << 16)))
			}
		}
	default:
		halfFloats(v[:t.lanes], b[:t.lanes])
	}
	if t.mod != NoModifier {
		clear, turn := t.signs(1 << 63)
		for k, x := range v[:t.lanes] {
			v[k] = x&^clear ^ turn
		}
	}
}

// halfFloats makes numbers of those of half precision: the sign and the exponent are six bits that a table has, and the fraction is added.
func halfFloats(v, b []uint64) {
	const fraction = 10
	for k, x := range b[:len(v)] {
		v[k] = halfExponents[x>>fraction&63] + x&(1<<fraction-1)<<(52-fraction)
		if x&(31<<fraction) == 0 { // there is no leading 1
			v[k] = x>>15<<63 | math.Float64bits(float64(x&(1<<fraction-1))*0x1p-24)
		}
	}
}

// halfExponents are numbers of 64 bits without a fraction, by the upper six bits of half precision: its sign, and its exponent, which is 1008 more there.
var halfExponents = [64]uint64{
	0, 0x3f1 << 52, 0x3f2 << 52, 0x3f3 << 52, 0x3f4 << 52, 0x3f5 << 52, 0x3f6 << 52, 0x3f7 << 52,
	0x3f8 << 52, 0x3f9 << 52, 0x3fa << 52, 0x3fb << 52, 0x3fc << 52, 0x3fd << 52, 0x3fe << 52, 0x3ff << 52,
	0x400 << 52, 0x401 << 52, 0x402 << 52, 0x403 << 52, 0x404 << 52, 0x405 << 52, 0x406 << 52, 0x407 << 52,
	0x408 << 52, 0x409 << 52, 0x40a << 52, 0x40b << 52, 0x40c << 52, 0x40d << 52, 0x40e << 52, 0x7ff << 52,
	0x800 << 52, 0xbf1 << 52, 0xbf2 << 52, 0xbf3 << 52, 0xbf4 << 52, 0xbf5 << 52, 0xbf6 << 52, 0xbf7 << 52,
	0xbf8 << 52, 0xbf9 << 52, 0xbfa << 52, 0xbfb << 52, 0xbfc << 52, 0xbfd << 52, 0xbfe << 52, 0xbff << 52,
	0xc00 << 52, 0xc01 << 52, 0xc02 << 52, 0xc03 << 52, 0xc04 << 52, 0xc05 << 52, 0xc06 << 52, 0xc07 << 52,
	0xc08 << 52, 0xc09 << 52, 0xc0a << 52, 0xc0b << 52, 0xc0c << 52, 0xc0d << 52, 0xc0e << 52, 0xfff << 52,
}

// signs are the bits that the modifier clears, and those that it turns then, in numbers with that sign.
func (t *site) signs(sign uint64) (clear, turn uint64) {
	if t.mod == Abs || t.mod == NegAbs {
		clear = sign
	}
	if t.mod == Neg || t.mod == NegAbs {
		turn = sign
	}
	return clear, turn
}

// ofIntegers makes bits of the destination's type of integers, which stay where they are; huge says that those with the highest bit are not negative.
func (s *step) ofIntegers(v []uint64, huge bool) {
	switch t := s.dst.typ; {
	case t.IsFloat() && s.sat:
		one := t.floatBits(1)
		for k, x := range v {
			if v[k] = 0; int64(x) > 0 || huge && x != 0 {
				v[k] = one
			}
		}
	case t.IsFloat():
		t.nearest(v, huge)
	case s.sat:
		t.clampAll(v, huge)
	}
}

// nearest makes integers the nearest numbers of a floating-point type.
func (t Type) nearest(v []uint64, huge bool) {
	switch {
	case t == DF && !huge:
		for k, x := range v {
			v[k] = math.Float64bits(float64(int64(x)))
		}
	case t == F && !huge:
		for k, x := range v {
			v[k] = uint64(math.Float32bits(float32(int64(x))))
		}
	case t.Size() == 2 && !huge:
		for k, x := range v {
			magnitude := x
			if int64(x) < 0 {
				magnitude = -x
			}
			v[k] = math.Float64bits(float64(toOdd(magnitude))) | x>>63<<63
		}
		t.roundAll(v, v)
	default:
		high := int64(-1)
		if huge {
			high = 0
		}
		for k, x := range v {
			v[k] = t.floatBits(t.toFloat(wide{int64(x) >> 63 & high, x}))
		}
	}
}

// clampAll makes integers the nearest ones of the type.
func (t Type) clampAll(v []uint64, huge bool) {
	low, high := t.bounds()
	least, greatest := int64(low.lo), int64(high.lo)
	switch {
	case huge:
		for k, x := range v {
			v[k] = min(x, high.lo)
		}
	case t == UQ:
		for k, x := range v {
			v[k] = uint64(max(int64(x), 0))
		}
	default:
		for k, x := range v {
			v[k] = uint64(min(max(int64(x), least), greatest))
		}
	}
}

// ofInteger is the bits of an exact integer in the destination's type.
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

// ofFloats makes bits of the destination's type of floating-point numbers.
func (s *step) ofFloats(b, v []uint64) {
	t := s.dst.typ
	if s.sat && t.IsFloat() {
		for k, x := range v {
			v[k] = math.Float64bits(saturated(math.Float64frombits(x)))
		}
	}
	switch {
	case t == F:
		nan := floatFormats[F].nan
		for k, x := range v {
			n := math.Float64frombits(x)
			if b[k] = uint64(math.Float32bits(float32(n))); n != n {
				b[k] = nan
			}
		}
	case t == DF:
		nan := floatFormats[DF].nan
		for k, x := range v {
			if n := math.Float64frombits(x); n != n {
				x = nan
			}
			b[k] = x
		}
	case t.IsFloat():
		t.roundAll(b, v)
	case t == UQ:
		for k, x := range v {
			b[k] = t.toInteger(math.Float64frombits(x)).lo
		}
	default:
		t.truncate(b, v)
	}
}

// roundAll makes bits of a floating-point type of 16 bits. What is a normal number in it is rounded by its bits as they are: a carry goes into the exponent. What is less is added to a
// number whose last bit is the least that the type has, which rounds it.
func (t Type) roundAll(b, v []uint64) {
	f := &floatFormats[t]
	bias := uint64(1)<<(f.exponent-1) - 1
	first, end := (1023-bias+1)<<52, (1023+bias+1)<<52
	drop := uint(52-f.fraction) & 63
	half, other := uint64(1)<<(drop-1)-1, (1023-bias)<<f.fraction
	infinite := (bias<<1 + 1) << f.fraction
	large := (1023 + 53 - bias - uint64(f.fraction)) << 52
	for k, x := range v[:len(b)] {
		switch m := x &^ (1 << 63); {
		case m-first < end-first:
			b[k] = x>>63<<15 | ((m+half+m>>drop&1)>>drop - other)
		case m < first:
			b[k] = x>>63<<15 | (math.Float64bits(math.Float64frombits(m)+math.Float64frombits(large)) - large)
		case m <= 0x7ff<<52:
			b[k] = x>>63<<15 | infinite
		default:
			b[k] = f.nan
		}
	}
}

// truncate makes integers without the fraction, clamped to a type whose bounds have 64 bits; 0 of NaNs.
func (t Type) truncate(b, v []uint64) {
	low, high := t.bounds()
	least, greatest := int64(low.lo), int64(high.lo)
	from, to := float64(least), float64(greatest)
	for k, x := range v {
		switch n := math.Float64frombits(x); {
		case n >= to:
			b[k] = uint64(greatest)
		case n > from:
			b[k] = uint64(int64(n))
		case n != n:
			b[k] = 0
		default:
			b[k] = uint64(least)
		}
	}
}

// convert makes bits of the destination's type of source k.
func (s *step) convert(v *vector, f *frame, k int) {
	switch t := &s.src[k]; {
	case t.raw && t.mod == NoModifier:
		*v = f.bits[k]
	case t.raw: // a copy, NaNs as they are
		clear, turn := t.signs(1 << (8*t.size - 1))
		for k, x := range f.bits[k][:s.size] {
			v[k] = x&^clear ^ turn
		}
	case t.typ.IsFloat():
		x := s.values(f, k)
		s.ofFloats(v[:s.size], x[:s.size])
	default:
		*v = *s.values(f, k)
		s.ofIntegers(v[:s.size], t.huge())
	}
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
	s.convert(&f.bits[dstSite], f, 0)
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
	v, other := &f.bits[dstSite], &f.values[dstSite]
	s.convert(v, f, 1)
	s.convert(other, f, 0)
	for set := first; set != 0; set &= set - 1 {
		k := bits.TrailingZeros32(set) & 31
		v[k] = other[k]
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
	if fault := s.compute(s, m, known); fault != nil {
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
	x, y, z := s.values(f, 0), s.values(f, 1), s.values(f, 2)
	s.meaning.two(f.bits[dstSite][:s.size], f.bits[secondSite][:s.size], x[:s.size], y[:s.size], z[:s.size])
	m.put(s, at)
	m.putSite(&s.second, secondSite, second)
	return nil
}

// computeInts is an integer instruction in 64 bits.
func (s *step) computeInts(m *Machine, known uint32) *Fault {
	f := &m.frame
	x, y, z, r := s.values(f, 0), s.values(f, 1), s.values(f, 2), &f.bits[dstSite]
	if s.divides {
		for set := known; set != 0; set &= set - 1 {
			if k := bits.TrailingZeros32(set) & 31; y[k] == 0 {
				return &Fault{Operand: 2, Lane: k, Byte: -1, What: "is zero, and divides"}
			}
		}
	}
	if of4 := s.meaning.of4; of4 != nil {
		w := s.values(f, 3)
		for k := range r[:s.size] {
			r[k] = uint64(of4(int64(x[k]), int64(y[k]), int64(z[k]), int64(w[k])))
		}
	} else {
		s.meaning.ints(s, r, x, y, z)
	}
	s.ofIntegers(r[:s.size], s.huge)
	return nil
}

// computeExactly is an integer instruction whose results have more than 64 bits.
func (s *step) computeExactly(m *Machine, known uint32) *Fault {
	f := &m.frame
	x, y, z, r := s.values(f, 0), s.values(f, 1), s.values(f, 2), &f.bits[dstSite]
	for set := known; set != 0; set &= set - 1 {
		k := bits.TrailingZeros32(set) & 31
		n := s.meaning.exact(s, s.src[0].exactly(int64(x[k])), s.src[1].exactly(int64(y[k])), s.src[2].exactly(int64(z[k])))
		if s.within33 && !s.in33(n) {
			return &Fault{Operand: 0, Lane: k, Byte: -1, What: "gets a shifted number of more than 33 bits, and .sat is defined up to there"}
		}
		r[k] = s.ofInteger(n)
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

// computeFloats is an instruction on floating-point numbers. Results are rounded to the type of execution, and then to the destination's, which most often is the same.
func (s *step) computeFloats(m *Machine, known uint32) *Fault {
	f := &m.frame
	x, y, r := s.values(f, 0), s.values(f, 1), &f.values[dstSite]
	s.meaning.floats(s, r, x, y, s.values(f, 2))
	if s.float != s.dst.typ {
		for k, x := range r[:s.size] {
			r[k] = math.Float64bits(s.float.rounded(math.Float64frombits(x)))
		}
	}
	m.computedNaN = m.computedNaN || notNumbers(r[:s.size])&known != 0
	s.ofFloats(f.bits[dstSite][:s.size], r[:s.size])
	return nil
}

// notNumbers are the lanes with NaNs.
func notNumbers(v []uint64) (lanes uint32) {
	const infinity uint64 = 0x7ff << 52
	greatest := uint64(0)
	for _, x := range v {
		greatest = max(greatest, x<<1)
	}
	if greatest <= infinity<<1 { // as most often
		return 0
	}
	for k, x := range v {
		lanes |= defined(x<<1 > infinity<<1) << k
	}
	return lanes
}

// compare is cmp: bits of a predicate, or all bits of an element and none.
func (m *Machine) compare(s *step) *Fault {
	f := &m.frame
	known, fault := m.operands(s)
	if fault != nil {
		return fault
	}
	holds := known & s.inst.Relation.of(s.orders(f))
	if s.dst.class == Predicate {
		return m.putFlags(s, f.enabled, Flags{holds, known})
	}
	at, fault := m.reach(s, f.enabled)
	if fault != nil {
		return fault
	}
	f.known[dstSite] = known
	for k := range s.size {
		f.bits[dstSite][k&31] = -uint64(holds >> k & 1)
	}
	m.put(s, at)
	return nil
}

// orders are the lanes in which the first source is less than the second, in which it is equal, and in which it is greater. With a NaN it is none of these.
func (s *step) orders(f *frame) (less, equal, greater uint32) {
	v, w := s.values(f, 0)[:s.size], s.values(f, 1)[:s.size]
	for k := range v {
		var l, e bool
		switch {
		case s.floating:
			x, y := math.Float64frombits(v[k]), math.Float64frombits(w[k])
			l, e = x < y, x == y
			greater |= defined(x > y) << k
		case s.exact:
			x, y := s.src[0].exactly(int64(v[k])), s.src[1].exactly(int64(w[k]))
			l, e = x.less(y), x == y
		default:
			l, e = int64(v[k]) < int64(w[k]), v[k] == w[k]
		}
		less, equal = less|defined(l)<<k, equal|defined(e)<<k
	}
	if !s.floating {
		greater = ^(less | equal)
	}
	return less, equal, greater
}

// of are the lanes in which the relation holds. With a NaN none does but ne.
func (r Relation) of(less, equal, greater uint32) uint32 {
	switch r {
	case EQ:
		return equal
	case NE:
		return ^equal
	case GT:
		return greater
	case GE:
		return greater | equal
	case LT:
		return less
	}
	return less | equal
}
