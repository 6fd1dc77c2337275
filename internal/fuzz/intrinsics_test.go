package fuzz_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/fuzz"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// Whoever reads intrinsics reads in each function what its step does.
func TestIntrinsicsAreRead(t *testing.T) {
	rng := chance.Random(t, 6)
	var l lower.Lowerer
	sizesOf := map[string][]int{"sse2": {16}, "ssse3": {16}, "avx2": {16, 32}, "avx512vbmi": {16, 32, 64}, "neon": {16}}
	all, lost := 0, 0
	for _, machine := range slices.Sorted(maps.Keys(sizesOf)) { // so that the seed says which maps each has
		sizes := sizesOf[machine]
		read, unread := 0, map[string]int{}
		for range 60 {
			p := fuzz.New(rng, sizes[rng.IntN(len(sizes))])
			for _, s := range p.StepFunctions(&l, machine) {
				if strings.Contains(s.Text, "return a;") {
					continue // it is its source, and no form
				}
				f, err := form.Parse(s.Text, form.Options{})
				if err != nil {
					unread[err.Error()]++
					continue
				}
				read++
				v, err := form.Compare(f, form.Form{Map: s.Map, Names: sourcesOf(f, s.Map)})
				if err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
					t.Errorf("%s: %v is read as %v: %v\n%s", machine, s.Map, f.Map, err, s.Text)
				}
			}
		}
		few := 0
		for why, n := range unread {
			few += n
			t.Logf("  %d %s", n, why)
		}
		if t.Logf("%s: %d are read, %d are not", machine, read, few); read < 50 || few > read/10 {
			t.Errorf("%s: of %d only %d are read", machine, read+few, read)
		}
		all, lost = all+read, lost+few
	}
	if lost > all/20 { // of one machine it is too few to tell: one in fifty is usual, and one in twenty was met
		t.Errorf("of %d only %d are read", all+lost, all)
	}
}

// sourcesOf are the names of a map's sources in the text.
func sourcesOf(f form.Form, m lane.Map) []string {
	if len(f.Names) >= len(m.Src) {
		return f.Names[:len(m.Src)]
	}
	return f.Names
}
