package asm

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/syntax"
)

// Assemble turns a program into bytes. A line is an instruction, a label ("loop:"), both, a directive or empty; a comment goes from "#", ";" or "//" to the end of its line. A label
// stands for a jump's target, a constant for an operand, wherever in the program they are defined. The directives are
//
//	.equ name, 4*16         a constant: an expression, or a word such as r5
//	.byte 0x88, 0           bytes
//	.rept 3 … .endr         lines, so many times
//	.macro name a, b=1      … \a … .endm: lines under a name, with \@ for the number of the use
//	.include "other.s"      another file, where a Source can open one
//
// All errors are reported, each a *syntax.Error or, in an included file, an *IncludedError.
func Assemble(text string) (code []byte, errs []error) {
	p, errs := Source{Text: text}.Assemble()
	return p.Code, errs
}

// A Source is a program's text, and how it gets at the files that it includes.
type Source struct {
	Name  string // of its file, which paths in it are relative to
	Text  string
	Lines bool // say where in the text each piece of the code is from
	// Include reads the file that a text asks for; nil means that there are none. It gives the path under which the text's own paths are looked for.
	Include func(from, path string) (name, text string, err error)
	// Context ends the reading; nil means that nothing does. There is no program then, and its error is the only one.
	Context context.Context
}

// A Program is what a source is assembled to.
type Program struct {
	Code   []byte
	Labels []Label      // in the order of their offsets
	Lines  []SourceLine // in the order of their offsets, if the source wants them
}

// A SourceLine is the line that a piece of the code is from, up to where the next one begins. What a macro stands for is from the line that uses it.
type SourceLine struct {
	Offset int
	File   string // the source's own name, or that of a file that it includes
	Line   int    // from 1 on
}

// A Label is a name for a place in the code.
type Label struct {
	Name   string
	Offset int
}

// An IncludedError is an error in a file that was included.
type IncludedError struct {
	File string
	Err  *syntax.Error
}

// Error names the file, the place and what is wrong.
func (e *IncludedError) Error() string { return e.File + ":" + e.Err.Error() }

// InFile is the file.
func (e *IncludedError) InFile() string { return e.File }

// Unwrap is the error with its place in the file.
func (e *IncludedError) Unwrap() error { return e.Err }

// Assemble is the function of that name for a program that may include files.
func (s Source) Assemble() (Program, []error) {
	p := program{open: s.Include, context: s.Context, labels: map[string]int{}, expansion: expansion{sources: 1}}
	main := &source{name: s.Name, text: s.Text}
	if strings.Contains(s.Text, ".equ") || strings.Contains(s.Text, ".include") { // else there are no constants
		p.pass(main, p.define)
		p.constants()
	}
	if !p.full {
		line := p.line
		if s.Lines {
			line = p.lineAndPlace
		}
		p.pass(main, line)
		p.link()
	}
	switch {
	case p.late != nil:
		return Program{}, []error{p.late}
	case len(p.errs) > 0:
		return Program{}, p.failures()
	}
	return Program{p.code, p.sortedLabels(), p.places.all}, nil
}

type program struct {
	open    func(from, path string) (name, text string, err error)
	symbols symbols
	reading parser         // of the instruction that is being read: one for all
	order   []*constant    // in the order of their definitions
	labels  map[string]int // offsets
	texts   []*source      // that jumps stand in
	jumps   [][]jump       // those that go on to a label that is still to come, many at a time so that they are never moved
	code    []byte
	errs    []failure
	failed  int // how often, the same errors again included
	places  places

	context context.Context // nil: nothing ends the reading
	read    int             // lines, so that time is looked at now and then
	late    error           // why it ended

	expansion
}

// A jump is an instruction whose target is a label that was not known yet. There may be millions.
type jump struct {
	from   uint32 // the number of its text
	start  uint32 // of the label's name in it
	at     uint32 // in the code
	addend int32
}

// A failure is an error in a text.
type failure struct {
	in  *source
	err *syntax.Error
}

// maxErrors is how many errors are worth reading.
const maxErrors = 100

// fail notes an error. What is wrong within a macro is said where it is used.
func (p *program) fail(in *source, err *syntax.Error) {
	for in.use != nil {
		line, col := err.Pos()
		from := err.Off - (col - 1)
		at, _, _ := strings.Cut(err.Text[max(from, 0):], "\n")
		err = syntax.Errorf(in.use.text, in.useAt, in.useEnd, "in %s, line %d, %s: %s", in.name, line, syntax.Quote(strings.TrimSpace(at)), err.What)
		in = in.use
	}
	err.Text = in.text
	if p.failed++; p.failed >= 2*maxErrors {
		p.full = true
	}
	for _, f := range p.errs { // both passes see what stands for other lines
		if f.in.number == in.number && f.err.Off == err.Off && f.err.What == err.What {
			return
		}
	}
	p.errs = append(p.errs, failure{in, err})
}

