package gcc

import (
	"fmt"
	"math"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// gimple reads statements of GIMPLE.
type gimple struct {
	text     string
	values   program.Values
	declared map[string]mode // types of variables, by their names
	result   lane.Map
	to       string
	made     bool
	warnings []string
}

const permute = "VEC_PERM_EXPR"

// elementTypes are C's types of elements, as dumps write them.
var elementTypes = map[string]int{
	"char": 8, "signed char": 8, "unsigned char": 8, "short int": 16, "short": 16, "short unsigned int": 16, "unsigned short": 16, "int": 32, "unsigned int": 32,
	"long int": 64, "long": 64, "long unsigned int": 64, "unsigned long": 64, "long long int": 64, "long long unsigned int": 64, "float": 32, "double": 64, "_Float16": 16,
}

// vectorType reads vector(4) unsigned int, or a name such as v4si, v16qi and __m128i is none.
func vectorType(text string) (mode, bool) {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "vector("); ok {
		digits, element, _ := strings.Cut(rest, ")")
		n, err := strconv.Atoi(digits)
		bits := elementTypes[strings.TrimSpace(element)]
		return mode{bits, n}, err == nil && n > 0 && n <= maxLanes && bits > 0
	}
	if len(text) > 2 && text[0] == 'v' {
		return parseMode(strings.ToUpper(text))
	}
	return mode{}, false
}

// readGIMPLE reads statements, one a line or apart by semicolons.
func readGIMPLE(text string) (dialect.Reading, error) {
	p := &gimple{text: text, values: newValues(), declared: map[string]mode{}}
	for k, at := range strings.Statements(uncommented(text)) {
		if k == program.MaxLines {
			return dialect.Reading{}, syntax.Errorf(text, at[0], at[1], "more than %d lines", program.MaxLines)
		}
		if err := p.statement(text[at[0]:at[1]]); err != nil {
			return dialect.Reading{}, syntax.Moved(err, text, at[0])
		}
	}
	if !p.made {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "expected %s <a, b, { 0, 4, 1, 5 }>", permute)
	}
	level := []lane.Map{p.result}
	if err := p.values.Level(level); err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r := dialect.Reading{Map: program.Readable(level[0]), Names: p.values.Inputs, To: p.to, Warnings: p.warnings}
	return r, dialect.Checked(text, r.Map)
}

// uncommented has blanks in the place of a dump's own lines, as ";; Function f (f, funcdef_no=0)" is: their semicolons end no statement.
func uncommented(text string) string {
	if !strings.Contains(text, ";;") {
		return text
	}
	b := []byte(text)
	for start := 0; start < len(b); {
		end := len(b)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		if strings.HasPrefix(strings.TrimLeft(text[start:end], " \t"), ";;") {
			for k := start; k < end; k++ {
				b[k] = ' '
			}
		}
		start = end + 1
	}
	return string(b)
}

// statement reads one line.
func (p *gimple) statement(text string) error {
	c := &syntax.Cursor{Text: text}
	c.Space()
	switch {
	case strings.HasPrefix(c.Rest(), "<bb"), strings.HasPrefix(c.Rest(), "{"), strings.HasPrefix(c.Rest(), "}"), strings.HasPrefix(c.Rest(), "#"):
		return nil
	case c.AcceptWord("return"):
		return p.returned(c)
	}
	left, right, assigned := strings.Cut(text, "=")
	if strings.HasPrefix(c.Rest(), permute) {
		return p.assignment(c, "")
	}
	if !assigned {
		p.declare(text)
		return nil
	}
	typ, name := declaration(left)
	if m, ok := vectorType(typ); ok {
		p.declared[name] = m
	}
	c.Off = len(text) - len(right)
	return p.assignment(c, name)
}

// declaration is a type and a name, as in: vector(4) int _3.
func declaration(text string) (typ, name string) {
	text = strings.TrimSpace(text)
	at := strings.LastIndexByte(text, ' ')
	return text[:at+1], strings.TrimSuffix(text[at+1:], "(D)")
}

