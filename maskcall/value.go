package maskcall

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// maxLanes is how many lanes a vector has at most: eight times what the longest of these languages' own have.
const maxLanes = 512

// A value is a vector over the inputs. bits is 0 while nothing has said how wide its lanes are; its inputs' lanes are as wide then.
type value struct {
	bits int
	lane []lane.Lane
	text int // how wide the lanes are that the text gives it, where these are parts of them: what UnpackLow of 32 bits makes, as 64 bits; else 0
}

// parts is how many lanes make one of those that the text gives the vector.
func (v value) parts() int {
	if v.text == 0 {
		return 1
	}
	return v.text / v.bits
}

// An input is a vector that the text does not make.
type input struct {
	name  string
	shape shape
}

// variable is what a name stands for.
func (p *program) variable(e *expr, want shape) (value, error) {
	if v, ok := p.named[e.name]; ok {
		return v, nil
	}
	if list := p.lists[e.name]; list != nil && list.kind == memberExpr {
		if v, ok, err := p.constant(list, want); ok {
			return v, err
		}
	}
	if e.name == "undefined" {
		return value{lane: make([]lane.Lane, max(want.lanes, 1))}, nil
	}
	for k, in := range p.inputs {
		if in.name == e.name {
			return p.whole(k), nil
		}
	}
	if len(p.inputs) == lane.MaxSrc {
		return value{}, syntax.Errorf(p.text, e.off, e.end, "more than %d vectors", lane.MaxSrc)
	}
	s := p.declared[e.name]
	if list := p.lists[e.name]; list != nil {
		s, _ = shapeOf(parsedType(list.typ))
	}
	if s.bits == 0 {
		s.bits = max(p.stated.bits, want.bits)
	}
	if s.lanes == 0 {
		s.lanes = want.lanes
	}
	if s.lanes == 0 {
		s.lanes = p.stated.lanes
	}
	if s.lanes == 0 {
		s.lanes = assumedLanes
		p.warn(fmt.Sprintf("how many lanes %s has is not in the text: %d are assumed", e.name, assumedLanes))
	}
	p.inputs = append(p.inputs, input{e.name, s})
	return p.whole(len(p.inputs) - 1), nil
}

// What is assumed where the text says nothing.
const (
	assumedLanes = 4
	assumedBits  = 32
)

// whole is all of an input.
func (p *program) whole(k int) value {
	s := p.inputs[k].shape
	v := value{bits: s.bits, lane: make([]lane.Lane, s.lanes)}
	for i := range v.lane {
		v.lane[i] = lane.From(k, i)
	}
	return v
}

// width is how wide the lanes of a value are, as far as it or an input of it says.
func (p *program) width(v value) int {
	if v.bits > 0 {
		return v.bits
	}
	for _, l := range v.lane {
		if l.Kind == lane.Source && p.inputs[l.Src].shape.bits > 0 {
			return p.inputs[l.Src].shape.bits
		}
	}
	return 0
}

// widen says how wide the lanes of a value are, of which nothing has said it before.
func (p *program) widen(v *value, bits int) {
	if v.bits = p.width(*v); v.bits > 0 || bits == 0 {
		return
	}
	v.bits = bits
	for _, l := range v.lane {
		if l.Kind == lane.Source {
			p.inputs[l.Src].shape.bits = bits
		}
	}
}

// agree gives values lanes of one width; they differ if the text says so.
func (p *program) agree(e *expr, values []value) error {
	bits := 0
	for _, v := range values {
		if w := p.width(v); bits == 0 {
			bits = w
		} else if w != 0 && w != bits {
			return p.noMix(e, bits, w)
		}
	}
	for i := range values {
		p.widen(&values[i], bits)
	}
	return nil
}

// noMix is the error of vectors with lanes of different bits.
func (p *program) noMix(e *expr, bits, other int) error {
	return syntax.Errorf(p.text, e.off, e.end, "lanes of %d bits and lanes of %d bits do not mix: reinterpret one of them", bits, other)
}

// sources are the lanes of the inputs, at lanes of so many bits.
func (p *program) sources(bits int) []int {
	src := make([]int, len(p.inputs))
	for k, in := range p.inputs {
		src[k] = max(1, in.shape.lanes*in.shape.bits/bits)
	}
	return src
}

// reinterpreted is a value with lanes of other bits.
func (p *program) reinterpreted(e *expr, v value, bits int) (value, error) {
	v.text = 0
	if p.widen(&v, assumedBits); v.bits == bits {
		return v, nil
	}
	for k := range p.inputs { // of which no other value says how wide their lanes are
		if p.inputs[k].shape.bits == 0 {
			p.inputs[k].shape.bits = v.bits
		}
	}
	m := lane.Map{Bits: v.bits, Src: p.sources(v.bits), Lane: v.lane}
	as, err := m.Regroup(bits)
	switch {
	case err != nil && bits > v.bits && len(v.lane)*v.bits%bits == 0 && (p.language == "csharp" || p.language == "java"):
		v.text = bits
		return v, nil
	case err != nil || len(as.Lane) > maxLanes:
		return v, p.noWholeLanes(e, bits)
	}
	return value{bits: bits, lane: as.Lane}, nil
}

// noWholeLanes is the error where lanes are parts of those that are wanted.
func (p *program) noWholeLanes(e *expr, bits int) error {
	return syntax.Errorf(p.text, e.off, e.end, "as lanes of %d bits it is no map of whole lanes", bits)
}

// picked is the lanes sel of values behind one another; what sel leaves open comes from fill.
func picked(sel []int, values []value, fill lane.Lane) value {
	var all []lane.Lane
	for _, v := range values {
		all = append(all, v.lane...)
	}
	r := value{lane: make([]lane.Lane, len(sel))}
	if len(values) > 0 {
		r.bits = values[0].bits
	}
	for i, t := range sel {
		switch {
		case t == zeroLane:
			r.lane[i] = lane.Zero()
		case t == padLane:
			r.lane[i] = fill
		case t >= 0 && t < len(all):
			r.lane[i] = all[t]
		}
	}
	return r
}
