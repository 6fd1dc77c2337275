package asm

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// A number is what an expression is worth.
type number struct {
	v       int64
	x       float64
	isFloat bool
}

// float is the number as one.
func (n number) float() float64 {
	if n.isFloat {
		return n.x
	}
	return float64(n.v)
}

// bits is what a register of 16 or 32 bits holds of the number, which is more than the register has bits where it does not fit.
func (n number) bits(width int) int64 {
	switch {
	case n.isFloat && width == 32:
		return int64(math.Float32bits(float32(n.x)))
	case n.isFloat:
		return int64(halfBits(n.x))
	case n.v < 0 && n.v >= -1<<(width-1):
		return n.v & (1<<width - 1)
	}
	return n.v
}

// halfBits is the nearest half to a number, the even one of two.
func halfBits(x float64) uint16 {
	sign := uint16(math.Float64bits(x)>>48) & 0x8000
	switch x = math.Abs(x); {
	case x != x:
		return 0x7e00
	case x >= 65520: // half a step above the greatest
		return sign | 0x7c00
	case x < 1.0/(1<<14): // steps of 2^-24; the highest becomes the smallest normal number by itself
		return sign | uint16(math.RoundToEven(x*(1<<24)))
	}
	_, e := math.Frexp(x) // x is m times 2^e, m from 1/2 to 1
	return sign | uint16(int(math.RoundToEven(math.Ldexp(x, 11-e)))+(e+13)<<10)
}

// operators binds the tighter the higher, as in C.
var operators = []struct {
	text  string
	binds int
}{{"<<", 4}, {">>", 4}, {"|", 1}, {"^", 2}, {"&", 3}, {"+", 5}, {"-", 5}, {"*", 6}, {"/", 6}, {"%", 6}}

// mostNested is how deep an expression, constants in constants included, may be nested.
const mostNested = 64

// startsExpression says whether what stands here can be a number or an expression.
func (p *parser) startsExpression() bool {
	p.Space()
	switch b := p.Peek(); {
	case b >= '0' && b <= '9', b == '-', b == '+', b == '(', b == '~':
		return true
	case b == '.':
		return p.Off+1 < len(p.Text) && isDigit(p.Text[p.Off+1])
	}
	q := *p
	c, suffix := p.constant(q.Word())
	return c != nil && c.isNumber && suffix == ""
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// integer is an expression that is one.
func (p *parser) integer() (int64, *syntax.Error) {
	p.Space()
	start := p.Off
	n, err := p.expression(false)
	if err == nil && n.isFloat {
		err = p.ErrorFrom(start, "an integer stands here, and %v is none", n.x)
	}
	return n.v, err
}

// expression reads an expression: of integers of 64 bits, and of floats where one of the operands is one. With floats, all its numbers are.
func (p *parser) expression(floats bool) (number, *syntax.Error) {
	p.Space()
	start := p.Off
	if v, ok := p.plainNumber(); ok && !floats {
		return number{v: v}, nil
	}
	p.Off = start
	e := expression{p, floats, start, 0}
	return e.sum(0)
}

// plainNumber reads decimal digits behind which nothing goes on, which is what nearly all numbers are.
func (p *parser) plainNumber() (v int64, ok bool) {
	at := p.Off
	for ; at < len(p.Text) && isDigit(p.Text[at]); at++ {
		v = v*10 + int64(p.Text[at]-'0')
	}
	if n := at - p.Off; n == 0 || n > 18 || n > 1 && p.Text[p.Off] == '0' {
		return 0, false
	}
	if p.Off = at; at < len(p.Text) && p.Text[at] != ',' {
		return v, p.ended()
	}
	return v, true
}

type expression struct {
	*parser
	floats bool
	start  int
	nested int
}

// sum reads operands between operators that bind tighter than a level.
func (e *expression) sum(level int) (number, *syntax.Error) {
	left, err := e.operand()
	for err == nil {
		e.Space()
		found := -1
		for k, o := range operators {
			if strings.HasPrefix(e.Text[e.Off:], o.text) {
				found = k
				break
			}
		}
		if found < 0 || operators[found].binds <= level {
			return left, nil
		}
		o := operators[found]
		e.Off += len(o.text)
		var right number
		if right, err = e.sum(o.binds); err == nil {
			left, err = e.apply(left, o.text, right)
		}
	}
	return left, err
}

// operand reads a number, a constant, an expression in brackets, or one of these with a sign.
func (e *expression) operand() (number, *syntax.Error) {
	e.Space()
	if e.nested++; e.nested+e.depth > mostNested {
		return number{}, e.ErrorFrom(e.start, "the expression is nested too deep")
	}
	defer func() { e.nested-- }()
	start := e.Off
	switch b := e.Peek(); {
	case b == '-' || b == '+' || b == '~':
		e.Off++
		n, err := e.operand()
		if err != nil {
			return n, err
		}
		return e.signed(n, b)
	case b == '(':
		e.Off++
		n, err := e.sum(0)
		if err == nil && !e.Accept(")") {
			err = e.Wanted(`")"`)
		}
		return n, err
	case isDigit(b) || b == '.':
		return e.literal()
	}
	word := e.Word()
	if c, suffix := e.constant(word); c != nil && c.isNumber && suffix == "" {
		n := c.number
		if e.floats && !n.isFloat {
			n = number{x: n.float(), isFloat: true}
		}
		return n, nil
	}
	e.Off = start
	return number{}, e.Wanted("a number")
}

func (e *expression) signed(n number, sign byte) (number, *syntax.Error) {
	switch {
	case sign == '-' && n.isFloat:
		n.x = -n.x
	case sign == '-':
		n.v = -n.v
	case sign == '~' && n.isFloat:
		return n, e.ErrorFrom(e.start, "~ is for integers")
	case sign == '~':
		n.v = ^n.v
	}
	return n, nil
}

// literal reads 12, 0x1F, 0b101, 0o17, 0.5, .5 or 1e3. What follows a float may be a modifier: 0.5.neg.
func (e *expression) literal() (number, *syntax.Error) {
	start := e.Off
	base := 10
	if e.Peek() == '0' && e.Off+1 < len(e.Text) {
		switch e.Text[e.Off+1] | 0x20 {
		case 'x':
			base = 16
		case 'b':
			base = 2
		case 'o':
			base = 8
		}
		if base != 10 {
			e.Off += 2
		}
	}
	digits := e.digits(base == 16)
	isFloat := false
	if base == 10 {
		isFloat = e.fraction() || e.exponent()
	}
	text := e.Text[start:e.Off]
	switch {
	case isFloat:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return number{}, e.ErrorFrom(start, "%s is too great for a float", syntax.Quote(text))
		}
		return number{x: x, isFloat: true}, nil
	case base == 10 && len(digits) > 1 && digits[0] == '0':
		last := len(digits) - 1
		return number{}, e.ErrorFrom(start, "a number does not begin with 0: write %s, or 0o%s if octal is meant", strings.TrimLeft(digits[:last], "0")+digits[last:], digits[1:])
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return number{}, e.ErrorFrom(start, "%s is no number of at most 64 bits", syntax.Quote(text))
	}
	if e.floats {
		return number{x: float64(v), isFloat: true}, nil
	}
	return number{v: int64(v)}, nil
}

