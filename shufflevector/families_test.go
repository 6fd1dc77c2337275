package shufflevector_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/shufflevector"
)

// The families of the seed, written down from its definitions (and, where it only hints, from the names that compilers have for them): nothing here
// comes from the library. A mask is over v1, selectors 0 to n-1, and v2, selectors n to 2n-1.
type family struct {
	name  string
	reads reads
	// masks calls f with each mask over operands of n lanes, or with some of very many; with all of them if there is no rng.
	masks func(rng *rand.Rand, n int, f func(sel []int))
}

// reads is what a family's masks read.
type reads int

const (
	one    reads = iota // v1 alone
	two                 // v1 and v2, whatever they are
	filled              // v1, and lanes of v2, which is a splat
	zeroed              // v1, and lanes of v2, which is zero
)

// lanes is a mask of m lanes.
func lanes(m int, lane func(i int) int) []int {
	sel := make([]int, m)
	for i := range sel {
		sel[i] = lane(i)
	}
	return sel
}

// either is a where the condition holds and b elsewhere.
func either(cond bool, a, b int) int {
	if cond {
		return a
	}
	return b
}

// properSubsets calls f with sets of n lanes that are neither empty nor whole: all of few lanes, some of many, and all if there is no rng.
func properSubsets(rng *rand.Rand, n int, f func(has []bool)) {
	all := 1<<min(n, 30) - 1
	count := min(all-1, 24)
	if rng == nil {
		count = all - 1
	}
	for c := range count {
		has := make([]bool, n)
		size := 0
		for i := range has {
			if all-1 <= count {
				has[i] = (c+1)>>i&1 != 0
			} else {
				has[i] = rng.IntN(2+c%3) == 0
			}
			if has[i] {
				size++
			}
		}
		if size > 0 && size < n {
			f(has)
		}
	}
}

// sample calls f with numbers below n, with some of them if there are more than most, and with all if there is no rng.
func sample(rng *rand.Rand, n, most int, f func(c int)) {
	for c := range n {
		if rng == nil || rng.IntN(n) < most {
			f(c)
		}
	}
}

// divisors calls f with the divisors of n from low on that are less than n.
func divisors(n, low int, f func(d int)) {
	for d := low; d < n; d++ {
		if n%d == 0 {
			f(d)
		}
	}
}

