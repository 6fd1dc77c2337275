package lower_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// gateTargets are the targets of the gate, and how LLVM's compiler is told of them.
var gateTargets = []struct {
	name    string
	options []string
}{
	{"sse2", []string{"-mtriple=x86_64", "-mattr=+sse2"}},
	{"ssse3", []string{"-mtriple=x86_64", "-mattr=+ssse3"}},
	{"sse4.1", []string{"-mtriple=x86_64", "-mattr=+sse4.1"}},
	{"avx", []string{"-mtriple=x86_64", "-mattr=+avx"}},
	{"avx2", []string{"-mtriple=x86_64", "-mattr=+avx2"}},
	{"avx512", []string{"-mtriple=x86_64", "-mattr=+avx512f,+avx512bw,+avx512dq,+avx512vl"}},
	{"avx512vbmi", []string{"-mtriple=x86_64", "-mattr=+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vbmi,+avx512vbmi2,+gfni"}},
	{"neon", []string{"-mtriple=aarch64"}},
}

// A gateKind is what lanes of a cell's maps may be besides lanes of sources.
type gateKind struct {
	name             string
	undefined, zeros int // of ten lanes
}

var gateKinds = []gateKind{{"lanes", 0, 0}, {"undefined", 3, 0}, {"zeros", 0, 3}}

// randomMap is a map of a cell.
func (k gateKind) randomMap(r *rand.Rand, bits, n, sources int) lane.Map {
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, n)}
	for range sources {
		m.Src = append(m.Src, n)
	}
	for i := range m.Lane {
		switch x := r.IntN(10); {
		case x < k.undefined:
		case x < k.undefined+k.zeros:
			m.Lane[i] = lane.Zero()
		default:
			m.Lane[i] = lane.From(r.IntN(sources), r.IntN(n))
		}
	}
	return m
}

// function is a map as a function of LLVM IR: zeros come from a second shuffle.
func function(k int, m lane.Map) string {
	var b strings.Builder
	n, vec := len(m.Lane), fmt.Sprintf("<%d x i%d>", len(m.Lane), m.Bits)
	second, zeros := "poison", false
	if len(m.Src) == 2 {
		second = "%b"
	}
	fmt.Fprintf(&b, "define %[1]s @f%[2]d(%[1]s %%a, %[1]s %%b) {\n%%r = shufflevector %[1]s %%a, %[1]s %[3]s, <%[4]d x i32> <", vec, k, second, n)
	for i, l := range m.Lane {
		if i > 0 {
			b.WriteString(", ")
		}
		if l.Kind == lane.Source {
			fmt.Fprintf(&b, "i32 %d", l.Src*n+l.Index)
		} else {
			b.WriteString("i32 poison")
			zeros = zeros || l.Kind == lane.Constant
		}
	}
	result := "%r"
	b.WriteString(">\n")
	if zeros {
		result = "%z"
		fmt.Fprintf(&b, "%%z = shufflevector %[1]s %%r, %[1]s zeroinitializer, <%[2]d x i32> <", vec, n)
		for i, l := range m.Lane {
			if i > 0 {
				b.WriteString(", ")
			}
			switch l.Kind {
			case lane.Constant:
				fmt.Fprintf(&b, "i32 %d", n+i)
			case lane.Source:
				fmt.Fprintf(&b, "i32 %d", i)
			default:
				b.WriteString("i32 poison")
			}
		}
		b.WriteString(">\n")
	}
	fmt.Fprintf(&b, "ret %s %s\n}\n", vec, result)
	return b.String()
}

// countCompiled counts the instructions of each function of a listing as Lanescope counts its own: what loads a vector or a mask is a constant and no op, a folded
// operand is both, what copies a register is a copy.
func countCompiled(text string, n int) []lower.Count {
	counts := make([]lower.Count, n)
	at := -1
	for line := range strings.Lines(text) {
		var k int
		if _, err := fmt.Sscanf(line, "f%d:", &k); err == nil {
			at = k
			continue
		}
		line, _, _ = strings.Cut(line, "#")
		line, _, _ = strings.Cut(line, "//")
		fields := strings.Fields(strings.NewReplacer(",", " ").Replace(line))
		if !strings.HasPrefix(line, "\t") || len(fields) == 0 || at < 0 || strings.HasPrefix(fields[0], ".") {
			continue
		}
		name, c := fields[0], &counts[at]
		bare := strings.TrimPrefix(name, "v")
		memory, loaded := strings.Contains(line, "LCPI"), strings.Contains(line, "[")
		switch {
		case name == "ret" || name == "retq" || name == "adrp" || name == "vzeroupper" || name == "mov" && len(fields) == 3 && !strings.Contains(line, "v") && !strings.Contains(fields[1], "q"):
		case strings.HasPrefix(name, "kmov"):
			c.Constants++
		case memory && (name == "ldr" || strings.HasPrefix(bare, "mov") && !strings.HasPrefix(bare, "movh") && !strings.HasPrefix(bare, "movl") && len(fields) < 8 && onlyLoads(line) || strings.HasPrefix(bare, "pbroadcast") || strings.HasPrefix(bare, "broadcast") || strings.HasPrefix(bare, "pmovsx") || strings.HasPrefix(bare, "pmovzx")):
			c.Constants++
		case memory:
			c.Constants++
			c.Ops++
		case !loaded && (strings.HasPrefix(bare, "movdqa") || strings.HasPrefix(bare, "movaps") || strings.HasPrefix(bare, "movapd") || strings.HasPrefix(bare, "movdqu") && !strings.Contains(line, "{")):
			c.Copies++
		case name == "mov" && strings.Contains(line, ".16b"):
			c.Copies++
		default:
			c.Ops++
		}
	}
	return counts
}

