package spirv

import (
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// What a variable holds is what was stored there last, and a source where nothing was:
//
//	%v = OpVariable %_ptr_Function_v4float Function     four lanes that nobody knows yet
//	%x = OpAccessChain %_ptr_Function_float %v %uint_1  one of them
//	OpStore %x %f                                       a new vector: the old one with a lane replaced
//	%t = OpLoad %v4float %v                             that vector

// A pointer is a place in memory: a variable, or a part of one. Of a lane, place is its vector's.
type pointer struct {
	place string // %v, %block/1/%i
	base  string // the variable
	exact bool   // all indices are constants
	typ   string // of what is there
	lane  int    // of a vector
	one   bool   // it is one lane
	any   bool   // which one, only the run knows
	seen  bool   // by others than the function
}

// at is where a name points: a pointer of which nothing is said is a place of its own.
func (p *module) at(name string) pointer {
	if at, ok := p.pointers[name]; ok {
		return at
	}
	return pointer{place: name, base: name, exact: true}
}

// variable is a place. One of a function holds nothing at first, or what its line says; of others nobody knows.
func (p *module) variable(in instruction) error {
	to := p.types.pointee(in.args[0])
	p.pointers[in.to] = pointer{place: in.to, base: in.to, exact: true, typ: to, seen: in.args[1] != "Function" && in.args[1] != "Private" && in.args[1] != "Workgroup"}
	delete(p.shapes, in.to)
	s := p.types.shape(to)
	switch {
	case len(in.args) > 2:
		p.memory[in.to] = p.called(in.args[2])
	case in.args[1] == "Function" && s.lanes > 0:
		name := p.anonymous(in.to)
		p.values.Named[name], p.shapes[name] = lane.Map{Bits: s.bits, Lane: make([]lane.Lane, s.lanes)}, s
		p.memory[in.to] = name
	}
	return nil
}

// accessChain is a part of what is at a place.
func (p *module) accessChain(in instruction) error {
	at := p.at(in.args[1])
	for _, index := range in.args[2:] {
		k, known := p.numbers[p.called(index)]
		if s := p.types.shape(at.typ); s.lanes > 1 && !at.one {
			if known && (k < 0 || k >= s.lanes) {
				return p.wrong("%s has lanes 0 to %d", in.args[1], s.lanes-1)
			}
			at.one, at.any, at.lane = true, !known, k
			continue
		}
		at.typ = p.types.member(at.typ, k)
		if known {
			index = strconv.Itoa(k)
		}
		at.place, at.exact = at.place+"/"+index, at.exact && known
	}
	if at.typ == "" {
		at.typ = p.types.pointee(in.args[0])
	}
	delete(p.shapes, in.to)
	p.pointers[in.to] = at
	return nil
}

// vectorAt is the value of the vector at a place, of which a lane is read or written.
func (p *module) vectorAt(at pointer) string {
	if name, ok := p.memory[at.place]; ok {
		return name
	}
	p.shapes[at.place] = p.types.shape(at.typ)
	p.memory[at.place] = at.place
	return at.place
}

// load is what is at a place.
func (p *module) load(in instruction) error {
	at := p.at(in.args[1])
	if at.one {
		if at.any {
			p.computed[in.to] = p.wrong("which lane it is only the run knows")
			return nil
		}
		return p.lane(p.vectorAt(at), at.lane, in.to)
	}
	s := p.shapes[in.to]
	if name, ok := p.memory[at.place]; ok && p.shapes[name] == s {
		p.same[in.to] = name
		return nil
	}
	p.memory[at.place] = in.to
	return nil
}

// store puts a value to a place. It is a result, too, if something made it.
func (p *module) store(in instruction) error {
	at, value := p.at(in.args[0]), p.called(in.args[1])
	if !at.one {
		p.forget(at)
		p.memory[at.place] = value
		return p.stored(at, value, in.args[1])
	}
	whole := p.vectorAt(at)
	name := p.anonymous(at.place)
	p.forget(at)
	p.memory[at.place] = name
	if at.any {
		p.shapes[name] = p.shapes[whole]
		p.computed[name] = p.wrong("which lane it is only the run knows")
		return nil
	}
	if err := p.replaced(whole, at.lane, value, name); err != nil {
		return err
	}
	return p.stored(at, name, in.args[0])
}

// stored makes a value the outcome: for good, where others see it.
func (p *module) stored(at pointer, value, to string) error {
	if !at.seen {
		p.become(value, to)
		return nil
	}
	p.outcome.seen++
	return p.give(value, to)
}

// forget drops what was at a place, at its parts, and at all of which it may be one.
func (p *module) forget(at pointer) {
	for place := range p.memory {
		base, _, _ := strings.Cut(place, "/")
		if base == at.base && (!at.exact || strings.Contains(place, "/%") || place == at.place || strings.HasPrefix(place, at.place+"/") || strings.HasPrefix(at.place, place+"/")) {
			delete(p.memory, place)
		}
	}
}
