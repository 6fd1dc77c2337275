package program

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// What a lane of Pick's result is that comes from no vector.
const (
	UndefinedLane = -1
	ZeroLane      = -2
)

// Pick is lanes of values that have as many lanes each, of so many bits, counted through all of them, at the widest lanes of that many bits at which it can be said.
//
//	0 4 1 5 of two values of four lanes      a0 b0 a1 b1
func (p *Values) Pick(values []lane.Map, lanes, bits int, sel []int) (lane.Map, error) {
	if err := p.Level(values); err != nil {
		return lane.Map{}, err
	}
	width := bits
	for _, m := range values {
		width = lane.GCD(width, m.Bits)
	}
	r := lane.Map{Bits: width}
	for k := range values {
		m, err := values[k].Regroup(width)
		if err != nil {
			return r, err
		}
		values[k], r.Src = m, m.Src
	}
	unit := bits / width
	for _, s := range sel {
		for i := range unit {
			switch {
			case s == UndefinedLane:
				r.Lane = append(r.Lane, lane.Lane{})
			case s < 0:
				r.Lane = append(r.Lane, lane.Zero())
			case s >= len(values)*lanes:
				return r, fmt.Errorf("lane %d is none of %d", s, len(values)*lanes)
			default:
				r.Lane = append(r.Lane, values[s/lanes].Lane[s%lanes*unit+i])
			}
		}
	}
	if whole, err := r.Regroup(bits); err == nil {
		r = whole
	}
	return r, nil
}

// Joined is values one behind another, at the widest lanes that all of them have.
func (p *Values) Joined(values []lane.Map) (lane.Map, error) {
	if err := p.Level(values); err != nil {
		return lane.Map{}, err
	}
	whole := lane.Map{Bits: lane.MaxLanes}
	for _, m := range values {
		whole.Bits = min(whole.Bits, m.Bits)
	}
	for _, m := range values {
		m, err := m.Regroup(whole.Bits)
		if err != nil {
			return lane.Map{}, err
		}
		whole.Src, whole.Lane = m.Src, append(whole.Lane, m.Lane...)
	}
	if len(whole.Lane) > lane.MaxLanes {
		return lane.Map{}, fmt.Errorf("these are %d lanes, and a map has at most %d", len(whole.Lane), lane.MaxLanes)
	}
	return whole, nil
}
