package shufflevector_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/shufflevector"
)

// The packed division into lanes is Form.Lanes, on every mask of four lanes and on random ones.
func TestDivideIsLanes(t *testing.T) {
	check := func(f shufflevector.Form) {
		want, lane := f.Lanes()
		got, sel := f.Divide()
		if f.Op[0] != shufflevector.Variable || f.Mask.N() != f.Mask.Len() {
			return
		}
		if got != want {
			t.Fatalf("%v over %v: %d lanes, want %d", f.Mask, f.Op, got, want)
		}
		for i, v := range lane.Mask.Sel() {
			if v >= 0 && f.Op[v/lane.Mask.N()] == shufflevector.ZeroSplat {
				v = z
			}
			if got > 1 && sel[i] != v {
				t.Fatalf("%v over %v: lanes of %v, want %v", f.Mask, f.Op, sel, lane.Mask)
			}
		}
	}
	for _, v2 := range []shufflevector.Kind{shufflevector.Variable, shufflevector.ZeroSplat} {
		for _, n := range []int{1, 2, 4} {
			eachMask(n, n, z, func(sel []int) { check(mustMask(t, n, sel...).Canonical(shufflevector.Variable, v2)) })
		}
	}
	rng := chance.Random(t, 7)
	for range 100000 {
		check(randomLaned(rng))
	}
}

// Joining lanes on words is lane.Map's Widen.
func TestWidenIsMapWiden(t *testing.T) {
	rng := chance.Random(t, 8)
	joined := 0
	check := func(n int, sel []int, v2 shufflevector.Kind) {
		f := mustMask(t, n, sel...).Order(shufflevector.Variable, v2)
		if f.Op[0] != shufflevector.Variable {
			return
		}
		got, ok := f.Widened()
		wide, err := f.Map(8).Widen(16)
		if n%2 != 0 || len(sel)%2 != 0 {
			err = fmt.Errorf("odd")
		}
		if ok != (err == nil) {
			t.Fatalf("%v over %v joins: %v, as a map: %v", f.Mask, f.Op, ok, err)
		}
		if !ok {
			return
		}
		joined++
		m, err := shufflevector.MaskOf(wide)
		if err != nil {
			t.Fatal(err)
		}
		if want := m.Sel(); !slices.Equal(got, want) {
			t.Fatalf("%v over %v: %v, as a map %v", f.Mask, f.Op, got, want)
		}
	}
	for _, v2 := range []shufflevector.Kind{shufflevector.Variable, shufflevector.ZeroSplat} {
		for n := 1; n <= 4; n++ {
			eachMask(n, min(n, 4), z, func(sel []int) { check(n, sel, v2) })
		}
	}
	for range 100000 {
		n, m := 2+2*rng.IntN(31), 2+2*rng.IntN(32)
		sel := make([]int, m)
		for i := 0; i < m; i += 2 {
			switch t := 2 * rng.IntN(n); rng.IntN(8) {
			case 0:
				sel[i], sel[i+1] = u, u
			case 1:
				sel[i], sel[i+1] = z, z
			case 2:
				sel[i], sel[i+1] = u, t+1
			case 3:
				sel[i], sel[i+1] = t, u
			default:
				sel[i], sel[i+1] = t, t+1
			}
		}
		if rng.IntN(2) == 0 {
			sel[rng.IntN(m)] = rng.IntN(2*n+2) - 2
		}
		check(n, sel, shufflevector.Kind(3*rng.IntN(2)))
	}
	if joined < 10000 {
		t.Errorf("only %d masks joined", joined)
	}
}