var families = []family{
	{"identity", one, func(_ *rand.Rand, n int, f func([]int)) { f(lanes(n, func(i int) int { return i })) }},
	{"reverse", one, func(_ *rand.Rand, n int, f func([]int)) { f(lanes(n, func(i int) int { return n - 1 - i })) }},
	{"concat", two, func(_ *rand.Rand, n int, f func([]int)) {
		if 2*n <= 64 {
			f(lanes(2*n, func(i int) int { return i }))
		}
	}},
	{"rotate", one, func(_ *rand.Rand, n int, f func([]int)) { // differences of 1, and a single 1-n
		for k := 1; k < n; k++ {
			f(lanes(n, func(i int) int { return (i + k) % n }))
		}
	}},
	{"rotate-two", two, func(_ *rand.Rand, n int, f func([]int)) { // "n is the vector (or double vector) size"
		for k := 1; k < 2*n; k++ {
			if k != n {
				f(lanes(n, func(i int) int { return (i + k) % (2 * n) }))
			}
		}
	}},
	{"splice", two, func(_ *rand.Rand, n int, f func([]int)) {
		for k := 1; k < n; k++ {
			f(lanes(n, func(i int) int { return i + k }))
		}
	}},
	{"shift-left", filled, func(_ *rand.Rand, n int, f func([]int)) {
		for k := 1; k < n; k++ {
			f(lanes(n, func(i int) int { return either(i < k, n, i-k) }))
		}
	}},
	{"shift-right", filled, func(_ *rand.Rand, n int, f func([]int)) {
		for k := 1; k < n; k++ {
			f(lanes(n, func(i int) int { return min(i+k, n) }))
		}
	}},
	{"zero-extend", zeroed, func(_ *rand.Rand, n int, f func([]int)) {
		divisors(2*n, 2, func(factor int) {
			if n%factor != 0 && factor != n {
				return
			}
			for start := 0; start+n/factor <= n; start++ {
				f(lanes(n, func(i int) int { return either(i%factor == 0, start+i/factor, n) }))
			}
		})
	}},
	{"zip", two, func(_ *rand.Rand, n int, f func([]int)) { // merge: "alternation n and 1-n"
		for half := 0; n%2 == 0 && half < 2; half++ {
			f(lanes(n, func(i int) int { return i%2*n + half*n/2 + i/2 }))
		}
	}},
	{"unzip", two, func(_ *rand.Rand, n int, f func([]int)) { // pack: "a constant pattern difference of 2"
		for stride := 2; stride <= n; stride *= 2 {
			for offset := range stride {
				if n%stride == 0 {
					f(lanes(2*n/stride, func(i int) int { return stride*i + offset }))
				}
			}
		}
	}},
	{"unzip", one, func(_ *rand.Rand, n int, f func([]int)) {
		divisors(n, 2, func(stride int) {
			for offset := range stride {
				f(lanes(n/stride, func(i int) int { return stride*i + offset }))
			}
		})
	}},
	{"truncate", one, func(_ *rand.Rand, n int, f func([]int)) {
		divisors(n, 2, func(stride int) { f(lanes(n/stride, func(i int) int { return stride * i })) })
	}},
	{"blend", two, func(rng *rand.Rand, n int, f func([]int)) { // "either i or n + i"
		properSubsets(rng, n, func(has []bool) { f(lanes(n, func(i int) int { return i + either(has[i], n, 0) })) })
	}},
	{"clear", zeroed, func(rng *rand.Rand, n int, f func([]int)) {
		properSubsets(rng, n, func(has []bool) { f(lanes(n, func(i int) int { return either(has[i], i, n) })) })
	}},
	{"parallel-extract", zeroed, func(rng *rand.Rand, n int, f func([]int)) { // increasing selectors, then zero selectors
		properSubsets(rng, n, func(has []bool) {
			var sel []int
			for i, keep := range has {
				if keep {
					sel = append(sel, i)
				}
			}
			for len(sel) < n {
				sel = append(sel, n)
			}
			f(sel)
		})
	}},
	{"parallel-deposit", zeroed, func(rng *rand.Rand, n int, f func([]int)) { // consecutive selectors, interspersed with zero selectors
		properSubsets(rng, n, func(has []bool) {
			next := -1
			f(lanes(n, func(i int) int {
				if has[i] {
					next++
					return next
				}
				return n
			}))
		})
	}},
	{"insert-element", two, func(rng *rand.Rand, n int, f func([]int)) {
		sample(rng, 2*n*n, 24, func(c int) {
			if at, from := c/2/n, c%(2*n); at != from {
				f(lanes(n, func(i int) int { return either(i == at, from, i) }))
			}
		})
	}},
	{"insert-subvector", two, func(rng *rand.Rand, n int, f func([]int)) {
		sample(rng, n*n, 24, func(c int) {
			if length, at := 1+c/n, c%n; length < n && at+length <= n {
				f(lanes(n, func(i int) int { return either(i >= at && i < at+length, n+i-at, i) }))
			}
		})
	}},
	{"extract-subvector", one, func(rng *rand.Rand, n int, f func([]int)) {
		sample(rng, n*n, 16, func(c int) {
			if length, at := 2+c/n, c%n; length < n && at+length <= n {
				f(lanes(length, func(i int) int { return at + i }))
			}
		})
	}},
	{"extract-element", one, func(_ *rand.Rand, n int, f func([]int)) {
		for k := range n {
			f([]int{k})
		}
	}},
	{"broadcast", one, func(_ *rand.Rand, n int, f func([]int)) {
		for k := range n {
			f(lanes(n, func(int) int { return k }))
		}
	}},
	{"replicate", one, func(_ *rand.Rand, n int, f func([]int)) {
		divisors(n, 2, func(factor int) {
			for start := 0; start+n/factor <= n; start++ {
				f(lanes(n, func(i int) int { return start + i/factor }))
			}
		})
	}},
	{"transpose", two, func(_ *rand.Rand, n int, f func([]int)) {
		for odd := 0; n%2 == 0 && odd < 2; odd++ {
			f(lanes(n, func(i int) int { return i - i%2 + odd + i%2*n }))
		}
	}},
	{"duplicate", one, func(_ *rand.Rand, n int, f func([]int)) {
		for odd := 0; n%2 == 0 && odd < 2; odd++ {
			f(lanes(n, func(i int) int { return i - i%2 + odd }))
		}
	}},
	{"concat-halves", two, func(_ *rand.Rand, n int, f func([]int)) {
		for of := 0; n%2 == 0 && of < 4; of++ {
			f(lanes(n, func(i int) int { return either(i < n/2, of%2*n/2+i, n+of/2*n/2+i-n/2) }))
		}
	}},
	{"reverse-groups", one, func(_ *rand.Rand, n int, f func([]int)) {
		divisors(n, 2, func(g int) { f(lanes(n, func(i int) int { return i/g*g + g - 1 - i%g })) })
	}},
	{"rotate-groups", one, func(_ *rand.Rand, n int, f func([]int)) {
		divisors(n, 2, func(g int) {
			for k := 1; k < g; k++ {
				f(lanes(n, func(i int) int { return i/g*g + (i%g+k)%g }))
			}
		})
	}},
	{"shift-groups", zeroed, func(_ *rand.Rand, n int, f func([]int)) {
		divisors(n, 2, func(g int) {
			for k := 1; k < g; k++ {
				f(lanes(n, func(i int) int { return either(i%g+k < g, i+k, n) }))
				f(lanes(n, func(i int) int { return either(i%g >= k, i-k, n) }))
			}
		})
	}},
	{"xor-swap", one, func(_ *rand.Rand, n int, f func([]int)) {
		for c := 1; n&(n-1) == 0 && c < n; c++ {
			f(lanes(n, func(i int) int { return i ^ c }))
		}
	}},
	{"interleave", one, func(_ *rand.Rand, n int, f func([]int)) {
		divisors(n, 2, func(k int) { f(lanes(n, func(i int) int { return i%k*(n/k) + i/k })) })
	}},
	{"deinterleave", one, func(_ *rand.Rand, n int, f func([]int)) {
		divisors(n, 2, func(k int) { f(lanes(n, func(i int) int { return i%(n/k)*k + i/(n/k) })) })
	}},
}

