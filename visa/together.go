package visa

import "math"

// Instructions that programs are made of, on all lanes at once, four at a time: lanes behind the last, undefined ones and those that are not active are anything.

// four are the lanes from k on, which is a multiple of four.
func (v *vector) four(k int) *[4]uint64 { return (*[4]uint64)(v[k&28:]) }

// eachInt does with all lanes what is said of one.
func eachInt(f func(s *step, x, y, z int64) int64) func(s *step, r, x, y, z *vector) {
	return func(s *step, r, x, y, z *vector) {
		for k := range s.size {
			k &= 31
			r[k] = uint64(f(s, int64(x[k]), int64(y[k]), int64(z[k])))
		}
	}
}

// eachFloat is the same of floating-point numbers.
func eachFloat(f func(x, y float64) float64) func(s *step, r, x, y, z *vector) {
	return func(s *step, r, x, y, _ *vector) {
		for k := range s.size {
			k &= 31
			r[k] = math.Float64bits(f(math.Float64frombits(x[k]), math.Float64frombits(y[k])))
		}
	}
}

func addInts(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = x[j] + y[j]
		}
	}
}

func mulInts(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = x[j] * y[j]
		}
	}
}

func madInts(s *step, r, x, y, z *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y, z := r.four(k), x.four(k), y.four(k), z.four(k)
		for j := range r {
			r[j] = x[j]*y[j] + z[j]
		}
	}
}

func add3Ints(s *step, r, x, y, z *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y, z := r.four(k), x.four(k), y.four(k), z.four(k)
		for j := range r {
			r[j] = x[j] + y[j] + z[j]
		}
	}
}

func avgInts(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = uint64(int64(x[j]+y[j]+1) >> 1)
		}
	}
}

func minInts(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = uint64(min(int64(x[j]), int64(y[j])))
		}
	}
}

func maxInts(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = uint64(max(int64(x[j]), int64(y[j])))
		}
	}
}

func andInts(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = x[j] & y[j]
		}
	}
	s.wrapLogic(r)
}

func orInts(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = x[j] | y[j]
		}
	}
	s.wrapLogic(r)
}

func xorInts(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = x[j] ^ y[j]
		}
	}
	s.wrapLogic(r)
}

func notInts(s *step, r, x, _, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x := r.four(k), x.four(k)
		for j := range r {
			r[j] = ^x[j]
		}
	}
	s.wrapLogic(r)
}

// bfnInts looks each bit up in the truth table: the first source is bit 0 of the index, the third bit 2.
func bfnInts(s *step, r, x, y, z *vector) {
	t := &s.truth
	for k := 0; k < s.size; k += 4 {
		r, x, y, z := r.four(k), x.four(k), y.four(k), z.four(k)
		for j := range r {
			x := x[j]
			low := chosen(y[j], chosen(x, t[3], t[2]), chosen(x, t[1], t[0]))
			r[j] = chosen(z[j], chosen(y[j], chosen(x, t[7], t[6]), chosen(x, t[5], t[4])), low)
		}
	}
	s.wrapLogic(r)
}

// chosen has the bits of one where those of which are set, and of other where they are not.
func chosen(which, one, other uint64) uint64 { return other ^ which&(one^other) }

// truths are the rows of bfn's table, each for all bits.
func truths(table uint8) (t [8]uint64) {
	for row := range t {
		t[row] = -uint64(table >> row & 1)
	}
	return t
}

// wrapLogic makes the bits of results numbers of the execution's precision, so that a wider destination extends them.
func (s *step) wrapLogic(r *vector) {
	if precision(8*s.dst.size) > s.precision {
		for k, v := range r[:s.size] {
			r[k] = uint64(s.precision.wrap(int64(v), s.unsigned))
		}
	}
}

func shlInts(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = x[j] << (y[j] & s.counts)
		}
	}
}

// shrInts shifts zeros in, into as many bits as the precision has.
func shrInts(s *step, r, x, y, _ *vector) {
	bits := ^uint64(0) >> (64 - s.precision)
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = x[j] & bits >> (y[j] & s.counts)
		}
	}
}

