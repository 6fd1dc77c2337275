package lower

import "slices"

// Plans clear more than they need to, and compute twice what is there already. What they compose is tidied: of each op it is asked what those that read its result need of it, and if
// another value has that, or another row makes it of values before, of which fewer ops or constants are left, that one takes its place.
//
//	shr t, a, 8     t is or'ed with  a0 … a7 z … z, and wanted is  a0 … a7 a16 … a23:
//	and t, t, …     what stands below bit 8 has to be zero, what stands above bit 15 too, unless nobody cares
//	or  d, b, t

// maxTidiedOps is how long a code may be that is tidied.
const maxTidiedOps = 48

// replacedPerCandidate is how many codes with something else in the place of an op are looked at in the time of a candidate.
const replacedPerCandidate = 8

// tidied is the code without what is not needed.
func (g *general) tidied(c generalCode) generalCode {
	c = g.alive(c)
	if len(c.ops) > maxTidiedOps {
		return c
	}
	for i := len(c.ops) - 1; i >= 0 && g.s.budget > 0; i-- {
		values := g.words(c)
		asked := g.asked(c, values)
		better, ok := g.replaced(c, i, asking(asked[len(g.values)+i]), values)
		if ok {
			c = better
			i = min(i, len(c.ops)) // what it reads may be asked for less now
		}
	}
	return c
}

// asked is what is asked of each value of a code, while all others are what they are.
func (g *general) asked(c generalCode, values []choice) []choice {
	asked := slices.Repeat([]choice{nothing()}, len(values))
	asked[c.result] = g.want.choice
	for i := len(c.ops) - 1; i >= 0; i-- {
		o := &c.ops[i]
		want := asking(asked[len(g.values)+i])
		if want.some == 0 {
			continue
		}
		for _, k := range o.args[:o.row.args] {
			if k == loaded {
				continue
			}
			one, ok := o.ask(want, k, values)
			for j := 0; ok && j < wordBits; j++ {
				ok = asked[k].both(j, &one, j)
			}
			if !ok { // it is read twice by one row
				asked[k] = values[k]
			}
		}
	}
	return asked
}

// does says whether the code makes what is wanted. What is asked of a value that is read twice is asked by each reader as if the other one had what it has now.
func (g *general) does(c generalCode) bool {
	v := g.words(c)
	return v[c.result].meetsAll(g.want)
}

// meetsAll says whether a value is what is asked.
func (c *choice) meetsAll(a *generalAsk) bool {
	return eachBit(a.some, func(i int) bool { return c.meets(i, &a.choice, i) })
}

// replaced is the code with something in the place of op i that leaves less to do.
func (g *general) replaced(c generalCode, i int, a *generalAsk, values []choice) (best generalCode, ok bool) {
	least, loads := g.weight(c), len(c.constants())
	n := len(g.values) + i
	looked := 0
	defer func() { g.s.spend(looked / replacedPerCandidate) }()
	take := func(other generalCode) {
		looked++
		more := len(other.constants())
		if w := g.weight(other); w < least && (more <= loads || g.s.allows(more)) && g.does(other) {
			best, least, ok = other, w, true
		}
	}
	for k := range n {
		if values[k].meetsAll(a) {
			take(g.alive(c.redirected(n, k)))
		}
	}
	if ok {
		return best, ok
	}
	with := func(o generalOp) {
		other := generalCode{slices.Clone(c.ops), c.result}
		other.ops[i] = o
		take(g.alive(other))
	}
	g.t.one(a, values[:n], g.most, with)
	if c.ops[i].row.args == 1 && c.ops[i].row.constants() == 1 {
		for _, k := range c.constants() {
			g.withConstant(k, c.ops[i].args, func(o generalOp) {
				if v := o.apply(values); v.meetsAll(a) {
					with(o)
				}
			})
		}
	}
	return best, ok
}

// withConstant calls visit with what the rows of one value do with a constant that is loaded.
func (g *general) withConstant(k uint64, args [2]int, visit func(o generalOp)) {
	for _, r := range g.t.rows {
		if r.constants() == 0 || r.args != 1 {
			continue
		}
		o := generalOp{row: r, args: args, mask: k}
		if r.inverse {
			o.mask = ^k
		}
		o.mask &= lowBitsSet(r.width)
		visit(o)
	}
}

// redirected is the code whose ops read value to in the place of value from.
func (c generalCode) redirected(from, to int) generalCode {
	ops := slices.Clone(c.ops)
	for i := range ops {
		for k := range ops[i].row.args {
			if ops[i].args[k] == from {
				ops[i].args[k] = to
			}
		}
	}
	if c.result == from {
		c.result = to
	}
	return generalCode{ops, c.result}
}

// constants are the different ones that a code loads.
func (c generalCode) constants() (list []uint64) {
	add := func(k uint64) {
		if !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	for i := range c.ops {
		o := &c.ops[i]
		if o.row.constants() > 0 {
			k, _ := o.constant().Uint64()
			add(k)
		}
		if slices.Contains(o.args[:o.row.args], loaded) {
			add(o.load)
		}
	}
	return list
}

// weight is what a code costs if its values are read by nobody else.
func (g *general) weight(c generalCode) key {
	throughput, copies := 0, 0
	late := make([]int, len(g.values)+len(c.ops))
	for i := range c.ops {
		o := &c.ops[i]
		l, t := figures(o.row.row, g.s.o.CPU)
		throughput += t
		at := 0
		for _, k := range o.args[:o.row.args] {
			if k != loaded {
				at = max(at, late[k])
			}
		}
		late[len(g.values)+i] = at + int(l)
		if o.row.row.Destroys && o.args[0] != loaded && c.readLater(o.args[0], i) {
			copies++
		}
	}
	loads := len(c.constants())
	if g.s.o.Cost == Latency {
		return g.s.o.Cost.keyOf(len(c.ops), loads, copies, 0) | key(late[c.result])<<48
	}
	return g.s.o.Cost.keyOf(len(c.ops), loads, copies, throughput)
}

// readLater says whether a value is read behind op i.
func (c generalCode) readLater(value, i int) bool {
	for j := i + 1; j < len(c.ops); j++ {
		if o := &c.ops[j]; slices.Contains(o.args[:o.row.args], value) {
			return true
		}
	}
	return value == c.result
}
