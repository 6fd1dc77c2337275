package lower

// An ask is the search for a last step: what it would need of its arguments, and what that costs.
//
//	want   b2 a1 z _          last step   shufps x, y       x must hold b2 and a1, somewhere: all ways are tried
//	                                                        y must hold z, in any lane
//
// Each argument is an input that holds what is asked, or a value made by one or two steps, looked up in the solver's tables; two arguments may be the same value.
type ask struct {
	s     *quadSolver
	want  quad
	best  entry // the cheapest so far; best.deed is nil as long as there is none
	width int   // steps that the arguments may take together: 1, 2, or more

	shared bool // whether to look for sequences in which one argument is made from the other

	step  *step
	price entry
	need  [maxInputs]quad // what is asked of each argument
	roles [maxInputs]role
	picks [4]uint8
}

// lastSteps tries all last steps.
func (a *ask) lastSteps() {
	for i := range a.s.steps {
		st := &a.s.steps[i]
		if st.args == 0 || st.loads > 0 && !a.s.constants && a.width > 1 {
			continue
		}
		if a.s.until.passed() {
			return
		}
		a.step, a.price = st, a.s.priced(st)
		if !a.hopeful() {
			continue
		}
		a.need = [maxInputs]quad{anything, anything, anything}
		a.roles = [maxInputs]role{noRole, noRole, noRole}
		a.lane(0)
	}
}

// hopeful says whether the step with the cheapest others could be cheaper than the best.
func (a *ask) hopeful() bool {
	e := a.price
	e.key += key(min(a.width, 2)) * a.s.cheapest
	if a.s.byCost && a.width > 1 { // one step may be a zero, which is there at once
		e.latency += a.s.slowest
	}
	return e.cheaper(&a.best)
}

// lane chooses what lane i and those behind it come from.
func (a *ask) lane(i int) {
	if i == 4 {
		a.argument(0, anything, anything)
		return
	}
	want := a.want.at(i)
	if a.step.union != noUnion {
		a.unionLane(i, want)
		return
	}
	if want == anySymbol {
		a.picks[i] = anySymbol
		a.lane(i + 1)
		return
	}
	for _, code := range a.step.choice[i] {
		if code >= zeroSymbol {
			if code == want {
				a.picks[i] = code
				a.lane(i + 1)
			}
			continue
		}
		k, j := code>>2, int(code&3)
		old := a.need[k]
		if had := old.at(j); had != anySymbol && had != want {
			continue
		}
		a.need[k] = old.with(j, want)
		a.picks[i] = code
		a.lane(i + 1)
		a.need[k] = old
	}
}

// unionLane tries all lanes i of the arguments of a union that make the wanted one.
func (a *ask) unionLane(i int, want uint8) {
	a.picks[i] = anySymbol
	if want == anySymbol {
		a.lane(i + 1)
		return
	}
	old := a.need
	x := uint8(0)
	for range 4*a.s.inputs + 1 {
		a.unionPair(i, want, x, anySymbol)
		a.unionPair(i, want, anySymbol, x)
		for _, y := range [...]uint8{x, zeroSymbol} {
			a.unionPair(i, want, x, y)
			if x != y {
				a.unionPair(i, want, y, x)
			}
		}
		if x++; x == uint8(4*a.s.inputs) {
			x = zeroSymbol
		}
	}
	a.need = old
}

// unionPair tries symbol x on the first side of a union and y on the others, of which at most one needs it.
func (a *ask) unionPair(i int, want, x, y uint8) {
	if got := a.step.union.of(x, y); got != want {
		return
	}
	if a.step.args == 2 {
		old := a.need
		a.need[0], a.need[1] = old[0].with(i, x), old[1].with(i, y)
		a.lane(i + 1)
		a.need = old
		return
	}
	for side := range a.step.args { // an or of three
		old := a.need
		for k := range a.step.args {
			symbol := uint8(zeroSymbol)
			if k == side {
				symbol = want
			}
			a.need[k] = old[k].with(i, symbol)
		}
		a.lane(i + 1)
		a.need = old
	}
}

