package cexpr

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// partCall is a call of wasm's header, AltiVec or Highway for single lanes, constants, and the same bits as another type.
func (e *expressions) partCall(name string, args, params []operand) (o operand, ok bool, err error) {
	if o, ok, err = e.wasmPart(name, args); ok {
		return o, true, err
	}
	if o, ok, err = e.loongCall(name, args); ok {
		return o, true, err
	}
	if o, ok, err = e.highwayResized(name, args, params); ok {
		return o, true, err
	}
	number := func(k int) bool { return k < len(args) && !args[k].IsVector() }
	switch {
	case altivecLogic[name] != "" && len(args) == 2:
		o, err = e.altivecBits(name, args[0], args[1])
	case name == "vec_splats" && len(args) == 1:
		t := e.want
		if !t.known() {
			return o, true, errNoType
		}
		o, err = e.repeatedLane(args[0], t)
	case name == "vec_extract" && len(args) == 2 && number(1):
		o, err = e.typedLane(args[0], args[1])
	case name == "vec_insert" && len(args) == 3 && number(2) && args[1].typ.known():
		t := args[1].typ
		if o, err = e.laneInto(t, args[1], args[0], args[2]); err == nil {
			o = o.as(t)
		}
	case name == "GetLane" && len(args) == 1:
		o, err = e.typedLane(args[0], operandZero)
	case name == "Zero" && len(args) == 1:
		o, err = e.elements(tagged(args[0]), nil)
	case name == "Set" && len(args) == 2:
		o, err = e.repeatedLane(args[1], tagged(args[0]))
	case name == "Dup128VecFromValues" && len(args) > 1:
		o, err = e.elements(tagged(args[0]), args[1:])
	case name == "BitCast" && len(args) == 2:
		t, have := tagged(args[0]), max(args[1].typ.total(), args[1].Bits)
		if t.known() && have > 0 && t.total() != have {
			return o, true, fmt.Errorf("%d bits do not become %d by BitCast", have, t.total())
		}
		o = args[1].as(t)
	case (name == "SetTableIndices" || name == "IndicesFromVec" || name == "IndicesFromNotVec") && len(args) == 2:
		o = args[1]
	default:
		return o, false, nil
	}
	return o, true, err
}

var operandZero = number(0)

// tagged is the vector of which a descriptor speaks.
func tagged(o operand) vectorType {
	t := o.typ
	t.tag = false
	return t
}

// typedLane is a lane of a vector whose type is known.
func (e *expressions) typedLane(o, k operand) (operand, error) {
	if !o.typ.known() {
		return o, errNoType
	}
	return e.lane(o, o.typ, k.Number)
}

// looksCall says whether a text calls something of a table, by one walk over its words.
func looksCall(text, prefix string, table map[string]mover, others map[string]bool) bool {
	if !strings.Contains(text, prefix) {
		return false
	}
	return calls(text, func(word string, _ byte) bool {
		_, ok := table[word]
		return ok || others[word] || slices.ContainsFunc([]string{"/1", "/2", "/3"}, func(n string) bool { _, ok := table[word+n]; return ok })
	})
}

// calls says whether a text has a word of which something is so that a ( or a < follows. Methods and functions of LLVM's are none.
func calls(text string, is func(name string, next byte) bool) bool {
	syntax.Look(len(text))
	for at := 0; at < len(text); at++ {
		if !isWordStart(text[at]) {
			continue
		}
		start := at
		if at = wordEnd(text, at); at == len(text) || text[at] != '(' && text[at] != '<' || start > 0 && (text[start-1] == '.' || text[start-1] == '@') {
			continue
		}
		if is(text[start:at], text[at]) {
			return true
		}
	}
	return false
}

// errNoType is that of a call that needs a type which nothing says.
var errNoType = errors.New("how many lanes the vector has is not in the text: a declaration or a cast says it")
