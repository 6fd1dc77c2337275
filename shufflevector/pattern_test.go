package shufflevector_test

import (
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/shufflevector"
)

var full = flag.Bool("full", false, "exhaustive campaigns without bounds: see docs/patterns.md")

// instance is one mask of one pattern, over the operands in their order or exchanged.
type instance struct {
	pattern   *shufflevector.Pattern
	args      shufflevector.Args
	sel       []int
	exchanged bool
}

// instancesOf is every mask of every pattern at a shape: those of small families as the library gives them, those of large ones by
// running through all that their parameters can be. oneSource leaves out what needs a lane of the second operand. Patterns of blocks are not among them.
func instancesOf(s shufflevector.Shape, oneSource bool) []instance {
	var all []instance
	add := func(p *shufflevector.Pattern, a shufflevector.Args) {
		if m, ok := p.Generate(s, a); ok {
			all = append(all, instance{p, a, m.Sel(), false}, instance{p, a, m.Sel(), true})
		}
	}
	for _, p := range shufflevector.Library() {
		if each := p.EachArgs(s); each != nil {
			for _, a := range each {
				add(p, a)
			}
			continue
		}
		largeArgs(p.Name, s, oneSource, func(a shufflevector.Args) { add(p, a) })
	}
	return all
}

// largeArgs is what the parameters of a large family can be, from their meaning.
func largeArgs(name string, s shufflevector.Shape, oneSource bool, f func(shufflevector.Args)) {
	square := s.M == s.N
	sets := func(ok bool, low, high int) { // sets of lanes with low to high members, but not all
		for set := uint64(0); ok && set < 1<<max(s.M, s.N); set++ {
			if n := bits.OnesCount64(set); n >= low && n <= high && !(square && n == s.N) {
				f(shufflevector.Args{set})
			}
		}
	}
	switch name {
	case "blend", "clear":
		sets(square, 1, s.M-1)
	case "parallel-extract":
		sets(s.M <= s.N, 1, s.M)
	case "parallel-deposit":
		sets(s.M >= s.N, 1, s.N)
	case "insert-element":
		for at := 0; square && at < s.N && s.N > 1; at++ {
			for from := range 2 * s.N {
				if from != at {
					f(shufflevector.Args{uint64(at), uint64(from)})
				}
			}
		}
	case "insert-subvector":
		for at := 0; square && at < s.N; at++ {
			for n := 1; at+n <= s.N && n < s.N; n++ {
				f(shufflevector.Args{uint64(at), uint64(n)})
			}
		}
	case "affine":
		if s.N&(s.N-1) != 0 || s.M&(s.M-1) != 0 {
			return
		}
		selectors, columns := 2*s.N, bits.Len(uint(s.M-1))
		if oneSource {
			selectors = s.N
		}
		eachMask(selectors, columns+1, 0, func(v []int) {
			var a shufflevector.Args
			for j, c := range v {
				if c >= selectors {
					return
				}
				if j < columns {
					a[0] |= uint64(c) << (8 * j)
				} else {
					a[1] = uint64(c)
				}
			}
			f(a)
		})
	}
}

// agrees is the definition of a match: every defined lane of the mask is the pattern's. Of a second operand whose lanes are all the same, any lane
// is any other and, if it is zero or the pattern does not care, what the pattern fills with.
func agrees(sel []int, n int, v2 shufflevector.Kind, zeroOnly bool, pattern []int) bool {
	for i, t := range sel {
		if !agreesLane(t, n, v2, zeroOnly, pattern[i], false) {
			return false
		}
	}
	return true
}

// agreesExchanged is agrees for a pattern whose first operand is the mask's second: such a splat is what fills no more.
func agreesExchanged(sel []int, n int, v2 shufflevector.Kind, pattern []int) bool {
	for i, t := range sel {
		if !agreesLane(t, n, v2, false, pattern[i], true) {
			return false
		}
	}
	return true
}

func agreesLane(t, n int, v2 shufflevector.Kind, zeroOnly bool, want int, exchanged bool) bool {
	uniform := v2 == shufflevector.ZeroSplat || v2 == shufflevector.Splat
	switch {
	case exchanged && t >= n && uniform:
		return want >= 0 && want < n || want == z && v2 == shufflevector.ZeroSplat
	case exchanged && t >= 0:
		return want == (t+n)%(2*n)
	case t == u:
		return true
	case t >= n && uniform:
		return want >= n || want == z && (v2 == shufflevector.ZeroSplat || !zeroOnly)
	case t == z && v2 == shufflevector.Splat:
		return false // zeros beside another splat: no pattern fills with both
	}
	return t == want
}

