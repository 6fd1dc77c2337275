package fuzz_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/fuzz"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/visa"
)

// A kernel keeps the rules, and our machine of vISA, which knows nothing of programs by chance, makes the numbers of it that the program makes.
func TestKernels(t *testing.T) {
	rng := chance.Random(t, 5)
	movs := 0
	for n := range 400 {
		on := []visa.Platform{visa.TGL, visa.PVC}[n%2]
		p := fuzz.New(rng, 16<<rng.IntN(3))
		text := p.VISA("f", on)
		g, errs := visa.ParseProgram(text, visa.NewDecls(on.GRF(), visa.D), visa.Spec)
		if errs != nil {
			t.Fatalf("%v\n%s", errs, text)
		}
		for _, f := range (&visa.Checker{Decls: g.Decls}).CheckProgram(g) {
			t.Fatalf("%+v\n%s", f, text)
		}
		insts := g.Insts()
		insts = insts[:len(insts)-2] // without the store
		movs += len(insts)
		code, err := visa.Compile(insts, g.Decls, visa.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := code.NewMachine()
		id := func(value int) uint32 {
			_, id, ok := g.Decls.Lookup(fmt.Sprint("v", value))
			if !ok {
				t.Fatalf("v%d is not declared", value)
			}
			return id
		}
		var sources [][]byte
		for s := range p.Sources {
			b := make([]byte, p.Bytes)
			for k := range b {
				b[k] = byte(rng.Uint32())
			}
			sources = append(sources, b)
			m.SetBytes(id(s), b)
		}
		if err := code.Run(m, nil); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		want, defined := p.Run(sources)
		got, _ := m.Bytes(id(p.Sources + len(p.Steps) - 1))
		for k := range want {
			if defined[k] && got[k] != want[k] {
				t.Fatalf("byte %d is %d, and should be %d\n%v\n%s", k, got[k], want[k], p.Map(), text)
			}
		}
	}
	if t.Logf("%d movs", movs); movs < 1000 {
		t.Error("hardly anything is executed")
	}
}

// quads is one shuffle of quadwords in 64 bytes.
func quads(lanes ...int) *fuzz.Program {
	return &fuzz.Program{Bytes: 64, Sources: 1, Steps: []fuzz.Step{{Op: fuzz.Shuffle, Elem: 8, Lanes: lanes}}}
}

// What the finaliser's release of Debian 12 is known to do wrongly is found out: a stride of four quadwords, which for the machine is one of eight halves, and which no field has.
func TestFinaliserFaults(t *testing.T) {
	oracle.Need(t, "GenX_IR")
	c, err := fuzz.Find(t.Context(), "GenX_IR")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(c.Version, "c709fac30160") {
		t.Skipf("this is %s", c.Version)
	}
	for _, row := range []struct {
		machine string
		p       *fuzz.Program
		kind    fuzz.Kind
	}{
		{"skl", quads(-1, 1, -1, -1, -1, 2, -1, -1), fuzz.Agrees},
		{"tgl", quads(-1, 1, 2, -1, -1, -1, -1, -1), fuzz.Agrees},
		{"tgl", quads(-1, 1, -1, -1, -1, 2, -1, -1), fuzz.Differs},
		{"pvc", quads(-1, 1, -1, -1, -1, 2, -1, -1), fuzz.Differs},
		{"tgl", quads(-1, 1, 5, -1, -1, -1, -1, -1), fuzz.Dies},
		{"dg2", quads(-1, 1, 5, -1, -1, -1, -1, -1), fuzz.Dies},
	} {
		verdicts, err := c.Judge(t.Context(), row.machine, []*fuzz.Program{row.p})
		if err != nil {
			t.Fatal(err)
		}
		if v := verdicts[0]; v.Kind != row.kind {
			t.Errorf("%s: %v, expected %v: %s\n%s", row.machine, v.Kind, row.kind, v.Why, c.Text(row.p, row.machine))
		}
	}
}
