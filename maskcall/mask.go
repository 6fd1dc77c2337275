package maskcall

import (
	"slices"

	"github.com/lanescope/lanescope/syntax"
)

// An index is one number of a mask and where it stands.
type index struct {
	value    int
	open     bool // it is undefined
	second   bool // it counts the lanes of the second vector
	off, end int
}

// A mask is what a call's lanes come from.
type mask struct {
	index []index
	shape shape // of its own lanes, as far as the text says
	splat bool  // one number is all of them
	off   int
	end   int
}

// undefinedNames are the indices that select nothing.
var undefinedNames = []string{"undefined", ":undef", "undef"}

// mask reads an expression as a mask: a list, a call that makes one, or a name of either. It is nil if the expression is none.
func (p *program) mask(e *expr) (*mask, error) {
	switch {
	case e.kind == nameExpr && p.lists[e.name] != nil:
		return p.mask(p.lists[e.name])
	case e.kind == listExpr:
		s, _ := shapeOf(parsedType(e.typ))
		return p.indices(e, e.args, shape{lanes: s.lanes})
	case e.kind == memberExpr && e.name == "Zero" && e.on.kind == nameExpr:
		s, ok := shapeOf(*e.on)
		if !ok {
			return nil, nil
		}
		return &mask{index: []index{{off: e.off, end: e.end}}, shape: s, splat: true, off: e.off, end: e.end}, nil
	case e.kind != callExpr:
		return nil, nil
	case reinterpretation(e) > 0:
		m, err := p.mask(e.on)
		if m != nil && !m.as(reinterpretation(e)) {
			err = syntax.Errorf(p.text, e.off, e.end, "which numbers of %d bits these are is not in the text", reinterpretation(e))
		}
		if m != nil {
			m.off, m.end = e.off, e.end
		}
		return m, err
	}
	qualified, method := keys(e)
	for i := range masks {
		m := &masks[i]
		if m.language != p.language {
			continue
		}
		switch args := pointers(e.args); m.name {
		case qualified:
			return p.madeMask(e, m.args, i, args)
		case method:
			return p.madeMask(e, m.args, i, append([]*expr{e.on}, args...))
		}
	}
	return nil, nil
}

// as makes the numbers those of other bits; false where nothing says how wide they are, or one that is open would be part of another.
func (m *mask) as(bits int) bool {
	from := m.shape.bits
	if from == 0 || m.splat && m.shape.lanes == 0 {
		return false
	}
	if m.splat {
		m.index, m.splat = slices.Repeat(m.index[:1], m.shape.lanes), false
	}
	var all []index
	if from >= bits {
		for _, t := range m.index {
			all = append(all, t.split(from, bits)...)
		}
	} else {
		for parts := range slices.Chunk(m.index, bits/from) {
			t, ok := joined(parts, from)
			if !ok || len(parts) < bits/from {
				return false
			}
			all = append(all, t)
		}
	}
	m.index, m.shape = all, shape{bits: bits, lanes: len(all)}
	return true
}

// split is a number as several of fewer bits, the lowest first.
func (t index) split(from, to int) (all []index) {
	for at := 0; at < from; at += to {
		part := t
		part.value = t.value >> at & (1<<to - 1)
		all = append(all, part)
	}
	return all
}

// joined is several numbers as one, the lowest first; ok is false where one is open.
func joined(parts []index, bits int) (t index, ok bool) {
	t = index{off: parts[0].off, end: parts[len(parts)-1].end}
	for i, part := range parts {
		if part.open {
			return t, false
		}
		t.value |= part.value & (1<<bits - 1) << (i * bits)
	}
	return t, true
}

// parsedType is a type in front of a brace as an expression.
func parsedType(text string) expr {
	p := parser{Cursor: syntax.Cursor{Text: text}}
	e, err := p.unary()
	if err != nil || !p.Done() {
		return expr{}
	}
	return e
}

// madeMask is what a call of entry k of masks makes.
func (p *program) madeMask(e *expr, args string, k int, given []*expr) (*mask, error) {
	entry := masks[k]
	s := shape{}
	if len(e.params) == 1 {
		s.bits = scalars[e.params[0].name]
	}
	var m *mask
	for i, letter := range []byte(args) {
		if i >= len(given) && letter != 'i' {
			return nil, syntax.Errorf(p.text, e.off, e.end, "%s has too few arguments", entry.name)
		}
		switch letter {
		case 'S':
			s = p.species(given[i])
		case 'i':
			return p.listed(e, k, s, given[i:])
		case 'l':
			var err error
			if m, err = p.mask(given[i]); m == nil {
				return nil, err
			}
			if s.bits > 0 {
				m.shape = s
			}
		case 'o':
			n, err := p.integer(given[i])
			if err != nil {
				return nil, err
			}
			if most := len(m.index) - max(s.lanes, 1); n < 0 || n > most {
				return nil, syntax.Errorf(p.text, given[i].off, given[i].end, "%d lanes from %d on are more than the list has, which are %d", max(s.lanes, 1), n, len(m.index))
			}
			if m.index = m.index[n:]; s.lanes > 0 {
				m.index = m.index[:s.lanes]
			}
		case 'n':
			n, err := p.integer(given[i])
			if err != nil {
				return nil, err
			}
			return p.movedMask(e, entry.name, s, sizes{n: s.lanes, k: n}, entry.move)
		}
	}
	return m, nil
}

