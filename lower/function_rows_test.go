package lower_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// emitRows has code written for each row of a length, in each of its forms, with some of its immediates and constants.
func emitRows(t *testing.T, tg *target.Target, bits int, emit func(r *lower.Result, name string) (string, error)) *emittedFunctions {
	t.Helper()
	seed := chance.Seed(t)
	random := rand.New(rand.NewPCG(seed, uint64(bits)))
	_, inputs := functionCounts(bits)
	e := &emittedFunctions{target: tg, bits: bits, inputs: inputs, data: make([]byte, inputs*4*bits/8)}
	for i := range e.data {
		e.data[i] = byte(random.Uint32())
	}
	for _, row := range tg.RowsIn(target.Vectors) {
		if row.Length() != bits {
			continue
		}
		for _, o := range opsOf(random, row) {
			n := min(len(o.Args), 3)
			if row.Union != nil {
				n = 2 // the halves that are kept are of two inputs, whatever the row reads
			}
			s := lower.Sequence{Bits: bits, Code: []lower.Op{o}, Result: lower.Arg(n)}
			if row.Union != nil {
				s.Code = append(halvesKept(t, tg, bits), o)
				last := &s.Code[len(s.Code)-1]
				for k := range last.Args {
					last.Args[k] = lower.Arg(n + k%2)
				}
				s.Result = lower.Arg(n + len(s.Code) - 1)
			}
			for k := range n {
				s.Inputs, s.Wide = append(s.Inputs, lower.Input{Source: k}), append(s.Wide, bits)
			}
			e.add(t, s, emit)
		}
	}
	return e
}

// add has code written for a sequence; empty code leaves it out.
func (e *emittedFunctions) add(t *testing.T, s lower.Sequence, emit func(r *lower.Result, name string) (string, error)) {
	t.Helper()
	m, err := s.Map()
	if err != nil {
		t.Fatal(err)
	}
	for len(m.Lane)*m.Bits < e.bits { // what is above is not looked at
		m.Lane = append(m.Lane, lane.Lane{})
	}
	r := &lower.Result{Map: m, Sequence: s}
	code, err := emit(r, functionName(len(e.list)))
	if err != nil {
		t.Fatalf("%v: %v", m, err)
	}
	if code == "" {
		return
	}
	e.list, e.code = append(e.list, executed{m, r}), append(e.code, code)
}

// halvesKept are two ops that keep bytes 0, 1, 4, 5, … of input 0 and the others of input 1, with zeros between: operands of which a row that computes knows enough to move.
func halvesKept(t *testing.T, tg *target.Target, bits int) (ops []lower.Op) {
	t.Helper()
	for k := range 2 {
		want := lane.Map{Bits: 8, Src: []int{bits / 8}, Lane: make([]lane.Lane, bits/8)}
		for i := range want.Lane {
			if want.Lane[i] = lane.Zero(); i/2%2 == k {
				want.Lane[i] = lane.From(0, i)
			}
		}
		for _, row := range tg.RowsIn(target.Vectors) {
			if x := row.Index; x != nil && row.Bits == bits && len(row.Src) == 1 && row.Src[0] == bits && len(ops) == k {
				if c, ok := x.Solve(want); ok {
					ops = append(ops, lower.Op{Row: row, Const: c, Args: []lower.Arg{lower.Arg(k)}})
				}
			}
		}
		if len(ops) != k+1 {
			t.Fatalf("%s has no row that keeps bytes of %d bits", tg.Name, bits)
		}
	}
	return ops
}

// opsOf are ops of a row, whose arguments are three inputs in turn.
func opsOf(random *rand.Rand, row *target.Row) (ops []lower.Op) {
	forms := []lower.Form{lower.Plain}
	switch {
	case row.Mask == nil:
	case row.Mask.Merges:
		forms = append(forms, lower.Merged)
	default:
		forms = append(forms, lower.Zeroed, lower.Merged)
	}
	for _, form := range forms {
		for i := range 2 {
			o := lower.Op{Row: row, Form: form}
			if form != lower.Plain {
				o.Mask = random.Uint64() >> (64 - row.Mask.Lanes)
			}
			for k := range row.Src {
				o.Args = append(o.Args, lower.Arg(k%3))
			}
			switch {
			case row.Imm != nil && i == 0:
				o.Imm = row.Imm.Values - 1
			case row.Imm != nil:
				o.Imm = random.IntN(row.Imm.Values)
			case row.Index != nil:
				bytes := make([]byte, max(row.Index.Bits/8, 1))
				for k := range bytes {
					bytes[k] = byte(random.Uint32N(32))
				}
				o.Const = lane.ConstBytes(bytes).Slice(0, row.Index.Bits)
			}
			m := row.Imm
			if form == lower.Merged && !row.Destroys || m != nil && m.Map(o.Imm).ReadsOld() || row.Index != nil && row.Index.Apply(o.Const).ReadsOld() {
				o.Args = append(o.Args, lower.Arg(min(len(row.Src), 2)))
			}
			ops = append(ops, o)
		}
	}
	return ops
}

// Each row in a function of assembly: also one whose constant is in the register in which a parameter comes, so that the parameters have to go elsewhere.
func TestRowsInAssembly(t *testing.T) {
	t.Parallel()
	as := oracle.Need(t, "aarch64-linux-gnu-as")
	neon := targetNamed(t, "neon")
	e := emitRows(t, neon, 128, func(r *lower.Result, name string) (string, error) {
		if row := r.Code[len(r.Code)-1].Row; row.Consecutive && len(row.Src) > 3 {
			return "", nil // three inputs in turn do not follow one another
		}
		return r.Assembly(neon, name)
	})
	e.runAArch64(t, "f.s", []string{as, "f.s", "-o", "f.o"})
	sse := targetNamed(t, "sse4.1")
	runsHere(t, sse)
	e = emitRows(t, sse, 128, func(r *lower.Result, name string) (string, error) { return r.Assembly(sse, name) })
	e.runX86(t)
}

// Every row of NEON and of wasm has C that says what the row does.
func TestRowsInC(t *testing.T) {
	t.Parallel()
	clang := oracle.Need(t, "clang")
	neon := targetNamed(t, "neon")
	e := emitRows(t, neon, 128, func(r *lower.Result, name string) (string, error) { return r.C(neon, name) })
	e.runAArch64(t, "f.c", []string{clang, "--target=aarch64-linux-gnu", "-O1", "-ffreestanding", "-Wall", "-Werror", "-c", "f.c", "-o", "f.o"})
	wasm := targetNamed(t, "wasm")
	e = emitRows(t, wasm, 128, func(r *lower.Result, name string) (string, error) { return r.C(wasm, name) })
	e.compare(t, e.runWasm(t, clang))
}
