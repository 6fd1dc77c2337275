package smt_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/smt"
)

// A world is what the names of a problem are: what is declared is chosen, and what is defined follows.
type world struct {
	t      *testing.T
	values map[string]value
	false  bool // what is asserted is false
	asked  int
}

// A value is the bits of a vector, or true (1) and false (0) where bits is 0.
type value struct {
	n    *big.Int
	bits int
}

// read evaluates a problem line by line as SMT-LIB says, which knows no lanes. What SMT-LIB does not allow fails.
func read(t *testing.T, problem string, choose func(name string, bits int) *big.Int) *world {
	t.Helper()
	w := &world{t: t, values: map[string]value{}}
	var code []string
	for line := range strings.Lines(problem) {
		if !strings.HasPrefix(line, ";") {
			code = append(code, line)
		}
	}
	words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(strings.Join(code, "")))
	for len(words) > 0 {
		var c any
		c, words = parsed(t, words)
		command, ok := c.([]any)
		if !ok || w.asked > 0 {
			t.Fatalf("%v is no command:\n%s", c, problem)
		}
		switch command[0] {
		case "set-logic":
		case "declare-const":
			name, bits := command[1].(string), number(t, command[2].([]any)[2])
			w.define(name, value{choose(name, bits), bits})
		case "define-fun":
			v := w.value(command[4])
			if want := number(t, command[3].([]any)[2]); v.bits != want {
				t.Fatalf("%v has %d bits, and %d are said:\n%s", command[1], v.bits, want, problem)
			}
			w.define(command[1].(string), v)
		case "assert":
			w.false = w.value(command[1]).n.Sign() == 0
		case "check-sat":
			w.asked++
		default:
			t.Fatalf("%v is no command:\n%s", c, problem)
		}
	}
	if w.asked != 1 {
		t.Fatalf("nothing is asked:\n%s", problem)
	}
	return w
}

func (w *world) define(name string, v value) {
	if _, ok := w.values[name]; ok || v.bits == 0 {
		w.t.Fatalf("%s has %d bits, or is there already", name, v.bits)
	}
	w.values[name] = v
}

// parsed is the first list or word of a text, and what is behind it.
func parsed(t *testing.T, words []string) (any, []string) {
	first, rest := words[0], words[1:]
	if first != "(" {
		return first, rest
	}
	var list []any
	for rest[0] != ")" {
		var one any
		one, rest = parsed(t, rest)
		list = append(list, one)
	}
	return list, rest[1:]
}

func number(t *testing.T, word any) int {
	n, err := strconv.Atoi(word.(string))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// value is what a term is.
func (w *world) value(term any) value {
	if name, ok := term.(string); ok {
		for prefix, bits := range map[string]int{"#x": 4, "#b": 1} {
			if digits, ok := strings.CutPrefix(name, prefix); ok {
				n, ok := new(big.Int).SetString(digits, 1<<bits)
				if !ok {
					w.t.Fatalf("%s is no number", name)
				}
				return value{n, bits * len(digits)}
			}
		}
		if name == "false" || name == "true" {
			return truth(name == "true")
		}
		v, ok := w.values[name]
		if !ok {
			w.t.Fatalf("there is no %s", name)
		}
		return v
	}
	list := term.([]any)
	if extract, ok := list[0].([]any); ok {
		high, low, v := number(w.t, extract[2]), number(w.t, extract[3]), w.value(list[1])
		if extract[1] != "extract" || low < 0 || high < low || high >= v.bits {
			w.t.Fatalf("bits %d to %d of %d", low, high, v.bits)
		}
		return value{cut(new(big.Int).Rsh(v.n, uint(low)), high-low+1), high - low + 1}
	}
	var all []value
	for _, each := range list[1:] {
		all = append(all, w.value(each))
	}
	same := len(all) == 2 && all[0].bits == all[1].bits && all[0].bits > 0
	switch {
	case list[0] == "concat" && len(all) > 1:
		whole := value{new(big.Int), 0}
		for _, v := range all {
			whole.n.Or(whole.n.Lsh(whole.n, uint(v.bits)), v.n)
			whole.bits += v.bits
		}
		return whole
	case list[0] == "or":
		for _, v := range all {
			if v.n.Sign() != 0 {
				return truth(true)
			}
		}
		return truth(false)
	case list[0] == "and" && len(all) == 2:
		return truth(all[0].n.Sign() != 0 && all[1].n.Sign() != 0)
	case list[0] == "=" && same:
		return truth(all[0].n.Cmp(all[1].n) == 0)
	case list[0] == "distinct" && same:
		return truth(all[0].n.Cmp(all[1].n) != 0)
	case list[0] == "ite" && len(all) == 3 && all[0].bits == 0 && all[1].bits == all[2].bits:
		if all[0].n.Sign() != 0 {
			return all[1]
		}
		return all[2]
	}
	w.t.Fatalf("%v is no term", list)
	return value{}
}

func truth(yes bool) value {
	if yes {
		return value{big.NewInt(1), 0}
	}
	return value{new(big.Int), 0}
}

// cut is the lowest bits of a number.
func cut(n *big.Int, bits int) *big.Int {
	return new(big.Int).And(n, ones(bits))
}

func ones(bits int) *big.Int {
	one := big.NewInt(1)
	return new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)
}

