package lower_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// llcOptions are how LLVM's compiler is told of a target.
var llcOptions = map[string][]string{
	"sse2":   {"-mtriple=x86_64", "-mattr=+sse2"},
	"ssse3":  {"-mtriple=x86_64", "-mattr=+ssse3"},
	"sse4.1": {"-mtriple=x86_64", "-mattr=+sse4.1"},
	"avx":    {"-mtriple=x86_64", "-mattr=+avx"},
	"avx2":   {"-mtriple=x86_64", "-mattr=+avx2"},
	"neon":   {"-mtriple=aarch64"},
	"vsx":    {"-mtriple=powerpc64le", "-mcpu=pwr9"},
	"vsx10":  {"-mtriple=powerpc64le", "-mcpu=pwr10"},

	"lsx": {"-mtriple=loongarch64", "-mattr=+lsx"},

	"sve2-128": {"-mtriple=aarch64", "-mattr=+sve2,+sve2-bitperm", "-aarch64-sve-vector-bits-min=128", "-aarch64-sve-vector-bits-max=128"},
}

// writeIR writes a file with a function for each mask of four lanes over <4 x elem>, and returns its path and the masks.
func writeIR(t testing.TB, elem string) (path string, masks []lane.Map) {
	t.Helper()
	var b strings.Builder
	eachMask(twoSources(), func(m lane.Map) {
		fmt.Fprintf(&b, "define <4 x %s> @f%d(<4 x %[1]s> %%a, <4 x %[1]s> %%b) {\n%%r = shufflevector <4 x %[1]s> %%a, <4 x %[1]s> %%b, <4 x i32> <", elem, len(masks))
		for i, l := range m.Lane {
			if i > 0 {
				b.WriteString(", ")
			}
			if l.Kind == lane.Undefined {
				b.WriteString("i32 poison")
			} else {
				fmt.Fprintf(&b, "i32 %d", 4*l.Src+l.Index)
			}
		}
		fmt.Fprintf(&b, ">\nret <4 x %s> %%r\n}\n", elem)
		masks = append(masks, m)
	})
	path = filepath.Join(t.TempDir(), "masks.ll")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, masks
}

// No mask of four lanes takes more ops than LLVM's compiler takes, at as many constants as it loads or fewer.
func TestNeverWorseThanLLC(t *testing.T) {
	t.Parallel()
	llc := oracle.Need(t, "llc")
	some := []string{"neon", "vsx", "lsx", "sve2-128", "avx2"}
	some = some[chance.Random(t, 325).IntN(len(some)-1):][:2] // all masks of these
	for name, options := range llcOptions {
		if !*full && !slices.Contains(some, name) {
			continue
		}
		for _, elem := range []string{"i32", "float"} {
			if !*full && elem == "float" {
				continue
			}
			t.Run(name+"/"+elem, func(t *testing.T) {
				path, masks := writeIR(t, elem)
				out, err := oracle.Usual.Output(exec.Command(llc, append(options, "-O2", "--x86-asm-syntax=intel", "-o", "-", path)...))
				if err != nil {
					t.Skipf("llc: %v", err) // an old one cannot read poison
				}
				counts := countCompiled(string(out), len(masks))
				tg := targetNamed(t, name)
				l := &tables
				ours, theirs := 0, 0
				for i, m := range masks {
					limit := 0
					if counts[i].Constants > 0 {
						limit = 1
					}
					r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Cost: lower.Instructions, MaxConstants: lower.AtMost(limit)})
					if err != nil {
						t.Fatal(err)
					}
					if r.Ops > counts[i].Ops || r.Constants > counts[i].Constants {
						t.Errorf("%v: %+v, llc %+v", m, r.Count, counts[i])
					}
					ours, theirs = ours+r.Ops, theirs+counts[i].Ops
				}
				t.Logf("%s %s: %.4f ops a mask, llc %.4f", name, elem, float64(ours)/float64(len(masks)), float64(theirs)/float64(len(masks)))
			})
		}
	}
}

// Masks a second, ours with all tables built and with none, and those of the installed llc: 6,561 masks in each round.
func BenchmarkFourLanes(b *testing.B) {
	var masks []lane.Map
	eachMask(twoSources(), func(m lane.Map) { masks = append(masks, m) })
	tg := targetNamed(b, "avx2")
	round := func(l *lower.Lowerer) {
		for _, m := range masks {
			if _, err := l.Lower(b.Context(), m, lower.Options{Target: tg, MaxConstants: lower.AtMost(0)}); err != nil {
				b.Fatal(err)
			}
		}
	}
	rate := func(b *testing.B) {
		b.ReportMetric(float64(len(masks)*b.N)/b.Elapsed().Seconds(), "masks/s")
	}
	b.Run("tables", func(b *testing.B) {
		var l lower.Lowerer
		round(&l)
		b.ReportAllocs()
		for b.Loop() {
			round(&l)
		}
		rate(b)
	})
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			round(new(lower.Lowerer))
		}
		rate(b)
	})
	b.Run("llc", func(b *testing.B) {
		llc := oracle.Need(b, "llc")
		path, _ := writeIR(b, "i32")
		for b.Loop() {
			if err := oracle.Usual.Run(exec.Command(llc, "-mtriple=x86_64", "-mattr=+avx2", "-O2", "-filetype=null", path)); err != nil {
				b.Skip(err)
			}
		}
		rate(b)
	})
}