// kinds is what the operands of a family's masks may be, v1 and v2.
func (r reads) kinds() [][2]shufflevector.Kind {
	const v, c, s, zero, undef = shufflevector.Variable, shufflevector.NonSplat, shufflevector.Splat, shufflevector.ZeroSplat, shufflevector.UndefVector
	switch r {
	case one:
		return [][2]shufflevector.Kind{{v, v}, {v, undef}, {c, undef}}
	case two:
		return [][2]shufflevector.Kind{{v, v}, {v, zero}, {zero, v}, {v, s}, {s, v}, {v, c}, {c, c}, {s, zero}, {s, s}}
	case filled:
		return [][2]shufflevector.Kind{{v, zero}, {v, s}, {c, zero}}
	}
	return [][2]shufflevector.Kind{{v, zero}, {c, zero}}
}

// value is what a selector reads, as a symbol: the same one for all lanes of an operand that is the same in all. Two splats are two values.
func value(t, n int, kind [2]shufflevector.Kind) string {
	if t == z {
		return "0"
	}
	switch k := t / n; kind[k] {
	case shufflevector.ZeroSplat:
		return "0"
	case shufflevector.Splat:
		return fmt.Sprintf("splat of v%d", k+1)
	default:
		return fmt.Sprintf("v%d[%d]", k+1, t%n)
	}
}

