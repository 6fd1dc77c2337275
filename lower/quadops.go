package lower

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// ops are the nodes of a solution as instructions, in the order that takes the fewest copies. all are the target's steps, for the choice among equals.
func quadOps(nodes []node, inputs int, all []step) (ops []Op, result Arg) {
	_, order := copies(nodes)
	place := make([]Arg, len(nodes))
	for at, i := range order {
		place[i] = Arg(inputs + at)
	}
	for _, i := range order {
		n := &nodes[i]
		best := n.step
		for j := range all {
			if st := &all[j]; plainer(st, best, n) {
				best = st
			}
		}
		op := best.op(n.picks)
		for _, r := range n.roles[:best.args] {
			if r >= made {
				op.Args = append(op.Args, place[r-made])
			} else {
				op.Args = append(op.Args, Arg(r))
			}
		}
		ops = append(ops, op)
	}
	return ops, place[len(nodes)-1]
}

// plainer says whether a step can replace another in a node at the same price, and does less: what has no immediate is read more easily.
func plainer(st, than *step, n *node) bool {
	if !st.sameShape(than) || st.loads != than.loads || st.latency != than.latency || st.throughput != than.throughput || st.union != noUnion {
		return false
	}
	ways, thanWays := 1, 1
	for i, c := range st.choice {
		ways, thanWays = ways*len(c), thanWays*len(than.choice[i])
		if n.picks[i] != anySymbol && !contains(c, n.picks[i]) {
			return false
		}
	}
	return ways < thanWays && (st.row.Imm == nil || st.row.Imm.Values == 1 || than.row.Imm == nil)
}

func contains(list []uint8, c uint8) bool {
	for _, x := range list {
		if x == c {
			return true
		}
	}
	return false
}

// op is the step as an instruction that does the move, without its arguments.
func (s *step) op(move [4]uint8) Op {
	op := Op{Row: s.row, Form: Form(s.masked)}
	if s.union != noUnion {
		return op
	}
	if s.masked == mergeMasked && !s.row.Destroys {
		op.Form = Merged
	}
	want, ok := s.mapOf(move)
	if !ok {
		panic(fmt.Sprintf("lower: %s cannot name %v", s.row.Name, move))
	}
	switch s.masked {
	case zeroMasked:
		op.Mask, want = s.row.Mask.Clear(want)
	case mergeMasked:
		old := -1
		if s.row.Destroys {
			old = 0
		}
		op.Mask, want = s.row.Mask.Keep(want, old)
	}
	if !op.solve(want) {
		panic(fmt.Sprintf("lower: %s does not do %v", s.row.Name, want))
	}
	return op
}

// solve finds the immediate or the constant with which the row does what is wanted.
func (o *Op) solve(want lane.Map) (ok bool) {
	if o.Row.Index != nil {
		o.Const, ok = o.Row.Index.Solve(want)
		return ok
	}
	for v := range o.Row.Imm.Values {
		if refines(o.Row.Imm.Map(v), want) {
			o.Imm = v
			return true
		}
	}
	return false
}

// refines says whether m does what is wanted.
func refines(m, want lane.Map) bool {
	v, err := lane.Compare(m, want)
	return err == nil && (v.Relation == lane.Equal || v.Relation == lane.Refines)
}
