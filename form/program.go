package form

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Several lines are a program over named values: each line's result replaces what its name stood for, and the program is what its last line makes.
//
//	%t = OpVectorShuffle %v4float %a %b 0 4 1 5        a value is a map over the program's inputs,
//	%r = OpVectorShuffle %v4float %t %t 3 2 1 0        of which a line's map is composed
//
// LLVM's chains and the registers of the G13, whose names overlap, are followed by their own dialects.

// maxLines bounds the time that a program takes.
const maxLines = 256

// lines splits a text at line ends and semicolons, and leaves out empty pieces. Each piece is a start and an end.
func lines(text string) (all [][2]int) {
	for start := 0; start <= len(text); {
		end := len(text)
		if n := strings.IndexAny(text[start:], ";\n"); n >= 0 {
			end = start + n
		}
		if strings.TrimSpace(text[start:end]) != "" {
			all = append(all, [2]int{start, end})
		}
		start = end + 1
	}
	return all
}

// readLines reads a text of one line or of several.
func (d Dialect) readLines(text string) (Reading, error) {
	pieces := lines(text)
	if d.whole || len(pieces) <= 1 {
		return d.read(text)
	}
	if len(pieces) > maxLines {
		return Reading{}, syntax.Errorf(text, pieces[maxLines][0], pieces[maxLines][1], "more than %d lines", maxLines)
	}
	p := values{named: map[string]lane.Map{}}
	var r Reading
	for k, at := range pieces {
		var err error
		if r, err = d.read(text[at[0]:at[1]]); err != nil {
			return Reading{}, moved(err, text, at[0])
		}
		if r.Guard != nil {
			return Reading{}, syntax.Errorf(text, at[0], at[1], "the line is under %s: in a program it is a map only once that is known", r.Guard.By)
		}
		if r.To == "" && k < len(pieces)-1 {
			return Reading{}, syntax.Errorf(text, at[0], at[1], "the line has no name for its result, and so no other can follow")
		}
		if err := p.line(r, d.overlap); err != nil {
			return Reading{}, syntax.Errorf(text, at[0], at[1], "%v", err)
		}
	}
	r.Map, r.Names = p.result, p.inputs
	p.keep(&r)
	if err := checked(text, r.Map); err != nil {
		return Reading{}, err
	}
	return r, nil
}

// moved is an error in a piece of a text, as one in the text.
func moved(err error, text string, by int) error {
	if e, ok := err.(*syntax.Error); ok {
		return &syntax.Error{Text: text, Off: e.Off + by, End: e.End + by, What: e.What}
	}
	return err
}

// values are what names stand for: maps over the inputs, which are the names that no line had made when they were read.
type values struct {
	named  map[string]lane.Map
	inputs []string
	bits   []int // of the inputs
	opened []string
	result lane.Map
	parts  bool // a name with fewer bits is the lower part of the same name with more

	patient  bool // lanes that a line computes are an error only where the result reads them
	computes []computation

	display map[string]string // what a name is called in messages, where it is not itself
	renamed map[string]string // what an input is called instead, where a name stands for several one after another
}

// called is what a name is called in messages.
func (p *values) called(name string) string {
	if text, ok := p.display[name]; ok {
		return text
	}
	return name
}

// line makes the result of one line.
func (p *values) line(r Reading, overlap func(a, b string, bitsA, bitsB int) bool) error {
	m, names := r.Map, r.Names
	if m.ReadsOld() && r.To != "" {
		if _, made := p.named[r.To]; !made {
			p.opened = append(p.opened, r.To)
		}
		m, names = m.OpenOld(), append(slices.Clone(names), r.To)
	}
	if overlap != nil {
		for k, name := range append(slices.Clone(names), r.To) {
			bits := m.Bits * len(m.Lane)
			if k < len(names) {
				bits = m.Bits * m.Src[k]
			}
			for other, value := range p.named {
				if overlap(name, other, bits, value.Bits*len(value.Lane)) {
					return fmt.Errorf("%s and %s share registers without being the same", name, other)
				}
			}
		}
	}
	bits := make([]int, len(names))
	for k := range names {
		bits[k] = m.Bits * m.Src[k]
	}
	args, err := p.arguments(names, bits, m.Bits)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		p.result = m
	} else if p.result, err = m.Of(args...); err != nil {
		return err
	}
	if r.To != "" {
		p.named[r.To] = p.result
	}
	return nil
}