// digits reads digits, and letters that are some or that make it no number.
func (e *expression) digits(hex bool) string {
	start := e.Off
	for e.Off < len(e.Text) {
		switch b := e.Text[e.Off] | 0x20; {
		case isDigit(e.Text[e.Off]), hex && b >= 'a' && b <= 'f':
		case b >= 'a' && b <= 'z' && b != 'e', e.Text[e.Off] == '_':
		default:
			return e.Text[start:e.Off]
		}
		e.Off++
	}
	return e.Text[start:e.Off]
}

// fraction reads a point and digits, and an exponent if there is one.
func (e *expression) fraction() bool {
	if e.Peek() != '.' || e.Off+1 < len(e.Text) && !isDigit(e.Text[e.Off+1]) && e.Text[e.Off+1] != ',' || e.Off+1 == len(e.Text) {
		return false
	}
	for e.Off++; isDigit(e.Peek()); {
		e.Off++
	}
	e.exponent()
	return true
}

func (e *expression) exponent() bool {
	if e.Peek()|0x20 != 'e' {
		return false
	}
	at := e.Off + 1
	if at < len(e.Text) && (e.Text[at] == '-' || e.Text[at] == '+') {
		at++
	}
	if at == len(e.Text) || !isDigit(e.Text[at]) {
		return false
	}
	for e.Off = at; isDigit(e.Peek()); {
		e.Off++
	}
	return true
}

// apply is what an operator makes of two numbers.
func (e *expression) apply(a number, operator string, b number) (number, *syntax.Error) {
	if a.isFloat || b.isFloat {
		return e.applyFloat(a.float(), operator, b.float())
	}
	fits := true
	v := int64(0)
	switch operator {
	case "|":
		v = a.v | b.v
	case "^":
		v = a.v ^ b.v
	case "&":
		v = a.v & b.v
	case "<<", ">>":
		if b.v < 0 || b.v > 63 {
			return a, e.ErrorFrom(e.start, "a shift by %d; it is by 0 to 63", b.v)
		}
		if v = a.v >> b.v; operator == "<<" {
			v = a.v << b.v
			fits = v>>b.v == a.v
		}
	case "+":
		v = a.v + b.v
		fits = (v > a.v) == (b.v > 0)
	case "-":
		v = a.v - b.v
		fits = (v < a.v) == (b.v > 0)
	case "*":
		high, low := bits.Mul64(magnitude(a.v), magnitude(b.v))
		v = a.v * b.v
		fits = high == 0 && (low < 1<<63 || low == 1<<63 && (a.v < 0) != (b.v < 0))
	default:
		if b.v == 0 {
			return a, e.ErrorFrom(e.start, "a division by 0")
		}
		if v = a.v / b.v; operator == "%" {
			v = a.v % b.v
		}
		fits = operator == "%" || a.v != math.MinInt64 || b.v != -1
	}
	if !fits {
		return a, e.ErrorFrom(e.start, "the expression has more than 64 bits")
	}
	return number{v: v}, nil
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

func (e *expression) applyFloat(a float64, operator string, b float64) (number, *syntax.Error) {
	x := 0.0
	switch operator {
	case "+":
		x = a + b
	case "-":
		x = a - b
	case "*":
		x = a * b
	case "/":
		x = a / b
	default:
		return number{}, e.ErrorFrom(e.start, "%s is for integers", operator)
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return number{}, e.ErrorFrom(e.start, "the expression is no finite number")
	}
	return number{x: x, isFloat: true}, nil
}