// declare reads a declaration, or the head of a function with its parameters.
func (p *gimple) declare(text string) {
	if at := strings.IndexByte(text, '('); at > 0 && !strings.HasPrefix(strings.TrimSpace(text), "vector") {
		text = strings.TrimRight(text[at+1:], ") {\n\r\t")
	}
	for part := range strings.SplitSeq(text, ",") {
		typ, name := declaration(part)
		if m, ok := vectorType(typ); ok {
			p.declared[name] = m
		}
	}
}

// operand reads the name of a variable.
func operand(c *syntax.Cursor) (string, error) {
	c.Space()
	start := c.Off
	name := c.Word()
	if name == "" || !isLetter(name[0]) {
		c.Off = start
		return "", c.Wanted("the name of a vector")
	}
	if c.Accept("(D)") { // what a parameter holds at the beginning
		if at := strings.LastIndexByte(name, '_'); at > 0 {
			name = name[:at]
		}
	}
	return name, nil
}

// shapeOf is the type of a variable: its own, or that of the one whose version it is, a_1 of a.
func (p *gimple) shapeOf(name string) mode {
	if m, ok := p.declared[name]; ok {
		return m
	}
	if at := strings.LastIndexByte(name, '_'); at > 0 {
		return p.declared[name[:at]]
	}
	return mode{}
}

func (p *gimple) assignment(c *syntax.Cursor, to string) error {
	c.Space()
	start := c.Off
	var err error
	switch {
	case c.AcceptWord(permute):
		err = p.permuted(c, to)
	case c.AcceptWord("VIEW_CONVERT_EXPR"):
		err = p.converted(c, to)
	case c.AcceptWord("BIT_FIELD_REF"):
		err = p.field(c, to)
	case c.Accept("{"):
		err = p.constructed(c, to)
	default:
		name, e := operand(c)
		if e != nil || !c.Done() {
			return syntax.Errorf(c.Text, start, len(c.Text), "%s moves no lanes, or is not known: %s, VIEW_CONVERT_EXPR and BIT_FIELD_REF do", syntax.Quote(strings.TrimSpace(c.Text[start:])), permute)
		}
		m := p.shapeOf(name)
		if known, ok := p.values.Named[name]; ok {
			m = mode{known.Bits, len(known.Lane)}
		}
		if m.lanes == 0 {
			return nil // a scalar, or a vector of which nothing is known
		}
		err = p.line(c, lane.Identity(m.bits, m.lanes), []string{name}, to)
	}
	if err == nil && !c.Done() {
		err = c.Wanted("the end of the statement")
	}
	return err
}

// line is one step of the program.
func (p *gimple) line(c *syntax.Cursor, m lane.Map, names []string, to string) error {
	if err := m.Check(); err != nil {
		return c.ErrorFrom(0, "%v", err)
	}
	if err := p.values.Line(m, names, to, nil); err != nil {
		return c.ErrorFrom(0, "%v", err)
	}
	p.result, p.to, p.made = p.values.Result, to, true
	return nil
}

func (p *gimple) returned(c *syntax.Cursor) error {
	if c.Done() {
		return nil
	}
	start := c.Off
	name, err := operand(c)
	if err != nil {
		return err
	}
	m, ok := p.values.Named[name]
	if !ok && p.made {
		return syntax.Errorf(c.Text, start, c.Off, "%s is not made before", name)
	}
	if ok {
		p.result, p.to = m, name
	}
	return nil
}

