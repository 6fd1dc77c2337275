package lower

// A pairing finds what two rows of general registers do, exactly, bit by bit: all first rows that make of the values what a last row asks for.
//
//	values  ──first──►  between  ──last──►  want
//	    └────────────────────────────┘
//
// What a last row with an immediate asks for is one thing, and so is what an and asks for: its zeros may be anything before. A gather and a scatter ask for an order of bits, so that of
// them the other row is tried, with all that its constant may become still open. Of two such, only a gather and then a scatter do what one does not:
//
//	pext, pext    a gather of what is left          pext, pdep    any bits in their order to any places
//	pdep, pdep    a scatter to where both do        pdep, pext    the same; bits in their order, with zeros between
type pairing struct {
	t       *generalTable
	want    *generalAsk
	values  []choice // behind them, at the last place, the one between
	between int
	most    int // constants
	visit   func(first, last generalOp)
}

// two calls visit with all pairs of rows that make what is wanted of values of which nothing is known, and of which the last reads what the first makes. They load no more constants than most.
func (t *generalTable) two(want *generalAsk, values []choice, most int, visit func(first, last generalOp)) {
	p := &pairing{t: t, want: want, values: append(values[:len(values):len(values)], nothing()), between: len(values), most: most, visit: visit}
	p.lastMoves()
	for _, r := range t.rows {
		switch {
		case r.constants() > most:
		case r.kind == clearing || r.kind == setting:
			p.lastLook(r)
		case r.kind == scattering && most > 1:
			p.gatherScatter(r)
		case r.args == 2:
			p.lastUnion(r)
		}
	}
	if most > 0 {
		p.lastOrders()
	}
}

// given are the values that there are before the first row.
func (p *pairing) given() []choice { return p.values[:p.between] }

// asks finds the first rows for a last op that is known.
func (p *pairing) asks(last generalOp) {
	asked, ok := last.ask(p.want, p.between, p.values)
	if !ok {
		return
	}
	if a := asking(asked); a.some != 0 || p.between == 0 { // if nothing is asked, one row does it, of anything that there is
		p.t.one(a, p.given(), p.most-last.constants(), func(first generalOp) { p.visit(first, last) })
	}
}

// lastMoves are last rows with an immediate.
func (p *pairing) lastMoves() {
	for k := range p.t.moves {
		m := &p.t.moves[k]
		last := generalOp{row: m.row, move: m, args: [2]int{p.between, p.between}}
		switch m.row.args {
		case 1:
			p.asks(last)
		case 2:
			if !p.t.mirrored {
				p.asks(last)
			}
			for x := loaded; x < p.between; x++ {
				if x == loaded && p.most == 0 {
					continue
				}
				last.args = [2]int{p.between, x}
				p.asks(last)
				last.args = [2]int{x, p.between}
				p.asks(last)
			}
		}
	}
}

// lastUnion are last rows of two values.
func (p *pairing) lastUnion(r *generalRow) {
	for x := range p.between {
		p.asks(generalOp{row: r, args: [2]int{p.between, x}})
		p.asks(generalOp{row: r, args: [2]int{x, p.between}})
	}
}

// lastLook are last rows that clear or set bits. What they can clear or set may be anything before; of a constant in the instruction the upper bits are all set or none.
func (p *pairing) lastLook(r *generalRow) {
	able := p.want.zeros
	if r.kind == setting {
		able = p.want.ones
	}
	signed := r.inline && r.width == wordBits
	for _, upper := range [...]bool{false, true} {
		if upper && !signed {
			break
		}
		asked := p.want.choice
		open := able & lowBitsSet(r.width)
		if signed && (upper == (r.kind == clearing)) { // none of the upper bits are cleared or set
			open &^= signBits
		} else if signed && able&signBits != signBits {
			continue
		}
		eachBit(open, func(i int) bool {
			asked.word[i] = freeCell
			return true
		})
		p.lastLookOf(r, asked)
	}
}

// lastLookOf finds the first rows for what such a row asks, and then its constant.
func (p *pairing) lastLookOf(r *generalRow, asked choice) {
	if ^lowBitsSet(r.width)&^p.want.zeros != 0 {
		return
	}
	for i := r.width; i < wordBits; i++ {
		asked.word[i] = freeCell
	}
	a := asking(asked)
	if a.some == 0 && p.between > 0 {
		return
	}
	p.t.one(a, p.given(), p.most-r.constants(), func(first generalOp) {
		v := first.apply(p.values)
		if last := (generalOp{row: r, args: [2]int{p.between}}); last.look(p.want, &v, v.inPlace(p.want)) {
			p.visit(first, last)
		}
	})
}

