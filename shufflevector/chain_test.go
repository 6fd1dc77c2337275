package shufflevector_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
)

func TestChain(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{ // two steps of two inputs are one
			`%t = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
%r = shufflevector <4 x i32> %t, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>`,
			"%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 5, i32 1, i32 4, i32 0>",
		}, { // three inputs stay two steps, and a copy is read through
			`%c1 = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> <i32 0, i32 1>
%t = shufflevector <2 x i8> %c1, <2 x i8> %b, <2 x i32> <i32 1, i32 2>, !dbg !7
%u = shufflevector <2 x i8> %c1, <2 x i8> %b, <2 x i32> <i32 1, i32 3> ; dead
%r = shufflevector <2 x i8> %t, <2 x i8> %e, <4 x i32> <i32 0, i32 1, i32 2, i32 3>`,
			`%t = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 1, i32 2>
%r = shufflevector <2 x i8> %t, <2 x i8> %e, <4 x i32> <i32 0, i32 1, i32 2, i32 3>`,
		}, { // there and back is a copy
			`%t = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> <i32 1, i32 0>
%r = shufflevector <2 x i8> %t, <2 x i8> poison, <2 x i32> <i32 1, i32 0>`,
			"%r = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> <i32 0, i32 1>",
		}, {
			"shufflevector <2 x i8> <i8 1, i8 2>, <2 x i8> zeroinitializer, <2 x i32> <i32 3, i32 0>",
			"shufflevector <2 x i8> <i8 0, i8 1>, <2 x i8> poison, <2 x i32> <i32 0, i32 1>",
		}, {
			"<2 x i8> 1 0", "shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> <i32 1, i32 0>",
		},
	} {
		c, err := shufflevector.ParseChain(row.in)
		if err != nil {
			t.Errorf("%s: %v", row.in, err)
			continue
		}
		short, err := c.Simplify()
		if err != nil || short.String() != row.want {
			t.Errorf("%s\nbecomes\n%s\n%v\nwant\n%s", row.in, short, err, row.want)
		}
	}
	for _, row := range []struct{ in, want string }{
		{"%t = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> poison\n%t = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> poison", "2:1: %t is defined twice"},
		{"%t = shufflevector <2 x i8> %a, <2 x i8> %b, <3 x i32> poison\nshufflevector <2 x i8> %t, <2 x i8> %b, <2 x i32> poison", "2:1: %t is <2 x i8> here and <3 x i8> where it is defined"},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> poison\n%r = shufflevector", "2:1: expected the end: only a shuffle with a result's name before it can be followed by another, found \"%\""},
		{"%t = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> poison\nfoo", `2:1: expected shufflevector, or a vector type such as <4 x i32>, found "foo"`},
	} {
		_, err := shufflevector.ParseChain(row.in)
		var at *syntax.Error
		if !errors.As(err, &at) || err.Error() != row.want {
			t.Errorf("%s: %v, want %s", row.in, err, row.want)
		}
	}
}

// Random chains: what simplification gives does the same, in no more steps, by evaluating both on symbols step by step.
func TestSimplifyDoesTheSame(t *testing.T) {
	rng := chance.Random(t, 10)
	shorter := 0
	for range 5000 {
		n := 1 + rng.IntN(5)
		var c shufflevector.Chain
		names := []string{"%a", "%b", "%c"}[:1+rng.IntN(3)]
		for k := range 1 + rng.IntN(5) {
			operand := func() shufflevector.Operand {
				switch rng.IntN(6) {
				case 0:
					return shufflevector.ZeroVector()
				case 1:
					return shufflevector.SplatOf(shufflevector.Value{Bits: lane.ConstOf(7)})
				}
				return shufflevector.Var(names[rng.IntN(len(names))])
			}
			s := shufflevector.Shuffle{Result: fmt.Sprintf("%%r%d", k), Elem: shufflevector.Int(32), N: n, Op: [2]shufflevector.Operand{operand(), operand()}, Sel: make([]int, n)}
			for i := range s.Sel {
				if s.Sel[i] = rng.IntN(2*n+1) - 1; rng.IntN(3) == 0 {
					s.Sel[i] = i
				}
			}
			c, names = append(c, s), append(names, s.Result)
		}
		short, err := c.Simplify()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := evalChain(short), evalChain(c); got != want {
			t.Fatalf("%s\nis %s, simplified\n%s\nis %s", c, want, short, got)
		}
		if len(short) > len(c) {
			t.Fatalf("%s\nbecame longer:\n%s", c, short)
		}
		if len(short) < len(c) {
			shorter++
		}
	}
	t.Logf("%d of 5000 became shorter", shorter)
}