// argument is what a name stands for, or a new input. Where names are registers, a shorter one is the lower part of a longer one.
func (p *values) argument(arg *lane.Map, name string, bits, width int) error {
	if value, ok := p.named[name]; ok {
		have := value.Bits * len(value.Lane)
		switch {
		case have == bits:
		case !p.parts:
			return fmt.Errorf("%s has %d bits here and %d where it was made", p.called(name), bits, have)
		case bits < have:
			narrow, err := value.Regroup(gcd(value.Bits, bits))
			if err != nil {
				return err
			}
			value = narrow
			value.Lane = value.Lane[: bits/value.Bits : bits/value.Bits]
		default:
			return fmt.Errorf("%s is read with %d bits, and only %d of them were written", p.called(name), bits, have)
		}
		*arg = value
		return nil
	}
	if other, ok := p.renamed[name]; ok {
		name = other
	}
	k := slices.Index(p.inputs, name)
	if k < 0 {
		k = len(p.inputs)
		p.inputs, p.bits = append(p.inputs, name), append(p.bits, bits)
	}
	if p.bits[k] != bits && !p.parts {
		return fmt.Errorf("%s has %d bits here and %d before", name, bits, p.bits[k])
	}
	p.bits[k] = max(p.bits[k], bits)
	for _, b := range p.bits[:k+1] { // at a width that all inputs so far have
		width = gcd(width, b)
	}
	*arg = lane.Map{Bits: width, Src: make([]int, k+1), Lane: make([]lane.Lane, bits/width)}
	for i := range arg.Lane {
		arg.Lane[i] = lane.From(k, i)
	}
	for s := range arg.Src {
		arg.Src[s] = p.bits[s] / width
	}
	return nil
}

// arguments are what names stand for, over the inputs that there are then.
func (p *values) arguments(names []string, bits []int, width int) ([]lane.Map, error) {
	args := make([]lane.Map, len(names))
	for k, name := range names {
		if err := p.argument(&args[k], name, bits[k], width); err != nil {
			return nil, err
		}
	}
	return args, p.level(args)
}

// level gives maps the inputs that came after them.
func (p *values) level(args []lane.Map) error {
	for k := range args {
		if err := p.widen(&args[k]); err != nil {
			return err
		}
	}
	return nil
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// widen gives a value's map the inputs that there are now.
func (p *values) widen(m *lane.Map) error {
	width := m.Bits
	for _, b := range p.bits {
		width = gcd(width, b)
	}
	r, err := m.Regroup(width)
	if err != nil {
		return err
	}
	r.Src = make([]int, len(p.bits))
	for k, b := range p.bits {
		r.Src[k] = b / width
	}
	*m = r
	return nil
}

// keep makes the input that is the last line's destination, as it was before, its old destination again.
func (p *values) keep(r *Reading) {
	k := slices.Index(r.Names, r.To)
	if k < 0 || !slices.Contains(p.opened, r.To) || r.Map.Src[k] != len(r.Map.Lane) {
		return
	}
	m := r.Map.Clone()
	for i, l := range m.Lane {
		switch {
		case l.Kind == lane.Source && l.Src == k:
			m.Lane[i] = lane.FromOld(l.Index)
		case l.Kind == lane.Source && l.Src > k:
			m.Lane[i].Src--
		}
	}
	m.Src, r.Names = slices.Delete(m.Src, k, k+1), slices.Delete(slices.Clone(r.Names), k, k+1)
	r.Map = m
}

// powerOverlap says whether two runs of 64-bit registers, r8 and so many bits, overlap without being one.
func powerOverlap(a, b string, bitsA, bitsB int) bool {
	if a == b && bitsA == bitsB || a == "" || b == "" || a[0] != b[0] {
		return false
	}
	x, errX := strconv.Atoi(a[1:])
	y, errY := strconv.Atoi(b[1:])
	return errX == nil && errY == nil && x*64 < y*64+bitsB && y*64 < x*64+bitsA
}
