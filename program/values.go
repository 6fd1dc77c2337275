package program

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// MaxLines bounds the time that a program takes. What 512 bits are brought to their places by, one by one, is within it: in C that was 267 statements.
const MaxLines = 1024

// Several lines are a program over named values: each line's result replaces what its name stood for, and the program is what its last line makes.
//
//	%t = OpVectorShuffle %v4float %a %b 0 4 1 5        a value is a map over the program's inputs,
//	%r = OpVectorShuffle %v4float %t %t 3 2 1 0        of which a line's map is composed
//
// LLVM's chains and the registers of the G13, whose names overlap, are followed by their own dialects.

// Values are what names stand for: maps over the inputs, which are the names that no line had made when they were read.
type Values struct {
	Named  map[string]lane.Map
	Inputs []string
	Bits   []int // of the inputs
	opened []string
	Result lane.Map
	Parts  bool // a name with fewer bits is the lower part of the same name with more

	Patient  bool // lanes that a line computes are an error only where the result reads them
	computes []computation

	Display map[string]string // what a name is called in messages, where it is not itself
	Renamed map[string]string // what an input is called instead, where a name stands for several one after another
}

// Called is what a name is called in messages.
func (p *Values) Called(name string) string {
	if text, ok := p.Display[name]; ok {
		return text
	}
	return name
}

// Line makes the result of one line.
func (p *Values) Line(m lane.Map, names []string, to string, overlap func(a, b string, bitsA, bitsB int) bool) error {
	if m.ReadsOld() && to != "" {
		if _, made := p.Named[to]; !made {
			p.opened = append(p.opened, to)
		}
		m, names = m.OpenOld(), append(slices.Clone(names), to)
	}
	if overlap != nil {
		for k, name := range append(slices.Clone(names), to) {
			bits := m.Bits * len(m.Lane)
			if k < len(names) {
				bits = m.Bits * m.Src[k]
			}
			for other, value := range p.Named {
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
	args, err := p.Arguments(names, bits, m.Bits)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		p.Result = m
	} else if p.Result, err = m.Of(args...); err != nil {
		return err
	}
	if to != "" {
		p.Named[to] = p.Result
	}
	return nil
}

// Argument is what a name stands for, or a new input. Where names are registers, a shorter one is the lower part of a longer one.
func (p *Values) Argument(arg *lane.Map, name string, bits, width int) error {
	if bits <= 0 || width <= 0 {
		return fmt.Errorf("%s is read, and nobody says how wide", name)
	}
	if value, ok := p.Named[name]; ok {
		have := value.Bits * len(value.Lane)
		switch {
		case have == bits:
		case !p.Parts:
			return fmt.Errorf("%s has %d bits here and %d where it was made", p.Called(name), bits, have)
		case bits < have:
			narrow, err := value.Regroup(lane.GCD(value.Bits, bits))
			if err != nil {
				return err
			}
			value = narrow
			value.Lane = value.Lane[: bits/value.Bits : bits/value.Bits]
		default:
			return fmt.Errorf("%s is read with %d bits, and only %d of them were written", p.Called(name), bits, have)
		}
		*arg = value
		return nil
	}
	if other, ok := p.Renamed[name]; ok {
		name = other
	}
	k := slices.Index(p.Inputs, name)
	if k < 0 {
		k = len(p.Inputs)
		p.Inputs, p.Bits = append(p.Inputs, name), append(p.Bits, bits)
	}
	if p.Bits[k] != bits && !p.Parts {
		return fmt.Errorf("%s has %d bits here and %d before", name, bits, p.Bits[k])
	}
	p.Bits[k] = max(p.Bits[k], bits)
	for _, b := range p.Bits[:k+1] { // at a width that all inputs so far have
		width = lane.GCD(width, b)
	}
	*arg = lane.Map{Bits: width, Src: make([]int, k+1), Lane: make([]lane.Lane, bits/width)}
	for i := range arg.Lane {
		arg.Lane[i] = lane.From(k, i)
	}
	for s := range arg.Src {
		arg.Src[s] = p.Bits[s] / width
	}
	return nil
}

// Arguments are what names stand for, over the inputs that there are then.
func (p *Values) Arguments(names []string, bits []int, width int) ([]lane.Map, error) {
	args := make([]lane.Map, len(names))
	for k, name := range names {
		if err := p.Argument(&args[k], name, bits[k], width); err != nil {
			return nil, err
		}
	}
	return args, p.Level(args)
}

// Level gives maps the inputs that came after them.
func (p *Values) Level(args []lane.Map) error {
	for k := range args {
		if err := p.widen(&args[k]); err != nil {
			return err
		}
	}
	return nil
}

// widen gives a value's map the inputs that there are now.
func (p *Values) widen(m *lane.Map) error {
	width := m.Bits
	for _, b := range p.Bits {
		width = lane.GCD(width, b)
	}
	r, err := m.Regroup(width)
	if err != nil {
		return err
	}
	r.Src = make([]int, len(p.Bits))
	for k, b := range p.Bits {
		r.Src[k] = b / width
	}
	*m = r
	return nil
}

// Keep makes the input that is the last line's destination, as it was before, its old destination again.
func (p *Values) Keep(m lane.Map, names []string, to string) (lane.Map, []string) {
	k := slices.Index(names, to)
	if k < 0 || !slices.Contains(p.opened, to) || m.Src[k] != len(m.Lane) {
		return m, names
	}
	m = m.Clone()
	for i, l := range m.Lane {
		switch {
		case l.Kind == lane.Source && l.Src == k:
			m.Lane[i] = lane.FromOld(l.Index)
		case l.Kind == lane.Source && l.Src > k:
			m.Lane[i].Src--
		}
	}
	m.Src = slices.Delete(m.Src, k, k+1)
	return m, slices.Delete(slices.Clone(names), k, k+1)
}

// Overwritten is a value with a part in place of its bits from a place on.
func (p *Values) Overwritten(whole, part lane.Map, at int) (lane.Map, error) {
	both := []lane.Map{whole, part}
	if err := p.Level(both); err != nil {
		return lane.Map{}, err
	}
	width := lane.GCD(lane.GCD(both[0].Bits, both[1].Bits), at)
	for k := range both {
		var err error
		if both[k], err = both[k].Regroup(width); err != nil {
			return lane.Map{}, err
		}
	}
	m := both[0].Clone()
	copy(m.Lane[at/width:], both[1].Lane)
	return m, nil
}
