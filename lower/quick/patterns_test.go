package quick

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

const patternsPath = "testdata/patterns.txt"

// patternsOf is over how many maps of each pattern a sum goes where registers have 512 bits; of shorter ones, which take less time, it is over more.
const patternsOf = 5

// Strategies are for maps in which lanes stand in some order, of which lanes by chance have little: of those hardly one is won by most strategies. A pattern is such an order, and has for each lane of n one of so many sources.
var patterns = [...]struct {
	name string
	lane func(r *rand.Rand, n, sources int) func(i int) lane.Lane
}{
	{"few", func(r *rand.Rand, n, sources int) func(int) lane.Lane {
		return func(int) lane.Lane {
			if r.IntN(4) > 0 {
				return lane.Lane{}
			}
			return lane.From(r.IntN(sources), r.IntN(n))
		}
	}},
	{"kept", func(r *rand.Rand, n, sources int) func(int) lane.Lane { // most lanes stay where they are
		return func(i int) lane.Lane {
			if r.IntN(4) == 0 {
				i = r.IntN(n)
			}
			return lane.From(r.IntN(sources), i)
		}
	}},
	{"near", func(r *rand.Rand, n, sources int) func(int) lane.Lane { // of the same quarter, or of the one beside it
		of, k := max(n/4, 1), r.IntN(2)
		return func(i int) lane.Lane {
			return lane.From(r.IntN(sources), (i/of+r.IntN(k+1))*of%n+r.IntN(of))
		}
	}},
	{"units", func(r *rand.Rand, n, sources int) func(int) lane.Lane { // whole units, and one order within all
		of := min(2<<r.IntN(3), n)
		inside, units := r.Perm(of), make([]int, n/of)
		for k := range units {
			units[k] = r.IntN(sources * n / of)
		}
		return func(i int) lane.Lane {
			at := units[i/of]*of + inside[i%of]
			return lane.From(at/n, at%n)
		}
	}},
	{"runs", func(r *rand.Rand, n, sources int) func(int) lane.Lane { // lanes one behind another, from here and there on
		at := r.IntN(sources * n)
		return func(int) lane.Lane {
			if at++; r.IntN(5) == 0 {
				at = r.IntN(sources * n)
			}
			at %= sources * n
			return lane.From(at/n, at%n)
		}
	}},
	{"strides", func(r *rand.Rand, n, sources int) func(int) lane.Lane { // every second, third or fourth lane, or some of those by chance
		stride, first, shuffled := 2+r.IntN(3), r.IntN(4), r.IntN(2) == 0
		return func(i int) lane.Lane {
			if shuffled {
				i = r.IntN(n)
			}
			at := (first + i*stride) % (sources * n)
			return lane.From(at/n, at%n)
		}
	}},
	{"turns", func(r *rand.Rand, n, sources int) func(int) lane.Lane { // sources in turn, each from a lane of its own on, upwards or downwards
		first, down := [...]int{r.IntN(n), r.IntN(n), r.IntN(n)}, r.IntN(2) == 0
		return func(i int) lane.Lane {
			k, at := i%(sources+1), i/(sources+1)
			if down {
				at = n - 1 - at
			}
			if k == sources {
				return lane.Zero()
			}
			return lane.From(k, (first[k]+at)%n)
		}
	}},
	{"zeros", func(r *rand.Rand, n, sources int) func(int) lane.Lane { // shifted, with zeros where lanes come from nowhere, and a few lanes elsewhere
		by, k := r.IntN(2*n-1)-n+1, r.IntN(sources)
		return func(i int) lane.Lane {
			switch from := i + by; {
			case r.IntN(8) == 0:
				return lane.From(r.IntN(sources), r.IntN(n))
			case from < 0 || from >= n:
				return lane.Zero()
			default:
				return lane.From(k, from)
			}
		}
	}},
	{"again", func(r *rand.Rand, n, sources int) func(int) lane.Lane { // three lanes again and again
		of := [...]lane.Lane{lane.From(r.IntN(sources), r.IntN(n)), lane.From(r.IntN(sources), r.IntN(n)), lane.From(r.IntN(sources), r.IntN(n)), {}}
		return func(int) lane.Lane { return of[r.IntN(len(of))] }
	}},
	{"halves", func(r *rand.Rand, n, sources int) func(int) lane.Lane { // each half of the lanes of one half of a source
		from := [2]lane.Lane{lane.From(r.IntN(sources), r.IntN(2)*n/2), lane.From(r.IntN(sources), r.IntN(2)*n/2)}
		return func(i int) lane.Lane {
			l := from[2*i/n]
			l.Index += r.IntN(max(n/2, 1))
			return l
		}
	}},
}