// TestTerms evaluates problems on values: A and B are what the maps make of them, lanes that they do not define are whatever there is, and what is asserted is true where A is something else in a lane that B defines.
func TestTerms(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 3)
	asserted := map[bool]int{}
	for range 2000 {
		a := anyGuarded(random)
		b := changed(random, a)
		if random.IntN(3) == 0 { // and one more source
			b.Map.Src = append(b.Map.Src, 2)
		}
		pair := [2]lane.Guarded{a, b}
		if random.IntN(2) == 0 {
			pair = [2]lane.Guarded{b, a}
		}
		text, err := smt.Refines(pair[0], pair[1])
		if err != nil {
			t.Fatal(err)
		}
		chosen := map[string]*big.Int{}
		world := func(free func(bits int) *big.Int) *world {
			return read(t, text, func(name string, bits int) *big.Int {
				if strings.HasPrefix(name, "any") {
					return free(bits)
				}
				if chosen[name] == nil {
					chosen[name] = cut(new(big.Int).SetUint64(random.Uint64()), bits)
				}
				return chosen[name]
			})
		}
		low, high := world(func(int) *big.Int { return new(big.Int) }), world(ones)
		for k, name := range []string{"A", "B"} {
			for i := range pair[k].Map.Lane {
				bits := pair[k].Map.Bits
				zero, one := lanes(low.values[name], i, bits), lanes(high.values[name], i, bits)
				if want := means(low, pair[k], i); want != nil && (zero.Cmp(want) != 0 || one.Cmp(want) != 0) {
					t.Fatalf("lane %d of %s is %v or %v, want %v:\n%v\n%s", i, name, zero, one, want, pair[k], text)
				} else if want == nil && (zero.Sign() != 0 || one.Cmp(ones(bits)) != 0) {
					t.Fatalf("lane %d of %s is %v or %v, and nothing defines it:\n%v\n%s", i, name, zero, one, pair[k], text)
				}
			}
		}
		for _, w := range []*boundWorld{{low, pair}, {high, pair}} {
			if w.differs() == w.false {
				t.Fatalf("A and B differ: %v, asserted: %v\n%v\n%v\n%s", w.differs(), !w.false, pair[0], pair[1], text)
			}
			asserted[!w.false]++
		}
		if !strings.HasPrefix(text, fmt.Sprintf("; A  %v\n; B  %v\n; unsat: ", pair[0].Map, pair[1].Map)) {
			t.Fatalf("it does not say what it is:\n%s", text)
		}
	}
	if t.Logf("%v", asserted); asserted[true] < 100 || asserted[false] < 100 {
		t.Error("nothing was compared")
	}
}

