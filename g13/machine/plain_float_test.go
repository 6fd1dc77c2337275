package machine_test

import (
	"math/big"

	"github.com/lanescope/lanescope/g13"
)

// float is FloatSrc.
func (g *plainGroup) float(t int, a g13.Arg) real {
	var x real
	switch {
	case a.Class == g13.Immediate:
		x = floatImmediate(int(a.Value))
	case a.Size == 16:
		x = half.real(g.raw(t, a))
	default:
		x = single.real(g.raw(t, a))
	}
	if a.Abs {
		x.neg = false
	}
	if a.Neg {
		x.neg = !x.neg
	}
	return x
}

// pattern is ALUSrc whose bits are a number. An immediate has 16 of them.
func (g *plainGroup) pattern(t int, a g13.Arg) real {
	if threadBits(a) == 16 {
		return half.real(g.raw(t, a))
	}
	return single.real(g.raw(t, a))
}

// floatImmediate is decode_float_immediate.
func floatImmediate(value int) real {
	exponent := value & 0x70 >> 4
	fraction := int64(value & 0xf)
	x := real{neg: value&0x80 != 0, m: integer(fraction), e: -6}
	if exponent != 0 {
		x.m, x.e = integer(16+fraction), exponent-7
	}
	return x
}

// rounded is FloatDst: the bits of a result. One of 32 bits that goes to a register of 16 has been rounded to 32 before.
func (i *plainInst) rounded(x real) *big.Int {
	wide := i.name != "fmadd16" && i.name != "fadd16" && i.name != "fmul16"
	if wide {
		x = single.real(single.bits(x, toEven))
	}
	if i.set(6) {
		x = x.saturated()
	}
	if i.d.Size == 16 {
		return new(big.Int).SetUint64(half.bits(x, toEven))
	}
	return new(big.Int).SetUint64(single.bits(x, toEven))
}

func (g *plainGroup) fmadd(i *plainInst, t int) *big.Int {
	return i.rounded(g.float(t, i.a).fma(g.float(t, i.b), g.float(t, i.c)))
}

func (g *plainGroup) fadd(i *plainInst, t int) *big.Int {
	return i.rounded(g.float(t, i.a).fma(realOf(1), g.float(t, i.b)))
}

// fmul adds 0.0, as the manual has it: the product of -0.0 and 1.0 is 0.0.
func (g *plainGroup) fmul(i *plainInst, t int) *big.Int {
	return i.rounded(g.float(t, i.a).fma(g.float(t, i.b), realOf(0)))
}

func (g *plainGroup) integral(i *plainInst, t int) *big.Int {
	how := map[string]rounding{"floor": down, "ceil": up, "trunc": toZero, "rint": toEven}[i.name]
	return i.rounded(g.float(t, i.a).integral(how))
}

func (g *plainGroup) fcmpsel(i *plainInst, t int) *big.Int {
	if g.fcompare(i.cc, i, t) {
		return g.unsigned(t, i.x)
	}
	return g.unsigned(t, i.y)
}

// fcompare is FCondition(cc, ccn).compare, with conditions 5 and 6 as the hardware has them. ltn and gtn are those where a NaN loses.
func (g *plainGroup) fcompare(cc int64, i *plainInst, t int) bool {
	a, b := g.float(t, i.a), g.float(t, i.b)
	holds := false
	switch order := a.nan || b.nan; {
	case cc&7 == 3 || cc&7 == 7:
		holds = b.nan && !a.nan || !order && a.cmp(b) == map[int64]int{3: -1, 7: 1}[cc&7]
	case order:
	default:
		c := a.cmp(b)
		holds = map[int64]bool{0: c == 0, 1: c < 0, 2: c > 0, 5: c >= 0, 6: c <= 0}[cc&7]
	}
	return holds != (cc&8 != 0)
}

// convert reads an integer of 8, 16 or 32 bits, or writes one of 16 or 32: the nearest there is, and 0 for what is no number.
func (g *plainGroup) convert(i *plainInst, t int) *big.Int {
	how := [...]rounding{toZero, toEven}[i.field(27, 26)&1]
	mode := i.field(21, 16)
	signed := mode&1 == 1
	switch mode {
	case 4, 5, 8, 9:
		return toInteger(g.pattern(t, i.a), how, map[uint64]int{4: 16, 5: 16, 8: 32, 9: 32}[mode], signed)
	}
	bits := map[uint64]int{0: 8, 1: 8, 6: 16, 7: 16, 10: 32, 11: 32}[mode]
	v := new(big.Int).And(g.unsigned(t, i.a), allOnes(bits))
	if signed {
		v = signExtend(v, bits)
	}
	x := real{neg: v.Sign() < 0, m: new(big.Int).Abs(v)}
	if i.d.Size == 16 {
		return new(big.Int).SetUint64(half.bits(x, how))
	}
	return new(big.Int).SetUint64(single.bits(x, how))
}

func toInteger(x real, how rounding, bits int, signed bool) *big.Int {
	switch {
	case x.nan:
		return integer(0)
	case x.inf:
		x = real{neg: x.neg, m: power(64)}
	}
	v := x.units(0, how)
	if x.neg {
		v.Neg(v)
	}
	return saturateInteger(v, bits, signed)
}
