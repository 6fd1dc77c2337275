package moves_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/moves"
)

// What is found for random maps reads back as a form that refines them, and by addresses it runs to the same bytes.
func TestFindVISAReadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 32))
	regions := 0
	for range 300 {
		m := lane.Map{Bits: 8 << r.IntN(4), Src: []int{8, 16}[:1+r.IntN(2)]}
		n := 2 + r.IntN(12)
		for i := range n {
			s := r.IntN(len(m.Src))
			l := lane.From(s, (i+r.IntN(2))%m.Src[s])
			if i < n-1 && r.IntN(12) == 0 {
				l = lane.Lane{}
			}
			m.Lane = append(m.Lane, l)
		}
		v, err := moves.Find(t.Context(), m, 32, 1000)
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		if v.Region != "" {
			regions++
		}
		text := strings.Join(append(v.Decls, v.Moves...), "\n")
		back, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Fatalf("%s: %s: %v", m, text, err)
		}
		verdict, err := form.Compare(form.Form{Map: m, Names: []string{"a", "b"}[:len(m.Src)]}, back)
		if err != nil || verdict.Relation != lane.Equal && verdict.Relation != lane.RefinedBy {
			t.Fatalf("%s: %s is %s: %v", m, text, back.Map, err)
		}
		if len(v.Gather) > 0 {
			gather(t, m, v)
		}
	}
	if regions == 0 {
		t.Error("no map is one region")
	}
}

// gather runs the instructions that make addresses on bytes that are all different, and holds the result against the map.
func gather(t *testing.T, m lane.Map, v moves.Found) {
	t.Helper()
	d := visa.NewDecls(32, visa.D)
	g, errs := visa.ParseProgram(strings.Join(slices.Concat(v.Decls, v.Needs, v.Gather), "\n"), d, visa.Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	var insts []visa.Inst
	for _, line := range g.Lines {
		insts = append(insts, line.Inst)
	}
	code, err := visa.Compile(insts, d, visa.Options{})
	if err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	const result = 32 // V32 is declared first, then the sources
	machine := code.NewMachine()
	inputs := make([][]byte, len(m.Src))
	for k, n := range m.Src {
		for b := range n * m.Bits / 8 {
			inputs[k] = append(inputs[k], byte(100*k+b))
		}
		machine.SetBytes(result+1+uint32(k), inputs[k])
	}
	if err := code.Run(machine, nil); err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	have, known := machine.Bytes(result)
	size := m.Bits / 8
	for i, l := range m.Lane {
		for b := 0; b < size && l.Kind == lane.Source; b++ {
			if want := inputs[l.Src][l.Index*size+b]; have[i*size+b] != want || known[i*size+b] == 0 {
				t.Fatalf("%s: byte %d of lane %d is %#x, want %#x, after %s", m, b, i, have[i*size+b], want, v.Gather)
			}
		}
	}
}