// anyGuarded is a map like random ones, of lanes that are also one, three or seven bits wide.
func anyGuarded(r *rand.Rand) lane.Guarded {
	g := randomGuarded(r)
	g.Map.Bits = []int{1, 2, 3, 4, 5, 7, 8, 12}[r.IntN(8)]
	for i := range g.Map.Lane {
		g.Map.Lane[i] = randomLane(r, g.Map)
		if r.IntN(3) == 0 && i > 0 { // beside the one before, maybe
			g.Map.Lane[i] = g.Map.Lane[i-1]
			if g.Map.Lane[i].Index++; g.Map.Check() != nil {
				g.Map.Lane[i].Index--
			}
		}
	}
	return g
}

// lanes is a lane of a vector.
func lanes(v value, i, bits int) *big.Int { return cut(new(big.Int).Rsh(v.n, uint(i*bits)), bits) }

// means is what a map puts into a lane, as lane has it, or nothing.
func means(w *world, g lane.Guarded, i int) *big.Int {
	l, bits := g.Map.Lane[i], g.Map.Bits
	if bit := g.Bit[i]; bit != lane.Always && w.values["predicate"].n.Bit(bit) == 0 {
		if g.Else == lane.ElseZero {
			return new(big.Int)
		}
		l = lane.FromOld(i)
	}
	switch l.Kind {
	case lane.Source:
		return lanes(w.values[lane.SourceName(l.Src)], l.Index, bits)
	case lane.Old:
		return lanes(w.values["d"], l.Index, bits)
	case lane.Constant:
		n, _ := l.Const.Uint64()
		return new(big.Int).SetUint64(n)
	}
	return nil
}

// A boundWorld is a world of two maps.
type boundWorld struct {
	*world
	pair [2]lane.Guarded
}

// differs says whether A and B differ in a lane that B defines.
func (w *boundWorld) differs() bool {
	b := w.pair[1]
	for i := range b.Map.Lane {
		if means(w.world, b, i) != nil && lanes(w.values["A"], i, b.Map.Bits).Cmp(lanes(w.values["B"], i, b.Map.Bits)) != 0 {
			return true
		}
	}
	return false
}

// TestParts: parts of a vector joined again are that vector, and what is the whole needs no words.
func TestParts(t *testing.T) {
	t.Parallel()
	for bits := 1; bits <= 12; bits++ {
		p := smt.New()
		v := p.Source("v", bits)
		if v.Part(0, bits) != v || smt.Join(v) != v {
			t.Errorf("a whole vector of %d bits is %v, joined with nothing %v", bits, v.Part(0, bits), smt.Join(v))
		}
		for at := 1; at < bits; at++ {
			joined := smt.Join(v.Part(0, at), v.Part(at, bits-at))
			if joined.Bits != bits || v.Part(0, at).Bits != at {
				t.Errorf("%v of %d bits", joined, bits)
			}
			p.ClaimEqual(p.Define(fmt.Sprint("joined", at), joined), v)
			p.Claim(lane.Identity(1, at), p.Define(fmt.Sprint("low", at), v.Part(0, at)), v)
		}
		for k := range 4 {
			want := new(big.Int).Div(new(big.Int).Mul(ones(bits), big.NewInt(int64(k))), big.NewInt(3))
			c := smt.Constant(lane.ConstOf(want.Uint64()), bits)
			if got := (&world{t: t}).value(c.Term); got.n.Cmp(want) != 0 || got.bits != bits || c.Bits != bits {
				t.Errorf("%v of %d bits is %s", want, bits, c.Term)
			}
		}
		for n := range int64(1) << bits {
			if !read(t, p.String(), func(string, int) *big.Int { return big.NewInt(n) }).false {
				t.Errorf("%d is not what its parts are joined to:\n%s", n, p)
			}
		}
	}
}
