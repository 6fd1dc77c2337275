package cexpr

import (
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// transposeMacro writes to its arguments, which are names: each becomes a column of what the four were.
//
//	r0  a0 a1 a2 a3        a0 b0 c0 d0
//	r1  b0 b1 b2 b3   →    a1 b1 c1 d1
//	r2  c0 c1 c2 c3        a2 b2 c2 d2
//	r3  d0 d1 d2 d3        a3 b3 c3 d3
const transposeMacro = "_MM_TRANSPOSE4_PS"

// transpose is a statement of transposeMacro, behind which the cursor stands. Alone it is all four rows, one behind another.
func (e *expressions) transpose(start int) error {
	t := vectorType{lanes: 4, bits: 32, float: true}
	names, rows, err := e.fourRows(t)
	if err != nil {
		return err
	}
	all := operand{}
	for k, name := range names {
		row, err := e.picked(rows, first(4, k, 4), t)
		if err == nil {
			err = e.finish(row, name, integerType{}, start)
		}
		if err != nil {
			return e.ErrorFrom(start, "%s: %s", transposeMacro, what(err))
		}
		all.parts = append(all.parts, row)
	}
	if strings.Trim(e.Rest(), "; \t\r\n}") != "" { // a later line says which is meant
		return nil
	}
	e.warn(transposeMacro + " writes four vectors: this is all of them, one behind another; a line that says " + names[0] + " asks for that one")
	return e.finish(all, "", integerType{}, start)
}

// fourRows are the arguments of transposeMacro: four names that differ, and what they stand for.
func (e *expressions) fourRows(t vectorType) (names []string, rows []lane.Map, err error) {
	end := byte('(')
	for range 4 {
		if err := e.Expect(string(end), syntax.Quote(string(end))+" and a variable"); err != nil {
			return nil, nil, err
		}
		e.Space()
		at := e.Off
		name := e.Word()
		if name == "" {
			return nil, nil, e.Wanted("the name of a variable: " + transposeMacro + " writes to all four")
		}
		for _, before := range names {
			if name == before {
				return nil, nil, e.ErrorFrom(at, "%s stands there twice: expected four variables", name)
			}
		}
		o, err := e.evaluated(name)
		if err != nil {
			return nil, nil, e.ErrorFrom(at, "%s", what(err))
		}
		m, err := e.typedArgument(o, t)
		if err != nil {
			return nil, nil, e.ErrorFrom(at, "%v", err)
		}
		names, rows, end = append(names, name), append(rows, m), ','
	}
	return names, rows, e.Expect(")", `")"`)
}
