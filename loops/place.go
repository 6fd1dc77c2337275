package loops

import "slices"

// A place is where something is read or assigned: bits of a variable, an element of a list, or a variable as a whole.
type place struct {
	v     *variable
	at, n int // bits; n is 0 for the whole
	typ   integer
	list  int // which element of a list, or -1
}

// element is the place of an element of an array, by its indices, from a place in it on.
func (m *machine) element(x value, indices []int, where span) (place, error) {
	v := x.array
	if v.simple != nil && v.simple.kind == listValue {
		if grows := m.lang == c && indices[0] == len(v.simple.list) && indices[0] < maxElements; len(indices) == 1 && grows { // JavaScript's r[r.length]
			return place{v: v, list: indices[0]}, nil
		}
		if len(indices) != 1 || indices[0] < 0 || indices[0] >= len(v.simple.list) {
			return place{}, where.errorf("%s has elements 0 to %d", v.name, len(v.simple.list)-1)
		}
		return place{v: v, list: indices[0]}, nil
	}
	if x.typ.bits > 0 && (x.typ.bits != v.elem || (x.at-v.at)%v.elem != 0) {
		return m.seenAs(x, indices, where)
	}
	dims := v.dims
	if len(dims) < len(indices) {
		dims = m.shapes[v.name]
	}
	if v.dims != nil && len(v.dims) > len(indices) {
		return place{}, where.errorf("%s has %d indices", v.name, len(v.dims))
	}
	width := m.width(v)
	indices[0] += (x.at - v.at) / width
	flat, err := m.flat(v, indices, dims, where)
	if err != nil {
		return place{}, err
	}
	if flat > maxBits/width {
		return place{}, where.errorf("%s has no element %d: a variable has at most %d bits", v.name, flat, maxBits)
	}
	return place{v: v, at: flat*width + v.at + (x.at-v.at)%width, n: width, typ: v.element(width), list: -1}, nil
}

// seenAs is the place of an element of another type than the array's own: ((uint32_t *)a)[i], *(const uint16_t *)(a + 2 * i).
func (m *machine) seenAs(x value, indices []int, where span) (place, error) {
	at := x.at + indices[0]*x.typ.bits
	if len(indices) != 1 || at > maxBits || at < -maxBits {
		return place{}, where.errorf("%s has no such element of %d bits", x.array.name, x.typ.bits)
	}
	if x.array.elem == 0 && x.array.member == 0 {
		x.array.member = x.typ.bits
	}
	return place{v: x.array, at: at, n: x.typ.bits, typ: x.typ, list: -1}, nil
}

// flat is which element that of several indices is.
func (m *machine) flat(v *variable, indices, dims []int, where span) (flat int, err error) {
	seen := m.seen[v.name]
	for len(seen) < len(indices) {
		seen = append(seen, 0)
	}
	for k, i := range indices {
		seen[k] = max(seen[k], i+1)
		size := innerGuess
		if k < len(dims) && dims[k] > 0 {
			if size = dims[k]; i >= size && v.dims != nil {
				return 0, where.errorf("%s has elements 0 to %d, and this is %d", v.name, size-1, i)
			}
		}
		if i < 0 && k > 0 || i < -maxElements || i > maxElements {
			return 0, where.errorf("%s has no element %d", v.name, i)
		}
		if k > 0 {
			flat *= size
		}
		flat += i
	}
	m.seen[v.name] = seen
	return flat, nil
}

// innerGuess is how many elements a row has until all were seen.
const innerGuess = 64

// at is what is in a place.
func (m *machine) at(p place, where span) (value, error) {
	if p.list >= 0 {
		if p.list == len(p.v.simple.list) {
			return bitsOf([]cell{{kind: undefinedCell}}), nil
		}
		return p.v.simple.list[p.list], nil
	}
	cells, err := m.read(p.v, p.at, p.n, where)
	v := bitsOf(cells)
	v.typ = p.typ
	v.typ.bits = p.n
	return v, err
}

// assign puts a value into a place.
func (m *machine) assign(p place, v value, where span) error {
	if p.n == 0 && p.list < 0 {
		return m.assignWhole(p.v, v, where)
	}
	if v.kind == arrayValue && m.lang.bits { // the lowest bits of it
		var err error
		if v, err = m.at(place{v: v.array, at: v.at, n: p.n, typ: integer{bits: p.n}, list: -1}, where); err != nil {
			return err
		}
	}
	if v.kind == arrayValue || v.kind == listValue {
		return where.errorf("expected a number or an element behind =")
	}
	if v.inverted {
		return where.errorf("the opposite of a bit that is live is no movement")
	}
	if p.list >= 0 {
		if p.v.simple.shared {
			return m.twoNames(p.v, where)
		}
		all := slices.Clone(p.v.simple.list)
		if p.list == len(all) {
			all = append(all, value{})
		}
		all[p.list] = v
		if err := m.spend(len(all), where); err != nil {
			return err
		}
		p.v.simple = &value{kind: listValue, list: all}
		m.show(p.v)
		return nil
	}
	if err := m.spend(p.n, where); err != nil {
		return err
	}
	t := p.typ
	t.bits = p.n
	if t.any && m.plain && v.kind == bitsValue && !v.typ.any {
		if m.stored == 0 || m.stored == v.typ.bits {
			m.stored = v.typ.bits
		} else {
			m.stored = -1
		}
	}
	return m.write(p.v, p.at, m.as(v, t, where), where)
}

