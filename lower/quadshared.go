package lower

// This file finds the one shape of three steps that is neither a chain nor a tree: the last step reads a value and another one that was made from it.
//
//	r = x, y          b0 a0 b1 a1
//	s = r, z              │
//	t = s, r          r is read twice

// behindShared prices sequences in which a value with what x asks is made, by one step, from a value with what y asks. swapped says that x is what the roles call madeToo.
func (a *ask) behindShared(x, y quad, swapped bool) {
	s := a.s
	if len(s.chain.of(x)) == 0 || len(s.single.of(y)) == 0 {
		return
	}
	for _, i := range s.holding(y) {
		if !s.reaches(i, x) {
			continue
		}
		for j := range s.single.of(s.values[i]) {
			a.behindBoth(&s.single.of(s.values[i])[j], s.values[i], x, swapped)
		}
	}
}

// behindBoth prices the last step after one that makes x of v, which has been made by the sequence before.
func (a *ask) behindBoth(before *entry, v, x quad, swapped bool) {
	s := a.s
	for i := range s.steps {
		st := &s.steps[i]
		if st.args == 0 || st.loads > 0 && !s.constants {
			continue
		}
		middle := s.after(s.priced(st), before)
		e := s.after(a.price, &middle)
		if !e.cheaper(&a.best) {
			continue
		}
		s.eachRoles(st, made+1, func(roles [maxInputs]role, args [maxInputs]quad) {
			picks, ok := st.makes(args, x)
			if !ok {
				return
			}
			d := &deed{step: st, roles: roles, picks: picks, from: [2]*deed{before.deed}}
			pair := [2]*deed{d, before.deed}
			if swapped {
				pair = [2]*deed{before.deed, d}
			}
			last := deed{step: a.step, roles: a.roles, picks: a.picks, from: pair}
			n, _ := copies(last.sequence())
			f := e
			f.key += key(n) * s.copyKey
			a.offer(f, pair[0], pair[1])
		}, v)
	}
}

// makes says whether the step can make a value with what the pattern asks, and of what.
func (st *step) makes(args [maxInputs]quad, want quad) (picks [4]uint8, ok bool) {
	picks = [4]uint8{anySymbol, anySymbol, anySymbol, anySymbol}
	if st.union != noUnion {
		return picks, want.heldBy(st.union.combine(args[:st.args]))
	}
lanes:
	for i, choice := range st.choice {
		w := want.at(i)
		if w == anySymbol {
			continue
		}
		for _, code := range choice {
			if symbolOf(code, args) == w {
				picks[i] = code
				continue lanes
			}
		}
		return picks, false
	}
	return picks, true
}

// holding are the values of one step that have what the pattern asks, as indices.
func (s *quadSolver) holding(p quad) []int {
	if list, ok := s.holders[p]; ok {
		return list
	}
	var list []int
	for i, v := range s.values {
		if p.heldBy(v) {
			list = append(list, i)
		}
	}
	s.holders[p] = list
	return list
}

// mostReached is how many bytes the sets of reaches take between two questions. Of two inputs all of them have room; of three a set is asked a few times in the same question, and hardly later.
const mostReached = 4 << 20

// reaches says whether a step makes a value with what p asks from values[i] and the inputs. All that is reached from a value is found the first time.
func (s *quadSolver) reaches(i int, p quad) bool {
	if s.reach == nil {
		s.reach = make([]quadSet, len(s.values))
	}
	if s.reach[i] == nil {
		s.reach[i] = s.reachedFrom(s.values[i])
		s.reached += 8 * len(s.reach[i])
	}
	return s.reach[i].has(s.single.number(p))
}

func (s *quadSolver) reachedFrom(v quad) quadSet {
	set := newQuadSet(s.single.alphabet)
	for i := range s.steps {
		st := &s.steps[i]
		if st.args == 0 || st.loads > 0 && !s.constants {
			continue
		}
		s.eachRoles(st, made+1, func(_ [maxInputs]role, args [maxInputs]quad) {
			s.eachResult(st, args, func(w quad, _ [4]uint8) {
				set.add(s.single.number(w))
			})
		}, v)
	}
	set.spread(s.single.alphabet)
	return set
}
