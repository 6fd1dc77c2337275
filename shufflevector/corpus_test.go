package shufflevector_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
)

// llvmTestMask is a row of the masks in LLVM's own tests.
type llvmTestMask struct {
	line  int
	n, m  string
	elem  string
	op    [2]string
	sel   []string
	count int
	place string
}

func llvmTestMasks(t testing.TB) []llvmTestMask {
	t.Helper()
	text, err := os.ReadFile(oracle.Corpus(t, "shuffle/llvm_test_masks.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []llvmTestMask
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := strings.Split(line, "\t")
		if i == 0 {
			continue // the head of the table
		}
		rows = append(rows, llvmTestMask{i + 1, f[0], f[1], f[2], [2]string{f[3], f[4]}, strings.Split(f[5], ","), atoi(f[6]), f[7] + "/" + f[8]})
	}
	return rows
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// ir is the row as an instruction. A constant operand, whose values the table does not tell, counts up.
func (r llvmTestMask) ir() string {
	n := atoi(r.n)
	typ := "<" + r.n + " x " + r.elem + ">"
	operand := func(k int) string {
		switch r.op[k] {
		case "var":
			return typ + [...]string{" %a", " %b"}[k]
		case "zero":
			return typ + " zeroinitializer"
		case "undef":
			return typ + " undef"
		}
		elems := make([]string, n)
		for i := range elems {
			elems[i] = fmt.Sprintf("%s %d", r.elem, i+1)
			if r.elem == "i1" {
				elems[i] = fmt.Sprintf("i1 %t", i%2 == 0)
			}
			if r.elem == "float" || r.elem == "double" || r.elem == "half" || r.elem == "bfloat" {
				elems[i] += ".0"
			}
		}
		return typ + " <" + strings.Join(elems, ", ") + ">"
	}
	sel := make([]string, len(r.sel))
	for i, t := range r.sel {
		if sel[i] = "i32 " + t; t == "u" {
			sel[i] = "i32 poison"
		}
	}
	return fmt.Sprintf("shufflevector %s, %s, <%s x i32> <%s>", operand(0), operand(1), r.m, strings.Join(sel, ", "))
}

// randomValues is n values of the element type, some of them undefined.
func randomValues(rng *rand.Rand, e shufflevector.Elem, n int) []shufflevector.Value {
	v := make([]shufflevector.Value, n)
	for i := range v {
		if v[i].State = shufflevector.State(max(0, rng.IntN(12)-9)); v[i].State == shufflevector.Defined {
			v[i].Bits = lane.ConstOf(rng.Uint64()).Slice(0, e.Bits)
		}
	}
	return v
}

// bind is the values of a canonical shuffle's operands: the variables' own, padded with poison to the operand's length.
func bind(s shufflevector.Shuffle, env map[string][]shufflevector.Value) (v [2][]shufflevector.Value) {
	for k, o := range s.Op {
		if !o.IsVar() {
			continue
		}
		v[k] = append(v[k], env[o.Name]...)
		for len(v[k]) < s.N {
			v[k] = append(v[k], shufflevector.Value{State: shufflevector.Poison})
		}
	}
	return v
}

// sameDefined compares results with undef and poison as one.
func sameDefined(a, b []shufflevector.Value) bool {
	for i := range a {
		if (a[i].State == shufflevector.Defined) != (b[i].State == shufflevector.Defined) || a[i].Bits != b[i].Bits {
			return false
		}
	}
	return len(a) == len(b)
}

// Every mask in LLVM's tests: parses, prints and parses again, has a canonical form that is its own and does not see the order of the operands, and
// computes the same before and after, by evaluation and by its lane map.
func TestCorpusMasks(t *testing.T) {
	rng := chance.Random(t, 3)
	rows := llvmTestMasks(t)
	small := 0
	for _, r := range rows {
		s, err := shufflevector.Parse(r.ir())
		if err != nil {
			t.Errorf("line %d (%s): %s: %v", r.line, r.place, r.ir(), err)
			continue
		}
		if s.Check() != nil {
			t.Errorf("line %d: %v", r.line, s.Check())
		}
		if again := mustParse(t, s.String()); key(again) != key(s) {
			t.Errorf("line %d: %s reads back as %s", r.line, s, again)
		}
		c := s.Canonical()
		if key(c.Canonical()) != key(c) {
			t.Errorf("line %d: the canonical form of %s is not its own", r.line, c)
		}
		if key(s.Commute().Canonical()) != key(c) {
			t.Errorf("line %d: %s has another canonical form with its operands exchanged", r.line, s)
		}
		env := map[string][]shufflevector.Value{"%a": randomValues(rng, s.Elem, s.N), "%b": randomValues(rng, s.Elem, s.N)}
		v, w := bind(s, env), bind(c, env)
		before, after := s.Eval(v[0], v[1]), c.Eval(w[0], w[1])
		if !sameDefined(before, after) {
			t.Errorf("line %d: %s\nevaluates to %v,\ncanonically %v", r.line, s, before, after)
		}
		checkMapEval(t, s, env, before)
		if _, err := s.Mask(); err == nil {
			small++
			if constants := s.Op[0].Kind() == shufflevector.NonSplat || s.Op[1].Kind() == shufflevector.NonSplat; !constants && (s.Op[0].IsVar() || s.Op[1].IsVar()) {
				compareForms(t, s)
			}
		}
	}
	t.Logf("%d masks, %d of them of at most %d lanes", len(rows), small, shufflevector.MaxMask)
}

// checkMapEval reads the lane map of the shuffle lane by lane and compares with what the shuffle evaluates to.
func checkMapEval(t *testing.T, s shufflevector.Shuffle, env map[string][]shufflevector.Value, want []shufflevector.Value) {
	t.Helper()
	m, names := s.Map()
	if err := m.Check(); err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	got := make([]shufflevector.Value, len(m.Lane))
	for i, l := range m.Lane {
		switch l.Kind {
		case lane.Undefined:
			got[i].State = shufflevector.Undef
		case lane.Constant:
			got[i].Bits = l.Const
		case lane.Source:
			got[i] = env[names[l.Src]][l.Index]
		}
	}
	if !sameDefined(got, want) {
		t.Fatalf("%s: its map %s gives %v, it evaluates to %v", s, m, got, want)
	}
}

// The map of a mask's canonical form is the canonical form of its map.
func TestFormMap(t *testing.T) {
	for _, n := range []int{1, 2, 4} {
		eachMask(n, 3, z, func(sel []int) {
			m := mustMask(t, n, sel...)
			f := m.Canonical(shufflevector.Variable, shufflevector.Variable)
			want, _ := m.Map(8).Canonical()
			if got := f.Map(8); got.String() != want.String() {
				t.Fatalf("%v: canonical form %v has the map %s, the map's own is %s", m, f, got, want)
			}
		})
	}
}

// Maps and shuffles: there and back is the identity up to canonical form, and what a mask or a shuffle cannot say is refused by name.
func TestMapThereAndBack(t *testing.T) {
	for _, n := range []int{1, 2, 3} {
		for _, v1 := range operandsOf(n) {
			for _, v2 := range operandsOf(n) {
				eachMask(n, 3, z, func(sel []int) {
					s := shufflevector.Shuffle{Elem: shufflevector.Int(32), N: n, Op: [2]shufflevector.Operand{v1, v2}, Sel: sel}
					m, names := s.Map()
					back, err := shufflevector.OfMap(m, names...)
					if err != nil {
						if len(m.Src) > 0 && back.N == 0 && strings.Contains(err.Error(), "constants") {
							return // more constants than lanes in the one free operand
						}
						t.Fatalf("%s: %v", m, err)
					}
					if len(m.Src) > 0 && key(back.Canonical()) != key(s.Canonical()) {
						t.Fatalf("%s\nis %s\nand back %s", s, m, back)
					}
					again, _ := back.Map()
					if again.String() != m.String() {
						t.Fatalf("map %s, of the shuffle made from it %s", m, again)
					}
				})
			}
		}
	}
	for _, sel := range [][]int{{0, 5, u, z}, {0, 1, 2, 3}, {7}} {
		m := mustMask(t, 4, sel...)
		if back, err := shufflevector.MaskOf(m.Map(8)); err != nil || back != m {
			t.Errorf("%v through its map is %v, %v", m, back, err)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"i8x4 i8x4 i8x4 -> a0 b0 c0", "3 sources: a shufflevector has two"},
		{"i8x4 i8x2 -> a0 b0", "sources of 4 and 2 lanes: the operands of a shufflevector have one type"},
		{"i8x4 -> a0 .", "lane 1 keeps the old destination, which a shufflevector does not have"},
		{"i8x4 -> a0 1", "lane 1 is the constant 1: a mask holds no constants but zero"},
		{"i8x128 -> a0", "a mask of 1 selectors over 128 lanes: both are 1 to 64"},
	} {
		m, err := lane.Parse(row.text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := shufflevector.MaskOf(m); err == nil || err.Error() != row.want {
			t.Errorf("%s: got %v, want %s", row.text, err, row.want)
		}
	}
	m, _ := lane.Parse("i8x2 -> a0 1 #2 #3")
	if _, err := shufflevector.OfMap(m); err == nil || err.Error() != "3 different constants beside 1 sources: more than the free operands hold" {
		t.Errorf("%s: got %v", m, err)
	}
}
