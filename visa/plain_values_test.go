package visa

import (
	"math/big"
)

// The plain implementation's numbers. It is written from the document and its page of data types, with integers and floating-point numbers of any size, and shares nothing
// with the executor but the parsed instruction.

// plainTypes are the types by their words: bytes, and for integers the sign, for floating-point numbers the bits of exponent and fraction.
var plainTypes = map[string]struct {
	bytes              int
	integer, negative  bool
	exponent, fraction int
}{
	"ub": {1, true, false, 0, 0}, "b": {1, true, true, 0, 0},
	"uw": {2, true, false, 0, 0}, "w": {2, true, true, 0, 0},
	"ud": {4, true, false, 0, 0}, "d": {4, true, true, 0, 0},
	"uq": {8, true, false, 0, 0}, "q": {8, true, true, 0, 0},
	"hf": {2, false, true, 5, 10}, "bf": {2, false, true, 8, 7},
	"f": {4, false, true, 8, 23}, "df": {8, false, true, 11, 52},
	"bf8": {1, false, true, 5, 2},
}

// A plainNumber is the value of an element: an integer, or a floating-point number.
type plainNumber struct {
	integer *big.Int // nil: it is floating
	nan     bool
	inf     bool
	minus   bool       // of zeros and infinities too
	float   *big.Float // the magnitude, exact
}

// exactly has room for every sum of products of doubles.
const exactly = 4500

func plainFloat() *big.Float { return new(big.Float).SetPrec(exactly) }

// plainDecode is the value of an element's bits.
func plainDecode(bits uint64, word string) plainNumber {
	t := plainTypes[word]
	if t.integer {
		v := new(big.Int).SetUint64(bits)
		if t.negative && v.Bit(8*t.bytes-1) == 1 {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*t.bytes)))
		}
		return plainNumber{integer: v}
	}
	fraction := bits & (1<<t.fraction - 1)
	exponent := int(bits >> t.fraction & (1<<t.exponent - 1))
	n := plainNumber{minus: bits>>(8*t.bytes-1) == 1}
	bias := 1<<(t.exponent-1) - 1
	switch {
	case exponent == 1<<t.exponent-1:
		n.nan, n.inf = fraction != 0, fraction == 0
		return n
	case exponent == 0:
		exponent = 1
	default:
		fraction |= 1 << t.fraction
	}
	n.float = plainFloat().SetUint64(fraction)
	n.float.SetMantExp(n.float, exponent-bias-t.fraction)
	return n
}

// signed is the number with its sign, for finite ones.
func (n plainNumber) signed() *big.Float {
	v := plainFloat().Set(n.float)
	if n.minus {
		v.Neg(v)
	}
	return v
}

// plainNearest is a number in a floating-point type, rounded to the nearest, to even between two.
func plainNearest(n plainNumber, word string) plainNumber {
	if n.nan || n.inf || n.float.Sign() == 0 {
		return n
	}
	t := plainTypes[word]
	bias := 1<<(t.exponent-1) - 1
	ulp := max(n.float.MantExp(nil)-1, 1-bias) - t.fraction // the exponent of the last bit that is kept
	units := plainFloat().SetMantExp(n.float, -ulp)
	whole, _ := units.Int(nil)
	rest := plainFloat().Sub(units, new(big.Float).SetInt(whole))
	if c := rest.Cmp(big.NewFloat(0.5)); c > 0 || c == 0 && whole.Bit(0) == 1 {
		whole.Add(whole, big.NewInt(1))
	}
	r := plainNumber{minus: n.minus, float: plainFloat().SetInt(whole)}
	r.float.SetMantExp(r.float, ulp)
	if r.float.Sign() != 0 && r.float.MantExp(nil)-1 > bias {
		return plainNumber{minus: n.minus, inf: true}
	}
	return r
}

// plainBits is the bits of a number in a type that holds it. A NaN is the quiet one without a sign.
func plainBits(n plainNumber, word string) uint64 {
	t := plainTypes[word]
	if t.integer {
		m := new(big.Int).Lsh(big.NewInt(1), uint(8*t.bytes))
		return new(big.Int).Mod(n.integer, m).Uint64()
	}
	bits, top := uint64(0), uint64(1<<t.exponent-1)<<t.fraction
	if n.minus && !n.nan {
		bits = 1 << (8*t.bytes - 1)
	}
	switch {
	case n.nan:
		return top | 1<<(t.fraction-1)
	case n.inf:
		return bits | top
	case n.float.Sign() == 0:
		return bits
	}
	bias := 1<<(t.exponent-1) - 1
	exponent := n.float.MantExp(nil) - 1
	last := max(exponent, 1-bias) - t.fraction
	whole, _ := plainFloat().SetMantExp(n.float, -last).Uint64()
	if exponent < 1-bias {
		return bits | whole
	}
	return bits | uint64(exponent+bias)<<t.fraction | whole&(1<<t.fraction-1)
}

