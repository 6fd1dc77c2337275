package shufflevector_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
)

func mustParse(t testing.TB, text string) shufflevector.Shuffle {
	t.Helper()
	s, err := shufflevector.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// The seed's initial example: three shuffles that are one function. The third is the canonical one.
func TestSeedInitialExample(t *testing.T) {
	texts := []string{
		"shufflevector <4 x i32> zeroinitializer, <4 x i32> %x, <4 x i32> <i32 4, i32 2, i32 5, i32 1>",
		"shufflevector <4 x i32> %x, <4 x i32> zeroinitializer, <4 x i32> <i32 0, i32 6, i32 1, i32 5>",
		"shufflevector <4 x i32> %x, <4 x i32> zeroinitializer, <4 x i32> <i32 0, i32 4, i32 1, i32 4>",
	}
	for _, text := range texts {
		s := mustParse(t, text)
		if got := s.Canonical().String(); got != texts[2] {
			t.Errorf("canonical form of %s\n got %s\nwant %s", text, got, texts[2])
		}
		m, _ := s.Map()
		if got, want := m.String(), "i32x4 -> a0 z a1 z"; got != want {
			t.Errorf("map of %s: got %s, want %s", text, got, want)
		}
	}
}

// One row a rule; the erratum that a row belongs to stands in front.
func TestCanonicalRules(t *testing.T) {
	for _, row := range []struct{ rule, in, want string }{
		{"101", "<3 x i8> %x|<3 x i8> %y|0 1 2 3 4 5", "<4 x i8> %x|<4 x i8> %y|0 1 2 4 5 6"},
		{"102", "<3 x i8> %x|<3 x i8> zeroinitializer|0 5 2", "<4 x i8> %x|<4 x i8> zeroinitializer|0 4 2"},
		{"103", "<4 x i8> %x|<4 x i8> %y|u 4 0 1", "<4 x i8> %y|<4 x i8> %x|u 0 4 5"},
		{"103", "<4 x i8> %x|<4 x i8> %y|u u u u", "<4 x i8> poison|<4 x i8> poison|u u u u"},
		{"104", "<2 x i8> %x|<2 x i8> <i8 1, i8 2>|2 0", "<2 x i8> %x|<2 x i8> splat (i8 1)|2 0"},
		{"104", "<2 x i8> %x|<2 x i8> <i8 1, i8 2>|3 0 2 1", "<2 x i8> %x|<2 x i8> <i8 2, i8 1>|2 0 3 1"},
		{"105", "<2 x i8> %x|<2 x i8> %x|0 3", "<2 x i8> %x|<2 x i8> poison|0 1"},
		{"105", "<2 x i8> splat (i8 7)|<2 x i8> zeroinitializer|0 3", "<2 x i8> <i8 7, i8 0>|<2 x i8> poison|0 1"},
		{"106", "<2 x i8> %x|<2 x i8> %y|3 2", "<2 x i8> %y|<2 x i8> poison|1 0"},
		{"107", "<2 x i8> %x|<2 x i8> undef|0 2", "<2 x i8> %x|<2 x i8> poison|0 u"},
		{"108", "<2 x i8> %x|<2 x i8> <i8 5, i8 5>|0 3", "<2 x i8> %x|<2 x i8> splat (i8 5)|0 2"},
		{"109", "<4 x i8> <i8 1, i8 undef, i8 1, i8 1>|<4 x i8> %x|4 2 1 0", "<4 x i8> %x|<4 x i8> splat (i8 1)|0 4 u 4"},
		{"110", "<2 x float> %x|<2 x float> splat (float -0.0)|0 3", "<2 x float> %x|<2 x float> splat (float -0.0)|0 2"},
	} {
		in, want := fromRow(t, row.in), fromRow(t, row.want)
		if got := in.Canonical(); got.String() != want.String() {
			t.Errorf("erratum %s: canonical form of %s\n got %s\nwant %s", row.rule, row.in, got, want)
		}
	}
}

// fromRow reads "v1|v2|selectors".
func fromRow(t testing.TB, row string) shufflevector.Shuffle {
	t.Helper()
	f := strings.Split(row, "|")
	sel := strings.Fields(f[2])
	for i := range sel {
		sel[i] = "i32 " + strings.Replace(sel[i], "u", "poison", 1)
	}
	return mustParse(t, fmt.Sprintf("shufflevector %s, %s, <%d x i32> <%s>", f[0], f[1], len(sel), strings.Join(sel, ", ")))
}

// operandsOf is every kind of operand of n lanes that canonical order can meet.
func operandsOf(n int) []shufflevector.Operand {
	constant := func(f func(i int) shufflevector.Value) shufflevector.Operand {
		var o shufflevector.Operand
		for i := range n {
			o.Const = append(o.Const, f(i))
		}
		return o
	}
	bits := func(v int) shufflevector.Value { return shufflevector.Value{Bits: lane.ConstOf(uint64(v))} }
	return []shufflevector.Operand{
		shufflevector.Var("%x"), shufflevector.Var("%y"),
		shufflevector.ZeroVector(), shufflevector.PoisonVector(),
		constant(func(int) shufflevector.Value { return shufflevector.Value{State: shufflevector.Undef} }),
		constant(func(int) shufflevector.Value { return bits(7) }),
		constant(func(i int) shufflevector.Value { return bits(1 + i) }),
		constant(func(i int) shufflevector.Value { return bits(7 * (i % 2)) }),
		constant(func(i int) shufflevector.Value {
			if i == 1 {
				return shufflevector.Value{State: shufflevector.Undef}
			}
			return bits(7)
		}),
	}
}

// symbols are the values of a variable that no constant and no other variable has.
func symbols(o shufflevector.Operand, n int) []shufflevector.Value {
	if !o.IsVar() {
		return nil
	}
	v := make([]shufflevector.Value, n)
	for i := range v {
		v[i].Bits = lane.ConstOf(uint64(o.Name[1])<<8 + uint64(i))
	}
	return v
}

// function is what a shuffle does, as a text: its value over symbols, with undef and poison as one.
func function(s shufflevector.Shuffle) string {
	var b strings.Builder
	for _, v := range s.Eval(symbols(s.Op[0], s.N), symbols(s.Op[1], s.N)) {
		if v.State == shufflevector.Defined {
			b.WriteString(v.Bits.Hex())
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// eachMask calls f with every mask of m selectors over two operands of n lanes, undefined lanes and zero lanes included.
func eachMask(n, m, lowest int, f func(sel []int)) {
	sel := make([]int, m)
	for i := range sel {
		sel[i] = lowest
	}
	for {
		f(sel)
		i := 0
		for ; i < m; i++ {
			if sel[i]++; sel[i] < 2*n {
				break
			}
			sel[i] = lowest
		}
		if i == m {
			return
		}
	}
}

// Equal functions have equal canonical forms, and equal canonical forms are equal functions: every mask, every pair of operands.
func TestCanonicalUnique(t *testing.T) {
	sizes := [][2]int{{1, 1}, {1, 4}, {2, 2}, {2, 3}, {2, 4}, {3, 3}, {3, 2}, {4, 2}, {4, 3}, {4, 4}}
	if testing.Short() {
		sizes = sizes[:len(sizes)-1]
	}
	for _, size := range sizes {
		n, m := size[0], size[1]
		formOf, functionOf := map[string]string{}, map[string]string{}
		lowest := shufflevector.ZeroLane
		if m*n >= 12 {
			lowest = shufflevector.UndefLane
		}
		for _, v1 := range operandsOf(n) {
			for _, v2 := range operandsOf(n) {
				eachMask(n, m, lowest, func(sel []int) {
					s := shufflevector.Shuffle{Elem: shufflevector.Int(32), N: n, Op: [2]shufflevector.Operand{v1, v2}, Sel: sel}
					c := s.Canonical()
					does, form := function(s), key(c)
					if function(c) != does {
						t.Fatalf("%s\nbecomes %s, another function", s, c)
					}
					if other, ok := formOf[does]; ok && other != form {
						t.Fatalf("two canonical forms of one function, %s:\n%s\n%s", s, other, form)
					}
					if other, ok := functionOf[form]; ok && other != does {
						t.Fatalf("%s is the canonical form of two functions", form)
					}
					formOf[does], functionOf[form] = form, does
				})
			}
		}
		t.Logf("%d x %d: %d functions", n, m, len(formOf))
	}
}

// key is a canonical form as a comparable text, cheaper than IR.
func key(s shufflevector.Shuffle) string {
	b := fmt.Appendf(nil, "%d %d|", s.N, s.Sel)
	for _, o := range s.Op {
		b = append(b, o.Name...)
		for _, v := range o.Const {
			b = append(b, byte(v.State))
			b = append(b, v.Bits.Hex()...)
		}
		b = append(b, '|')
	}
	return string(b)
}

// The mask's canonical form is the shuffle's wherever at most one operand is a constant and that one is uniform: exhaustively.
func TestMaskCanonicalIsShuffleCanonical(t *testing.T) {
	ops := func(n int) []shufflevector.Operand {
		all := operandsOf(n)
		return all[:6] // %x, %y, zero, poison, undef, splat
	}
	for _, size := range [][2]int{{1, 1}, {1, 3}, {2, 2}, {2, 3}, {3, 3}, {4, 3}, {4, 4}} {
		n, m := size[0], size[1]
		for _, v1 := range ops(n) {
			for _, v2 := range ops(n) {
				if v1.IsVar() == v2.IsVar() && (!v1.IsVar() || v1.Name == v2.Name) && v1.Kind() != shufflevector.UndefVector && v2.Kind() != shufflevector.UndefVector {
					continue
				}
				eachMask(n, m, shufflevector.UndefLane, func(sel []int) {
					compareForms(t, shufflevector.Shuffle{Elem: shufflevector.Int(32), N: n, Op: [2]shufflevector.Operand{v1, v2}, Sel: sel})
				})
			}
		}
	}
}

func compareForms(t *testing.T, s shufflevector.Shuffle) {
	t.Helper()
	m, err := s.Mask()
	if err != nil {
		t.Fatal(err)
	}
	f := m.Canonical(s.Op[0].Kind(), s.Op[1].Kind())
	want := s.Canonical()
	op := s.Op
	if f.Swapped {
		op[0], op[1] = op[1], op[0]
	}
	for k := range op {
		if wk := want.Op[k]; wk.Kind() != f.Op[k] || wk.IsVar() && wk.Name != op[k].Name {
			t.Fatalf("%s: operand %d is a %v, canonically %s", s, k, f.Op[k], want)
		}
	}
	if f.Mask.N() != want.N || !slices.Equal(f.Mask.Sel(), want.Sel) {
		t.Fatalf("%s: mask %v, canonically %s", s, f.Mask, want)
	}
}

// Larger sizes at random: fast against plain, idempotent, blind to the order of the operands.
func TestCanonicalRandom(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	kinds := []shufflevector.Operand{shufflevector.Var("%x"), shufflevector.Var("%y"), shufflevector.ZeroVector(), shufflevector.PoisonVector()}
	for range 20000 {
		n, m := 1+rng.IntN(64), 1+rng.IntN(64)
		s := shufflevector.Shuffle{Elem: shufflevector.Int(8), N: n, Sel: make([]int, m)}
		s.Op = [2]shufflevector.Operand{kinds[rng.IntN(3)], kinds[1+rng.IntN(3)]}
		for i := range s.Sel {
			s.Sel[i] = rng.IntN(2*n+1) - 1
		}
		if s.Op[0].IsVar() && s.Op[0].Name == s.Op[1].Name || !s.Op[0].IsVar() && !s.Op[1].IsVar() {
			continue
		}
		compareForms(t, s)
		c := s.Canonical()
		if again := c.Canonical(); key(again) != key(c) {
			t.Fatalf("canonical form of %s\nis %s\nand its own is %s", s, c, again)
		}
		if other := s.Commute().Canonical(); key(other) != key(c) {
			t.Fatalf("%s with its operands exchanged has another canonical form", s)
		}
		f, _ := s.Mask()
		swapped, _ := s.Commute().Mask()
		if f.Commute() != swapped || f.Commute().Commute() != f {
			t.Fatalf("%v: exchanged %v", f, f.Commute())
		}
	}
}

// Zero lanes beside variables: the mask level says the same as the shuffle level.
func TestCanonicalZeroLanes(t *testing.T) {
	for _, n := range []int{1, 2, 3} {
		for _, ops := range [][2]shufflevector.Operand{
			{shufflevector.Var("%x"), shufflevector.Var("%y")},
			{shufflevector.Var("%x"), shufflevector.PoisonVector()},
			{shufflevector.ZeroVector(), shufflevector.Var("%x")},
			{shufflevector.PoisonVector(), shufflevector.PoisonVector()},
		} {
			eachMask(n, 3, shufflevector.ZeroLane, func(sel []int) {
				compareForms(t, shufflevector.Shuffle{Elem: shufflevector.Int(32), N: n, Op: ops, Sel: sel})
			})
		}
	}
}

func BenchmarkCanonical(b *testing.B) {
	for _, n := range []int{4, 16, 32, 64} {
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		masks := make([]shufflevector.Mask, 256)
		for i := range masks {
			sel := make([]int, n)
			for j := range sel {
				sel[j] = max(rng.IntN(2*n+n/4)-n/4, shufflevector.UndefLane)
			}
			masks[i], _ = shufflevector.NewMask(n, sel...)
		}
		b.Run(fmt.Sprint("N=", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				sink = masks[i%256].Canonical(shufflevector.Variable, shufflevector.Kind(i%2*3))
			}
		})
	}
}

var sink shufflevector.Form
