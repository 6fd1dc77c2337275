package loops

import "slices"

// An expression makes a value.
type expression interface {
	eval(m *machine) (value, error)
	where() span
}

// A target is an expression that can be assigned to.
type target interface {
	expression
	place(m *machine) (place, error)
}

type (
	literal struct {
		span
		n   int64
		typ integer
	}
	nothing struct{ span } // None, undef
	name    struct {
		span
		text string
	}
	index struct { // a[i], a[i][j], a.byte[i], a[hi:lo]
		span
		of     expression
		member int // the bits of an element; 0: the array's own
		at     []expression
		lo     expression // of a[hi:lo]
	}
	deref struct { // *p
		span
		of expression
	}
	unary struct {
		span
		sign string
		of   expression
	}
	binary struct {
		span
		sign string
		x, y expression
	}
	ternary struct {
		span
		cond, then, other expression
	}
	conversion struct {
		span
		typ     integer
		pointer bool // to such elements
		of      expression
	}
	address struct { // &a[i]
		span
		of target
	}
	call struct {
		span
		name string
		args []expression
	}
	list struct {
		span
		elems []expression
	}
	zeros struct { // new int[4], new Uint8Array(4)
		span
		typ integer
		n   expression
	}
	comprehension struct { // [a[i] for i in range(8)]
		span
		elem expression
		loop repetition
	}
	stepped struct { // i++, --i, *p++
		span
		of     target
		sign   string
		before bool // its value is what there was before
	}
)

func (s span) where() span { return s }

func (e *literal) eval(m *machine) (value, error) {
	v := numberOf(e.n, e.typ)
	switch {
	case e.typ.float: // whose bits they are
		v = typed(v.extended(e.typ.bits, nil), e.typ)
	case m.lang.bits && e.n < 0: // 64 bits, and no ones above
		v = bitsOf(v.extended(64, nil))
	}
	return v, m.step(e.span)
}

func (e *nothing) eval(*machine) (value, error) {
	return bitsOf([]cell{{kind: undefinedCell}}), nil
}

func (e *name) eval(m *machine) (value, error) {
	if err := m.step(e.span); err != nil {
		return value{}, err
	}
	v := m.variable(e.text)
	switch {
	case v == nil && e.text == "true", v == nil && e.text == "True":
		return m.truth(true), nil
	case v == nil && (e.text == "false" || e.text == "False" || e.text == "NULL"):
		return m.truth(false), nil
	case v == nil:
		if n, ok := m.taken(e.text, m.lang.count()); ok {
			return n, nil
		}
		return value{kind: arrayValue, array: m.made(e.text)}, nil
	case v.simple != nil:
		return *v.simple, nil
	case v.typ.bits > 0 && !v.array:
		return m.at(place{v: v, n: v.typ.bits, typ: v.typ, list: -1}, e.span)
	case m.lang.bits && len(v.cells) > 0 && !v.memory:
		return m.at(place{v: v, n: len(v.cells), list: -1}, e.span)
	}
	return value{kind: arrayValue, array: v, at: v.at}, nil
}

func (e *name) place(m *machine) (place, error) {
	v := m.variable(e.text)
	if v == nil {
		v = &variable{name: e.text, calls: m.calls, source: -1}
		m.vars[e.text] = v
	}
	return place{v: v, list: -1}, nil
}

func (e *index) eval(m *machine) (value, error) {
	if n, ok := e.of.(*name); !ok || m.lang.bits {
		if ok && (m.variable(n.text) == nil || m.variable(n.text).simple == nil) {
			return m.held(e)
		}
		if v, err := e.of.eval(m); err != nil || v.kind == bitsValue || v.kind == numberValue || m.lang.bits && v.kind == arrayValue {
			return m.sliced(e, v, err)
		}
	}
	return m.held(e)
}

// held is what is in the place of an element.
func (m *machine) held(e *index) (value, error) {
	p, err := e.place(m)
	if err != nil {
		return value{}, err
	}
	return m.at(p, e.span)
}

// sliced are bits of a value, zeros above its own.
func (m *machine) sliced(e *index, v value, err error) (value, error) {
	if err != nil {
		return v, err
	}
	lo, n, err := e.bits(m)
	if err != nil {
		return v, err
	}
	if v.kind == arrayValue {
		return m.at(place{v: v.array, at: v.at + lo, n: n, typ: integer{bits: n}, list: -1}, e.span)
	}
	if v.kind == numberValue {
		n64 := v
		v = bitsOf(n64.extended(64, nil))
		v.typ.signed = n64.n < 0
	}
	r := make([]cell, n)
	for i := range r {
		switch at := lo + i; {
		case at < len(v.cells):
			r[i] = v.cells[at]
		case v.typ.signed && len(v.cells) > 0:
			r[i] = m.copiesSign(e.span)(v.cells[len(v.cells)-1])
		default:
			r[i] = bitCell(false)
		}
	}
	return bitsOf(r), m.spend(n+64, e.span)
}

