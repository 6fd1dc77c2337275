package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// op is the relation as an op that gives every byte what is asked for there; content says what the cells of its arguments are.
func (p *twoRows) op(r *relation, from []int, ask []cell, content func(c cell) cell, args []Arg) (Op, bool) {
	taken := slices.Repeat([]int{-1}, len(r.parts))
	op, ok := p.choose(r, ask, content, taken, 0)
	for _, k := range from {
		op.Args = append(op.Args, args[k])
	}
	return op, ok
}

// choose takes choices for the parts from k on. Of independent parts the first choice that does is as good as any.
func (p *twoRows) choose(r *relation, ask []cell, content func(c cell) cell, taken []int, k int) (op Op, ok bool) {
	if k == len(r.parts) {
		return r.solve(taken)
	}
	pt := &r.parts[k]
	wanted := slices.ContainsFunc(pt.bytes, func(u uint8) bool { return ask[u] != freeCell })
	if !wanted {
		return p.choose(r, ask, content, taken, k+1)
	}
next:
	for c, can := range pt.can {
		for i, u := range pt.bytes {
			if ask[u] != freeCell && content(can[i]) != ask[u] {
				continue next
			}
		}
		if taken[k] = c; r.joint {
			if !p.s.spend(1) {
				p.complete = false
				return op, false
			}
			if _, ok := r.solve(taken); !ok {
				continue
			}
		}
		if op, ok = p.choose(r, ask, content, taken, k+1); ok || !r.joint {
			return op, ok
		}
	}
	taken[k] = -1
	return op, false
}

// solve is the op of which the parts take these choices, -1 being none; without its arguments.
func (r *relation) solve(taken []int) (op Op, ok bool) {
	own := lane.Map{Bits: 8, Lane: make([]lane.Lane, r.row.Bits/8)}
	for _, n := range r.row.Src {
		own.Src = append(own.Src, n/8)
	}
	for k, c := range taken {
		if c < 0 {
			continue
		}
		for i, u := range r.parts[k].bytes {
			l := laneOf(r.parts[k].can[c][i])
			if l.Kind == lane.Source && l.Src == len(r.row.Src) {
				l = lane.FromOld(l.Index)
			}
			own.Lane[u] = l
		}
	}
	op = Op{Row: r.row, Form: r.form, Imm: r.imm}
	switch {
	case r.form == Zeroed:
		op.Mask, own = r.row.Mask.Clear(own)
	case r.form == Merged && r.row.Destroys:
		op.Mask, own = r.row.Mask.Keep(own, 0)
	case r.form == Merged:
		op.Mask, own = r.row.Mask.Keep(own, -1)
	}
	if r.row.Index == nil {
		return op, true
	}
	op.Const, ok = r.row.Index.Solve(own)
	return op, ok
}