// A mask of a family has its name, whichever operand comes first and whatever lanes are undefined, and each name that is given computes what the mask does, from
// the operands in the order that is said.
func TestFamiliesAreNamed(t *testing.T) {
	rng := chance.Random(t, 11)
	masks, missing := 0, 0
	perFamily := map[string]int{}
	var r shufflevector.Recogniser
	longest, least := 64, 600
	if testing.Short() {
		longest, least = 16, 60
	}
	for n := 2; n <= longest; n++ {
		for _, f := range families {
			f.masks(rng, n, func(sel []int) {
				for c, kind := range f.reads.kinds() {
					if n > 20 && (c+n+masks)%4 != 0 {
						continue // of long vectors some: the short ones leave nothing out
					}
					for order := range 2 {
						if order == 1 {
							sel, kind = commuted(sel, n), [2]shufflevector.Kind{kind[1], kind[0]}
						}
						try := withUndefined(rng, sel, masks%3)
						if !readsSomething(try, n, kind) {
							continue
						}
						masks++
						perFamily[f.name]++
						if !namedSo(t, &r, f.name, try, n, kind) {
							missing++
						}
					}
					sel = commuted(sel, n)
				}
			})
		}
	}
	t.Logf("%d masks, %d without their name", masks, missing)
	if masks < least*longest {
		t.Errorf("only %d masks", masks)
	}
	for _, f := range families {
		if perFamily[f.name] < least/10 {
			t.Errorf("only %d masks of %s", perFamily[f.name], f.name)
		}
	}
}

func commuted(sel []int, n int) []int {
	return lanes(len(sel), func(i int) int { return (sel[i] + n) % (2 * n) })
}

// withUndefined is the mask with about some of its lanes undefined: 0 none, 1 a quarter, 2 a half.
func withUndefined(rng *rand.Rand, sel []int, some int) []int {
	sel = slices.Clone(sel)
	for i := range sel {
		if rng.IntN(4) < some {
			sel[i] = u
		}
	}
	return sel
}

// readsSomething says whether any lane is one of a variable, or of one of two constants that are read: other masks make a constant and move nothing.
func readsSomething(sel []int, n int, kind [2]shufflevector.Kind) bool {
	var read [2]bool
	for _, s := range sel {
		if s >= 0 {
			read[s/n] = true
		}
	}
	moves := func(k int) bool { return read[k] && kind[k] <= shufflevector.NonSplat }
	return moves(0) || moves(1) || read[0] && read[1] && kind != [2]shufflevector.Kind{shufflevector.ZeroSplat, shufflevector.ZeroSplat}
}

// namedSo recognises a mask and checks all that is said of it; it is true if the name is among it.
func namedSo(t *testing.T, r *shufflevector.Recogniser, name string, sel []int, n int, kind [2]shufflevector.Kind) (found bool) {
	t.Helper()
	f := mustMask(t, n, sel...).Order(kind[0], kind[1])
	for _, m := range r.Patterns(&f, 0) {
		found = found || m.Pattern.Name == name
		if m.Pattern.Name == "zero" {
			continue
		}
		p, ok := m.Pattern.Generate(m.Shape, m.Args)
		if !ok {
			t.Fatalf("<%d> %v over %v: there is no %s", n, sel, kind, m.Text(8))
		}
		given := kind
		pattern := spreadOut(p, m.Group, m.Lanes)
		if m.Exchanged {
			given = [2]shufflevector.Kind{kind[1], kind[0]}
		}
		fill := "0"
		if given[1] == shufflevector.Splat && !m.Pattern.NeedsZero() {
			fill = value(n, n, given)
		}
		for i, s := range sel {
			if s == u {
				continue
			}
			if pattern[i] == u {
				t.Fatalf("<%d> %v over %v: lane %d of %s is undefined", n, sel, kind, i, m.Text(8))
			}
			want := fill
			if pattern[i] != z {
				back := pattern[i]
				if m.Exchanged {
					back = (back + n) % (2 * n)
				}
				want = value(back, n, kind)
			} else if fill != "0" {
				want = value(either(m.Exchanged, 0, n), n, kind)
			}
			if got := value(s, n, kind); got != want {
				t.Fatalf("<%d> %v over %v is no %s, exchanged %v: lane %d is %s, not %s", n, sel, kind, m.Text(8), m.Exchanged, i, got, want)
			}
		}
	}
	if !found {
		t.Errorf("<%d> %v over %v is not called %s: %v", n, sel, kind, name, texts(r.Patterns(&f, 0)))
	}
	return found
}

