package asm

import (
	"cmp"
	"strconv"
	"strings"
	"sync"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/syntax"
)

// A constant is what ".equ name, value" defines: a number, or a word that is an operand.
type constant struct {
	name     string
	text     string // what it stands for
	from     *source
	at, end  int // where it is defined
	number   number
	isNumber bool
	sample   string // what can be seen of it without reading it: the word, or for a number its digits
	state    uint8
	wrong    bool // and said to be
}

// States of a constant.
const (
	unresolved = iota
	resolving
	resolved
)

// constant is the constant that a word is, or that it is up to a point: acc.discard.
func (p *parser) constant(word string) (c *constant, suffix string) {
	if p.symbols == nil || p.symbols.constants == nil || word == "" {
		return nil, ""
	}
	if c = p.symbols.constants[word]; c != nil {
		return c, ""
	}
	if at := strings.IndexByte(word, '.'); at > 0 {
		return p.symbols.constants[word[:at]], word[at:]
	}
	return nil, ""
}

// substituted reads operand n from what a constant stands for.
func (p *parser) substituted(c *constant, suffix string, start int, o *g13.Operand, i *g13.Inst, n int) (g13.Arg, *syntax.Error) {
	if p.depth >= mostNested {
		return g13.Arg{}, p.ErrorFrom(start, "constants are nested too deep")
	}
	text := c.text
	if c.isNumber && suffix != "" {
		text = "(" + text + ")"
	}
	q := parser{Cursor: syntax.Cursor{Text: text + suffix}, symbols: p.symbols, depth: p.depth + 1}
	a, err := q.operand(o, i, n)
	if err == nil && !q.Done() {
		err = q.Wanted("the end of the constant")
	}
	if err != nil {
		err = p.ErrorFrom(start, "%s is %s: %s", syntax.Quote(c.name), syntax.Quote(c.text), err.What)
	}
	p.symbols.target.start, p.symbols.target.end = start, p.Off // if it is a label
	return a, err
}

// resolve finds out what a constant is: an expression of others, wherever these are defined, or a word.
func (s *symbols) resolve(c *constant, depth int) *syntax.Error {
	switch {
	case c.state == resolved:
		return nil
	case c.state == resolving || depth > mostNested:
		return syntax.Errorf(c.from.text, c.at, c.end, "constant %s is defined by itself", syntax.Quote(c.name))
	}
	c.state, c.sample = resolving, c.text
	defer func() { c.state = resolved }()
	p := parser{Cursor: syntax.Cursor{Text: c.from.text[:c.end], Off: c.end - len(c.text)}, symbols: s, depth: depth}
	for q := p; ; { // constants within it first
		q.Space()
		if word := q.Word(); word == "" {
			if q.Peek() == 0 {
				break
			}
			q.Off++
		} else if other, _ := q.constant(word); other != nil {
			if err := s.resolve(other, depth+1); err != nil {
				return err
			}
		}
	}
	if p.startsExpression() {
		var err *syntax.Error
		if c.number, err = p.expression(false); err != nil {
			return err
		}
		c.isNumber = true
		c.sample = strconv.FormatInt(max(c.number.v, 0), 10)
	} else if p.Word() == "" {
		return p.Wanted("a number, a register or another operand")
	}
	if !p.Done() {
		return p.Wanted("the end of the constant")
	}
	return nil
}

// reserved is what a name is that no constant may have, or nothing.
func reserved(name string) string {
	if a, rest, ok := register(name); ok && rest == "" {
		return [...]string{"a register", "a uniform"}[a.Class]
	}
	if name == "" || isDigit(name[0]) || name[0] == '.' {
		return "no name: one begins with a letter"
	}
	for _, prefix := range []string{"ts", "ss", "cf", "sr", "target"} {
		if number, ok := strings.CutPrefix(name, prefix); ok && number != "" && strings.Trim(number, "0123456789") == "" {
			return "an operand"
		}
	}
	if componentsOf(name) > 0 {
		return "a mask of components"
	}
	if is, ok := keywords()[name]; ok {
		return is
	}
	return ""
}

// keywords are the words that mean something in an operand, and what that is.
var keywords = sync.OnceValue(func() map[string]string {
	all := map[string]string{"pc": "the place of an instruction", "lsl": "a keyword", "mask": "a keyword", "None": "a keyword"}
	for f := range g13.NumForms {
		for _, o := range f.Operands() {
			if o.Kind == g13.Flag {
				all[o.Name] = "a keyword"
			}
			for _, word := range o.Kind.Words() {
				if word != "" {
					all[word] = cmp.Or(kinds[o.Kind].keywords, "a keyword")
				}
			}
		}
	}
	for _, name := range g13.SpecialRegisterNames() {
		if name != "" {
			all[name] = "a special register"
		}
	}
	return all
})
