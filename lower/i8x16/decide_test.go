package i8x16

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// random are selectors by chance: of lanes of 1 to 8 bytes, of one vector or two, some nearly in a row, some with bytes that nobody cares about.
func random(r *rand.Rand) (s [16]uint8) {
	unit, vectors, step := 1<<r.IntN(4), 1+r.IntN(2), r.IntN(4)
	if r.IntN(3) == 0 {
		unit = 1
	}
	undefined := r.IntN(3) * r.IntN(3)
	first, second := r.IntN(32/unit), r.IntN(2)*16*(2-vectors)
	for i := range 16 / unit {
		from := r.IntN(16 / unit * vectors)
		if step > 0 && r.IntN(8) > 0 {
			from = (first + step*i) % (16 / unit * vectors)
		}
		for j := range unit {
			if s[i*unit+j] = uint8(from*unit+j) | uint8(second); r.IntN(10) < undefined {
				s[i*unit+j] = Any
			}
		}
	}
	return s
}

// corpus are the masks of LLVM's tests, and of the samples beside them, that shuffle 128 bits.
func corpus(t testing.TB) (list [][16]uint8) {
	t.Helper()
	const path = "../../../shared/corpus/shuffle/"
	read := func(file string, mask func(fields []string) (string, int)) {
		text, err := os.ReadFile(path + file)
		if os.IsNotExist(err) {
			t.Skip("no shared cases: " + path + file)
		}
		for _, line := range strings.Split(string(text), "\n") {
			fields := strings.Split(line, "\t")
			if strings.HasPrefix(line, "#") || len(fields) < 5 {
				continue
			}
			if m, n := mask(fields); n > 0 {
				if s, ok := parse(m, n); ok {
					list = append(list, s)
				}
			}
		}
	}
	read("llvm_test_masks.tsv", func(f []string) (string, int) {
		size := map[string]int{"i8": 8, "i16": 16, "half": 16, "bfloat": 16, "i32": 32, "float": 32, "i64": 64, "double": 64, "ptr": 64}[f[2]]
		if n, _ := strconv.Atoi(f[1]); f[0] != f[1] || n*size != 128 {
			return "", 0
		}
		return f[5], size / 8
	})
	read("llc22_16xi8_r2_ssse3_sample.tsv", func(f []string) (string, int) { return f[0], 1 })
	read("llc22_8xi16_r2_sse41_sample.tsv", func(f []string) (string, int) { return f[0], 2 })
	return list
}

// parse reads a mask of lanes of so many bytes.
func parse(text string, bytes int) (s [16]uint8, ok bool) {
	lanes := strings.Split(text, ",")
	if len(lanes)*bytes != 16 {
		return s, false
	}
	for i, l := range lanes {
		n, err := strconv.Atoi(l)
		for j := range bytes {
			if s[i*bytes+j] = uint8(n*bytes + j); err != nil {
				s[i*bytes+j] = Any
			}
		}
	}
	return s, true
}

// decided is what an engine decides, which is what was asked.
func decided(t testing.TB, e *Engine, selectors *[16]uint8, constant int) (p Program) {
	t.Helper()
	if !e.Decide(&p, selectors, constant) {
		t.Fatalf("%s: %v is not decided", targets[e.level], selectors)
	}
	got := value(t, e.level, &p)
	if v, err := lane.Compare(got, asMap(selectors)); err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
		t.Fatalf("%s: %v: %+v makes %v", targets[e.level], selectors, p, got)
	}
	return p
}

// What is decided is what was asked, whatever a constant costs, and dearer constants are never more.
func TestDecidesRight(t *testing.T) {
	r := chance.Random(t, 0)
	for _, l := range levels() {
		e := New(l)
		for range 2000 {
			s := random(r)
			before := mostConstants
			for constant := range 4 {
				p := decided(t, e, &s, constant)
				if k := len(p.Constants()); k > before {
					t.Fatalf("%s: %v: %d constants, and %d where they are cheaper", targets[l], s, k, before)
				} else {
					before = k
				}
			}
		}
	}
}

// What is decided costs about what package quick finds, which knows more rows and more ways and takes thirty times as long; a constant costs two ops.
func TestCosts(t *testing.T) {
	r := chance.Random(t, 1)
	masks := corpus(t)
	for range 300 {
		masks = append(masks, random(r))
	}
	for _, l := range levels() {
		tg, _ := target.Find(targets[l])
		e, q := New(l), quick.New(tg)
		ours, quicks, dearer, cheaper := 0, 0, 0, 0
		for k := range masks {
			p, m := decided(t, e, &masks[k], 2), asMap(&masks[k])
			var program quick.Program
			weights := quick.Weights{Op: 1, Constant: 2}
			if !q.Decide(&program, &m, quick.Options{Weights: weights, Constants: 4}) {
				t.Fatalf("quick does not decide %v", masks[k])
			}
			here, there := len(p.Ops())+2*len(p.Constants()), program.Cost(weights)
			ours, quicks = ours+here, quicks+there
			switch {
			case here > there:
				dearer++
			case here < there:
				cheaper++
			}
		}
		n := float64(len(masks))
		t.Logf("%s: %d masks cost %.3f, and %.3f by quick; %d more, %d less", targets[l], len(masks), float64(ours)/n, float64(quicks)/n, dearer, cheaper)
		if ours*100 > quicks*105 {
			t.Errorf("%s: %d and %d is more than a twentieth dearer", targets[l], ours, quicks)
		}
	}
}

// byBytes are selectors of both vectors, each by chance.
func byBytes(r *rand.Rand) (s [16]uint8) {
	for i := range s {
		s[i] = uint8(r.IntN(32))
	}
	return s
}

// How long a decision takes in the mean of a list: of the fastest of many passes through it, as what else the machine does is not the decision's.
func BenchmarkDecide(b *testing.B) {
	lists := map[string][][16]uint8{"corpus": corpus(b)}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		lists["random"] = append(lists["random"], byBytes(r))
		lists["various"] = append(lists["various"], random(r))
	}
	for _, l := range levels() {
		e := New(l)
		for _, name := range [...]string{"corpus", "random", "various"} {
			b.Run(targets[l]+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				var p Program
				best := time.Hour
				for b.Loop() {
					start := time.Now()
					for k := range lists[name] {
						e.Decide(&p, &lists[name][k], 2)
					}
					best = min(best, time.Since(start))
				}
				b.ReportMetric(float64(best.Nanoseconds())/float64(len(lists[name])), "ns/mask")
			})
		}
	}
}

// How long a decision takes of which nothing is in a cache, as it is in a compiler that has done something else: the middle one.
func BenchmarkCold(b *testing.B) {
	r, other := rand.New(rand.NewPCG(3, 4)), make([]uint64, 8<<20)
	for _, l := range levels() {
		e := New(l)
		b.Run(targets[l], func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				for i := range other {
					other[i]++
				}
				s := random(r)
				var p Program
				start := time.Now()
				e.Decide(&p, &s, 2)
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "ns/mask")
		})
	}
}