// bits are from which bit on, and how many.
func (e *index) bits(m *machine) (lo, n int, err error) {
	hi, err := m.count(e.at[0])
	if err != nil {
		return 0, 0, err
	}
	lo, n = hi, 1
	switch {
	case e.member > 0:
		lo, n = hi*e.member, e.member
	case e.lo != nil:
		if lo, err = m.count(e.lo); err != nil {
			return 0, 0, err
		}
		if n = hi - lo + 1; n <= 0 {
			return 0, 0, e.errorf("bits %d to %d: expected the higher one first", hi, lo)
		}
	}
	if lo < 0 || n > maxBits || lo > maxBits-n {
		return 0, 0, e.errorf("there is no bit %d: a variable has bits 0 to %d", lo+n-1, maxBits-1)
	}
	return lo, n, nil
}

// count is a number that something is counted with.
func (m *machine) count(e expression) (int, error) {
	v, err := e.eval(m)
	if err != nil {
		return 0, err
	}
	n, ok := v.number()
	switch {
	case v.kind == arrayValue:
		return 0, m.unsaid(v.array.name, e.where())
	case !ok:
		return 0, m.unknown(v, value{}, e.where())
	case n < -maxElements*64 || n > maxBits:
		return 0, e.where().errorf("%d is no place in a variable of at most %d bits", n, maxBits)
	}
	return int(n), nil
}

func (e *index) place(m *machine) (place, error) {
	if n, ok := e.of.(*name); ok && m.lang.bits && n.text == "MEM" && e.lo != nil {
		return m.memory(e)
	}
	x, err := m.base(e.of)
	if err != nil {
		return place{}, err
	}
	if m.lang.bits || e.member > 0 {
		v := x.array
		lo, n, err := e.bits(m)
		if e.member > 0 && v.member == 0 {
			v.member = e.member
		}
		return place{v: v, at: lo, n: n, typ: integer{bits: n}, list: -1}, err
	}
	indices := make([]int, len(e.at))
	for k, i := range e.at {
		if indices[k], err = m.count(i); err != nil {
			return place{}, err
		}
	}
	return m.element(x, indices, e.span)
}

// memory is the place of MEM[p+127:p]: bits of what p points to.
func (m *machine) memory(e *index) (p place, err error) {
	var ends [2]value
	for k, x := range [...]expression{e.at[0], e.lo} {
		if ends[k], err = x.eval(m); err != nil {
			return p, err
		}
	}
	hi, lo := ends[0], ends[1]
	if hi.kind != arrayValue || lo.kind != arrayValue || hi.array != lo.array || hi.at < lo.at || hi.at-lo.at >= maxBits {
		return p, e.errorf("expected an address and one behind it, such as MEM[p+127:p]")
	}
	n := hi.at - lo.at + 1
	lo.array.memory = true
	return place{v: lo.array, at: lo.at, n: n, typ: integer{bits: n}, list: -1}, nil
}

// base is the array that stands in front of an index, or a place in one.
func (m *machine) base(e expression) (x value, err error) {
	if n, ok := e.(*name); ok {
		v := m.made(n.text)
		switch {
		case v.simple != nil && v.simple.kind == arrayValue:
			return *v.simple, nil
		case v.simple != nil && v.simple.kind != listValue && !m.lang.bits:
			return x, n.errorf("%s is a number, and no array", n.text)
		}
		return value{kind: arrayValue, array: v, at: v.at}, nil
	}
	x, err = e.eval(m)
	if err == nil && x.kind != arrayValue {
		err = e.where().errorf("expected an array in front of [")
	}
	return x, err
}

func (e *deref) eval(m *machine) (value, error) {
	if m.lang == rust { // in which an element that is borrowed is read so, and an array as a whole
		x, err := e.of.eval(m)
		if err != nil || x.kind != arrayValue {
			return x, err
		}
		if len(x.array.dims) > 0 && x.array.dims[0] > 0 {
			return m.copyOf(x, x.array.name, e.span)
		}
	}
	p, err := e.place(m)
	if err != nil {
		return value{}, err
	}
	return m.at(p, e.span)
}

func (e *deref) place(m *machine) (place, error) {
	x, err := e.of.eval(m)
	if err != nil {
		return place{}, err
	}
	if x.kind != arrayValue {
		return place{}, e.errorf("expected an array or a pointer behind *")
	}
	return m.element(x, []int{0}, e.span)
}

func (e *unary) eval(m *machine) (value, error) {
	x, err := e.of.eval(m)
	if err != nil {
		return x, err
	}
	return m.unary(e.sign, x, e.span)
}

func (e *binary) eval(m *machine) (value, error) {
	x, err := e.x.eval(m)
	if err != nil {
		return x, err
	}
	if stop, known := m.short(e.sign, x); known {
		return stop, nil
	}
	y, err := e.y.eval(m)
	if err != nil {
		return y, err
	}
	for _, side := range [...]struct {
		v value
		e expression
	}{{x, e.x}, {y, e.y}} {
		if n, ok := side.e.(*name); ok && side.v.kind == arrayValue && !side.v.array.shown && side.v.array.source < 0 && side.v.array.elem == 0 && (x.kind != arrayValue || y.kind != arrayValue) && e.sign != "+" && e.sign != "-" && (e.sign != ">>" || !m.lang.bits) {
			return x, m.unsaid(n.text, n.span)
		}
	}
	return m.operate(e.sign, x, y, e.span)
}