// walk runs through all masks of a shape, and for each through the instances that agree with it, which it narrows down lane by lane.
func walk(s shufflevector.Shape, v2 shufflevector.Kind, selectors []int, all []instance, sel []int, visit func(sel []int, left []instance)) {
	if len(sel) == s.M {
		visit(sel, all)
		return
	}
	for _, t := range selectors {
		left := make([]instance, 0, len(all))
		for _, x := range all {
			if agreesLane(t, s.N, v2, x.pattern.NeedsZero(), x.sel[len(sel)], x.exchanged) {
				left = append(left, x)
			}
		}
		walk(s, v2, selectors, left, append(sel, t), visit)
	}
}

// checkMask compares recognition at the mask's own lanes with the instances that agree with it.
func checkMask(t *testing.T, f *shufflevector.Form, left []instance, buffer []shufflevector.Match) []shufflevector.Match {
	t.Helper()
	got := f.AppendPatterns(buffer[:0], 0)
	var want, have uint64
	for _, x := range left {
		want |= 1 << x.pattern.Rank()
	}
	last := -1
	for _, m := range got {
		if m.Group > 1 || m.Lanes > 1 {
			continue
		}
		have |= 1 << m.Pattern.Rank()
		if m.Pattern.Rank() < last {
			t.Fatalf("%v: %s comes too late", f.Mask, m.Text(0))
		}
		last = m.Pattern.Rank()
		if !slices.ContainsFunc(left, func(x instance) bool { return x.pattern == m.Pattern && x.args == m.Args && x.exchanged == m.Exchanged }) {
			t.Fatalf("%v over %v is not %s, exchanged %v", f.Mask, f.Op, m.Text(0), m.Exchanged)
		}
		if m.Exchanged && slices.ContainsFunc(left, func(x instance) bool { return x.pattern == m.Pattern && !x.exchanged }) {
			t.Fatalf("%v over %v is %s without an exchange", f.Mask, f.Op, m.Text(0))
		}
	}
	if want != have {
		t.Fatalf("%v over %v: recognised %s, by definition %s", f.Mask, f.Op, names(have), names(want))
	}
	return got
}

func names(set uint64) string {
	var list []string
	for _, p := range shufflevector.Library() {
		if set>>p.Rank()&1 != 0 {
			list = append(list, p.Name)
		}
	}
	return strings.Join(list, ", ")
}

