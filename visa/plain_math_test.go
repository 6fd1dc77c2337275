package visa

import (
	"math"
	"math/big"
	"strings"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// The functions a second time, with numbers of 600 bits: logarithms by squaring, a digit each; powers of two by roots of two; sines by their series, of what is left of the angle without whole turns.

const mathBits = 600

func bigOf(v float64) *big.Float { return new(big.Float).SetPrec(mathBits).SetFloat64(v) }
func bigNew() *big.Float         { return new(big.Float).SetPrec(mathBits) }

// bigLog2 is log2 of a positive number, to 300 binary places.
func bigLog2(x *big.Float) *big.Float {
	m := bigNew()
	e := x.MantExp(m) // x = m·2^e, m from ½ on
	m.Mul(m, bigOf(2))
	sum, place := bigOf(float64(e-1)), bigOf(0.5)
	for range 300 {
		if m.Mul(m, m); m.Cmp(bigOf(2)) >= 0 {
			sum.Add(sum, place)
			m.Quo(m, bigOf(2))
		}
		place = bigNew().Quo(place, bigOf(2))
	}
	return sum
}

// bigExp2 is 2^x.
func bigExp2(x *big.Float) *big.Float {
	whole, _ := x.Int(nil)
	if x.Sign() < 0 {
		whole.Sub(whole, big.NewInt(1))
	}
	f := bigNew().Sub(x, bigNew().SetInt(whole))
	r, root := bigOf(1), bigOf(2)
	for range 300 {
		root = bigNew().Sqrt(root)
		if f.Mul(f, bigOf(2)); f.Cmp(bigOf(1)) >= 0 {
			f.Sub(f, bigOf(1))
			r.Mul(r, root)
		}
	}
	return bigNew().SetMantExp(r, int(whole.Int64()))
}

// bigPi is π by Machin's formula.
var bigPi = sync.OnceValue(func() *big.Float {
	arctan := func(n int64) *big.Float { // of 1/n
		sum, term := bigNew(), bigNew().Quo(bigOf(1), bigNew().SetInt64(n))
		square := bigNew().SetInt64(n * n)
		for k := int64(1); k < 900; k += 2 {
			t := bigNew().Quo(term, bigNew().SetInt64(k))
			if k%4 == 3 {
				t.Neg(t)
			}
			sum.Add(sum, t)
			term.Quo(term, square)
		}
		return sum
	}
	pi := bigNew().Mul(bigOf(16), arctan(5))
	return pi.Sub(pi, bigNew().Mul(bigOf(4), arctan(239)))
})

// bigSin is the sine of x + quarter·π/2.
func bigSin(x *big.Float, quarter int) *big.Float {
	half := bigNew().Quo(bigPi(), bigOf(2))
	n, _ := bigNew().Quo(x, half).Int(nil)
	y := bigNew().Sub(x, bigNew().Mul(half, bigNew().SetInt(n)))
	turn := int(new(big.Int).And(new(big.Int).Add(n, big.NewInt(int64(quarter))), big.NewInt(3)).Int64())
	sum, term := bigNew(), bigOf(1)
	for k := 0; k < 120; k++ {
		if k%2 != turn&1 { // sine has odd powers, cosine even ones
			t := bigNew().Set(term)
			if k%4 >= 2 {
				t.Neg(t)
			}
			sum.Add(sum, t)
		}
		term.Mul(term, y)
		term.Quo(term, bigOf(float64(k+1)))
	}
	if turn >= 2 {
		sum.Neg(sum)
	}
	return sum
}

// mathValue is the exact value for finite arguments, and for others what is written down here; special says which it is.
func mathValue(op string, x, y float64) (v *big.Float, special float64, isSpecial bool) {
	nan, inf := math.NaN(), math.Inf(1)
	if x != x || op == "pow" && y != y {
		return nil, nan, true
	}
	infinite := x > math.MaxFloat64 || x < -math.MaxFloat64
	switch op {
	case "sqrt", "rsqrt":
		switch {
		case x < 0:
			return nil, nan, true
		case x == 0 && op == "sqrt", infinite && op == "sqrt":
			return nil, x, true
		case x == 0 && math.Signbit(x):
			return nil, -inf, true
		case x == 0:
			return nil, inf, true
		case infinite:
			return nil, 0, true
		}
		if v = bigNew().Sqrt(bigOf(x)); op == "rsqrt" {
			v.Quo(bigOf(1), v)
		}
		return v, 0, false
	case "log":
		switch {
		case x == 0:
			return nil, -inf, true
		case x < 0:
			return nil, nan, true
		case infinite:
			return nil, inf, true
		}
		return bigLog2(bigOf(x)), 0, false
	case "exp":
		switch {
		case x > 1100:
			return nil, inf, true
		case x < -1100:
			return nil, 0, true
		}
		return bigExp2(bigOf(x)), 0, false
	case "sin", "cos":
		if infinite {
			return nil, nan, true
		}
		if op == "sin" && x == 0 {
			return nil, x, true
		}
		return bigSin(bigOf(x), map[string]int{"sin": 0, "cos": 1}[op]), 0, false
	}
	// pow: the product of the exponent and the logarithm says it, infinite or not
	l := map[bool]float64{true: -inf, false: inf}[x == 0]
	switch {
	case x < 0:
		return nil, nan, true
	case x > 0 && !infinite && math.Abs(y) <= math.MaxFloat64:
		product := bigNew().Mul(bigOf(y), bigLog2(bigOf(x)))
		if f, _ := product.Float64(); math.Abs(f) > 1100 {
			return mathValue("exp", f, 0)
		}
		return bigExp2(product), 0, false
	case x > 0 && !infinite:
		l = math.Log2(x)
	}
	return mathValue("exp", y*l, 0)
}

// mathArguments are numbers of all sizes, and what is special.
func (c *plainCampaign) mathArgument(t Type) uint64 {
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 0.5, 2, math.Pi, math.Pi / 2, 1 + 0x1p-10, 1 - 0x1p-11, 127, -126, 128, -149, 0x1p-126, 0x1p-149, 65504, 1e30}
	switch c.IntN(8) {
	case 0:
		return t.floatBits(special[c.IntN(len(special))])
	case 1:
		return c.Uint64() & (1<<(8*t.Size()) - 1)
	case 2:
		return t.floatBits(1 + c.NormFloat64()/1000)
	case 3:
		return t.floatBits(math.Abs(c.NormFloat64() * math.Ldexp(1, c.IntN(60)-30)))
	}
	return t.floatBits(c.NormFloat64() * math.Ldexp(1, c.IntN(16)-4))
}

