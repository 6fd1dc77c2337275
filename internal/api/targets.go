package api

import "github.com/lanescope/lanescope/target"

// TargetsSchema is the schema of a target.
const TargetsSchema = "lanescope.targets/1"

// A Target is what there is to say of one in a line.
type Target struct {
	Name, Says string
	Bits       []int    // of its vectors
	Rows       int      // 0: it is a machine of the documents
	CPUs       []string // whose costs are known, the default first
}

// Targets are all that a map can be lowered to.
func Targets() (all []Target) {
	for _, t := range target.Targets() {
		all = append(all, Target{t.Name, t.Says, t.Bits, len(t.Rows), cpuNames(t)})
	}
	for _, x := range ownTargets {
		all = append(all, Target{Name: x.Name, Says: x.Says, Bits: x.Bits})
	}
	return all
}

// AppendTarget appends a target as one JSON object.
func AppendTarget(b []byte, t Target) []byte {
	o := newObject(b, TargetsSchema)
	o.string("target", t.Name)
	o.string("says", t.Says)
	o.ints("bits", t.Bits)
	o.int("rows", t.Rows)
	o.strings("cpus", t.CPUs)
	return o.end()
}

// AppendRow appends a row of a target as one JSON object, with its costs on each CPU on which they are known.
func AppendRow(b []byte, t *target.Target, r *target.Row) []byte {
	o := newObject(b, TargetsSchema)
	o.string("target", t.Name)
	o.string("row", RowText(r))
	o.int("bits", r.Bits)
	o.ints("sources", r.Src)
	o.int("lane", r.Elem)
	o.string("kind", RowKind(r))
	o.bool("destroys", r.Destroys)
	o.bool("spends", r.Spends)
	o.bool("masks", r.Mask != nil)
	if r.General != "" {
		o.string("general", r.General)
	}
	o.string("needs", r.Needs.String())
	o.int("bytes", r.Bytes)
	o.string("encoding", r.Encoding)
	o.string("c", r.C)
	o.within("costs", func(costs *object) {
		for _, c := range t.CPUs {
			if cost, ok := r.On(c.Name); ok {
				costs.cost(c.Name, cost)
			}
		}
	})
	return o.end()
}

func (o *object) cost(cpu string, c target.Cost) {
	o.within(cpu, func(e *object) {
		e.int("uops", c.Uops)
		e.float("latency", c.Latency, -1)
		e.float("throughput", c.Throughput, -1)
		if p, ok := target.PipelineOf(cpu); ok {
			e.strings("ports", p.Text(c.Uses))
		}
		e.string("source", c.Source)
	})
}

// RowText is a row with the letters of its operands.
func RowText(r *target.Row) string { return r.Name + " " + r.Operands() }

// RowKind says by what a row is told what to do.
func RowKind(r *target.Row) string {
	switch {
	case r.Union != nil:
		return "union"
	case r.Index != nil && r.Index.Mask:
		return "mask"
	case r.Index != nil:
		return "constant"
	case r.Imm.Values > 1:
		return "immediate"
	}
	return "fixed"
}
