package certificate

import (
	"fmt"
	"slices"
)

// A claim is that there is nothing with so few ops, constants and copies.
type claim struct {
	*proof
	ops, loads, copies, tries int
	given                     []*value
	constant                  value // as many as are loaded
}

// found is a sequence that does the map, or nothing.
func (c *claim) found() (found string) {
	for k := range c.values {
		if v := &c.values[k]; v.above == unknown {
			c.given = append(c.given, v)
			if v.has(c.want) {
				return "what is there"
			}
		}
	}
	c.constant.above = free
	before := []*first{{}, {name: "a constant, ", loads: 1, made: &c.constant}} // nothing, constants, or one op
	if c.ops == 2 {
		before = append(before, c.firsts()...)
	}
	for k := range c.rows {
		r := &c.rows[k]
		for _, f := range before {
			if found == "" && r.ops+f.ops <= c.ops && r.loads+f.loads <= c.loads {
				c.each(r, f.made, func(args []*value) bool {
					if (c.copies > 0 || f.lost == nil || !slices.Contains(args, f.lost)) && r.can(args, c.want) {
						found = f.name + r.name
					}
					return found == ""
				})
			}
		}
	}
	return found
}

// each goes through all that a row may read of what is given, and of a value made before, which it reads once at least, if there is one. Rows of lists read inputs in their order,
// and constants behind them.
func (c *claim) each(r *row, made *value, visit func(args []*value) bool) {
	args, from := make([]*value, len(r.reads)), c.given
	if made != nil {
		from = append(slices.Clip(from), made)
	}
	var fill func(k int) bool
	fill = func(k int) bool {
		if k == len(args) {
			c.tries++
			must(c.tries < 1<<28, "too much is to be tried")
			return made != nil && !slices.Contains(args, made) || r.kind == "list" && !c.inOrder(r, args) || visit(args)
		}
		return !slices.ContainsFunc(from, func(v *value) bool {
			args[k] = v
			return !fill(k + 1)
		})
	}
	fill(0)
}

// inOrder says whether a list is of inputs in their order, with a constant behind the last or none.
func (c *claim) inOrder(r *row, args []*value) bool {
	order := append(slices.Clip(c.given), &c.constant)
	for k := r.lost + 1; k < len(args); k++ { // it overwrites the first, or none
		if i := slices.Index(order, args[k]); i < 1 || order[i-1] != args[k-1] {
			return false
		}
	}
	return true
}

// A first is what one op makes, and the value in whose register that is; or constants, as many as a row reads.
type first struct {
	name       string
	ops, loads int
	made, lost *value
}

// firsts are all that one op makes of what is given without a constant, each once.
func (c *claim) firsts() (list []*first) {
	seen := map[string]bool{}
	for k := range c.rows {
		r := &c.rows[k]
		if r.ops != 1 || r.loads > 0 || r.with != nil {
			continue
		}
		must(r.parts == nil, "%s makes too much of its constant, which two ops are not tried with", r.name)
		c.each(r, nil, func(args []*value) bool {
			made := r.does
			if r.computes {
				made = [][]atom{nil}
			}
			for _, does := range made {
				f := &first{name: r.name + ", ", ops: 1, made: &value{}}
				for i := range r.bytes {
					if r.computes {
						f.made.is = append(f.made.is, r.united(args, i, unknown))
					} else {
						f.made.is = append(f.made.is, does[i].of(args))
					}
				}
				if r.lost > 0 {
					f.lost = args[r.lost-1]
				}
				if key := fmt.Sprint(f.made.is, slices.Index(c.given, f.lost)); !seen[key] {
					must(len(seen) < 1<<20, "one op makes too much")
					seen[key] = true
					list = append(list, f)
				}
			}
			return true
		})
	}
	return list
}
