package lower

// This file finds the one shape of three steps that is neither a chain nor a tree: the last step reads a value and another one that was made from it.
//
//	r = x, y          b0 a0 b1 a1
//	s = r, z              │
//	t = s, r          r is read twice

// behindShared prices sequences in which a value with what x asks is made, by one step, from a value with what y asks. swapped says that x is what the roles call madeToo.
func (a *ask) behindShared(x, y quad, swapped bool) {
	s := a.s
	if len(s.chain[x]) == 0 || len(s.single[y]) == 0 {
		return
	}
	for _, i := range s.holding(y) {
		if !s.reaches(i, x) {
			continue
		}
		for j := range s.single[s.values[i]] {
			a.behindBoth(&s.single[s.values[i]][j], s.values[i], x, swapped)
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

// reaches says whether a step makes a value with what p asks from values[i] and the inputs. All that is reached from a value is found the first time.
func (s *quadSolver) reaches(i int, p quad) bool {
	if s.reach == nil {
		s.reach = make([][]uint64, len(s.values))
	}
	if s.reach[i] == nil {
		s.reach[i] = s.reachedFrom(s.values[i])
	}
	return s.reach[i][p/64]>>(p%64)&1 == 1
}

func (s *quadSolver) reachedFrom(v quad) []uint64 {
	set := make([]uint64, quads/64)
	for i := range s.steps {
		st := &s.steps[i]
		if st.args == 0 || st.loads > 0 && !s.constants {
			continue
		}
		s.eachRoles(st, made+1, func(_ [maxInputs]role, args [maxInputs]quad) {
			s.eachResult(st, args, func(w quad, _ [4]uint8) {
				if set[w/64]>>(w%64)&1 == 1 {
					return
				}
				for free := range 16 {
					p := w.forgetting(free)
					set[p/64] |= 1 << (p % 64)
				}
			})
		}, v)
	}
	return set
}
