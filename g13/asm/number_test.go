package asm

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// worth is what an expression is worth.
func worth(text string) (number, error) {
	p := parser{Cursor: syntax.Cursor{Text: text}}
	n, err := p.expression(false)
	if err == nil && !p.Done() {
		err = p.Wanted("the end")
	}
	if err != nil {
		return n, err
	}
	return n, nil
}

// exactly is an operator on integers of any size; nil where it has no result.
func exactly(a *big.Int, operator string, b *big.Int) *big.Int {
	v := new(big.Int)
	if (operator == "/" || operator == "%") && b.Sign() == 0 || operator[0] == operator[len(operator)-1] && len(operator) == 2 && (b.Sign() < 0 || b.Cmp(big.NewInt(63)) > 0) {
		return nil
	}
	switch operator {
	case "+":
		return v.Add(a, b)
	case "-":
		return v.Sub(a, b)
	case "*":
		return v.Mul(a, b)
	case "/":
		return v.Quo(a, b)
	case "%":
		return v.Rem(a, b)
	case "<<":
		return v.Lsh(a, uint(b.Int64()))
	case ">>":
		return v.Rsh(a, uint(b.Int64()))
	case "|":
		return v.Or(a, b)
	case "^":
		return v.Xor(a, b)
	}
	return v.And(a, b)
}

// Every operator gives what it gives of integers of any size, where that has 64 bits, and else says that it has more.
func TestOperatorsExactly(t *testing.T) {
	rng := chance.Random(t, 6)
	values := []int64{0, 1, -1, 2, -2, 3, 5, 31, 62, 63, 64, -64, 1 << 31, -1 << 31, 1<<32 - 1, 3037000499, 3037000500, 1 << 62, math.MaxInt64, math.MaxInt64 - 1, -math.MaxInt64, math.MinInt64}
	for range 20 {
		values = append(values, int64(rng.Uint64())>>rng.IntN(64))
	}
	given, refused := 0, 0
	for _, a := range values {
		for _, b := range values {
			for _, o := range operators {
				e := &expression{parser: &parser{Cursor: syntax.Cursor{Text: "x"}}}
				got, err := e.apply(number{v: a}, o.text, number{v: b})
				want := exactly(big.NewInt(a), o.text, big.NewInt(b))
				if want == nil || !want.IsInt64() {
					refused++
					if err == nil {
						t.Fatalf("%d %s %d is %d", a, o.text, b, got.v)
					}
				} else if given++; err != nil || got.v != want.Int64() || got.isFloat {
					t.Fatalf("%d %s %d is %+v, %v, want %v", a, o.text, b, got, err, want)
				}
			}
		}
	}
	if given == 0 || refused == 0 {
		t.Errorf("%d given, %d refused", given, refused)
	}
}

// Operators on floats give the nearest float to what they give exactly, and nothing where that is too great or none; those of integers are refused.
func TestFloatOperatorsExactly(t *testing.T) {
	rng := chance.Random(t, 9)
	values := []float64{0, 1, -1, 0.5, 3, 0.1, -0.3, 1e10, -1e-10, 1 << 53, math.MaxFloat64, -math.MaxFloat64}
	for range 40 {
		values = append(values, math.Ldexp(rng.Float64()-0.5, rng.IntN(200)-100))
	}
	given, refused := 0, 0
	for _, a := range values {
		for _, b := range values {
			for _, o := range operators {
				e := &expression{parser: &parser{Cursor: syntax.Cursor{Text: "x"}}}
				got, err := e.apply(number{x: a, isFloat: true}, o.text, number{x: b, isFloat: true})
				want, ok := nearestFloat(a, o.text, b)
				if !ok {
					if refused++; err == nil {
						t.Fatalf("%v %s %v is %v", a, o.text, b, got.x)
					}
				} else if given++; err != nil || got.x != want || !got.isFloat {
					t.Fatalf("%v %s %v is %+v, %v, want %v", a, o.text, b, got, err, want)
				}
			}
		}
	}
	if given == 0 || refused == 0 {
		t.Errorf("%d given, %d refused", given, refused)
	}
}

