package lower

import "math/bits"

// apply is what the op makes of the values.
func (o *generalOp) apply(values []choice) choice {
	r := nothing()
	x := o.argument(0, values)
	switch o.row.kind {
	case moving:
		y := o.argument(1, values)
		for i, c := range o.move.from {
			switch {
			case c < 0:
				r.put(i, c)
			case c < wordBits:
				r.take(i, x, int(c))
			default:
				r.take(i, y, int(c)-wordBits)
			}
		}
	case clearing, setting:
		for i := range wordBits {
			switch in := o.mask>>i&1 == 1; {
			case i >= o.row.width, !in && o.row.kind == clearing:
				r.put(i, zeroCell)
			case in && o.row.kind == setting:
				r.put(i, oneCell)
			default:
				r.take(i, x, i)
			}
		}
	case gathering, scattering:
		o.spread(func(to, from int) { r.take(to, x, from) }, func(to int) { r.put(to, zeroCell) })
	case loading:
		for i := range wordBits {
			r.put(i, zeroCell-cell(o.mask>>i&1))
		}
	default:
		o.united(&r, x, o.argument(1, values))
	}
	return r
}

// take makes bit i what bit j of another choice is.
func (c *choice) take(i int, other *choice, j int) {
	c.word[i] = other.word[j]
	c.zero = c.zero&^(1<<i) | other.zero>>j&1<<i
	c.one = c.one&^(1<<i) | other.one>>j&1<<i
}

// argument is argument k as a word.
func (o *generalOp) argument(k int, values []choice) *choice {
	switch {
	case k >= o.row.args:
		return nil
	case o.args[k] != loaded:
		return &values[o.args[k]]
	}
	c := nothing()
	for i := range c.word {
		c.put(i, zeroCell-cell(o.load>>i&1))
	}
	return &c
}

// spread calls move with what a gather or scatter moves where, and clear with where it leaves zeros.
func (o *generalOp) spread(move func(to, from int), clear func(to int)) {
	n := 0
	for i := range wordBits {
		switch in := o.mask>>i&1 == 1; {
		case in && o.row.kind == gathering:
			move(n, i)
			n++
		case in:
			move(i, n)
			n++
		case o.row.kind == scattering:
			clear(i)
		}
	}
	for ; o.row.kind == gathering && n < wordBits; n++ {
		clear(n)
	}
}

// united is what a row of two values makes.
func (o *generalOp) united(r, x, y *choice) {
	for i := range wordBits {
		if i < o.row.width {
			r.put(i, o.row.kind.unite(x.word[i], y.word[i]))
		} else {
			r.put(i, zeroCell)
		}
	}
}

// ask is what the op asks of value t for its result to be what is wanted; ok is false if nothing will do. An argument that is loaded is chosen.
func (o *generalOp) ask(want *generalAsk, t int, values []choice) (asked choice, ok bool) {
	if ^lowBitsSet(o.row.width)&^want.zeros != 0 || o.move != nil && !o.move.may(want) {
		return asked, false
	}
	asked = nothing()
	switch o.row.kind {
	case moving:
		ok = o.askMove(&asked, want, t, values)
	case clearing, setting:
		ok = eachBit(want.some&lowBitsSet(o.row.width), func(i int) bool {
			switch in := o.mask>>i&1 == 1; {
			case !in && o.row.kind == clearing:
				return want.zeros>>i&1 == 1
			case in && o.row.kind == setting:
				return want.ones>>i&1 == 1
			}
			return asked.both(i, &want.choice, i)
		})
	case gathering, scattering:
		ok = true
		o.spread(func(to, from int) { ok = asked.both(from, &want.choice, to) && ok }, func(to int) { ok = ok && want.zeros>>to&1 == 1 })
	default:
		ok = o.args[0] != o.args[1] && eachBit(want.some&lowBitsSet(o.row.width), func(i int) bool { return o.askUnion(&asked, want, t, values, i) })
	}
	return asked, ok
}

// askMove is ask of a row with an immediate, which may be.
func (o *generalOp) askMove(asked *choice, want *generalAsk, t int, values []choice) bool {
	o.load = 0
	for some := want.some & o.move.moved; some != 0; some &= some - 1 {
		i := bits.TrailingZeros64(some)
		c, ok := o.move.from[i], true
		switch k, j := o.args[c/wordBits], int(c%wordBits); {
		case k == t:
			ok = asked.both(j, &want.choice, i)
		case k != loaded:
			ok = values[k].meets(j, &want.choice, i)
		case want.zeros>>i&1 == 0:
			o.load |= 1 << j
			ok = want.ones>>i&1 == 1
		}
		if !ok {
			return false
		}
	}
	return true
}

// askUnion is ask of a row of two values, at one bit: of zero, one, the other value's bit and the one that is wanted, what will do.
func (o *generalOp) askUnion(asked *choice, want *generalAsk, t int, values []choice, i int) bool {
	result := func(c cell) cell {
		if o.args[0] == t {
			return o.row.kind.unite(c, values[o.args[1]].word[i])
		}
		return o.row.kind.unite(values[o.args[0]].word[i], c)
	}
	if want.allows(i, result(freeCell)) {
		return true // whatever it is
	}
	can := nothing()
	for _, c := range [...]cell{zeroCell, oneCell} {
		if want.allows(i, result(c)) {
			can.offer(i, c)
		}
	}
	for _, c := range [...]cell{values[o.args[0]+o.args[1]-t].word[i], want.word[i]} {
		if c >= 0 && want.allows(i, result(c)) {
			can.word[i] = c
		}
	}
	return can.word[i] != freeCell && asked.both(i, &can, i)
}
