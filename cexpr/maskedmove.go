package cexpr

import (
	"errors"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// Functions of AVX-512 under a mask that are no row's own do what those without a mask do, in the lanes of which the mask has a one:
//
//	_mm512_mask_mov_epi32(s, k, a)            a, and s where k has a zero
//	_mm512_maskz_broadcast_i32x4(k, a)        _mm512_broadcast_i32x4(a), and zero where k has a zero
//
// Of a mask that the text does not know the map is under that mask, and what is kept is the old destination. A blend has none: it keeps lanes of one of two sources.

// maskedOnes are the functions of which that is so, by what stands in front of their element.
var maskedOnes = []string{"mov_", "broadcast_", "set1_", "ror_"}

// A maskedCall is a call of one.
type maskedCall struct {
	bits, elem int
	mask       operand
	old        *operand // nil: zeros
	value      operand
}

// underMask is a call of such a function; ok is false where it is none, or a row of its own.
func (e *expressions) underMask(name string, args []operand, start int) (o operand, ok bool, err error) {
	bits, rest := apply.VectorPrefix(name)
	inner, zeroes := strings.CutPrefix(rest, "maskz_")
	if !zeroes {
		if inner, ok = strings.CutPrefix(rest, "mask_"); !ok || bits == 0 {
			return o, false, nil
		}
	}
	c := maskedCall{bits: bits, elem: maskedElement(inner)}
	kind := ""
	for _, one := range maskedOnes {
		if strings.HasPrefix(inner, one) {
			kind = one
		}
	}
	if kind == "" || c.elem == 0 || len(args) < 2 {
		return o, false, nil
	}
	switch {
	case zeroes:
		c.mask, args = args[0], args[1:]
	default:
		c.mask, c.old, args = args[1], &args[0], args[2:]
	}
	moves := kind == "mov_"
	if moves && !c.mask.IsVector() || !moves && len(rowNamed(name)) > 0 { // a row's
		return o, false, nil
	}
	switch {
	case moves:
		if len(args) != 1 {
			return o, false, nil
		}
		c.value = args[0]
	default:
		if c.value, err = e.call(strings.Replace(name, rest, inner, 1), args, nil, start); err != nil {
			return o, true, err
		}
	}
	o, err = c.chosen(e)
	return o, true, err
}

// maskedElement are the bits of an element that a name ends in: epi32, ps, i64x2.
func maskedElement(name string) int {
	_, element, _ := cutLast(name, "_")
	switch element {
	case "ps":
		return 32
	case "pd":
		return 64
	case "ph":
		return 16
	}
	element, _, _ = strings.Cut(strings.TrimLeft(element, "epif"), "x")
	return elementBits(element)
}

// chosen is the value where the mask has a one, and what is kept elsewhere.
func (c *maskedCall) chosen(e *expressions) (operand, error) {
	value, err := e.vectorArgument(c.value, c.bits)
	if err != nil {
		return operand{}, err
	}
	if c.mask.IsVector() {
		return e.guardedBy(c.mask, value, c.elem, c.bits/c.elem, c.old == nil)
	}
	lanes := lanesCall{bits: c.bits, elem: c.elem, args: map[byte]operand{'k': c.mask}}
	o, err := lanes.chosen(e, lanes.mask(), vector(value), c.old)
	if err != nil {
		return o, err
	}
	return vector(widened(*o.Value, c.elem)), nil
}

// guardedBy is a value under a mask that is a variable: it has to be all of the text.
func (e *expressions) guardedBy(mask operand, m lane.Map, elem, lanes int, zeroes bool) (operand, error) {
	if mask.Value != nil || mask.Name == "" {
		return operand{}, errors.New("expected a mask that is a number, or a variable alone")
	}
	m, err := e.underVariable("this", mask.Name, m, elem, lanes, zeroes)
	return vector(m), err
}
