package program

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
)

// Lanes that a line computes do no harm where later lines throw them away:
//
//	or  rax, rcx           both have live bits from 8 on: what is there is no movement,
//	and rax, 0xff          and here it is gone
//
// So they are lanes of an input of their own, and the error waits until the result reads them.

// A computation is such an input, and what is wrong with it.
type computation struct {
	input int
	err   error
}

// Computed puts lanes of an input of their own into a map.
func (p *Values) Computed(m lane.Map, lanes []int, why error) (lane.Map, error) {
	k := len(p.Inputs)
	both := []lane.Map{m, {}}
	if err := p.Argument(&both[1], "\x00"+strconv.Itoa(k), m.Bits*len(m.Lane), m.Bits); err != nil {
		return m, err
	}
	if err := p.Level(both); err != nil {
		return m, err
	}
	p.computes = append(p.computes, computation{k, why})
	r := both[0].Clone() // in its own lanes, which are at most bytes, of which all inputs have a whole number
	for _, i := range lanes {
		r.Lane[i] = both[1].Lane[i]
	}
	return r, nil
}

// Computations is how many of them there are so far.
func (p *Values) Computations() int { return len(p.computes) }

// OnlyComputed is what is wrong with a computation, from one on, that is all that a map reads.
func (p *Values) OnlyComputed(from int, m lane.Map) error {
	for _, c := range p.computes[from:] {
		reads := func(l lane.Lane) bool { return l.Kind == lane.Source && l.Src == c.input }
		others := func(l lane.Lane) bool { return l.Kind == lane.Source && l.Src != c.input }
		if slices.ContainsFunc(m.Lane, reads) && !slices.ContainsFunc(m.Lane, others) {
			return c.err
		}
	}
	return nil
}

// Locate says of computations from one on where in a text they are.
func (p *Values) Locate(from int, at func(err error) error) {
	for k := range p.computes[from:] {
		c := &p.computes[from+k]
		c.err = at(c.err)
	}
}

// WithoutComputed is a map without the inputs that are computations, and the names of those that are left. The error is that of one that it reads.
func (p *Values) WithoutComputed(m lane.Map) (lane.Map, []string, error) {
	names := slices.Clone(p.Inputs)
	if len(p.computes) == 0 || len(m.Src) == 0 {
		return m, names, nil
	}
	m = m.Clone()
	for _, c := range slices.Backward(p.computes) {
		for i, l := range m.Lane {
			switch {
			case l.Kind == lane.Source && l.Src == c.input:
				return m, nil, c.err
			case l.Kind == lane.Source && l.Src > c.input:
				m.Lane[i].Src--
			}
		}
		m.Src, names = slices.Delete(m.Src, c.input, c.input+1), slices.Delete(names, c.input, c.input+1)
	}
	return m, names, nil
}