// Each function is within the error that is stated: its value is the nearest number of its type, or one that is at most a thousandth of the distance between the two further off.
func TestMathErrors(t *testing.T) {
	n := 60
	if *full {
		n = 20_000
	}
	rng := chance.Random(t, 11)
	c := &plainCampaign{Rand: rng, t: t}
	nearest, lanes, saturated := 0, 0, 0
	for round := range n {
		for op := opSqrt; op <= opCos; op++ {
			typ := []Type{F, F, HF}[c.IntN(3)]
			if op == opSqrt && c.IntN(3) == 0 {
				typ = DF
			}
			i := Inst{Op: op, N: uint8(len(opcodes[op].operands)), Sat: c.IntN(4) == 0}
			i.Exec, _ = ExecOf(8, 0, true)
			for k := range int(i.N) {
				i.Set(k, Operand{Class: General, ID: 40 + uint32(k), Region: Region{8, 8, 1}})
			}
			i.Operand[0].Region = Destination(1)
			i.Operand[1].Mod = []Modifier{NoModifier, NoModifier, Neg, Abs, NegAbs}[c.IntN(5)]
			code, err := Compile([]Inst{i}, NewDecls(32, typ), Options{})
			if err != nil {
				t.Fatal(err)
			}
			m := code.NewMachine()
			var args [2][8]float64
			for k := range int(i.N) - 1 {
				data, known := m.Bytes(41 + uint32(k))
				for lane := range 8 {
					bits := c.mathArgument(typ)
					setWord(data[lane*typ.Size():], known[lane*typ.Size():], typ.Size(), bits, true)
					if args[k][lane] = typ.float(bits); k == 0 {
						args[k][lane] = map[Modifier]float64{NoModifier: args[k][lane], Neg: -args[k][lane], Abs: math.Abs(args[k][lane]), NegAbs: -math.Abs(args[k][lane])}[i.Operand[1].Mod]
					}
				}
			}
			if err := code.Run(m, nil); err != nil {
				t.Fatal(err)
			}
			data, known := m.Bytes(40)
			for lane := range 8 {
				got, _ := word(data[lane*typ.Size():], known[lane*typ.Size():], typ.Size())
				x, y := args[0][lane], args[1][lane]
				lanes++
				if i.Sat {
					saturated++
				}
				v, special, isSpecial := mathValue(op.String(), x, y)
				if isSpecial {
					if want := typ.floatBits(special); !i.Sat && got != want {
						t.Fatalf("round %d: %s.%s of %v, %v is %x, want %x", round, op, typ, x, y, got, want)
					}
					if want := typ.floatBits(saturateFloat(special)); i.Sat && got != want {
						t.Fatalf("%s.sat of %v, %v is %x, want %x", op, x, y, got, want)
					}
					continue
				}
				exact := plainNumber{minus: v.Sign() < 0, float: plainFloat().Abs(v)}
				want := plainConvert(plainNearest(exact, typ.String()), typ.String(), i.Sat)
				if got == want {
					nearest++
					continue
				}
				mine, other := plainDecode(got, typ.String()).signed(), plainDecode(want, typ.String()).signed()
				mine.Sub(mine, v)
				other.Sub(other, v)
				further := plainFloat().Sub(mine.Abs(mine), other.Abs(other))
				step := plainFloat().Mul(other, big.NewFloat(2)) // next to the middle, the nearest is half a step away
				if d := int64(got) - int64(want); d*d != 1 || further.Cmp(step.Mul(step, big.NewFloat(0.001))) > 0 {
					t.Fatalf("%s of %v, %v in %s is %x, exactly %v, the nearest %x", op, x, y, typ, got, v.Text('g', 30), want)
				}
			}
		}
	}
	t.Logf("%d lanes, %d are the nearest, %d saturated", lanes, nearest, saturated)
	if nearest < lanes/2 || saturated < lanes/10 {
		t.Errorf("%d lanes, %d nearest, %d saturated", lanes, nearest, saturated)
	}
}