// nearestFloat is an operator on numbers with as many bits as they need; ok is false where the result is none.
func nearestFloat(a float64, operator string, b float64) (x float64, ok bool) {
	x1, x2, v := new(big.Rat), new(big.Rat), new(big.Rat)
	x1.SetFloat64(a)
	x2.SetFloat64(b)
	switch operator {
	case "+":
		v.Add(x1, x2)
	case "-":
		v.Sub(x1, x2)
	case "*":
		v.Mul(x1, x2)
	case "/":
		if b == 0 {
			return 0, false
		}
		v.Quo(x1, x2)
	default:
		return 0, false
	}
	x, _ = v.Float64()
	return x, !math.IsInf(x, 0)
}

// An argument ends at the first comma before which no bracket is open, wherever brackets stand.
func TestArgumentEnds(t *testing.T) {
	rng := chance.Random(t, 10)
	inside := 0
	for range 5000 {
		b := make([]byte, rng.IntN(12))
		for k := range b {
			b[k] = "(),a "[rng.IntN(5)]
		}
		text, want := string(b), len(b)
		for k := len(text) - 1; k >= 0; k-- {
			if text[k] != ',' {
				continue
			}
			if strings.Count(text[:k], "(") <= strings.Count(text[:k], ")") {
				want = k
			} else {
				inside++
			}
		}
		if got := argumentEnd(text); got != want {
			t.Fatalf("the argument of %q ends at %d, want %d", text, got, want)
		}
	}
	if inside == 0 {
		t.Error("no comma stands in brackets")
	}
}

// Which operator binds tighter, and that equal ones go from the left, is as Go has it but for shifts, which bind less than sums, as C has it.
func TestPrecedence(t *testing.T) {
	for _, row := range []struct {
		text string
		want int64
	}{
		{"2+3*4", 2 + 3*4}, {"2*3+4", 2*3 + 4}, {"20-3-4", 13}, {"100/10/5", 2}, {"100%7*2", 4}, {"1<<2+1", 8}, {"1+1<<2", 8}, {"64>>1<<2", 128}, {"6&3<<1", 6}, {"1|6&3", 3}, {"1|2^3", 1}, {"5^1&3", 4},
		{"1^3|4", 6}, {"-2+5", 3}, {"-(2+5)", -7}, {"~0&15", 15}, {"2*-3", -6}, {"- -3", 3}, {"+4", 4}, {"((7))", 7}, {"0x1F+0b101+0o17", 31 + 5 + 15}, {"0xfF", 255}, {"~~5", 5}, {"0", 0},
	} {
		got, err := worth(row.text)
		if err != nil || got.v != row.want || got.isFloat {
			t.Errorf("%s is %+v, %v, want %d", row.text, got, err, row.want)
		}
	}
}

// Expressions are nested as deep as is said and no deeper, in brackets and behind signs.
func TestNested(t *testing.T) {
	for _, row := range []struct{ open, shut string }{{"(", ")"}, {"-", ""}, {"~(", ")"}} {
		for depth := 1; depth < 2*mostNested; depth++ {
			_, err := worth(strings.Repeat(row.open, depth) + "7" + strings.Repeat(row.shut, depth))
			nested := depth*len(row.open) + 1
			if fits := nested <= mostNested; (err == nil) != fits {
				t.Fatalf("%d times %q: %v", depth, row.open, err)
			}
		}
	}
	if _, err := worth(strings.Repeat("(1)+", 500) + "1"); err != nil {
		t.Errorf("what stands beside one another is not nested: %v", err)
	}
}

// A label may be far behind many jumps to it; each of them reaches it.
func TestManyJumpsAhead(t *testing.T) {
	const jumps = 1<<12 + 3
	code, errs := Assemble(strings.Repeat("jmp_exec_any end\n", jumps) + ".byte 8, 0\nend: stop\n")
	if len(errs) > 0 || len(code) != 6*jumps+4 {
		t.Fatalf("%d bytes, %v", len(code), errs)
	}
	for k := range jumps {
		off := int(int32(uint32(code[6*k+2]) | uint32(code[6*k+3])<<8 | uint32(code[6*k+4])<<16 | uint32(code[6*k+5])<<24))
		if 6*k+off != 6*jumps+2 {
			t.Fatalf("jump %d goes to %d", k, 6*k+off)
		}
	}
}

