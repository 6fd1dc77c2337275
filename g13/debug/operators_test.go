package debug_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/internal/chance"
)

// bindings are the operators between two values, by how tightly they bind: as in C, but that comparisons bind less than |, ^ and &, as in Python, and all alike.
var bindings = map[string]int{"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3, "|": 4, "^": 5, "&": 6, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}

// wrapped is a number as 64 bits of two's complement have it.
func wrapped(x *big.Int) int64 {
	return int64(new(big.Int).And(x, new(big.Int).SetUint64(math.MaxUint64)).Uint64())
}

// plainWhole is an operator on whole numbers, by numbers without bounds; ok is false where there is none.
func plainWhole(op string, x, y int64) (v int64, ok bool) {
	a, b := big.NewInt(x), big.NewInt(y)
	is := func(b bool) (int64, bool) {
		if b {
			return 1, true
		}
		return 0, true
	}
	switch op {
	case "||":
		return is(x != 0 || y != 0)
	case "&&":
		return is(x != 0 && y != 0)
	case "==", "!=", "<", "<=", ">", ">=":
		order := a.Cmp(b)
		return is(map[string]bool{"==": order == 0, "!=": order != 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[op])
	case "/", "%":
		if y == 0 {
			return 0, false
		}
		quotient, rest := new(big.Int).QuoRem(a, b, new(big.Int))
		if op == "%" {
			return wrapped(rest), true
		}
		return wrapped(quotient), true
	case "<<":
		return wrapped(a.Lsh(a, uint(y)&63)), y >= 0
	case ">>":
		bits := new(big.Int).SetUint64(uint64(x))
		return wrapped(bits.Rsh(bits, uint(min(uint64(y), 64)))), y >= 0
	}
	return wrapped(map[string]func(z, a, b *big.Int) *big.Int{"|": (*big.Int).Or, "^": (*big.Int).Xor, "&": (*big.Int).And, "+": (*big.Int).Add, "-": (*big.Int).Sub, "*": (*big.Int).Mul}[op](new(big.Int), a, b)), true
}

// number is one at which something ends, or any.
func number(r *rand.Rand) int64 {
	switch r.IntN(4) {
	case 0:
		return int64(r.IntN(9)) - 4
	case 1:
		return int64(r.IntN(140)) - 10
	case 2:
		return int64(1)<<r.IntN(64) - int64(r.IntN(3))
	}
	return int64(r.Uint64())
}

// evaluated is the value of an expression where no lane makes a difference; ok is false where it has none.
func evaluated(t *testing.T, s *debug.Session, text string) (v debug.Value, ok bool) {
	t.Helper()
	v, begun := s.Evaluate(expression(t, text), 0)
	if !begun || !v.Same {
		t.Errorf("%s: %+v, %v", text, v, begun)
	}
	if v.Lanes != 0 && v.Lanes != math.MaxUint32 {
		t.Errorf("%s is in lanes %x", text, v.Lanes)
	}
	return v, v.Lanes != 0
}

// Whole numbers are reckoned with as numbers without bounds are, of which 64 bits are kept. Of two operators the one that binds more tightly comes first.
func TestOperators(t *testing.T) {
	r, s := chance.Random(t, 10), session(t, values)
	s.Step()
	var names []string
	for op := range bindings {
		names = append(names, op)
	}
	of := func(n int64) string {
		if n < 0 {
			return fmt.Sprintf("-0x%x", uint64(-n))
		}
		return fmt.Sprint(n)
	}
	check := func(text string, want int64, has bool) {
		t.Helper()
		if v, ok := evaluated(t, s, text); ok != has || ok && (v.Float || v.Int(0) != want || v.Int(31) != want) {
			t.Errorf("%s is %d, %v; want %d, %v", text, v.Int(0), ok, want, has)
		}
	}
	for _, op := range names {
		for range 200 {
			x, y := number(r), number(r)
			want, has := plainWhole(op, x, y)
			check(of(x)+op+of(y), want, has)
		}
		for _, second := range names {
			x, y, z := number(r), number(r), number(r)
			a, hasA := plainWhole(op, x, y)
			want, has := plainWhole(second, a, z)
			if bindings[second] > bindings[op] {
				a, hasA = plainWhole(second, y, z)
				want, has = plainWhole(op, x, a)
			}
			check(fmt.Sprintf("%s %s %s %s %s", of(x), op, of(y), second, of(z)), want, has && hasA)
		}
	}
}

// Numbers with a fraction are reckoned with as floats of 64 bits are, and compared as these; where there is one, the other is one too. What knows whole ones alone takes the whole part.
func TestFractions(t *testing.T) {
	r, s := chance.Random(t, 11), session(t, values)
	s.Step()
	for range 2000 {
		x, y := math.Ldexp(float64(r.IntN(1<<20)-1<<19), -r.IntN(19)), math.Ldexp(float64(r.IntN(1<<20)-1<<19), -r.IntN(19))
		if r.IntN(8) == 0 {
			y = x
		}
		for op, want := range map[string]float64{"+": x + y, "-": x - y, "*": x * y, "/": x / y, "%": math.Mod(x, y)} {
			if v, ok := evaluated(t, s, fmt.Sprintf("%.18f %s %.18f", x, op, y)); !ok || !v.Float || v.Number(5) != want && !(math.IsNaN(want) && math.IsNaN(v.Number(5))) {
				t.Errorf("%v %s %v is %v, want %v", x, op, y, v.Number(5), want)
			}
		}
		for op, want := range map[string]bool{"==": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y, "&&": x != 0 && y != 0, "||": x != 0 || y != 0} {
			if v, ok := evaluated(t, s, fmt.Sprintf("%.18f %s %.18f", x, op, y)); !ok || v.Float || v.Int(5) != map[bool]int64{true: 1, false: 0}[want] {
				t.Errorf("%v %s %v is %v, want %v", x, op, y, v.Int(5), want)
			}
		}
		for _, op := range []string{"|", "&", "^"} {
			want, _ := plainWhole(op, int64(x), int64(y))
			if v, ok := evaluated(t, s, fmt.Sprintf("%.18f %s %.18f", x, op, y)); !ok || v.Float || v.Int(5) != want {
				t.Errorf("%v %s %v is %v, want %d", x, op, y, v.Int(5), want)
			}
		}
	}
}

// The masks of a SIMD-group are those of its own steps since its threadgroup began, the last ones of so many.
func TestMasksOfAGroup(t *testing.T) {
	r := chance.Random(t, 12)
	cut, begun := 0, 0
	for range 60 {
		make, _, _ := random(t, r)
		s, probe := make(), make()
		s.Seek(r.IntN(120))
		to := s.Position()
		within, n := 1+r.IntN(100), r.IntN(12)
		for group := range len(s.Groups()) {
			var want []debug.Moment
			probe.Seek(max(0, to-within))
			for probe.Position() < to && probe.Step() {
				switch l := probe.Last(); {
				case l == nil:
					begun += len(want)
					want = nil
				case int(l.Place.SIMDGroup) == group:
					op, _ := probe.Code.OpAt(l.Offset)
					want = append(want, debug.Moment{Position: probe.Position(), Op: op, Offset: l.Offset, Exec: l.Group.Exec})
				}
			}
			cut += max(0, len(want)-n)
			want = want[max(0, len(want)-n):]
			got := s.Masks(group, n, within)
			if s.Position() != to || len(got) != len(want) {
				t.Fatalf("%d masks of %d at %d, want %d at %d", len(got), n, s.Position(), len(want), to)
			}
			for k, m := range got {
				if w := want[k]; m.Position != w.Position || m.Op != w.Op || m.Offset != w.Offset || m.Exec != w.Exec || m.Group != group {
					t.Errorf("mask %d of SIMD-group %d is %+v, want %+v", k, group, m, w)
				}
			}
		}
	}
	if cut == 0 || begun == 0 {
		t.Errorf("%d masks are too many, %d are of a threadgroup before", cut, begun)
	}
}
