package lower

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// MostBits is how long the vectors of a map may be.
const MostBits = 2048

// A cut is a map of which a source or the destination takes several registers: its inputs are those of its sources, one source after another, and behind them those of the old destination.
//
//	i8x32 i8x32 -> a31 b0 …      on ssse3      a is inputs 0 and 1, b is 2 and 3, and the result is two registers, each of which is a part
type cut struct {
	asked   lane.Map
	inputs  []Input
	wide    []int      // of each input's register
	result  []int      // of each register of the destination
	parts   []lane.Map // what each of those is to hold, over all inputs
	network bool       // what is decided as a network is enough
	least   int        // ops that all parts take at least, by what has to meet: see network.Problem.Bound
}

// longest is the longest vector that a map reads or writes.
func longest(m lane.Map) (what string, bits int) {
	what, bits = "the destination", m.Bits*len(m.Lane)
	for k, n := range m.Reads() {
		if total := m.Src[k] * m.Bits; n > 0 && total > bits {
			what, bits = "source "+lane.SourceName(k), total
		}
	}
	return what, bits
}

// registersOf are the registers that a vector takes: as wide as there are, and the last as wide as what is left.
func registersOf(bits int, t *target.Target) (list []int) {
	most := t.Bits[len(t.Bits)-1]
	for ; bits > most; bits -= most {
		list = append(list, most)
	}
	return append(list, t.Bits[slices.IndexFunc(t.Bits, func(n int) bool { return n >= bits })])
}

// cutUp puts a map into registers.
func cutUp(m lane.Map, t *target.Target) (*cut, error) {
	if what, bits := longest(m); bits > MostBits {
		return nil, fmt.Errorf("%s has %d bits, and a map of several registers at most %d", what, bits, MostBits)
	}
	total := len(m.Lane) * m.Bits
	return cutInto(m, registersOf(total, t), t)
}

// cutInto puts a map into registers, of which those of its destination are given.
func cutInto(m lane.Map, result []int, t *target.Target) (*cut, error) {
	c := &cut{asked: m, result: result}
	most := t.Bits[len(t.Bits)-1]
	m, err := m.Regroup(lane.GCD(m.Bits, most)) // so that no lane is in two registers
	if err != nil {
		return nil, err
	}
	first := make([]int, len(m.Src)+1) // inputs of each source and of the old destination
	reads := append(m.Reads(), 0)
	if m.ReadsOld() {
		reads[len(m.Src)] = 1
	}
	for k, n := range append(slices.Clone(m.Src), len(m.Lane)) {
		first[k] = len(c.inputs)
		if reads[k] > 0 {
			c.enter(Input{Source: k}, k == len(m.Src), registersOf(n*m.Bits, t))
		}
	}
	if len(c.inputs) == 0 && !slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind != lane.Undefined }) {
		c.enter(Input{}, len(m.Src) == 0, c.result) // nothing is wanted: any registers will do
	}
	at := 0
	for _, bits := range c.result {
		part := lane.Map{Bits: m.Bits, Lane: make([]lane.Lane, bits/m.Bits)}
		for _, n := range c.wide {
			part.Src = append(part.Src, n/m.Bits)
		}
		for j, l := range m.Lane[at:min(at+bits/m.Bits, len(m.Lane))] {
			part.Lane[j] = inRegisters(l, first, most/m.Bits)
		}
		at += bits / m.Bits
		c.parts = append(c.parts, part)
	}
	return c, nil
}

// enter adds the registers of a source, or of the old destination.
func (c *cut) enter(in Input, old bool, registers []int) {
	if old {
		in = Input{Old: true}
	}
	for in.Part = range registers {
		c.inputs = append(c.inputs, in)
	}
	c.wide = append(c.wide, registers...)
}

// inRegisters is a lane as one of the inputs, of which each source's first is known, and which have so many lanes.
func inRegisters(l lane.Lane, first []int, lanes int) lane.Lane {
	switch l.Kind {
	case lane.Source:
		return lane.From(first[l.Src]+l.Index/lanes, l.Index%lanes)
	case lane.Old:
		return lane.From(first[len(first)-1]+l.Index/lanes, l.Index%lanes)
	}
	return l
}

// problem is a part over some of the inputs, which are those that it reads and perhaps others.
func (c *cut) problem(part lane.Map, bits int, from []Arg, t *target.Target) (*problem, error) {
	p := &problem{asked: part, result: bits, bits: bits}
	place := make([]int, len(part.Src))
	for k, v := range from {
		place[v] = k
		p.inputs, p.wide = append(p.inputs, Input{Source: int(v)}), append(p.wide, c.wide[v])
		p.bits = max(p.bits, c.wide[v])
	}
	if err := p.place(place, 0); err != nil {
		return nil, err
	}
	if t.Files[0] == target.Vectors { // in general registers each bit counts
		p.want = joined(p.want)
	}
	return p, nil
}

// reading are the inputs that a part reads.
func reading(part lane.Map) (from []Arg) {
	for k, n := range part.Reads() {
		if n > 0 {
			from = append(from, Arg(k))
		}
	}
	return from
}

// wanted says whether anything is wanted of a part.
func wanted(part lane.Map) bool {
	return slices.ContainsFunc(part.Lane, func(l lane.Lane) bool { return l.Kind != lane.Undefined })
}