// saturateFloat is v between 0 and 1; 0 of a NaN.
func saturateFloat(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	return math.Min(v, 1)
}

// Values that are known, what is refused, and that it is said that nobody has verified the last bits.
func TestMathValues(t *testing.T) {
	b := newBench(t)
	b.ok("exp (M1, 1) X(0,0)<1> 10.0:f", "log (M1, 1) X(0,1)<1> 1024.0:f", "pow (M1, 1) X(0,2)<1> 3.0:f 4.0:f", "sqrt (M1, 1) X(0,3)<1> 2.25:f", "rsqrt (M1, 1) X(0,4)<1> 16.0:f", "sin (M1, 1) X(0,5)<1> 0.0:f", "cos (M1, 1) X(0,6)<1> 0.0:f")
	_, id, _ := b.d.Lookup("X")
	data, known := b.m.Bytes(id)
	for k, want := range []float64{1024, 10, 81, 1.5, 0.25, 0, 1} {
		if bits, ok := word(data[4*k:], known[4*k:], 4); !ok || F.float(bits) != want {
			t.Errorf("element %d is %v, want %v", k, F.float(bits), want)
		}
	}
	if said := strings.Join(b.m.Unverified(), "\n"); !strings.Contains(said, "erratum 275") {
		t.Errorf("it says %q", said)
	}
	b.refused("sqrt takes floating-point numbers, not", "sqrt (M1, 1) V(0,0)<1> V(0,0)<0;1,0>")
}

// Around 1 a logarithm is small, and so is the error that it may have: far less than what rounding to f adds.
func TestLogNearOne(t *testing.T) {
	for k := -400; k <= 400; k++ {
		x := 1 + float64(k)*0x1p-24
		if k > 0 {
			x = 1 + float64(k)*0x1p-23
		}
		if k == 0 {
			continue
		}
		exact := bigLog2(bigOf(x))
		off := bigNew().Sub(bigOf(log2(x)), exact)
		if off.Quo(off, exact); off.Abs(off).Cmp(bigOf(0x1p-45)) > 0 {
			t.Errorf("log of %v is %v, which is off by %v of it", x, log2(x), off.Text('g', 3))
		}
	}
}
