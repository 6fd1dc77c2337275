package loops

// typeBefore is the type that C gives an expression before it is evaluated; without bits where that is not known.
func (m *machine) typeBefore(e expression) integer {
	switch e := e.(type) {
	case *literal:
		return e.typ
	case *conversion:
		return e.typ
	case *name:
		if v := m.variable(e.text); v != nil && !v.array {
			return v.typ
		}
	case *index:
		if n, ok := e.of.(*name); ok {
			if v := m.variable(n.text); v != nil && v.elem > 0 {
				return v.element(v.elem)
			}
		}
	case *unary:
		if e.sign == "!" {
			return cInt
		}
		return promoted(m.typeBefore(e.of))
	case *ternary:
		return m.usualBefore(e.then, e.other)
	case *binary:
		switch e.sign {
		case "<", "<=", ">", ">=", "==", "!=", "&&", "||":
			return cInt
		case "<<", ">>", ">>>":
			return promoted(m.typeBefore(e.x))
		}
		return m.usualBefore(e.x, e.y)
	}
	return integer{}
}

// usualBefore is the type in which two expressions are computed with, if both have one.
func (m *machine) usualBefore(x, y expression) integer {
	a, b := m.typeBefore(x), m.typeBefore(y)
	if a.bits == 0 || b.bits == 0 {
		return integer{}
	}
	return m.lang.usual(a, b)
}
