package mlir

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A line is one operation, in the parts that all of them have:
//
//	%0, %1 = vector.extract_strided_slice %a {offsets = [2], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
//	results  op                           operands  attributes                             types
type line struct {
	text      string
	results   []string
	op        string
	operands  []string
	list      []int // numbers between brackets
	listed    [2]int
	attribute map[string][]int
	dense     []int // of dense<…>
	types     []shape
	off, end  int
}

// A shape is a type: the dimensions of a vector, none for a scalar, and the bits of an element.
type shape struct {
	dims []int
	bits int
}

// lanes is how many elements a vector has; a scalar has one.
func (s shape) lanes() int {
	n := 1
	for _, d := range s.dims {
		n *= d
	}
	return n
}

// row is how many lanes belong to one number of the leading dimension.
func (s shape) row() int {
	if len(s.dims) == 0 {
		return 1
	}
	return s.lanes() / s.dims[0]
}

// maxNumbers bounds a list of numbers, maxDims the dimensions.
const (
	maxNumbers = 1 << 12
	maxDims    = 8
)

// parseLine reads one operation.
func parseLine(text string) (*line, error) {
	c := &syntax.Cursor{Text: text}
	l := &line{text: text, attribute: map[string][]int{}}
	c.Space()
	l.off = c.Off
	if c.Peek() == '%' {
		for {
			name, err := value(c)
			if err != nil {
				return nil, err
			}
			if l.results = append(l.results, name); !c.Accept(",") {
				break
			}
		}
		if c.Accept(":") { // %0:2
			c.Uint(maxNumbers)
		}
		if err := c.Expect("=", `"=" behind the results`); err != nil {
			return nil, err
		}
	}
	c.Accept(`"`)
	if l.op = c.Word(); l.op == "" {
		return nil, c.Wanted("an operation, such as vector.shuffle")
	}
	c.Accept(`"`)
	for !c.Done() && c.Peek() != ':' {
		if err := l.part(c); err != nil {
			return nil, err
		}
	}
	err := l.typeList(c)
	l.end = c.Off
	return l, err
}

// value reads the name of a value.
func value(c *syntax.Cursor) (string, error) {
	c.Space()
	start := c.Off
	if !c.Accept("%") {
		return "", c.Wanted("a value, such as %a")
	}
	if c.Word() == "" {
		return "", c.Wanted("the name of a value")
	}
	if c.Peek() == '#' { // a result of several
		c.Off++
		c.Uint(maxNumbers)
	}
	return c.Text[start:c.Off], nil
}

// part reads what stands between an operation's name and its types.
func (l *line) part(c *syntax.Cursor) error {
	start := c.Off
	switch b := c.Peek(); {
	case b == '%':
		name, err := value(c)
		l.operands = append(l.operands, name)
		return err
	case b == '[':
		list, err := numbers(c)
		l.list, l.listed = list, [2]int{start, c.Off}
		return err
	case b == '{' || b == '<':
		return l.attributes(c)
	case c.Accept(",") || c.Accept("(") || c.Accept(")"):
		return nil
	case c.AcceptWord("dense"):
		return l.constant(c)
	}
	if c.Word() == "" {
		return c.Wanted("a value, a list of numbers, attributes or \":\"")
	}
	return nil
}

