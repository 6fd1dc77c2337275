package machine

import (
	"math"
	"math/bits"
)

// Floats of 32 bits in a row are their bits; those of 16 bits are made f32 when they are fetched, which is exact.
//
//	s eeeeeeee fffffffffffffffffffffff     e = 0: a denormal, which an f32 operand or result never is: it becomes a zero of its sign
//	s eeeee    ffffffffff                  denormals are kept
//
// A result is the exact one, flushed if it is smaller than the smallest normal number before rounding, then rounded once to f32, to even; then saturated; then, for a
// destination of 16 bits, rounded again. Instructions of halves round once, to f16.
const (
	exponent32 = 0x7f800000
	sign32     = 1 << 31
	nan32      = 0x7fc00000
	nan16      = 0x7e00
	one32      = 0x3f800000
	one16      = 0x3c00
)

// fetchFloat is a float operand as f32 in every lane: the row itself where nothing has to be changed, else t. Denormals are still there.
func (g *Group) fetchFloat(s *source, t *Row) *Row {
	r := &g.rows[s.row]
	switch {
	case s.view == word && s.keep == ^uint32(0) && s.flip == 0:
		return r
	case s.view == word:
		for i, v := range r {
			t[i] = v&s.keep ^ s.flip
		}
	case s.view == low:
		for i, v := range r {
			t[i] = singleOf(uint16(v))&s.keep ^ s.flip
		}
	default:
		for i, v := range r {
			t[i] = singleOf(uint16(v>>16))&s.keep ^ s.flip
		}
	}
	return t
}

// singleOf is an f16 as f32.
func singleOf(h uint16) uint32 {
	sign, v := uint32(h)&0x8000<<16, uint32(h)&0x7fff
	switch {
	case v >= 0x7c00:
		return sign | exponent32 | v<<13&(1<<23-1)
	case v >= 0x0400:
		return sign | v<<13 + (127-15)<<23
	}
	return sign | math.Float32bits(float32(v)*0x1p-24)
}

// halfOf rounds to f16, to even.
func halfOf(x float64) uint16 {
	v := math.Float64bits(x)
	sign := uint16(v>>48) & 0x8000
	switch x = math.Abs(x); {
	case x != x:
		return nan16
	case x >= 65520: // half way between the largest number and the next one
		return sign | 0x7c00
	case x < 0x1p-14: // the sum has the last place of a denormal
		return sign | uint16(math.Float64bits(x+0x1p28))
	}
	v &^= 1 << 63
	v += 1<<41 - 1 + v>>42&1
	return sign | uint16(v>>42-(1023-15)<<10)
}

// number32 is the number that an f32 operand is.
func number32(v uint32) float64 {
	if v&exponent32 == 0 {
		v &= sign32
	}
	return float64(math.Float32frombits(v))
}

// round32 rounds to f32 what is exact, or rounded to odd.
func round32(x float64) uint32 {
	switch {
	case x != x:
		return nan32
	case math.Abs(x) < 0x1p-126:
		return uint32(math.Float64bits(x)>>32) & sign32
	}
	return math.Float32bits(float32(x))
}

// sumOdd is x + y, of which one bit more than the last says whether it is exact: what is not, is rounded to the neighbour whose last bit is 1. To round that again, to
// fewer bits, gives what rounding the exact sum would.
func sumOdd(x, y float64) float64 {
	s := x + y
	back := s - x
	rest := (x - (s - back)) + (y - back)
	v := math.Float64bits(s)
	if rest != 0 && v&1 == 0 && rest-rest == 0 {
		if (rest > 0) == (s > 0) {
			v++
		} else {
			v--
		}
	}
	return math.Float64frombits(v)
}

// float32Op makes an instruction on f32 from the function that computes all lanes.
func float32Op(compute func(g *Group, o *op, t *Row), operands ...string) func(*compiler, *op) string {
	return func(c *compiler, o *op) string {
		c.destination(o)
		to := [...]*source{&o.a, &o.b, &o.c}
		for k, name := range operands {
			*to[k] = c.float(o, name)
		}
		o.saturate, o.compute, o.run = c.inst.Saturates(), compute, (*Group).runFloat
		return ""
	}
}

// float16Op makes an instruction on f16.
func float16Op(compute func(g *Group, o *op, t *Row), operands ...string) func(*compiler, *op) string {
	make32 := float32Op(compute, operands...)
	return func(c *compiler, o *op) string {
		refusal := make32(c, o)
		o.run = (*Group).runHalf
		return refusal
	}
}

// A float instruction computes active lanes only, because a float takes its time, and so it may do so in its register.
func (g *Group) runFloat(o *op) {
	t := &g.result
	if o.d.view == word {
		t = &g.rows[o.d.row]
	}
	o.compute(g, o, t)
	if o.saturate {
		g.eachActive(t, func(v uint32) uint32 { return saturateFloat(v, exponent32, one32) })
	}
	if o.d.view != word {
		g.eachActive(t, func(v uint32) uint32 { return uint32(halfOf(float64(math.Float32frombits(v)))) })
		g.write(o.d, t, g.Exec)
	}
}

