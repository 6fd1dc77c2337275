package form

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
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

// unionMap is what a row makes of operands that are known so far.
func (p *values) unionMap(r *target.Row, args []lane.Map) (lane.Map, error) {
	width := 8
	for _, a := range args {
		width = min(width, a.Bits)
	}
	defined := make([]lane.Map, len(args))
	for k, a := range args {
		var err error
		if defined[k], err = a.Regroup(width); err != nil {
			return lane.Map{}, err
		}
	}
	m := r.Union.Of(defined...)
	var computes []int // lanes
	for i, l := range m.Lane {
		if l.Kind == lane.Undefined && !someUndefined(defined, i) {
			computes = append(computes, i)
		}
	}
	if len(computes) == 0 {
		return m, nil
	}
	err := fmt.Errorf("%s computes lane %d from lanes that are both live, which is no movement", r.Name, computes[0])
	if !p.patient {
		return lane.Map{}, err
	}
	return p.computed(m, computes, err)
}

func someUndefined(args []lane.Map, i int) bool {
	return slices.ContainsFunc(args, func(m lane.Map) bool { return i < len(m.Lane) && m.Lane[i].Kind == lane.Undefined })
}

// computed puts lanes of an input of their own into a map.
func (p *values) computed(m lane.Map, lanes []int, why error) (lane.Map, error) {
	k := len(p.inputs)
	both := []lane.Map{m, {}}
	if err := p.argument(&both[1], "\x00"+itoa(k), m.Bits*len(m.Lane), m.Bits); err != nil {
		return m, err
	}
	if err := p.level(both); err != nil {
		return m, err
	}
	p.computes = append(p.computes, computation{k, why})
	r := both[0].Clone() // in its own lanes, which are at most bytes, of which all inputs have a whole number
	for _, i := range lanes {
		r.Lane[i] = both[1].Lane[i]
	}
	return r, nil
}

// locate says of computations from one on where in a text they are.
func (p *values) locate(from int, at func(err error) error) {
	for k := range p.computes[from:] {
		c := &p.computes[from+k]
		c.err = at(c.err)
	}
}

// withoutComputed is a map without the inputs that are computations, and the names of those that are left. The error is that of one that it reads.
func (p *values) withoutComputed(m lane.Map) (lane.Map, []string, error) {
	names := slices.Clone(p.inputs)
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