// failures are the errors, those of a file in the order of its text.
func (p *program) failures() (errs []error) {
	slices.SortStableFunc(p.errs, func(a, b failure) int { return cmp.Or(a.in.number-b.in.number, a.err.Off-b.err.Off) })
	for _, f := range p.errs[:min(len(p.errs), maxErrors)] {
		if f.in.number > 0 {
			errs = append(errs, &IncludedError{f.in.name, f.err})
		} else {
			errs = append(errs, f.err)
		}
	}
	return errs
}

func (p *program) sortedLabels() (all []Label) {
	for name, at := range p.labels {
		all = append(all, Label{name, at})
	}
	slices.SortFunc(all, func(a, b Label) int { return cmp.Or(a.Offset-b.Offset, strings.Compare(a.Name, b.Name)) })
	return all
}

// define notes the constant that a line ".equ name, value" defines.
func (p *program) define(in *source, start, end int) *syntax.Error {
	if !strings.Contains(in.text[start:end], ".equ") {
		return nil
	}
	if _, after := labelOf(in.text, start, end); after > start {
		start = skipBlanks(in.text, after, end)
	}
	if directiveOf(in.text[start:end]) != ".equ" {
		return nil
	}
	c := syntax.Cursor{Text: in.text[:end], Off: start + len(".equ")}
	name := c.Word()
	nameEnd := c.Off
	if name == "" || !c.Accept(",") || c.Done() {
		return syntax.Errorf(in.text, start, end, "expected .equ name, value")
	}
	if is := reserved(name); is != "" {
		return syntax.Errorf(in.text, nameEnd-len(name), nameEnd, "%s is %s, and so cannot be a constant", name, is)
	}
	if p.symbols.constants == nil {
		p.symbols.constants = map[string]*constant{}
	}
	if _, twice := p.symbols.constants[name]; twice {
		return syntax.Errorf(in.text, start, end, "constant %s is defined twice", syntax.Quote(name))
	}
	k := &constant{name: name, text: strings.TrimSpace(c.Rest()), from: in, at: start, end: end}
	p.symbols.constants[name] = k
	p.order = append(p.order, k)
	return nil
}

// constants finds out what the constants are.
func (p *program) constants() {
	for _, c := range p.order {
		if err := p.symbols.resolve(c, 0); err != nil {
			c.wrong = true
			p.fail(c.from, err)
		}
	}
}

// line appends what a line stands for.
func (p *program) line(in *source, start, end int) *syntax.Error {
	start, err := p.label(in, start, end)
	if err != nil || start >= end {
		return err
	}
	if in.text[start] == '.' {
		switch directive := directiveOf(in.text[start:end]); directive {
		case ".equ":
			return nil
		case ".byte":
			return p.bytes(in, start+len(directive), end)
		default:
			return syntax.Errorf(in.text, start, start+len(directive), "there is no directive %s; there are %s", syntax.Quote(directive), strings.Join(directives, ", "))
		}
	}
	p.symbols.target.name = ""
	p.reading = parser{Cursor: syntax.Cursor{Text: in.text[:end], Off: start}, symbols: &p.symbols}
	i, err := p.reading.instruction()
	if err != nil {
		return err
	}
	at := len(p.code)
	p.code = i.AppendBytes(p.code)
	if t := &p.symbols.target; t.name != "" {
		if to, ok := p.labels[t.name]; ok {
			return p.aim(in, t, at, i, to)
		}
		return p.later(in, t, at)
	}
	return nil
}

// later keeps a jump until its label is known.
func (p *program) later(in *source, t *target, at int) *syntax.Error {
	const many = 1 << 12
	if int64(int32(t.addend)) != t.addend {
		return syntax.Errorf(in.text, t.start, t.end, "the offset does not fit in 32 bits")
	}
	if len(p.texts) == 0 || p.texts[len(p.texts)-1] != in {
		p.texts = append(p.texts, in)
	}
	if last := len(p.jumps) - 1; last < 0 || len(p.jumps[last]) == many {
		p.jumps = append(p.jumps, make([]jump, 0, many))
	}
	last := len(p.jumps) - 1
	p.jumps[last] = append(p.jumps[last], jump{uint32(len(p.texts) - 1), uint32(t.start), uint32(at), int32(t.addend)})
	return nil
}

