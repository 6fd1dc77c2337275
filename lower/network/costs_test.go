package network_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/target"
)

var update = flag.Bool("update", false, "write what networks cost to "+costsPath)

const costsPath = "testdata/costs.txt"

// objectives are what programs are chosen by; the last two are of the CPU that the target's figures are of.
var objectives = []string{"balanced", "ops", "cycles", "latency"}

// nothing is the cost where no program is found.
const nothing = 1 << 10

// What was decided once never becomes dearer: networks of every kind, of 2, 3, 4 and 8 vectors, on targets that have rows of every kind, by each objective.
func TestNothingIsDearer(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector")
	}
	t.Parallel()
	var shapes []string
	now := map[string][]float64{}
	for _, x := range []struct{ target, cpu string }{{"sse2", "skylake"}, {"sse4.1", "skylake"}, {"avx2", "znver4"}, {"avx512", "icelake"}, {"neon", "neoverse-n1"}, {"vsx", ""}} {
		tg := targetNamed(t, x.target)
		bits := tg.Bits[len(tg.Bits)-1]
		for _, by := range objectives {
			o, ok := objective(by, x.cpu)
			if !ok {
				continue
			}
			e := network.New(tg, decided(tg, o))
			for _, kind := range network.Kinds() {
				shape := fmt.Sprintf("%s %s %s %s", x.target, x.cpu, by, kind.Name)
				shapes = append(shapes, shape)
				now[shape] = costsOf(t, e, kind.Name, bits, by, x.cpu)
			}
		}
	}
	if *update {
		writeCosts(t, shapes, now)
		return
	}
	before := readCosts(t)
	if len(before) != len(shapes) {
		t.Fatalf("%s has %d shapes, want %d: go test ./lower/network -run NothingIsDearer -update", costsPath, len(before), len(shapes))
	}
	for _, shape := range shapes {
		if len(before[shape]) != len(now[shape]) {
			t.Fatalf("%s has %d costs of %s, want %d: go test ./lower/network -run NothingIsDearer -update", costsPath, len(before[shape]), shape, len(now[shape]))
		}
		for k, cost := range now[shape] {
			if cost > before[shape][k]+1e-4 {
				t.Errorf("%s: network %d costs %g, and cost %g", shape, k, cost, before[shape][k])
			}
		}
	}
}

// objective are the options of one; ok is false where nobody knows the CPU's ports.
func objective(by, cpu string) (o network.Options, ok bool) {
	switch by {
	case "balanced":
		return balanced, true
	case "ops":
		return opsFirst, true
	}
	o = balanced
	o.CPU, o.Latency = cpu, by == "latency"
	o.Pipeline, ok = target.PipelineOf(cpu)
	return o, ok
}

// costsOf are what networks of a kind cost: ops and twice the constants, or cycles.
func costsOf(t *testing.T, e *network.Engine, kind string, bits int, by, cpu string) (list []float64) {
	for _, elem := range []int{8, 16, 32, 64} {
		for _, n := range []int{2, 3, 4, 8} {
			size := n
			switch {
			case (by == "cycles" || by == "latency") && (elem == 8 || n == 8): // which take seconds
				continue
			case kind == "bitreverse" && n == 3, (kind == "transpose" || kind == "rotate") && n > bits/elem:
				continue
			case kind == "bitreverse":
				size = n * bits / elem
			}
			p := problem(t, kind, size, 1, bits, elem)
			got := e.Decide(&p)
			if got == nil {
				list = append(list, nothing)
				continue
			}
			check(t, &p, got)
			if got.Inputs != p.Inputs {
				t.Errorf("%s %d of i%d in %d bits: a program of %d inputs, want %d", kind, n, elem, bits, got.Inputs, p.Inputs)
			}
			list = append(list, costOf(t, got, by, cpu))
		}
	}
	return list
}

func costOf(t *testing.T, n *network.Program, by, cpu string) float64 {
	switch by {
	case "cycles":
		cycles, _ := cyclesOf(t, n, cpu)
		return cycles
	case "latency":
		_, latency := cyclesOf(t, n, cpu)
		return latency
	}
	loads := map[lane.Const]bool{}
	for i := range n.Code {
		if x := n.Code[i].Row.Index; x != nil && !x.Inline && !n.Code[i].Made {
			loads[n.Code[i].Const] = true
		}
	}
	if by == "ops" {
		return float64(len(n.Code)) + float64(len(loads))/256
	}
	return float64(len(n.Code) + 2*len(loads))
}

func readCosts(t *testing.T) map[string][]float64 {
	t.Helper()
	text, err := os.ReadFile(costsPath)
	if err != nil {
		t.Fatal(err)
	}
	costs := map[string][]float64{}
	for line := range strings.Lines(string(text)) {
		shape, list, _ := strings.Cut(line, ":")
		for field := range strings.FieldsSeq(list) {
			n, err := strconv.ParseFloat(field, 64)
			if err != nil {
				t.Fatalf("%s: %v", costsPath, err)
			}
			costs[shape] = append(costs[shape], n)
		}
	}
	return costs
}

func writeCosts(t *testing.T, shapes []string, costs map[string][]float64) {
	t.Helper()
	var b strings.Builder
	for _, shape := range shapes {
		b.WriteString(shape + ":")
		for _, c := range costs[shape] {
			fmt.Fprintf(&b, " %g", math.Round(c*1e4)/1e4)
		}
		b.WriteString("\n")
	}
	if err := os.WriteFile(costsPath, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Least says that nothing has fewer ops: what is least by ops has as many as the bound for a row of two inputs, or as what is found by whatever counts them otherwise.
func TestLeastIsLeast(t *testing.T) {
	t.Parallel()
	least := 0
	for _, tg := range targets() {
		byOps, byCost := network.New(tg, decided(tg, opsFirst)), network.New(tg, decided(tg, balanced))
		for _, kind := range network.Kinds() {
			for _, n := range []int{2, 4} {
				for _, elem := range []int{16, 32, 64} {
					size := n
					if kind.Name == "bitreverse" {
						size = n * 128 / elem
					}
					if !slices.Contains(tg.Bits, 128) || (kind.Name == "transpose" || kind.Name == "rotate") && n > 128/elem {
						continue
					}
					p := problem(t, kind.Name, size, 1, 128, elem)
					few, other := byOps.Decide(&p), byCost.Decide(&p)
					if few == nil || other == nil || !other.Least {
						continue
					}
					if least++; len(few.Code) < len(other.Code) {
						t.Errorf("%s: %s %d of i%d: %d ops are said to be the least, and %d do", tg.Name, kind.Name, n, elem, len(other.Code), len(few.Code))
					}
				}
			}
		}
	}
	if t.Logf("%d are the least", least); least < 100 {
		t.Errorf("only %d are the least", least)
	}
}
