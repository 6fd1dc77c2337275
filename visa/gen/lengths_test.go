package gen_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

var update = flag.Bool("update", false, "write how long sequences are to "+lengthsPath+", and some of them to "+sequencesPath)

const (
	lengthsPath   = "testdata/lengths.txt"
	sequencesPath = "testdata/sequences.txt"
)

// shapes are movs without their types: of few lanes and many, side by side and apart, from places where rows cross registers, with what changes numbers, and with the mask of lanes that part.
var shapes = []struct {
	name, mov string
	flow      bool
}{
	{"one", "mov (M1, 1) D(0,3)<1> S(0,1)<0;1,0>", false}, {"same", "mov (M1, 16) D(0,0)<2> S(0,5)<0;1,0>", false}, {"pairs", "mov (M1, 8) D(0,0)<1> S(0,1)<4;2,2>", false},
	{"wide", "mov (M1, 32) D(0,0)<1> S(0,0)<16;8,1>", false}, {"apart", "mov (M1, 16) D(0,1)<4> S(0,3)<2;1,0>", false}, {"back", "mov (M1, 8) D(0,2)<2> S(0,6)<1;2,4>", false},
	{"sat", "mov.sat (M1, 8) D(0,1)<1> (-)S(0,0)<8;8,1>", false}, {"masked", "mov (M1, 16) D(0,0)<1> S(0,2)<8;8,1>", true}, {"masked half", "mov (M2, 8) D(0,4)<2> S(0,2)<2;1,0>", true}, {"masked same", "mov (M1, 16) D(0,4)<1> S(0,2)<0;1,0>", true},
	{"inside", "mov (M1, 8) D(0,4)<1> D(0,1)<1;1,0>", false},
}

// lengths are how many instructions pairs of types take: a row for each type that is written, with ub, w, d, q, hf, f and df as what is read, and . where there are none.
func lengths(t *testing.T, p visa.Platform, k int) (text string) {
	t.Helper()
	of := []visa.Type{visa.UB, visa.W, visa.D, visa.Q, visa.HF, visa.F, visa.DF}
	for _, to := range of {
		text += fmt.Sprintf("%s %s %s:", p, shapes[k].name, to)
		for _, from := range of {
			all := fmt.Sprintf(".decl D v_type=G type=%s num_elts=128 align=GRF\n.decl S v_type=G type=%s num_elts=128 align=GRF\n.decl P1 v_type=P num_elts=16\n", to, from)
			if shapes[k].flow {
				all += "(P1) goto (M1, 16) L\n" + shapes[k].mov + "\nL:\n"
			} else {
				all += shapes[k].mov + "\n"
			}
			l, err := gen.Legalise(program(t, all, p.GRF()), p)
			switch {
			case err != nil:
				t.Fatal(err)
			case len(l.Unmade) > 0:
				text += " ."
			default:
				text += fmt.Sprintf(" %d", len(l.Insts))
			}
		}
		text += "\n"
	}
	return text
}

// What took some instructions once takes no more. Where it takes fewer the file says so after -update, and a sequence that is there or is not any more is said by it too.
func TestNothingIsLonger(t *testing.T) {
	var now string
	for _, p := range []visa.Platform{visa.SKL, visa.TGL, visa.XeHP, visa.PVC} {
		for k := range shapes {
			if k%3 == 0 || p == visa.SKL || p == visa.PVC {
				now += lengths(t, p, k)
			}
		}
	}
	asBefore(t, lengthsPath, now, "\n")
}

// asBefore compares pieces of a text with those of a file, which -update writes.
func asBefore(t *testing.T, path, now, end string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(now), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.SplitAfter(now, end), strings.SplitAfter(string(before), end)
	if len(got) != len(want) {
		t.Fatalf("%d pieces, want %d", len(got), len(want))
	}
	for k := range got {
		if got[k] != want[k] {
			t.Errorf("now\n%swas\n%s", got[k], want[k])
		}
	}
}

// Of two sequences that are as long, that which was there before stays: these are a few whole ones, of movs by chance that are always the same, and they do what the movs do.
func TestSequencesAsTheyWere(t *testing.T) {
	rng, now, made := rand.New(rand.NewPCG(91, 92)), "", 0
	for made < 150 {
		p := []visa.Platform{visa.SKL, visa.TGL, visa.XeHP, visa.PVC}[made%4]
		text, _, _ := randomMov(rng, "")
		g := program(t, text, p.GRF())
		l, err := gen.Legalise(g, p)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Insts) < 2 || len(l.Insts) > 8 {
			continue
		}
		if a := gen.Audit(g, l, rand.New(rand.NewPCG(93, 94)))[0]; a.Verdict != gen.Same || len(a.Broken) > 0 {
			t.Errorf("%s%s: %s, %v", text, p, a.Why, a.Broken)
		}
		made++
		now += fmt.Sprintf("%s\n%s%s\n", p, text, lines(l.Insts))
	}
	asBefore(t, sequencesPath, now, "\n\n")
}
