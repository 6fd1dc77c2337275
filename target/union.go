package target

import "github.com/lanescope/lanescope/lane"

// union is what an instruction does that computes, of operands of which something is known.
type union struct {
	Union
	elem int
	of   func(r *Row, args []lane.Map) lane.Map
}

func (d union) fill(r *Row) {
	r.Elem = d.elem
	d.Of = func(args ...lane.Map) lane.Map { return d.of(r, args) }
	r.Union = &d.Union
}

// The unions that combine lane i of all operands, whatever the width of the lanes.
var (
	orUnion     = bitwise(Union{Kind: Or}, or)
	andUnion    = bitwise(Union{Kind: And}, and)
	andNotUnion = bitwise(Union{Kind: AndNot}, andNot)                                                                        // ^a & b
	bicUnion    = bitwise(Union{Kind: AndNot, Inverted: 1}, func(w int, x, y lane.Lane) lane.Lane { return andNot(w, y, x) }) // a & ^b
)

func bitwise(tag Union, combine func(w int, x, y lane.Lane) lane.Lane) union {
	return union{tag, 1, func(_ *Row, args []lane.Map) lane.Map {
		m := args[0].Clone()
		for _, arg := range args[1:] {
			for i, l := range arg.Lane {
				m.Lane[i] = combine(m.Bits, m.Lane[i], l)
			}
		}
		return m
	}}
}

// or is x | y.
func or(w int, x, y lane.Lane) lane.Lane {
	ones := lane.Fixed(lane.Ones(w))
	switch {
	case x == zero() || y == ones:
		return y
	case y == zero() || x == ones || x == y:
		return x
	case x.Kind == lane.Constant && y.Kind == lane.Constant:
		return lane.Fixed(bytewise(x.Const, y.Const, func(x, y byte) byte { return x | y }))
	}
	return computed()
}

// and is x & y.
func and(w int, x, y lane.Lane) lane.Lane {
	ones := lane.Fixed(lane.Ones(w))
	switch {
	case x == zero() || y == ones:
		return x
	case y == zero() || x == ones || x == y:
		return y
	case x.Kind == lane.Constant && y.Kind == lane.Constant:
		return lane.Fixed(bytewise(x.Const, y.Const, func(x, y byte) byte { return x & y }))
	}
	return computed()
}

// andNot is ^x & y.
func andNot(w int, x, y lane.Lane) lane.Lane {
	switch {
	case y == zero() || x == y && x.Kind != lane.Undefined: // two reads of what is undefined may differ
		return zero()
	case x.Kind == lane.Constant:
		ones := lane.Ones(w)
		return and(w, lane.Fixed(bytewise(x.Const, ones, func(x, y byte) byte { return x ^ y })), y)
	}
	return computed()
}

func bytewise(x, y lane.Const, f func(x, y byte) byte) lane.Const {
	p, q := littleEndian(x), littleEndian(y)
	out := make([]byte, max(len(p), len(q)))
	for i := range out {
		var x, y byte
		if i < len(p) {
			x = p[i]
		}
		if i < len(q) {
			y = q[i]
		}
		out[i] = f(x, y)
	}
	return lane.ConstBytes(out)
}

// pack is an instruction that narrows the lanes of elem bits of two operands, block by block, to half of their bits:
//
//	a  h3 l3 h2 l2 h1 l1 h0 l0      b  h3 l3 …      →      b3 b2 b1 b0 a3 a2 a1 a0, of which x is lx
//
// It saturates, so that it moves only what the narrower lane can hold: h zero, or for a signed result, h and the highest bit of l all the same.
func pack(elem int, signed bool) union {
	return union{Union{Kind: Pack, Signed: signed}, elem / 2, func(r *Row, args []lane.Map) lane.Map {
		block := min(r.Bits, 128)
		half := block / elem // lanes of elem bits that a block of each operand has
		w := min(elem/2, args[0].Bits)
		per := elem / 2 / w // lanes of w bits in the half of a lane
		m := lane.Map{Bits: w, Src: narrowed(args[0], w).Src, Lane: make([]lane.Lane, r.Bits/w)}
		for k := range args {
			from := narrowed(args[k], w)
			for i := range len(from.Lane) / (2 * per) { // lane i of elem bits
				to := (i/half*2+k)*half + i%half
				low, high := from.Lane[2*per*i:][:per], from.Lane[2*per*i+per:][:per]
				if holds(w, low, high, signed) {
					copy(m.Lane[to*per:], low)
				}
			}
		}
		return m
	}}
}

// holds says whether the narrower lane can hold the wider one: its bits above.
func holds(w int, low, high []lane.Lane, signed bool) bool {
	top := low[len(low)-1]
	fill := zero()
	if signed {
		switch {
		case w == 1:
			fill = top
		case top.Kind != lane.Constant || top.Const.Len() == w:
			return false
		}
	}
	for _, l := range high {
		if l != fill || l.Kind == lane.Undefined {
			return false
		}
	}
	return true
}