func asrInts(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = uint64(int64(x[j]) >> (y[j] & s.counts))
		}
	}
}

// dp4aInts adds the products of four bytes each to the first source.
func dp4aInts(s *step, r, x, y, z *vector) {
	p, q := s.src[1].typ.signBit(), s.src[2].typ.signBit()
	for k := 0; k < s.size; k += 4 {
		r, x, y, z := r.four(k), x.four(k), y.four(k), z.four(k)
		for j := range r {
			y, z := y[j], z[j]
			r[j] = x[j] + byteOf(y, p)*byteOf(z, q) + byteOf(y>>8, p)*byteOf(z>>8, q) + byteOf(y>>16, p)*byteOf(z>>16, q) + byteOf(y>>24, p)*byteOf(z>>24, q)
		}
	}
}

// signBit is the bit of a byte that is its sign; 0: it has none.
func (t Type) signBit() uint8 {
	if t.isSigned() {
		return 1 << 7
	}
	return 0
}

// byteOf is the lowest byte of a number, with a sign or without one.
func byteOf(v uint64, sign uint8) uint64 { return uint64(uint8(v)^sign) - uint64(sign) }

func addFloats(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = math.Float64bits(math.Float64frombits(x[j]) + math.Float64frombits(y[j]))
		}
	}
}

func mulFloats(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = math.Float64bits(math.Float64frombits(x[j]) * math.Float64frombits(y[j]))
		}
	}
}

func divFloats(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = math.Float64bits(math.Float64frombits(x[j]) / math.Float64frombits(y[j]))
		}
	}
}

func invFloats(s *step, r, x, _, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x := r.four(k), x.four(k)
		for j := range r {
			r[j] = math.Float64bits(1 / math.Float64frombits(x[j]))
		}
	}
}

func madFloats(s *step, r, x, y, z *vector) {
	if s.float == HF && s.dst.typ == HF {
		madHalves(s, r, x, y, z)
		return
	}
	if s.float == DF {
		for k := range r[:s.size] {
			r[k&31] = math.Float64bits(math.FMA(math.Float64frombits(x[k&31]), math.Float64frombits(y[k&31]), math.Float64frombits(z[k&31])))
		}
		return
	}
	for k := 0; k < s.size; k += 4 {
		r, x, y, z := r.four(k), x.four(k), y.four(k), z.four(k)
		for j := range r {
			r[j] = fusedToOdd(math.Float64frombits(x[j]), math.Float64frombits(y[j]), math.Float64frombits(z[j]))
		}
	}
}

// madHalves is mad of half precision, where the sum need not be rounded to odd. A product has 22 bits, and a sum has all bits of both unless z is more than 2^31 times as great: then it is
// rounded to z, since a number of 11 bits is far from the middle between two. A product of which that is not so has at least 2^29, and becomes infinite whatever is added.
func madHalves(s *step, r, x, y, z *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y, z := r.four(k), x.four(k), y.four(k), z.four(k)
		for j := range r {
			r[j] = math.Float64bits(math.Float64frombits(x[j])*math.Float64frombits(y[j]) + math.Float64frombits(z[j]))
		}
	}
}

func minFloats(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = math.Float64bits(lesser(math.Float64frombits(x[j]), math.Float64frombits(y[j])))
		}
	}
}

// lesser: of a number and a NaN it is the number, of two NaNs the second; of equals, which zeros are whatever their signs, the second too.
func lesser(x, y float64) float64 {
	if y != y || x < y {
		return x
	}
	return y
}

func maxFloats(s *step, r, x, y, _ *vector) {
	for k := 0; k < s.size; k += 4 {
		r, x, y := r.four(k), x.four(k), y.four(k)
		for j := range r {
			r[j] = math.Float64bits(greater(math.Float64frombits(x[j]), math.Float64frombits(y[j])))
		}
	}
}

// greater: of equals it is the first.
func greater(x, y float64) float64 {
	if y != y || x >= y {
		return x
	}
	return y
}