// What stands before a colon is a label only if it is one word.
func TestLabelsAreWords(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"x y: stop", `1:1: there is no instruction "x"`}, {"stop x: stop", "1:6: expected the end of the instruction"}, {": stop", "1:1: "}, {"1x: stop", "1:1: a label begins with a letter and is not pc"},
		{"pc: stop", "1:1: a label begins with a letter and is not pc"}, {"r1: stop", "1:1: r1 is a register"}, {".equ k, 1\nk: stop", "2:1: k is a constant"},
	} {
		_, errs := Assemble(row.in)
		if len(errs) != 1 || !strings.HasPrefix(strings.ReplaceAll(errs[0].Error(), `"k"`, "k"), row.want) {
			t.Errorf("%q: %v, want %s", row.in, errs, row.want)
		}
	}
	if code, errs := Assemble("x:stop\ny :stop"); len(errs) > 0 && len(code) > 4 {
		t.Errorf("%x %v", code, errs)
	}
}

// The formats' sizes are those that their names say.
func TestFormatFacts(t *testing.T) {
	want := map[string][2]int{"i8": {1, 1}, "i16": {2, 1}, "i32": {4, 1}, "f16": {2, 1}, "u8norm": {1, 1}, "s8norm": {1, 1}, "u16norm": {2, 1}, "s16norm": {2, 1},
		"rgb10a2": {4, 4}, "srgba8": {1, 1}, "rg11b10f": {4, 3}, "rgb9e5": {4, 3}, "rg11b10f.rtz": {4, 3}, "rgb9e5.rtz": {4, 3}}
	words := g13.Format.Words()
	for n, fact := range FormatFacts() {
		if got := [2]int{fact.Size, fact.Register}; got != want[words[n]] || fact.Is == "" {
			t.Errorf("%s: %v, want %v", words[n], got, want[words[n]])
		}
	}
}

// A special register's name with a letter wrong is taken for it, and the end of the message says so.
func TestNearSpecial(t *testing.T) {
	for name, want := range map[string]string{"core_idx": "; is core_index meant?", "vm_slut": "; is vm_slot meant?", "zzz": "", "": ""} {
		if got := nearSpecial(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"iad": "; is iadd meant?", "qqq": ""} {
		if got := near(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// edits is the number of letters by which two words differ, by the plain recursion, up to its limit.
func TestEdits(t *testing.T) {
	rng := chance.Random(t, 7)
	word := func() string {
		b := make([]byte, rng.IntN(7))
		for k := range b {
			b[k] = "abc"[rng.IntN(3)]
		}
		return string(b)
	}
	for range 2000 {
		a, b, limit := word(), word(), 1+rng.IntN(8)
		want := plainEdits(a, b)
		if got := edits(a, b, limit); min(got, limit) != min(want, limit) {
			t.Fatalf("%q and %q differ by %d, want %d, at most %d", a, b, got, want, limit)
		}
	}
	if got := edits(strings.Repeat("a", 41), strings.Repeat("a", 41), 3); got != 3 {
		t.Errorf("long words differ by %d", got)
	}
}

func plainEdits(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	if a[0] == b[0] {
		return plainEdits(a[1:], b[1:])
	}
	return 1 + min(plainEdits(a[1:], b), plainEdits(a, b[1:]), plainEdits(a[1:], b[1:]))
}

// Halves are the nearest ones: each of them is itself, and between two lies the even one's middle.
func TestHalfBits(t *testing.T) {
	for h := range uint16(0x7c00) {
		e, f := int(h>>10), float64(h&0x3ff)
		x := math.Ldexp(f, -24)
		if e > 0 {
			x = math.Ldexp(1024+f, e-25)
		}
		next := x + math.Ldexp(1, max(e, 1)-25)
		for _, row := range []struct {
			x    float64
			want uint16
		}{{x, h}, {-x, h | 0x8000}, {(x + next) / 2, h + h&1}, {math.Nextafter((x+next)/2, 0), h}, {math.Nextafter((x+next)/2, math.Inf(1)), h + 1}} {
			if got := halfBits(row.x); got != row.want && !(row.x == 0 && h == 0) {
				t.Fatalf("%v is %#04x, want %#04x", row.x, got, row.want)
			}
		}
	}
	for _, row := range []struct {
		x    float64
		want uint16
	}{{math.Inf(1), 0x7c00}, {math.Inf(-1), 0xfc00}, {math.NaN(), 0x7e00}, {65519, 0x7bff}, {65520, 0x7c00}, {0, 0}, {math.Copysign(0, -1), 0x8000}} {
		if got := halfBits(row.x); got != row.want {
			t.Errorf("%v is %#04x, want %#04x", row.x, got, row.want)
		}
	}
}
