package cexpr

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// Calls of Highway's that stay in their lanes: shifts, and masks of which the text says what they are.
//
//	ShiftLeft<8>(v)                      each lane's bits eight up, with zeros below
//	IfThenElse(FirstN(d, 3), a, b)       three lanes of a, and b's above them
//	InsertLane(v, 1, x)                  x as lane 1

// highwayLanewise are those calls, each with how many arguments it takes.
var highwayLanewise = map[string]int{
	"ShiftLeft": 1, "ShiftRight": 1, "RotateLeft": 1, "RotateRight": 1,
	"And": 2, "Or": 2, "Xor": 2, "AndNot": 2, "FirstN": 2, "MaskFromVec": 1, "VecFromMask": 2, "IfThenElse": 3, "IfThenElseZero": 2, "IfThenZeroElse": 2, "IfVecThenElse": 3,
	"InsertLane": 3, "Slide1UpOr": 3, "Slide1DownOr": 3,
}

// highwayInLanes is such a call.
func (e *expressions) highwayInLanes(name string, args, params []operand) (operand, error) {
	switch name {
	case "ShiftLeft", "ShiftRight", "RotateLeft", "RotateRight":
		return e.shiftedLanes(name, args[0], params)
	case "And":
		return e.lanewise("&", args[0], args[1])
	case "Or":
		return e.lanewise("|", args[0], args[1])
	case "Xor":
		return e.lanewise("^", args[0], args[1])
	case "AndNot": // of which the first is inverted
		args[0].Inverted = !args[0].Inverted
		return e.lanewise("&", args[1], args[0])
	case "FirstN":
		return e.firstLanes(tagged(args[0]), args[1])
	case "MaskFromVec":
		return args[0], nil
	case "VecFromMask":
		return args[1], nil
	case "IfThenElse", "IfVecThenElse":
		return e.chosen(args[0], args[1], args[2])
	case "IfThenElseZero":
		return e.chosen(args[0], args[1], number(0))
	case "IfThenZeroElse":
		return e.chosen(args[0], number(0), args[1])
	case "InsertLane":
		return e.laneInserted(args[0], args[1], args[2])
	}
	slide, at := "Slide1Up", 0
	t := tagged(args[1])
	if name == "Slide1DownOr" {
		slide, at = "Slide1Down", t.lanes-1
	}
	if !t.known() {
		return operand{}, errNoType
	}
	o, err := e.move(slide, highwayMovers[slide], args[1:], nil)
	if err != nil {
		return o, err
	}
	return e.laneInserted(o.as(t), number(at), args[0])
}

// shiftedLanes is each lane's bits moved by a number between < and >. What a lane with a sign gets at its upper end is computed.
func (e *expressions) shiftedLanes(name string, o operand, params []operand) (operand, error) {
	t := o.typ
	switch {
	case len(params) != 1 || params[0].IsVector():
		return o, errors.New("expected a number between < and >")
	case !t.known():
		return o, errNoType
	case t.float:
		return o, errors.New("of lanes of floating point it is not known")
	case params[0].Number < 0 || params[0].Number >= t.bits:
		return o, fmt.Errorf("%d is out of range: expected 0 to %d", params[0].Number, t.bits-1)
	case name == "ShiftRight" && t.signed && params[0].Number > 0:
		return o, errors.New("it copies the sign, and moves only lanes without one")
	}
	m, err := e.typedArgument(o, t)
	if err != nil {
		return o, err
	}
	up := params[0].Number
	if name == "ShiftRight" || name == "RotateRight" {
		up = -up
	}
	sel := make([]int, t.total())
	for i := range sel {
		from := i%t.bits - up
		if name[0] == 'R' {
			from = (from + t.bits) % t.bits
		}
		sel[i] = when(from >= 0 && from < t.bits, i-i%t.bits+from, zeroLane)
	}
	r, err := e.picked([]lane.Map{m}, sel, vectorType{lanes: t.total(), bits: 1})
	if err != nil {
		return o, err
	}
	for _, bits := range []int{t.bits, 8} {
		if whole, err := r.Value.Regroup(bits); err == nil {
			return vector(whole).as(t), nil
		}
	}
	return r.as(t), nil
}

// firstLanes is a mask of so many lanes, or of all.
func (e *expressions) firstLanes(t vectorType, n operand) (operand, error) {
	if !t.known() {
		return n, errNoType
	}
	if n.IsVector() || n.Number < 0 {
		return n, errors.New("argument 2 is a number: " + byMask)
	}
	ones := vectorType{lanes: t.lanes, bits: t.bits}
	o, err := e.elements(ones, repeatedOperand(number(-1), min(n.Number, t.lanes)))
	return o.as(ones), err
}

// chosen is the lanes of one vector where a mask is set, and of another where not.
func (e *expressions) chosen(mask, yes, no operand) (operand, error) {
	t := yes.typ
	if !t.known() {
		t = no.typ
	}
	if !t.known() {
		t = mask.typ
	}
	if mask.Value == nil || !mask.Known {
		return mask, errors.New("it " + byMask)
	}
	if !t.known() {
		return mask, errNoType
	}
	sides := []operand{yes, no}
	for k, o := range sides {
		if !o.IsVector() { // zero
			continue
		}
		other := mask
		other.Inverted = k == 1
		var err error
		if sides[k], err = e.lanewise("&", o.as(t), other.as(t)); err != nil {
			return o, err
		}
	}
	switch {
	case !no.IsVector():
		return sides[0], nil
	case !yes.IsVector():
		return sides[1], nil
	}
	return e.lanewise("|", sides[0], sides[1])
}

// laneInserted is a vector with another lane.
func (e *expressions) laneInserted(o, at, part operand) (operand, error) {
	t := o.typ
	switch {
	case !t.known():
		return o, errNoType
	case at.IsVector() || at.Number < 0 || at.Number >= t.lanes:
		return o, fmt.Errorf("a vector has lanes 0 to %d: expected the number of one", t.lanes-1)
	}
	r, err := e.laneInto(t, o, part, at)
	return r.as(t), err
}
