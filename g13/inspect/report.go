package inspect

import (
	"cmp"
	"fmt"
	"slices"
)

// A Report is what can be said of a program without running it.
type Report struct {
	Instructions []Instruction // that a run can come to, in the order of their offsets
	Blocks       []Block       // likewise
	Entry        int           // the block at offset 0, -1 without code
	Parts        []Part        // its ifs and loops, nil where it has none that are whole
	Unstructured string        // why it has none
	Labels       []Label       // where jumps and calls lead to

	Registers int    // of 32 bits, from r0 to the last one that it names
	Halves    int    // from r0l to the last half that it names
	Needs     Halves // that it reads before it writes them
	Live      int    // most halves that are live at the same time
	LiveAt    int    // the offset of the instruction there
	Occupancy Step   // so many threads a core has room for, up to so many halves

	// Cycles is how long a SIMD-group keeps a core busy that executes each instruction once, by the public model; Unmodelled are the instructions that it leaves out, memory above all.
	Cycles     int
	Unmodelled int

	Findings []Finding // in the order of their offsets
	More     int       // that are not in Findings
	Unknown  []string  // what of its ways is not known; without any, no way was left out

	graph    *graph
	pathWork int
}

// A Label is a name for where a jump or a call leads to.
type Label struct {
	Offset int
	Name   string
}

// Inspect looks at a program. That it is too long is the only error; what is wrong with it is in the findings.
func Inspect(code []byte) (*Report, error) {
	if len(code) > MaxCode {
		return nil, fmt.Errorf("the program has %d bytes; at most %d are looked at", len(code), MaxCode)
	}
	r := &Report{graph: makeGraph(decode(code))}
	g := r.graph
	r.Entry = g.entry
	r.doubtCalls()
	at, done := g.solve()
	r.follow(at)
	if len(code) == 0 {
		r.Findings = append(r.Findings, Finding{Rule: MissingStop, Message: "there is no instruction, and so no stop"})
	}
	r.counts()
	done = r.quadIndexes() && done
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return cmp.Or(a.Offset-b.Offset, ruleNumber(a.Rule)-ruleNumber(b.Rule)) })
	r.Instructions, r.Blocks = g.inst, g.blocks
	done = r.measure() && done
	r.label()
	if !done {
		r.doubt("the program is too tangled to follow all its ways")
	}
	return r, nil
}

func ruleNumber(name string) int {
	return slices.IndexFunc(Rules, func(r Rule) bool { return r.Name == name })
}

// measure finds the parts, and what the program takes.
func (r *Report) measure() (done bool) {
	g := r.graph
	s, parts, why := structure(g)
	if r.Parts, r.Unstructured = parts, why; why != "" {
		s = nil
	}
	var used Halves
	var all load
	for n := range g.blocks {
		var of load
		for k := g.blocks[n].First; k < g.blocks[n].Last; k++ {
			i := &g.inst[k]
			used = used.union(i.Effects.Reads).union(i.Effects.Writes)
			t, modelled := timeOf(i.Inst)
			if of = of.add(t); !modelled && i.Err == nil {
				r.Unmodelled++
			}
		}
		g.blocks[n].Cycles = of.cycles()
		all = all.add(of)
	}
	r.Cycles, r.Halves = all.cycles(), used.Highest()
	r.Registers, r.Occupancy = (r.Halves+1)/2, Steps[occupancy(r.Halves)]
	l, done := solveLive(g, s)
	for k := range g.inst {
		if n := max(l.live[k].Count(), l.behind(k).union(g.inst[k].Effects.Writes).Count()); n > r.Live {
			r.Live, r.LiveAt = n, g.inst[k].Offset
		}
	}
	for n := range g.blocks {
		b := &g.blocks[n]
		b.In, b.Out = l.live[b.First], l.behind(b.Last-1)
	}
	if g.entry >= 0 {
		r.Needs = g.blocks[g.entry].In
	}
	return done
}

// label names where jumps and calls lead to, by the offset.
func (r *Report) label() {
	for n := range r.Blocks {
		b := &r.Blocks[n]
		if slices.ContainsFunc(b.from, func(from int) bool {
			return slices.ContainsFunc(r.Blocks[from].Successors, func(e Edge) bool { return e.To == n && (e.Way == Jump || e.Way == Call) })
		}) {
			r.Labels = append(r.Labels, Label{b.Offset, fmt.Sprintf("L%x", b.Offset)})
		}
	}
}

// LabelOf is the name of the block at an offset: its label, or the offset.
func (r *Report) LabelOf(offset int) string {
	if k, ok := slices.BinarySearchFunc(r.Labels, offset, func(l Label, at int) int { return l.Offset - at }); ok {
		return r.Labels[k].Name
	}
	if offset == 0 {
		return "start"
	}
	return fmt.Sprintf("%#x", offset)
}
