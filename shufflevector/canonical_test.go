package shufflevector_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
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
	rng := chance.Random(t, 1)
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

// Check accepts a shuffle at each of its limits and refuses it one step further.
func TestCheckAtItsLimits(t *testing.T) {
	shuffle := func(bits, n, m int) shufflevector.Shuffle {
		return shufflevector.Shuffle{Elem: shufflevector.Int(bits), N: n, Op: [2]shufflevector.Operand{shufflevector.Var("%a"), shufflevector.PoisonVector()}, Sel: make([]int, m)}
	}
	with := func(change func(s *shufflevector.Shuffle)) shufflevector.Shuffle {
		s := shuffle(8, 4, 2)
		change(&s)
		return s
	}
	constant := func(lanes int) shufflevector.Operand {
		return shufflevector.Operand{Const: make([]shufflevector.Value, lanes)}
	}
	const half = lane.MaxBits / 2
	for _, row := range []struct {
		name string
		s    shufflevector.Shuffle
		want string
	}{
		{"one lane", shuffle(8, 1, 1), ""},
		{"no operands", shuffle(8, 0, 1), "0 and 1 lanes: a vector has 1 to 65536"},
		{"no result", shuffle(8, 1, 0), "1 and 0 lanes: a vector has 1 to 65536"},
		{"longest operands", shuffle(1, lane.MaxLanes, 1), ""},
		{"longer operands", shuffle(1, lane.MaxLanes+1, 1), "65537 and 1 lanes: a vector has 1 to 65536"},
		{"longest result", shuffle(1, 1, lane.MaxLanes), ""},
		{"longer result", shuffle(1, 1, lane.MaxLanes+1), "1 and 65537 lanes: a vector has 1 to 65536"},
		{"widest", shuffle(half, 2, 2), ""},
		{"wider operands", shuffle(half, 3, 2), "3 lanes of 524288 bits: a vector has at most 1048576 bits"},
		{"wider result", shuffle(half, 2, 3), "3 lanes of 524288 bits: a vector has at most 1048576 bits"},
		{"a splat", with(func(s *shufflevector.Shuffle) { s.Op[1] = constant(1) }), ""},
		{"a constant", with(func(s *shufflevector.Shuffle) { s.Op[1] = constant(4) }), ""},
		{"a short constant", with(func(s *shufflevector.Shuffle) { s.Op[1] = constant(3) }), "operand 2 has 3 lanes, not 4"},
		{"a long constant", with(func(s *shufflevector.Shuffle) { s.Op[0] = constant(5) }), "operand 1 has 5 lanes, not 4"},
		{"lowest selectors", with(func(s *shufflevector.Shuffle) { s.Sel = []int{shufflevector.ZeroLane, shufflevector.UndefLane} }), ""},
		{"a lower selector", with(func(s *shufflevector.Shuffle) { s.Sel[1] = shufflevector.ZeroLane - 1 }), "selector -3 of lane 1 is out of range: two operands of 4 lanes have selectors 0 to 7"},
		{"highest selector", with(func(s *shufflevector.Shuffle) { s.Sel[1] = 7 }), ""},
		{"a higher selector", with(func(s *shufflevector.Shuffle) { s.Sel[1] = 8 }), "selector 8 of lane 1 is out of range: two operands of 4 lanes have selectors 0 to 7"},
	} {
		got := ""
		if err := row.s.Check(); err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// A zero is said with what is there: a zero among the constants of the free operand, or a zero operand that is read already.
func TestZerosInInstructions(t *testing.T) {
	m, err := lane.Parse("i32x4 -> a0 z #7 a1")
	if err != nil {
		t.Fatal(err)
	}
	s, err := shufflevector.OfMap(m)
	if err != nil {
		t.Fatal(err)
	}
	read := shufflevector.Shuffle{Elem: shufflevector.Int(32), N: 4, Op: [2]shufflevector.Operand{shufflevector.Var("%a"), shufflevector.ZeroVector()}, Sel: []int{0, 5, z, 1}}
	full := shufflevector.Shuffle{Elem: shufflevector.Int(32), N: 4, Op: [2]shufflevector.Operand{shufflevector.Var("%a"), shufflevector.Var("%b")}, Sel: []int{0, 5, z, 1}}
	for _, row := range []struct {
		s    shufflevector.Shuffle
		want string
	}{
		{s, "shufflevector <4 x i32> %a, <4 x i32> <i32 0, i32 7, i32 poison, i32 poison>, <4 x i32> <i32 0, i32 4, i32 5, i32 1>"},
		{read, "shufflevector <4 x i32> %a, <4 x i32> zeroinitializer, <4 x i32> <i32 0, i32 5, i32 4, i32 1>"},
		{read.Commute(), "shufflevector <4 x i32> zeroinitializer, <4 x i32> %a, <4 x i32> <i32 4, i32 1, i32 0, i32 5>"},
		{full, "lane 2 is zero, and both operands are in use: a shufflevector takes two vectors"},
	} {
		got, err := row.s.IR()
		if err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%s, want %s", got, row.want)
		}
	}
}

// Numbers are those of the type: from the least negative to the greatest without a sign.
func TestNumbersFitTheirType(t *testing.T) {
	for number, fits := range map[string]bool{"-128": true, "-129": false, "-256": false, "255": true, "256": false, "-1": true, "0": true} {
		_, err := shufflevector.Parse("shufflevector <1 x i8> <i8 " + number + ">, <1 x i8> poison, <1 x i32> zeroinitializer")
		if (err == nil) != fits {
			t.Errorf("i8 %s: %v", number, err)
		}
	}
}

// Differences of selectors that stand further apart than there are selectors are none.
func TestPatternDiffBeyondTheEnd(t *testing.T) {
	for _, k := range []int{-1, 3, 4} {
		if d := shufflevector.PatternDiff([]int{1, 2, 3}, 8, k); d != nil {
			t.Errorf("%d apart: %v", k, d)
		}
	}
	if d := shufflevector.PatternDiff([]int{1, 2, 5}, 8, 2); !slices.Equal(d, []int{4}) {
		t.Errorf("two apart: %v", d)
	}
}
