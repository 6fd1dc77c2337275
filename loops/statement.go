package loops

import (
	"errors"
	"slices"
)

// A statement does something.
type statement interface {
	run(m *machine) error
}

// errReturned ends a function.
var errReturned = errors.New("returned")

type (
	many  []statement
	doing struct {
		span
		do func(m *machine) error
	}
	assignment struct {
		span
		to       []target
		sign     string // of += and its like
		by       []expression
		declares bool // names that stand on the left, as Go's := does, if their scope has not
	}
	evaluation struct {
		of expression
	}
	looping struct { // for (…; …; …), while
		span
		first, next statement
		cond        expression
		body        statement
	}
	counting struct { // from one number to another
		span
		name     string
		from, to expression
		step     expression // nil: 1
		includes bool       // the last one too
		reversed bool
		ends     bool // what counts ends with the loop
		body     statement
	}
	decision struct {
		span
		cond        expression
		then, other statement
	}
	selection struct { // CASE … OF
		span
		of   expression
		arms []arm
	}
	arm struct {
		is   []expression // nil: any other
		body statement
	}
	declaration struct {
		span
		name      string
		typ       integer
		elem      int // the bits of an array's element; 0: it is none, or nobody says
		array     bool
		dims      []expression
		by        expression
		pointer   bool
		copied    bool // whether its value is copied where it is assigned
		reference bool
	}
	function struct {
		span
		name   string
		params []declaration
		typ    integer // of what it returns; without bits: none
		body   statement
	}
	returning struct {
		span
		of expression
	}
)

func (list many) run(m *machine) error {
	for _, s := range list {
		if err := s.run(m); err != nil {
			return err
		}
	}
	return nil
}

func (s *doing) run(m *machine) error { return s.do(m) }

func (s *evaluation) run(m *machine) error {
	if err := m.step(s.of.where()); err != nil {
		return err
	}
	_, err := s.of.eval(m)
	return err
}

func (s *assignment) run(m *machine) error {
	if err := m.step(s.span); err != nil {
		return err
	}
	values := make([]value, len(s.by))
	for k, e := range s.by {
		v, err := e.eval(m)
		if err == nil && s.sign != "" {
			var was value
			if was, err = s.to[k].eval(m); err == nil {
				v, err = m.operate(s.sign, was, v, s.span)
			}
		}
		if err != nil {
			return err
		}
		values[k] = v
	}
	if len(values) == 1 && len(s.to) > 1 && values[0].kind == listValue && len(values[0].list) == len(s.to) {
		values = values[0].list
	}
	if len(values) != len(s.to) {
		return s.errorf("%d values for %d places", len(values), len(s.to))
	}
	for k := range min(len(values), len(s.by)) {
		m.share(s.by[k], &values[k])
	}
	for k, t := range s.to {
		if n, ok := t.(*name); ok && s.declares && m.scopes > 0 && !m.isDeclared(n.text) {
			m.declare(&variable{name: n.text, source: -1})
		}
		m.plain = len(s.by) == len(s.to) && s.sign == "" && isPlain(s.by[k])
		err := m.setTarget(t, values[k], s.span)
		if m.plain = false; err != nil {
			return err
		}
	}
	return nil
}

// share notes that a list has a second name, where a language gives it one and makes no copy.
func (m *machine) share(by expression, x *value) {
	n, ok := by.(*name)
	if ok && x.kind == listValue && (m.lang == python || m.lang == c) {
		x.shared = true
		m.variable(n.text).simple = x
	}
}

// isPlain says whether an expression is an element, a variable, or what one of these is cast to.
func isPlain(e expression) bool {
	switch e.(type) {
	case *index, *deref, *name, *conversion:
		return true
	}
	return false
}

func (s *looping) run(m *machine) error {
	defer m.inLoop(s.span)()
	if s.first == nil {
		return s.repeat(m)
	}
	return m.scoped(func() error {
		if err := s.first.run(m); err != nil {
			return err
		}
		return s.repeat(m)
	})
}

