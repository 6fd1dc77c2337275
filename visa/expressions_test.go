package visa

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// A drawnNumber is a constant expression by chance: how strong its operator is in C, as C's standard counts, its text with as few parentheses as C needs, and its value.
type drawnNumber struct {
	strength int
	text     string
	value    int64
}

// inC are C's operators with two operands, with what they compute.
var inC = []struct {
	text     string
	strength int
	does     func(a, b int64) int64
}{
	{"*", 10, func(a, b int64) int64 { return a * b }}, {"/", 10, func(a, b int64) int64 { return a / b }}, {"%", 10, func(a, b int64) int64 { return a % b }},
	{"+", 9, func(a, b int64) int64 { return a + b }}, {"-", 9, func(a, b int64) int64 { return a - b }},
	{"<<", 8, func(a, b int64) int64 { return a << uint(b&63) }}, {">>", 8, func(a, b int64) int64 { return a >> uint(b&63) }},
	{"<", 7, func(a, b int64) int64 { return one(a < b) }}, {">", 7, func(a, b int64) int64 { return one(a > b) }}, {"<=", 7, func(a, b int64) int64 { return one(a <= b) }}, {">=", 7, func(a, b int64) int64 { return one(a >= b) }},
	{"==", 6, func(a, b int64) int64 { return one(a == b) }}, {"!=", 6, func(a, b int64) int64 { return one(a != b) }},
	{"&", 5, func(a, b int64) int64 { return a & b }}, {"^", 4, func(a, b int64) int64 { return a ^ b }}, {"|", 3, func(a, b int64) int64 { return a | b }},
	{"&&", 2, func(a, b int64) int64 { return one(a != 0 && b != 0) }}, {"||", 1, func(a, b int64) int64 { return one(a != 0 || b != 0) }},
}

func one(is bool) int64 { return map[bool]int64{true: 1}[is] }

// within is the text where an operator of some strength stands beside it.
func (d drawnNumber) within(strength int) string {
	if d.strength < strength {
		return "(" + d.text + ")"
	}
	return d.text
}

func drawNumber(r *rand.Rand, depth int) drawnNumber {
	kind := r.IntN(8)
	switch {
	case depth == 0 || kind == 0:
		n := r.Int64N([]int64{3, 70, 1 << 31}[r.IntN(3)])
		return drawnNumber{12, []string{fmt.Sprint(n), fmt.Sprintf("%#x", n), fmt.Sprintf("0X%X", n)}[r.IntN(3)], n}
	case kind == 1:
		x := drawNumber(r, depth-1)
		sign := r.IntN(3)
		return drawnNumber{11, "-~!"[sign:sign+1] + x.within(11), []int64{-x.value, ^x.value, one(x.value == 0)}[sign]}
	case kind == 2:
		c, yes, no := drawNumber(r, depth-1), drawNumber(r, depth-1), drawNumber(r, depth-1)
		v := no.value
		if c.value != 0 {
			v = yes.value
		}
		return drawnNumber{0, c.within(1) + " ? " + yes.text + " : " + no.text, v}
	}
	op := inC[r.IntN(len(inC))]
	a, b := drawNumber(r, depth-1), drawNumber(r, depth-1)
	if (op.text == "/" || op.text == "%") && b.value == 0 {
		return a
	}
	space := []string{" ", "  "}[r.IntN(2)]
	return drawnNumber{op.strength, a.within(op.strength) + space + op.text + space + b.within(op.strength+1), op.does(a.value, b.value)}
}

