package asm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/syntax"
)

// An expansion is what is known of a program's macros and how much has been made of them.
type expansion struct {
	macros  map[string]*macro
	sources int                   // files so far, the program among them
	uses    int                   // of macros
	depth   int                   // of repetitions, macros and files within one another
	added   int                   // bytes that repetitions, macros and files have added
	full    bool                  // nothing more is read
	files   map[[2]string]*source // by the name of the file that asks, and what it asks for
}

// Bounds, so that no program makes more of itself than a machine holds.
const (
	mostDepth    = 64
	mostExpanded = 16 << 20 // bytes
)

// A macro is lines with a name.
type macro struct {
	name       string
	parameters []parameter
	body       string
}

type parameter struct{ name, usual string }

func (e *expansion) begin() { e.macros, e.uses, e.added = nil, 0, 0 }

type lineFunc = func(in *source, start, end int) *syntax.Error

// expanding are the directives that stand for other lines.
var expanding = []string{".rept", ".endr", ".macro", ".endm", ".include"}

// expand looks whether the line is one that stands for others, and calls f with those. next is where the text goes on.
func (p *program) expand(in *source, start, end, next, stop int, f lineFunc) (_ int, handled bool, _ *syntax.Error) {
	at, word := start, ""
	if _, after := labelOf(in.text, start, end); after > start {
		at = skipBlanks(in.text, after, end)
	}
	if word = directiveOf(in.text[at:end]); p.macros[word] == nil && !slices.Contains(expanding, word) {
		return next, false, nil
	}
	if at > start { // the label alone
		if err := f(in, start, at); err != nil {
			return next, true, err
		}
		start = at
	}
	d := directive{in, start, end, next, stop}
	switch word {
	case ".rept":
		next, err := p.repeat(d, f)
		return next, true, err
	case ".macro":
		next, err := p.macro(d)
		return next, true, err
	case ".include":
		return next, true, p.include(d, f)
	case ".endr", ".endm":
		return next, true, d.errorf("there is no %s that this ends", map[string]string{".endr": ".rept", ".endm": ".macro"}[word])
	}
	return next, true, p.use(p.macros[word], d, f)
}

// A directive is a line that stands for others, from its word on, and where the text behind it begins and ends.
//
//	.rept 2          start to end
//	nop              next …
//	.endr
//	…                stop
type directive struct {
	in         *source
	start, end int
	next, stop int
}

// errorf is an error at the line.
func (d *directive) errorf(format string, args ...any) *syntax.Error {
	return syntax.Errorf(d.in.text, d.start, d.end, format, args...)
}

// argument is a cursor in the line, behind its word.
func (d *directive) argument(word string) syntax.Cursor {
	return syntax.Cursor{Text: d.in.text[:d.end], Off: d.start + len(word)}
}

// grow counts what is added to the program.
func (p *program) grow(d directive, bytes int) *syntax.Error {
	if p.added += bytes + 1; p.added > mostExpanded {
		p.full = true
		return d.errorf("what is repeated and included is more than %d bytes", mostExpanded)
	}
	if p.depth >= mostDepth {
		p.full = true
		return d.errorf("repetitions, macros and files are nested more than %d deep", mostDepth)
	}
	return nil
}

// body finds the end of what begins with the line, and gives where the lines in between begin and end and where the text goes on.
func (d *directive) body(begins, ends string) (from, to, after int, _ *syntax.Error) {
	nested, text := 1, d.in.text
	for at := d.next; at < d.stop; {
		lineEnd := d.stop
		if i := strings.IndexByte(text[at:d.stop], '\n'); i >= 0 {
			lineEnd = at + i
		}
		switch first := skipBlanks(text, at, lineEnd); directiveOf(text[first:max(first, at+code(text[at:lineEnd]))]) {
		case begins:
			nested++
		case ends:
			if nested--; nested > 0 {
				break
			}
			if c := (syntax.Cursor{Text: text[:at+code(text[at:lineEnd])], Off: first + len(ends)}); !c.Done() {
				return 0, 0, lineEnd + 1, c.Wanted("the end of the line")
			}
			return d.next, at, lineEnd + 1, nil
		}
		at = lineEnd + 1
	}
	return 0, 0, d.stop + 1, d.errorf("%s without %s", begins, ends)
}

// repeat is ".rept count" up to ".endr".
func (p *program) repeat(d directive, f lineFunc) (int, *syntax.Error) {
	from, to, after, err := d.body(".rept", ".endr")
	if err != nil {
		return after, err
	}
	q := parser{Cursor: d.argument(".rept"), symbols: &p.symbols}
	if err := p.known(&q); err != nil {
		return after, err
	}
	q.Space()
	at := q.Off
	if !q.startsExpression() {
		return after, q.Wanted("how many times, as a number or constants that are defined before")
	}
	count, err := q.integer()
	switch {
	case err != nil:
		return after, err
	case !q.Done():
		return after, q.Wanted("the end of the line")
	case count < 0:
		return after, q.ErrorFrom(at, "%d times is no number of times", count)
	}
	for range count {
		if err := p.grow(d, to-from); err != nil {
			return after, err
		}
		p.depth++
		if from < to {
			p.lines(d.in, from, to-1, f)
		}
		p.depth--
		if p.full {
			break
		}
	}
	return after, nil
}