// listed is a mask whose indices are the arguments of entry k of masks, or the one list that is its argument.
func (p *program) listed(e *expr, k int, s shape, given []*expr) (*mask, error) {
	entry := masks[k]
	rest := make([]expr, 0, len(given))
	for _, g := range given {
		rest = append(rest, *g)
	}
	one := len(rest) == 1
	switch {
	case one && rest[0].kind == nameExpr && p.lists[rest[0].name] != nil, one && rest[0].kind == listExpr:
		return p.mask(&rest[0])
	case one && entry.total > 0:
		m, err := p.indices(e, rest, s.whole(entry.total))
		if m != nil {
			m.splat = true
		}
		return m, err
	case one && entry.lanes > 0 && rest[0].label == "repeating":
		rest = slices.Repeat(rest, entry.lanes)
	}
	if s.lanes = len(rest); entry.total == 0 && entry.args == "i" { // indices as wide as they like
		s.bits = 0
	}
	m, err := p.indices(e, rest, s.whole(entry.total))
	if m != nil && entry.lanes > 0 && len(rest) != entry.lanes {
		return nil, syntax.Errorf(p.text, e.off, e.end, "%s has %d lanes, and these are %d", entry.name, entry.lanes, len(rest))
	}
	return m, err
}

// movedMask is a mask that a name and the lanes of a species make.
func (p *program) movedMask(e *expr, name string, s shape, n sizes, move func(sizes) ([]int, bool)) (*mask, error) {
	if n.n == 0 {
		return nil, syntax.Errorf(p.text, e.off, e.end, "how many lanes the species has is not in the text: IntVector.SPECIES_128 would say it")
	}
	sel, ok := move(n)
	if !ok {
		return nil, syntax.Errorf(p.text, e.off, e.end, "%s has no part %d of %d lanes", name, n.k, n.n)
	}
	m := &mask{shape: s, off: e.off, end: e.end}
	for _, t := range sel {
		m.index = append(m.index, index{value: t, off: e.off, end: e.end})
	}
	return m, nil
}

// indices are the numbers of a list; nil where an element is none and it is a list of vectors therefore.
func (p *program) indices(e *expr, args []expr, s shape) (*mask, error) {
	m := &mask{shape: s, off: e.off, end: e.end}
	if len(args) > maxLanes {
		return nil, syntax.Errorf(p.text, e.off, e.end, "%d lanes are more than %d", len(args), maxLanes)
	}
	for i := range args {
		a := &args[i]
		if a.kind == nameExpr && slices.Contains(undefinedNames, a.name) {
			m.index = append(m.index, index{open: true, off: a.off, end: a.end})
			continue
		}
		of, second := which(a)
		v, err := p.integer(of)
		if err != nil {
			return nil, err
		}
		m.index = append(m.index, index{value: v, second: second, off: a.off, end: a.end})
	}
	if len(m.index) == 0 {
		return nil, syntax.Errorf(p.text, e.off, e.end, "the mask is empty: a number for each lane is wanted")
	}
	return m, nil
}

// integer is an expression as a number.
func (p *program) integer(e *expr) (int, error) {
	if v, ok := p.numbers[e.name]; ok && e.kind == nameExpr {
		return v, nil
	}
	if e.kind == callExpr && len(e.args) > 0 && isCast(e.name) {
		return p.integer(&e.args[len(e.args)-1])
	}
	if e.kind == callExpr && e.name == "_MM_SHUFFLE" && len(e.args) == 4 { // which many write a function of
		return p.fourNumbers(e)
	}
	if e.kind != numberExpr {
		return 0, syntax.Errorf(p.text, e.off, e.end, "expected a number, found %s: which lanes move must be in the text", syntax.Quote(p.text[e.off:e.end]))
	}
	return e.value, nil
}

// fourNumbers is the number that _MM_SHUFFLE makes of four, the highest first.
func (p *program) fourNumbers(e *expr) (k int, err error) {
	for i := range e.args {
		n, err := p.integer(&e.args[i])
		if err == nil && (n < 0 || n > 3) {
			err = syntax.Errorf(p.text, e.args[i].off, e.args[i].end, "_MM_SHUFFLE takes numbers from 0 to 3")
		}
		if err != nil {
			return 0, err
		}
		k = k<<2 | n
	}
	return k, nil
}

// species is the shape that a species of Java has, as far as the text says.
func (p *program) species(e *expr) shape {
	path := e.path()
	if s, ok := p.declared[path]; ok {
		return s
	}
	s, _ := speciesShape(path)
	return s
}

// needed is how many lanes each vector has at least, so that the mask selects among them.
func (m *mask) needed(c *call, vectors int) int {
	n := len(m.index)
	if c.beyond != refused {
		return n
	}
	for _, t := range m.index {
		v := t.value
		if c.second == complement && v < 0 {
			v = ^v
		} else if vectors == 2 && c.second == behind {
			v /= 2
		}
		if t.second {
			v = t.value
		}
		for v >= n && n < maxLanes {
			n *= 2
		}
	}
	return n
}

// selected is what an index means for vectors of n and w lanes; w is 0 where there is one. An index that is refused is not ok.
func (c *call) selected(t, n, w int) (sel int, ok bool) {
	switch {
	case c.second == complement && t < 0 && w > 0:
		t = n + ^t
		ok = t < n+w
	case c.beyond == partly && (t < 0 || t >= n):
		t = (t%n + n) % n
		if w > 0 {
			t += n
		}
		ok = true
	default:
		ok = t >= 0 && t < n+w && !(c.second == complement && t >= n)
	}
	if ok {
		return t, true
	}
	switch c.beyond {
	case zero:
		return zeroLane, true
	case free:
		return undefinedLane, true
	case wraps:
		return (t%n + n) % n, true
	}
	return 0, false
}
