package quick

// A run is steps that followed one another in a plan, and may stand elsewhere in it.
type run struct {
	first, n int
	loads    int
	result   node
	step     [mostOrdered]step
}

// cut makes it the last steps of the plan, from first on, before which so many constants might be loaded. More steps than are put into another order are none.
func (r *run) cut(s *state, first, loads int, result node) {
	r.first, r.n, r.loads, r.result = first, s.n-first, loads-s.loads, result
	if r.n <= mostOrdered {
		copy(r.step[:], s.step[first:s.n])
	}
}

// paste adds the run to the plan, of which steps are other ones since from on: it is not added if it has to do with one of these.
func (r *run) paste(s *state, from int) (result node, ok bool) {
	if r.n > mostOrdered || s.n+r.n > mostSteps {
		return 0, false
	}
	ok = true
	moved := func(step int) int {
		if step >= r.first {
			return step + s.n - r.first
		}
		ok = ok && step < from
		return step
	}
	for i := range r.n {
		t := &s.step[s.n+i]
		*t = r.step[i]
		for k, v := range t.args[:t.operands] {
			t.args[k] = node(s.inputs + moved(int(v)-s.inputs))
		}
		for _, of := range [...]*int16{&t.shares, &t.spends} {
			if *of > 0 {
				*of = int16(moved(int(*of-1)) + 1)
			}
		}
	}
	if result = node(s.inputs + moved(int(r.result)-s.inputs)); ok {
		s.n, s.loads = s.n+r.n, s.loads-r.loads
	}
	return result, ok
}
