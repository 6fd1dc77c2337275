package wave

import (
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A Line is an instruction with its operands and what modifies it:
//
//	v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xf
//	└─ Op          └─ Args └─ Mods
type Line struct {
	Op    string
	Args  []Operand
	Mods  []Modifier
	Start int
	End   int
}

// A Modifier is a word behind the operands, alone or with a value.
type Modifier struct {
	Name  string
	Value Operand
	Bare  bool // there is no value
	Start int
	End   int
}

// ReadLine reads the instruction that is the bytes [start, end) of a text.
func ReadLine(text string, start, end int) (Line, error) {
	c := syntax.Cursor{Text: text[:end], Off: start}
	c.Space()
	l := Line{Start: c.Off}
	if l.Op = c.Word(); l.Op == "" {
		return l, whole(text, c.Wanted("an instruction"))
	}
	err := l.readArgs(&c)
	for err == nil && !c.Done() {
		err = l.readModifier(&c)
	}
	l.End = c.Off
	return l, whole(text, err)
}

// whole is an error about the beginning of a text as one about the text.
func whole(text string, err error) error {
	if e, ok := err.(*syntax.Error); ok && e != nil {
		return &syntax.Error{Text: text, Off: e.Off, End: e.End, What: e.What}
	}
	return err
}

func (l *Line) readArgs(c *syntax.Cursor) error {
	if c.Done() {
		return nil
	}
	for {
		o, err := ReadOperand(c)
		if err != nil {
			return err
		}
		if l.Args = append(l.Args, o); c.Accept("|") { // PTX: d|p
			continue
		}
		if !c.Accept(",") {
			return nil
		}
	}
}

func (l *Line) readModifier(c *syntax.Cursor) (err error) {
	c.Accept(",") // some assemblers write one
	c.Space()
	m := Modifier{Start: c.Off}
	if m.Name = c.Word(); m.Name == "" {
		return c.Wanted("a modifier such as row_mask:0xf, or the end")
	}
	m.End = c.Off
	if m.Bare = !c.Accept(":"); !m.Bare {
		m.Value, err = ReadOperand(c)
		m.End = m.Value.End
	}
	l.Mods = append(l.Mods, m)
	return err
}

// Blank is a text with blanks for its comments, /* */ and from // to the line's end, so that every place in it is the same place in the text.
func Blank(text string) string {
	b := []byte(text)
	for at := 0; at < len(b); {
		rest := text[at:]
		n := 0
		switch {
		case strings.HasPrefix(rest, "/*"):
			if n = strings.Index(rest, "*/"); n >= 0 {
				n += 2
			}
		case strings.HasPrefix(rest, "//"):
			n = strings.IndexByte(rest, '\n')
		default:
			at++
			continue
		}
		if n < 0 {
			n = len(rest)
		}
		for k := range n {
			if b[at+k] != '\n' {
				b[at+k] = ' '
			}
		}
		at += n
	}
	return string(b)
}
