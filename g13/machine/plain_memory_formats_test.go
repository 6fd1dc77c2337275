package machine_test

import (
	"encoding/binary"
	"hash/fnv"
	"math/big"
	"sort"
	"sync"
	"testing"
)

// A plainFormat is how elements stand in memory: those that are moved as they are, those that are numbers by themselves, and words of several numbers.
//
//	i8 i16 i32 f16                      bits, with zeros above
//	u8norm u16norm s8norm s16norm       v/255, v/65535, v/127, v/32767
//	srgba8                              v/255 on a curve, in steps of 1/4095; of the fourth component v/255
//	rgb10a2   AA BBBBBBBBBB GGGGGGGGGG RRRRRRRRRR
//	rg11b10f  BBBBB·BBBBB GGGGG·GGGGGG RRRRR·RRRRRR
//	rgb9e5    EEEEE BBBBBBBBB GGGGGGGGG RRRRRRRRR
type plainFormat struct {
	size   int                                  // of an element in bytes
	count  int                                  // how many numbers are in it, if it is a word of several
	number func(v uint64, component int) real   // nil: it is moved as it is, or cannot be read
	bits   func(x []real, component int) uint64 // the other way round, of all of a word's numbers or of the one that there is
}

// plainFormats is by the number in the instruction. Without a size nobody knows it.
var plainFormats = [16]plainFormat{
	0: {size: 1}, 1: {size: 2}, 2: {size: 4}, 3: {size: 2},
	4:  {1, 0, unsignedPart(8), fromUnsignedPart(8)},
	5:  {1, 0, signedPart(8), fromSignedPart(8)},
	6:  {2, 0, unsignedPart(16), fromUnsignedPart(16)},
	7:  {2, 0, signedPart(16), fromSignedPart(16)},
	8:  {4, 4, tenBits, fromTenBits},
	10: {1, 0, bent, fromBent},
	12: {4, 3, smallFloats, fromSmallFloats(toEven)},
	13: {4, 3, oneExponent, fromOneExponent(toEven)},
	14: {4, 3, nil, fromSmallFloats(toZero)},
	15: {4, 3, nil, fromOneExponent(toZero)},
}

// quotient is a real that rounds as the quotient does: some 200 bits of it, and a last one for all that is left.
func quotient(x *big.Rat) real {
	const places = 200
	m, rest := new(big.Int).QuoRem(new(big.Int).Lsh(new(big.Int).Abs(x.Num()), places), x.Denom(), new(big.Int))
	m.Lsh(m, 1)
	if rest.Sign() != 0 {
		m.SetBit(m, 0, 1)
	}
	return real{neg: x.Sign() < 0, m: m, e: -places - 1}
}

// rat is a real that is a number as a quotient.
func (x real) rat() *big.Rat {
	q := new(big.Rat).SetInt(new(big.Int).Lsh(x.m, uint(max(x.e, 0))))
	if x.e < 0 {
		q.SetFrac(x.m, power(-x.e))
	}
	if x.neg {
		q.Neg(q)
	}
	return q
}

func fraction(a, b int64) *big.Rat { return big.NewRat(a, b) }

// within is a real as a quotient that is not outside of low to 1. What is no number is 0.
func (x real) within(low int64) *big.Rat {
	switch {
	case x.nan:
		return new(big.Rat)
	case x.inf && x.neg:
		return fraction(low, 1)
	case x.inf:
		return fraction(1, 1)
	}
	q := x.rat()
	if q.Cmp(fraction(low, 1)) < 0 {
		return fraction(low, 1)
	}
	if q.Cmp(fraction(1, 1)) > 0 {
		return fraction(1, 1)
	}
	return q
}

// whole is the nearest integer, the even one of two.
func whole(x *big.Rat) int64 {
	twice := new(big.Rat).Mul(x, fraction(2, 1))
	below := new(big.Int).Div(x.Num(), x.Denom()) // towards minus infinity: the denominator is positive
	odd := new(big.Rat).SetInt(new(big.Int).Add(new(big.Int).Lsh(below, 1), integer(1)))
	if c := twice.Cmp(odd); c > 0 || c == 0 && below.Bit(0) == 1 {
		below.Add(below, integer(1))
	}
	return below.Int64()
}

