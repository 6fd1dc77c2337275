package loops

import "slices"

// A cell is what is known of one bit of a variable.
type cell struct {
	kind cellKind
	of   int32 // which source, which computation, which choice
	bit  int32 // of the source
}

type cellKind uint8

const (
	unsetCell     cellKind = iota // nobody wrote it: it is as it was before
	undefinedCell                 // it may be anything
	zeroCell
	oneCell
	sourceCell
	computedCell // by what is no movement
	eitherCell   // as a bit decides that nobody knows
)

func bitCell(one bool) cell {
	if one {
		return cell{kind: oneCell}
	}
	return cell{kind: zeroCell}
}

// A value is what an expression makes: a number, bits of which some come from sources, a place in an array, or a list.
type value struct {
	kind     valueKind
	n        int64
	typ      integer
	cells    []cell
	inverted bool // of one bit, its opposite is meant
	array    *variable
	at       int // which bit of the array; typ are the elements that it is seen as, without bits its own
	list     []value
	shared   bool // the list has two names, by each of which it would have to change
}

type valueKind uint8

const (
	numberValue valueKind = iota
	bitsValue
	arrayValue
	listValue
)

func numberOf(n int64, t integer) value { return value{n: t.wrap(n), typ: t} }

// truth is what a comparison makes: in C an int.
func (m *machine) truth(yes bool) value {
	v := value{}
	if m.lang == c {
		v.typ = cInt
	}
	if yes {
		v.n = 1
	}
	return v
}

// bitsOf are bits without a sign.
func bitsOf(cells []cell) value {
	return value{kind: bitsValue, cells: cells, typ: integer{bits: len(cells)}}
}

// wrap is a number as one of a type: its lowest bits.
func (t integer) wrap(n int64) int64 {
	switch {
	case t.bits == 0 || t.bits >= 64:
		return n
	case t.signed:
		return n << (64 - t.bits) >> (64 - t.bits)
	}
	return n & (1<<t.bits - 1)
}

// number is a value whose bits are all known as a number.
func (v value) number() (n int64, ok bool) {
	if v.kind == numberValue {
		return v.n, true
	}
	if v.kind != bitsValue || v.typ.float && slices.ContainsFunc(v.cells, func(c cell) bool { return c.kind != zeroCell }) || len(v.cells) > 64 && slices.ContainsFunc(v.cells[64:], func(c cell) bool { return c.kind != zeroCell }) {
		return 0, false
	}
	for i, c := range v.cells[:min(len(v.cells), 64)] {
		switch c.kind {
		case oneCell:
			n |= 1 << i
		case zeroCell:
		default:
			return 0, false
		}
	}
	return integer{bits: len(v.cells), signed: v.typ.signed}.wrap(n), true
}

// isNegative says whether a number that is below zero as one of 64 bits has ones above them.
func (v value) isNegative() bool { return v.kind == numberValue || v.typ.signed }

// single is the one bit of a value that is not known, where all others are zeros.
func (v value) single() (c cell, at int, ok bool) {
	at = -1
	for i, x := range v.cells {
		switch {
		case x.kind == zeroCell:
		case x.kind != sourceCell || at >= 0:
			return c, at, false
		default:
			at, c = i, x
		}
	}
	return c, at, at >= 0
}

// extended are the bits of a number or of bits, so many of them. What is above those with a sign are copies of it, which copy makes of it.
func (v value) extended(width int, copied func(sign cell) cell) []cell {
	cells := make([]cell, width)
	if v.kind == numberValue {
		for i := range cells {
			cells[i] = bitCell(v.n>>min(i, 63)&1 == 1 && (i < 64 || v.n < 0))
		}
		return cells
	}
	n := copy(cells, v.cells)
	for i := n; i < width; i++ {
		if cells[i] = bitCell(false); v.typ.signed && n > 0 && v.cells[n-1].kind != zeroCell {
			cells[i] = copied(v.cells[n-1])
		}
	}
	return cells
}

// usual is the type in which operands are computed with: in C that of the wider one, an int at least, and without a sign if one that is as wide has none; elsewhere that of the one that has one.
func (l *language) usual(x, y integer) integer {
	switch {
	case x.float != y.float && x.float, x.float && y.float && x.bits >= y.bits:
		return x
	case y.float:
		return y
	}
	if l != c {
		if x.bits == 0 {
			return y
		}
		return x
	}
	either := x.any || y.any
	x, y = promoted(x), promoted(y)
	switch {
	case x.bits > y.bits:
		x.any = either
		return x
	case y.bits > x.bits:
		y.any = either
		return y
	}
	return integer{bits: x.bits, signed: x.signed && y.signed, any: either}
}

// promoted is a type as C computes with it.
func promoted(t integer) integer {
	if t.bits < 32 && t.bits > 0 && !t.float {
		return cInt
	}
	return t
}
