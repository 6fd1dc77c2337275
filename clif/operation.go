package clif

import (
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax/strings"
)

// An operation reads its operands and is the value that it makes. typ is what stands behind the dot of its name, if something does.
type operation func(p *function, typ shape) (lane.Map, shape, error)

// operations are those that move lanes.
var operations = sync.OnceValue(func() map[string]operation {
	return map[string]operation{
		"shuffle": (*function).shuffle, "swizzle": (*function).swizzle, "x86_pshufb": (*function).pshufb,
		"splat": (*function).splat, "scalar_to_vector": (*function).scalarToVector, "extractlane": (*function).extract, "insertlane": (*function).insert,
		"bitcast": (*function).bitcast, "raw_bitcast": (*function).bitcast, "copy": (*function).copied,
		"iconcat": (*function).concatenated, "uwiden_low": widened(0), "uwiden_high": widened(1),
		"band": bitwise("band", program.And), "bor": bitwise("bor", program.Or), "bxor": bitwise("bxor", program.Xor), "band_not": bitwise("band_not", program.AndNot),
	}
})

// refused are operations that look like movements and are none, with the reason.
var refused = map[string]string{
	"swiden_low": "copies the sign of each lane", "swiden_high": "copies the sign of each lane",
	"snarrow": "saturates what does not fit", "unarrow": "saturates what does not fit", "uunarrow": "saturates what does not fit",
	"bitselect": "takes bits by a mask that only the run knows", "x86_blendv": "takes lanes by a mask that only the run knows", "select": "takes a value by a condition that only the run knows",
}

// assign reads what stands behind v2 =.
func (p *function) assign(to string) error {
	p.Space()
	start := p.Off
	name, dotted, typed := strings.Cut(p.Word(), ".")
	typ, known := parseShape(dotted)
	if typed && !known {
		return p.ErrorFrom(start, "expected a type behind %s, such as i8x16", name)
	}
	var m lane.Map
	var s shape
	var err error
	switch does := operations()[name]; {
	case does != nil:
		if m, s, err = does(p, typ); err != nil {
			return err
		}
		p.result, p.to, p.made = m, to, true
	case name == "vconst" || name == "iconst":
		if m, s, err = p.known(name, typ, start); err != nil {
			return err
		}
	case strings.HasSuffix(name, "load") && known: // a vector of which nobody says where its lanes come from
		p.rest()
		p.shapes[to] = typ
		return nil
	case refused[name] != "":
		return p.ErrorFrom(start, "%s %s, which is no movement of lanes", name, refused[name])
	default:
		return p.ErrorFrom(start, "%s computes, or is not known: shuffle, swizzle, splat, insertlane, extractlane, bitcast and uwiden move lanes", name)
	}
	p.values.Named[to], p.shapes[to] = m, s
	return nil
}

// two reads two values of one type.
func (p *function) two(assumed shape) (a, b lane.Map, s shape, err error) {
	start := p.Off
	if a, s, err = p.operand(assumed); err != nil {
		return a, b, s, err
	}
	if err = p.comma(); err != nil {
		return a, b, s, err
	}
	b, other, err := p.operand(s)
	if err == nil && other != s {
		err = p.ErrorFrom(start, "the two values have %d lanes of %d bits and %d of %d", s.lanes, s.bits, other.lanes, other.bits)
	}
	if err != nil {
		return a, b, s, err
	}
	both := []lane.Map{a, b}
	if err = p.values.Level(both); err != nil {
		err = p.ErrorFrom(start, "%v", err)
	}
	return both[0], both[1], s, err
}

// picked is lanes of vectors at a width, counted through them. What sel has below 0 is zero.
func (p *function) picked(start, bits int, sel []int, vectors ...lane.Map) (r lane.Map, err error) {
	width := bits
	for _, m := range vectors {
		width = lane.GCD(width, m.Bits)
	}
	r.Bits = width
	var all []lane.Lane
	for _, m := range vectors {
		if m, err = m.Regroup(width); err != nil {
			return r, p.ErrorFrom(start, "%v", err)
		}
		r.Src, all = m.Src, append(all, m.Lane...)
	}
	unit := bits / width
	for _, t := range sel {
		for i := range unit {
			l := lane.Zero()
			if t >= 0 {
				l = all[t*unit+i]
			}
			r.Lane = append(r.Lane, l)
		}
	}
	return r, nil
}

