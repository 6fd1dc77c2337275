package lower

import "slices"

// A generalCode is ops of general registers as they are composed: of the values of the search, and then of the results of ops before.
type generalCode struct {
	ops    []generalOp
	result int
}

// then is the code with one more op, whose result is its result.
func (g *general) then(c generalCode, o generalOp) generalCode {
	c.ops = append(slices.Clip(c.ops), o)
	c.result = len(g.values) + len(c.ops) - 1
	return c
}

// row is a row of that kind of 64 bits whose constant is not in the instruction.
func (t *generalTable) row(k generalKind) *generalRow {
	i := slices.IndexFunc(t.rows, func(r *generalRow) bool { return r.kind == k && r.width == wordBits && !r.inline && !r.inverse })
	return t.rows[i]
}

// signed is a row of that kind of 64 bits whose constant is in the instruction.
func (t *generalTable) signed(k generalKind) *generalRow {
	i := slices.IndexFunc(t.rows, func(r *generalRow) bool { return r.kind == k && r.width == wordBits && r.inline })
	return t.rows[i]
}

// join is the code with an or of two values.
func (g *general) join(c generalCode, x, y int) generalCode {
	return g.then(c, generalOp{row: g.t.row(joining), args: [2]int{x, y}})
}

// look is the code with a row that has a constant.
func (g *general) look(c generalCode, k generalKind, x int, mask uint64) generalCode {
	return g.then(c, generalOp{row: g.t.row(k), args: [2]int{x}, mask: mask})
}

// rotated is the code with a value rotated up by so many bits.
func (g *general) rotated(c generalCode, x, up int) generalCode {
	if up = (up%wordBits + wordBits) % wordBits; up == 0 {
		c.result = x
		return c
	}
	return g.then(c, generalOp{row: g.t.moves[g.t.rotations[up]].row, move: &g.t.moves[g.t.rotations[up]], args: [2]int{x}})
}

// words are all values of the code, those of the search first.
func (g *general) words(c generalCode) []choice {
	values := append(make([]choice, 0, len(g.values)+len(c.ops)), g.values...)
	for i := range c.ops {
		values = append(values, c.ops[i].apply(values))
	}
	return values
}

// draft is the search's draft, continued by the code.
func (g *general) draft(c generalCode) draft {
	d, args := g.d, g.args[:len(g.args):len(g.args)]
	for i := range c.ops {
		d = g.add(d, c.ops[i], args)
		args = append(args, d.result)
	}
	d.result = args[c.result]
	return d
}

// append continues a code by another one, whose values are these of the first.
func (g *general) append(c, more generalCode, values []int, n int) generalCode {
	at := func(k int) int {
		switch {
		case k == loaded:
			return loaded
		case k < n:
			return values[k]
		}
		return k - n + len(g.values) + len(c.ops)
	}
	result := at(more.result)
	ops := slices.Clip(c.ops)
	for _, o := range more.ops {
		for k := range o.row.args {
			o.args[k] = at(o.args[k])
		}
		ops = append(ops, o)
	}
	return generalCode{ops, result}
}

// alive is the code without ops that nobody reads.
func (g *general) alive(c generalCode) generalCode {
	n := len(g.values)
	used := make([]bool, n+len(c.ops))
	used[c.result] = true
	for i := len(c.ops) - 1; i >= 0; i-- {
		if o := &c.ops[i]; used[n+i] {
			for _, k := range o.args[:o.row.args] {
				if k != loaded {
					used[k] = true
				}
			}
		}
	}
	to := make([]int, n+len(c.ops))
	out := generalCode{}
	for k := range to {
		switch {
		case k < n:
			to[k] = k
		case used[k]:
			o := c.ops[k-n]
			for j := range o.row.args {
				if o.args[j] != loaded {
					o.args[j] = to[o.args[j]]
				}
			}
			out.ops = append(out.ops, o)
			to[k] = n + len(out.ops) - 1
		}
	}
	out.result = to[c.result]
	return out
}