func unsignedPart(bits int) func(uint64, int) real {
	return func(v uint64, _ int) real { return quotient(fraction(int64(v), 1<<bits-1)) }
}

func fromUnsignedPart(bits int) func([]real, int) uint64 {
	return func(x []real, _ int) uint64 { return uint64(partOf(x[0], bits)) }
}

// partOf is a number from 0 to 1 in units of its largest.
func partOf(x real, bits int) int64 {
	return whole(new(big.Rat).Mul(x.within(0), fraction(1<<bits-1, 1)))
}

// signedPart has two ways to say -1.
func signedPart(bits int) func(uint64, int) real {
	most := int64(1)<<(bits-1) - 1
	return func(v uint64, _ int) real {
		n := signExtend(new(big.Int).SetUint64(v), bits).Int64()
		return quotient(fraction(max(n, -most), most))
	}
}

func fromSignedPart(bits int) func([]real, int) uint64 {
	most := int64(1)<<(bits-1) - 1
	return func(x []real, _ int) uint64 {
		return uint64(whole(new(big.Rat).Mul(x[0].within(-1), fraction(most, 1)))) & (1<<bits - 1)
	}
}

func tenBits(v uint64, component int) real {
	if component == 3 {
		return quotient(fraction(int64(v>>30&3), 3))
	}
	return quotient(fraction(int64(v>>(10*component)&1023), 1023))
}

func fromTenBits(x []real, _ int) uint64 {
	return uint64(partOf(x[0], 10) | partOf(x[1], 10)<<10 | partOf(x[2], 10)<<20 | partOf(x[3], 2)<<30)
}

// bent is sRGB's curve in steps of 1/4095.
//
//	c <= 0.04045    c / 12.92
//	else            ((c + 0.055) / 1.055) ^ 12/5
func bent(v uint64, component int) real {
	c := fraction(int64(v), 255)
	switch {
	case component == 3:
		return quotient(c)
	case c.Cmp(fraction(4045, 100_000)) <= 0:
		c.Quo(c, fraction(1292, 100))
	default:
		c = fifthRoot(raised(lifted(c), 12)).rat()
	}
	return quotient(fraction(whole(c.Mul(c, fraction(4095, 1))), 4095))
}

// TestMeasuredCurve compares the 256 numbers with those that somebody has measured on an M1, which have this checksum.
func TestMeasuredCurve(t *testing.T) {
	h := fnv.New64a()
	for v := range uint64(256) {
		h.Write(binary.LittleEndian.AppendUint32(nil, uint32(single.bits(bent(v, 0), toEven))))
	}
	if got := h.Sum64(); got != 0x00aa118e9091b2c0 {
		t.Errorf("%016x", got)
	}
}

// lifted is (c + 0.055) / 1.055.
func lifted(c *big.Rat) *big.Rat {
	c = new(big.Rat).Add(c, fraction(55, 1000))
	return c.Quo(c, fraction(1055, 1000))
}

func raised(x *big.Rat, n int64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).Exp(x.Num(), integer(n), nil), new(big.Int).Exp(x.Denom(), integer(n), nil))
}

// fifthRoot is a real that rounds as the root does: the largest m for which m^5 is not above x times 2^(5 places), and a bit for the rest.
func fifthRoot(x *big.Rat) real {
	const places = 80
	scaled := new(big.Int).Quo(new(big.Int).Lsh(x.Num(), 5*places), x.Denom())
	m := new(big.Int)
	for bit := places; bit >= 0; bit-- {
		m.SetBit(m, bit, 1)
		if new(big.Int).Exp(m, integer(5), nil).Cmp(scaled) > 0 {
			m.SetBit(m, bit, 0)
		}
	}
	m.Lsh(m, 1)
	return real{m: m.SetBit(m, 0, 1), e: -places - 1}
}