// A mask of LLVM's tests that agrees with a mask of a family, over the operands as they are or exchanged, has the family's name.
func TestFamiliesOfLLVMMasks(t *testing.T) {
	rows, named, missing := 0, 0, 0
	var r shufflevector.Recogniser
	for _, row := range llvmTestMasks(t) {
		n := atoi(row.n)
		kind := [2]shufflevector.Kind{kindOf(row.op[0]), kindOf(row.op[1])}
		sel := make([]int, len(row.sel))
		for i, text := range row.sel {
			if sel[i] = u; text != "u" {
				if sel[i] = atoi(text); kind[sel[i]/n] == shufflevector.UndefVector {
					sel[i] = u
				}
			}
		}
		if n < 2 || n > 64 || len(sel) > 64 || !readsSomething(sel, n, kind) {
			continue
		}
		rows++
		some := false
		for _, f := range families {
			if is := f.has(sel, n, kind); is {
				some = true
				if !namedSo(t, &r, f.name, sel, n, kind) {
					missing++
				}
			}
		}
		if some {
			named++
		}
	}
	t.Logf("%d masks, %d of them of some family, %d names missing", rows, named, missing)
	if named < 700 {
		t.Errorf("only %d masks are of some family", named)
	}
}

func kindOf(word string) shufflevector.Kind {
	switch word {
	case "var":
		return shufflevector.Variable
	case "zero":
		return shufflevector.ZeroSplat
	case "undef":
		return shufflevector.UndefVector
	}
	return shufflevector.NonSplat
}

// has says whether a mask agrees with one of the family, by trying them all.
func (f family) has(sel []int, n int, kind [2]shufflevector.Kind) (is bool) {
	var rng *rand.Rand
	if n > 8 {
		rng = rand.New(rand.NewPCG(1, uint64(n))) // some of the very many
	}
	f.masks(rng, n, func(pattern []int) {
		if is || len(pattern) != len(sel) {
			return
		}
		for order := range 2 {
			if order == 1 {
				pattern = commuted(pattern, n)
			}
			agree := f.reads <= two || kind[1-order] == shufflevector.ZeroSplat
			for i, s := range sel {
				agree = agree && (s == u || value(s, n, kind) == value(pattern[i], n, kind))
			}
			is = is || agree
		}
	})
	return is
}

// spreadOut is the selectors of a mask whose lanes are groups of lanes and which stands in each of several lanes.
func spreadOut(p shufflevector.Mask, group, count int) []int {
	n, each := p.N()*group, p.Len()*group // lanes of an operand, and of the result, within one of the lanes
	return lanes(each*count, func(i int) int {
		t := p.At(i % each / group)
		if t < 0 {
			return t
		}
		return t/p.N()*n*count + i/each*n + t%p.N()*group + i%group
	})
}

// The shuffle within blocks of two splats is what the mask does, though no lane of either is told from its neighbours.
func TestBlocksOfSplats(t *testing.T) {
	seen := map[string]int{}
	for _, kind := range [][2]shufflevector.Kind{{shufflevector.Splat, shufflevector.ZeroSplat}, {shufflevector.Splat, shufflevector.Splat}, {shufflevector.ZeroSplat, shufflevector.Splat}} {
		eachMask(4, 4, u, func(sel []int) {
			f := mustMask(t, 4, sel...).Order(kind[0], kind[1])
			if !readsSomething(sel, 4, kind) {
				return
			}
			for _, m := range f.AppendPatterns(nil, 32) {
				inner := f.Inner(m, 32)
				if inner == nil || m.Group > 1 || m.Lanes > 1 {
					continue
				}
				seen[m.Pattern.Name]++
				p, ok := m.Pattern.Generate(m.Shape, m.Args, inner...)
				if m.Exchanged {
					p = p.Commute()
				}
				for i, s := range sel {
					if s != u && (!ok || value(s, 4, kind) != value(p.At(i), 4, kind)) {
						t.Fatalf("%v over %v: %s of %v is %v", sel, kind, m.Text(32), inner, p)
					}
				}
			}
		})
	}
	for _, name := range []string{"permute-blocks", "in-lane-repeated", "in-lane"} {
		if seen[name] < 100 {
			t.Errorf("%s was seen %d times", name, seen[name])
		}
	}
}