// evalChain runs a chain on symbols.
func evalChain(c shufflevector.Chain) string {
	env := map[string][]shufflevector.Value{}
	value := func(o shufflevector.Operand, n int) []shufflevector.Value {
		if v, ok := env[o.Name]; ok || !o.IsVar() {
			return v
		}
		return symbols(o, n)
	}
	var r []shufflevector.Value
	for _, s := range c {
		r = s.Eval(value(s.Op[0], s.N), value(s.Op[1], s.N))
		env[s.Result] = r
	}
	text := ""
	for _, v := range r {
		if v.State == shufflevector.Defined {
			text += v.Bits.Hex()
		}
		text += " "
	}
	return text
}

func TestSplit(t *testing.T) {
	named := func(name string) *shufflevector.Pattern {
		p, ok := shufflevector.PatternNamed(name)
		if !ok {
			t.Fatalf("no pattern %s", name)
		}
		return p
	}
	for _, row := range []struct {
		sel           []int
		first, second string
		ok            bool
	}{
		{[]int{7, 3, 6, 2}, "zip", "reverse", true},
		{[]int{1, 0, 6, 7}, "xor-swap", "blend", true},
		{[]int{1, z, 3, z}, "xor-swap", "clear", true},
		{[]int{3, 0, 4, 5}, "rotate", "concat-halves", true},
		{[]int{0, 4, 1, 6}, "rotate", "reverse", false},
		{[]int{0, 4, 1, 5}, "blend", "zip", false},
		{[]int{u, 2, u, u}, "rotate", "rotate", true},
	} {
		m := mustMask(t, 4, row.sel...)
		c, ok := m.Split(shufflevector.Int(8), named(row.first), named(row.second))
		if ok != row.ok {
			t.Errorf("%v into %s and %s: %v", row.sel, row.first, row.second, ok)
		}
		if ok {
			checkSplit(t, m, c, named(row.first), named(row.second))
		}
	}
	// Composing two patterns and splitting the result again always succeeds.
	rng := chance.Random(t, 11)
	s := shufflevector.Shape{N: 8, M: 8}
	var small []*shufflevector.Pattern
	for _, p := range shufflevector.Library() {
		if len(p.EachArgs(s)) > 0 && p.Name != "undefined" {
			small = append(small, p)
		}
	}
	for range 300 {
		first, second := small[rng.IntN(len(small))], small[rng.IntN(len(small))]
		f, _ := first.Generate(s, pick(rng, first.EachArgs(s)))
		g, _ := second.Generate(s, pick(rng, second.EachArgs(s)))
		sel := g.Sel()
		for i, v := range sel {
			if v >= 0 && v < 8 {
				sel[i] = f.At(v)
			}
		}
		m := mustMask(t, 8, sel...)
		c, ok := m.Split(shufflevector.Int(8), first, second)
		if !ok {
			t.Fatalf("%v, which is %s after %s, does not split", m, second.Name, first.Name)
		}
		checkSplit(t, m, c, first, second)
	}
}

func pick(rng *rand.Rand, all []shufflevector.Args) shufflevector.Args {
	return all[rng.IntN(len(all))]
}

