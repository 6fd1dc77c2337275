package fuzz_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/fuzz"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

var full = flag.Bool("full", false, "ask each compiler about each machine, and about more programs")

func TestMain(m *testing.M) {
	if os.Getenv("FUZZ_REAL") != "" {
		os.Exit(standIn())
	}
	os.Exit(m.Run())
}

// What is held against another map than its own is found out, whichever byte differs.
func TestDoesFindsOut(t *testing.T) {
	rng := chance.Random(t, 7)
	found := 0
	for range 500 {
		p := fuzz.New(rng, 16<<rng.IntN(3))
		wrong := p.Map().Clone()
		k := rng.IntN(p.Bytes)
		l := wrong.Lane[k]
		if wrong.Lane[k] = lane.From(rng.IntN(p.Sources), rng.IntN(p.Bytes)); wrong.Lane[k] == l {
			continue
		}
		noticed := false
		for range 8 { // two bytes are alike now and then
			noticed = noticed || p.Does(wrong, rng) != nil
		}
		if found++; !noticed {
			t.Errorf("byte %d is %v, and %v is not found out\n%s", k, l, wrong.Lane[k], p.LLVM("f"))
		}
	}
	if found == 0 {
		t.Error("nothing was wrong")
	}
}

// Where bytes come from and what numbers become is the same, and so is what our readers make of the text.
func TestProgramsThreeWays(t *testing.T) {
	rng := chance.Random(t, 1)
	read := 0
	for range 2000 {
		p := fuzz.New(rng, 16<<rng.IntN(3))
		want := p.Map()
		if err := want.Check(); err != nil {
			t.Fatalf("%v\n%s", err, p.LLVM("f"))
		}
		if err := p.Does(want, rng); err != nil {
			t.Fatalf("%v: %v\n%s", err, want, p.LLVM("f"))
		}
		f, err := form.Parse(p.LLVM("f"), form.Options{})
		if err != nil {
			continue
		}
		read++
		v, err := p.Read(f)
		if err != nil {
			continue
		}
		if v.Kind == fuzz.Differs {
			t.Errorf("%v is read as %v\n%s", want, v.Got, p.LLVM("f"))
		}
	}
	if t.Logf("%d are read", read); read < 500 {
		t.Error("hardly any program is read")
	}
}

// Compilers that are installed make of programs what these do; where that is not read, it is little.
func TestCompilers(t *testing.T) {
	rng := chance.Random(t, 2)
	n := rng.IntN(2) // of the machines every other one
	for _, name := range fuzz.Compilers() {
		oracle.Need(t, fuzz.Executable(name))
		c, err := fuzz.Find(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, machine := range c.Machines() {
			if strings.HasPrefix(machine, "avx512") && name != "llc" && name != "opt" {
				continue // not every machine runs it
			}
			if !*full && machine != "avx2" && machine != "sse2" && machine != "neon" && machine != "skl" && machine != "tgl" {
				continue
			}
			if n++; !*full && n%2 == 0 {
				continue
			}
			judge(t, c, machine, rng)
		}
	}
}

func judge(t *testing.T, c *fuzz.Compiler, machine string, rng *rand.Rand) {
	t.Helper()
	sizes, err := fuzz.Sizes(machine)
	if err != nil {
		t.Fatal(err)
	}
	var counts [4]int
	why := map[string]int{}
	for _, size := range sizes {
		var all []*fuzz.Program
		for range 64 {
			all = append(all, fuzz.New(rng, size))
		}
		verdicts, err := c.Judge(t.Context(), machine, all)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range verdicts {
			counts[v.Kind]++
			if v.Kind == fuzz.Unread {
				why[v.Why]++
			}
			if !v.Bad() {
				continue
			}
			if c.Name == "GenX_IR" && readsQuads(all[k]) {
				continue // its mistakes with these are discoveries
			}
			p, v, err := c.Shrink(t.Context(), machine, all[k], v.Kind)
			if err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s, %s: %v: %s\n%s\n%v\n%v", c.Name, machine, v.Kind, v.Why, c.Text(p, machine), p.Map(), v.Got)
		}
	}
	t.Logf("%s, %s: %d agree, %d are not read", c.Version, machine, counts[fuzz.Agrees], counts[fuzz.Unread])
	if *full {
		for text, n := range why {
			t.Logf("  %d %s", n, text)
		}
	}
	if few := machine != "avx2" && machine != "sse2" && machine != "neon"; counts[fuzz.Agrees]*4 < counts[fuzz.Unread] || !few && counts[fuzz.Agrees] < 6*counts[fuzz.Unread] {
		t.Errorf("%s, %s: of %d only %d agree", c.Name, machine, counts[fuzz.Agrees]+counts[fuzz.Unread], counts[fuzz.Agrees])
	}
}

// readsQuads says whether a step has elements of 64 bits.
func readsQuads(p *fuzz.Program) bool {
	return slices.ContainsFunc(p.Steps, func(s fuzz.Step) bool { return s.Elem == 8 })
}

// A stand-in for a compiler is this test's own binary. It has the real one do the work, and then changes a word: of what llc emits, or of the C that gcc reads.
func standIn() int {
	real, from, to := os.Getenv("FUZZ_REAL"), os.Getenv("FUZZ_FROM"), os.Getenv("FUZZ_TO")
	for _, arg := range os.Args[1:] {
		if text, err := os.ReadFile(arg); err == nil && strings.HasSuffix(arg, ".c") {
			if err := os.WriteFile(arg, bytes.ReplaceAll(text, []byte(from), []byte(to)), 0o600); err != nil {
				return 1
			}
		}
	}
	out, err := oracle.Usual.Output(exec.Command(real, os.Args[1:]...))
	if from == "dies" && bytes.Contains(out, []byte(to)) {
		fmt.Fprintln(os.Stderr, "error: cannot select this")
		return 70
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, from) {
			line, _, _ = strings.Cut(line, "#") // the comment would say what is right
			line = strings.Replace(line, from, to, 1) + "\n"
		}
		os.Stdout.WriteString(line)
	}
	if err != nil {
		return 1
	}
	return 0
}