// permuted reads <a, b, { 0, 4, 1, 5 }>.
func (p *gimple) permuted(c *syntax.Cursor, to string) error {
	if err := c.Expect("<", `"<" and two vectors`); err != nil {
		return err
	}
	var names []string
	for range 2 {
		name, err := operand(c)
		if err != nil {
			return err
		}
		if names = append(names, name); !c.Accept(",") {
			return c.Wanted(`","`)
		}
	}
	sel, err := indices(c)
	if err != nil {
		return err
	}
	if err := c.Expect(">", `">"`); err != nil {
		return err
	}
	a, b := p.vector(names[0], to, len(sel)), p.vector(names[1], to, len(sel))
	if a.bits != b.bits {
		return c.ErrorFrom(0, "lanes of %d bits and lanes of %d do not mix", a.bits, b.bits)
	}
	m := lane.Map{Bits: a.bits, Src: []int{a.lanes, b.lanes}, Lane: make([]lane.Lane, len(sel))}
	if names[0] == names[1] {
		m.Src, names = m.Src[:1], names[:1]
	}
	for i, t := range sel {
		switch t %= a.lanes + b.lanes; {
		case t < a.lanes:
			m.Lane[i] = lane.From(0, t)
		default:
			m.Lane[i] = lane.From(len(names)-1, t-a.lanes)
		}
	}
	return p.line(c, m, names, to)
}

// vector is the type of an operand: what was made or declared, else that of the result, else lanes of 32 bits, as many as there are indices.
func (p *gimple) vector(name, to string, lanes int) mode {
	if known, ok := p.values.Named[name]; ok {
		if m := p.shapeOf(name); m.lanes > 0 {
			return m
		}
		return mode{known.Bits, len(known.Lane)}
	}
	m := p.shapeOf(name)
	if m.lanes == 0 {
		if m = p.shapeOf(to); m.lanes > 0 {
			m.lanes = lanes
		}
	}
	if m.lanes == 0 {
		m = mode{32, lanes}
		warning := "the type of the lanes is not in the text: 32 bits are assumed"
		if len(p.warnings) == 0 {
			p.warnings = append(p.warnings, warning)
		}
	}
	return m
}

// indices reads { 0, 4, 1, 5 }; three dots go on as the last numbers did in a vector whose length the run knows, which is no map.
func indices(c *syntax.Cursor) (sel []int, err error) {
	if err := c.Expect("{", `"{" and indices: which lanes move must be in the text`); err != nil {
		return nil, err
	}
	for !c.Accept("}") {
		c.Space()
		at := c.Off
		if strings.HasPrefix(c.Rest(), "...") {
			c.Off += 3
			return nil, c.ErrorFrom(at, "how long the vector is only the run knows")
		}
		t, ok := c.Uint(math.MaxInt32)
		if !ok {
			return nil, c.Wanted("an index")
		}
		if t > math.MaxInt32 {
			return nil, c.ErrorFrom(at, "expected an index below 2^31")
		}
		if sel = append(sel, t); len(sel) > maxLanes {
			return nil, c.ErrorFrom(at, "more than %d lanes", maxLanes)
		}
		if !c.Accept(",") && !strings.HasPrefix(strings.TrimSpace(c.Rest()), "}") {
			return nil, c.Wanted(`"," or "}"`)
		}
	}
	if len(sel) == 0 {
		return nil, c.Wanted("indices")
	}
	return sel, nil
}

// converted reads <type>(a): the same bits as other lanes.
func (p *gimple) converted(c *syntax.Cursor, to string) error {
	if err := c.Expect("<", `"<" and a type`); err != nil {
		return err
	}
	end := strings.IndexByte(c.Rest(), '>')
	if end < 0 {
		return c.Wanted(`">" behind the type`)
	}
	m, ok := vectorType(c.Rest()[:end])
	if !ok {
		m = p.shapeOf(to)
	}
	at := c.Off
	c.Off += end + 1
	if m.lanes == 0 {
		return c.ErrorFrom(at, "the type does not say its lanes: vector(16) unsigned char does")
	}
	if err := c.Expect("(", `"("`); err != nil {
		return err
	}
	name, err := operand(c)
	if err != nil {
		return err
	}
	if err := c.Expect(")", `")"`); err != nil {
		return err
	}
	if p.declared[to] == (mode{}) {
		p.declared[to] = m
	}
	return p.line(c, lane.Identity(m.bits, m.lanes), []string{name}, to)
}

