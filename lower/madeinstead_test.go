package lower

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Whatever a row does by a constant that an op makes, that op is found for what is loaded, also where nobody cares about some of the result and another constant is loaded for that; what the draft does then refines
// what it did. A constant that stands twice is made once.
func TestMadeInstead(t *testing.T) {
	r := chance.Random(t, 67)
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors {
			continue
		}
		s := &search{l: New(tg), o: Options{Target: tg}, file: target.Vectors}
		rows, others := 0, 0
		for _, row := range tg.RowsIn(target.Vectors) {
			x := row.Index
			if x == nil || x.Inline || x.Mask || row.Implicit() || row.General != "" || row.Consecutive && len(row.Src) > 1 || slices.ContainsFunc(row.Src, func(n int) bool { return n != row.Src[0] }) {
				continue
			}
			makers := s.makers(pairsOf{rowsOf{tg, target.Vectors, max(128, row.Bits, x.Bits)}, true})
			sieved := len(makers) <= mostUnsieved || ruledBytesOf(row) != nil
			for range 4 {
				m := makers[r.IntN(len(makers))]
				want := x.Apply(m.value.Slice(0, x.Bits)).Clone()
				unit := max(1, 8/want.Bits) // lanes of a byte
				for at := 0; at < len(want.Lane); at += unit {
					if r.IntN(4) == 0 {
						clear(want.Lane[at : at+unit])
					}
				}
				k, ok := x.Solve(want)
				if !ok {
					continue // it computes there
				}
				d := draft{inputs: len(row.Src), bits: slices.Clone(row.Src)}
				d = d.add(Op{Row: row, Const: k, Args: firstArgs(len(row.Src))})
				d.results, d.parts = []Arg{d.result}, []lane.Map{want}
				twice := r.IntN(2) == 0
				if twice {
					d = d.add(Op{Row: row, Const: k, Args: firstArgs(len(row.Src))})
					d.results, d.parts = append(d.results, d.result), append(d.parts, want)
				}
				made, ok := s.madeInstead(d)
				if !ok && sieved {
					t.Fatalf("%s: %s: nothing is made for %v, and %s %d does it", tg.Name, row.Name, want, m.op.Row.Name, m.op.Imm)
				}
				if !ok {
					continue
				}
				if rows++; len(made.code) != len(d.code)+1 || made.code[0].Row.Index != nil || len(made.results) != len(d.results) {
					t.Fatalf("%s: %s: %d ops, want one more than %d that reads nothing", tg.Name, row.Name, len(made.code), len(d.code))
				}
				for _, o := range made.code[1:] {
					by := constantOp(t, &made.code[0])
					if !o.Made || o.By != Arg(made.inputs) || o.Const != by.Slice(0, x.Bits) || !refinesAll(x.Apply(o.Const), want) {
						t.Fatalf("%s: %s by %v of %s %d does %v, want %v", tg.Name, row.Name, o.Const, made.code[0].Row.Name, made.code[0].Imm, x.Apply(o.Const), want)
					}
				}
				if o := made.code[1]; o.Const != k {
					others++
				}
			}
		}
		if rows == 0 {
			t.Errorf("%s: no constant is made", tg.Name)
		}
		t.Logf("%s: %d drafts, %d of them with another constant than was loaded", tg.Name, rows, others)
	}
}

// constantOp is the constant that an op without operands makes.
func constantOp(t *testing.T, o *Op) lane.Const {
	t.Helper()
	k, ok := constantOf(o.Row.Imm.Map(o.Imm))
	if !ok {
		t.Fatalf("%s %d makes no constant", o.Row.Name, o.Imm)
	}
	return k
}

// Where an op more counts more than a constant less, or nothing makes what is loaded, it is loaded.
func TestLoadedAllTheSame(t *testing.T) {
	var l Lowerer
	tg, _ := target.Find("neon")
	for _, row := range []struct {
		text           string
		cost           Cost
		ops, constants int
	}{
		{"i8x16 -> z z z z z z a6 z z z z z z z a14 z", Balanced, 2, 0},
		{"i8x16 -> z z z z z z a6 z z z z z z z a14 z", Loop, 1, 1},
		{"i8x16 -> z z z z z z a6 z z z z z z z a14 z", Instructions, 1, 1},
		{"i8x16 -> z z z z z z a6 z z a9 z z z z a14 z", Balanced, 1, 1},
	} {
		m, err := lane.Parse(row.text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Lower(t.Context(), m, Options{Target: tg, Cost: row.cost, Effort: Quick})
		if err != nil || r.Ops != row.ops || r.Constants != row.constants {
			t.Errorf("%s by %v: %+v, %v, want %d ops and %d constants", row.text, row.cost, r, err, row.ops, row.constants)
		}
	}
}