// byteLanes is a vector of bytes.
var byteLanes = shape{bytes, 8}

// shuffle is v0, v1 and a constant that counts the bytes of both.
func (p *function) shuffle(shape) (m lane.Map, s shape, err error) {
	p.Space()
	start := p.Off
	a, b, s, err := p.two(byteLanes)
	if err != nil {
		return m, s, err
	}
	if s.total() != 8*bytes {
		return m, s, p.ErrorFrom(start, "shuffle is of vectors of 128 bits, and these have %d", s.total())
	}
	if err = p.comma(); err != nil {
		return m, s, err
	}
	p.Space()
	at := p.Off
	mask, err := p.data()
	if err != nil {
		return m, s, err
	}
	if len(mask) != bytes {
		return m, s, p.ErrorFrom(at, "a shuffle has %d indices, and these are %d", bytes, len(mask))
	}
	sel := make([]int, bytes)
	for i, t := range mask {
		if sel[i] = int(t); t >= 2*bytes {
			return m, s, p.ErrorFrom(at, "index %d of lane %d is out of range: two vectors have bytes 0 to %d", t, i, 2*bytes-1)
		}
	}
	m, err = p.picked(start, 8, sel, a, b)
	return m, s, err
}

// swizzle is the bytes of a vector by those of another; one beyond the vector gives zero.
func (p *function) swizzle(shape) (lane.Map, shape, error) {
	return p.lookup(func(k int) int {
		if k >= bytes {
			return -1
		}
		return k
	})
}

// pshufb is as x86 has it: the highest bit of an index gives zero, of the others four bits count.
func (p *function) pshufb(shape) (lane.Map, shape, error) {
	return p.lookup(func(k int) int {
		if k >= 128 {
			return -1
		}
		return k % bytes
	})
}

// lookup is the bytes of a vector by the constant that another is.
func (p *function) lookup(index func(k int) int) (m lane.Map, s shape, err error) {
	p.Space()
	start := p.Off
	a, b, s, err := p.two(byteLanes)
	if err != nil {
		return m, s, err
	}
	if s != byteLanes {
		return m, s, p.ErrorFrom(start, "it is of vectors of type i8x16, and these have %d lanes of %d bits", s.lanes, s.bits)
	}
	if b, err = b.Regroup(8); err != nil {
		return m, s, p.ErrorFrom(start, "%v", err)
	}
	sel := make([]int, bytes)
	for i, l := range b.Lane {
		if l.Kind != lane.Constant {
			return m, s, p.ErrorFrom(start, "where the lanes come from is known only when it runs: it is a map where the second value is a vconst")
		}
		v, _ := l.Const.Uint64()
		sel[i] = index(int(v))
	}
	m, err = p.picked(start, 8, sel, a)
	return m, s, err
}

// splat is a scalar in all lanes.
func (p *function) splat(typ shape) (lane.Map, shape, error) {
	return p.filled(typ, func(int) bool { return true })
}

// scalarToVector is a scalar in lane 0, with zeros above it.
func (p *function) scalarToVector(typ shape) (lane.Map, shape, error) {
	return p.filled(typ, func(i int) bool { return i == 0 })
}

// filled is a scalar in some lanes of a vector, and zero in the others.
func (p *function) filled(typ shape, has func(i int) bool) (m lane.Map, s shape, err error) {
	p.Space()
	start := p.Off
	if typ.lanes < 2 {
		return m, s, p.ErrorFrom(start, "expected the type of a vector behind the operation, as in splat.i32x4")
	}
	one, s, err := p.operand(shape{1, typ.bits})
	if err == nil && s != (shape{1, typ.bits}) {
		err = p.ErrorFrom(start, "a vector with lanes of %d bits is not filled by a value of %d", typ.bits, s.total())
	}
	if err != nil {
		return m, s, err
	}
	sel := make([]int, typ.lanes)
	for i := range sel {
		if !has(i) {
			sel[i] = -1
		}
	}
	m, err = p.picked(start, typ.bits, sel, one)
	return m, typ, err
}

