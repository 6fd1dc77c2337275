package goexpr

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
)

// A Case is what is done for some values of an immediate.
type Case struct {
	Values []int
	Map    lane.Map
}

// Switch is a function over vectors of bytes with an immediate for its last parameter, which does what the case of its value does, and panics for any other. All maps have the same sources, and results of
// the same size. Each case is a function of its own behind it, as elements of each have the size that its call has.
//
//	func F(a, b archsimd.Uint8x16, immediate uint8) archsimd.Uint8x16 {
//		switch immediate {
//		case 0, 85:
//			return F0(a.AsUint32x4(), b.AsUint32x4()).AsUint8x16()
//		…
func Switch(name string, cases []Case) (string, error) {
	var cased, functions strings.Builder
	for _, c := range cases {
		f, err := shortest(c.Map)
		if err != nil {
			return "", fmt.Errorf("immediate %d: %w", c.Values[0], err)
		}
		own := name + strconv.Itoa(c.Values[0])
		fmt.Fprintf(&cased, "\tcase %s:\n\t\treturn %s\n", numbers(c.Values), f.onBytes(own))
		functions.WriteString("\n" + strings.Join(f.lines(own), "\n") + "\n")
	}
	whole := goFunction{types: goSourceTypes(cases[0].Map, 8), result: bytesOf(cases[0].Map.Bits * len(cases[0].Map.Lane))}
	return whole.headWith(name, "immediate uint8") + " {\n\tswitch immediate {\n" + cased.String() + "\t}\n\tpanic(\"no such immediate\")\n}\n" + functions.String(), nil
}

// shortest is a map in as few calls as are known.
func shortest(m lane.Map) (goFunction, error) {
	f, err := oneCall(m)
	if err == nil {
		return f, nil
	}
	f, several := calls(m)
	if several != nil {
		return f, dialect.Neither(err, several)
	}
	return f, nil
}

// bytesOf is the vector of so many bits as bytes.
func bytesOf(bits int) goType { return goType{'U', 8, bits / 8} }

// onBytes is a call of the function by its name, on vectors of bytes and with a result that is one.
func (f goFunction) onBytes(name string) string {
	arguments := make([]string, len(f.types))
	for k, t := range f.types {
		arguments[k] = as(lane.SourceName(k), bytesOf(t.bits()), t)
	}
	return as(name+"("+strings.Join(arguments, ", ")+")", f.result, bytesOf(f.result.bits()))
}

// as is an expression of one type as another of as many bits.
func as(expression string, have, want goType) string {
	if have == want {
		return expression
	}
	return expression + ".As" + want.String() + "()"
}

// numbers are values as a case lists them.
func numbers(values []int) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = strconv.Itoa(v)
	}
	return strings.Join(texts, ", ")
}