// repeat does the body as long as the condition holds.
func (s *looping) repeat(m *machine) error {
	for {
		if err := m.step(s.span); err != nil {
			return err
		}
		cond, err := s.cond.eval(m)
		if err != nil {
			return err
		}
		yes, guard, err := m.condition(cond, s.cond.where())
		if guard != nil {
			err = m.unknown(cond, value{}, s.cond.where())
		}
		if err != nil || !yes {
			return err
		}
		if err := s.body.run(m); err != nil {
			return err
		}
		if s.next != nil {
			if err := s.next.run(m); err != nil {
				return err
			}
		}
	}
}

func (s *counting) run(m *machine) error {
	defer m.inLoop(s.span)()
	bounds := [3]int{0, 0, 1}
	for k, e := range [...]expression{s.from, s.to, s.step} {
		if e == nil {
			continue
		}
		n, err := m.count(e)
		if err != nil {
			return err
		}
		bounds[k] = n
	}
	from, to, step := bounds[0], bounds[1], bounds[2]
	if step == 0 {
		return s.errorf("this goes on for ever: expected a step that is not zero")
	}
	var all []int
	for i := from; step > 0 && (i < to || s.includes && i == to) || step < 0 && (i > to || s.includes && i == to); i += step {
		if all = append(all, i); len(all) > maxSteps {
			return s.errorf("this does not end within %d steps", maxSteps)
		}
	}
	if s.reversed {
		slices.Reverse(all)
	}
	if s.ends {
		return m.scoped(func() error { return s.count(m, all) })
	}
	return s.count(m, all)
}

// count does the body for each of some numbers.
func (s *counting) count(m *machine, all []int) error {
	for _, i := range all {
		if err := m.step(s.span); err != nil {
			return err
		}
		v := numberOf(int64(i), integer{})
		m.declare(&variable{name: s.name, simple: &v, source: -1})
		if err := s.body.run(m); err != nil {
			return err
		}
	}
	return nil
}

func (s *decision) run(m *machine) error {
	if err := m.step(s.span); err != nil {
		return err
	}
	cond, err := s.cond.eval(m)
	if err != nil {
		return err
	}
	return m.either(cond, s.cond.where(), func() error { return s.then.run(m) }, func() error {
		if s.other == nil {
			return nil
		}
		return s.other.run(m)
	})
}

func (s *selection) run(m *machine) error {
	n, err := m.count(s.of)
	if err != nil {
		return err
	}
	for _, a := range s.arms {
		is := a.is == nil
		for _, e := range a.is {
			k, err := m.count(e)
			if err != nil {
				return err
			}
			is = is || k == n
		}
		if is {
			return a.body.run(m)
		}
	}
	return nil
}

func (s *declaration) run(m *machine) error {
	if err := m.step(s.span); err != nil {
		return err
	}
	v := &variable{name: s.name, typ: s.typ, elem: s.elem, array: s.array, declared: !s.pointer, local: m.inFunction && !s.pointer, calls: m.calls, source: -1}
	if s.array {
		v.copied = s.copied || !s.pointer && (m.lang == golang || m.lang == rust)
		v.typ = integer{signed: s.typ.signed, float: s.typ.float}
		elements := 1
		for _, e := range s.dims {
			n := 0
			if e != nil {
				var err error
				if n, err = m.count(e); err != nil {
					return err
				}
				if n <= 0 || n > maxElements {
					return e.where().errorf("an array has 1 to %d elements", maxElements)
				}
			}
			v.dims = append(v.dims, n)
			elements *= n
		}
		if !s.pointer || len(s.dims) > 0 { // and its length is said
			if v.limit = elements * m.width(v); v.limit > maxBits {
				return s.errorf("a variable has at most %d bits", maxBits)
			}
		}
	} else if s.typ.bits > 0 {
		v.limit = s.typ.bits
	}
	x, err := s.value(m, v)
	if s.by == nil || err != nil {
		return err
	}
	m.share(s.by, &x)
	if x, err = m.assigned(x, s.name, s.span); err != nil {
		return err
	}
	if n, known := x.number(); s.pointer && known && n == 0 { // a pointer to nothing
		return nil
	}
	if x.kind == arrayValue && (s.pointer || !s.array && s.typ.bits == 0) {
		v.point(x)
		return nil
	}
	return m.assignWhole(v, x, s.span)
}