// gatherScatter is a gather, and then a scatter of what it has gathered: bits of one value in their order.
func (p *pairing) gatherScatter(scatter *generalRow) {
	for _, gather := range p.t.rows {
		if gather.kind != gathering || gather.width != wordBits || scatter.width != wordBits {
			continue
		}
		for k := range p.given() {
			first, last := generalOp{row: gather, args: [2]int{k}}, generalOp{row: scatter, args: [2]int{p.between}}
			next := 0
			if eachBit(^p.want.zeros, func(i int) bool {
				for next < wordBits && !p.values[k].meets(next, &p.want.choice, i) {
					next++
				}
				if next == wordBits {
					return false
				}
				first.mask |= 1 << next
				last.mask |= 1 << i
				next++
				return true
			}) {
				p.visit(first, last)
			}
		}
	}
}

// lastOrders are gathers and scatters last.
func (p *pairing) lastOrders() {
	order := p.wantedOrder()
	try := func(first generalOp, offered *choice) {
		if first.constants() >= p.most {
			return
		}
		for _, r := range p.t.rows {
			if r.kind != gathering && r.kind != scattering {
				continue
			}
			last := generalOp{row: r, args: [2]int{p.between}}
			if !last.look(p.want, offered, 0) {
				continue
			}
			asked, ok := last.ask(p.want, p.between, p.values)
			if one := first; ok && one.settle(asking(asked), p.given()) {
				p.visit(one, last)
			}
		}
	}
	p.t.eachMove(p.between, func(m *generalMove, x, y int) {
		first := generalOp{row: m.row, move: m, args: [2]int{x, y}}
		if m.row.args == 2 && x == y && p.t.mirrored || !m.keepsOrder(order, x, y) {
			return
		}
		offered := first.apply(p.values)
		for i, c := range m.from {
			if c >= 0 && first.args[c/wordBits] == loaded { // as the constant has it
				offered.one |= 1 << i
			}
		}
		try(first, &offered)
	})
	for _, r := range p.t.rows {
		switch {
		case r.kind == clearing || r.kind == setting:
			p.firstLook(r, try)
		}
	}
}

// firstLook calls try with what a row that clears or sets bits may make, whatever its constant.
func (p *pairing) firstLook(r *generalRow, try func(first generalOp, offered *choice)) {
	for k := range p.given() {
		first := generalOp{row: r, args: [2]int{k}}
		signed := r.inline && r.width == wordBits
		for _, upper := range [...]bool{false, true} {
			if upper && !signed {
				break
			}
			low := lowBitsSet(r.width)
			if signed {
				low &^= signBits
			}
			first.mask = lowBitsSet(r.width)
			if r.kind == setting {
				first.mask = 0
			}
			if signed && upper == (r.kind == setting) {
				first.mask ^= signBits
			}
			offered := first.apply(p.values)
			if r.kind == clearing {
				offered.zero |= low
			} else {
				offered.one |= low
			}
			try(first, &offered)
		}
	}
}

// settle chooses what is still open of an op whose result is asked for.
func (o *generalOp) settle(a *generalAsk, values []choice) bool {
	switch o.row.kind {
	case moving:
		o.load = 0
		return o.brings(a, values)
	case clearing, setting:
		v := &values[o.args[0]]
		return o.look(a, v, v.inPlace(a))
	}
	return true
}

// wantedOrder are the bits that can only be one of a value, in their order.
func (p *pairing) wantedOrder() (order []cell) {
	eachBit(p.want.some&^p.want.zeros&^p.want.ones, func(i int) bool {
		order = append(order, p.want.word[i])
		return true
	})
	return order
}

// keepsOrder says whether a move of the values x and y has these bits in that order: if not, no gather or scatter of it makes what is wanted.
func (m *generalMove) keepsOrder(order []cell, x, y int) bool {
	last := int8(-1)
	for _, c := range order {
		k, j := int(c)/wordBits, int(c)%wordBits
		to := int8(-1)
		if k == x && m.row.args > 0 {
			to = m.to[j]
		}
		if k == y && m.row.args > 1 {
			to = max(to, m.to[wordBits+j])
		}
		if to <= last {
			return false
		}
		last = to
	}
	return true
}
