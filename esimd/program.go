package esimd

import (
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A text is statements. What the last of them makes is the result: a value, or what is left in a vector that it writes to.
//
//	simd<int, 16> a;                              an input, since nothing is written to it before it is read
//	simd<int, 8> r = a.select<8, 2>(0);           a value over it
//	r.select<4, 2>(1) = a.select<4, 1>(0);        four elements of r are others now

// maxStatements bounds the time that a text takes.
const maxStatements = 256

type program struct {
	parser
	text     string
	metal    bool // C for Metal
	opt      dialect.Options
	usual    element        // of vectors of which nothing says what their elements are
	lengths  map[string]int // bytes of vectors that are not declared, as a first reading found them
	views    map[string]view
	inputs   []*variable
	unstated []*variable
	warnings []string
	result   view
	to       string
	made     bool
	guard    *dialect.Guard
}

// usualElements is how many a vector has of which nothing says it.
const usualElements = 8

// read reads a text. Where it does not say how long its vectors are, a first reading finds out what it reaches.
func read(text string, metal bool, opt dialect.Options) (dialect.Reading, error) {
	usual, ok := elements["int"], true
	if opt.Type != "" {
		if usual, ok = elements[opt.Type]; !ok {
			return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "--type %s is no type of elements", syntax.Quote(opt.Type))
		}
	}
	first := newProgram(text, metal, opt, usual, nil)
	err := first.run()
	if err != nil || len(first.unstated) == 0 {
		return first.finished(err)
	}
	lengths := map[string]int{}
	for _, v := range first.unstated {
		lengths[v.name] = v.reached
	}
	second := newProgram(text, metal, opt, usual, lengths)
	return second.finished(second.run())
}

func newProgram(text string, metal bool, opt dialect.Options, usual element, lengths map[string]int) *program {
	p := &program{text: text, metal: metal, opt: opt, usual: usual, lengths: lengths, views: map[string]view{}}
	p.Text, p.numbers = withoutComments(text), map[string]number{"true": {whole: 1}, "false": {}}
	return p
}

// withoutComments is the text with blanks for its comments, so that places stay.
func withoutComments(text string) string {
	b := []byte(text)
	for at := 0; at < len(b); {
		n := commentLength(text[at:])
		for k := at; k < at+n; k++ {
			if b[k] != '\n' {
				b[k] = ' '
			}
		}
		at += max(n, 1)
	}
	return string(b)
}

// commentLength is how long the comment is that a text begins with; 0 if it begins with none.
func commentLength(text string) int {
	closing := ""
	switch {
	case text[0] != '/' || len(text) < 2:
		return 0
	case text[1] == '/':
		closing = "\n"
	case text[1] == '*':
		closing = "*/"
	default:
		return 0
	}
	if end := strings.Index(text[2:], closing); end >= 0 {
		return 2 + end + len(closing)
	}
	return len(text)
}

func (p *program) warn(text string) {
	if !slices.Contains(p.warnings, text) {
		p.warnings = append(p.warnings, text)
	}
}

// run reads all statements.
func (p *program) run() error {
	for n := 0; !p.Done(); n++ {
		if n == maxStatements {
			return p.ErrorFrom(p.Off, "more than %d statements", maxStatements)
		}
		if err := p.statement(); err != nil {
			return err
		}
	}
	if !p.made {
		return syntax.Errorf(p.Text, 0, len(p.Text), "nothing in it moves elements: select, replicate, bit_cast_view, format, iselect and merge do")
	}
	return nil
}

// finished is what the program's result is, or its error in the text as it was given.
func (p *program) finished(err error) (dialect.Reading, error) {
	r := dialect.Reading{}
	if err == nil {
		r, err = p.reading()
	}
	if e, ok := err.(*syntax.Error); ok {
		return r, syntax.Errorf(p.text, e.Off, e.End, "%s", e.What)
	}
	return r, err
}

// reading is the result as a map over the inputs.
func (p *program) reading() (dialect.Reading, error) {
	v := p.result
	bytes := p.bytes(v)
	r := dialect.Reading{To: p.to, Guard: p.guard}
	m := lane.Map{Bits: 8, Lane: bytes}
	for _, in := range p.inputs {
		m.Src, r.Names = append(m.Src, len(in.bytes)), append(r.Names, in.name)
	}
	m, r.Names = stillRead(p.kept(m, r.Names))
	if err := m.Check(); err != nil {
		return r, syntax.Errorf(p.text, 0, len(p.text), "%v", err)
	}
	r.Map = m
	for bits := v.bits; bits > 8; bits /= 2 {
		if wide, err := m.Regroup(bits); err == nil {
			r.Map = wide
			break
		}
	}
	if r.Guard != nil && len(r.Guard.Bit) != len(r.Map.Lane) {
		return r, syntax.Errorf(p.text, 0, len(p.text), "under the mask %s elements are merged that are parts of others", r.Guard.By)
	}
	r.Warnings = p.warnings
	return r, nil
}

