package cexpr

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Two builtins of compilers, whose vectors have types of their own:
//
//	__builtin_shufflevector(a, b, 0, 4, 1, 5)          Clang, and GCC since 12
//	__builtin_shuffle(a, b, (v4si){0, 4, 1, 5})        GCC: indices are taken modulo the number of lanes
//
// Where nothing says what type the vectors have, they have as many lanes as the result, or more where a selector asks for more.

const clangBuiltin = "__builtin_shufflevector"

// LooksBuiltin says whether a text has a call of the compilers' builtins, or a type of their vectors.
func LooksBuiltin(text string) bool {
	for _, word := range []string{"__builtin_shuffle", "__builtin_convertvector", "vector_size", "ext_vector_type"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// builtinMovers are the builtins as calls that move.
var builtinMovers = map[string]mover{
	clangBuiltin:          {args: "vvN", limit: func(n int) int { return 2 * n }, move: func(_ int, k []int) []int { return k }},
	"__builtin_shuffle/2": {args: "vm", exact: true, move: modulo(1)},
	"__builtin_shuffle/3": {args: "vvm", exact: true, move: modulo(2)},
}

// modulo takes indices modulo the lanes of so many vectors.
func modulo(vectors int) func(n int, k []int) []int {
	return func(n int, k []int) (sel []int) {
		for _, i := range k {
			sel = append(sel, i&(vectors*n-1))
		}
		return sel
	}
}

// convert is __builtin_convertvector(a, T): numbers of other sizes, which moves where the lower parts are kept or zeros are put in front.
func (e *expressions) convert(start int) (operand, error) {
	from := e.Off
	args, err := e.rawArguments("__builtin_convertvector")
	if err != nil {
		return operand{}, err
	}
	end := e.Off
	if len(args) != 2 {
		return operand{}, e.ErrorFrom(start, "expected a vector and a type")
	}
	to, ok := e.typeOf(args[1])
	e.Off = from
	o, err := e.expression()
	e.Off = end
	if err != nil {
		return o, err
	}
	if !ok || !o.typ.known() || to.lanes != o.typ.lanes {
		return o, e.ErrorFrom(start, "expected a vector and a type, both declared and with as many lanes")
	}
	if to.float != o.typ.float || to.float && to.bits != o.typ.bits {
		return o, e.ErrorFrom(start, "__builtin_convertvector to or from floating point computes: (%s)x keeps the bits", args[1])
	}
	if o.typ.signed && to.bits > o.typ.bits {
		return o, e.ErrorFrom(start, "__builtin_convertvector of lanes with a sign copies the sign, which is no movement: unsigned lanes get zeros in front")
	}
	m, err := e.typedArgument(o, o.typ)
	if err != nil {
		return o, e.ErrorFrom(start, "%v", err)
	}
	unit := lane.GCD(to.bits, o.typ.bits)
	var sel []int
	for i := range to.lanes {
		for k := range to.bits / unit {
			at := i*o.typ.bits/unit + k
			sel = append(sel, when(k < o.typ.bits/unit, at, zeroLane))
		}
	}
	o, err = e.picked([]lane.Map{m}, sel, vectorType{lanes: o.typ.total() / unit, bits: unit})
	return o.as(to), err
}

func sayClang(m lane.Map) (string, error) { return builtinCall(m, "a", "b") }

// builtinCall is a call on vectors of these names.
func builtinCall(m lane.Map, a, b string) (string, error) {
	if m.Bits != 32 {
		return "", fmt.Errorf("its text has no type, and is read as lanes of 32 bits; these have %d", m.Bits)
	}
	sel, n, err := selectors.Of(m, clangBuiltin)
	if err == nil {
		err = selectors.LengthsAgree(sel, n)
	}
	if err != nil {
		return "", err
	}
	call := clangBuiltin + "(" + a + ", " + b
	for _, t := range sel {
		call += ", " + strconv.Itoa(t)
	}
	return call + ")", nil
}

func sequenceClang(m lane.Map) ([]string, error) {
	return selectors.Chain(m, func(s shufflevector.Shuffle, step lane.Map, a, b string) (string, error) {
		call, err := builtinCall(step, a[1:], b[1:])
		if s.Result != "" {
			call = s.Result[1:] + " = " + call
		}
		return call + ";", err
	})
}
