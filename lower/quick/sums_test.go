package quick

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/target"
)

const sumsPath = "testdata/sums.txt"

// sumsOf is over how many maps a sum goes.
const sumsOf = 3

// undecided is what a map counts for which nothing is decided, where no constant may be loaded.
const undecided = 1 << 32

// What is decided for other costs than the default, and of three sources, becomes no dearer either: the sums over fixed maps of every target and shape, for the fewest ops and without constants too.
func TestSumsAreNoDearer(t *testing.T) {
	said := [len(costs)]string{"balanced", "ops", "without constants"}
	before := readSums(t)
	var b strings.Builder
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors {
			continue
		}
		e, r := New(tg), rand.New(rand.NewPCG(33, 34))
		for _, total := range tg.Bits {
			for _, bits := range [...]int{8, 16, 32, 64} {
				for sources := 1; sources <= 3; sources++ {
					var sums [len(costs)]int
					for k := range sumsOf {
						m := randomMap(r, bits, total/bits, sources, k%3%2*3, k%3/2*3)
						for by, o := range costs {
							if slow(o, sources, total) {
								continue
							}
							var q Program
							if e.Decide(&q, &m, o) {
								sums[by] += q.Cost(o.Weights)
							} else {
								sums[by] += undecided
							}
						}
					}
					for by, sum := range sums {
						if slow(costs[by], sources, total) {
							continue
						}
						shape := fmt.Sprintf("%s i%dx%d %d %s", tg.Name, bits, total/bits, sources, said[by])
						fmt.Fprintf(&b, "%s: %d\n", shape, sum)
						if was, known := before[shape]; !*update && (!known || sum > was) {
							t.Errorf("%s: %d maps cost %d together, and cost %d: if that is wanted, go test ./lower/quick -run SumsAreNoDearer -update", shape, sumsOf, sum, was)
						}
					}
				}
			}
		}
	}
	if *update {
		if err := os.WriteFile(sumsPath, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if lines := strings.Count(b.String(), "\n"); lines != len(before) {
		t.Errorf("%s has %d sums, want %d", sumsPath, len(before), lines)
	}
}

// slow says whether a map of so many bits takes so long that it is not asked for here.
func slow(o Options, sources, total int) bool { return o.Constants == 0 && sources == 3 && total > 128 }

func readSums(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile(sumsPath)
	if err != nil && !*update {
		t.Fatal(err)
	}
	sums := map[string]int{}
	for line := range strings.Lines(string(text)) {
		shape, number, _ := strings.Cut(strings.TrimSpace(line), ": ")
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatalf("%s: %v", sumsPath, err)
		}
		sums[shape] = n
	}
	return sums
}