// plainConvert is a value in another type, as the page of data types has it: between integers the low bits; to an integer without the fraction, clamped, and NaN 0; to a
// floating-point type the nearest. Saturation clamps integers to the type and others to 0 to 1, NaN to 0.
func plainConvert(n plainNumber, word string, sat bool) uint64 {
	t := plainTypes[word]
	if t.integer {
		v := n.integer
		if v == nil {
			v, sat = plainTruncate(n), true
		}
		if sat {
			v = plainClamp(v, word)
		}
		return plainBits(plainNumber{integer: v}, word)
	}
	if n.integer != nil {
		magnitude := plainFloat().SetInt(new(big.Int).Abs(n.integer))
		n = plainNumber{minus: n.integer.Sign() < 0, float: magnitude}
	}
	one := big.NewFloat(1)
	switch {
	case !sat:
	case n.nan, n.minus, !n.inf && n.float.Sign() == 0:
		n = plainNumber{float: plainFloat()}
	case n.inf || n.float.Cmp(one) > 0:
		n = plainNumber{float: plainFloat().Set(one)}
	}
	return plainBits(plainNearest(n, word), word)
}

// plainTruncate is a floating-point number without its fraction; infinities become more than any type holds.
func plainTruncate(n plainNumber) *big.Int {
	v := new(big.Int)
	switch {
	case n.nan:
	case n.inf:
		v.Lsh(big.NewInt(1), 200)
	default:
		n.float.Int(v)
	}
	if n.minus {
		v.Neg(v)
	}
	return v
}

func plainClamp(v *big.Int, word string) *big.Int {
	t := plainTypes[word]
	least, n := new(big.Int), uint(8*t.bytes)
	if t.negative {
		n--
		least.Neg(new(big.Int).Lsh(big.NewInt(1), n))
	}
	greatest := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), n), big.NewInt(1))
	switch {
	case v.Cmp(least) < 0:
		return least
	case v.Cmp(greatest) > 0:
		return greatest
	}
	return v
}

// plainSum is x + y, exactly.
func plainSum(x, y plainNumber) plainNumber {
	switch {
	case x.nan || y.nan || x.inf && y.inf && x.minus != y.minus:
		return plainNumber{nan: true}
	case x.inf:
		return x
	case y.inf:
		return y
	}
	v := plainFloat().Add(x.signed(), y.signed())
	minus := v.Sign() < 0
	if v.Sign() == 0 && x.float.Sign() == 0 {
		minus = x.minus && y.minus // a sum that cancels is +0, and so are zeros of two signs
	}
	return plainNumber{minus: minus, float: v.Abs(v)}
}

// plainProduct is x·y, exactly.
func plainProduct(x, y plainNumber) plainNumber {
	minus := x.minus != y.minus
	switch {
	case x.nan || y.nan, x.inf && !y.inf && y.float.Sign() == 0, y.inf && !x.inf && x.float.Sign() == 0:
		return plainNumber{nan: true}
	case x.inf || y.inf:
		return plainNumber{inf: true, minus: minus}
	}
	return plainNumber{minus: minus, float: plainFloat().Mul(x.float, y.float)}
}

// plainCompare is -1, 0 or 1; unordered if one is a NaN.
func plainCompare(x, y plainNumber) (order int, unordered bool) {
	if x.integer != nil {
		return x.integer.Cmp(y.integer), false
	}
	if x.nan || y.nan {
		return 0, true
	}
	return plainLine(x).Cmp(plainLine(y)), false
}

// plainLine is the number on the line of big.Floats, which has infinities.
func plainLine(n plainNumber) *big.Float {
	if n.inf {
		return new(big.Float).SetInf(n.minus)
	}
	return n.signed()
}

// plainModified is a value with a modifier, by its text; integers wrap at so many bits, without a sign if that is the type's own size and it has none.
func plainModified(n plainNumber, modifier string, word string, precision int) plainNumber {
	abs, neg := modifier == "(abs)" || modifier == "(-abs)", modifier == "(-)" || modifier == "(-abs)"
	if n.integer == nil {
		if abs {
			n.minus = false
		}
		if neg {
			n.minus = !n.minus
		}
		return n
	}
	v := new(big.Int).Set(n.integer)
	if abs {
		v.Abs(v)
	}
	if neg {
		v.Neg(v)
	}
	if modifier == "(~)" {
		v.Not(v)
	}
	t := plainTypes[word]
	return plainNumber{integer: plainWrap(v, precision, !t.negative && 8*t.bytes == precision)}
}

// plainWrap is v modulo 2^n, from 0 on or around it.
func plainWrap(v *big.Int, n int, unsigned bool) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(n))
	v = new(big.Int).Mod(v, m)
	if !unsigned && v.Bit(n-1) == 1 {
		v.Sub(v, m)
	}
	return v
}
