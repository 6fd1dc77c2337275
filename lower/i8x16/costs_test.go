package i8x16

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what decisions cost to "+costsPath)

const costsPath = "testdata/costs.txt"

// costsOf is how many shuffles have their costs written down.
const costsOf = 600

// What was decided once never becomes dearer: costs of fixed shuffles at every level, with constants that cost nothing to three ops. All ways that the engine knows win some of them.
func TestNothingIsDearer(t *testing.T) {
	now := map[string]string{}
	var lines []string
	for _, l := range levels() {
		e := New(l)
		for constant := range 4 {
			line, r := fmt.Sprintf("%s %d", targets[l], constant), rand.New(rand.NewPCG(33, 34))
			var costs strings.Builder
			for k := range costsOf {
				s := random(r)
				if k%8 == 0 {
					s = byBytes(r)
				}
				p := decided(t, e, &s, constant)
				fmt.Fprintf(&costs, " %d", len(p.Ops())+constant*len(p.Constants()))
			}
			lines, now[line] = append(lines, line), costs.String()
		}
	}
	if *update {
		writeCosts(t, lines, now)
		return
	}
	before := readCosts(t)
	if len(before) != len(lines) {
		t.Fatalf("%s has %d lines, want %d: go test ./lower/i8x16 -run NothingIsDearer -update", costsPath, len(before), len(lines))
	}
	for _, line := range lines {
		was, is := strings.Fields(before[line]), strings.Fields(now[line])
		if len(was) != len(is) {
			t.Fatalf("%s has %d costs of %s, want %d: go test ./lower/i8x16 -run NothingIsDearer -update", costsPath, len(was), line, len(is))
		}
		for k := range is {
			a, _ := strconv.Atoi(was[k])
			if b, _ := strconv.Atoi(is[k]); b > a {
				t.Errorf("%s: shuffle %d costs %d, and cost %d", line, k, b, a)
			}
		}
	}
}

func readCosts(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(costsPath)
	if err != nil {
		t.Fatal(err)
	}
	costs := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, list, _ := strings.Cut(line, ":")
		costs[name] = list
	}
	return costs
}

func writeCosts(t *testing.T, lines []string, costs map[string]string) {
	t.Helper()
	var b strings.Builder
	for _, line := range lines {
		fmt.Fprintf(&b, "%s:%s\n", line, costs[line])
	}
	if err := os.WriteFile(costsPath, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}