// onlyLoads says whether a move of x86 has no other vector operand than its destination.
func onlyLoads(line string) bool {
	return strings.Count(line, "mm") == 1 && !strings.Contains(line, "{%k") && !strings.Contains(line, "{k")
}

// balanced is the default cost.
func balanced(c lower.Count) int { return c.Ops + c.Copies + 2*c.Constants }

// compiled asks LLVM's compiler for maps.
func compiled(t *testing.T, llc string, options []string, list []lane.Map) []lower.Count {
	t.Helper()
	var b strings.Builder
	for k, m := range list {
		b.WriteString(function(k, m))
	}
	path := filepath.Join(t.TempDir(), "maps.ll")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := oracle.Usual.Output(exec.Command(llc, append(slices.Clip(options), "-O2", "--x86-asm-syntax=intel", "-o", "-", path)...))
	if err != nil {
		t.Skipf("llc: %v", err)
	}
	return countCompiled(string(out), len(list))
}

// A gateCell is maps of one shape.
type gateCell struct {
	bits, total, sources int
	kind                 gateKind
}

func (c gateCell) String() string {
	return fmt.Sprintf("%d×%d/%d/%s", c.total/c.bits, c.bits, c.sources, c.kind.name)
}

func gateCells(t *target.Target) (cells []gateCell) {
	for _, total := range t.Bits {
		for _, bits := range [...]int{8, 16, 32, 64} {
			for sources := 1; sources <= 2; sources++ {
				for _, kind := range gateKinds {
					cells = append(cells, gateCell{bits, total, sources, kind})
				}
			}
		}
	}
	return cells
}

// What is decided without a search is held against what LLVM's compiler emits: hardly any map costs more, and on the average of a target none does.
// -full prints the table of docs/lowering.md.
func TestGateQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles thousands of functions")
	}
	t.Parallel()
	llc := oracle.Need(t, "llc")
	perCell := 6
	if *full {
		perCell = 50
	}
	for _, g := range gateTargets {
		t.Run(g.name, func(t *testing.T) {
			tg := targetNamed(t, g.name)
			r := rand.New(rand.NewPCG(11, 12))
			cells := gateCells(tg)
			var all []lane.Map
			for _, c := range cells {
				for range perCell {
					all = append(all, c.kind.randomMap(r, c.bits, c.total/c.bits, c.sources))
				}
			}
			counts := compiled(t, llc, g.options, all)
			var sum gateSum
			shapes := map[string]*gateSum{}
			for k, m := range all {
				c := cells[k/perCell]
				res, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick})
				if err != nil {
					t.Fatalf("%v: %v", m, err)
				}
				shape := fmt.Sprintf("%d × %d", c.total/c.bits, c.bits)
				if shapes[shape] == nil {
					shapes[shape] = new(gateSum)
				}
				for _, s := range [...]*gateSum{&sum, shapes[shape]} {
					s.add(balanced(res.Count), balanced(counts[k]))
				}
			}
			for _, shape := range slices.Sorted(maps.Keys(shapes)) {
				t.Logf("| %s | %s | %v |", g.name, shape, shapes[shape])
			}
			if sum.worse*gateMost > sum.maps {
				t.Errorf("%d of %d maps cost more than LLVM's", sum.worse, sum.maps)
			}
			if sum.ours > sum.theirs {
				t.Errorf("all maps cost %d, LLVM's %d", sum.ours, sum.theirs)
			}
		})
	}
}

// gateMost: one map of so many may cost more than LLVM's.
const gateMost = 6

// A gateSum is what maps cost.
type gateSum struct{ maps, ours, theirs, worse int }

func (s *gateSum) add(ours, theirs int) {
	s.maps, s.ours, s.theirs = s.maps+1, s.ours+ours, s.theirs+theirs
	if ours > theirs {
		s.worse++
	}
}

func (s *gateSum) String() string {
	return fmt.Sprintf("%.2f | %.2f | %d of %d", float64(s.ours)/float64(s.maps), float64(s.theirs)/float64(s.maps), s.worse, s.maps)
}
