package lower_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// gateTargets are the targets of the gate, how compilers are told of them, and how many maps may cost more than theirs.
var gateTargets = []struct {
	name      string
	llvm, gcc []string // GCC is asked for x86 alone
	most      gateMost
}{
	{"sse2", []string{"-mtriple=x86_64", "-mattr=+sse2"}, []string{"-msse2"}, gateMost{many: 1, tests: 1}},
	{"ssse3", []string{"-mtriple=x86_64", "-mattr=+ssse3"}, []string{"-mssse3"}, gateMost{tests: 1}},
	{"sse4.1", []string{"-mtriple=x86_64", "-mattr=+sse4.1"}, []string{"-msse4.1"}, gateMost{}},
	{"avx", []string{"-mtriple=x86_64", "-mattr=+avx"}, []string{"-mavx"}, gateMost{}},
	{"avx2", []string{"-mtriple=x86_64", "-mattr=+avx2"}, []string{"-mavx2"}, gateMost{many: 1}},
	{"avx512", []string{"-mtriple=x86_64", "-mattr=+avx512f,+avx512bw,+avx512dq,+avx512vl"},
		[]string{"-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl"}, gateMost{}},
	{"avx512vbmi", []string{"-mtriple=x86_64", "-mattr=+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vbmi,+avx512vbmi2,+gfni"},
		[]string{"-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl", "-mavx512vbmi", "-mavx512vbmi2", "-mgfni"}, gateMost{}},
	{"neon", []string{"-mtriple=aarch64"}, nil, gateMost{}},
	{"vsx", []string{"-mtriple=powerpc64le", "-mcpu=pwr9"}, nil, gateMost{}},
	{"vsx10", []string{"-mtriple=powerpc64le", "-mcpu=pwr10"}, nil, gateMost{}},
	{"sve2-128", scalableOptions(128), nil, gateMost{}},
	{"sve2-256", scalableOptions(256), nil, gateMost{}},
	{"rvv128", []string{"-mtriple=riscv64", "-mattr=+v,+zvl128b"}, nil, gateMost{}},
	{"rvv256", []string{"-mtriple=riscv64", "-mattr=+v,+zvl256b"}, nil, gateMost{}},
	{"rvv128+zvbb", []string{"-mtriple=riscv64", "-mattr=+v,+zvl128b,+zvbb"}, nil, gateMost{}},
	{"lsx", []string{"-mtriple=loongarch64", "-mattr=+lsx"}, nil, gateMost{}},
	{"lasx", []string{"-mtriple=loongarch64", "-mattr=+lasx"}, nil, gateMost{}},
}

// scalableOptions say how long LLVM may take a scalable vector to be.
func scalableOptions(bits int) []string {
	return []string{"-mtriple=aarch64", "-mattr=+sve2,+sve2-bitperm", fmt.Sprintf("-aarch64-sve-vector-bits-min=%d", bits), fmt.Sprintf("-aarch64-sve-vector-bits-max=%d", bits)}
}

// A gateMost is how many maps may cost more than a compiler's: what is true of LLVM 22 and GCC 12, and only ever becomes less. No map costs more than GCC's.
type gateMost struct {
	few, many int // random maps, 6 a cell and 50 a cell, than LLVM's
	tests     int // masks of LLVM's own tests than LLVM's
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

// A gateCell is maps of one shape.
type gateCell struct {
	bits, total, sources int
	kind                 gateKind
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

// quickly is a target's quick decisions.
func quickly(t *testing.T, tg *target.Target, list []lane.Map) (found []*lower.Result) {
	t.Helper()
	for _, m := range list {
		res, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick})
		if err != nil {
			t.Fatalf("%v: %v", m, err)
		}
		found = append(found, res)
	}
	return found
}

// gateSeed is that of the maps: always the same, unless one is given.
func gateSeed() uint64 {
	if seed, err := strconv.ParseUint(flag.Lookup("seed").Value.String(), 10, 64); err == nil && seed > 0 {
		return seed
	}
	return 11
}

// What is decided without a search is held against what compilers emit, for random maps of every shape: hardly any map costs more, and on the average of a target none does.
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
			r := rand.New(rand.NewPCG(gateSeed(), 12))
			var all []lane.Map
			for _, c := range gateCells(tg) {
				for range perCell {
					all = append(all, c.kind.randomMap(r, c.bits, c.total/c.bits, c.sources))
				}
			}
			ours := quickly(t, tg, all)
			most := g.most.few
			if *full {
				most = g.most.many
			}
			gateAgainst(t, tg, all, ours, compilation{"LLVM", compiled(t, llc, g.llvm, all), most})
			if g.gcc != nil {
				gateAgainst(t, tg, all, ours, compilation{"GCC", compiledC(t, oracle.Need(t, "gcc"), g.gcc, all), 0})
			}
		})
	}
}

