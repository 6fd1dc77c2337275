package corpus_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

// What LLVM makes of random shuffles for RISC-V is followed as these shuffles, each to its end: with modes, constants in memory and those that it computes.
func TestRISCVOfLLVM(t *testing.T) {
	llc, random := oracle.Need(t, "llc"), chance.Random(t, 31)
	for _, bits := range []int{128, 256} {
		var ir strings.Builder
		var maps []lane.Map
		for k := range 200 {
			elem := []int{8, 16, 32, 64}[k%4]
			n := bits / elem
			m := lane.Map{Bits: elem, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
			mask := make([]string, n)
			kind, by := random.IntN(6), random.IntN(n)
			for i := range m.Lane {
				at := [...]int{i + by, n - 1 - i, by, i ^ 1, 2*i + by%2, random.IntN(2 * n)}[kind] % (2 * n)
				m.Lane[i], mask[i] = lane.From(at/n, at%n), fmt.Sprint("i32 ", at)
			}
			maps = append(maps, m)
			v := fmt.Sprintf("<%d x i%d>", n, elem)
			fmt.Fprintf(&ir, "define %s @f%d(%s %%a, %s %%b) {\n  %%r = shufflevector %s %%a, %s %%b, <%d x i32> <%s>\n  ret %s %%r\n}\n", v, k, v, v, v, v, n, strings.Join(mask, ", "), v)
		}
		file := filepath.Join(t.TempDir(), "f.ll")
		if err := os.WriteFile(file, []byte(ir.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := oracle.Usual.Output(exec.Command(llc, "-mtriple=riscv64", fmt.Sprintf("-mattr=+v,+zvl%db", bits), "-O2", "-o", "-", file))
		if err != nil {
			t.Skipf("llc: %v", err) // an old one cannot read poison
		}
		last, lost := map[string]corpus.Emission{}, map[string]bool{}
		err = corpus.Scan(strings.NewReader(string(out)), "f.s", corpus.Sink{
			Emitted: func(e corpus.Emission) {
				if e.Line > last[e.Function].Line {
					last[e.Function] = e
				}
			},
			Lost: func(s corpus.Skip) { lost[s.Function] = true },
		})
		if err != nil {
			t.Fatal(err)
		}
		read := 0
		for k, m := range maps {
			name := fmt.Sprint("f", k)
			e, ok := last[name]
			if corpus.Moves(m) != ok || lost[name] {
				t.Errorf("%v: %s has a movement: %v; a line of it is lost: %v", m, name, ok, lost[name])
			}
			if !ok {
				continue
			}
			got := e.Form.Map
			order := make([]int, len(got.Src))
			for i, from := range e.Form.Names {
				order[i] = slices.Index([]string{"v8", "v9"}, from)
			}
			if read++; slices.Contains(order, -1) {
				t.Errorf("%v is followed as %v of %v, which are no operands of the function", m, got, e.Form.Names)
				continue
			}
			if same, err := comparedOver(got, order, m); !same {
				t.Errorf("%v is followed as %v of %v: %v", m, got, e.Form.Names, err)
			}
		}
		if t.Logf("%d bits: %d of %d functions are followed to their end", bits, read, len(maps)); read < 170 {
			t.Errorf("only %d of %d functions", read, len(maps))
		}
	}
}

// comparedOver says whether a map, whose sources are those of the order, does what is wanted.
func comparedOver(got lane.Map, order []int, want lane.Map) (bool, error) {
	over := got.Clone()
	over.Src = []int{want.Src[0] * want.Bits / got.Bits, want.Src[1] * want.Bits / got.Bits}
	for i, l := range over.Lane {
		if l.Kind == lane.Source {
			over.Lane[i] = lane.From(order[l.Src], l.Index)
		}
	}
	v, err := lane.Compare(over, want)
	return err == nil && (v.Relation == lane.Equal || v.Relation == lane.Refines), err
}