// A compiler with a fault is found out, and what is left of the program is hardly more than the fault, of which several steps may be part: few of up to six.
func TestFaultsAreFoundAndShrunk(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	rng := chance.Random(t, 3)
	first := rng.IntN(2)
	for k, fault := range []struct {
		compiler, from, to string
		kind               fuzz.Kind
		steps, lanes       int // of what is left, at most
	}{
		{"llc", "vpunpckhbw", "vpunpcklbw", fuzz.Differs, 4, 16},
		{"llc", "dies", "vpalignr", fuzz.Dies, 3, 16},
		{"gcc", ">> 24", ">> 16", fuzz.Differs, 2, 16},
		{"clang", "<< 24", "<< 16", fuzz.Differs, 2, 16},
	} {
		if !*full && k%2 != first {
			continue
		}
		t.Run(fault.compiler+" "+fault.from, func(t *testing.T) {
			real := oracle.Need(t, fault.compiler)
			dir := t.TempDir()
			for n := 24; n > 18; n-- {
				for _, name := range []string{fault.compiler, fmt.Sprintf("%s-%d", fault.compiler, n)} {
					if err := os.Symlink(self, filepath.Join(dir, name)); err != nil && !os.IsExist(err) {
						t.Fatal(err)
					}
				}
			}
			real, err := filepath.Abs(real)
			if err != nil {
				t.Fatal(err)
			}
			for name, value := range map[string]string{"PATH": dir + ":" + os.Getenv("PATH"), "FUZZ_REAL": real, "FUZZ_FROM": fault.from, "FUZZ_TO": fault.to} {
				t.Setenv(name, value)
			}
			c, err := fuzz.Find(t.Context(), fault.compiler)
			if err != nil {
				t.Fatal(err)
			}
			p, v := planted(t, c, rng, fault.kind)
			lanes := 0
			for _, l := range p.Map().Lane {
				if l.Kind != lane.Undefined {
					lanes++
				}
			}
			if len(p.Steps) > fault.steps || lanes > fault.lanes {
				t.Errorf("%d steps and %d bytes are left:\n%s%v\n%v", len(p.Steps), lanes, p.LLVM("f"), p.Map(), v.Got)
			}
			if v.Kind == fuzz.Dies && !strings.Contains(v.Why, "cannot select this") {
				t.Errorf("it died: %s", v.Why)
			}
		})
	}
}

// planted looks for programs that go wrong, and makes three of them small: one alone may end where no single change makes it smaller. The smallest is what is left.
func planted(t *testing.T, c *fuzz.Compiler, rng *rand.Rand, kind fuzz.Kind) (*fuzz.Program, fuzz.Verdict) {
	t.Helper()
	var best *fuzz.Program
	var came fuzz.Verdict
	found := 0
	for range 40 {
		var all []*fuzz.Program
		for range 32 {
			all = append(all, fuzz.New(rng, 16))
		}
		verdicts, err := c.Judge(t.Context(), "avx2", all)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range verdicts {
			if !v.Bad() {
				continue
			}
			if v.Kind != kind {
				t.Fatalf("%v, %v is expected: %s", v.Kind, kind, v.Why)
			}
			p, v, err := c.Shrink(t.Context(), "avx2", all[k], v.Kind)
			if err != nil {
				t.Fatal(err)
			}
			if best == nil || len(p.Steps) < len(best.Steps) {
				best, came = p, v
			}
			if found++; found == 3 {
				return best, came
			}
		}
	}
	if best == nil {
		t.Fatal("the fault is not found in 1,280 programs")
	}
	return best, came
}
