package loops

import (
	"math"
	"slices"
)

// Numbers with a point, which move as their bits, and whose bits are others where they are made integers or of another size:
//
//	float d[4]; float s[4];    d[i] = s[3 - i];   moves
//	float d[4]; uint8_t s[4];  d[i] = s[i];       computes
//	                           d[i] = 1;          is 0x3f800000

// element is the type of a variable's elements, of so many bits.
func (v *variable) element(bits int) integer {
	return integer{bits: bits, signed: v.typ.signed, float: v.typ.float, any: v.elem == 0 && !v.typ.float}
}

// floatOf is a number with a point as a value of a type.
func floatOf(f float64, t integer) (v value, ok bool) {
	n := uint64(0)
	switch {
	case t.bits == 64:
		n = math.Float64bits(f)
	case t.bits == 32:
		n = uint64(math.Float32bits(float32(f)))
	case f != 0 || math.Signbit(f): // of 16 bits there are two kinds
		return v, false
	}
	return typed(numberOf(int64(n), integer{}).extended(t.bits, nil), integer{bits: t.bits, signed: true, float: true}), true
}

// float is a value that is known as a number with a point.
func (v value) float() (f float64, ok bool) {
	if n, known := v.number(); known {
		return float64(n), true
	}
	isLive := func(c cell) bool { return c.kind != zeroCell && c.kind != oneCell }
	if !v.typ.float || v.kind != bitsValue || slices.ContainsFunc(v.cells, isLive) {
		return 0, false
	}
	v.typ.float = false
	n, _ := v.number()
	switch len(v.cells) {
	case 64:
		return math.Float64frombits(uint64(n)), true
	case 32:
		return float64(math.Float32frombits(uint32(n))), true
	}
	return 0, false
}

// as are the bits of a value that becomes one of a type.
func (m *machine) as(v value, t integer, where span) []cell {
	if len(v.cells) > 0 && !slices.ContainsFunc(v.cells, func(c cell) bool { return c.kind != undefinedCell }) { // however wide it is
		return slices.Repeat(v.cells[:1], t.bits)
	}
	switch {
	case v.typ.any || t.float == v.typ.float && (!t.float || t.bits == v.typ.bits), t.any && t.bits == v.typ.bits:
		return v.extended(t.bits, m.copiesSign(where))
	}
	if f, known := v.float(); known && (t.float || t.any) {
		if r, ok := floatOf(f, t); ok {
			return r.cells
		}
	} else if known && math.Abs(f) < 1<<62 {
		return numberOf(int64(f), t).extended(t.bits, nil)
	}
	computed := m.computed(where, "what a number with a point is as another type is computed, and no movement")
	if !v.typ.float {
		computed = m.computed(where, "what an integer is as a number with a point is computed, and no movement")
	}
	return slices.Repeat([]cell{computed}, t.bits)
}

// floating is an operator on numbers of which one has a point: it computes.
func (m *machine) floating(sign string, x, y value, where span) (value, error) {
	t := m.lang.usual(x.typ, y.typ)
	switch sign {
	case "+", "-", "*", "/", "%":
		return typed(slices.Repeat([]cell{m.computed(where, "%s computes, which is no movement", sign)}, t.bits), t), m.spend(t.bits, where)
	}
	return value{}, where.errorf("what %s makes of numbers with a point is not known here", sign)
}

// typed are bits of a type.
func typed(cells []cell, t integer) value {
	v := bitsOf(cells)
	v.typ.signed, v.typ.float, v.typ.any = t.signed, t.float, t.any
	return v
}