// Constant expressions are C's, with its precedences, of integers of 64 bits that wrap. The tool has neither || nor &&, and a division by zero is none in either.
func TestExpressionsAreThoseOfC(t *testing.T) {
	r, d := chance.Random(t, 91), NewDecls(32, D)
	logical := 0
	for range 20_000 {
		x := drawNumber(r, 1+r.IntN(4))
		for _, dialect := range []Dialect{Spec, Intel} {
			tool := !strings.Contains(x.text, "&&") && !strings.Contains(x.text, "||")
			p := Parser{Decls: d, Dialect: dialect}
			p.start("(" + x.text + ")")
			var got int64
			ok := p.expression(&got, "a number", false) && p.off == len(p.text)
			switch {
			case dialect == Intel && !tool:
				if logical++; ok {
					t.Fatalf("%s is %d in the tool", x.text, got)
				}
			case !ok || got != x.value:
				t.Fatalf("%s is %d, %v, want %d", x.text, got, p.err, x.value)
			}
		}
	}
	if logical < 1000 {
		t.Errorf("%d had || or &&", logical)
	}
	for _, op := range []string{"/", "%"} {
		for _, zero := range []string{"0", "(1-1)", "(3 > 4)", "0x0"} {
			text := "addr_add (M1, 1) A0(0)<1> A0(0)<0> (7 «" + op + "» " + zero + "):uw"
			bare := strings.NewReplacer("«", "", "»", "").Replace(text)
			p := Parser{Decls: d}
			if _, err := p.ParseInst(bare); err == nil || !strings.Contains(err.Error(), "division by zero") || !strings.HasPrefix(err.Error(), fmt.Sprintf("1:%d:", strings.Index(text, "«")+1)) {
				t.Errorf("%s: %v", bare, err)
			}
		}
	}
}

// What a variable takes is a number too: its bytes, or those of its addresses; others have none.
func TestSizesInExpressions(t *testing.T) {
	const decls = ".decl G1 v_type=G type=%s num_elts=%d\n.decl A1 v_type=A num_elts=%d\n.decl P1 v_type=P num_elts=8\n.decl S1 v_type=S num_elts=1\n.decl T1 v_type=T num_elts=1\n"
	for _, typ := range []Type{UB, W, D, F, Q, HF} {
		for n := 1; n <= 8; n++ {
			d, err := ParseDecls(fmt.Sprintf(decls, typ, 5*n, n), 32)
			if err != nil {
				t.Fatal(err)
			}
			for text, want := range map[string]int64{"(%sizeof(G1))": int64(5 * n * typ.Size()), "(%sizeof( A1 ) + 1)": int64(2*n + 1), "(-%sizeof(G1) * 2)": int64(-10 * n * typ.Size())} {
				p := Parser{Decls: d}
				p.start(text)
				var got int64
				if !p.expression(&got, "a number", false) || got != want {
					t.Errorf("%s of %d of %s is %d, %v, want %d", text, n, typ, got, p.err, want)
				}
			}
			for text, says := range map[string]string{
				"(%sizeof(P1))": "P1 is a predicate: general and address variables have a size", "(%sizeof(S1))": "S1 is a sampler: general and address variables have a size", "(%sizeof(T1))": "T1 is a surface: general and address variables have a size",
				"(%sizeof(Z))": "", "(%sizeof G1)": `expected "(", found "G1"`, "(%sizeof(G1)": `expected ")", found the end`, "(%sizeof(G1 + 1))": `expected ")", found "+"`, "(1 ? 2)": `expected ":", found ")"`, "(1 ? 2 : )": `expected a number, found ")"`, "(1 ? : 3)": `expected a number, found ":"`, "(1 +)": `expected a number, found ")"`,
			} {
				p := Parser{Decls: d}
				p.start(text)
				var got int64
				if p.expression(&got, "a number", false) || p.err == nil || !strings.Contains(p.err.Error(), says) {
					t.Errorf("%s is %d, %v, want %s", text, got, p.err, says)
				}
			}
		}
	}
}

// Of a predefined variable the tool has no size: there it is 0, and by the seed's dialect what the variable takes.
func TestSizesOfPredefined(t *testing.T) {
	d, err := ParseDecls(".decl V40 v_type=G type=d num_elts=8\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	for id := range uint32(len(predefined)) {
		for _, dialect := range []Dialect{Spec, Intel} {
			p := Parser{Decls: d, Dialect: dialect}
			want := int64(d.Variable(GeneralKind, id).Size())
			if dialect == Intel {
				want = 0
			}
			p.start(fmt.Sprintf("(%%sizeof(V%d) + 3)", id))
			var got int64
			if !p.expression(&got, "a number", false) || got != want+3 {
				t.Errorf("V%d has %d, %v, want %d", id, got-3, p.err, want)
			}
		}
	}
}