// known resolves the constants that a line names, which have to be defined before it.
func (p *program) known(q *parser) *syntax.Error {
	for c := *q; !c.Done(); {
		word := c.Word()
		if word == "" {
			c.Off++
		} else if k, _ := q.constant(word); k != nil {
			if err := p.symbols.resolve(k, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// macro is ".macro name parameters" up to ".endm".
func (p *program) macro(d directive) (int, *syntax.Error) {
	from, to, after, err := d.body(".macro", ".endm")
	if err != nil {
		return after, err
	}
	c := d.argument(".macro")
	name := c.Word()
	switch {
	case name == "" || isDigit(name[0]) || name[0] == '.':
		return after, d.errorf("expected .macro name parameters")
	case len(g13.Named(name))+len(g13.AlsoNamed(name)) > 0:
		return after, d.errorf("%s is an instruction, and so cannot be a macro", name)
	case p.macros[name] != nil:
		return after, d.errorf("macro %s is defined twice", syntax.Quote(name))
	}
	m := &macro{name: name, body: d.in.text[from:to]}
	c.Accept(",")
	for !c.Done() {
		parameter := parameter{name: c.Word()}
		if parameter.name == "" {
			return after, c.Wanted("a parameter's name")
		}
		if c.Accept("=") {
			at := c.Off
			c.Off += argumentEnd(c.Rest())
			parameter.usual = strings.TrimSpace(c.Text[at:c.Off])
		}
		m.parameters = append(m.parameters, parameter)
		c.Accept(",")
	}
	if p.macros == nil {
		p.macros = map[string]*macro{}
	}
	p.macros[name] = m
	return after, nil
}

// argumentEnd is where an argument ends: at a comma outside of brackets.
func argumentEnd(text string) int {
	open := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			open++
		case ')':
			open--
		case ',':
			if open <= 0 {
				return i
			}
		}
	}
	return len(text)
}

// use puts a macro's lines in the place of its name.
func (p *program) use(m *macro, d directive, f lineFunc) *syntax.Error {
	rest := d.in.text[d.start+len(m.name) : d.end]
	arguments := make([]string, len(m.parameters))
	for k := 0; strings.TrimSpace(rest) != ""; k++ {
		if k == len(arguments) {
			return d.errorf("%s takes %d arguments, and there are more", m.name, len(arguments))
		}
		n := argumentEnd(rest)
		if arguments[k] = strings.TrimSpace(rest[:n]); n == len(rest) {
			break
		}
		if rest = rest[n+1:]; strings.TrimSpace(rest) == "" {
			return d.errorf("an argument is missing behind the comma")
		}
	}
	for k, parameter := range m.parameters {
		if arguments[k] == "" {
			arguments[k] = parameter.usual
		}
		if arguments[k] == "" {
			return d.errorf("%s needs an argument for %s", m.name, parameter.name)
		}
	}
	p.uses++
	text, ok := m.with(arguments, p.uses, mostExpanded-p.added)
	if !ok {
		p.added = mostExpanded
	}
	if err := p.grow(d, len(text)); err != nil {
		return err
	}
	p.depth++
	p.lines(&source{name: m.name, text: text, number: d.in.number, use: d.in, useAt: d.start, useEnd: d.end}, 0, len(text)-1, f)
	p.depth--
	return nil
}

// with is the macro's lines with arguments in the place of \name, and the number of the use in that of \@; \() is nothing, and ends a name. ok is false where they have more
// bytes than a limit.
func (m *macro) with(arguments []string, use, limit int) (text string, ok bool) {
	var b strings.Builder
	for rest := m.body; ; {
		at := strings.IndexByte(rest, '\\')
		if at < 0 || b.Len() > limit {
			b.WriteString(rest)
			return b.String(), b.Len() <= limit
		}
		b.WriteString(rest[:at])
		rest = rest[at+1:]
		switch {
		case strings.HasPrefix(rest, "@"):
			b.WriteString(strconv.Itoa(use))
			rest = rest[1:]
		case strings.HasPrefix(rest, "()"):
			rest = rest[2:]
		default:
			k := m.longest(rest)
			if k < 0 { // an error where the line is read
				b.WriteByte('\\')
				continue
			}
			b.WriteString(arguments[k])
			rest = rest[len(m.parameters[k].name):]
		}
	}
}

// longest is the parameter with the longest name that a text begins with, or -1.
func (m *macro) longest(text string) int {
	best := -1
	for k, parameter := range m.parameters {
		if strings.HasPrefix(text, parameter.name) && (best < 0 || len(parameter.name) > len(m.parameters[best].name)) {
			best = k
		}
	}
	return best
}

// include is ".include "file"".
func (p *program) include(d directive, f lineFunc) *syntax.Error {
	path := strings.TrimSpace(d.in.text[d.start+len(".include") : d.end])
	if len(path) < 3 || path[0] != '"' || path[len(path)-1] != '"' || strings.Contains(path[1:len(path)-1], `"`) {
		return d.errorf(`expected .include "file"`)
	}
	path = path[1 : len(path)-1]
	if p.open == nil {
		return d.errorf("there are no files to include here")
	}
	from := d.in
	for from.use != nil {
		from = from.use
	}
	key := [2]string{from.name, path}
	file := p.files[key]
	if file == nil {
		name, text, err := p.open(from.name, path)
		if err != nil {
			return d.errorf("%v", err)
		}
		file = &source{name: name, text: text, number: p.sources}
		p.sources++
		if p.files == nil {
			p.files = map[[2]string]*source{}
		}
		p.files[key] = file
	}
	if err := p.grow(d, len(file.text)); err != nil {
		return err
	}
	p.depth++
	p.lines(file, 0, len(file.text), f)
	p.depth--
	return nil
}