// The patterns of blocks, by their definitions, on every mask of four lanes of 32 bits (two blocks of 64) and on random ones of sixteen lanes of 16.
func TestBlockPatterns(t *testing.T) {
	check := func(n, bits int, sel []int, v2 shufflevector.Kind) {
		f := mustMask(t, n, sel...).Order(shufflevector.Variable, v2)
		if f.Op[0] != shufflevector.Variable || allUndef(f.Mask.Sel()) {
			return
		}
		got := f.AppendPatterns(nil, bits)
		for name, is := range map[string]func(sel []int, n, g int, v2 shufflevector.Kind) bool{
			"in-lane": isInLane, "in-lane-repeated": isRepeated, "permute-blocks": isBlocks,
		} {
			want := 0
			for width := 256; width >= 64; width /= 2 {
				if g := width / bits; g > 1 && g < n && n%g == 0 && is(f.Mask.Sel(), n, g, f.Op[1]) {
					want = width
				}
			}
			at := slices.IndexFunc(got, func(m shufflevector.Match) bool { return m.Pattern.Name == name && m.Group == 1 && m.Lanes == 1 })
			if at < 0 && want > 0 || at >= 0 && int(got[at].Args[0]) != want {
				t.Fatalf("%v over %v: %s %v, want blocks of %d bits", f.Mask, f.Op, name, texts(got), want)
			}
			if at >= 0 {
				inner := f.Inner(got[at], bits)
				m, ok := got[at].Pattern.Generate(got[at].Shape, got[at].Args, inner...)
				if got[at].Exchanged != f.Swapped {
					m = m.Commute()
				}
				if !ok || !agrees(f.Mask.Sel(), n, f.Op[1], false, m.Sel()) {
					t.Fatalf("%v over %v: %s of %v is %v", f.Mask, f.Op, name, inner, m)
				}
			}
		}
	}
	for _, v2 := range []shufflevector.Kind{shufflevector.Variable, shufflevector.ZeroSplat, shufflevector.Splat} {
		lowest := z
		if v2 == shufflevector.Splat {
			lowest = u
		}
		eachMask(4, 4, lowest, func(sel []int) { check(4, 32, sel, v2) })
	}
	rng := chance.Random(t, 9)
	for range 20000 {
		g := 4 << rng.IntN(2)
		var op []int
		for range 16 {
			op = append(op, rng.IntN(2*g))
		}
		sel := make([]int, 16)
		for i := range sel {
			switch t := op[i%g]; rng.IntN(3) {
			case 0:
				sel[i] = t/g*16 + i/g*g + t%g
			case 1:
				sel[i] = op[8+i/g]*g%32 + t%g
			default:
				sel[i] = u
			}
		}
		check(16, 16, sel, shufflevector.Kind(3*rng.IntN(2)))
	}
}

func isInLane(sel []int, n, g int, v2 shufflevector.Kind) bool {
	for i, t := range sel {
		if t >= 0 && !(t >= n && v2 >= shufflevector.Splat) && t%n/g != i/g {
			return false
		}
	}
	return true
}

// isRepeated: for each lane of a block there is a selector that does for all blocks.
func isRepeated(sel []int, n, g int, v2 shufflevector.Kind) bool {
	for j := range g {
		found := false
		for try := z; try < 2*g; try++ {
			fits := true
			for i := j; i < n; i += g {
				want := try
				if try >= 0 {
					want = try/g*n + i/g*g + try%g
				}
				fits = fits && agreesLane(sel[i], n, v2, false, want, false)
			}
			found = found || fits
		}
		if !found {
			return false
		}
	}
	return true
}

// isBlocks: there is a block for each block and a lane for each lane within, by trying all.
func isBlocks(sel []int, n, g int, v2 shufflevector.Kind) bool {
	blocks := n / g
	for within := range power(g, g) {
		all := true
		for b := 0; b < blocks && all; b++ {
			some := false
			for from := range 2 * blocks {
				fits, w := true, within
				for j := range g {
					fits = fits && agreesLane(sel[b*g+j], n, v2, false, from*g+w%g, false)
					w /= g
				}
				some = some || fits
			}
			all = some
		}
		if all {
			return true
		}
		if g > 4 {
			return isBlocksByParts(sel, n, g, v2)
		}
	}
	return false
}

