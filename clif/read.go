package clif

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A shape is a type: i8x16 has 16 lanes of 8 bits, i64 one of 64.
type shape struct{ lanes, bits int }

func (s shape) total() int { return s.lanes * s.bits }

// parseShape is the type that a word is. Vectors have 2, 4, 8 … lanes; floats have 16 bits at least.
func parseShape(word string) (s shape, ok bool) {
	if len(word) < 2 || word[0] != 'i' && word[0] != 'f' {
		return s, false
	}
	c := syntax.Cursor{Text: word, Off: 1}
	s.bits, _ = c.Uint(128)
	if s.lanes = 1; c.Off < len(word) && word[c.Off] == 'x' {
		c.Off++
		s.lanes, _ = c.Uint(64)
	}
	return s, c.Off == len(word) && slices.Contains([]int{8, 16, 32, 64, 128}, s.bits) && (word[0] == 'i' || s.bits > 8) && s.lanes > 0 && s.lanes&(s.lanes-1) == 0 && s.total() <= 512
}

// A function is the lines of a text: what values are, and what they were made of.
type function struct {
	syntax.Cursor
	values    program.Values
	shapes    map[string]shape  // of values
	constants map[string][]byte // const0 and so on
	blocks    int
	jump      []string // the block to which the line before goes, and what it passes
	result    lane.Map
	to        string
	made      bool
}

// read reads lines, with a function's head and its blocks around them or not.
func read(text string) (dialect.Reading, error) {
	p := &function{
		Cursor: syntax.Cursor{Text: withoutComments(text)}, shapes: map[string]shape{}, constants: map[string][]byte{},
		values: program.Values{Named: map[string]lane.Map{}},
	}
	for lines := 0; !p.Done(); lines++ {
		if lines == program.MaxLines {
			return dialect.Reading{}, p.in(text, p.ErrorFrom(p.Off, "more than %d lines", program.MaxLines))
		}
		if err := p.line(); err != nil {
			return dialect.Reading{}, p.in(text, err)
		}
	}
	if !p.made {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "expected a line that moves lanes, such as v2 = shuffle v0, v1, [0 16 1 17 …]")
	}
	level := []lane.Map{p.result}
	if err := p.values.Level(level); err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r := dialect.Reading{Map: program.Readable(level[0]), Names: p.values.Inputs, To: p.to}
	return r, dialect.Checked(text, r.Map)
}

// in is an error as one in the text with its comments.
func (p *function) in(text string, err error) error {
	if e, ok := err.(*syntax.Error); ok {
		e.Text = text
	}
	return err
}

// withoutComments is a text of the same length with blanks from each ; to the end of its line.
func withoutComments(text string) string {
	if !strings.Contains(text, ";") {
		return text
	}
	out := []byte(text)
	comment := false
	for i, b := range out {
		if comment = b != '\n' && (comment || b == ';'); comment {
			out[i] = ' '
		}
	}
	return string(out)
}

// passed are words with which a line begins that says nothing of lanes: heads of files of tests and what functions declare.
var passed = []string{"test", "target", "set", "feature", "isa", "function", "gv", "sig", "ss", "fn", "dyn", "dt", "mt", "jt", "stack_limit", "heap", "table", "nop", "trap", "debugtrap", "fence"}

// rest passes the rest of a line, and is it.
func (p *function) rest() string {
	line, _, _ := strings.Cut(p.Rest(), "\n")
	p.Off += len(line)
	return line
}

// line reads one line.
func (p *function) line() error {
	if p.Accept("}") || p.Accept("{") {
		return nil
	}
	if p.Accept("@") { // where the line comes from
		p.Word()
	}
	p.Space()
	start := p.Off
	word := p.Word()
	kind := strings.TrimRight(word, "0123456789")
	switch {
	case kind == "block":
		return p.block(start)
	case kind == "const" && kind != word:
		return p.constant(word)
	case slices.Contains(passed, kind):
		p.rest()
		return nil
	case kind == "return" || kind == "store":
		p.used()
		return nil
	case kind == "jump":
		return p.jumps()
	case strings.HasPrefix(word, "br"):
		return p.ErrorFrom(start, "%s decides at run time which lines follow: a map is made by lines one after another", word)
	case !isValue(word):
		p.Off = start
		return p.Wanted("a value, such as v2 = shuffle v0, v1, [0 16 1 17 …]")
	case p.Accept(","): // one of two results
		return p.split(word)
	case p.Accept("->"): // another name
		return p.alias(word)
	case p.Accept(":"): // a type that is said beside
		p.shapes[word], _ = parseShape(p.Word())
		return nil
	}
	if err := p.Expect("=", `"=" behind the value`); err != nil {
		return err
	}
	return p.assign(word)
}

// jumps reads jump block1(v5). The block has to be the next one.
func (p *function) jumps() error {
	p.jump = []string{p.Word()}
	if !p.Accept("(") {
		return nil
	}
	for !p.Accept(")") {
		p.Accept(",")
		p.Space()
		at := p.Off
		name := p.Word()
		if !isValue(name) {
			return p.ErrorFrom(at, "expected a value, such as v0")
		}
		p.jump = append(p.jump, name)
	}
	return nil
}

// block reads a block's parameters. Those of the first are the function's; those of another are what the line before it passes.
func (p *function) block(start int) error {
	name := p.Text[start:p.Off]
	if p.blocks++; p.blocks > 1 && (len(p.jump) == 0 || p.jump[0] != name) {
		return p.ErrorFrom(start, "the lines before do not go on here: a map is made by lines one after another")
	}
	passed := p.jump
	p.jump = nil
	if p.Accept("(") {
		for k := 1; !p.Accept(")"); k++ {
			if err := p.parameter(passed, k); err != nil {
				return err
			}
		}
	}
	return p.Expect(":", `":" behind the block`)
}

