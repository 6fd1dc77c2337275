package wave

import (
	"math"
	"strconv"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Kind says what an operand is.
type Kind uint8

// The kinds of operands.
const (
	Name   Kind = iota // a register or a variable
	Number             // a constant
	Call               // a function and its arguments
	List               // operands in brackets or braces
	Quoted             // characters in quotation marks
)

// An Operand is what stands between two commas.
type Operand struct {
	Kind  Kind
	Text  string    // Name, Quoted: as written. Call: the function
	Value uint64    // Number: of 64 bits, negative ones in two's complement
	Args  []Operand // Call, List
	Start int       // its place in the text
	End   int
}

// Is says whether the operand is a name spelt so.
func (o Operand) Is(name string) bool { return o.Kind == Name && o.Text == name }

// Errorf is an error at the operand.
func (o Operand) Errorf(text, format string, args ...any) error {
	return syntax.Errorf(text, o.Start, o.End, format, args...)
}

// maxDepth bounds calls and brackets inside one another.
const maxDepth = 24

// ReadOperand reads an operand: a register, a number or a sum of numbers, a call, a list, a string.
func ReadOperand(c *syntax.Cursor) (Operand, error) { return expression(c, 0, 0) }

// binary are C's operators on constants, the loosest binding first; && and || are none.
var binary = [][]string{{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*"}}

// expression reads operands joined by the operators from a level of binary on. Only numbers are joined.
func expression(c *syntax.Cursor, level, depth int) (Operand, error) {
	if level == len(binary) {
		return unary(c, depth)
	}
	left, err := expression(c, level+1, depth)
	for err == nil && left.Kind == Number {
		sign := signAt(c, binary[level])
		if sign == "" {
			return left, nil
		}
		c.Off += len(sign)
		var right Operand
		if right, err = expression(c, level+1, depth); err != nil {
			return left, err
		}
		if right.Kind != Number {
			return left, right.Errorf(c.Text, "expected a number behind %s", sign)
		}
		left.Value, left.End = operate(sign, left.Value, right.Value), right.End
	}
	return left, err
}

// signAt is which of the operators stands at the cursor.
func signAt(c *syntax.Cursor, signs []string) string {
	c.Space()
	for _, sign := range signs {
		if strings.HasPrefix(c.Rest(), sign) && !strings.HasPrefix(c.Rest()[len(sign):], sign) {
			return sign
		}
	}
	return ""
}

func operate(sign string, a, b uint64) uint64 {
	switch sign {
	case "|":
		return a | b
	case "^":
		return a ^ b
	case "&":
		return a & b
	case "<<":
		return a << b // nothing is left of more than 63
	case ">>":
		return a >> b
	case "+":
		return a + b
	case "-":
		return a - b
	}
	return a * b
}

func unary(c *syntax.Cursor, depth int) (Operand, error) {
	c.Space()
	start := c.Off
	if depth > maxDepth {
		return Operand{}, c.Wanted("an operand that is less deep in brackets")
	}
	sign := c.Peek()
	if sign != '-' && sign != '~' {
		return primary(c, depth)
	}
	c.Off++
	o, err := unary(c, depth+1)
	if err != nil {
		return o, err
	}
	if o.Kind != Number {
		return o, syntax.Errorf(c.Text, start, o.End, "%c computes: a lane is moved as it is", sign)
	}
	if o.Value = -o.Value; sign == '~' {
		o.Value-- // ~x is -x-1
	}
	o.Start = start
	return o, nil
}

func primary(c *syntax.Cursor, depth int) (Operand, error) {
	start := c.Off
	switch b := c.Peek(); {
	case b == '(':
		return bracketed(c, depth)
	case b == '{' || b == '[':
		c.Off++
		if n := strings.IndexByte(c.Rest(), ']'); b == '[' && n >= 0 && strings.ContainsAny(c.Rest()[:n], "+.") { // memory, of which nothing is asked
			text := c.Rest()[:n]
			c.Off += n + 1
			return Operand{Kind: Quoted, Text: text, Start: start, End: c.Off}, nil
		}
		args, err := operands(c, string(rune(b+2)), depth+1) // ASCII has a bracket's other half two behind it
		return Operand{Kind: List, Args: args, Start: start, End: c.Off}, err
	case b == '"':
		c.Off++
		n := strings.IndexByte(c.Rest(), '"')
		if n < 0 {
			return Operand{}, c.Wanted("a closing quotation mark")
		}
		text := c.Rest()[:n]
		c.Off += n + 1
		return Operand{Kind: Quoted, Text: text, Start: start, End: c.Off}, nil
	case b >= '0' && b <= '9':
		return number(c)
	}
	return named(c, depth)
}

// bracketed is an operand in parentheses, with or without a cast to a type in front of it.
func bracketed(c *syntax.Cursor, depth int) (Operand, error) {
	start := c.Off
	c.Off++
	inner, err := expression(c, 0, depth+1)
	if err == nil && inner.Kind == Name && isType(inner.Text) {
		for c.Word() != "" || c.Accept("*") { // unsigned int
		}
	}
	words := c.Text[start+1 : c.Off]
	if err == nil {
		err = c.Expect(")", `")"`)
	}
	if err != nil || inner.Kind != Name || !isType(inner.Text) {
		inner.Start, inner.End = start, c.Off
		return inner, err
	}
	o, err := unary(c, depth+1)
	if o.Start = start; err == nil && converts(words, o, c.Text) {
		err = o.Errorf(c.Text, "a cast to %s computes: a lane is moved as it is", strings.Join(strings.Fields(words), " "))
	}
	return o, err
}

// converts says whether a cast makes another value: of fewer bits, or a number that is whole of one that has a fraction, or the other way round. Of what type a name is nobody knows here.
func converts(words string, o Operand, text string) bool {
	isFloat := false
	for _, w := range strings.Fields(words) {
		switch w {
		case "char", "short":
			return true
		case "float", "double", "f32", "f64":
			isFloat = true
		}
	}
	return o.Kind == Number && isFloat != strings.Contains(text[o.Start:o.End], ".")
}

// isType says whether a word begins a type of C.
func isType(word string) bool { return BitsOf(word) > 0 || word == "const" }

// BitsOf is how many bits the type has that words spell, and 0 where they spell none.
func BitsOf(words string) (bits int) {
	for _, w := range strings.Fields(words) {
		switch w {
		case "unsigned", "signed", "int", "uint", "float", "uint32_t", "int32_t", "u32", "i32", "f32":
			bits = max(bits, 32)
		case "long", "double", "uint64_t", "int64_t", "size_t", "ulong", "u64", "i64", "f64":
			bits = 64
		}
	}
	return bits
}

// named is a name, a register with its range such as s[4:5], or a call.
func named(c *syntax.Cursor, depth int) (Operand, error) {
	start := c.Off
	if b := c.Peek(); b == '%' || b == '@' {
		c.Off++
	}
	word := c.Word()
	if word == "" {
		c.Off = start
		return Operand{}, c.Wanted("an operand")
	}
	o := Operand{Kind: Name, Text: c.Text[start:c.Off], Start: start, End: c.Off}
	switch {
	case c.Peek() == '[':
		n := strings.IndexByte(c.Rest(), ']')
		if n < 0 {
			return o, c.Wanted(`"]" behind the range`)
		}
		c.Off += n + 1
		o.Text, o.End = c.Text[start:c.Off], c.Off
	case c.Accept("("):
		args, err := operands(c, ")", depth+1)
		return Operand{Kind: Call, Text: o.Text, Args: args, Start: start, End: c.Off}, err
	}
	return o, nil
}

// operands reads operands with commas between them, to the bracket that closes them.
func operands(c *syntax.Cursor, closing string, depth int) (all []Operand, err error) {
	if depth > maxDepth {
		return nil, c.Wanted("operands that are less deep in brackets")
	}
	for !c.Accept(closing) {
		if len(all) > 0 {
			if err := c.Expect(",", syntax.Quote(",")+" or "+syntax.Quote(closing)); err != nil {
				return nil, err
			}
		}
		typed(c)
		o, err := expression(c, 0, depth)
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

// attributes are what LLVM may write between an argument's type and the argument.
var attributes = []string{"noundef", "immarg", "signext", "zeroext"}

// typed passes the type of an argument of LLVM's and its attributes.
func typed(c *syntax.Cursor) {
	c.Space()
	back := c.Off
	w := c.Word()
	named := c.Peek() != ' '
	if c.Space(); len(w) < 2 || w[0] != 'i' && w != "float" || w[0] == 'i' && strings.Trim(w[1:], "0123456789") != "" || named || c.Peek() == ',' || c.Peek() == ')' {
		c.Off = back
		return
	}
	for _, a := range attributes {
		c.AcceptWord(a)
	}
}

// number reads a number of C, of PTX (0f3F800000) or of an assembler (0.5).
func number(c *syntax.Cursor) (Operand, error) {
	start := c.Off
	word := c.Word()
	o := Operand{Kind: Number, Start: start, End: c.Off}
	digits := strings.TrimRight(word, "uUlL")
	if hex, ok := strings.CutPrefix(word, "0f"); ok && len(hex) == 8 {
		digits = "0x" + hex
	}
	v, err := strconv.ParseUint(digits, 0, 64)
	if f, noFloat := strconv.ParseFloat(digits, 32); err != nil && noFloat == nil && strings.Contains(digits, ".") && !strings.Contains(digits, "x") {
		v, err = uint64(math.Float32bits(float32(f))), nil
	}
	if err != nil {
		return o, o.Errorf(c.Text, "expected a number, found %s", syntax.Quote(word))
	}
	o.Value = v
	return o, nil
}