// The masks of LLVM's own tests are what its authors thought of: quick decisions are held against compilers there too.
func TestGateTests(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles thousands of functions")
	}
	t.Parallel()
	masks := llvmTestMaps(t)
	llc := oracle.Need(t, "llc")
	for _, g := range gateTargets {
		t.Run(g.name, func(t *testing.T) {
			tg := targetNamed(t, g.name)
			var all []lane.Map
			for _, m := range masks {
				if slices.Contains(tg.Bits, m.Bits*len(m.Lane)) {
					all = append(all, m)
				}
			}
			ours := quickly(t, tg, all)
			gateAgainst(t, tg, all, ours, compilation{"LLVM", compiled(t, llc, g.llvm, all), g.most.tests})
			if g.gcc != nil {
				gateAgainst(t, tg, all, ours, compilation{"GCC", compiledC(t, oracle.Need(t, "gcc"), g.gcc, all), 0})
			}
		})
	}
}

// A compilation is what a compiler makes of maps, and how many of them may cost more here.
type compilation struct {
	compiler string
	listing
	most int
}

// gateAgainst sums up what maps cost here and what a compiler makes of them, by shape. It names the maps that cost more.
func gateAgainst(t *testing.T, tg *target.Target, list []lane.Map, ours []*lower.Result, c compilation) {
	t.Helper()
	var sum gateSum
	shapes := map[string]*gateSum{}
	for k, m := range list {
		shape, cost, theirs := fmt.Sprintf("%d × %d", len(m.Lane), m.Bits), balanced(ours[k].Count), balanced(c.counts[k])
		if shapes[shape] == nil {
			shapes[shape] = new(gateSum)
		}
		sum.add(cost, theirs)
		shapes[shape].add(cost, theirs)
		if cost > theirs {
			t.Logf("%v: %d by %q, %s %d\n%s%s", m, cost, ours[k].Strategy, c.compiler, theirs, strings.Join(ours[k].Listing(tg), "\n"), c.body(k))
		}
	}
	for _, shape := range slices.Sorted(maps.Keys(shapes)) {
		t.Logf("| %s | %s | %v |", c.compiler, shape, shapes[shape])
	}
	if sum.worse > c.most {
		t.Errorf("%d of %d maps cost more than %s's, and %d may", sum.worse, sum.maps, c.compiler, c.most)
	}
	if sum.ours > sum.theirs {
		t.Errorf("all maps cost %d, %s's %d", sum.ours, c.compiler, sum.theirs)
	}
}

// llvmTestMaps are the masks of LLVM's own tests whose result is as wide as their operands: lanes of whole bytes, of one source or two, and zeros.
func llvmTestMaps(t *testing.T) (list []lane.Map) {
	t.Helper()
	text, err := os.ReadFile(oracle.Corpus(t, "shuffle/llvm_test_masks.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	elems := map[string]int{"i8": 8, "i16": 16, "i32": 32, "i64": 64, "half": 16, "float": 32, "double": 64}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(line, "\t")
		if bits := elems[f[2]]; bits > 0 && f[0] == f[1] {
			if m, ok := testMap(bits, [2]string{f[3], f[4]}, strings.Split(f[5], ",")); ok {
				list = append(list, m)
			}
		}
	}
	if len(list) == 0 {
		t.Fatal("no mask is read")
	}
	return list
}

// testMap is a mask of two operands, each of which is a source, zeros, or undefined.
func testMap(bits int, operands [2]string, mask []string) (m lane.Map, ok bool) {
	n := len(mask)
	m = lane.Map{Bits: bits, Lane: make([]lane.Lane, n)}
	var source [2]int
	for k, o := range operands {
		switch o {
		case "var":
			source[k] = len(m.Src)
			m.Src = append(m.Src, n)
		case "zero", "undef":
		default:
			return m, false // a constant, whose values the table does not tell
		}
	}
	for i, entry := range mask {
		from, err := strconv.Atoi(entry)
		if err != nil {
			continue // undefined
		}
		switch k := from / n; operands[k] {
		case "var":
			m.Lane[i] = lane.From(source[k], from%n)
		case "zero":
			m.Lane[i] = lane.Zero()
		}
	}
	return m, len(m.Src) > 0
}

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