// constructed reads {_4, _5}: what was made before, one behind the other.
func (p *gimple) constructed(c *syntax.Cursor, to string) error {
	m, names := lane.Map{}, []string(nil)
	for !c.Accept("}") {
		at := c.Off
		name, err := operand(c)
		if err != nil {
			return err
		}
		part, made := p.values.Named[name]
		if !made {
			return c.ErrorFrom(at, "%s is not made in the text", name)
		}
		if n := part.Bits * len(part.Lane); m.Bits == 0 {
			m.Bits = n
		} else if m.Bits != n {
			return c.ErrorFrom(at, "parts of %d and of %d bits", m.Bits, n)
		}
		if names = append(names, name); len(names) > maxLanes {
			return c.ErrorFrom(at, "more than %d parts", maxLanes)
		}
		m.Src, m.Lane = append(m.Src, 1), append(m.Lane, lane.From(len(m.Src), 0))
		c.Accept(",")
	}
	if len(names) == 0 {
		return c.Wanted("parts of a vector")
	}
	return p.line(c, m, names, to)
}

// field reads <a, 64, 0>: so many bits from a place on.
func (p *gimple) field(c *syntax.Cursor, to string) error {
	if err := c.Expect("<", `"<" and a vector`); err != nil {
		return err
	}
	name, err := operand(c)
	if err != nil {
		return err
	}
	var number [2]int
	for k := range number {
		var ok bool
		if !c.Accept(",") {
			return c.Wanted(`","`)
		}
		if number[k], ok = c.Uint(1 << 16); !ok {
			return c.Wanted("a number of bits")
		}
	}
	if err := c.Expect(">", `">"`); err != nil {
		return err
	}
	m := p.vector(name, to, 4)
	bits := lane.GCD(lane.GCD(m.bits, number[0]), number[1])
	total := m.bits * m.lanes
	if number[0] == 0 || number[0]+number[1] > total {
		return c.ErrorFrom(0, "%d bits from %d on are not among the %d of %s", number[0], number[1], total, name)
	}
	r := lane.Map{Bits: bits, Src: []int{total / bits}, Lane: make([]lane.Lane, number[0]/bits)}
	for i := range r.Lane {
		r.Lane[i] = lane.From(0, number[1]/bits+i)
	}
	return p.line(c, r, []string{name}, to)
}

// say is a map as one VEC_PERM_EXPR.
func say(m lane.Map) (string, error) {
	n := len(m.Lane)
	switch {
	case len(m.Src) == 0 || len(m.Src) > 2:
		return "", fmt.Errorf("%s has lanes of one vector or two, and here are %d", permute, len(m.Src))
	case n > maxLanes:
		return "", fmt.Errorf("%d lanes are too many: there are vectors of at most %d", n, maxLanes)
	case m.Bits != 32:
		return "", fmt.Errorf("its text has no type, and is read as lanes of 32 bits; these have %d", m.Bits)
	}
	sel := make([]string, n)
	for i, l := range m.Lane {
		if l.Kind != lane.Source || m.Src[l.Src] != n {
			return "", fmt.Errorf("%s has lanes of vectors that are as long as its result, and lane %d is none", permute, i)
		}
		sel[i] = strconv.Itoa(l.Src*n + l.Index)
	}
	b := "b"
	if len(m.Src) == 1 {
		b = "a"
	}
	for _, s := range m.Src {
		if s != n {
			return "", fmt.Errorf("%s has vectors that are as long as its result", permute)
		}
	}
	return "_1 = " + permute + " <a, " + b + ", { " + strings.Join(sel, ", ") + " }>;", nil
}