// twoNames is the error of a list that is written by one of its names.
func (m *machine) twoNames(v *variable, where span) error {
	return where.errorf("%s is another name of a list, which changes by both: expected a list of its own, such as list(%s)", v.name, v.name)
}

// assignWhole gives a variable a value: bits of its type if it has one, and else what there is.
func (m *machine) assignWhole(v *variable, x value, where span) error {
	if x.inverted {
		return where.errorf("the opposite of a bit that is live is no movement")
	}
	x, err := m.assigned(x, v.name, where)
	if err != nil {
		return err
	}
	switch {
	case x.kind == listValue && v.array && (v.elem > 0 || v.dims != nil):
		return m.fill(v, x, where)
	case x.kind == listValue:
		v.simple, v.array = &x, false
	case x.kind == arrayValue:
		v.point(x)
	case v.array && !v.declared && x.kind == numberValue && x.n == 0: // a pointer to nothing
		return nil
	case v.array && v.elem > 0:
		return where.errorf("%s is an array: expected one of its elements, such as %s[0]", v.name, v.name)
	default:
		if v.typ.bits > 0 {
			x = m.cast(x, v.typ, where)
		}
		v.simple, v.array = &x, false
	}
	m.show(v)
	return nil
}

// assigned is what a variable gets of a value: of an array that is a value, a copy.
func (m *machine) assigned(x value, name string, where span) (value, error) {
	if x.kind != arrayValue || !x.array.copied {
		return x, nil
	}
	return m.copyOf(x, name, where)
}

// copyOf is an array of its own with the same elements.
func (m *machine) copyOf(x value, name string, where span) (value, error) {
	n, _ := m.lengthOf(x)
	of := x.array
	v := &variable{name: name, typ: of.typ, elem: of.elem, dims: of.dims, array: true, declared: true, copied: of.copied, source: -1}
	bits := n * m.width(of)
	for _, d := range of.dims[1:] {
		bits *= max(d, 1)
	}
	cells, err := m.read(of, x.at, bits, where)
	v.cells, v.limit = cells, bits
	return value{kind: arrayValue, array: v}, err
}

// point makes a variable a place in an array, which is seen as elements of the variable's own type if it has one.
func (v *variable) point(x value) {
	if x.array.name == "" { // which it is the first that names
		x.array.name = v.name
	}
	if v.elem > 0 {
		x.typ = v.element(v.elem)
	}
	v.simple, v.array = &x, false
}

// fill writes a list into an array, zeros behind it, as far as that is declared.
func (m *machine) fill(v *variable, x value, where span) error {
	width := m.width(v)
	at := 0
	all, err := v.rows(x.list, v.dims, where)
	if err != nil {
		return err
	}
	for _, e := range all {
		if e.kind == listValue || e.kind == arrayValue {
			return where.errorf("expected numbers or elements in the list")
		}
		if err := m.write(v, at, m.as(e, v.element(width), where), where); err != nil {
			return err
		}
		at += width
	}
	for ; at < v.limit; at++ {
		if err := m.write(v, at, []cell{bitCell(false)}, where); err != nil {
			return err
		}
	}
	return nil
}

// rows are the elements of an array by a list of so many dimensions, in which a row that is a list of its own ends with zeros: of {{1}, {3}} for [2][2] they are 1, 0, 3, 0.
func (v *variable) rows(list []value, dims []int, where span) (all []value, err error) {
	if len(dims) < 2 || slices.Contains(dims[1:], 0) {
		return flattened(list, where)
	}
	size := 1
	for _, n := range dims[1:] {
		size *= n
	}
	for _, e := range list {
		if len(all) > maxElements {
			return nil, where.errorf("a list has at most %d elements", maxElements)
		}
		if e.kind != listValue || len(all)%size != 0 { // a part of a row without braces of its own
			all = append(all, e)
			continue
		}
		row, err := v.rows(e.list, dims[1:], where)
		if err != nil {
			return nil, err
		}
		if len(row) > size {
			return nil, where.errorf("a row of %s has %d elements, and here are %d", v.name, size, len(row))
		}
		all = append(append(all, row...), make([]value, size-len(row))...)
	}
	return all, nil
}

// flattened are the elements of lists in lists, which may be in one another often.
func flattened(list []value, where span) ([]value, error) {
	all, left := []value(nil), maxSteps
	var visit func(list []value) bool
	visit = func(list []value) bool {
		for _, e := range list {
			if left--; left < 0 || len(all) > maxElements {
				return false
			}
			if e.kind != listValue {
				all = append(all, e)
			} else if !visit(e.list) {
				return false
			}
		}
		return true
	}
	if !visit(list) {
		return nil, where.errorf("a list has at most %d elements", maxElements)
	}
	return all, nil
}
