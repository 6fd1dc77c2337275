package loops

import (
	"fmt"
	"slices"
)

// How often loops go, where a text leaves it to its caller:
//
//	void f(uint8_t *d, const uint8_t *s, int width) {
//	  s += width - 1;
//	  for (int x = 0; x < width; x++) d[x] = s[-x];     width limits a loop, and nobody says it:
//	}                                                   it is taken for 8, and a warning says so

// often are the numbers that what limits loops is taken for, in turn, until something moves and what is asserted holds: half of one where several names do.
var often = [...]int{8, 16, 32, 64, 12, 24, 48}

// limits are the names of a text by what is said of them.
type limits struct {
	loops      map[string]bool     // what loops ask
	from       map[string][]string // what a name is computed from
	arrays     map[string]bool
	numbers    map[string]bool // that the text gives
	front      map[string]bool // those of them that stand in front of a function
	parameters map[string]bool // of its last function, to which numbers are given by who calls it; none that was given one in front
	inFunction bool
}

// mostTaken is how many names are taken for numbers at most: more are no loop's.
const mostTaken = 8

// unsaidLimits are the names that limit loops and whose numbers the text leaves to its caller: parameters of its last function, and what nobody declares.
func unsaidLimits(l *language, tree many) (names []string) {
	if l == intel { // whose operations say all
		return nil
	}
	s := &limits{loops: map[string]bool{}, from: map[string][]string{}, arrays: map[string]bool{}, numbers: words("true", "false", "True", "False", "NULL"), front: map[string]bool{}}
	s.statement(tree)
	asked := map[string]bool{}
	var ask func(name string)
	ask = func(name string) {
		if asked[name] {
			return
		}
		asked[name] = true
		if !s.arrays[name] && (s.parameters[name] || !s.numbers[name]) {
			names = append(names, name)
		}
		for _, n := range s.from[name] {
			ask(n)
		}
	}
	for name := range s.loops {
		ask(name)
	}
	if len(names) > mostTaken {
		return nil
	}
	slices.Sort(names)
	return names
}

// statement looks through one.
func (s *limits) statement(one statement) {
	switch one := one.(type) {
	case many:
		for _, each := range one {
			s.statement(each)
		}
	case *scope:
		s.statement(one.body)
	case *evaluation:
		s.expression(one.of)
	case *assignment:
		s.assigned(one)
	case *looping:
		s.statement(one.first)
		s.statement(one.next)
		s.limit(one.cond)
		s.statement(one.body)
	case *counting:
		s.numbers[one.name] = true
		s.limit(one.from)
		s.limit(one.to)
		s.limit(one.step)
		s.statement(one.body)
	case *iteration:
		for _, name := range append(one.names, one.index) {
			s.numbers[name] = true
		}
		for _, e := range one.of {
			s.expression(e)
		}
		s.statement(one.body)
	case *decision:
		s.expression(one.cond)
		s.statement(one.then)
		s.statement(one.other)
	case *declaration:
		s.declared(one)
	case *function:
		s.function(one)
	case *returning:
		s.expression(one.of)
	}
}

// function looks through one, whose parameters are those of the last one if no other follows.
func (s *limits) function(f *function) {
	s.parameters = map[string]bool{}
	for _, p := range f.params {
		if p.isArray() {
			s.arrays[p.name] = true
		} else if !s.front[p.name] {
			s.parameters[p.name] = true
		}
	}
	s.inFunction = true
	s.statement(f.body)
	s.inFunction = false
}

// isArray says whether a parameter is declared as an array; one without a type may be anything.
func (d *declaration) isArray() bool { return d.pointer || len(d.dims) > 0 || d.array && d.elem > 0 }

// declared looks through a declaration.
func (s *limits) declared(d *declaration) {
	if s.gives(d.name); d.array || d.pointer {
		s.arrays[d.name] = true
	}
	for _, e := range d.dims {
		s.limit(e)
	}
	s.computed(d.name, d.by)
}

