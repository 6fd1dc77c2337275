package cexpr

import (
	"errors"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// called is a call whose name has been read: with numbers or types between < and > there, or with arguments.
func (e *expressions) called(name string, start int) (operand, error) {
	if e.Peek() == '<' {
		end := closingAngle(e.Rest())
		if end > 0 && strings.HasPrefix(e.Rest()[end:], ">(") {
			inner := e.Rest()[1:end]
			e.Off += end + 2
			return e.template(name, inner, start)
		}
		if end > 0 && strings.HasPrefix(e.Rest()[end:], ">{") { // vec<int, 4>{3, 2, 1, 0}
			if t, ok := e.highwayType(name, strings.ReplaceAll(e.Rest()[1:end], " ", "")); ok && !t.tag {
				e.Off += end + 2
				return e.vectorLiteral(t, start)
			}
		}
		return e.variable(name), nil
	}
	e.Off++
	return e.calledWith(name, start)
}

// closingAngle is where the angle ends with which a text begins, that of vec<int, 2> in chunk<vec<int, 2>>; -1 if it does not in its statement.
func closingAngle(text string) int {
	depth := 0
	for k := range len(text) {
		switch text[k] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return k
			}
		case ';':
			return -1
		}
	}
	return -1
}

// calledWith is a call behind whose opening parenthesis the cursor stands.
func (e *expressions) calledWith(name string, start int) (operand, error) {
	if t := e.typedefs[name]; t.tag && e.Accept(")") { // D()
		return named(name).as(t), nil
	}
	if t, ok := e.typeOf(name); ok && t.vectors > 0 {
		return e.severalOf(name, t, start)
	}
	switch {
	case name == "sizeof":
		return e.sizeOf(start)
	case name == "__builtin_convertvector":
		return e.convert(start)
	}
	if f, c, ok := lanesNamed(name); ok {
		return e.someLanes(name, f, c, start)
	}
	if n, ok := riscvNamed(name); ok {
		return e.riscvCall(name, n, start)
	}
	if n, stores, ok := neonLaneAccess(name); ok {
		return e.laneInMemory(name, n, stores, start)
	}
	if l, ok := loadNamed(name); ok {
		return e.load(name, l, start)
	}
	if at, ok := storeNamed(name); ok {
		return e.store(name, at, start)
	}
	if o, ok, err := e.standardCall(name, "", start); ok {
		return o, err
	}
	if o, ok, err := e.xsimdCall(name, start); ok {
		return o, err
	}
	inputs, computed := len(e.Inputs), e.Computations()
	args, err := e.arguments(start)
	if err != nil {
		return operand{}, err
	}
	if isPredicateCall(name) && e.Computations() == computed { // of what it compares no lane moves
		e.Inputs, e.Bits = e.Inputs[:inputs], e.Bits[:inputs]
	}
	return e.call(name, args, nil, start)
}

// maxArguments is how many arguments a call has at most, and how many numbers stand between < and >.
const maxArguments = 256

// arguments are expressions up to the closing parenthesis.
func (e *expressions) arguments(start int) (args []operand, err error) {
	for !e.Accept(")") {
		e.Space()
		at := e.Off
		o, err := e.expression()
		if err == nil && o.Inverted {
			err = e.ErrorFrom(at, "%v", errInverted)
		}
		if err != nil {
			return nil, err
		}
		o.from, o.end = at, e.Off
		if args = append(args, o); len(args) > maxArguments {
			return nil, e.ErrorFrom(start, "more than %d arguments", maxArguments)
		}
		if e.Space(); e.Peek() != ')' {
			if err := e.Expect(",", `"," or ")"`); err != nil {
				return nil, err
			}
		}
	}
	return args, nil
}

// sizeOf is sizeof(T).
func (e *expressions) sizeOf(start int) (operand, error) {
	args, err := e.rawArguments("sizeof")
	if err != nil {
		return operand{}, err
	}
	text := strings.Join(args, ",")
	if t, ok := e.typeOf(text); ok {
		return number(t.total() / 8), nil
	}
	if t, ok := integerLane(strings.Fields(text)); ok {
		return number(t.bits / 8), nil
	}
	return operand{}, e.ErrorFrom(start, "sizeof of %s is not known: expected a type", syntax.Quote(text))
}

// call is a call of any family, with its numbers between < and >.
func (e *expressions) call(name string, args, params []operand, start int) (operand, error) {
	before := e.Computations()
	defer func() { e.Locate(before, func(err error) error { return e.ErrorFrom(start, "%v", err) }) }()
	if same, ok := libraryDeposits[name]; ok {
		name = same
	}
	if m, ok := moverNamed(name, len(args)); ok {
		o, err := e.move(name, m, args, params)
		if wrong := (wrongArgument{}); errors.As(err, &wrong) {
			return o, syntax.Errorf(e.Text, wrong.argument.from, wrong.argument.end, "%v", wrong.error)
		}
		if err != nil {
			return o, e.ErrorFrom(start, "%s: %v", name, err)
		}
		return o, nil
	}
	if o, ok, err := e.scalableOr(name, args); ok {
		if err != nil {
			return o, e.ErrorFrom(start, "%s: %v", name, err)
		}
		return o, nil
	}
	if o, ok, err := e.partCall(name, args, params); ok {
		if err != nil {
			return o, e.ErrorFrom(start, "%s: %v", name, err)
		}
		return o, nil
	}
	if o, ok, err := e.integerCall(name, args); ok {
		if err != nil {
			return o, e.ErrorFrom(start, "%s: %v", name, err)
		}
		return o, nil
	}
	switch {
	case !strings.HasPrefix(name, "_"):
		return e.neonCall(name, args, start)
	case name == "_MM_SHUFFLE":
		return e.mmShuffle(args, start)
	case strings.Contains(name, "_cast") || strings.Contains(name, "_zext"):
		return e.cast(name, args, start)
	}
	if o, ok, err := e.underMask(name, args, start); ok {
		if err != nil {
			return o, e.ErrorFrom(start, "%s: %v", name, err)
		}
		return o, nil
	}
	if o, ok, err := e.otherCall(name, args); ok {
		if err != nil {
			return o, e.ErrorFrom(start, "%s: %v", name, err)
		}
		return o, nil
	}
	if strings.Contains(name, "_set") {
		return e.set(name, args, start)
	}
	return e.rowCall(name, args, start)
}

// rowCall is a call that a row of a target has in its own C.
func (e *expressions) rowCall(name string, args []operand, start int) (operand, error) {
	all := rowNamed(name)
	if len(all) == 0 {
		return operand{}, syntax.Errorf(e.Text, start, start+len(name), "%s is no intrinsic that the targets know as a movement of lanes", name)
	}
	var reason error
	for _, c := range all {
		m, err := e.callRow(c, args)
		if err == nil && c.row.FileOf('d') == target.General {
			return integerOperand(m, !strings.Contains(name, "_u")), nil // of pext and pdep unsigned
		}
		if err == nil {
			return vector(m), nil
		}
		if reason == nil {
			reason = err
		}
	}
	return operand{}, e.ErrorFrom(start, "%v", reason)
}
