package maskcall

import (
	"math"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Six languages write an expression in nearly the same way, and so one tree holds them all:
//
//	simd_swizzle!(a, b, [0, 4, 1, 5])        call  name="simd_swizzle!"  args: a, b, list
//	@shuffle(u8, a, b, [2]i32{ 0, ~0 })      call  name="@shuffle"       args: u8, a, b, list of type [2]i32
//	v.rotate_elements_left::<2>()            call  name="rotate_elements_left"  on: v  params: 2
//	Vector128.Create(3, 2, 1, 0)             call  name="Create"  on: Vector128
//	v[SIMD4(3, 2, 1, 0)]                     index on: v  args: SIMD4(…)

type exprKind uint8

const (
	nameExpr   exprKind = iota // a
	numberExpr                 // 3, ~0, 4 + 1
	callExpr                   // f(x), v.f(x)
	memberExpr                 // v.lowHalf
	listExpr                   // [1, 2], { 1, 2 }, (1, 2)
	indexExpr                  // v[x]
	otherExpr                  // what is none of these: a sum of vectors, a text
)

type expr struct {
	kind     exprKind
	off, end int
	name     string // of a name, a call, a member; what another one is
	value    int
	label    string // in front of an argument: lowHalf: a
	on       *expr
	params   []expr // between < and >
	args     []expr
	typ      string // of a list: what stands in front of its brace; of a parameter in Julia: its type
}

// maxDepth bounds how deep expressions stand in each other, maxLinks how many members and calls follow one another.
const (
	maxDepth = 40
	maxLinks = 64
)

// A parser reads expressions. Comments are blanks by then.
type parser struct {
	syntax.Cursor
	language string
	depth    int
	colons   bool // two colons are in front of a type, as Julia has it
}

func isLetter(b byte) bool {
	return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// identifier reads a name, or nothing; @shuffle and simd_swizzle! are names too.
func (p *parser) identifier() string {
	p.Space()
	start, at := p.Off, p.Off
	if at < len(p.Text) && (p.Text[at] == '@' || p.colons && p.Text[at] == ':' && at+1 < len(p.Text) && isLetter(p.Text[at+1])) {
		at++
	}
	if at == len(p.Text) || !isLetter(p.Text[at]) {
		return ""
	}
	for at < len(p.Text) && (isLetter(p.Text[at]) || isDigit(p.Text[at])) {
		at++
	}
	if at < len(p.Text) && p.Text[at] == '!' && (at+1 == len(p.Text) || p.Text[at+1] != '=') {
		at++
	}
	syntax.Look(at - start)
	p.Off = at
	return p.Text[start:at]
}

// precedence is how tightly the operators bind which a mask's numbers are written with, two places each: in Rust, C# and Java as in C, in Zig, and in Swift and Julia.
var precedence = []struct {
	operator      string
	c, zig, swift int
}{
	{"<<", 3, 1, 2}, {">>", 3, 1, 2}, {"+", 4, 2, 0}, {"-", 4, 2, 0}, {"*", 5, 3, 1}, {"/", 5, 3, 1}, {"%", 5, 3, 1}, {"|", 0, 0, 0}, {"^", 1, 0, 0}, {"&", 2, 0, 1},
}

// expression reads an expression of operators that bind at least as tightly as level.
func (p *parser) expression(level int) (expr, error) {
	if p.depth++; p.depth > maxDepth {
		return expr{}, p.ErrorFrom(p.Off, "an expression has at most %d others around it", maxDepth)
	}
	defer func() { p.depth-- }()
	left, err := p.unary()
	for err == nil {
		operator, binds := p.operator()
		if operator == "" || binds < level {
			break
		}
		p.Accept(operator)
		var right expr
		if right, err = p.expression(binds + 1); err == nil {
			left = p.fold(left, right, operator)
		}
	}
	return left, err
}

// operator is the operator at the cursor, which stays there.
func (p *parser) operator() (string, int) {
	p.Space()
	rest := p.Rest()
	for _, o := range precedence {
		if strings.HasPrefix(rest, o.operator) && !strings.HasPrefix(rest[len(o.operator):], "=") {
			switch p.language {
			case "zig":
				return o.operator, o.zig
			case "swift", "julia":
				return o.operator, o.swift
			}
			return o.operator, o.c
		}
	}
	return "", 0
}

// fold is an operation on two numbers, or what it is called on anything else; of Julia's, ^ is a power and / makes a float.
func (p *parser) fold(left, right expr, operator string) expr {
	e := expr{kind: otherExpr, off: left.off, end: right.end, name: "the operator " + operator}
	if left.kind != numberExpr || right.kind != numberExpr || p.language == "julia" && (operator == "^" || operator == "/") {
		return e
	}
	a, b := left.value, right.value
	switch {
	case operator == "+":
		e.value = a + b
	case operator == "-":
		e.value = a - b
	case operator == "*" && max(a, -a) <= math.MaxInt32 && max(b, -b) <= math.MaxInt32:
		e.value = a * b
	case operator == "/" && b > 0:
		e.value = a / b
	case operator == "%" && b > 0:
		e.value = a % b
	case operator == "<<" && b >= 0 && b < 32:
		e.value = a << b
	case operator == ">>" && b >= 0 && b < 32:
		e.value = a >> b
	case operator == "|":
		e.value = a | b
	case operator == "&":
		e.value = a & b
	case operator == "^":
		e.value = a ^ b
	default:
		return e
	}
	if e.value >= math.MinInt32 && e.value <= math.MaxUint32 {
		e.kind, e.name = numberExpr, ""
	}
	return e
}

// unary reads what stands behind signs, and what follows it.
func (p *parser) unary() (expr, error) {
	p.Space()
	start := p.Off
	for _, sign := range []string{"~", "-", "!", "&", "*", "+"} {
		if !p.Accept(sign) {
			continue
		}
		if p.depth++; p.depth > maxDepth {
			return expr{}, p.ErrorFrom(start, "an expression has at most %d others around it", maxDepth)
		}
		e, err := p.unary()
		p.depth--
		if n := len(e.args); e.kind == callExpr && isCast(e.name) && n > 0 && e.args[n-1].kind == numberExpr {
			e = e.args[n-1]
		}
		e.off = start
		switch {
		case sign == "&" || sign == "*" || sign == "+":
		case e.kind != numberExpr:
			e = expr{kind: otherExpr, off: start, end: e.end, name: "the operator " + sign}
		case sign == "-":
			e.value = -e.value
		default:
			e.value = ^e.value
		}
		return e, err
	}
	e, err := p.primary()
	more := true
	for links := 0; err == nil && more; links++ {
		if links > maxLinks {
			return e, p.ErrorFrom(start, "at most %d members and calls stand behind one another", maxLinks)
		}
		e, more, err = p.behind(e)
	}
	return e, err
}

// primary reads a number, a name, a list, or an expression in parentheses, at the cursor.
func (p *parser) primary() (expr, error) {
	start := p.Off
	switch b := p.Peek(); {
	case isDigit(b):
		return p.number()
	case b == '[':
		return p.bracketed()
	case b == '.' && strings.HasPrefix(p.Rest(), ".{"):
		p.Off++
		return p.list("{", "}")
	case b == '{': // const { [0, 1] }, or a list by itself
		return p.list("{", "}")
	case b == '(':
		return p.parenthesised()
	case b == '\'' || b == '"':
		return p.quoted()
	}
	name := p.identifier()
	e := expr{kind: nameExpr, off: start, end: p.Off, name: name}
	switch name {
	case "":
		return e, p.Wanted("a vector, a number or a list")
	case "const", "comptime", "new", "try", "unsafe", "return": // words in front of an expression
		return p.unary()
	}
	return e, nil
}

// isCast says whether a call gives a number another type.
func isCast(name string) bool { return name == "@as" || name == "@intCast" || isScalar(name) }

// number reads digits with a base in front and a type behind: 0x1F, 0b00_01, 3u8, 2L, 1.5f.
func (p *parser) number() (expr, error) {
	start := p.Off
	at := start
	for at < len(p.Text) && (isDigit(p.Text[at]) || isLetter(p.Text[at])) {
		at++
	}
	if at+1 < len(p.Text) && p.Text[at] == '.' && isDigit(p.Text[at+1]) {
		for at++; at < len(p.Text) && (isDigit(p.Text[at]) || isLetter(p.Text[at])); at++ {
		}
	}
	p.Off = at
	syntax.Look(at - start)
	word := p.Text[start:at]
	digits := strings.ReplaceAll(word, "_", "")
	base := 10
	if len(digits) > 2 && digits[0] == '0' {
		switch digits[1] | 0x20 {
		case 'x':
			base, digits = 16, digits[2:]
		case 'b':
			base, digits = 2, digits[2:]
		case 'o':
			base, digits = 8, digits[2:]
		}
	}
	if base != 16 {
		if n := strings.IndexAny(digits, "iuLlUusfFd"); n > 0 {
			digits = digits[:n]
		}
	}
	e := expr{kind: numberExpr, off: start, end: at}
	v, err := strconv.ParseUint(digits, base, 32)
	if err != nil {
		f, err := strconv.ParseFloat(digits, 64)
		if err != nil || f != 0 {
			return expr{kind: otherExpr, off: start, end: at, name: "the number " + word}, nil
		}
	}
	e.value = int(v)
	return e, nil
}

// bracketed reads a list between brackets, or one of a type that begins with brackets: [4]i32{ 0, 1 }.
func (p *parser) bracketed() (expr, error) {
	start := p.Off
	e, err := p.list("[", "]")
	if err != nil || p.Off == len(p.Text) || !isLetter(p.Text[p.Off]) && p.Text[p.Off] != '@' {
		return e, err
	}
	typ := p.identifier()
	list, err := p.list("{", "}")
	list.off, list.typ = start, p.Text[start:e.end]+typ
	return list, err
}

// list reads expressions apart by commas between two brackets.
func (p *parser) list(open, close string) (expr, error) {
	e := expr{kind: listExpr, off: p.Off}
	if err := p.Expect(open, syntax.Quote(open)); err != nil {
		return e, err
	}
	var err error
	e.args, err = p.arguments(close)
	e.end = p.Off
	if err == nil && open == "{" && len(e.args) == 1 && e.args[0].kind == listExpr { // const { [0, 1] }
		return e.args[0], nil
	}
	return e, err
}

// arguments reads expressions apart by commas, and the closing bracket.
func (p *parser) arguments(close string) (args []expr, err error) {
	for !p.Accept(close) {
		at := p.Off
		label := p.identifier()
		if label == "" || !p.Accept(":") || p.Peek() == ':' {
			p.Off, label = at, ""
		}
		e, err := p.expression(0)
		if err != nil {
			return nil, err
		}
		if e.label = label; p.colons && p.Accept("::") {
			typ, err := p.unary()
			if err != nil {
				return nil, err
			}
			e.typ = p.Text[typ.off:typ.end]
		}
		if args = append(args, e); p.Accept(close) {
			break
		}
		if close == "]" && len(args) == 1 && p.Accept(";") { // [0; 4], or the type [usize; 4]
			return p.repeated(e)
		}
		if err := p.Expect(",", `"," or `+syntax.Quote(close)); err != nil {
			return nil, err
		}
	}
	return args, nil
}

// repeated reads how often an element of a list stands in it, and the closing bracket.
func (p *parser) repeated(e expr) ([]expr, error) {
	start := p.Off
	n, err := p.expression(0)
	if err != nil {
		return nil, err
	}
	if n.kind != numberExpr || n.value < 1 || n.value > maxLanes {
		return nil, p.ErrorFrom(start, "expected how often it is repeated, from 1 to %d", maxLanes)
	}
	return slices.Repeat([]expr{e}, n.value), p.Expect("]", `"]"`)
}

// parenthesised reads one expression or a tuple between parentheses, or an expression behind a cast.
func (p *parser) parenthesised() (expr, error) {
	start := p.Off
	e, err := p.list("(", ")")
	if err != nil || len(e.args) != 1 || strings.HasSuffix(strings.TrimSpace(p.Text[start:p.Off-1]), ",") {
		return e, err
	}
	inner := e.args[0]
	if p.Space(); inner.kind == nameExpr && isScalar(inner.name) && (isDigit(p.Peek()) || isLetter(p.Peek()) || p.Peek() == '(' || p.Peek() == '-') {
		cast, err := p.unary()
		cast.off = start
		return cast, err
	}
	inner.off, inner.end = start, p.Off
	return inner, nil
}

// quoted passes a text, which is no number.
func (p *parser) quoted() (expr, error) {
	start := p.Off
	quote := p.Text[start]
	end := strings.IndexByte(p.Text[start+1:], quote)
	if end < 0 {
		return expr{}, syntax.Errorf(p.Text, start, len(p.Text), "a closing quotation mark is missing")
	}
	p.Off = start + end + 2
	return expr{kind: otherExpr, off: start, end: p.Off, name: "the text " + p.Text[start:p.Off]}, nil
}

// behind reads what follows an expression and belongs to it: a call, a member, an index, a literal's braces.
func (p *parser) behind(e expr) (r expr, more bool, err error) {
	blank := p.Space()
	switch b := p.Peek(); {
	case b == '(' && (e.kind == nameExpr || e.kind == memberExpr):
		p.Off++
		call := e
		call.kind = callExpr
		call.args, err = p.arguments(")")
		call.end = p.Off
		return call, true, err
	case b == '[' && !blank && e.kind == nameExpr && strings.HasSuffix(e.name, "!"): // a macro's brackets may be any
		p.Off++
		e.kind = callExpr
		e.args, err = p.arguments("]")
		e.end = p.Off
		return e, true, err
	case b == '[' && !blank:
		index := expr{kind: indexExpr, off: e.off, on: &e}
		p.Off++
		index.args, err = p.arguments("]")
		index.end = p.Off
		return index, true, err
	case b == '(' && e.kind == listExpr && e.typ == "Val" && p.Accept("("): // Val{(0, 1)}()
		return e, true, p.Expect(")", `")"`)
	case b == '{' && (e.kind == nameExpr || e.kind == callExpr || e.kind == indexExpr && len(e.args) == 0):
		list, err := p.list("{", "}")
		list.off, list.typ = e.off, p.Text[e.off:e.end]
		return list, true, err
	case b == ':' || b == '.':
		return p.member(e)
	case b == '<' && !blank && len(e.params) == 0 && (e.kind == nameExpr || e.kind == memberExpr):
		return p.typeParameters(e)
	case blank && isLetter(b) && p.AcceptWord("as"): // a cast behind the number
		if p.identifier() == "" {
			return e, false, p.Wanted("a type")
		}
		return e, true, nil
	}
	return e, false, nil
}

// member reads .name, ::name, .0 and ::<…>.
func (p *parser) member(e expr) (r expr, more bool, err error) {
	start := p.Off
	if p.colons && p.Peek() == ':' || !p.Accept("::") && !p.Accept(".") {
		return e, false, nil
	}
	if p.Peek() == '<' && (e.kind == nameExpr || e.kind == memberExpr) {
		p.Off++
		e.params, err = p.arguments(">")
		e.end = p.Off
		return e, true, err
	}
	at := p.Off
	name := p.identifier()
	if name == "" && isDigit(p.Peek()) {
		p.Off++
		name = p.Text[at:p.Off]
	}
	if name == "" {
		p.Off = start
		return e, false, p.Wanted("the end of the expression, or a name behind the dot")
	}
	on := e
	return expr{kind: memberExpr, off: e.off, end: p.Off, name: name, on: &on}, true, nil
}

// maxParameters bounds how far the end of <…> is looked for: without :: it may be a comparison.
const maxParameters = 64

// typeParameters reads <byte> behind a name, if a parenthesis or a member follows.
func (p *parser) typeParameters(e expr) (r expr, more bool, err error) {
	rest := p.Rest()
	rest = rest[:min(len(rest), maxParameters)]
	end := strings.IndexByte(rest, '>')
	if end < 0 {
		return e, false, nil
	}
	inner := parser{Cursor: syntax.Cursor{Text: p.Text[:p.Off+end+1], Off: p.Off + 1}, language: p.language, depth: p.depth}
	params, err := inner.arguments(">")
	if err != nil || inner.Off != p.Off+end+1 {
		return e, false, nil
	}
	p.Off = inner.Off
	e.params, e.end = params, p.Off
	return e, true, nil
}

// path is a chain of names as one, with a dot between them; empty if it is something else.
func (e *expr) path() string {
	switch {
	case e.kind == nameExpr:
		return e.name
	case e.kind == memberExpr && e.on != nil:
		if on := e.on.path(); on != "" {
			return on + "." + e.name
		}
	}
	return ""
}
