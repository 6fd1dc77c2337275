package target_test

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/target"
)

// units are the resources of a model of LLVM, each with the units that are no groups: SKLPort05 is p0 and p5.
type units map[string][]string

// unitPrefix is what a model puts in front of the names of its units.
var (
	unitPrefix = regexp.MustCompile(`^(SKL|SKX|ICX|HW|Zn4|N1Unit|N2Unit|V2Unit|SiFiveP600|SMX60_)(Port)?`)
	unitLine   = regexp.MustCompile(`(?m)^\[\d+\] +- (\w+):(\d+)[ \t]*(.*)$`)
)

// unitName is what we call a unit.
func unitName(name string) string {
	short := unitPrefix.ReplaceAllString(name, "")
	if strings.Contains(name, "Port") {
		return "p" + short
	}
	return short
}

// readUnits reads what llvm-mca says of a model's resources.
func readUnits(t *testing.T, text string) units {
	u := units{}
	for _, line := range unitLine.FindAllStringSubmatch(text, -1) {
		if line[3] == "" {
			u[line[1]] = []string{unitName(line[1])}
			continue
		}
		for name := range strings.SplitSeq(line[3], ", ") {
			if name = unitName(name); !slices.Contains(u[line[1]], name) {
				u[line[1]] = append(u[line[1]], name)
			}
		}
		slices.Sort(u[line[1]])
	}
	if len(u) == 0 {
		t.Fatalf("no resources in %s", text)
	}
	return u
}

// own are the ports of an instruction. LLVM lists, beside what it takes, all groups that hold that; what a group has beyond its parts is its own.
//
//	SKLPort5,SKLPort05,SKLPort015[3],…      p5, and 2 of p0.p1.p5
func (u units) own(t *testing.T, list string) string {
	type use struct {
		names  []string
		cycles int
	}
	var uses []use
	if list == "" {
		return ""
	}
	for entry := range strings.SplitSeq(list, ",") {
		name, times, several := strings.Cut(strings.TrimSuffix(entry, "]"), "[")
		x := use{u[name], 1}
		if several {
			var err error
			if x.cycles, err = strconv.Atoi(times); err != nil {
				t.Fatalf("%s: %v", list, err)
			}
		}
		if len(x.names) == 0 {
			t.Fatalf("%s: no resource %s", list, name)
		}
		if !slices.ContainsFunc(uses, func(y use) bool { return slices.Equal(x.names, y.names) }) {
			uses = append(uses, x)
		}
	}
	slices.SortStableFunc(uses, func(x, y use) int { return len(x.names) - len(y.names) })
	var terms []string
	for i := range uses {
		x := &uses[i]
		for _, y := range uses[:i] {
			if !slices.ContainsFunc(y.names, func(n string) bool { return !slices.Contains(x.names, n) }) {
				x.cycles -= y.cycles
			}
		}
		switch text := strings.Join(x.names, "."); {
		case x.cycles < 0:
			t.Fatalf("%s: %s has fewer cycles than its parts", list, text)
		case x.cycles == 1:
			terms = append(terms, text)
		case x.cycles > 1:
			terms = append(terms, fmt.Sprintf("%s*%d", text, x.cycles))
		}
	}
	return strings.Join(terms, "+")
}

// Each row takes as long on its ports as LLVM says it does, and every port and width is one of the model's.
func TestPortsAreTheThroughput(t *testing.T) {
	compared := 0
	for _, r := range pricedRows(t) {
		for _, m := range models {
			if !m.rows(r) {
				continue
			}
			uses, ok := target.ModelUses(r, m.cpu)
			figures := strings.Split(target.ModelFigures(r, m.cpu), "/")
			if !ok || len(figures) != 3 {
				t.Errorf("%s %s has no figures on %s", r.Name, r.Asm, m.cpu)
				continue
			}
			p, _ := target.PipelineOf(m.cpu)
			uops, _ := strconv.Atoi(figures[0])
			cycles, _ := p.Cycles(uses, uops)
			if want, _ := strconv.ParseFloat(figures[2], 64); math.Abs(cycles-want) > 0.0051 {
				t.Errorf("%s %s takes %.3f cycles of its ports on %s, %v; LLVM says %s", r.Name, r.Asm, cycles, m.cpu, uses, figures[2])
			}
			if cost, ok := r.On(m.cpu); ok {
				ours, _ := p.Cycles(cost.Uses, cost.Uops)
				if len(cost.Uses) > 0 && math.Abs(ours-cost.Throughput) > 0.0051 && cost.Throughput > float64(cost.Uops)/float64(p.Width) {
					t.Errorf("%s %s takes %.3f cycles of its ports on %s; we say %.2f", r.Name, r.Asm, ours, m.cpu, cost.Throughput)
				}
			}
			compared++
		}
	}
	t.Logf("%d figures", compared)
	if compared < 1000 {
		t.Error("hardly anything was compared")
	}
}

