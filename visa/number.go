package visa

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// A constant expression is C's, over integers of 64 bits that wrap:
//
//	u = ("-" | "~" | "!")* ( INT | "(" e ")" | "%sizeof(" NAME ")" )
//	e = u { operator u } [ "?" e ":" e ]
//
// Before a closing angle bracket shifts are the weakest operators, and there is no ?. The tool has neither || nor &&.

// deepest bounds the nesting of an expression.
const deepest = 64

// operators by precedence, the weakest first; longer ones before those that they begin with.
var operators = [...][]string{
	{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
}

// The index of the shifts above, and of what the tool has first.
const (
	levelTool  = 2
	levelShift = 7
)

// number reads an expression; what says what it is in errors.
func (p *Parser) number(v *int64, what string, inAngles bool) bool {
	return p.digits(v, inAngles) || p.expression(v, what, inAngles)
}

// digits is the usual case: a short decimal number with something behind it that ends an expression.
func (p *Parser) digits(v *int64, inAngles bool) bool {
	p.space()
	n, i := int64(0), p.off
	for i < len(p.text) && p.text[i]-'0' <= 9 && i-p.off < 9 {
		n = n*10 + int64(p.text[i]-'0')
		i++
	}
	if i == p.off || i == len(p.text) {
		return false
	}
	switch p.text[i] {
	case ',', ';', ')', ']', '>':
		if p.text[i] == '>' && (!inAngles || isOperator(p.text[i+1:])) {
			return false
		}
		*v, p.off = n, i // fewer than ten digits: the tool reads decimals as 32 bits
		return true
	}
	return false
}

// isOperator says whether a > with the text behind it may be an operator: >> and >= are, and <1>6;16,1> is <0;16,1>. In V32(0,0)<1> 6:w it is none.
func isOperator(behind string) bool {
	if behind != "" && (behind[0] == '>' || behind[0] == '=') {
		return true
	}
	behind = strings.TrimLeft(behind, " \t(-+~!")
	if behind == "" || behind[0]-'0' > 9 {
		return false
	}
	behind = strings.TrimLeft(behind, "0123456789abcdefxABCDEFX")
	return behind != "" && behind[0] != ':' && behind[0] != '.' // the type of an immediate, or its fraction
}

func (p *Parser) expression(v *int64, what string, inAngles bool) bool {
	if p.depth++; p.depth > deepest {
		return p.fail(p.off, p.off+1, "the expression is nested deeper than %d times", deepest)
	}
	defer func() { p.depth-- }()
	level := 0
	switch {
	case inAngles:
		return p.binary(v, levelShift, what)
	case p.Dialect == Intel:
		level = levelTool
	}
	if !p.binary(v, level, what) {
		return false
	}
	if !p.accept('?') {
		return true
	}
	var yes, no int64
	if !p.expression(&yes, "a number", false) || !p.expect(':', `":"`) || !p.expression(&no, "a number", false) {
		return false
	}
	if *v != 0 {
		*v = yes
	} else {
		*v = no
	}
	return true
}

func (p *Parser) binary(v *int64, level int, what string) bool {
	if level == len(operators) {
		return p.unary(v, what)
	}
	if !p.binary(v, level+1, what) {
		return false
	}
	for {
		at := p.off
		op := p.operator(level)
		if op == "" {
			p.off = at
			return true
		}
		opAt := p.off - len(op)
		var right int64
		if !p.binary(&right, level+1, "a number") {
			return false
		}
		if right == 0 && (op == "/" || op == "%") {
			return p.fail(opAt, p.off, "division by zero")
		}
		*v = apply(op, *v, right)
	}
}

// operator passes an operator of the level, if one comes next and is not the beginning of a longer one.
func (p *Parser) operator(level int) string {
	p.space()
	rest := p.text[p.off:]
	for _, op := range operators[level] {
		if !strings.HasPrefix(rest, op) {
			continue
		}
		if len(op) == 1 && len(rest) > 1 {
			two := rest[:2]
			if two == "||" || two == "&&" || two == "<<" || two == ">>" || two == "//" {
				return ""
			}
		}
		p.off += len(op)
		return op
	}
	return ""
}

func apply(op string, a, b int64) int64 {
	truth := func(t bool) int64 {
		if t {
			return 1
		}
		return 0
	}
	switch op {
	case "||":
		return truth(a != 0 || b != 0)
	case "&&":
		return truth(a != 0 && b != 0)
	case "|":
		return a | b
	case "^":
		return a ^ b
	case "&":
		return a & b
	case "==":
		return truth(a == b)
	case "!=":
		return truth(a != b)
	case "<=":
		return truth(a <= b)
	case ">=":
		return truth(a >= b)
	case "<":
		return truth(a < b)
	case ">":
		return truth(a > b)
	case "<<":
		return a << (uint64(b) & 63)
	case ">>":
		return a >> (uint64(b) & 63)
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		return a / b
	}
	return a % b
}

func (p *Parser) unary(v *int64, what string) bool {
	if p.depth++; p.depth > deepest {
		return p.fail(p.off, p.off+1, "the expression is nested deeper than %d times", deepest)
	}
	defer func() { p.depth-- }()
	switch c := p.peek(); {
	case c == '-' || c == '~' || c == '!':
		p.off++
		if !p.unary(v, "a number") {
			return false
		}
		switch c {
		case '-':
			*v = -*v
		case '~':
			*v = ^*v
		default:
			if *v == 0 {
				*v = 1
			} else {
				*v = 0
			}
		}
		return true
	case c == '(':
		p.off++
		return p.expression(v, "a number", false) && p.expect(')', `")"`)
	case c == '%' && strings.HasPrefix(p.text[p.off:], "%sizeof"):
		return p.sizeOf(v)
	}
	return p.integer(v, what)
}

// sizeOf reads %sizeof(NAME), the bytes of a general variable.
func (p *Parser) sizeOf(v *int64) bool {
	p.off += len("%sizeof")
	if !p.expect('(', `"("`) {
		return false
	}
	p.space()
	start := p.off
	b, ok := p.name("a general variable")
	if !ok {
		return false
	}
	switch variable := p.Decls.Variable(b.kind, b.id); b.kind {
	case GeneralKind:
		if *v = int64(variable.Size()); p.Dialect == Intel && p.Decls.isPredefined(b.id) {
			*v = 0 // which is what the tool has of them
		}
	case AddressKind:
		*v = int64(2 * variable.Elems)
	default:
		return p.fail(start, p.off, "%s is %s: general and address variables have a size", p.text[start:p.off], article(b.kind.String()))
	}
	return p.expect(')', `")"`)
}

// integer reads decimal digits, of which a leading 0 says nothing, or 0x and hexadecimal ones.
func (p *Parser) integer(v *int64, what string) bool {
	p.space()
	start := p.off
	for p.off < len(p.text) && isNameByte(p.text[p.off]) {
		p.off++
	}
	lit := p.text[start:p.off]
	if lit == "" || lit[0] < '0' || lit[0] > '9' {
		p.off = start
		return p.wanted(what)
	}
	if p.Dialect == Intel {
		lit = lit[:literal(lit)]
		p.off = start + len(lit)
	}
	base, digits := 10, lit
	if len(lit) > 2 && (lit[:2] == "0x" || lit[:2] == "0X") {
		base, digits = 16, lit[2:]
	}
	n, err := strconv.ParseUint(digits, base, 64)
	switch {
	case base == 10 && p.Dialect == Intel && (err == nil && n > math.MaxInt64 || errors.Is(err, strconv.ErrRange)):
		*v = -1 // the tool stops at the greatest number of 64 bits with a sign, and cuts that
		return true
	case err == nil && base == 10 && p.Dialect == Intel:
		*v = int64(int32(n))
		return true
	case err == nil:
		*v = int64(n)
		return true
	case errors.Is(err, strconv.ErrRange):
		return p.fail(start, p.off, "the number does not fit in 64 bits")
	}
	return p.fail(start, p.off, "expected a number, decimal or 0x and hexadecimal digits, found %s", quoted(lit))
}

// literal is how long the number is that s begins with: where its digits end, the tool's next word may begin.
func literal(s string) (n int) {
	digits := "0123456789"
	if len(s) > 2 && (s[:2] == "0x" || s[:2] == "0X") && strings.IndexByte("0123456789abcdefABCDEF", s[2]) >= 0 {
		n, digits = 2, "0123456789abcdefABCDEF"
	}
	for n < len(s) && strings.IndexByte(digits, s[n]) >= 0 {
		n++
	}
	return n
}

// float reads [-]digits.digits[e±digits], or digits with an exponent alone; ok is false, and nothing read, if there is no such number.
func (p *Parser) float() (v float64, ok bool) {
	p.space()
	i := p.off
	if i < len(p.text) && p.text[i] == '-' {
		i++
		for i < len(p.text) && p.text[i] == ' ' {
			i++
		}
	}
	first := i
	if i = skipDigits(p.text, i); i == first || i == len(p.text) {
		return 0, false
	}
	point := p.text[i] == '.'
	if point {
		fraction := i + 1
		if i = skipDigits(p.text, fraction); i == fraction {
			return 0, false
		}
	}
	exponent := false
	if i+1 < len(p.text) && p.text[i]|0x20 == 'e' && (p.text[i+1] == '+' || p.text[i+1] == '-') {
		if end := skipDigits(p.text, i+2); end > i+2 {
			i, exponent = end, true
		}
	}
	if !point && !exponent {
		return 0, false
	}
	v, err := strconv.ParseFloat(p.text[first:i], 64)
	if err != nil && !math.IsInf(v, 0) {
		return 0, false
	}
	if p.text[p.off] == '-' {
		v = -v
	}
	p.off = i
	return v, true
}

func skipDigits(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}
