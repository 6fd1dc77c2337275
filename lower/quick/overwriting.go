package quick

// mostOrdered is how many steps are put into another order at most.
const mostOrdered = 64

// An order is which step stands in each place.
type order [mostOrdered]uint8

// overwriteLast lets steps from first on that overwrite an operand stand behind those that read it, if that saves copies: with them goes what is made of their results.
//
//	punpckhwd x, y      copies x            pshufhw   z, x
//	pshuflw   u, x'                         punpckhwd x, y
//	pshufhw   z, x                          pshuflw   u, x
func (s *state) overwriteLast(first int, result node) node {
	if s.n > mostOrdered {
		return result
	}
	copies := Weights{Copy: 1} // and what else counts as one
	least := s.cost(first, &copies)
	for i := first; i < s.n && least > 0; i++ {
		if s.step[i].row.Destroys && s.step[i].operands > 0 {
			o, ok := s.behindReaders(i)
			if !ok {
				continue
			}
			next := s.ordered(&o, result)
			if n := s.cost(first, &copies); n < least && s.sharesBefore() {
				least, result, i = n, next, first-1
			} else {
				copy(s.step[:s.n], s.moved[:s.n])
			}
		}
	}
	return result
}

// behindReaders is the order in which step i stands behind all that read what it overwrites, and behind it what is made of it; false if there is none.
func (p *plan) behindReaders(i int) (o order, ok bool) {
	last, made := i, uint64(1)<<i
	for j := i + 1; j < p.n; j++ {
		t := &p.step[j]
		for _, a := range t.args[:t.operands] {
			if a == p.step[i].args[0] {
				last = j
			}
			if k := int(a) - p.inputs; k >= 0 && made>>k&1 == 1 {
				made |= 1 << j
			}
		}
		if t.spends > 0 && made>>(t.spends-1)&1 == 1 {
			made |= 1 << j // a constant that it overwrites is read before
		}
	}
	if last == i || made>>last&1 == 1 {
		return o, false
	}
	at := 0
	put := func(from, to int, which uint64) {
		for k := from; k < to; k++ {
			if which>>k&1 == 1 {
				o[at] = uint8(k)
				at++
			}
		}
	}
	put(0, i, ^uint64(0))
	put(i, last+1, ^made)
	put(i, last+1, made)
	put(last+1, p.n, ^uint64(0))
	return o, true
}

// back is the order that undoes another.
func (o *order) back(n int) (b order) {
	for at := range n {
		b[o[at]] = uint8(at)
	}
	return b
}

// ordered puts the steps into an order, and says which node the result is then. As they were they are in moved.
func (s *state) ordered(o *order, result node) node {
	at := o.back(s.n)
	copy(s.moved[:s.n], s.step[:s.n])
	for i := range s.n {
		t := &s.step[i]
		*t = s.moved[o[i]]
		for k, a := range t.args[:t.operands] {
			if int(a) >= s.inputs {
				t.args[k] = node(s.inputs + int(at[int(a)-s.inputs]))
			}
		}
		for _, of := range [...]*int16{&t.shares, &t.spends} {
			if *of > 0 {
				*of = int16(at[*of-1]) + 1
			}
		}
	}
	if int(result) >= s.inputs {
		result = node(s.inputs + int(at[int(result)-s.inputs]))
	}
	return result
}

// sharesBefore says whether all constants are loaded before they are shared.
func (p *plan) sharesBefore() bool {
	for i := range p.n {
		if int(p.step[i].shares) > i {
			return false
		}
	}
	return true
}