// label reads a label at the beginning of a line, and gives what follows it.
func (p *program) label(in *source, start, end int) (int, *syntax.Error) {
	name, after := labelOf(in.text, start, end)
	if name == "" {
		return start, nil
	}
	at := after - 1
	switch _, twice := p.labels[name]; {
	case registerName(name):
		return start, syntax.Errorf(in.text, start, at, "%s is a register, and so cannot be a label", name)
	case isDigit(name[0]), name == "pc":
		return start, syntax.Errorf(in.text, start, at, "a label begins with a letter and is not pc")
	case twice:
		return start, syntax.Errorf(in.text, start, at, "label %s is defined twice", syntax.Quote(name))
	case p.symbols.constants[name] != nil:
		return start, syntax.Errorf(in.text, start, at, "%s is a constant, and so cannot be a label", syntax.Quote(name))
	}
	p.labels[name] = len(p.code)
	return skipBlanks(in.text, after, end), nil
}

// labelOf is the label at the beginning of a line, and where the line goes on behind its colon.
func labelOf(text string, start, end int) (name string, after int) {
	at := strings.IndexByte(text[start:max(start, end)], ':')
	if at < 0 {
		return "", start
	}
	c := syntax.Cursor{Text: text[:end], Off: start}
	if name = c.Word(); c.Off != start+at {
		return "", start
	}
	return name, c.Off + 1
}

// bytes appends what stands behind ".byte".
func (p *program) bytes(in *source, start, end int) *syntax.Error {
	q := parser{Cursor: syntax.Cursor{Text: in.text[:end], Off: start}, symbols: &p.symbols}
	for {
		q.Space()
		at := q.Off
		if !q.startsExpression() {
			return q.Wanted("a byte such as 0x88")
		}
		v, err := q.integer()
		if err != nil {
			return err
		}
		if v < -128 || v > 255 {
			return q.ErrorFrom(at, "%s is no byte: expected numbers such as 0x88, 0", syntax.Quote(in.text[at:q.Off]))
		}
		p.code = append(p.code, byte(v))
		if !q.Accept(",") {
			break
		}
	}
	if !q.Done() {
		return q.Wanted(`"," or the end of the line`)
	}
	return nil
}

// link puts the offsets of the labels that came after them into the jumps, and looks whether every constant is something.
func (p *program) link() {
	for _, some := range p.jumps {
		for _, j := range some {
			if p.full {
				return
			}
			p.linkJump(j)
		}
	}
	for _, c := range p.order {
		if _, isLabel := p.labels[c.text]; !c.wrong && !c.isNumber && !isLabel && !p.stands(c.text) {
			p.fail(c.from, syntax.Errorf(c.from.text, c.end-len(c.text), c.end, "%s is no number, register, label or other operand", syntax.Quote(c.text)))
		}
	}
}

// stands says whether a word can be an operand: it is one, the first of a list of registers, or a constant, the latter two perhaps with a hint behind a point.
func (p *program) stands(word string) bool {
	if reserved(word) != "" {
		return true
	}
	word, _, _ = strings.Cut(word, "_")
	word, _, _ = strings.Cut(word, ".")
	return word != "" && (reserved(word) != "" || p.symbols.constants[word] != nil)
}

func (p *program) linkJump(j jump) {
	in := p.texts[j.from]
	c := syntax.Cursor{Text: in.text, Off: int(j.start)}
	t := target{name: c.Word(), addend: int64(j.addend), start: int(j.start), end: c.Off}
	for k := p.symbols.constants[t.name]; k != nil; k = p.symbols.constants[t.name] {
		t.name = k.text // what the constant stands for
	}
	to, ok := p.labels[t.name]
	i, err := g13.Decode(p.code[j.at:])
	if !ok || err != nil {
		p.fail(in, syntax.Errorf(in.text, t.start, t.end, "there is no label %s; a target is a label or pc+8", syntax.Quote(t.name)))
		return
	}
	for i.Kind(t.operand) != g13.PCRel {
		t.operand++
	}
	if err := p.aim(in, &t, int(j.at), i, to); err != nil {
		p.fail(in, err)
	}
}

// aim puts the distance to an offset into a jump.
func (p *program) aim(in *source, t *target, at int, i g13.Inst, to int) *syntax.Error {
	err := i.SetArg(t.operand, g13.Arg{Class: g13.Number, Value: int64(to) + t.addend - int64(at)})
	why := i.Doubt(t.operand)
	if err != nil {
		why = err.Error()
	}
	if why != "" {
		return syntax.Errorf(in.text, t.start, t.end, "%s", why)
	}
	i.AppendBytes(p.code[:at])
	return nil
}

func registerName(s string) bool {
	a, rest, ok := register(s)
	return ok && rest == "" && a.Class == g13.Register
}