// isBlocksByParts is isBlocks for blocks too long for trying everything: blocks are fixed by their first defined lane.
func isBlocksByParts(sel []int, n, g int, v2 shufflevector.Kind) bool {
	within := map[int]int{}
	for b := range n / g {
		from := -1
		for j := range g {
			t := sel[b*g+j]
			switch {
			case t == u:
				continue
			case t == z:
				return false
			case t >= n && v2 >= shufflevector.Splat:
				t = n
			default:
				if w, ok := within[j]; ok && w != t%g {
					return false
				}
				within[j] = t % g
			}
			if from >= 0 && from != t/g {
				return false
			}
			from = t / g
		}
	}
	return true
}

func power(x, y int) int {
	r := 1
	for range y {
		r *= x
	}
	return r
}

// What the library says of masks that people know.
func TestPatternsOfKnownMasks(t *testing.T) {
	variable, zero, undef := shufflevector.Variable, shufflevector.ZeroSplat, shufflevector.UndefVector
	for _, row := range []struct {
		sel  []int
		n    int
		v2   shufflevector.Kind
		bits int
		want []string // these, in this order, among others
	}{
		{[]int{1, 2, 3, 0, 5, 6, 7, 4}, 8, undef, 32, []string{"rotate-groups group=4 amount=1 direction=right", "rotate amount=1 direction=right lanes=2", "in-lane-repeated block=128"}},
		{[]int{1, 2, 3, 4, 5, 6, 7, 0}, 8, undef, 32, []string{"rotate amount=1 direction=right"}},
		{[]int{7, 0, 1, 2, 3, 4, 5, 6}, 8, undef, 32, []string{"rotate amount=1 direction=left"}},
		{[]int{4, 8, 5, 8, 6, 8, 7, 8}, 8, zero, 16, []string{"zip half=high group=1", "zero-extend factor=2 start=4"}},
		{[]int{0, 8, 1, 9, 2, 10, 3, 11}, 8, variable, 16, []string{"zip half=low group=1", "affine columns=1000 0001 0010 offset=0"}},
		{[]int{0, 2, 4, 6, 8, 10, 12, 14}, 8, variable, 16, []string{"unzip stride=2 offset=0 operands=2", "affine"}},
		{[]int{1, 3, 5, 7, 9, 11, 13, 15}, 8, variable, 16, []string{"unzip stride=2 offset=1 operands=2"}},
		{[]int{8, 8, 0, 1, 2, 3, 4, 5}, 8, zero, 16, []string{"shift-left amount=2", "parallel-deposit mask=0xfc"}},
		{[]int{2, 3, 4, 5, 6, 7, 8, 8}, 8, zero, 16, []string{"shift-right amount=2", "parallel-extract mask=0xfc"}},
		{[]int{0, 9, 10, 3}, 8, variable, 0, nil},
		{[]int{0, 5, 6, 3}, 4, variable, 32, []string{"blend second=0x6"}},
		{[]int{3, 2, 1, 0}, 4, undef, 32, []string{"reverse", "xor-swap mask=3", "affine columns=001 010 offset=3"}},
		{[]int{0, 1, 2, 3}, 4, undef, 32, []string{"identity", "affine"}},
		{[]int{0, u, 1, u}, 4, undef, 32, []string{"zip", "replicate", "any-extend factor=2 start=0"}},
		{[]int{2, 3, 0, 1, 6, 7, 4, 5}, 8, undef, 16, []string{"reverse width=32 lanes=2", "reverse-groups group=2 width=32", "xor-swap mask=2"}},
		{[]int{6, 7, 4, 5, 2, 3, 0, 1}, 8, undef, 16, []string{"reverse width=32", "xor-swap mask=6"}},
		{[]int{u, u, u}, 3, undef, 16, []string{"undefined"}},
		{[]int{1, 2, 0}, 3, undef, 16, []string{"rotate amount=1 direction=right"}},
		{[]int{1, 2, 3, 4}, 4, zero, 16, []string{"shift-right amount=1", "splice start=1"}},
		{[]int{1, 2, 3, 4}, 4, shufflevector.Splat, 16, []string{"shift-right amount=1", "splice start=1"}},
		{[]int{5, 1, 2, 3}, 4, variable, 32, []string{"insert-element at=0 from=5"}},
		{[]int{4, 1, 2, 3}, 4, variable, 32, []string{"insert-element at=0 from=4", "blend second=0x1"}},
		{[]int{u, 8, 1, 9, 2, 10, 3, 11}, 8, variable, 8, []string{"zip half=low group=1"}},
		{[]int{8, 0, 9, 1, 10, 2, 11, 3}, 8, variable, 8, []string{"zip half=low group=1, operands exchanged"}},
		{[]int{0}, 1, undef, 8, []string{"identity"}},
		{[]int{3}, 4, undef, 8, []string{"extract-element lane=3"}},
		{[]int{5, 5, 6, 6}, 8, undef, 8, []string{"replicate factor=2 start=5"}},
	} {
		f := mustMask(t, row.n, row.sel...).Order(variable, row.v2)
		got := f.AppendPatterns(nil, row.bits)
		i := 0
		for _, m := range got {
			text := m.Text(row.bits)
			if i < len(row.want) && (text == row.want[i] || m.Pattern.Name == row.want[i]) {
				i++
			}
		}
		if i < len(row.want) {
			var all []string
			for _, m := range got {
				all = append(all, m.Text(row.bits))
			}
			t.Errorf("%v: %q, missing or out of order: %s", row.sel, all, row.want[i])
		}
		if len(row.sel) == 1 && slices.ContainsFunc(got, func(m shufflevector.Match) bool { return m.Pattern.Name == "extract-element" }) != (row.n > 1) {
			t.Errorf("%v of %d lanes: an element is extracted exactly where there are others", row.sel, row.n)
		}
	}
}

