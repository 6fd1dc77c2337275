package shader

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// signedBy is a sign in front of a number.
func signedBy(op string, v value) (value, bool) {
	switch {
	case op == "+":
		return v, true
	case op == "-" && v.literal != "" && v.class == signed && isZero(v): // there is no other zero of an integer
		return v, true
	case op == "-" && v.literal != "":
		c, ok := numberAs("-"+v.literal, v.Type)
		w := value{Type: v.Type, piece: v.Bits, literal: "-" + v.literal}
		for range v.pieces {
			w.pieces = append(w.pieces, lane.Fixed(c))
		}
		return w, ok && v.literal[0] != '-'
	case op == "-" && (v.class == float || v.class == brain):
		return eachLane(v.Type, func(thread, i int) (uint64, bool) {
			c, ok := v.constant(thread, i)
			x, _ := c.Uint64()
			return x ^ 1<<(v.Bits-1), ok
		}, v.threads())
	case v.class != signed && v.class != unsigned:
		return value{}, false
	}
	return eachLane(v.Type, func(thread, i int) (uint64, bool) {
		x, ok := v.integer(thread, i)
		if op == "-" {
			return -x, ok
		}
		return ^x, ok
	}, v.threads())
}

// isZero says whether a constant is zero.
func isZero(v value) bool {
	n, ok := v.numbers()
	return ok && !slices.ContainsFunc(n, func(x uint64) bool { return x != 0 })
}

// folded is what an operator makes of integers that are known. Everything else computes at run time.
func folded(op string, a, b value) (value, bool) {
	for _, v := range []value{a, b} {
		if v.class != signed && v.class != unsigned || !isConstant(v) {
			return value{}, false
		}
	}
	t := a.Type
	switch {
	case op == "<<" || op == ">>": // has the type of what is shifted
	case a.literal != "" && b.literal == "":
		t = b.Type
	case a.literal == "" && b.literal != "":
	case b.Bits > a.Bits || b.Bits == a.Bits && b.class == unsigned:
		t = b.Type
	}
	if a.Lanes != b.Lanes && a.Lanes > 1 && b.Lanes > 1 {
		return value{}, false
	}
	return eachLane(t.of(max(a.Lanes, b.Lanes)), func(thread, i int) (uint64, bool) {
		x, okX := a.integer(thread, min(i, a.Lanes-1))
		y, okY := b.integer(thread, min(i, b.Lanes-1))
		z, ok := computed(op, x, y, t)
		return z, ok && okX && okY
	}, a.threads())
}

// integer is a lane as a number of 64 bits.
func (v value) integer(thread, i int) (uint64, bool) {
	c, ok := v.constant(thread, i)
	x, small := c.Uint64()
	if v.class == signed {
		x = uint64(extended(x, v.Bits))
	}
	return x, ok && small
}

// eachLane is a constant value, lane by lane.
func eachLane(t Type, f func(thread, i int) (uint64, bool), threads int) (value, bool) {
	v := value{Type: t, piece: t.Bits}
	for thread := range threads {
		for i := range t.Lanes {
			x, ok := f(thread, i)
			if !ok {
				return value{}, false
			}
			v.pieces = append(v.pieces, lane.Fixed(lane.ConstOf(x).Slice(0, t.Bits)))
		}
	}
	return v, true
}

// computed is an operator of two numbers of a type.
func computed(op string, x, y uint64, t Type) (uint64, bool) {
	switch op {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, true
	case "&":
		return x & y, true
	case "|":
		return x | y, true
	case "^":
		return x ^ y, true
	case "<<":
		return x << (y & 63), y < uint64(t.Bits)
	case ">>":
		if t.class == signed {
			return uint64(int64(x) >> (y & 63)), y < uint64(t.Bits)
		}
		return x >> (y & 63), y < uint64(t.Bits)
	case "%", "/":
		if y == 0 || int64(x) < 0 || int64(y) < 0 {
			return 0, false
		}
		if op == "%" {
			return x % y, true
		}
		return x / y, true
	}
	return 0, false
}
