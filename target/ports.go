package target

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// A Pipeline is a CPU as instructions pass it: so many micro-operations begin in a cycle, and each takes one of some ports.
//
//	skylake    6 begin            vpunpcklwd   p5             a cycle of port 5
//	                              vpblendd     p0 p1 p5       a cycle of any of three
type Pipeline struct {
	Width int
	Ports []Port
}

// A Port is units that are alike.
type Port struct {
	Name  string
	Units int
}

// A PortSet is ports of a pipeline, a bit each.
type PortSet uint32

// A Use is what an instruction takes: so many cycles of any of some ports.
type Use struct {
	Ports  PortSet
	Cycles float64
}

// ports are of one unit each, but where a name says how many it has: "FP45:2".
func ports(names string) (list []Port) {
	for name := range strings.FieldsSeq(names) {
		name, units, several := strings.Cut(name, ":")
		p := Port{name, 1}
		if several {
			p.Units, _ = strconv.Atoi(units)
		}
		list = append(list, p)
	}
	return list
}

// pipelines are those of the models of CostsVersion. Ports that no row takes are left out.
var pipelines = [numCPUs]Pipeline{
	haswell:     {4, ports("p0 p1 p5 p6")},
	skylake:     {6, ports("p0 p1 p5 p6")},
	icelake:     {6, ports("p0 p1 p5 p6")},
	znver4:      {6, ports("FP0 FP1 FP2 FP3 FP45:2 ALU0 ALU1 ALU2 ALU3")},
	neoverseN1:  {3, ports("V0 V1 M L:2 S:2")},
	pwr9:        {8, ports("ALU:4 ALUE:2 ALUO:2 PM:2 IP_EXEC:4 IP_EXECE:2 IP_EXECO:2 DISPx02:2 DISPx13:2 DISPxab:2")},
	neoverseV2:  {6, ports("V0 V1 V2 V3 M0 M1 L01:2 L2 S0 S1 S2 S3")},
	neoverseN2:  {5, ports("V0 V1 M0 M1 L01:2 L2 S:2")},
	sifiveP670:  {4, ports("VEXQ0 VEXQ1")},
	spacemitX60: {2, ports("VIEU")},
	pwr10:       {8, ports("P10_ANY_SLOT:8 P10_EVEN_SLOT:4 P10_ODD_SLOT:4 P10_FX:4 P10_PM:4")},
}

// PipelineOf is the pipeline of a CPU.
func PipelineOf(name string) (*Pipeline, bool) {
	i := slices.IndexFunc(cpus[:], func(c CPU) bool { return c.Name == name })
	if i < 0 {
		return nil, false
	}
	return &pipelines[i], true
}

// uses reads "p5" and "p0.p1.p5*2+p5": ports with full stops between, and cycles where they are not one.
func (p *Pipeline) uses(text string) (list []Use) {
	for term := range strings.SplitSeq(text, "+") {
		names, times, several := strings.Cut(term, "*")
		u := Use{Cycles: 1}
		if several {
			u.Cycles, _ = strconv.ParseFloat(times, 64)
		}
		for name := range strings.SplitSeq(names, ".") {
			if i := slices.IndexFunc(p.Ports, func(x Port) bool { return x.Name == name }); i >= 0 {
				u.Ports |= 1 << i
			}
		}
		if u.Ports != 0 {
			list = append(list, u)
		}
	}
	return list
}

// Text are uses as uses reads them, one a string, with cycles to hundredths.
func (p *Pipeline) Text(uses []Use) (list []string) {
	for _, u := range uses {
		text := strings.Join(p.Names(u.Ports), ".")
		if u.Cycles != 1 {
			text += "*" + strconv.FormatFloat(math.Round(100*u.Cycles)/100, 'g', -1, 64)
		}
		list = append(list, text)
	}
	return list
}

// Names are those of a set.
func (p *Pipeline) Names(s PortSet) (names []string) {
	for i, x := range p.Ports {
		if s>>i&1 == 1 {
			names = append(names, x.Name)
		}
	}
	return names
}

// units are how many units a set has.
func (p *Pipeline) units(s PortSet) (n int) {
	for ; s != 0; s &= s - 1 {
		n += p.Ports[bits.TrailingZeros32(uint32(s))].Units
	}
	return n
}

// Cycles is in how many cycles a program can begin again, each micro-operation on the best of its ports: what some ports have to do that no others can, spread over these, is the most for
// one of the sets of ports, and no less can be by the theorem of König and Hall. busiest is that set, and empty where no more micro-operations can begin.
//
//	16 of p5, 8 of p0 p1 p5      p5 alone 16      all three 24/3 = 8      16 cycles
func (p *Pipeline) Cycles(uses []Use, uops int) (cycles float64, busiest PortSet) {
	load := map[PortSet]float64{}
	sets := []PortSet{0}
	for _, u := range uses {
		if _, known := load[u.Ports]; !known {
			for _, s := range sets {
				if s |= u.Ports; !slices.Contains(sets, s) {
					sets = append(sets, s)
				}
			}
		}
		load[u.Ports] += u.Cycles
	}
	cycles = float64(uops) / float64(p.Width)
	for _, s := range sets[1:] {
		sum := 0.0
		for of, n := range load {
			if of&^s == 0 {
				sum += n
			}
		}
		if c := sum / float64(p.units(s)); c > cycles+1e-9 || c > cycles-1e-9 && (busiest == 0 || bits.OnesCount32(uint32(s)) < bits.OnesCount32(uint32(busiest))) {
			cycles, busiest = max(c, cycles), s
		}
	}
	return cycles, busiest
}