// Maps in some order become no dearer, and no more rows are tried for them: sums over maps of each pattern, for every target and shape. What becomes cheaper is written down as well, so that it is held from then on.
func TestPatternsAreNoDearer(t *testing.T) {
	now := map[string][]int{}
	var shapes []string
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors {
			continue
		}
		e, r := New(tg), rand.New(rand.NewPCG(35, 36))
		for _, total := range tg.Bits {
			for _, bits := range [...]int{8, 16, 32} {
				for sources := 1; sources <= 3; sources++ {
					shape := fmt.Sprintf("%s i%dx%d %d", tg.Name, bits, total/bits, sources)
					shapes = append(shapes, shape)
					now[shape] = e.patternSums(r, bits, total/bits, sources)
				}
			}
		}
	}
	if *update {
		var b strings.Builder
		for _, shape := range shapes {
			fmt.Fprintf(&b, "%s: %s\n", shape, strings.Trim(fmt.Sprint(now[shape]), "[]"))
		}
		if err := os.WriteFile(patternsPath, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	before := readPatterns(t)
	if !slices.Equal(slices.Sorted(maps.Keys(before)), slices.Sorted(slices.Values(shapes))) {
		t.Fatalf("%s has other shapes: go test ./lower/quick -run PatternsAreNoDearer -update", patternsPath)
	}
	for _, shape := range shapes {
		for k, p := range patterns {
			if sum, was := now[shape][k], before[shape][k]; sum != was {
				t.Errorf("%s, %s: maps cost %d together, and cost %d: if it is less, or wanted, go test ./lower/quick -run PatternsAreNoDearer -update", shape, p.name, sum, was)
			}
		}
		if tried, was := now[shape][len(patterns)], before[shape][len(patterns)]; tried != was {
			t.Errorf("%s: %d rows are tried, and were %d: if it is fewer, or wanted, go test ./lower/quick -run PatternsAreNoDearer -update", shape, tried, was)
		}
	}
}

// patternSums are what maps of each pattern cost together, by default, and for the fewest ops or without constants, and how many rows are tried for all.
func (e *Engine) patternSums(r *rand.Rand, bits, n, sources int) []int {
	sums := make([]int, len(patterns)+1)
	for k, p := range patterns {
		for j := range patternsOf * 512 / (bits * n) {
			m := patterned(p.lane, r, bits, n, sources)
			for _, o := range [...]Options{balanced, costs[1+j%2]} {
				if o.Constants == 0 && (sources > 2 || bits*n > 128) {
					continue
				}
				var q Program
				if e.Decide(&q, &m, o) {
					sums[k] += q.Cost(balanced.Weights)
				} else {
					sums[k] += 1 << 10
				}
				sums[len(patterns)] += q.tried
			}
		}
	}
	return sums
}

// patterned is a map of a pattern, of which some lanes may be anything, or are zeros, in half of all.
func patterned(pattern func(r *rand.Rand, n, sources int) func(i int) lane.Lane, r *rand.Rand, bits, n, sources int) lane.Map {
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, n)}
	for range sources {
		m.Src = append(m.Src, n)
	}
	of, kind := pattern(r, n, sources), r.IntN(4)
	for i := range m.Lane {
		if m.Lane[i] = of(i); kind > 1 && r.IntN(4) == 0 {
			m.Lane[i] = [...]lane.Lane{{}, lane.Zero()}[kind-2]
		}
	}
	return m
}

// What is decided for maps in some order is what was asked, for each of the costs.
func TestPatternsAreRight(t *testing.T) {
	r := chance.Random(t, 4)
	asked := 0
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors {
			continue
		}
		e := New(tg)
		for _, total := range tg.Bits {
			for _, bits := range [...]int{8, 16, 32} {
				for _, p := range patterns {
					asked++
					sources, o := 1+r.IntN(3), costs[r.IntN(len(costs))]
					if testing.Short() && r.IntN(4) > 0 || slow(o, sources+1, total) {
						continue
					}
					m := patterned(p.lane, r, bits, total/bits, sources)
					e.decidesRight(t, tg.Name, &m, o)
				}
			}
		}
	}
	if asked == 0 {
		t.Error("nothing was asked")
	}
}

func readPatterns(t *testing.T) map[string][]int {
	t.Helper()
	text, err := os.ReadFile(patternsPath)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string][]int{}
	for line := range strings.Lines(string(text)) {
		shape, list, _ := strings.Cut(line, ":")
		for field := range strings.FieldsSeq(list) {
			n, err := strconv.Atoi(field)
			if err != nil {
				t.Fatalf("%s: %v", patternsPath, err)
			}
			sums[shape] = append(sums[shape], n)
		}
		if len(sums[shape]) != len(patterns)+1 {
			t.Fatalf("%s: %s has %d sums, want %d", patternsPath, shape, len(sums[shape]), len(patterns)+1)
		}
	}
	return sums
}