// checkSplit composes the two steps and compares, and asks whether each is what it should be.
func checkSplit(t *testing.T, m shufflevector.Mask, c shufflevector.Chain, first, second *shufflevector.Pattern) {
	t.Helper()
	got, names, err := c.Map()
	if err != nil || len(c) != 2 {
		t.Fatal(c, err)
	}
	for i, l := range got.Lane {
		want := m.At(i)
		switch {
		case want == u:
		case want == z && l != lane.Zero(), want >= 0 && (l.Kind != lane.Source || names[l.Src] != []string{"%a", "%b"}[want/m.N()] || l.Index != want%m.N()):
			t.Fatalf("%v split into\n%s\nis %s over %v", m, c, got, names)
		}
	}
	for k, p := range []*shufflevector.Pattern{first, second} {
		found := false
		s := shufflevector.Shape{N: m.N(), M: m.N()}
		try := func(a shufflevector.Args) {
			x, ok := p.Generate(s, a)
			found = found || ok && agrees(c[k].Sel, m.N(), shufflevector.Variable, false, x.Sel())
		}
		for _, a := range p.EachArgs(s) {
			try(a)
		}
		largeArgs(p.Name, s, false, try)
		if !found {
			t.Fatalf("step %d of\n%s\nis no %s", k+1, c, p.Name)
		}
	}
}

// The fast extract and deposit against their definitions, and against the patterns on lanes of i1.
func TestExtractAndDepositBits(t *testing.T) {
	rng := chance.Random(t, 12)
	extract, _ := shufflevector.PatternNamed("pext")
	deposit, _ := shufflevector.PatternNamed("pdep")
	s := shufflevector.Shape{N: 64, M: 64}
	for n := range 20000 {
		x, mask := rng.Uint64(), rng.Uint64()
		switch n % 4 {
		case 0:
			mask &= rng.Uint64() & rng.Uint64()
		case 1:
			mask |= rng.Uint64() | rng.Uint64()
		}
		wantE, wantD, k := uint64(0), uint64(0), 0
		for i := range 64 {
			if mask>>i&1 != 0 {
				wantE |= x >> i & 1 << k
				wantD |= x >> k & 1 << i
				k++
			}
		}
		if got := shufflevector.ExtractBits(x, mask); got != wantE {
			t.Fatalf("extract %#x by %#x: %#x, want %#x", x, mask, got, wantE)
		}
		if got := shufflevector.DepositBits(x, mask); got != wantD {
			t.Fatalf("deposit %#x to %#x: %#x, want %#x", x, mask, got, wantD)
		}
		if n < 500 && mask != 0 {
			for _, row := range []struct {
				p    *shufflevector.Pattern
				want uint64
			}{{extract, wantE}, {deposit, wantD}} {
				if got := shuffleBits(t, row.p, s, mask, x); got != row.want {
					t.Fatalf("%s of %#x with mask %#x: %#x, want %#x", row.p.Name, x, mask, got, row.want)
				}
			}
		}
	}
	for _, mask := range []uint64{0, 1, 1 << 63, ^uint64(0)} {
		if shufflevector.ExtractBits(^uint64(0), mask) != shufflevector.ExtractBits(mask, mask) || shufflevector.DepositBits(^uint64(0), mask) != mask {
			t.Errorf("mask %#x", mask)
		}
	}
}

// shuffleBits executes a pattern on a register as 64 lanes of i1.
func shuffleBits(t *testing.T, p *shufflevector.Pattern, s shufflevector.Shape, mask, x uint64) (r uint64) {
	t.Helper()
	m, ok := p.Generate(s, shufflevector.Args{mask})
	if !ok {
		t.Fatalf("%s has no mask for %#x", p.Name, mask)
	}
	for i, v := range m.Sel() {
		if v >= 0 {
			r |= x >> v & 1 << i
		}
	}
	return r
}
