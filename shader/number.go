package shader

import (
	"math"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A format is how a class of floating-point numbers keeps them.
type format struct{ bits, mantissa int }

func (t Type) format() format {
	switch {
	case t.class == brain:
		return format{16, 7}
	case t.Bits == 16:
		return format{16, 10}
	case t.Bits == 32:
		return format{32, 23}
	}
	return format{64, 52}
}

// pattern is a number in the format, rounded to nearest even.
func (f format) pattern(x float64) uint64 {
	if f.mantissa == 52 {
		return math.Float64bits(x)
	}
	b := math.Float64bits(x)
	sign := b >> 63 << (f.bits - 1)
	exponentBits := f.bits - 1 - f.mantissa
	bias := 1<<(exponentBits-1) - 1
	infinity := uint64(1<<exponentBits-1) << f.mantissa
	switch {
	case x != x:
		return infinity | 1<<(f.mantissa-1)
	case x == 0 || math.IsInf(x, 0):
		return sign | uint64(min(math.Abs(x), 1))*infinity
	}
	_, e := math.Frexp(x) // |x| is in [2^(e-1), 2^e)
	e = max(e-1, 1-bias)  // that of the format; the least one is of subnormal numbers too
	units := uint64(math.RoundToEven(math.Ldexp(math.Abs(x), f.mantissa-e)))
	return sign | min(units+uint64(e+bias-1)<<f.mantissa, infinity) // the leading one of units adds the last one of the exponent
}

// number is the pattern's number.
func (f format) number(p uint64) float64 {
	switch f.mantissa {
	case 52:
		return math.Float64frombits(p)
	case 23:
		return float64(math.Float32frombits(uint32(p)))
	}
	exponentBits := f.bits - 1 - f.mantissa
	bias := 1<<(exponentBits-1) - 1
	e, m := int(p>>f.mantissa)&(1<<exponentBits-1), p&(1<<f.mantissa-1)
	x := math.Ldexp(float64(m), 1-bias-f.mantissa)
	switch {
	case e == 1<<exponentBits-1 && m != 0:
		return math.NaN()
	case e == 1<<exponentBits-1:
		x = math.Inf(1)
	case e > 0:
		x = math.Ldexp(float64(m|1<<f.mantissa), e-bias-f.mantissa)
	}
	if p>>(f.bits-1)&1 == 1 {
		return -x
	}
	return x
}

// spelled is a number as it stands in a text: its digits, and the type that its suffix or its point gives it.
func spelled(text string) (digits string, t Type, ok bool) {
	lower := strings.ToLower(text)
	hex := strings.HasPrefix(lower, "0x")
	suffix := "ul"
	if !hex {
		suffix = "ulfhi"
	}
	digits = strings.TrimRight(lower, suffix)
	rest := lower[len(digits):]
	t = Type{signed, 32, 1}
	if !hex && strings.ContainsAny(lower, ".efh") {
		t = Type{float, 32, 1}
		_, err := strconv.ParseFloat(digits, 64)
		switch {
		case rest == "lf":
			t.Bits = 64
		case rest == "h" || rest == "hf":
			t.Bits = 16
		case err == nil && tooLarge(digits):
			t.Bits = 64
		}
		return digits, t, err == nil && !strings.ContainsAny(rest, "ui")
	}
	if strings.Contains(rest, "u") {
		t.class = unsigned
	}
	if strings.Contains(rest, "l") {
		t.Bits = 64
	}
	v, err := strconv.ParseUint(digits, 0, 64)
	if err == nil && v > math.MaxUint32 {
		t.Bits = 64
	}
	return digits, t, err == nil && len(rest) <= 3
}

// tooLarge says whether digits are a number beyond those of 32 bits.
func tooLarge(digits string) bool {
	_, err := strconv.ParseFloat(digits, 32)
	return err != nil
}

// numberAs is the pattern of digits in lanes of a type.
func numberAs(digits string, t Type) (lane.Const, bool) {
	if t.class == float || t.class == brain {
		x, err := strconv.ParseFloat(digits, 64)
		if strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0") && !strings.ContainsAny(digits, ".e") {
			v, intErr := strconv.ParseUint(digits, 0, 64)
			x, err = float64(v), intErr
		} else if t.Bits == 32 {
			x, err = strconv.ParseFloat(digits, 32)
		}
		return lane.ConstOf(t.format().pattern(x)), err == nil
	}
	if t.class == boolean { // all but zero is true
		c, ok := numberAs(strings.TrimPrefix(digits, "-"), Type{float, 64, 1})
		if !c.IsZero() {
			c = lane.ConstOf(1)
		}
		return c, ok
	}
	digits, negative := strings.CutPrefix(digits, "-")
	v, err := strconv.ParseUint(digits, 0, 64)
	if err != nil {
		x, floatErr := strconv.ParseFloat(digits, 64)
		if floatErr != nil || x >= 1<<63 {
			return lane.Const{}, false
		}
		v = uint64(x)
	}
	if negative {
		v = -v
	}
	return lane.ConstOf(v).Slice(0, t.Bits), true
}

// converted is the number of a lane of one type as a lane of another.
func converted(c lane.Const, from, to Type) (lane.Const, bool) {
	v, small := c.Uint64()
	if !small {
		return lane.Const{}, false
	}
	isFloat := from.class == float || from.class == brain
	toFloat := to.class == float || to.class == brain
	switch {
	case from.class == unknown || to.class == unknown:
		return c, from.Bits == to.Bits
	case to.class == boolean:
		if isFloat && from.format().number(v) == 0 { // -0 too
			v = 0
		}
		return lane.ConstOf(min(v, 1)), true
	case isFloat && toFloat:
		return lane.ConstOf(to.format().pattern(from.format().number(v))), true
	case isFloat:
		x := from.format().number(v)
		if !(x > -1<<63 && x < 1<<63) {
			return lane.Const{}, false
		}
		return lane.ConstOf(uint64(int64(x))).Slice(0, to.Bits), true
	case toFloat && from.class == signed:
		return lane.ConstOf(to.format().pattern(float64(extended(v, from.Bits)))), true
	case toFloat:
		return lane.ConstOf(to.format().pattern(float64(v))), true
	case from.class == signed:
		v = uint64(extended(v, from.Bits))
	}
	return lane.ConstOf(v).Slice(0, to.Bits), true
}

// extended is the number of a pattern whose highest bit is its sign.
func extended(v uint64, bits int) int64 { return int64(v<<(64-bits)) >> (64 - bits) }