// assigned looks through an assignment. A name that is given a number has it from there on.
func (s *limits) assigned(a *assignment) {
	for k, t := range a.to {
		n, whole := t.(*name)
		if !whole {
			s.expression(t)
			continue
		}
		if a.sign == "" {
			s.gives(n.text)
		}
		if len(a.by) == len(a.to) {
			s.computed(n.text, a.by[k])
		}
	}
	for _, e := range a.by {
		s.expression(e)
	}
}

// gives notes that a name has a number from here on.
func (s *limits) gives(name string) {
	s.numbers[name] = true
	if !s.inFunction {
		s.front[name] = true
	}
}

// computed notes what a name is computed from.
func (s *limits) computed(text string, by expression) {
	s.expression(by)
	eachName(by, func(n *name) { s.from[text] = append(s.from[text], n.text) })
}

// limit looks through what a loop asks.
func (s *limits) limit(e expression) {
	s.expression(e)
	eachName(e, func(n *name) { s.loops[n.text] = true })
}

// expression looks for arrays, which are no numbers.
func (s *limits) expression(e expression) {
	eachPart(e, func(part expression) {
		switch part := part.(type) {
		case *index:
			if n, ok := part.of.(*name); ok {
				s.arrays[n.text] = true
			}
		case *deref:
			if n := first(part.of); n != nil {
				s.arrays[n.text] = true
			}
		case *comprehension:
			s.statement(part.loop)
		}
	})
}

// first is the name that an expression begins with: of a + i that of the array.
func first(e expression) *name {
	if n, ok := e.(*name); ok {
		return n
	}
	if all := parts(e); len(all) > 0 {
		return first(all[0])
	}
	return nil
}

// eachName visits the names in an expression that stand for numbers: not those of arrays that are indexed, or whose length is asked.
func eachName(e expression, visit func(n *name)) {
	all := parts(e)
	switch e := e.(type) {
	case *name:
		if !around[e.text] {
			visit(e)
		}
	case *index:
		all = e.at
	case *call:
		if e.name == "len" || e.name == "sizeof" {
			return
		}
	}
	for _, part := range all {
		eachName(part, visit)
	}
}

// eachPart visits an expression and all that it is made of.
func eachPart(e expression, visit func(e expression)) {
	if e == nil {
		return
	}
	visit(e)
	for _, part := range parts(e) {
		eachPart(part, visit)
	}
}

// parts are the expressions that one is made of.
func parts(e expression) []expression {
	switch e := e.(type) {
	case *index:
		all := append([]expression{e.of}, e.at...)
		if e.lo != nil {
			all = append(all, e.lo)
		}
		return all
	case *deref:
		return []expression{e.of}
	case *unary:
		return []expression{e.of}
	case *binary:
		return []expression{e.x, e.y}
	case *ternary:
		return []expression{e.cond, e.then, e.other}
	case *conversion:
		return []expression{e.of}
	case *address:
		return []expression{e.of}
	case *call:
		return e.args
	case *list:
		return e.elems
	case *comprehension:
		return []expression{e.elem}
	case *zeros:
		return []expression{e.n}
	case *stepped:
		return []expression{e.of}
	}
	return nil
}

// taken is the number that a name is taken for, if it limits loops and the text does not say it.
func (m *machine) taken(text string, t integer) (v value, ok bool) {
	n, ok := m.limits[text]
	if ok {
		m.warn(fmt.Sprintf("%s is not in the text: %d is taken; %s in front of it says another", text, n, m.saying(text, 2*n)))
	}
	return numberOf(int64(n), t), ok
}

// lengthTaken is how many elements an array has of which the text does not say it.
func (m *machine) lengthTaken(v *variable) value {
	m.warn(fmt.Sprintf("how long %s is is not in the text: %d elements are taken", v.name, m.often))
	if v.dims == nil {
		v.dims = []int{0}
	}
	v.dims = slices.Clone(v.dims)
	v.dims[0], v.limit = m.often, m.often*m.width(v)
	for _, n := range v.dims[1:] {
		v.limit *= max(n, 1)
	}
	return numberOf(int64(m.often), integer{})
}

// warn notes what was taken for granted.
func (m *machine) warn(text string) {
	if !slices.Contains(m.warnings, text) {
		m.warnings = append(m.warnings, text)
	}
}
