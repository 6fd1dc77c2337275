package esimd

import (
	"math"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// An expression of C++, as far as vectors need it:
//
//	a.select<4, 2>(1)            call   name="select"  on: a   params: 4, 2   args: 1
//	simd<int, 8>(0, 1)           call   name="simd"            params: int, 8 args: 0, 1
//	v[3]                         index  on: v                                 args: 3
//	{ 0, 1 }                     list                                         args: 0, 1
//	(char)v[3]                   cast   name="char"    on: v[3]

type kind uint8

const (
	nameExpr kind = iota
	numberExpr
	callExpr
	indexExpr
	listExpr
	castExpr
	computed // what is none of these: a sum, a comparison
)

type expr struct {
	kind     kind
	off, end int
	name     string
	value    number
	on       *expr // what a member is of
	params   []expr
	args     []expr
	called   bool // a name with parentheses
}

// generic are the names behind which < begins parameters.
var generic = []string{
	"simd", "simd_view", "simd_mask", "region1d_t", "region2d_t", "region1d_scalar_t", "vector", "vector_ref", "matrix", "matrix_ref",
	"select", "select_all", "replicate", "replicate_w", "replicate_vs_w", "replicate_vs_w_hs", "bit_cast_view", "format", "iselect", "row", "column", "merge",
	"__esimd_rdregion", "__esimd_wrregion", "convert", "block_load", "block_store", "lsc_block_load", "lsc_block_store", "static_cast", "gather", "scatter", "slm_block_load",
}

// maxDepth bounds how deep expressions stand in each other, maxLinks how many members follow one another.
const (
	maxDepth = 24
	maxLinks = 64
)

// A parser reads expressions. Comments are blanks by then.
type parser struct {
	syntax.Cursor
	depth   int
	angles  bool              // > ends parameters, also where it stands twice
	numbers map[string]number // constants with names
}

// identifier reads a name without its namespaces, or nothing.
func (p *parser) identifier() string {
	for {
		p.Space()
		start := p.Off
		for p.Off < len(p.Text) && (isLetter(p.Text[p.Off]) || p.Off > start && isDigit(p.Text[p.Off])) {
			p.Off++
		}
		name := p.Text[start:p.Off]
		if name == "" || !strings.HasPrefix(p.Rest(), "::") {
			return name
		}
		p.Off += 2
	}
}

func isLetter(b byte) bool { return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }
func isDigit(b byte) bool  { return b >= '0' && b <= '9' }

// typeWords are the names of types of several words, and what may stand around one.
var typeWords = []string{"const", "unsigned", "signed", "long", "short", "int", "char"}

// elementName reads the name of an element's type, or leaves the cursor where it is.
func (p *parser) elementName() (element, bool) {
	start := p.Off
	words := ""
	for {
		at := p.Off
		word := p.identifier()
		if word == "const" {
			continue
		}
		if word == "" || words != "" && !slices.Contains(typeWords, word) {
			p.Off = at
			break
		}
		words = strings.TrimSpace(words + " " + word)
		if !slices.Contains(typeWords, word) {
			break
		}
	}
	for _, long := range []string{" int", "signed "} { // unsigned short int, signed int
		if e, ok := elements[words]; ok {
			return e, true
		}
		words = strings.Replace(words, long, "", 1)
	}
	e, ok := elements[words]
	if !ok {
		p.Off = start
	}
	return e, ok
}

// constant is an integer that an expression is.
func (p *parser) constant(e *expr, what string, limit int) (int, error) {
	switch {
	case e.kind == numberExpr && e.value.float:
		return 0, p.at(e, "expected %s, found a number with a fraction", what)
	case e.kind == numberExpr && (e.value.whole < 0 || e.value.whole > int64(limit)):
		return 0, p.at(e, "%s is %d: expected 0 to %d", what, e.value.whole, limit)
	case e.kind == numberExpr:
		return int(e.value.whole), nil
	}
	return 0, p.at(e, "%s, %s, depends on data: expected a number", what, syntax.Quote(p.Text[e.off:e.end]))
}

// at is an error about an expression.
func (p *parser) at(e *expr, format string, args ...any) error {
	return syntax.Errorf(p.Text, e.off, e.end, format, args...)
}

// operators of C++ that compute, by how tight they bind. Those of one character that begin a longer sign that is none of them are told apart by operator.
var operators = [][]string{{"?"}, {"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

// expression reads operators from a level on. Two numbers are one; anything else is computed.
func (p *parser) expression(level int) (expr, error) {
	if p.depth++; p.depth > maxDepth*len(operators) {
		return expr{}, p.ErrorFrom(p.Off, "expressions stand more than %d deep in each other", maxDepth)
	}
	defer func() { p.depth-- }()
	if level == len(operators) {
		return p.unary()
	}
	left, err := p.expression(level + 1)
	for err == nil {
		sign := p.operator(level)
		if sign == "" {
			break
		}
		if sign == "?" {
			left, err = p.either(left)
			continue
		}
		var right expr
		if right, err = p.expression(level + 1); err == nil {
			left = joined(left, right, sign)
		}
	}
	return left, err
}

// operator reads an operator of a level, or nothing. What assigns is none, and a parameter list ends where > is read by whoever began it.
func (p *parser) operator(level int) string {
	p.Space()
	rest := p.Rest()
	for _, sign := range operators[level] {
		if !strings.HasPrefix(rest, sign) {
			continue
		}
		longer := rest[len(sign):]
		if strings.HasPrefix(longer, "=") && sign != "==" && sign != "!=" && sign != "<=" && sign != ">=" { // assigns
			continue
		}
		if len(sign) == 1 && strings.HasPrefix(longer, sign) || sign == ">>" && p.angles { // a longer one, or the ends of two lists
			continue
		}
		p.Off += len(sign)
		return sign
	}
	return ""
}

// joined is an operation on two expressions: a number where both are whole numbers, and the operation has a value.
func joined(a, b expr, sign string) expr {
	e := expr{kind: computed, off: a.off, end: b.end, name: sign}
	if !a.isWhole() || !b.isWhole() {
		return e
	}
	x, y := a.value.whole, b.value.whole
	fold, ok := folds[sign]
	if !ok || y == 0 && (sign == "/" || sign == "%") {
		return e
	}
	e.kind, e.name, e.value = numberExpr, "", number{whole: fold(x, y)}
	return e
}

// isWhole says whether an expression is a whole number.
func (e *expr) isWhole() bool { return e.kind == numberExpr && !e.value.float }

// folds are what operators make of two whole numbers.
var folds = map[string]func(x, y int64) int64{
	"+": func(x, y int64) int64 { return x + y }, "-": func(x, y int64) int64 { return x - y },
	"*": func(x, y int64) int64 { return x * y }, "/": func(x, y int64) int64 { return x / y }, "%": func(x, y int64) int64 { return x % y },
	"|": func(x, y int64) int64 { return x | y }, "&": func(x, y int64) int64 { return x & y }, "^": func(x, y int64) int64 { return x ^ y },
	"<<": func(x, y int64) int64 { return x << (uint64(y) & 63) }, ">>": func(x, y int64) int64 { return x >> (uint64(y) & 63) },
	"==": func(x, y int64) int64 { return truth(x == y) }, "!=": func(x, y int64) int64 { return truth(x != y) },
	"<": func(x, y int64) int64 { return truth(x < y) }, "<=": func(x, y int64) int64 { return truth(x <= y) },
	">": func(x, y int64) int64 { return truth(x > y) }, ">=": func(x, y int64) int64 { return truth(x >= y) },
	"&&": func(x, y int64) int64 { return truth(x != 0 && y != 0) }, "||": func(x, y int64) int64 { return truth(x != 0 || y != 0) },
}

// truth is the number that a comparison has.
func truth(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// either reads what stands behind a question mark: one of two expressions, where a number decides.
func (p *parser) either(condition expr) (expr, error) {
	first, err := p.expression(0)
	if err == nil {
		err = p.Expect(":", `":"`)
	}
	if err != nil {
		return condition, err
	}
	second, err := p.expression(0)
	e := expr{kind: computed, name: "?"}
	switch {
	case condition.isWhole() && condition.value.whole != 0:
		e = first
	case condition.isWhole():
		e = second
	}
	e.off, e.end = condition.off, second.end
	return e, err
}

// unary reads a sign, and then a primary with its members.
func (p *parser) unary() (expr, error) {
	p.Space()
	start := p.Off
	if p.Peek() == '-' && !strings.HasPrefix(p.Rest(), "--") || p.Peek() == '~' || p.Peek() == '!' {
		sign := p.Text[p.Off]
		p.Off++
		if p.depth++; p.depth > maxDepth*len(operators) {
			return expr{}, p.ErrorFrom(start, "expressions stand more than %d deep in each other", maxDepth)
		}
		e, err := p.unary()
		p.depth--
		e.off = start
		switch {
		case err != nil || e.kind != numberExpr || sign == '!':
			e.kind, e.name = computed, string(sign)
		case sign == '-':
			e.value.whole, e.value.real = -e.value.whole, -e.value.real
		case e.value.float:
			e.kind, e.name = computed, string(sign)
		default:
			e.value.whole = ^e.value.whole
		}
		return e, err
	}
	e, err := p.primary()
	for links := 0; err == nil; links++ {
		if links == maxLinks {
			return e, p.ErrorFrom(start, "more than %d members follow one another", maxLinks)
		}
		inner := e
		switch {
		case e.kind == numberExpr && e.name == "":
			return e, nil
		case p.Peek() == '.' || strings.HasPrefix(p.Rest(), "->"):
			if !p.Accept(".") {
				p.Accept("->")
			}
			p.AcceptWord("template")
			e, err = p.named(&inner)
		case p.Accept("["):
			e = expr{kind: indexExpr, off: start, on: &inner}
			e.args, err = p.list("]")
			e.end = p.Off
		default:
			return e, nil
		}
	}
	return e, err
}

// primary reads what stands by itself.
func (p *parser) primary() (expr, error) {
	p.Space()
	start := p.Off
	switch b := p.Peek(); {
	case isDigit(b) || b == '.' && p.Off+1 < len(p.Text) && isDigit(p.Text[p.Off+1]):
		return p.number()
	case b == '{':
		p.Off++
		args, err := p.list("}")
		return expr{kind: listExpr, off: start, end: p.Off, args: args}, err
	case b == '(':
		p.Off++
		if to, ok := p.elementName(); ok && p.Accept(")") {
			e, err := p.unary()
			return cast(start, e, to), err
		}
		back := p.within(false)
		e, err := p.expression(0)
		back()
		if err == nil {
			err = p.Expect(")", `")"`)
		}
		e.off, e.end = start, p.Off
		return e, err
	}
	return p.named(nil)
}

// cast is (char)x: a number of the type, or an element that has to be of it already.
func cast(start int, e expr, to element) expr {
	if e.kind == numberExpr {
		if x, ok := e.value.to(to); ok {
			return expr{kind: numberExpr, off: start, end: e.end, value: x}
		}
	}
	return expr{kind: castExpr, off: start, end: e.end, name: to.name, on: &e}
}

// named reads a name with its parameters and arguments, as a member of something or by itself.
func (p *parser) named(on *expr) (expr, error) {
	p.Space()
	e := expr{kind: nameExpr, off: p.Off, on: on}
	if e.name = p.identifier(); e.name == "" {
		return e, p.Wanted("a vector, or a number")
	}
	e.end = p.Off
	if on != nil {
		e.off = on.off
	}
	if n, ok := p.numbers[e.name]; ok && on == nil {
		e.kind, e.value = numberExpr, n
		return e, nil
	}
	var err error
	if slices.Contains(generic, e.name) && p.Accept("<") {
		e.kind = callExpr
		if e.params, err = p.parameters(); err != nil {
			return e, err
		}
		e.end = p.Off
	}
	p.Space()
	if p.Peek() == '{' && e.kind == callExpr {
		e.called = true
		var list expr
		list, err = p.primary()
		e.args = []expr{list}
	} else if p.Accept("(") {
		e.kind, e.called = callExpr, true
		e.args, err = p.list(")")
	}
	if e.called {
		e.end = p.Off
	}
	return e, err
}

// parameters reads what stands between < and >: types and numbers.
func (p *parser) parameters() (all []expr, err error) {
	defer p.within(true)()
	for !p.Accept(">") {
		p.Space()
		e := expr{kind: nameExpr, off: p.Off}
		if typ, ok := p.elementName(); ok {
			e.name, e.end = typ.name, p.Off
		} else if e, err = p.expression(8); err != nil { // shifts and what binds tighter; > is the end
			return all, err
		}
		if all = append(all, e); p.Accept(">") {
			break
		}
		if err := p.Expect(",", `"," or ">"`); err != nil {
			return all, err
		}
	}
	return all, nil
}

// within says whether > ends what is read from now on, and gives back what says that it is as before.
func (p *parser) within(angles bool) (back func()) {
	before := p.angles
	p.angles = angles
	return func() { p.angles = before }
}

// list reads expressions up to a closing bracket.
func (p *parser) list(closing string) (all []expr, err error) {
	defer p.within(false)()
	for !p.Accept(closing) {
		e, err := p.expression(0)
		if err != nil {
			return all, err
		}
		if all = append(all, e); p.Accept(closing) {
			break
		}
		if err := p.Expect(",", `"," or `+syntax.Quote(closing)); err != nil {
			return all, err
		}
	}
	return all, nil
}

// number reads a number of C++.
func (p *parser) number() (expr, error) {
	start := p.Off
	for p.Off < len(p.Text) {
		b := p.Text[p.Off]
		sign := (b == '-' || b == '+') && (p.Text[p.Off-1]|0x20 == 'e') && !strings.HasPrefix(p.Text[start:], "0x")
		if !isDigit(b) && !isLetter(b) && b != '.' && b != '\'' && !sign {
			break
		}
		p.Off++
	}
	text := strings.ToLower(strings.ReplaceAll(p.Text[start:p.Off], "'", ""))
	e := expr{kind: numberExpr, off: start, end: p.Off}
	if v, err := strconv.ParseUint(strings.TrimRight(text, "ul"), 0, 64); err == nil {
		e.value.whole = int64(v)
		return e, nil
	}
	v, err := strconv.ParseFloat(strings.TrimRight(text, "fhl"), 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return e, p.ErrorFrom(start, "expected a number, found %s", syntax.Quote(p.Text[start:p.Off]))
	}
	e.value = number{real: v, float: true}
	return e, nil
}
