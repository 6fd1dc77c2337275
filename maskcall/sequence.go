package maskcall

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// What one call cannot say, for it reads three vectors or more, is said by a function of several:
//
//	fn f(a: Simd<u32, 4>, b: Simd<u32, 4>, c: Simd<u32, 4>) -> Simd<u32, 4> {
//	    let t1 = simd_swizzle!(a, b, [0, 5, 2, 3]);
//	    simd_swizzle!(t1, c, [0, 1, 6, 3])
//	}

// A function is how a language writes one of several shuffles.
type function struct {
	language   string
	elements   string // of 8, 16, 32 and 64 bits
	kinds      []lane.Kind
	call       func(s selection) string // empty where the language has none
	typ        func(element string, n int) string
	head, tail string // around the parameters, and the end; the head has the parameters and the result's type in turn. Empty: the calls have all types
	named      string // a line that makes a name
	last       string // the line that makes the result
}

var rustFunction = function{
	language: "Rust", elements: "u8 u16 u32 u64", call: selection.rust,
	typ:  func(element string, n int) string { return ": Simd<" + element + ", " + strconv.Itoa(n) + ">" },
	head: "fn f(%s) -> %s {", named: "    let %s = %s;", last: "    %s", tail: "}",
}

var zigFunction = function{
	language: "Zig", elements: "u8 u16 u32 u64", kinds: []lane.Kind{lane.Undefined}, call: selection.zig,
	typ:  func(element string, n int) string { return ": @Vector(" + strconv.Itoa(n) + ", " + element + ")" },
	head: "fn f(%s) %s {", named: "    const %s = %s;", last: "    return %s;", tail: "}",
}

var juliaFunction = function{
	language: "SIMD.jl", elements: "UInt8 UInt16 UInt32 UInt64", kinds: []lane.Kind{lane.Undefined}, call: selection.julia,
	typ:  func(element string, n int) string { return "::Vec{" + strconv.Itoa(n) + "," + element + "}" },
	head: "function f(%s)", named: "    %s = %s", last: "    %s", tail: "end",
}

var javaFunction = function{
	language: "Java", elements: "byte short int long", call: selection.java, named: "var %s = %s;", last: "%s;",
}

// sequence is a map as the lines of a function.
func (f *function) sequence(m lane.Map) ([]string, error) {
	element := (selection{bits: m.Bits}).element(f.elements)
	if element == "" || len(m.Lane) > maxLanes {
		return nil, fmt.Errorf("%s has no vector of %d lanes of %d bits", f.language, len(m.Lane), m.Bits)
	}
	chain, err := selectors.Steps(m)
	if err != nil {
		return nil, err
	}
	var lines []string
	if f.head != "" {
		lines = append(lines, f.begin(m, element))
	}
	for k, shuffle := range chain {
		last := k == len(chain)-1
		call, err := f.step(shuffle, last)
		switch {
		case err != nil:
			return nil, err
		case last:
			lines = append(lines, fmt.Sprintf(f.last, call))
		default:
			lines = append(lines, fmt.Sprintf(f.named, strings.TrimPrefix(shuffle.To, "%"), call))
		}
	}
	if f.tail != "" {
		lines = append(lines, f.tail)
	}
	return lines, nil
}

// step is a shuffle of the chain as a call. Lanes of it that no later one reads are undefined, unless the language has no such lanes; then they stay where they are.
func (f *function) step(shuffle selectors.Step, last bool) (string, error) {
	m, names := shuffle.Map, shuffle.Names
	if !last && !allowed(f.kinds, lane.Undefined) {
		m = m.Clone()
		for i, l := range m.Lane {
			if l.Kind == lane.Undefined {
				m.Lane[i] = lane.From(0, min(i, m.Src[0]-1))
			}
		}
	}
	s, err := selectionOf(m, f.language, 2, f.kinds...)
	if err != nil {
		return "", err
	}
	s.names = nil
	for i, reads := range m.Reads() {
		if reads > 0 {
			s.names = append(s.names, strings.TrimPrefix(names[i], "%"))
		}
	}
	call := f.call(s)
	if call == "" {
		return "", s.notPlain(f.language)
	}
	return call, nil
}

// begin is the function's first line: its parameters and what it returns.
func (f *function) begin(m lane.Map, element string) string {
	var parameters []string
	for k, reads := range m.Reads() {
		if reads > 0 {
			parameters = append(parameters, lane.SourceName(k)+f.typ(element, m.Src[k]))
		}
	}
	if strings.Count(f.head, "%s") == 1 {
		return fmt.Sprintf(f.head, strings.Join(parameters, ", "))
	}
	return fmt.Sprintf(f.head, strings.Join(parameters, ", "), strings.TrimPrefix(f.typ(element, len(m.Lane)), ": "))
}