// fromBent counts the steps k of which the curve has come to the middle:
//
//	12.92 x >= (k-1/2)/255, or x^5 >= (((k-1/2)/255 + 0.055) / 1.055)^12
func fromBent(x []real, component int) uint64 {
	if component == 3 {
		return uint64(partOf(x[0], 8))
	}
	v, middles := x[0].within(0), bentMiddles()
	if v.Cmp(fraction(31308, 10_000_000)) <= 0 {
		v, middles = new(big.Rat).Mul(v, fraction(1292, 100)), straightMiddles()
	} else {
		v = raised(v, 5)
	}
	return uint64(sort.Search(len(middles), func(k int) bool { return v.Cmp(middles[k]) < 0 }))
}

// straightMiddles is (k-1/2)/255 for k from 1.
var straightMiddles = sync.OnceValue(func() (all []*big.Rat) {
	for k := range int64(255) {
		all = append(all, fraction(2*k+1, 510))
	}
	return all
})

var bentMiddles = sync.OnceValue(func() (all []*big.Rat) {
	for _, m := range straightMiddles() {
		all = append(all, raised(lifted(m), 12))
	}
	return all
})

// smallFloats is floats without a sign, with five bits of exponent as halves have.
func smallFloats(v uint64, component int) real {
	at, fractionBits := []int{0, 11, 22}[component], []int{6, 6, 5}[component]
	m, e := v>>at&(1<<fractionBits-1), int(v>>at>>fractionBits&31)
	switch {
	case e == 31:
		return real{nan: m != 0, inf: m == 0}
	case e == 0:
		return real{m: new(big.Int).SetUint64(m), e: -14 - fractionBits}
	}
	return real{m: new(big.Int).SetUint64(m | 1<<fractionBits), e: e - 15 - fractionBits}
}

func fromSmallFloats(how rounding) func([]real, int) uint64 {
	return func(x []real, _ int) (v uint64) {
		for component, at := range []int{0, 11, 22} {
			v |= smallFloat(x[component], []int{6, 6, 5}[component], how) << at
		}
		return v
	}
}

// smallFloat is what a half would be whose fraction has so many bits. There is nothing below 0.
func smallFloat(x real, fractionBits int, how rounding) uint64 {
	infinity := uint64(31) << fractionBits
	switch {
	case x.nan:
		return infinity | 1<<(fractionBits-1)
	case x.neg, x.zero():
		return 0
	case x.inf:
		return infinity
	}
	exponent := max(x.e+x.m.BitLen()-1, -14)
	m := x.units(exponent-fractionBits, how)
	if m.BitLen() > fractionBits+1 {
		m, exponent = m.Rsh(m, 1), exponent+1
	}
	switch {
	case exponent > 15 && how == toZero:
		return infinity - 1
	case exponent > 15:
		return infinity
	case m.BitLen() <= fractionBits:
		return m.Uint64()
	}
	return uint64(exponent+15)<<fractionBits | m.Uint64()&(1<<fractionBits-1)
}

// oneExponent is three numbers of nine bits in units of 2^(E-24).
func oneExponent(v uint64, component int) real {
	return real{m: new(big.Int).SetUint64(v >> (9 * component) & 511), e: int(v>>27) - 24}
}

// fromOneExponent takes the smallest exponent with which the largest number has a place.
func fromOneExponent(how rounding) func([]real, int) uint64 {
	most := real{m: integer(511), e: 31 - 24}
	return func(x []real, _ int) uint64 {
		var bounded [3]real
		for n := range bounded {
			switch b := x[n]; {
			case b.nan, b.neg, b.zero():
				bounded[n] = real{m: new(big.Int)}
			case b.cmp(most) > 0:
				bounded[n] = most
			default:
				bounded[n] = b
			}
		}
		for exponent := 0; ; exponent++ {
			v, fits := uint64(exponent)<<27, true
			for n, b := range bounded {
				m := b.units(exponent-24, how)
				fits = fits && m.BitLen() <= 9
				v |= m.Uint64() & 511 << (9 * n)
			}
			if fits {
				return v
			}
		}
	}
}
