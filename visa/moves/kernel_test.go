package moves_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/moves"
)

func TestKernelMoves(t *testing.T) {
	const text = `.kernel "k"
.decl m v_type=G type=uw num_elts=32 align=GRF
.decl t v_type=G type=uw num_elts=16 align=GRF
.decl A1 v_type=A num_elts=8
.decl P1 v_type=P num_elts=8
mov (M1, 4) t(0,0)<1> m(0,0)<16;2,1>
mov (M1, 4) t(0,0)<1> 0x1:uw
(P1) mov (M1, 4) t(0,0)<1> m(0,1)<0;1,0>
what is this
mov (M1, 4) t(0,0)<1> m(0,0)<4;4,1>:
add (M1, 4) t(0,0)<2> m(0,4)<4;4,1> r[A1(0),0]<4;4,1>:uw
add (M1, 4) t(0,0)<1> m(0,0)<4;3,1> m(0,0)<4;4,1>
ret (M1, 1)
`
	k := moves.ReadKernel(text, 32)
	var got []string
	for m := range k.Moves() {
		at := 1 + strings.Count(text[:m.Off], "\n")
		if m.Err != nil {
			got = append(got, fmt.Sprintf("%d: %v", at, m.Err))
			continue
		}
		got = append(got, fmt.Sprintf("%d: %s: %s of %s", at, m.Text, m.Reading.Map, m.Reading.Names))
	}
	want := []string{
		"6: mov (M1, 4) t(0,0)<1> m(0,0)<16;2,1>: i16x32 -> a0 a1 a16 a17 of [m]",
		"8: t(0,0)<1>: i16x4 -> a0 a1 a2 a3 of [mov]",
		"8: m(0,1)<0;1,0>: i16x32 -> a1 a1 a1 a1 of [m]",
		"11: t(0,0)<2>: i16x4 -> a0 . a1 . a2 . a3 of [add]",
		"11: m(0,4)<4;4,1>: i16x32 -> a4 a5 a6 a7 of [m]",
		"11: which elements r[A1(0),0]<4;4,1>:uw means is known at run time only",
		"12: <4;3,1>: width 3 is not 1, 2, 4, 8 or 16; nearest: <4;4,1>, which reads elements 0 1 2 3",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(k.Errors) != 2 || k.Program.Kernel != "k" {
		t.Errorf("kernel %q, errors %v", k.Program.Kernel, k.Errors)
	}
}

// What the operand of an instruction is said to move, a mov with the same operand moves when it runs.
func TestKernelMovesRun(t *testing.T) {
	r := chance.Random(t, 24)
	wrote, read := 0, 0
	for range 1000 {
		typ := []visa.Type{visa.UB, visa.UW, visa.UD}[r.IntN(3)]
		exec := 1 << r.IntN(5)
		source := fmt.Sprintf("m(%d,%d)<%d;%d,%d>", r.IntN(2), r.IntN(4), []int{0, 1, 2, 4, 8, 16}[r.IntN(6)], 1<<r.IntN(3), []int{0, 1, 2, 4}[r.IntN(4)])
		dest := fmt.Sprintf("t(%d,%d)<%d>", r.IntN(2), r.IntN(4), 1<<r.IntN(3))
		text := fmt.Sprintf(".kernel \"k\"\n.decl t v_type=G type=%[1]s num_elts=900 align=GRF\n.decl m v_type=G type=%[1]s num_elts=900 align=GRF\nnot (M1, %d) %s %s\n", typ, exec, dest, source)
		k := moves.ReadKernel(text, 32)
		if k.Errors != nil {
			continue // a row wider than the instruction has lanes
		}
		for m := range k.Moves() {
			if m.Err != nil {
				continue // it breaks a rule
			}
			inst := "mov (M1, %d) %s " + fmt.Sprintf("m(0,0)<%d;%d,1>", min(exec, 8), min(exec, 8))
			if m.Reading.To == "" {
				inst, read = strings.Replace(inst[:strings.Index(inst, " m(")], "%s", "t(0,0)<1> ", 1)+source, read+1
			} else {
				inst, wrote = strings.Replace(inst, "%s", dest, 1), wrote+1
			}
			agrees(t, k, fmt.Sprintf(inst, exec), m.Reading.Map)
		}
	}
	if wrote < 50 || read < 50 {
		t.Errorf("%d destinations and %d sources ran", wrote, read)
	}
}

// agrees runs an instruction on elements that are all different, and holds the variable t against the map of m, or of lanes that were m's first.
func agrees(t *testing.T, k moves.Kernel, inst string, m lane.Map) {
	t.Helper()
	p := visa.Parser{Decls: k.Decls}
	i, err := p.ParseInst(inst)
	if err != nil {
		t.Fatalf("%s: %v", inst, err)
	}
	code, err := visa.Compile([]visa.Inst{i}, k.Decls, visa.Options{})
	if err != nil {
		t.Fatalf("%s: %v", inst, err)
	}
	const into, from = 32, 33
	machine := code.NewMachine()
	size := m.Bits / 8
	old, source := make([]byte, 900*size), make([]byte, 900*size)
	for b := range source {
		old[b], source[b] = byte(b/size), byte(b/size)^0xff
	}
	machine.SetBytes(into, old)
	machine.SetBytes(from, source)
	if err := code.Run(machine, nil); err != nil {
		t.Fatalf("%s: %v", inst, err)
	}
	have, _ := machine.Bytes(into)
	for at, l := range m.Lane {
		want := old[at*size]
		if l.Kind == lane.Source {
			want = source[l.Index*size]
		}
		if have[at*size] != want {
			t.Fatalf("%s: element %d is %#x, and the map %s says %#x", inst, at, have[at*size], m, want)
		}
	}
}

func FuzzKernel(f *testing.F) {
	f.Add(".kernel \"k\"\n.decl m v_type=G type=uw num_elts=32 align=GRF\nadd (M1, 4) m(0,0)<2> m(0,4)<4;4,1> r[A1(0),0]<4;4,1>:uw\n")
	chance.Fuzz(f, func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			return
		}
		for m := range moves.ReadKernel(text, 32).Moves() {
			if m.Off < 0 || m.Off >= len(text) {
				t.Fatalf("byte %d of %d", m.Off, len(text))
			}
			if m.Err != nil {
				continue
			}
			if err := m.Reading.Map.Check(); err != nil || len(m.Reading.Names) != len(m.Reading.Map.Src) {
				t.Errorf("%s: %s: %v", m.Text, m.Reading.Map, err)
			}
		}
	})
}