func (g *Group) runHalf(o *op) {
	o.compute(g, o, &g.result)
	if o.saturate {
		g.eachActive(&g.result, func(v uint32) uint32 { return saturateFloat(v<<16, 0x7c00<<16, one16<<16) >> 16 })
	}
	g.write(o.d, &g.result, g.Exec)
}

func (g *Group) eachActive(t *Row, f func(v uint32) uint32) {
	for m := g.Exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (Lanes - 1)
		t[i] = f(t[i])
	}
}

// saturateFloat is the nearest number from 0 to 1, and 0 for what is none. Bits of positive floats compare as numbers.
func saturateFloat(v, infinity, one uint32) uint32 {
	if v > infinity { // negative, or not a number
		return 0
	}
	return min(v, one)
}

// Of a result in f32 computed the quick way, all bits are right unless it is one of these: an operand was denormal; the result is the smallest normal number or smaller, infinite or
// not a number; or the sum in 53 bits lies half way between two f32, where what it lost matters. Those lanes are computed again.

func denormal(v uint32) bool { return v&exponent32 == 0 && v<<1 != 0 }

// special says that the result is of that kind. A zero that is positive is right: what is flushed keeps its sign, and so does what is rounded to zero.
//
//	r<<1   0 … 0x01000000 … 0xff000000 … 0xfffffffe
//	       too small      │ ordinary │  infinity, NaN
func special(r uint32) bool { return r<<1-0x01000001 >= 0xff000000-0x01000001 && r != 0 }

// halfWay says that a float64 lies half way between two f32.
func halfWay(x float64) bool { return math.Float64bits(x)&(1<<29-1) == 1<<28 }

func (g *Group) fmadd32(o *op, t *Row) {
	a, b, c := g.fetchFloat(&o.a, &g.s0), g.fetchFloat(&o.b, &g.s1), g.fetchFloat(&o.c, &g.s2)
	for m := g.Exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (Lanes - 1)
		x, y, z := a[i], b[i], c[i]
		s := float64(math.Float32frombits(x))*float64(math.Float32frombits(y)) + float64(math.Float32frombits(z))
		r := math.Float32bits(float32(s))
		if denormal(x) || denormal(y) || denormal(z) || special(r) || halfWay(s) {
			r = fma32(x, y, z)
		}
		t[i] = r
	}
}

// fma32 is x times y, which is exact in 53 bits, plus z.
func fma32(x, y, z uint32) uint32 { return round32(sumOdd(number32(x)*number32(y), number32(z))) }

func (g *Group) fadd32(o *op, t *Row) {
	a, b := g.fetchFloat(&o.a, &g.s0), g.fetchFloat(&o.b, &g.s1)
	for m := g.Exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (Lanes - 1)
		x, y := a[i], b[i]
		r := math.Float32bits(math.Float32frombits(x) + math.Float32frombits(y))
		if denormal(x) || denormal(y) || special(r) {
			r = add32(x, y)
		}
		t[i] = r
	}
}

func add32(x, y uint32) uint32 { return round32(sumOdd(number32(x), number32(y))) }

func (g *Group) fmul32(o *op, t *Row) {
	a, b := g.fetchFloat(&o.a, &g.s0), g.fetchFloat(&o.b, &g.s1)
	for m := g.Exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (Lanes - 1)
		x, y := a[i], b[i]
		r := math.Float32bits(math.Float32frombits(x) * math.Float32frombits(y))
		if denormal(x) || denormal(y) || special(r) {
			r = round32(g.plusZero(number32(x) * number32(y)))
		}
		t[i] = r
	}
}

// plusZero is an exact product plus the 0.0 that fmul adds: no product is -0.
func (g *Group) plusZero(p float64) float64 {
	if p == 0 && math.Signbit(p) {
		g.flags |= negativeZero
	}
	return p + 0
}

func (g *Group) fmadd16(o *op, t *Row) {
	a, b, c := g.fetchFloat(&o.a, &g.s0), g.fetchFloat(&o.b, &g.s1), g.fetchFloat(&o.c, &g.s2)
	for m := g.Exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (Lanes - 1)
		t[i] = uint32(halfOf(sumOdd(number32(a[i])*number32(b[i]), number32(c[i]))))
	}
}

func (g *Group) fadd16(o *op, t *Row) {
	a, b := g.fetchFloat(&o.a, &g.s0), g.fetchFloat(&o.b, &g.s1)
	for m := g.Exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (Lanes - 1)
		t[i] = uint32(halfOf(sumOdd(number32(a[i]), number32(b[i]))))
	}
}

func (g *Group) fmul16(o *op, t *Row) {
	a, b := g.fetchFloat(&o.a, &g.s0), g.fetchFloat(&o.b, &g.s1)
	for m := g.Exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (Lanes - 1)
		t[i] = uint32(halfOf(g.plusZero(number32(a[i]) * number32(b[i]))))
	}
}
