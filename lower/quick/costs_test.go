package quick

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

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

var update = flag.Bool("update", false, "write what decisions cost to "+costsPath)

const costsPath = "testdata/costs.txt"

// costsOf is how many maps of each shape have their costs written down.
const costsOf = 24

// What was decided once never becomes dearer: costs of fixed maps of every target and shape, without and with lanes that nobody cares about and zeros.
func TestNothingIsDearer(t *testing.T) {
	now := map[string][]int{}
	var shapes []string
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors {
			continue
		}
		e, r := New(tg), rand.New(rand.NewPCG(31, 32))
		for _, total := range tg.Bits {
			for _, bits := range [...]int{8, 16, 32, 64} {
				for sources := 1; sources <= 2; sources++ {
					shape := fmt.Sprintf("%s i%dx%d %d", tg.Name, bits, total/bits, sources)
					shapes = append(shapes, shape)
					for k := range costsOf {
						m := randomMap(r, bits, total/bits, sources, k%3%2*3, k%3/2*3)
						now[shape] = append(now[shape], e.costs(&m))
					}
				}
			}
		}
	}
	if *update {
		writeCosts(t, shapes, now)
		return
	}
	before := readCosts(t)
	if !slices.Equal(slices.Sorted(maps.Keys(before)), slices.Sorted(slices.Values(shapes))) {
		t.Fatalf("%s has other shapes: go test ./lower/quick -run NothingIsDearer -update", costsPath)
	}
	for _, shape := range shapes {
		for k, cost := range now[shape] {
			if cost > before[shape][k] {
				t.Errorf("%s: map %d costs %d, and cost %d", shape, k, cost, before[shape][k])
			}
		}
	}
}

// costs is what a map costs, or very much if nothing is decided.
func (e *Engine) costs(m *lane.Map) int {
	var q Program
	if !e.Decide(&q, m, balanced) {
		return 1 << 10
	}
	return q.Cost(balanced.Weights)
}

func readCosts(t *testing.T) map[string][]int {
	t.Helper()
	text, err := os.ReadFile(costsPath)
	if err != nil {
		t.Fatal(err)
	}
	costs := map[string][]int{}
	for line := range strings.Lines(string(text)) {
		shape, list, _ := strings.Cut(line, ":")
		for field := range strings.FieldsSeq(list) {
			n, err := strconv.Atoi(field)
			if err != nil {
				t.Fatalf("%s: %v", costsPath, err)
			}
			costs[shape] = append(costs[shape], n)
		}
		if len(costs[shape]) != costsOf {
			t.Fatalf("%s: %s has %d costs, want %d", costsPath, shape, len(costs[shape]), costsOf)
		}
	}
	return costs
}

func writeCosts(t *testing.T, shapes []string, costs map[string][]int) {
	t.Helper()
	var b strings.Builder
	for _, shape := range shapes {
		fmt.Fprintf(&b, "%s: %s\n", shape, strings.Trim(fmt.Sprint(costs[shape]), "[]"))
	}
	if err := os.WriteFile(costsPath, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}