// value declares a variable, and is what it begins with: in C its own name is the new one there already, and elsewhere still the old one.
func (s *declaration) value(m *machine, v *variable) (x value, err error) {
	if m.lang == c {
		m.declare(v)
	}
	if s.by != nil {
		x, err = s.by.eval(m)
	}
	if m.lang != c {
		m.declare(v)
	}
	return x, err
}

func (s *function) run(m *machine) error {
	m.defined[s.name] = s
	return nil
}

func (s *returning) run(m *machine) error {
	if s.of != nil {
		v, err := s.of.eval(m)
		if err != nil {
			return err
		}
		m.result = &v
	}
	return errReturned
}

// called is what a function makes of arguments.
func (m *machine) called(f *function, args []value, where span) (value, error) {
	if m.calls++; m.calls > maxCalls {
		return value{}, where.errorf("functions call one another more than %d deep", maxCalls)
	}
	if len(args) != len(f.params) {
		return value{}, where.errorf("%s takes %d arguments, and here are %d", f.name, len(f.params), len(args))
	}
	vars, result, written, scopes, hidden := m.vars, m.result, m.written, m.scopes, m.shadowed
	m.vars, m.result, m.scopes, m.shadowed = map[string]*variable{}, nil, 0, hidden[len(hidden):]
	for k, p := range f.params {
		v := &variable{name: p.name, typ: p.typ, source: -1, declared: true, calls: m.calls}
		x := args[k]
		if !p.reference {
			var err error
			if x, err = m.assigned(x, p.name, where); err != nil {
				return x, err
			}
		}
		x.shared = x.kind == listValue && (m.lang == python || m.lang == c)
		if x.kind == bitsValue && m.lang.bits {
			v.cells = x.cells
		} else {
			v.simple = &x
		}
		if x := v.simple; x != nil && x.kind == arrayValue && p.pointer && p.typ.bits > 0 {
			x.typ = p.typ
		}
		m.vars[p.name] = v
	}
	err := f.body.run(m)
	if errors.Is(err, errReturned) {
		err = nil
	}
	var r value
	if m.result != nil {
		r = *m.result
		if f.typ.bits > 0 && r.kind != arrayValue && r.kind != listValue {
			r = m.cast(r, f.typ, where)
		}
	}
	for _, v := range m.written[len(written):] { // by its address
		if v.calls < m.calls {
			written = append(written, v)
		}
	}
	m.vars, m.result, m.written, m.scopes, m.shadowed = vars, result, written, scopes, hidden
	m.calls--
	return r, err
}

// begin runs a function whose parameters are the sources.
func (m *machine) begin(f *function) error {
	m.vars, m.inFunction = map[string]*variable{}, true
	for _, p := range f.params {
		n, given := m.given(&p)
		p.copied = p.copied || p.array && !p.pointer && (m.lang == golang || m.lang == rust)
		own := p.copied && !p.reference
		p.pointer, p.by = true, nil
		if err := p.run(m); err != nil {
			return err
		}
		m.vars[p.name].own = own
		if given {
			m.vars[p.name].simple = &n
		}
	}
	err := f.body.run(m)
	if errors.Is(err, errReturned) {
		err = nil
	}
	if err == nil && m.result != nil && f.typ.bits > 0 && (m.result.kind == numberValue || m.result.kind == bitsValue) {
		v := m.cast(*m.result, f.typ, f.span)
		m.result = &v
	}
	return err
}

// given is what a parameter of the last function is: the number or the elements that stand in front of it, or what is taken for how often loops go.
func (m *machine) given(p *declaration) (n value, ok bool) {
	v := m.globals[p.name]
	switch {
	case v != nil && v.array && len(v.cells) > 0:
		return value{kind: arrayValue, array: v}, true
	case v != nil && v.simple != nil && v.simple.kind == listValue:
		return *v.simple, true
	case p.isArray():
		return n, false
	case v != nil && v.simple != nil && v.simple.kind == numberValue:
		return numberOf(v.simple.n, p.typ), true
	}
	return m.taken(p.name, p.typ)
}