// Recognition against the definition, on every mask: no false match, no miss.
func TestPatternsExhaustive(t *testing.T) {
	type campaign struct {
		shape     shufflevector.Shape
		v2        shufflevector.Kind
		oneSource bool
	}
	var campaigns []campaign
	for n := 1; n <= 4; n++ {
		for m := 1; m <= 2*n && m <= 4; m++ {
			for _, v2 := range []shufflevector.Kind{shufflevector.Variable, shufflevector.ZeroSplat, shufflevector.Splat, shufflevector.UndefVector} {
				campaigns = append(campaigns, campaign{shufflevector.Shape{N: n, M: m}, v2, v2 == shufflevector.UndefVector})
			}
		}
	}
	for n, most := 5, 7+btoi(*full); n <= most; n++ {
		campaigns = append(campaigns, campaign{shufflevector.Shape{N: n, M: n}, shufflevector.UndefVector, true})
	}
	campaigns = append(campaigns,
		campaign{shufflevector.Shape{N: 2, M: 6}, shufflevector.Variable, false},
		campaign{shufflevector.Shape{N: 3, M: 5}, shufflevector.ZeroSplat, false},
		campaign{shufflevector.Shape{N: 8, M: 4}, shufflevector.UndefVector, true},
		campaign{shufflevector.Shape{N: 4, M: 6}, shufflevector.UndefVector, true})
	if testing.Short() {
		campaigns = slices.DeleteFunc(campaigns, func(c campaign) bool { return c.shape.M > 3 })
	}
	for _, c := range campaigns {
		t.Run(fmt.Sprintf("%d of %d, %v", c.shape.M, c.shape.N, c.v2), func(t *testing.T) {
			masks := 0
			var buffer []shufflevector.Match
			selectors := []int{u, z}
			for sel := range 2 * c.shape.N {
				if sel < c.shape.N || !c.oneSource {
					selectors = append(selectors, sel)
				}
			}
			if c.v2 == shufflevector.UndefVector {
				selectors = slices.Delete(selectors, 1, 2) // a zero would need an operand
			}
			all := instancesOf(c.shape, c.oneSource)
			walk(c.shape, c.v2, selectors, all, nil, func(sel []int, left []instance) {
				m, err := shufflevector.NewMask(c.shape.N, sel...)
				if err != nil {
					t.Fatal(err)
				}
				f := m.Order(shufflevector.Variable, c.v2)
				if f.Mask != m || f.Op[1] != c.v2 || f.Op[0] != shufflevector.Variable {
					return // the same mask in order comes by itself
				}
				if m.Sel()[0] == u && allUndef(sel) {
					return
				}
				masks++
				buffer = checkMask(t, &f, left, buffer)
			})
			t.Logf("%d masks, %d masks of patterns", masks, len(all))
		})
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func allUndef(sel []int) bool {
	return !slices.ContainsFunc(sel, func(t int) bool { return t != u })
}

// The library's order is by specificity: at sixteen lanes, no pattern has more masks than a later one.
func TestLibraryOrder(t *testing.T) {
	s := shufflevector.Shape{N: 16, M: 16}
	last, lastName := 0.0, ""
	for _, p := range shufflevector.Library() {
		n := 0.0
		if each := p.EachArgs(s); each != nil {
			n = float64(len(each))
		} else {
			n = map[string]float64{
				"insert-subvector": 135, "insert-element": 16 * 31, "clear": 65534, "blend": 65534, "parallel-extract": 65534, "parallel-deposit": 65534,
				"affine": 1 << 25, "permute-blocks": 1 << 30, "in-lane-repeated": 1 << 40, "in-lane": 1 << 60,
			}[p.Name]
			if n == 0 {
				t.Errorf("%s: say how many masks it has", p.Name)
			}
		}
		if n == 0 {
			continue // none at this shape
		}
		t.Logf("%-18s %.0f", p.Name, n)
		if n < last {
			t.Errorf("%s has %.0f masks, and stands behind %s with %.0f", p.Name, n, lastName, last)
		}
		last, lastName = n, p.Name
	}
}

// No parameter has the name of the width or the number of lanes at which a pattern stands, so that no name stands twice in a match.
func TestParametersHaveNamesOfTheirOwn(t *testing.T) {
	for _, p := range shufflevector.Library() {
		seen := map[string]bool{"width": true, "lanes": true}
		for _, q := range p.Params {
			if seen[q.Name] {
				t.Errorf("%s: the parameter %s is something else too", p.Name, q.Name)
			}
			seen[q.Name] = true
		}
	}
}

// What a pattern generates is recognised as it, at any size, also with lanes made undefined.
func TestGenerateRecognise(t *testing.T) {
	rng := chance.Random(t, 6)
	sizes := []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 31, 32, 48, 64}
	if testing.Short() {
		sizes = []int{1, 4, 6, 16, 64}
	}
	generated := map[string]int{}
	for _, n := range sizes {
		for _, m := range []int{1, n / 4, n / 2, n, 2 * n} {
			if m < 1 || m > shufflevector.MaxMask {
				continue
			}
			s := shufflevector.Shape{N: n, M: m}
			for _, p := range shufflevector.Library() {
				each := p.EachArgs(s)
				if each == nil {
					each = randomArgs(rng, p.Name, s)
				}
				for _, a := range each {
					mask, ok := p.Generate(s, a)
					if !ok {
						t.Fatalf("%s %v has no mask at %v", p.Name, a, s)
					}
					generated[p.Name]++
					closes(t, rng, p, mask)
				}
			}
		}
	}
	for _, p := range shufflevector.Library() {
		if generated[p.Name] == 0 && !strings.Contains(p.Name, "lane") && !strings.Contains(p.Name, "blocks") {
			t.Errorf("%s was not generated", p.Name)
		}
	}
}

// closes recognises a generated mask, as it is and with ever more lanes undefined, and over exchanged operands.
func closes(t *testing.T, rng *rand.Rand, p *shufflevector.Pattern, mask shufflevector.Mask) {
	t.Helper()
	sel := mask.Sel()
	for range 3 {
		v2 := shufflevector.Variable
		if slices.Contains(sel, z) && rng.IntN(2) == 0 {
			v2 = shufflevector.ZeroSplat
		}
		m, _ := shufflevector.NewMask(mask.N(), sel...)
		f := m.Order(shufflevector.Variable, v2)
		if allUndef(sel) {
			continue
		}
		got := f.AppendPatterns(nil, 0)
		if !slices.ContainsFunc(got, func(m shufflevector.Match) bool { return m.Pattern == p && m.Group == 1 && m.Lanes == 1 }) {
			t.Fatalf("%v, generated by %s, is not recognised: %v", m, p.Name, texts(got))
		}
		commuted := m.Commute().Order(v2, shufflevector.Variable)
		if same := commuted.AppendPatterns(nil, 0); !slices.EqualFunc(got, same, func(a, b shufflevector.Match) bool {
			splat := f.Op[0] == shufflevector.Variable && f.Op[1] == shufflevector.ZeroSplat // the second operand first, wherever it stands
			return a.Pattern == b.Pattern && (!splat || a.Args == b.Args && a.Exchanged != b.Exchanged)
		}) {
			t.Fatalf("%v is %v, over exchanged operands %v", m, texts(got), texts(same))
		}
		for _, g := range got {
			if g.Group > 1 || g.Lanes > 1 {
				continue
			}
			if f.Op[0] != shufflevector.Variable { // all zero: the selectors of its operand stand for zeros
				f.Mask, f.Op[1] = m, shufflevector.Variable
			}
			want, ok := g.Pattern.Generate(g.Shape, g.Args)
			agree := ok && agrees(f.Mask.Sel(), m.N(), f.Op[1], g.Pattern.NeedsZero(), want.Sel())
			if g.Exchanged != f.Swapped {
				agree = ok && agreesExchanged(f.Mask.Sel(), m.N(), f.Op[1], want.Sel())
			}
			if !agree {
				t.Fatalf("%v is said to be %s, which is %v", m, g.Text(0), want)
			}
		}
		for range 1 + len(sel)/4 {
			sel[rng.IntN(len(sel))] = u
		}
	}
}

func texts(matches []shufflevector.Match) []string {
	var list []string
	for _, m := range matches {
		list = append(list, m.Text(0))
	}
	return list
}

// randomArgs is some parameters of a large family.
func randomArgs(rng *rand.Rand, name string, s shufflevector.Shape) (all []shufflevector.Args) {
	all64 := func(n int) uint64 { return ^uint64(0) >> (64 - n) }
	set := func(n, most int) uint64 {
		v := rng.Uint64() & all64(n)
		if rng.IntN(3) == 0 {
			v &= rng.Uint64()
		}
		for bits.OnesCount64(v) > most {
			v &= v - 1
		}
		return v
	}
	add := func(ok bool, a shufflevector.Args) {
		if ok {
			all = append(all, a)
		}
	}
	square := s.M == s.N
	for range 60 {
		switch name {
		case "blend", "clear":
			v := set(s.M, s.M)
			add(square && v != 0 && v != all64(s.M), shufflevector.Args{v})
		case "parallel-extract":
			v := set(s.N, s.M)
			add(s.M <= s.N && v != 0 && !(square && v == all64(s.N)), shufflevector.Args{v})
		case "parallel-deposit":
			v := set(s.M, s.N)
			add(s.M >= s.N && v != 0 && !(square && v == all64(s.M)), shufflevector.Args{v})
		case "insert-element":
			at, from := rng.IntN(s.M), rng.IntN(2*s.N)
			add(square && s.N > 1 && at != from, shufflevector.Args{uint64(at), uint64(from)})
		case "insert-subvector":
			at, n := rng.IntN(s.M), 1+rng.IntN(s.M)
			add(square && at+n <= s.N && n < s.N, shufflevector.Args{uint64(at), uint64(n)})
		case "affine":
			a := shufflevector.Args{0, rng.Uint64() % uint64(2*s.N)}
			for j := range bits.Len(uint(s.M - 1)) {
				a[0] |= rng.Uint64() % uint64(2*s.N) << (8 * j)
			}
			add(s.N&(s.N-1) == 0 && s.M&(s.M-1) == 0, a)
		}
	}
	return all
}