// numbers reads a list between brackets: [0, 4, 1, 5].
func numbers(c *syntax.Cursor) (list []int, err error) {
	if err := c.Expect("[", `"["`); err != nil {
		return nil, err
	}
	for !c.Accept("]") {
		n, err := number(c)
		if err != nil {
			return nil, err
		}
		if list = append(list, n); len(list) > maxNumbers {
			return nil, c.Wanted("at most 4096 numbers")
		}
		if c.Accept("]") {
			break
		}
		if err := c.Expect(",", `"," or "]"`); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// number reads a number that may have a sign in front of it and a type behind.
func number(c *syntax.Cursor) (int, error) {
	c.Space()
	start := c.Off
	minus := c.Accept("-")
	n, ok := c.Uint(1 << 20)
	if !ok || n > 1<<20 {
		c.Off = start
		return 0, c.Wanted("a number: which lanes move must be in the text")
	}
	if minus {
		n = -n
	}
	if at := c.Off; c.Accept(":") {
		if _, err := parseType(c); err != nil {
			c.Off = at
		}
	}
	return n, nil
}

// attributes reads {offsets = [2], strides = [1]}, and <{…}> too.
func (l *line) attributes(c *syntax.Cursor) error {
	angle := c.Accept("<")
	if err := c.Expect("{", `"{"`); err != nil {
		return err
	}
	for !c.Accept("}") {
		name := c.Word()
		if name == "" {
			return c.Wanted("the name of an attribute")
		}
		if c.Accept("=") {
			var list []int
			var err error
			if c.AcceptWord("array") { // array<i64: 0, 1>
				err = c.Wanted("a list between brackets")
			} else if c.Space(); c.Peek() == '[' {
				list, err = numbers(c)
			} else {
				var n int
				n, err = number(c)
				list = []int{n}
			}
			if err != nil {
				return err
			}
			l.attribute[name] = list
		}
		c.Accept(",")
	}
	if angle {
		return c.Expect(">", `">"`)
	}
	return nil
}

// constant reads what stands behind dense: <0>, <[1, 2]>.
func (l *line) constant(c *syntax.Cursor) (err error) {
	if err := c.Expect("<", `"<"`); err != nil {
		return err
	}
	if c.Space(); c.Peek() == '[' {
		l.dense, err = numbers(c)
	} else {
		var n int
		n, err = number(c)
		l.dense = []int{n}
	}
	if err == nil && c.Accept(".") { // 0.0 is zero, and no other number with a point is read
		if digits := c.Word(); strings.Trim(digits, "0e") != "" || len(l.dense) != 1 || l.dense[0] != 0 {
			return c.Wanted("a whole number: how others are coded is not read")
		}
	}
	if err != nil {
		return err
	}
	return c.Expect(">", `">"`)
}

// typeList reads the types behind the colon, with the words between them.
func (l *line) typeList(c *syntax.Cursor) error {
	if !c.Accept(":") {
		return nil
	}
	for !c.Done() {
		s, err := parseType(c)
		if err != nil {
			return err
		}
		l.types = append(l.types, s)
		for c.Accept(")") { // (i32) -> …, of the general form
		}
		if !c.Accept(",") && !c.Accept("->") && !slices.ContainsFunc([]string{"to", "into", "from"}, c.AcceptWord) {
			break
		}
		for c.Accept("(") {
		}
	}
	if !c.Done() && !strings.HasPrefix(c.Rest(), "loc(") {
		return c.Wanted("the end of the line")
	}
	return nil
}

// parseType reads vector<2x4xf32>, or a scalar: i32, f64, index is none.
func parseType(c *syntax.Cursor) (s shape, err error) {
	c.Accept("(")
	if !c.AcceptWord("vector") {
		return s, s.element(c)
	}
	if err := c.Expect("<", `"<" and dimensions`); err != nil {
		return s, err
	}
	for {
		c.Space()
		at := c.Off
		if c.Peek() == '[' {
			return s, c.Wanted("a length: how long a scalable vector is only the run knows")
		}
		n, ok := c.Uint(lane.MaxLanes)
		if !ok {
			break
		}
		if s.dims = append(s.dims, n); n < 1 || n > lane.MaxLanes || s.lanes() > lane.MaxLanes || len(s.dims) > maxDims {
			return s, c.ErrorFrom(at, "a vector has 1 to %d lanes, in up to %d dimensions", lane.MaxLanes, maxDims)
		}
		if !c.Accept("x") {
			return s, c.Wanted(`"x" and the next dimension, or the type of an element`)
		}
	}
	if err := s.element(c); err != nil {
		return s, err
	}
	if len(s.dims) == 0 {
		s.dims = []int{1}
	}
	return s, c.Expect(">", `">"`)
}

// elements are the types of elements; indices are of 64 bits.
var elements = map[string]int{
	"i1": 1, "i4": 4, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128, "si8": 8, "si16": 16, "si32": 32, "si64": 64, "ui8": 8, "ui16": 16, "ui32": 32, "ui64": 64,
	"f8E4M3FN": 8, "f8E5M2": 8, "f16": 16, "bf16": 16, "f32": 32, "f64": 64, "index": 64,
}

// element reads the type of an element.
func (s *shape) element(c *syntax.Cursor) error {
	c.Space()
	at := c.Off
	if s.bits = elements[c.Word()]; s.bits == 0 {
		c.Off = at
		return c.Wanted("a type: vector<4xi32>, or one of an element such as i32 and f32")
	}
	return nil
}