// The pipelines are LLVM's: width, and how many units a port has.
func TestPipelinesAreTheModels(t *testing.T) {
	mca := oracle.Need(t, "llvm-mca")
	for _, m := range models {
		p, ok := target.PipelineOf(m.cpu)
		if !ok {
			t.Fatalf("%s has no pipeline", m.cpu)
		}
		cmd := exec.Command(mca, "-mtriple="+m.triple, "-mcpu="+m.mcpu, "-instruction-tables=full", "-")
		cmd.Stdin = strings.NewReader("nop\n")
		tables, err := oracle.Usual.Output(cmd)
		if err != nil {
			t.Fatal(err)
		}
		u := readUnits(t, string(tables))
		for _, port := range p.Ports {
			count := 0
			for _, line := range unitLine.FindAllStringSubmatch(string(tables), -1) {
				if line[3] == "" && unitName(line[1]) == port.Name || slices.Equal(u[line[1]], []string{port.Name}) && count == 0 {
					count, _ = strconv.Atoi(line[2])
				}
			}
			if count != port.Units {
				t.Errorf("%s has %d of %s, and LLVM %d", m.cpu, port.Units, port.Name, count)
			}
		}
		cmd = exec.Command(mca, "-mtriple="+m.triple, "-mcpu="+m.mcpu, "-")
		cmd.Stdin = strings.NewReader("nop\n")
		summary, err := oracle.Usual.Output(cmd)
		if err != nil || !bytes.Contains(summary, fmt.Appendf(nil, "Dispatch Width:    %d\n", p.Width)) {
			t.Errorf("%s begins %d a cycle, and LLVM says %s (%v)", m.cpu, p.Width, regexp.MustCompile(`Dispatch Width:.*`).Find(summary), err)
		}
	}
}

// Cycles are those of the best way to give each use a port, found by pouring: as much of every use as fits, port by port, until nothing is left.
func TestCyclesAreTheBest(t *testing.T) {
	r := chance.Random(t, 0)
	for range 400 {
		p := &target.Pipeline{Width: 1 << 20}
		for k := range 1 + r.IntN(5) {
			p.Ports = append(p.Ports, target.Port{Name: strconv.Itoa(k), Units: 1 + r.IntN(2)})
		}
		var uses []target.Use
		for range 1 + r.IntN(8) {
			uses = append(uses, target.Use{Ports: target.PortSet(1 + r.IntN(1<<len(p.Ports)-1)), Cycles: float64(1 + r.IntN(6))})
		}
		cycles, busiest := p.Cycles(uses, 0)
		if !pours(p, uses, cycles+1e-6) || pours(p, uses, cycles-1e-3) {
			t.Fatalf("%v on %v: %v cycles are not the least", uses, p.Ports, cycles)
		}
		if math.Abs(share(p, uses, busiest)-cycles) > 1e-6 {
			t.Fatalf("%v on %v: %b is not busy for %v cycles", uses, p.Ports, busiest, cycles)
		}
		for s := range target.PortSet(1 << len(p.Ports)) { // of those that are as busy it is the smallest
			if s > 0 && share(p, uses, s) > cycles-1e-6 && bits.OnesCount32(uint32(s)) < bits.OnesCount32(uint32(busiest)) {
				t.Fatalf("%v on %v: %b is as busy as %b", uses, p.Ports, s, busiest)
			}
		}
		checkWidth(t, r, p, uses)
	}
}

// share is for how many cycles each unit of some ports has what no other port can do.
func share(p *target.Pipeline, uses []target.Use, of target.PortSet) float64 {
	load, units := 0.0, 0
	for _, u := range uses {
		if u.Ports&^of == 0 {
			load += u.Cycles
		}
	}
	for i, port := range p.Ports {
		if of>>i&1 == 1 {
			units += port.Units
		}
	}
	return load / float64(units)
}

// checkWidth checks that no more micro-operations begin than may.
func checkWidth(t *testing.T, r *rand.Rand, p *target.Pipeline, uses []target.Use) {
	t.Helper()
	p.Width = 1 + r.IntN(4)
	uops := 100 + r.IntN(100)
	if cycles, busiest := p.Cycles(uses, uops); cycles < float64(uops)/float64(p.Width) || busiest == 0 && cycles != float64(uops)/float64(p.Width) {
		t.Fatalf("%d micro-operations, %d a cycle, in %v", uops, p.Width, cycles)
	}
}

// pours says whether all uses fit ports that are free for so many cycles, by augmenting paths: a use that finds none pushes another to a port where that fits.
func pours(p *target.Pipeline, uses []target.Use, cycles float64) bool {
	n, m := len(uses), len(p.Ports)
	flow := make([][]float64, n)
	free := make([]float64, m)
	for k := range free {
		free[k] = cycles * float64(p.Ports[k].Units)
	}
	for i := range uses {
		flow[i] = make([]float64, m)
	}
	for i := range uses {
		left := uses[i].Cycles
		for left > 1e-9 {
			path, most := augment(uses, flow, free, i)
			if path == nil {
				return false
			}
			most = min(most, left)
			for k := 0; k < len(path); k += 2 { // use, port, use, port, …
				flow[path[k]][path[k+1]] += most
				if k+2 < len(path) {
					flow[path[k+2]][path[k+1]] -= most
				}
			}
			free[path[len(path)-1]] -= most
			left -= most
		}
	}
	return true
}

// augment is the shortest path from a use to a port with room, over uses that can be pushed on, and how much can be pushed.
func augment(uses []target.Use, flow [][]float64, free []float64, from int) (path []int, most float64) {
	paths := [][]int{{from}}
	seen := map[int]bool{}
	for len(paths) > 0 {
		at := paths[0]
		paths = paths[1:]
		u := at[len(at)-1]
		for k := range free {
			if uses[u].Ports>>k&1 == 0 || seen[k] {
				continue
			}
			seen[k] = true
			on := append(slices.Clone(at), k)
			if free[k] > 1e-9 {
				return on, room(flow, free, on)
			}
			for v := range uses {
				if flow[v][k] > 1e-9 && v != u {
					paths = append(paths, append(slices.Clone(on), v))
				}
			}
		}
	}
	return nil, 0
}

// room is how much a path can take.
func room(flow [][]float64, free []float64, path []int) float64 {
	most := free[path[len(path)-1]]
	for k := 1; k+1 < len(path); k += 2 {
		most = min(most, flow[path[k+1]][path[k]])
	}
	return most
}