// argument chooses what argument k and those behind it are; x and y are what is asked of the values that are made.
func (a *ask) argument(k int, x, y quad) {
	if k == a.step.args {
		if a.step.follows(&a.roles) {
			a.price3(x, y)
		}
		return
	}
	for i := range a.s.inputs {
		if a.need[k].heldBy(inputQuad(i)) {
			a.roles[k] = role(i)
			a.argument(k+1, x, y)
		}
	}
	madeBefore, tooBefore := false, false
	for _, r := range a.roles[:k] {
		madeBefore, tooBefore = madeBefore || r == made, tooBefore || r == madeToo
	}
	if p, ok := both(x, a.need[k]); ok && (madeBefore || a.known(p)) {
		a.roles[k] = made
		a.argument(k+1, p, y)
	}
	if p, ok := both(y, a.need[k]); ok && madeBefore && a.width > 1 && (tooBefore || a.known(p)) {
		a.roles[k] = madeToo
		a.argument(k+1, x, p)
	}
	a.roles[k] = noRole
}

// known says whether the tables have a sequence for the pattern.
func (a *ask) known(p quad) bool {
	if a.width == 1 {
		return len(a.s.single.of(p)) > 0
	}
	return len(a.s.chain.of(p)) > 0
}

// price3 looks up what the values cost that the last step asks for, and adds the copy of what it overwrites and reads beside.
func (a *ask) price3(x, y quad) {
	plain := a.price
	if a.step.beside(a.roles[:a.step.args]) {
		a.price.key += a.s.copyKey
	}
	a.valued(x, y)
	a.price = plain
}

// valued looks up what the values cost that the last step asks for.
func (a *ask) valued(x, y quad) {
	hasX, hasY := false, false
	for _, r := range a.roles[:a.step.args] {
		hasX, hasY = hasX || r == made, hasY || r == madeToo
	}
	reads := uses(a.roles[:a.step.args])
	switch {
	case !hasX:
	case a.width == 1:
		a.behindOne(x, reads)
	case !hasY:
		a.behindChain(x, reads)
	default:
		a.behindTwo(x, y, reads)
		if a.width > 2 {
			a.behindChains(x, y, reads, false)
			a.behindChains(y, x, reads, true)
		}
		if a.shared {
			a.behindShared(x, y, false)
			a.behindShared(y, x, true)
		}
	}
}

// behindOne prices one value that one step made.
func (a *ask) behindOne(x quad, reads uint8) {
	for i := range a.s.single.of(x) {
		before := &a.s.single.of(x)[i]
		e := a.s.after(a.price, before)
		e.key += a.s.copied(before.slot&7, reads)
		a.offer(e, before.deed, nil)
	}
}

// behindChain prices one made value.
func (a *ask) behindChain(x quad, reads uint8) {
	if !a.s.destroys {
		reads = 0
	}
	for i := range a.s.chain.of(x) {
		if before := &a.s.chain.of(x)[i]; before.slot == reads {
			a.offer(a.s.after(a.price, before), before.deed, nil)
		}
	}
}

// behindTwo prices two values of one step each. Either may be made first; it then must leave alone what the other reads.
func (a *ask) behindTwo(x, y quad, reads uint8) {
	for i := range a.s.single.of(x) {
		one := &a.s.single.of(x)[i]
		for j := range a.s.single.of(y) {
			two := &a.s.single.of(y)[j]
			e := a.s.after(a.price, one, two)
			kills1, kills2 := one.slot&7, two.slot&7
			e.key += min(
				a.s.copied(kills1, two.slot>>3|reads)+a.s.copied(kills2, reads),
				a.s.copied(kills2, one.slot>>3|reads)+a.s.copied(kills1, reads))
			a.offer(e, one.deed, two.deed)
		}
	}
}

// behindChains prices two values of up to two steps each, made one after the other; the one made first, x, leaves all inputs intact. swapped says that x is
// what the roles call madeToo.
func (a *ask) behindChains(x, y quad, reads uint8, swapped bool) {
	all := a.s.intactSets() - 1
	if !a.s.destroys {
		reads = 0
	}
	for i := range a.s.chain.of(x) {
		one := &a.s.chain.of(x)[i]
		if one.slot != all {
			continue
		}
		for j := range a.s.chain.of(y) {
			two := &a.s.chain.of(y)[j]
			if two.slot != reads {
				continue
			}
			e := a.s.after(a.price, one, two)
			if swapped {
				a.offer(e, two.deed, one.deed)
			} else {
				a.offer(e, one.deed, two.deed)
			}
		}
	}
}

// offer takes the sequence if it is the cheapest so far.
func (a *ask) offer(e entry, made, madeToo *deed) {
	if !a.s.allowed(&e) || !e.cheaper(&a.best) {
		return
	}
	e.deed = &deed{step: a.step, roles: a.roles, picks: a.picks, from: [2]*deed{made, madeToo}}
	a.best = e
}
