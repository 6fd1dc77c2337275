package loops

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax/strings"
)

// called reads the arguments of a call.
func (p *parser) called(name string, start token) (expression, error) {
	p.next()
	if name == "sizeof" {
		if t, _, ok := p.castType(); ok {
			return &literal{p.from(start), int64(t.bits / 8), integer{bits: 64}}, nil
		}
	}
	e, err := p.arguments(name, start)
	if err != nil {
		return nil, err
	}
	if t, ok := p.typeOf(name); ok && len(e.args) == 1 { // Go's uint32(x)
		return &conversion{e.span, t, false, e.args[0]}, nil
	}
	return p.behind(e, start)
}

// arguments reads the arguments of a call, behind its parenthesis.
func (p *parser) arguments(name string, start token) (*call, error) {
	e := &call{name: name}
	for p.lines(); !p.accept(")"); p.lines() {
		named := p.lang == python && p.peek().kind == wordToken && p.ahead(1).text == "=" // dtype=np.uint8
		if named {
			p.next()
			p.next()
		}
		a, err := p.expression()
		if err != nil {
			return nil, err
		}
		if !named {
			e.args = append(e.args, a)
		}
		if p.lines(); p.peek().text != ")" {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
	}
	e.span = p.from(start)
	return e, nil
}

func (e *call) eval(m *machine) (value, error) {
	if f := m.defined[e.name]; f != nil {
		args := make([]value, len(e.args))
		for k, a := range e.args {
			v, err := a.eval(m)
			if err != nil {
				return v, err
			}
			args[k] = v
		}
		return m.called(f, args, e.span)
	}
	if known, err := m.act(e); known {
		return value{}, err
	}
	if len(e.args) == 0 {
		return value{}, e.errorf("%s is no function that is known here", e.name)
	}
	x, err := e.args[0].eval(m)
	if err != nil {
		return x, err
	}
	if v, known, err := m.builtin(e, x); known {
		return v, err
	}
	return value{}, e.errorf("%s is no function that is known here: what it returns is not in the text", e.name)
}

// act is a function that is called for what it does.
func (m *machine) act(e *call) (known bool, err error) {
	switch n := len(e.args); {
	case e.name == "swap" && n == 2:
		return true, m.swap(e.args, e.span)
	case e.name == "swap" && n == 3: // a.swap(i, j)
		element := func(k int) expression { return &index{span: e.span, of: e.args[0], at: e.args[k : k+1]} }
		return true, m.swap([]expression{element(1), element(2)}, e.span)
	case (e.name == "append" || e.name == "push" || e.name == "push_back") && n == 2:
		return true, m.appended(e)
	case (e.name == "memcpy" || e.name == "memmove") && n == 3:
		return true, m.copied(e)
	case e.name == "memset" && n == 3:
		return true, m.filled(e)
	case e.name == "assert" && n > 0:
		return true, m.asserted(e.args[0])
	}
	return false, nil
}

// builtin is a function that every text knows: of numbers, of arrays, and those of Intel's guide that change how long something is.
func (m *machine) builtin(e *call, x value) (v value, known bool, err error) {
	n, isNumber := x.number()
	switch e.name {
	case "min", "max", "MIN", "MAX":
		if len(e.args) == 2 && isNumber {
			v, err = m.lesser(e, x)
			return v, true, err
		}
		return v, false, nil
	case "len":
		if length, ok := m.lengthOf(x); ok {
			return value{n: int64(length)}, true, nil
		}
		return x, isNumber, nil // Go's range n
	case "sizeof":
		return m.sizeOf(e, x)
	case "zeros", "empty", "bytearray":
		if isNumber && len(e.args) == 1 && m.lang == python {
			zero := value{}
			if e.name == "empty" {
				zero = bitsOf([]cell{{kind: undefinedCell}})
			}
			v, err = m.repeated(value{kind: listValue, list: []value{zero}}, int(max(min(n, maxElements+1), -1)), e.span)
			return v, true, err
		}
	case "list", "copy", "clone", "to_vec":
		if x.kind == arrayValue {
			v, err = m.copyOf(x, x.array.name, e.span)
			return v, true, err
		}
		x.shared = false
		return x, x.kind == listValue, nil
	case "abs", "ABS":
		if isNumber {
			return numberOf(max(n, -n), x.typ), true, nil
		}
	}
	return m.resized(e, x)
}

// lesser is the less of two numbers, or the greater one.
func (m *machine) lesser(e *call, x value) (value, error) {
	y, err := e.args[1].eval(m)
	if err != nil {
		return y, err
	}
	n, _ := x.number()
	k, ok := y.number()
	if !ok {
		return y, m.unknown(y, value{}, e.span)
	}
	if (n < k) == (e.name == "min" || e.name == "MIN") {
		return x, nil
	}
	return y, nil
}

// sizeOf is how many bytes something has.
func (m *machine) sizeOf(e *call, x value) (v value, known bool, err error) {
	bits := x.typ.bits
	if x.kind == arrayValue {
		if bits = x.array.limit; bits == 0 {
			return v, true, e.errorf("how long %s is is not in the text: uint8_t %s[16]; in front of it says so", x.array.name, x.array.name)
		}
	}
	return value{n: int64(bits / 8), typ: integer{bits: 64}}, bits > 0, nil
}

// resized are ZeroExtend32(x), SignExtend32(x), Truncate8(x), and without a number as many bits as are wanted where it is assigned.
func (m *machine) resized(e *call, x value) (v value, known bool, err error) {
	for _, what := range [...]string{"ZeroExtend", "SignExtend", "Truncate"} {
		digits, ok := strings.CutPrefix(e.name, what)
		if !ok {
			continue
		}
		bits, bad := strconv.Atoi(digits)
		if digits == "" && x.kind == bitsValue {
			bits, bad = max(len(x.cells), 64), nil
		}
		if bad != nil || bits <= 0 || bits > maxBits || x.kind == arrayValue || x.kind == listValue {
			return v, false, nil
		}
		x.typ.signed = what == "SignExtend"
		return bitsOf(x.extended(bits, m.copiesSign(e.span))), true, m.spend(bits, e.span)
	}
	return v, false, nil
}

// asserted looks whether a condition holds for what was taken. One of which that is not known is passed over.
func (m *machine) asserted(e expression) error {
	x, err := e.eval(m)
	if n, known := x.number(); err != nil || !known || n != 0 {
		return nil
	}
	m.idle = true
	return e.where().errorf("this does not hold")
}

// address is a place that a function is given.
func (m *machine) address(e expression) (value, error) {
	v, err := e.eval(m)
	if err == nil && v.kind != arrayValue {
		err = e.where().errorf("expected an array, or a place in one")
	}
	return v, err
}

// filled is memset(to, byte, bytes).
func (m *machine) filled(e *call) error {
	to, err := m.address(e.args[0])
	if err != nil {
		return err
	}
	x, err := e.args[1].eval(m)
	if err != nil {
		return err
	}
	n, err := m.count(e.args[2])
	if err != nil {
		return err
	}
	if n > maxBits/8 {
		return e.errorf("a variable has at most %d bits", maxBits)
	}
	return m.write(to.array, to.at, slices.Repeat(m.as(x, integer{bits: 8}, e.span), max(n, 0)), e.span)
}

// copied is memcpy(to, from, bytes).
func (m *machine) copied(e *call) error {
	to, err := m.address(e.args[0])
	if err != nil {
		return err
	}
	from, err := m.address(e.args[1])
	if err != nil {
		return err
	}
	n, err := m.count(e.args[2])
	if err != nil {
		return err
	}
	cells, err := m.read(from.array, from.at, max(n, 0)*8, e.span)
	if err != nil {
		return err
	}
	return m.write(to.array, to.at, cells, e.span)
}

// appended is list.append(x).
func (m *machine) appended(e *call) error {
	n, ok := e.args[0].(*name)
	if !ok || m.variable(n.text) == nil || m.variable(n.text).simple == nil || m.variable(n.text).simple.kind != listValue {
		return e.args[0].where().errorf("expected a list that the text has, such as r = []")
	}
	x, err := e.args[1].eval(m)
	if err != nil {
		return err
	}
	v := m.variable(n.text)
	if v.simple.shared {
		return m.twoNames(v, e.span)
	}
	if len(v.simple.list) >= maxElements {
		return e.errorf("a list has at most %d elements", maxElements)
	}
	v.simple = &value{kind: listValue, list: append(slices.Clone(v.simple.list), x)}
	m.show(v)
	return m.spend(len(v.simple.list), e.span)
}

// swap puts each of two elements in the other's place.
func (m *machine) swap(args []expression, where span) error {
	var values [2]value
	var to [2]target
	for k, a := range args {
		t, ok := a.(target)
		if !ok {
			return a.where().errorf("nothing can be assigned to this: expected an element, such as r[i]")
		}
		v, err := t.eval(m)
		if err != nil {
			return err
		}
		to[k], values[1-k] = t, v
	}
	for k, t := range to {
		if err := m.setTarget(t, values[k], where); err != nil {
			return err
		}
	}
	return nil
}
