package loops

import "github.com/lanescope/lanescope/syntax"

// Loops over elements, and not over numbers:
//
//	for i, x := range a { r[7-i] = x }             Go
//	for (uint8_t x : a) *r++ = x;                  C++ and Java
//	for (i, x) in a.iter().enumerate() { … }       Rust
//	for i, x in enumerate(a): …                    Python, with zip(a, b), reversed(a)

// A repetition is a loop whose body is read behind its head.
type repetition interface {
	statement
	with(body statement) statement
}

func (s *counting) with(body statement) statement {
	own := *s
	own.body = body
	return &own
}

// An iteration goes over the elements of arrays, side by side.
type iteration struct {
	span
	index    string // the name that counts; none if it is empty
	names    []string
	typ      integer // of the names, if it is said
	of       []expression
	reversed bool
	ends     bool // the names end with the loop
	body     statement
}

func (s *iteration) with(body statement) statement {
	own := *s
	own.body = body
	return &own
}

func (s *iteration) run(m *machine) error {
	defer m.inLoop(s.span)()
	var all []value
	n := -1
	for _, e := range s.of {
		x, err := e.eval(m)
		if err == nil && m.lang == golang {
			x, err = m.assigned(x, "", s.span)
		}
		if err != nil {
			return err
		}
		if s.typ.bits > 0 && x.kind == arrayValue && x.array.elem == 0 { // which are as wide as what each is called
			x.array.elem, x.array.typ = s.typ.bits, integer{signed: s.typ.signed, float: s.typ.float}
		}
		length, ok := m.lengthOf(x)
		if !ok {
			return e.where().errorf("expected an array or a list")
		}
		if all = append(all, x); n < 0 || length < n {
			n = length
		}
	}
	if s.ends {
		return m.scoped(func() error { return s.passes(m, all, n) })
	}
	return s.passes(m, all, n)
}

// passes runs the body for each of n elements.
func (s *iteration) passes(m *machine, all []value, n int) error {
	for k := range n {
		if s.reversed {
			k = n - 1 - k
		}
		if err := m.step(s.span); err != nil {
			return err
		}
		if err := s.pass(m, all, k); err != nil {
			return err
		}
	}
	return nil
}

// pass runs the body once, for element k of each.
func (s *iteration) pass(m *machine, all []value, k int) error {
	if s.index != "" {
		at := numberOf(int64(k), integer{})
		m.declare(&variable{name: s.index, simple: &at, source: -1})
	}
	for i, name := range s.names {
		x, err := m.elementOf(all[min(i, len(all)-1)], k, s.span)
		if err != nil {
			return err
		}
		if len(s.names) > len(all) && len(all) == 1 { // for x, y in pairs
			if x.kind != listValue || len(x.list) != len(s.names) {
				return s.errorf("%d names for one element", len(s.names))
			}
			x = x.list[i]
		}
		if s.typ.bits > 0 {
			x = m.cast(x, s.typ, s.span)
		}
		m.declare(&variable{name: name, typ: s.typ, simple: &x, source: -1, declared: true})
	}
	return s.body.run(m)
}

// lengthOf is how many elements an array or a list has.
func (m *machine) lengthOf(x value) (n int, ok bool) {
	switch {
	case x.kind == listValue:
		return len(x.list), true
	case x.kind != arrayValue:
		return 0, false
	case len(x.array.dims) == 0 || x.array.dims[0] == 0:
		return int(m.lengthTaken(x.array).n), true
	}
	return x.array.dims[0], true
}

// elementOf is one of an array or a list.
func (m *machine) elementOf(x value, k int, where span) (value, error) {
	if x.kind == listValue {
		return x.list[k], nil
	}
	p, err := m.element(x, []int{k}, where)
	if err != nil {
		return x, err
	}
	return m.at(p, where)
}