// parameter reads a parameter of a block, and its comma if another follows. It is what has been passed in its place, if something has.
func (p *function) parameter(passed []string, k int) error {
	p.Space()
	start := p.Off
	name := p.Word()
	if !isValue(name) {
		p.Off = start
		return p.Wanted("a parameter, such as v0: i8x16")
	}
	if err := p.Expect(":", `":" and a type`); err != nil {
		return err
	}
	p.Space()
	at := p.Off
	s, ok := parseShape(p.Word())
	if !ok {
		return p.ErrorFrom(at, "expected a type, such as i8x16")
	}
	p.shapes[name] = s
	if k < len(passed) {
		m, err := p.argument(passed[k], s)
		if err != nil {
			return p.ErrorFrom(start, "%v", err)
		}
		p.values.Named[name] = m
	}
	if p.blocks == 1 && s.lanes > 1 { // vectors that a function takes are its sources, in their order
		if _, err := p.argument(name, s); err != nil {
			return p.ErrorFrom(start, "%v", err)
		}
	}
	for p.Word() != "" { // what is said of it: v0: i64 vmctx
	}
	if p.Peek() == ')' {
		return nil
	}
	return p.comma()
}

// constant reads const0 = 0x… or [0 1 …].
func (p *function) constant(name string) error {
	if err := p.Expect("=", `"=" behind the constant`); err != nil {
		return err
	}
	all, err := p.data()
	p.constants[name] = all
	return err
}

// used reads what is returned or stored, of which the first is the result. Flags may stand before it.
func (p *function) used() {
	words := strings.FieldsFunc(p.rest(), func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	k := slices.IndexFunc(words, isValue)
	if k < 0 {
		return
	}
	if m, ok := p.values.Named[words[k]]; ok {
		p.result, p.to, p.made = m, words[k], true
	}
}

// alias is v3 -> v1.
func (p *function) alias(name string) error {
	p.Space()
	start := p.Off
	other := p.Word()
	s, known := p.shapes[other]
	if !known {
		return p.ErrorFrom(start, "%s is not made or declared before", syntax.Quote(other))
	}
	m, err := p.argument(other, s)
	if err != nil {
		return p.ErrorFrom(start, "%v", err)
	}
	p.values.Named[name], p.shapes[name] = m, s
	return nil
}

// argument is a value of a type as a map.
func (p *function) argument(name string, s shape) (lane.Map, error) {
	all, err := p.values.Arguments([]string{name}, []int{s.total()}, min(s.bits, 64))
	if err != nil {
		return lane.Map{}, err
	}
	return all[0], nil
}

// operand reads a value's name, and is it with lanes of its type; where nothing says the type it is the assumed one.
func (p *function) operand(assumed shape) (m lane.Map, s shape, err error) {
	p.Space()
	start := p.Off
	name := p.Word()
	if !isValue(name) {
		p.Off = start
		return m, s, p.Wanted("a value, such as v0")
	}
	s, known := p.shapes[name]
	if !known {
		if s = assumed; s.lanes == 0 {
			return m, s, p.ErrorFrom(start, "the type of %s is not in the text: block0(%s: i32x4): would say it", name, name)
		}
		p.shapes[name] = s
	}
	if m, err = p.argument(name, s); err != nil {
		return m, s, p.ErrorFrom(start, "%v", err)
	}
	return m, s, nil
}

// comma is what stands between operands.
func (p *function) comma() error { return p.Expect(",", `","`) }

// data reads the bytes of a constant: 0x… with the last byte first, [0 1 …] by lanes, or the name of one.
func (p *function) data() ([]byte, error) {
	p.Space()
	start := p.Off
	if p.Accept("[") {
		var all []byte
		for !p.Accept("]") {
			p.Accept(",")
			p.Space()
			at := p.Off
			v, err := number(p.Word(), 1)
			if err != nil || len(all) == 64 {
				return nil, p.ErrorFrom(at, "expected the bytes of a vector")
			}
			all = append(all, v[0])
		}
		return all, nil
	}
	word := p.Word()
	if all, ok := p.constants[word]; ok {
		return all, nil
	}
	if strings.HasPrefix(word, "const") {
		return nil, p.ErrorFrom(start, "%s is not in the text: %s = 0x0f0e0d0c… would say it", word, word)
	}
	all, err := number(word, bytes)
	if err != nil {
		return nil, p.ErrorFrom(start, "%v", err)
	}
	return all, nil
}

// number is a number of so many bytes, the lowest first.
func number(word string, size int) ([]byte, error) {
	digits, hex := strings.CutPrefix(strings.ReplaceAll(word, "_", ""), "0x")
	base := 10
	if hex {
		base = 16
	}
	all := make([]byte, size)
	if digits == "" || len(digits) > 100 {
		return nil, fmt.Errorf("expected a number, found %s", syntax.Quote(word))
	}
	for _, d := range strings.ToLower(digits) {
		v := strings.IndexByte("0123456789abcdef", byte(d))
		if v < 0 || v >= base || d > 'f' {
			return nil, fmt.Errorf("expected a number, found %s", syntax.Quote(word))
		}
		for i := range all {
			v += int(all[i]) * base
			all[i], v = byte(v), v>>8
		}
		if v != 0 {
			return nil, fmt.Errorf("%s has more than %d bits", word, 8*size)
		}
	}
	return all, nil
}