// short is what && and || are by their left side alone.
func (m *machine) short(sign string, x value) (r value, known bool) {
	n, ok := x.number()
	switch sign {
	case "&&", "and":
		return m.truth(false), ok && n == 0
	case "||", "or":
		return m.truth(true), ok && n != 0
	}
	return r, false
}

func (e *ternary) eval(m *machine) (value, error) {
	cond, err := e.cond.eval(m)
	if err != nil {
		return cond, err
	}
	yes, guard, err := m.condition(cond, e.cond.where())
	if err != nil {
		return cond, err
	}
	if guard == nil {
		way := e.other
		if yes {
			way = e.then
		}
		v, err := way.eval(m)
		if t := m.usualBefore(e.then, e.other); m.lang == c && t.bits > 0 && err == nil {
			v = m.cast(v, t, e.span)
		}
		return v, err
	}
	then, err := e.then.eval(m)
	if err != nil {
		return then, err
	}
	other, err := e.other.eval(m)
	if err != nil {
		return other, err
	}
	if !yes {
		then, other = other, then
	}
	a, b, t, err := m.pair(then, other, e.span)
	for i := range a {
		a[i] = m.chosen(*guard, a[i], b[i])
	}
	return typed(a, t), err
}

func (e *conversion) eval(m *machine) (value, error) {
	x, err := e.of.eval(m)
	if err != nil {
		return x, err
	}
	if !e.pointer {
		return m.cast(x, e.typ, e.span), nil
	}
	if x.kind == arrayValue && e.typ.bits > 0 {
		x.typ = e.typ
	}
	return x, nil
}

func (e *address) eval(m *machine) (value, error) {
	if n, ok := e.of.(*name); ok {
		if v := m.variable(n.text); v != nil && v.typ.bits > 0 && !v.array {
			return m.addressed(v, e.span)
		}
		return e.of.eval(m)
	}
	p, err := e.of.place(m)
	if err == nil && p.list >= 0 {
		err = e.errorf("%s is a list of numbers, which have no address", p.v.name)
	}
	return value{kind: arrayValue, array: p.v, at: p.at, typ: p.typ}, err
}

// addressed is where an integer is: its bits are an array from there on.
func (m *machine) addressed(v *variable, where span) (value, error) {
	if v.simple != nil {
		if v.simple.kind == arrayValue || v.simple.kind == listValue {
			return value{}, where.errorf("%s is no integer: the address of a place is not known here", v.name)
		}
		v.cells, v.simple = v.simple.extended(v.typ.bits, m.copiesSign(where)), nil
	}
	return value{kind: arrayValue, array: v, typ: v.typ}, m.spend(v.typ.bits, where)
}

func (e *list) eval(m *machine) (value, error) {
	r := value{kind: listValue}
	for _, x := range e.elems {
		v, err := x.eval(m)
		if err != nil {
			return r, err
		}
		r.list = append(r.list, v)
	}
	return r, nil
}

func (e *zeros) eval(m *machine) (value, error) {
	n, err := m.count(e.n)
	if err != nil {
		return value{}, err
	}
	if n < 0 || n > maxBits/e.typ.bits {
		return value{}, e.errorf("an array has at most %d bits", maxBits)
	}
	v := &variable{typ: integer{signed: e.typ.signed, float: e.typ.float}, elem: e.typ.bits, dims: []int{n}, limit: n * e.typ.bits, array: true, declared: true, source: -1}
	v.cells = slices.Repeat([]cell{bitCell(false)}, v.limit)
	return value{kind: arrayValue, array: v}, m.spend(v.limit, e.span)
}

func (e *comprehension) eval(m *machine) (value, error) {
	r := value{kind: listValue}
	err := e.loop.with(&doing{span: e.span, do: func(m *machine) error {
		v, err := e.elem.eval(m)
		r.list = append(r.list, v)
		return err
	}}).run(m)
	return r, err
}

func (e *stepped) eval(m *machine) (value, error) {
	was, err := e.of.eval(m)
	if err != nil {
		return was, err
	}
	now, err := m.operate(e.sign, was, value{n: 1, typ: was.typ}, e.span)
	if err != nil {
		return was, err
	}
	if err := m.setTarget(e.of, now, e.span); err != nil || e.before {
		return was, err
	}
	return now, nil
}

// setTarget assigns; a pointer that is a parameter moves.
func (m *machine) setTarget(t target, v value, where span) error {
	if n, ok := t.(*name); ok && v.kind == arrayValue {
		if own := m.variable(n.text); own != nil && own == v.array {
			own.at = v.at
			return nil
		}
	}
	p, err := t.place(m)
	if err != nil {
		return err
	}
	return m.assign(p, v, where)
}