// each reads for (T x : a) of C++ and Java behind its parenthesis, if it is one.
func (p *parser) each(start token) (s *iteration, ok bool, err error) {
	n := 0
	for p.ahead(n).kind == wordToken || p.ahead(n).text == "&" {
		n++
	}
	if n < 2 || p.ahead(n).text != ":" {
		return nil, false, nil
	}
	changes := false
	fixed := false
	for ; n > 1; n-- {
		word := p.next()
		changes, fixed = changes || word.text == "&", fixed || word.text == "const"
		if own, known := p.typeOf(word.text); known {
			s = &iteration{typ: merged(typeSoFar(s), own, word.text)}
		}
	}
	if changes && !fixed {
		return nil, true, p.wanted("a loop by index, or a const &: what is changed by a reference is not known here")
	}
	if s == nil {
		s = &iteration{}
	}
	s.ends = true
	s.names = []string{p.next().text}
	p.next()
	of, err := p.expression()
	if err == nil {
		err = p.expect(")")
	}
	s.of, s.span = []expression{of}, p.from(start)
	return s, true, err
}

func typeSoFar(s *iteration) integer {
	if s == nil {
		return integer{}
	}
	return s.typ
}

// over reads what Rust's or Python's loop goes over, if that is no range of numbers: a, &a, a.iter().enumerate(), zip(a, b), enumerate(a).
func (p *parser) over(names []string, start token) (repetition, error) {
	s := &iteration{names: names, ends: p.lang != python}
	of, err := p.expression()
	if err != nil {
		return nil, err
	}
	if s.of, err = s.arrays(of); err != nil {
		return nil, err
	}
	s.span = p.from(start)
	return s, nil
}

// arrays takes apart what stands around the arrays that a loop goes over.
func (s *iteration) arrays(of expression) ([]expression, error) {
	e, ok := of.(*call)
	if !ok {
		return []expression{of}, nil
	}
	switch {
	case (e.name == "iter" || e.name == "into_iter" || e.name == "copied" || e.name == "cloned") && len(e.args) == 1:
		return s.arrays(e.args[0])
	case (e.name == "reversed" || e.name == "rev") && len(e.args) == 1 && s.index == "":
		s.reversed = !s.reversed
		return s.arrays(e.args[0])
	case e.name == "enumerate" && len(e.args) == 1 && len(s.names) >= 2 && s.index == "" && !s.reversed:
		s.index, s.names = s.names[0], s.names[1:]
		return s.arrays(e.args[0])
	case e.name == "zip" && len(e.args) == len(s.names) && len(e.args) > 0:
		var all []expression
		for _, a := range e.args {
			before := s.reversed
			inner, err := s.arrays(a)
			if err == nil && s.reversed != before {
				err = a.where().errorf("expected arrays side by side: one that goes backwards beside others is not known here")
			}
			if err != nil {
				return nil, err
			}
			all = append(all, inner...)
		}
		return all, nil
	case e.name == "enumerate" || e.name == "zip" || e.name == "rev" || e.name == "reversed":
		return nil, e.errorf("expected a loop over numbers: what this gives is not known here")
	}
	return []expression{of}, nil
}

// element names of Rust and Python: x, (i, x), (i, &x); i, x.
func (p *parser) elementNames() (names []string, err error) {
	closed := p.accept("(")
	for {
		for p.accept("&") || p.accept("mut") {
		}
		word := p.next()
		if word.kind != wordToken {
			p.i--
			return nil, p.wanted("a name that counts")
		}
		if names = append(names, word.text); p.accept(",") {
			continue
		}
		if closed {
			err = p.expect(")")
		}
		return names, err
	}
}

// isOver says whether what stands here is no range of numbers: without .. in front of the loop's body.
func (p *parser) isOver() bool {
	if p.lang == python {
		return p.peek().text != "range"
	}
	for n := 0; ; n++ {
		switch t := p.ahead(n); {
		case t.text == ".." || t.text == "..=" || t.text == "..<":
			return false
		case t.text == "{" || t.text == ";" || t.kind == endToken || n == maxHead:
			return true
		default:
			syntax.Look(1)
		}
	}
}
