package lower

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Unlimited is the number of constants of Options that allows any.
const Unlimited = -1

// Options say on what and how to lower.
type Options struct {
	Target       *target.Target
	CPU          string // whose figures; empty: the target's default
	Cost         Cost
	MaxConstants int // that a sequence may load, or Unlimited
	Budget       int // how much may be searched for maps that are not four lanes: candidates looked at; 0: DefaultBudget
}

// A Result is the cheapest sequence that was found for a map.
type Result struct {
	Map lane.Map // what was asked
	CPU string   // whose figures

	Sequence
	Count
	Latency    float64 // cycles from the first input to the result
	Proof      Proof
	LowerBound int // no sequence that costs as little has fewer ops
}

// Count is what a sequence has of each kind of instruction.
type Count struct{ Ops, Constants, Copies int }

// Lower finds the cheapest sequence for a map. The error says why there is none.
func (l *Lowerer) Lower(m lane.Map, o Options) (*Result, error) {
	if o.Target == nil {
		return nil, fmt.Errorf("no target")
	}
	if cpu, ok := o.Target.CPU(o.CPU); ok {
		o.CPU = cpu.Name
	} else if o.CPU != "" {
		return nil, fmt.Errorf("%s has no CPU %q", o.Target.Name, o.CPU)
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	p, err := pose(m, o.Target)
	if err != nil {
		return nil, err
	}
	if q, ok := p.quad(); ok {
		if r := l.quad(p, q, o); r != nil {
			return r, nil
		}
	}
	return l.remembered(p, o)
}

// A problem is a map put into registers: its inputs are the vectors that it reads, in the order of its sources and then the old destination, all as wide as
// registers of the target; lanes beyond the map's destination are undefined.
type problem struct {
	asked  lane.Map
	inputs []Input
	bits   int      // of the widest register that the destination or an input needs
	result int      // of the destination's register
	wide   []int    // of each input's register
	want   lane.Map // over the inputs, in registers, at the widest lanes that it has
}

// pose puts a map into registers of a target.
func pose(m lane.Map, t *target.Target) (*problem, error) {
	p := &problem{asked: m}
	total := m.Bits * len(m.Lane)
	register := func(bits int, what string) (int, error) {
		i := slices.IndexFunc(t.Bits, func(n int) bool { return n >= bits })
		if i < 0 {
			return 0, fmt.Errorf("%s has %d bits, and vectors of %s at most %d", what, bits, t.Name, t.Bits[len(t.Bits)-1])
		}
		return t.Bits[i], nil
	}
	var err error
	if p.result, err = register(total, "the destination"); err != nil {
		return nil, err
	}
	p.bits = p.result
	place := make([]int, len(m.Src)) // source k is input place[k]
	reads := m.Reads()
	for k, n := range m.Src {
		if reads[k] == 0 {
			continue
		}
		bits, err := register(n*m.Bits, "source "+lane.SourceName(k))
		if err != nil {
			return nil, err
		}
		place[k] = len(p.inputs)
		p.inputs, p.wide = append(p.inputs, Input{Source: k}), append(p.wide, bits)
		p.bits = max(p.bits, bits)
	}
	old := len(p.inputs)
	if m.ReadsOld() {
		p.inputs, p.wide = append(p.inputs, Input{Old: true}), append(p.wide, p.result)
	}
	if len(p.inputs) == 0 && !slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind != lane.Undefined }) {
		in := Input{Old: true} // nothing is wanted: any register will do
		if len(m.Src) > 0 {
			in = Input{}
		}
		p.inputs, p.wide = []Input{in}, []int{p.result}
	}
	if err := p.place(place, old); err != nil {
		return p, err
	}
	if t.Files[0] == target.Vectors { // in general registers each bit counts
		p.want = widest(p.want)
	}
	return p, nil
}

// place writes the wanted map over the inputs.
func (p *problem) place(place []int, old int) error {
	m := p.asked
	if p.bits%m.Bits != 0 {
		return fmt.Errorf("lanes of %d bits do not fill a register of %d", m.Bits, p.bits)
	}
	w := lane.Map{Bits: m.Bits, Src: make([]int, len(p.inputs)), Lane: make([]lane.Lane, p.bits/m.Bits)}
	for k, bits := range p.wide {
		w.Src[k] = bits / m.Bits
	}
	for i, l := range m.Lane {
		switch l.Kind {
		case lane.Source:
			l.Src = place[l.Src]
		case lane.Old:
			l = lane.From(old, l.Index)
		}
		w.Lane[i] = l
	}
	p.want = w
	return nil
}

// quad is the problem as four lanes of 32 bits, if it is one.
func (p *problem) quad() (q quad, ok bool) {
	if p.bits != 128 || len(p.inputs) > maxInputs || slices.ContainsFunc(p.wide, func(n int) bool { return n != 128 }) {
		return 0, false
	}
	m := p.want
	if m.Bits < 32 {
		return 0, false
	}
	if m.Bits > 32 {
		var err error
		if m, err = m.Regroup(32); err != nil {
			return 0, false
		}
	}
	q = anything
	for i, l := range m.Lane {
		switch l.Kind {
		case lane.Source:
			q = q.with(i, uint8(4*l.Src+l.Index))
		case lane.Constant:
			if !l.Const.IsZero() {
				return 0, false
			}
			q = q.with(i, zeroSymbol)
		}
	}
	return q, true
}