// A pattern's near miss is none, and its example is one.
func TestNearMissesAndExamples(t *testing.T) {
	near := regexp.MustCompile(`^<(\d+)>(?: of 64 bits,)? ([0-9uz ]+?)(?:,| with |:)`)
	for _, p := range shufflevector.Library() {
		m := near.FindStringSubmatch(p.Near)
		if m == nil || p.Meaning == "" || len(p.Aliases) == 0 {
			t.Errorf("%s is not whole: %q", p.Name, p.Near)
			continue
		}
		n, _ := strconv.Atoi(m[1])
		var sel []int
		for _, f := range strings.Fields(m[2]) {
			v, err := strconv.Atoi(f)
			if err != nil {
				v = map[string]int{"u": u, "z": z}[f]
			}
			sel = append(sel, v)
		}
		if slices.ContainsFunc(mustMask(t, n, sel...).Patterns(shufflevector.Variable, shufflevector.Variable, 64), func(m shufflevector.Match) bool {
			return m.Pattern == p && m.Group == 1 && m.Lanes == 1
		}) {
			t.Errorf("%s: the near miss %v is one", p.Name, sel)
		}
		example, bits := p.Example()
		if !slices.ContainsFunc(example.Patterns(shufflevector.Variable, shufflevector.Variable, bits), func(m shufflevector.Match) bool { return m.Pattern == p }) {
			t.Errorf("%s: the example %v is none", p.Name, example)
		}
		for _, name := range append([]string{p.Name}, p.Aliases...) {
			if _, ok := shufflevector.PatternNamed(name); !ok {
				t.Errorf("%s is not found as %s", p.Name, name)
			}
		}
	}
	if _, ok := shufflevector.PatternNamed("nonesuch"); ok {
		t.Error("nonesuch is a pattern")
	}
}

