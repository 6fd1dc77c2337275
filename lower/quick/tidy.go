package quick

// orThree makes one row of two ors where the target has one, and the first or is read by the second alone.
func (s *state) orThree(w *width, result node) node {
	for i := 0; i < s.n && w.or3 != nil; i++ {
		t := &s.step[i]
		if t.row != w.or {
			continue
		}
		for k := range 2 {
			j := int(t.args[k]) - s.inputs
			if j < 0 || s.step[j].row != w.or || s.readers(node(s.inputs+j)) != 1 {
				continue
			}
			other := t.args[1-k]
			t.row, t.operands = w.or3, 3
			t.args = [mostOperands]node{s.step[j].args[0], s.step[j].args[1], other}
			result = s.remove(j, result)
			i--
			break
		}
	}
	return result
}

// readers is how many operands read a node.
func (p *plan) readers(v node) (n int) {
	for i := range p.n {
		for _, a := range p.step[i].args[:p.step[i].operands] {
			if a == v {
				n++
			}
		}
	}
	return n
}

// remove takes out a step that nobody reads.
func (p *plan) remove(j int, result node) node {
	gone := node(p.inputs + j)
	copy(p.step[j:p.n-1], p.step[j+1:p.n])
	p.n--
	for i := range p.n {
		for _, of := range [...]*int16{&p.step[i].shares, &p.step[i].spends} {
			if *of > int16(j) {
				*of--
			}
		}
		for k, a := range p.step[i].args {
			if a > gone {
				p.step[i].args[k] = a - 1
			}
		}
	}
	if result > gone {
		result--
	}
	return result
}