// laneNumber reads a lane of a type.
func (p *function) laneNumber(s shape) (int, error) {
	if err := p.comma(); err != nil {
		return 0, err
	}
	p.Space()
	at := p.Off
	k, ok := p.Uint(s.lanes)
	if !ok || k >= s.lanes {
		return 0, p.ErrorFrom(at, "expected a lane from 0 to %d", s.lanes-1)
	}
	return k, nil
}

// extract is one lane of a vector.
func (p *function) extract(typ shape) (m lane.Map, s shape, err error) {
	p.Space()
	start := p.Off
	v, s, err := p.operand(typ)
	if err != nil {
		return m, s, err
	}
	k, err := p.laneNumber(s)
	if err != nil {
		return m, s, err
	}
	m, err = p.picked(start, s.bits, []int{k}, v)
	return m, shape{1, s.bits}, err
}

// insert is a vector with a scalar in place of one lane.
func (p *function) insert(typ shape) (m lane.Map, s shape, err error) {
	p.Space()
	start := p.Off
	v, s, err := p.operand(typ)
	if err != nil {
		return m, s, err
	}
	if err = p.comma(); err != nil {
		return m, s, err
	}
	one, small, err := p.operand(shape{1, s.bits})
	if err != nil {
		return m, s, err
	}
	if small.total() != s.bits {
		return m, s, p.ErrorFrom(start, "a lane of %d bits is not a value of %d", s.bits, small.total())
	}
	k, err := p.laneNumber(s)
	if err != nil {
		return m, s, err
	}
	if m, err = p.values.Overwritten(v, one, k*s.bits); err != nil {
		err = p.ErrorFrom(start, "%v", err)
	}
	return m, s, err
}

// bitcast is the same bits as another type, of vectors the lowest lane first.
func (p *function) bitcast(typ shape) (m lane.Map, s shape, err error) {
	p.Space()
	start := p.Off
	if p.AcceptWord("big") {
		return m, s, p.ErrorFrom(start, "lanes of big endian are not known here: little is")
	}
	p.AcceptWord("little")
	if m, s, err = p.operand(typ); err != nil {
		return m, s, err
	}
	if typ.total() != s.total() {
		return m, s, p.ErrorFrom(start, "%d bits do not become %d", s.total(), typ.total())
	}
	return m, typ, nil
}

// concatenated is a scalar of two, the lower one first.
func (p *function) concatenated(typ shape) (m lane.Map, s shape, err error) {
	p.Space()
	start := p.Off
	if typ.lanes == 0 {
		typ = shape{1, 64}
	}
	a, b, s, err := p.two(typ)
	if err != nil {
		return m, s, err
	}
	if s.lanes != 1 || s.bits > 64 {
		return m, s, p.ErrorFrom(start, "iconcat takes two scalars of 64 bits at most, and these are of %d lanes of %d", s.lanes, s.bits)
	}
	m, err = p.picked(start, s.bits, []int{0, 1}, a, b)
	return m, shape{1, 2 * s.bits}, err
}

