package cexpr

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// A memory is what has been stored to elements of an array of integers, of which the last array that was stored to is the result, if nothing else comes behind it:
//
//	d[0] = s[3]; d[1] = s[2]; d[2] = s[1]; d[3] = s[0];      i8x4 -> a3 a2 a1 a0
//	p[0] = x >> 24; p[2] = x >> 8;                           and what nothing is stored to stays: p1
type memory struct {
	array  string
	arrays int // how many have been stored to
	typ    integerType
	length int  // as far as the last element that was stored to
	last   bool // the last statement stored to it
}

// elementStored says whether an assignment is one to an element of an array of integers: of one that is declared, or of any where nothing is.
func (e *expressions) elementStored(h head) (t integerType, ok bool) {
	index, err := strconv.Atoi(h.index)
	if err != nil || index < 0 || h.row != "" || h.whole[0] == '*' {
		return t, false
	}
	if p, declared := e.pointees[h.name()]; declared {
		return p.integerType, true
	}
	return integerType{bits: e.unsaid.element}, e.bare
}

// storesElement is p[1] = …, or p[1] |= …, of an array of integers.
func (e *expressions) storesElement(h head, t integerType, start int) error {
	index, _ := strconv.Atoi(h.index)
	if index >= mostGathered/t.bits {
		return e.ErrorFrom(start, "%s[%d] is stored to, and of an array %d bits are followed", h.name(), index, mostGathered)
	}
	o, err := e.expression()
	if err == nil && h.op != "" {
		var before operand
		if before, err = e.elementNow(h.name(), index, t); err == nil {
			o, err = e.combine(h.op, before, o, start)
		}
	}
	if err != nil {
		return err
	}
	if o, err = e.typed(o, t); err == nil {
		o, err = e.converted(o, t.bits)
	}
	if err != nil {
		return e.ErrorFrom(start, "%v", err)
	}
	m := &e.memory
	if m.array != h.name() {
		*m = memory{array: h.name(), arrays: m.arrays + 1, typ: t}
	}
	m.length, m.last = max(m.length, index+1), true
	name := elementName(h.name(), index)
	e.forget(name)
	e.Named[name], e.integers[name], e.lanes[name] = *o.Value, t.signed, t.lane()
	return nil
}

func elementName(array string, index int) string { return array + "[" + strconv.Itoa(index) + "]" }

// elementNow is an element of an array of integers as it is now.
func (e *expressions) elementNow(array string, index int, t integerType) (operand, error) {
	return e.converted(e.typedVariable(elementName(array, index), t), t.bits)
}

// typedVariable is what a name stands for that has a type if it stands for nothing yet.
func (e *expressions) typedVariable(name string, t integerType) operand {
	e.scalars[name] = t
	return e.variable(name)
}

// finishMemory makes an array the result that the last statement stored to.
func (e *expressions) finishMemory() error {
	m := e.memory
	if !m.last {
		return nil
	}
	values := make([]lane.Map, m.length)
	for k := range values {
		o, err := e.elementNow(m.array, k, m.typ)
		if err != nil {
			return err
		}
		values[k] = *o.Value
	}
	all, err := e.Joined(values)
	if err != nil {
		return err
	}
	e.Result, e.file, e.to = all, target.General, m.array
	if m.arrays > 1 {
		e.warn(fmt.Sprintf("elements of %d arrays are stored to: this is the last one, %s", m.arrays, m.array))
	}
	return nil
}

// looksStored says whether a text stores to an element of an array by its number.
func looksStored(text string) bool {
	for open := strings.IndexByte(text, '['); open >= 0; open = strings.IndexByte(text, '[') {
		text = text[open+1:]
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		behind, closed := strings.CutPrefix(text[digits:], "]")
		behind = strings.TrimLeft(behind, " ")
		if digits > 0 && closed && strings.HasPrefix(behind, "=") && !strings.HasPrefix(behind, "==") {
			return true
		}
	}
	return false
}

// looksStoring says whether a text is a function of nothing but stores of integers: void f(uint8_t *d, uint32_t x) { d[0] = x >> 8; d[1] = x; }.
func looksStoring(text string) bool {
	head, body, ok := strings.Cut(text, "{")
	body, closed := strings.CutSuffix(strings.TrimSpace(body), "}")
	if !ok || !closed || !looksStored(body) {
		return false
	}
	_, parameters, _ := strings.Cut(head, "(")
	for _, word := range strings.FieldsFunc(parameters, func(r rune) bool { return r == ' ' || r == '*' || r == ',' || r == ')' }) {
		if _, ok := integerWords[word]; ok && word != "const" {
			looks, _ := looksUntyped(body)
			return looks
		}
	}
	return false
}
