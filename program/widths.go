package program

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// Widest is a map in the widest lanes that it moves whole.
func Widest(m lane.Map) lane.Map {
	for m.Bits > 0 {
		wide, err := m.Regroup(2 * m.Bits)
		if err != nil {
			break
		}
		m = wide
	}
	return m
}

// Readable is a map whose lanes are at least bytes, where that is possible.
func Readable(m lane.Map) lane.Map {
	for m.Bits > 0 && m.Bits < 8 {
		wide, err := m.Regroup(2 * m.Bits)
		if err != nil {
			break
		}
		m = wide
	}
	return m
}

// Cleared is what a register of so many bits then holds, where what is above the destination becomes zero.
func Cleared(m lane.Map, bits int) lane.Map {
	n := bits / m.Bits
	m.Lane = slices.Clone(m.Lane)
	for len(m.Lane) < n {
		m.Lane = append(m.Lane, lane.Zero())
	}
	return m
}
