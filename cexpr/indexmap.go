package cexpr

import (
	"slices"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// An index map is a lambda of C++ that says from which lane each comes. It is evaluated for each lane, as a compiler does it:
//
//	[](auto i, auto n) { return i == 0 ? zero_element : n - i; }
//	[](int i) { if (i % 2 == 0) return i + 1; return i - 1; }
type indexMap struct {
	syntax.Cursor
	names map[string]int
	sizes int // what size() is
	depth int
	idle  bool       // what is read is not reached
	outer []shadowed // what names meant before they were declared, in blocks that are not at their end
}

// A shadowed is what a name meant before it was declared.
type shadowed struct {
	name string
	was  int
	had  bool
}

// leave is the end of a block: what was declared behind so many names means what it did before.
func (m *indexMap) leave(before int) {
	for len(m.outer) > before {
		s := m.outer[len(m.outer)-1]
		m.outer = m.outer[:len(m.outer)-1]
		if m.names[s.name] = s.was; !s.had {
			delete(m.names, s.name)
		}
	}
}

// indexMap reads a lambda, and is what it says of n lanes of a vector of so many.
func (e *expressions) indexMap(n, lanes int) ([]int, error) {
	start := e.Off
	e.Accept("[")
	e.Off += len(upTo(e.Rest(), "]"))
	if !e.Accept("]") || !e.Accept("(") {
		return nil, e.Wanted("a lambda, such as [](auto i) { return 3 - i; }")
	}
	params, err := e.rawArguments("the lambda")
	if err != nil {
		return nil, err
	}
	if len(params) < 1 || len(params) > 2 {
		return nil, e.ErrorFrom(start, "the lambda has %d parameters: the lane is one, and how many lanes the vector has may be another", len(params))
	}
	e.Off += len(upTo(e.Rest(), "{"))
	from := e.Off
	e.Off = closing(e.Text, from)
	if e.Off-from > maxExpansion || e.Off == from {
		return nil, e.ErrorFrom(start, "expected a body between braces of at most %d characters", maxExpansion)
	}
	sel := make([]int, n)
	for i := range sel {
		m := &indexMap{Cursor: syntax.Cursor{Text: e.Text[:e.Off], Off: from}, names: e.indexNames(params, i, lanes), sizes: lanes}
		v, returned, err := m.statement(true)
		switch {
		case err != nil:
			return nil, err
		case !returned:
			return nil, e.ErrorFrom(start, "the lambda returns nothing for lane %d", i)
		case v == zeroElement:
			sel[i] = zeroLane
		case v == openElement:
			sel[i] = undefinedLane
		case v >= lanes || v < 0:
			return nil, e.ErrorFrom(start, "index %d of lane %d is out of range: the vector has lanes 0 to %d", v, i, lanes-1)
		default:
			sel[i] = v
		}
	}
	return sel, nil
}

// What special lanes are as numbers, which no index is by chance.
const (
	zeroElement = -1 << 41
	openElement = -1 << 42
)

// indexNames are what names mean for a lane. Those of special lanes are std::simd's, and what they were called in its proposals.
func (e *expressions) indexNames(params []string, i, lanes int) map[string]int {
	names := map[string]int{
		"zero_element": zeroElement, "simd_permute_zero": zeroElement, "permute_zero": zeroElement, "uninit_element": openElement, "simd_permute_uninit": openElement, "permute_uninit": openElement,
		"true": 1, "false": 0,
	}
	for name, o := range e.numbers {
		names[name] = o.Number
	}
	for k, p := range params {
		if words := strings.Fields(p); len(words) > 0 {
			names[strings.Trim(words[len(words)-1], "&")] = []int{i, lanes}[k]
		}
	}
	return names
}

// statement evaluates one statement; live says whether it is reached.
func (m *indexMap) statement(live bool) (v int, returned bool, err error) {
	if m.depth++; m.depth > maxDepth {
		return 0, false, m.ErrorFrom(m.Off, "braces are nested deeper than %d", maxDepth)
	}
	defer func(idle bool) { m.depth, m.idle = m.depth-1, idle }(m.idle)
	m.idle = !live
	switch {
	case m.Accept("{"):
		defer m.leave(len(m.outer))
		for !m.Accept("}") {
			w, done, err := m.statement(live && !returned)
			if err != nil {
				return 0, false, err
			}
			if done && !returned {
				v, returned = w, true
			}
		}
		return v, returned, nil
	case m.Accept(";"):
		return 0, false, nil
	case m.AcceptWord("return"):
		if v, err = m.ternary(); err == nil {
			err = m.Expect(";", `";" behind what is returned`)
		}
		return v, live && err == nil, err
	case m.AcceptWord("if"):
		return m.conditional(live)
	}
	return 0, false, m.assignment(live)
}

// conditional is if (…) … else …, of which one side is reached.
func (m *indexMap) conditional(live bool) (v int, returned bool, err error) {
	if err := m.Expect("(", `"(" and a condition`); err != nil {
		return 0, false, err
	}
	yes, err := m.ternary()
	if err == nil {
		err = m.Expect(")", `")"`)
	}
	if err != nil {
		return 0, false, err
	}
	v, returned, err = m.side(live && yes != 0)
	if err == nil && m.AcceptWord("else") {
		var w int
		var done bool
		if w, done, err = m.side(live && yes == 0); done {
			v, returned = w, true
		}
	}
	return v, returned, err
}

// side is what follows a condition, in which what it declares ends.
func (m *indexMap) side(live bool) (v int, returned bool, err error) {
	defer m.leave(len(m.outer))
	return m.statement(live)
}

// assignment is int k = …; and k = …;.
func (m *indexMap) assignment(live bool) error {
	start := m.Off
	name, declares := m.Word(), false
	for next := m.Word(); next != ""; next = m.Word() {
		name, declares = next, true
	}
	if name == "" || !m.Accept("=") {
		m.Off = start
		return m.Wanted("return and an index")
	}
	was, had := m.names[name]
	if !declares && !had {
		return m.ErrorFrom(start, "%s is not declared here: expected a type in front of it, such as int", name)
	}
	v, err := m.ternary()
	if err == nil {
		err = m.Expect(";", `";"`)
	}
	if declares {
		m.outer = append(m.outer, shadowed{name, was, had})
	}
	if live || declares {
		m.names[name] = v
	}
	return err
}

// ternary is an expression, with a choice behind it or none.
func (m *indexMap) ternary() (int, error) {
	if m.depth++; m.depth > maxDepth {
		return 0, m.ErrorFrom(m.Off, "an expression has at most %d others around it", maxDepth)
	}
	defer func() { m.depth-- }()
	v, err := m.binary(0)
	if err != nil || !m.Accept("?") {
		return v, err
	}
	defer func(idle bool) { m.idle = idle }(m.idle)
	idle := m.idle
	m.idle = idle || v == 0
	yes, err := m.ternary()
	if err == nil {
		err = m.Expect(":", `":"`)
	}
	if err != nil {
		return 0, err
	}
	m.idle = idle || v != 0
	no, err := m.ternary()
	return when(v != 0, yes, no), err
}

// truth is 1 or 0.
func truth(yes bool) int { return when(yes, 1, 0) }

// indexOperators are those of C, with how tightly they bind; each stands before those that begin it.
var indexOperators = []operator{
	{"||", 1, func(a, b int) int { return truth(a != 0 || b != 0) }}, {"&&", 2, func(a, b int) int { return truth(a != 0 && b != 0) }},
	{"==", 6, func(a, b int) int { return truth(a == b) }}, {"!=", 6, func(a, b int) int { return truth(a != b) }},
	{"<=", 7, func(a, b int) int { return truth(a <= b) }}, {">=", 7, func(a, b int) int { return truth(a >= b) }},
	{"<<", 8, func(a, b int) int { return a << (b & 63) }}, {">>", 8, func(a, b int) int { return a >> (b & 63) }},
	{"<", 7, func(a, b int) int { return truth(a < b) }}, {">", 7, func(a, b int) int { return truth(a > b) }},
	{"|", 3, func(a, b int) int { return a | b }}, {"^", 4, func(a, b int) int { return a ^ b }}, {"&", 5, func(a, b int) int { return a & b }},
	{"+", 9, func(a, b int) int { return a + b }}, {"-", 9, func(a, b int) int { return a - b }}, {"*", 10, func(a, b int) int { return a * b }},
	{"/", 10, func(a, b int) int { return a / b }}, {"%", 10, func(a, b int) int { return a % b }},
}

// binary is operators that bind tighter than the given ones.
func (m *indexMap) binary(binds int) (int, error) {
	left, err := m.unary()
	for err == nil {
		m.Space()
		k := slices.IndexFunc(indexOperators, func(o operator) bool { return strings.HasPrefix(m.Rest(), o.sign) })
		if k < 0 || indexOperators[k].binds <= binds {
			break
		}
		o := indexOperators[k]
		start := m.Off
		m.Accept(o.sign)
		idle := m.idle
		m.idle = idle || o.sign == "&&" && left == 0 || o.sign == "||" && left != 0
		var right int
		right, err = m.binary(o.binds)
		m.idle = idle
		if err != nil {
			break
		}
		if right == 0 && (o.sign == "/" || o.sign == "%") {
			if !idle {
				return 0, m.ErrorFrom(start, "a division by zero")
			}
			right = 1
		}
		left = o.does(left, right)
	}
	return left, err
}

// unary is a value behind signs, or in parentheses, or behind a cast.
func (m *indexMap) unary() (int, error) {
	if m.depth++; m.depth > maxDepth {
		return 0, m.ErrorFrom(m.Off, "an expression has at most %d others around it", maxDepth)
	}
	defer func() { m.depth-- }()
	for sign, does := range map[string]func(int) int{"-": func(v int) int { return -v }, "~": func(v int) int { return ^v }, "!": func(v int) int { return truth(v == 0) }, "+": func(v int) int { return v }} {
		if m.Accept(sign) {
			v, err := m.unary()
			return does(v), err
		}
	}
	if m.Accept("(") {
		if end := strings.IndexByte(m.Rest(), ')'); end > 0 && isIndexType(m.Rest()[:end]) {
			m.Off += end + 1
			return m.unary()
		}
		v, err := m.ternary()
		if err == nil {
			err = m.Expect(")", `")"`)
		}
		return v, err
	}
	return m.value()
}

// isIndexType says whether words are an integer type, which changes no index.
func isIndexType(text string) bool {
	words := strings.Fields(text)
	_, ok := integerTypeOf(words)
	return ok
}

// value is a number, a name, size(), or a cast that looks like a call.
func (m *indexMap) value() (int, error) {
	m.Space()
	start := m.Off
	word := m.Word()
	if v, ok := m.names[strings.TrimSuffix(word, ".value")]; ok {
		return v, nil
	}
	if v, err := apply.NumberOfC(word); err == nil && word != "" {
		return v, nil
	}
	if strings.HasSuffix(word, "_cast") && m.Accept("<") {
		m.Off += min(len(upTo(m.Rest(), ">"))+1, len(m.Rest()))
	} else if !isIndexType(word) && word != "size" && !strings.HasSuffix(word, ".size") {
		m.Off = start
		return 0, m.Wanted("an index: a number, a parameter of the lambda, or size()")
	}
	if err := m.Expect("(", `"("`); err != nil {
		return 0, err
	}
	if m.Accept(")") {
		return m.sizes, nil
	}
	v, err := m.ternary()
	if err == nil {
		err = m.Expect(")", `")"`)
	}
	return v, err
}
