package visa

import (
	"math"
	"math/big"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Square roots, logarithms, powers and sines in the plain implementation: the numbers of 600 bits that say in plain_math_test.go how far off a value is say here what it is.

// isFunction says whether the instruction is one of them.
func isFunction(op string) bool {
	switch op {
	case "sqrt", "rsqrt", "log", "exp", "pow", "sin", "cos":
		return true
	}
	return false
}

// plainDouble is a number as mathValue takes it, which all of f and hf are.
func plainDouble(n plainNumber) float64 {
	switch {
	case n.nan:
		return math.NaN()
	case n.inf && n.minus:
		return math.Inf(-1)
	case n.inf:
		return math.Inf(1)
	case n.minus:
		v, _ := n.float.Float64()
		return math.Copysign(v, -1)
	}
	v, _ := n.float.Float64()
	return v
}

// plainFunction is the value of a function.
func plainFunction(op string, v []plainNumber) plainNumber {
	y := 0.0
	if len(v) > 1 {
		y = plainDouble(v[1])
	}
	exact, special, isSpecial := mathValue(op, plainDouble(v[0]), y)
	if isSpecial {
		n := plainNumber{nan: special != special, inf: math.IsInf(special, 0), minus: math.Signbit(special)}
		if !n.nan && !n.inf {
			n.float = plainFloat().SetFloat64(math.Abs(special))
		}
		return n
	}
	return plainNumber{minus: exact.Signbit(), float: plainFloat().Abs(plainFloat().Set(exact))}
}

// plainBetween says whether a value is so near the middle of two numbers of a type that either may be what is written: that is how exact functions are said to be.
func plainBetween(op string, v []plainNumber, word string) bool {
	n := plainFunction(op, v)
	if n.nan || n.inf || n.float.Sign() == 0 {
		return false
	}
	t := plainTypes[word]
	bias := 1<<(t.exponent-1) - 1
	last := max(n.float.MantExp(nil)-1, 1-bias) - t.fraction
	units := plainFloat().SetMantExp(n.float, -last)
	whole, _ := units.Int(nil)
	rest, _ := units.Sub(units, new(big.Float).SetInt(whole)).Float64()
	return math.Abs(rest-0.5) < 0.002
}

// Random functions do the same in both executors: guards, masks, regions, modifiers, saturation, and what nobody has written.
func TestPlainFunctions(t *testing.T) {
	n := 700
	if *full {
		n = 100_000
	}
	rng := chance.Random(t, 34)
	for part := range 2 {
		c := newPlainCampaign(t, rng, 32<<part, Spec)
		c.only = []Op{opSqrt, opRsqrt, opLog, opExp, opPow, opSin, opCos}
		between, ran := 0, map[string]int{}
		for range n / 2 {
			c.refresh()
			i := c.inst()
			for k := range int(i.N) {
				if o := &i.Operand[k]; o.Class == General { // f and hf are what all of them take
					if t := c.d.Variable(GeneralKind, o.ID).Type; t == DF || t == BF {
						*o = c.place(F)
						o.Region = Region{1, 1, 0}
						if k == 0 {
							o.Region = Destination(1)
						}
					}
				} else if o.Type == DF || o.Type == BF {
					o.Type, o.Imm = F, o.Imm&(1<<32-1)
				}
			}
			code, err := Compile([]Inst{i}, c.d, c.options)
			if err != nil {
				t.Fatalf("%s: %v", i.Text(c.d), err)
			}
			for k := range c.plain.EM {
				c.plain.EM[k] = c.IntN(4) % 2
			}
			m := code.NewMachine()
			c.load(code, m)
			c.plain.between = 0
			want := c.plain.run(&i)
			f, _ := code.Run(m, nil).(*Fault)
			if (f == nil) != (want == nil) || f != nil && (f.Operand != want.operand || f.Lane != want.lane) {
				t.Fatalf("%s\n%v, plainly %+v", i.Text(c.d), f, want)
			}
			if c.plain.between > 0 {
				between++
				continue
			}
			if c.compare(code, m, &i); f == nil {
				ran[i.Op.String()]++
			}
		}
		t.Logf("registers of %d bytes: %v; %d with a value between two numbers", 32<<part, ran, between)
		for _, op := range c.only {
			if ran[op.String()] < n/100 {
				t.Errorf("%s ran %d times", op, ran[op.String()])
			}
		}
	}
}
