package machine

import "math"

// Operations of reductions and scans, as the table numbers them.
const (
	ReduceAnd  = 0
	ReduceFadd = 1
	ReduceOr   = 2
	ReduceFmul = 3
	ReduceXor  = 4
	ReduceFmin = 5
	ReduceFmax = 7
	ReduceIadd = 16
	ReduceSmin = 20
	ReduceSmax = 22
	ReduceUmin = 28
	ReduceUmax = 30
)

// reduction is simd_op. n is the operation, m the lanes of a group, 32 or 4; invert makes it an exclusive scan.
func reduction(c *compiler, o *op) string {
	c.destination(o)
	o.n = c.field("op0") | c.field("op1")<<1 | c.field("op4")<<4
	o.invert = c.field("prefix") != 0
	o.m = 4
	if c.field("simd") != 0 {
		o.m = Lanes
	}
	o.run = (*Group).reduce
	switch o.n {
	case ReduceFadd, ReduceFmul, ReduceFmin, ReduceFmax:
		o.a = c.source(o, "A")
		if _, immediate := c.number(o.a); immediate {
			o.a.view = low // of 16 bits
		}
		o.signed = true // its lanes are floats
		o.a.keep = ^uint32(0)
		if o.n == ReduceFadd || o.n == ReduceFmul {
			o.flags |= floatOrder
		} else {
			o.flags |= minMaxFloat
		}
	case ReduceSmin, ReduceSmax:
		o.a = c.source(o, "A")
		o.a.sx = true
	case ReduceAnd, ReduceOr, ReduceXor, ReduceIadd, ReduceUmin, ReduceUmax:
		o.a = c.source(o, "A")
	default:
		return "nobody knows which operation this is"
	}
	if o.a.view.bits() != o.d.view.bits() {
		o.flags |= narrowReduction
	}
	if o.invert {
		o.flags |= scanIdentity
	}
	return ""
}

func (g *Group) reduce(o *op) {
	var a *Row
	if o.signed {
		a = g.fetchFloat(&o.a, &g.s0)
	} else {
		a = g.fetch(&o.a, &g.s0)
	}
	t := &g.result
	for first := 0; first < Lanes; first += int(o.m) {
		g.reduceLanes(o, a, first)
	}
	if o.signed { // the least and the greatest are results like others: flushed, and with one NaN
		for i, v := range t {
			if o.d.view == word {
				t[i] = round32(number32(v))
			} else {
				t[i] = uint32(halfOf(float64(math.Float32frombits(v))))
			}
		}
	}
	g.put(o, t)
}

// reduceLanes reduces one group of lanes, from the lowest upwards.
//
//	active           1  0  1  1
//	A                3  9  5  2
//	iadd            10  .  10 10
//	prefix_iadd      0  .  3  8
func (g *Group) reduceLanes(o *op, a *Row, first int) {
	t := &g.result
	sum, any := o.identity(), false
	for i := first; i < first+int(o.m); i++ {
		if g.Exec>>i&1 == 0 {
			continue
		}
		t[i] = sum
		if any {
			sum = o.combine(sum, a[i])
		} else {
			sum, any = o.begin(a[i]), true
		}
	}
	if o.invert {
		return
	}
	for i := first; i < first+int(o.m); i++ {
		t[i] = sum
	}
}

// identity is what does not change another value. It is as wide as a value, or as the destination.
func (o *op) identity() uint32 {
	switch o.n {
	case ReduceAnd, ReduceUmin:
		return 1<<32 - 1
	case ReduceFmul:
		return one32
	case ReduceFmin:
		return exponent32
	case ReduceFmax:
		return sign32 | exponent32
	case ReduceSmin:
		return 1<<(o.d.view.bits()-1) - 1
	case ReduceSmax:
		return 1 << (o.d.view.bits() - 1)
	}
	return 0
}

// begin is the first value alone: a float as the destination has it.
func (o *op) begin(v uint32) uint32 {
	if o.n == ReduceFadd || o.n == ReduceFmul {
		return o.rounded(number32(v))
	}
	return v
}

// rounded is a float of the destination's size, as f32.
func (o *op) rounded(x float64) uint32 {
	if o.d.view == word {
		return round32(x)
	}
	return singleOf(halfOf(x))
}

func (o *op) combine(x, y uint32) uint32 {
	switch o.n {
	case ReduceAnd:
		return x & y
	case ReduceOr:
		return x | y
	case ReduceXor:
		return x ^ y
	case ReduceIadd:
		return x + y
	case ReduceSmin:
		return uint32(min(int32(x), int32(y)))
	case ReduceSmax:
		return uint32(max(int32(x), int32(y)))
	case ReduceUmin:
		return min(x, y)
	case ReduceUmax:
		return max(x, y)
	case ReduceFadd:
		return o.rounded(sumOdd(number32(x), number32(y)))
	case ReduceFmul:
		return o.rounded(number32(x)*number32(y) + 0)
	}
	a, b := compared(x), compared(y)
	if o.n == ReduceFmin && (b < a || a != a) || o.n == ReduceFmax && (b > a || a != a) {
		return y
	}
	return x
}