// split reads what stands behind v1, as in v1, v2 = isplit v0: the lower half of a scalar and the upper one.
func (p *function) split(low string) error {
	p.Space()
	start := p.Off
	high := p.Word()
	if !isValue(high) {
		return p.ErrorFrom(start, "expected a value, as in v1, v2 = isplit v0")
	}
	if err := p.Expect("=", `"=" behind the values`); err != nil {
		return err
	}
	p.Space()
	start = p.Off
	name, dotted, _ := strings.Cut(p.Word(), ".")
	if name != "isplit" {
		return p.ErrorFrom(start, "%s makes no two values that are known here: isplit does", name)
	}
	typ, known := parseShape(dotted)
	if !known {
		typ = shape{1, 128}
	}
	p.Space()
	start = p.Off
	v, s, err := p.operand(typ)
	if err != nil {
		return err
	}
	if s.lanes != 1 || s.bits < 16 {
		return p.ErrorFrom(start, "isplit takes a scalar of 16 bits at least, and this is of %d lanes of %d", s.lanes, s.bits)
	}
	for k, to := range []string{low, high} {
		if p.values.Named[to], err = p.picked(start, s.bits/2, []int{k}, v); err != nil {
			return err
		}
		p.shapes[to] = shape{1, s.bits / 2}
	}
	return nil
}

func (p *function) copied(typ shape) (lane.Map, shape, error) { return p.operand(typ) }

// widened is the lower or upper half of the lanes, with zeros above each.
func widened(half int) operation {
	return func(p *function, _ shape) (m lane.Map, s shape, err error) {
		p.Space()
		start := p.Off
		v, s, err := p.operand(shape{})
		if err != nil {
			return m, s, err
		}
		if s.lanes < 2 || s.bits > 32 {
			return m, s, p.ErrorFrom(start, "expected a vector with lanes of 8, 16 or 32 bits")
		}
		var sel []int
		for i := range s.lanes / 2 {
			sel = append(sel, half*s.lanes/2+i, -1)
		}
		m, err = p.picked(start, s.bits, sel, v)
		return m, shape{s.lanes / 2, 2 * s.bits}, err
	}
}

// bitwise is an operation on bits, which moves where a side is known.
func bitwise(name string, does program.Bitwise) operation {
	return func(p *function, typ shape) (m lane.Map, s shape, err error) {
		p.Space()
		start := p.Off
		a, b, s, err := p.two(typ)
		if err != nil {
			return m, s, err
		}
		if m, err = program.Combine(name, does, a, b); err != nil {
			err = p.ErrorFrom(start, "%v", err)
		}
		return m, s, err
	}
}

// known is a constant: vconst.i8x16 [0 1 …], iconst.i32 7.
func (p *function) known(name string, typ shape, start int) (m lane.Map, s shape, err error) {
	if typ.lanes == 0 || (name == "iconst") != (typ.lanes == 1) {
		return m, s, p.ErrorFrom(start, "expected %s with its type, as in vconst.i8x16 or iconst.i32", name)
	}
	if p.Space(); name == "vconst" && typ.bits > 8 && p.Peek() == '[' {
		return p.elements(typ)
	}
	at := p.Off
	all, err := p.data()
	if err != nil {
		return m, s, err
	}
	for 8*len(all) > typ.total() && all[len(all)-1] == 0 {
		all = all[:len(all)-1]
	}
	if 8*len(all) != typ.total() {
		return m, s, p.ErrorFrom(at, "the type has %d bits, and this %d", typ.total(), 8*len(all))
	}
	m = lane.Map{Bits: 8}
	for _, b := range all {
		m.Lane = append(m.Lane, lane.Fixed(lane.ConstOf(uint64(b))))
	}
	return m, typ, nil
}

// elements are the numbers of a vector's lanes between brackets.
func (p *function) elements(typ shape) (m lane.Map, s shape, err error) {
	start := p.Off
	p.Accept("[")
	m.Bits = 8
	for !p.Accept("]") {
		p.Accept(",")
		p.Space()
		at := p.Off
		all, err := number(p.Word(), typ.bits/8)
		if err != nil {
			return m, s, p.ErrorFrom(at, "%v", err)
		}
		for _, b := range all {
			m.Lane = append(m.Lane, lane.Fixed(lane.ConstOf(uint64(b))))
		}
		if 8*len(m.Lane) > typ.total() {
			break
		}
	}
	if 8*len(m.Lane) != typ.total() {
		return m, s, p.ErrorFrom(start, "expected %d numbers", typ.lanes)
	}
	return m, typ, nil
}