// How many of the masks in LLVM's tests have a name, and how many random ones; what is in no library yet would show here.
func TestShareOfNamedMasks(t *testing.T) {
	rows, named, uses, usesNamed := 0, 0, 0, 0
	count := map[string]int{}
	for _, r := range llvmTestMasks(t) {
		s := mustParse(t, r.ir())
		mask, err := s.Mask()
		if err != nil {
			continue // more lanes than a mask has
		}
		rows++
		uses += r.count
		if got := mask.Patterns(s.Op[0].Kind(), s.Op[1].Kind(), s.Elem.Bits); len(got) > 0 {
			named++
			usesNamed += r.count
			count[got[0].Pattern.Name]++
		}
	}
	t.Logf("%d of %d distinct masks have a name (%.1f %%), %d of %d uses (%.1f %%)", named, rows, 100*float64(named)/float64(rows), usesNamed, uses, 100*float64(usesNamed)/float64(uses))
	for _, p := range shufflevector.Library() {
		if count[p.Name] > 0 {
			t.Logf("%5d %s", count[p.Name], p.Name)
		}
	}
	for _, n := range []int{4, 8, 16} {
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		named := 0
		for range 100000 {
			sel := make([]int, n)
			for i := range sel {
				sel[i] = rng.IntN(2 * n)
			}
			if len(mustMask(t, n, sel...).Patterns(shufflevector.Variable, shufflevector.Variable, 0)) > 0 {
				named++
			}
		}
		t.Logf("%.2f %% of random masks of %d lanes of two operands have a name", float64(named)/1000, n)
	}
	if 10*named < 6*rows {
		t.Errorf("only %d of %d masks have a name", named, rows)
	}
}

func BenchmarkPatterns(b *testing.B) {
	for _, n := range []int{4, 8, 16, 32, 64} {
		for _, kind := range []string{"random", "named"} {
			masks := benchmarkForms(n, kind == "named")
			b.Run(fmt.Sprintf("N=%d/%s", n, kind), func(b *testing.B) {
				b.ReportAllocs()
				var r shufflevector.Recogniser
				for i := range masks {
					r.Patterns(&masks[i], 8)
				}
				found := 0
				b.ResetTimer()
				for i := 0; i < b.N; i++ {
					found += len(r.Patterns(&masks[i%len(masks)], 8))
				}
				b.ReportMetric(float64(found)/float64(b.N), "names/op")
			})
		}
	}
}

// smallFamilies is every mask of the small families, but the undefined one.
func smallFamilies(s shufflevector.Shape) (all []instance) {
	for _, p := range shufflevector.Library() {
		for _, a := range p.EachArgs(s) {
			if m, ok := p.Generate(s, a); ok && !allUndef(m.Sel()) {
				all = append(all, instance{p, a, m.Sel(), false})
			}
		}
	}
	return all
}

// benchmarkForms is masks over two operands with one lane in eight undefined: random selectors, or masks of random patterns.
func benchmarkForms(n int, named bool) []shufflevector.Form {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	all := smallFamilies(shufflevector.Shape{N: n, M: n})
	forms := make([]shufflevector.Form, 1024)
	for i := range forms {
		sel := make([]int, n)
		if named {
			copy(sel, all[rng.IntN(len(all))].sel)
		} else {
			for j := range sel {
				sel[j] = rng.IntN(2 * n)
			}
		}
		for j := range sel {
			if rng.IntN(8) == 0 {
				sel[j] = u
			}
		}
		m, _ := shufflevector.NewMask(n, sel...)
		forms[i] = m.Order(shufflevector.Variable, shufflevector.Variable)
	}
	return forms
}

// BenchmarkIndex sets the index against trying every mask of every pattern in turn, and against trying every pattern's generator lane by
// lane.
func BenchmarkIndex(b *testing.B) {
	for _, n := range []int{16, 32} {
		masks := benchmarkForms(n, false)
		b.Run(fmt.Sprintf("N=%d/index", n), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				found += masks[i%len(masks)].ByIndex()
			}
		})
		b.Run(fmt.Sprintf("N=%d/each packed", n), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				found += masks[i%len(masks)].ByTrying()
			}
		})
		s := shufflevector.Shape{N: n, M: n}
		all := smallFamilies(s)
		b.Run(fmt.Sprintf("N=%d/each by lanes", n), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				sel := masks[i%len(masks)].Mask.Sel()
				for _, x := range all {
					if agrees(sel, n, shufflevector.Variable, false, x.sel) {
						found++
					}
				}
			}
		})
	}
}

var found int