// stillRead leaves out the vectors that were read on the way, and of which nothing is left.
func stillRead(m lane.Map, names []string) (lane.Map, []string) {
	m, kept := m.DropUnused()
	left := make([]string, len(kept))
	for k, source := range kept {
		left[k] = names[source]
	}
	return m, left
}

// kept makes the vector that the last statement writes to, as it was before, the old destination, where parts of it are left as they were.
func (p *program) kept(m lane.Map, names []string) (lane.Map, []string) {
	v := p.result.of
	if v.input < 0 || v.name != p.to || len(v.bytes) != len(m.Lane) || !v.isWritten() {
		return m, names
	}
	m = m.Clone()
	for i, l := range m.Lane {
		switch {
		case l.Kind == lane.Source && l.Src == v.input:
			m.Lane[i] = lane.FromOld(l.Index)
		case l.Kind == lane.Source && l.Src > v.input:
			m.Lane[i].Src--
		}
	}
	return lane.Map{Bits: m.Bits, Src: slices.Delete(slices.Clone(m.Src), v.input, v.input+1), Lane: m.Lane}, slices.Delete(slices.Clone(names), v.input, v.input+1)
}

// isWritten says whether a vector was written to, and not everywhere.
func (v *variable) isWritten() bool { return v.touched && slices.Contains(v.set, false) }

// bytes is what a view holds.
func (p *program) bytes(v view) []lane.Lane {
	all := make([]lane.Lane, len(v.at))
	for i, at := range v.at {
		if at >= 0 && at < len(v.of.bytes) {
			all[i] = p.byteOf(v.of, at)
		}
	}
	return all
}

// byteOf is a byte of a variable. One that nothing has written is the input's of its name.
func (p *program) byteOf(v *variable, at int) lane.Lane {
	switch {
	case v.set[at]:
		return v.bytes[at]
	case v.local && v.touched:
		return lane.Lane{}
	case v.input < 0:
		v.input, v.local = len(p.inputs), false
		p.inputs = append(p.inputs, v)
	}
	return lane.From(v.input, at)
}

// declare makes a variable of a shape.
func (p *program) declare(name string, s shape, local bool) view {
	n := s.count() * s.size()
	v := &variable{name: name, bytes: make([]lane.Lane, n), set: make([]bool, n), local: local, input: -1, stated: true}
	p.views[name] = whole(v, s)
	return p.views[name]
}

// undeclared is what a name stands for of which the text says nothing: the vector that is wanted, or one as long as what it reaches.
func (p *program) undeclared(name string, want shape) view {
	s, reached := want, p.lengths[name]
	if s.element == (element{}) {
		s = shape{element: p.usual, cols: usualElements}
		if p.opt.Type == "" {
			p.warn("the text declares no types: vectors are taken for those of int")
		}
	}
	if want.element == (element{}) && reached > 0 || s.count()*s.size() < reached {
		s.rows, s.cols = 0, 1
		for s.cols*s.size() < reached {
			s.cols *= 2
		}
	}
	v := p.declare(name, s, false)
	v.of.stated = p.lengths != nil
	p.unstated = append(p.unstated, v.of)
	return v
}

// fresh is a value with no name.
func (p *program) fresh(s shape, bytes []lane.Lane) view {
	v := &variable{bytes: bytes, set: slices.Repeat([]bool{true}, len(bytes)), input: -1, stated: true}
	r := whole(v, s)
	r.fixed = true
	return r
}

// broadcast is a constant in all elements of a shape.
func (p *program) broadcast(s shape, x number) view {
	bytes := make([]lane.Lane, s.count()*s.size())
	c := x.as(s.element)
	for i := range bytes {
		bytes[i] = lane.Fixed(c.Slice(i%s.size()*8, 8))
	}
	return p.fresh(s, bytes)
}

// keep makes a view the result so far.
func (p *program) keep(v view, to string) { p.result, p.to, p.made = v, to, true }

// write puts a value into a view.
func (p *program) write(e *expr, to view, value view) error {
	if to.fixed {
		return p.at(e, "replicate, iselect and calls make a new vector, and nothing is written to it")
	}
	bytes, err := p.converted(e, to.shape, value)
	if err != nil {
		return err
	}
	return p.overwrite(e, to, bytes)
}

// overwrite puts bytes into a view.
func (p *program) overwrite(e *expr, to view, bytes []lane.Lane) error {
	if to.of.masked != "" {
		return p.at(e, "%s was merged under the mask %s: it is a map only once that is known", to.of.name, to.of.masked)
	}
	for i, at := range to.at {
		switch {
		case at >= 0 && at < len(to.of.bytes):
			to.of.bytes[at], to.of.set[at] = bytes[i], true
		case to.of.stated:
			return p.at(e, "element %d lies outside of %s, and is written", i/to.size(), to.of.name)
		}
	}
	to.of.touched = true
	return nil
}
