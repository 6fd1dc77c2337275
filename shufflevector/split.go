package shufflevector

// Split finds two shuffles of the given patterns that are the mask one after the other: %t is one of first, of %a and %b, and %r one of second, of %t and, if it takes
// two operands, of %a or %b. Of several it is the first in the order of the parameters. It is not ok if there are none.
//
// Patterns with many masks cannot all be tried. As the second one they may be blend or clear, which are solved for; otherwise it is not
// ok.
func (m Mask) Split(e Elem, first, second *Pattern) (c Chain, ok bool) {
	if m.m != m.n || first.each == nil {
		return nil, false
	}
	s := Shape{m.N(), m.Len()}
	want := m.Sel()
	first.each(s, func(a Args) {
		if ok {
			return
		}
		t := first.selectors(s, a)
		for _, with := range [...]int{-1, 0, 1} {
			if sel, found := second.completes(s, want, t, with); found {
				c, ok = m.chain(e, t, sel, with), true
				return
			}
		}
	})
	return c, ok
}

// selectors is the mask of the parameters.
func (p *Pattern) selectors(s Shape, a Args) []int {
	sel := make([]int, s.M)
	for i := range sel {
		sel[i] = p.lane(s, a, nil, i)
	}
	return sel
}

// completes finds a mask of the pattern over t and, if with is not -1, operand number with, that gives what is wanted.
func (p *Pattern) completes(s Shape, want, t []int, with int) (sel []int, found bool) {
	switch {
	case p.each != nil:
		p.each(s, func(a Args) {
			if !found {
				sel = p.selectors(s, a)
				found = gives(s.N, want, t, sel, with)
			}
		})
	case p.Name == "blend" && with >= 0, p.Name == "clear" && with < 0:
		sel = make([]int, s.M)
		for i := range sel {
			sel[i] = i
			if !givesLane(s.N, want[i], t, i, with) {
				if sel[i] = ZeroLane; with >= 0 {
					sel[i] = s.N + i
				}
			}
		}
		found = gives(s.N, want, t, sel, with)
	}
	return sel, found
}

// gives says whether the selectors over t and operand number with agree with every defined lane that is wanted.
func gives(n int, want, t, sel []int, with int) bool {
	for i, w := range want {
		if !givesLane(n, w, t, sel[i], with) {
			return false
		}
	}
	return true
}

func givesLane(n, want int, t []int, sel, with int) bool {
	switch {
	case want == UndefLane:
		return true
	case sel < 0:
		return sel == want
	case sel < n:
		return t[sel] == want
	}
	return with >= 0 && with*n+sel-n == want
}

// chain is the two steps as shuffles of %a and %b.
func (m Mask) chain(e Elem, t, sel []int, with int) Chain {
	first := Shuffle{Result: "%t", Elem: e, N: m.N(), Op: [2]Operand{Var("%a"), Var("%b")}, Sel: t}
	second := Shuffle{Result: "%r", Elem: e, N: m.N(), Op: [2]Operand{Var("%t"), PoisonVector()}, Sel: sel}
	if with >= 0 {
		second.Op[1] = first.Op[with]
	}
	if !first.reads(1) {
		first.Op[1] = PoisonVector()
	}
	return Chain{first, second}
}
