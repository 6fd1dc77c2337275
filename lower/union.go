package lower

import (
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A union is how a row combines the lanes of its arguments, each in its place.
type union uint8

const (
	noUnion     union = iota
	orUnion           // x | y
	andUnion          // x & y
	andNotUnion       // ^x & y
)

// unknown is what a union of two lanes is of which nothing is known.
const unknown = uint8(anySymbol)

// of is the union of two symbols.
func (u union) of(x, y uint8) uint8 {
	const z = uint8(zeroSymbol)
	switch u {
	case orUnion:
		switch {
		case x == z || x == y:
			return y
		case y == z:
			return x
		}
	case andUnion:
		switch {
		case x == z || y == z:
			return z
		case x == y:
			return x
		}
	case andNotUnion:
		switch {
		case y == z || x == y && x != unknown:
			return z
		case x == z:
			return y
		}
	}
	return unknown
}

// combine is the union of the arguments of a step.
func (u union) combine(args []quad) quad {
	v := args[0]
	for _, arg := range args[1:] {
		w := quad(0)
		for i := range 4 {
			w = w.with(i, u.of(v.at(i), arg.at(i)))
		}
		v = w
	}
	return v
}

// unionProbe is a pair of vectors whose union tells the kinds apart: a0 and zero, zero and b1, a2 and a2, a3 and b3.
var unionProbe = [2]quad{quad(0x32c0), quad(0x725c)}

// unionOf is the union that a row is on 32-bit lanes, or none.
func unionOf(row *target.Row) union {
	if len(row.Src) < 2 || row.Bits != 128 {
		return noUnion
	}
	args := make([]lane.Map, len(row.Src))
	for k := range args {
		args[k] = quadMap(unionProbe[min(k, 1)])
	}
	got, err := row.Union.Of(args...).Regroup(32)
	if err != nil {
		return noUnion
	}
	for _, u := range [...]union{orUnion, andUnion, andNotUnion} {
		v, err := lane.Compare(got, quadMap(u.combine(unionProbe[:])))
		if err == nil && v.Relation == lane.Equal {
			return u
		}
	}
	return noUnion
}

// quadMap is a quad as a map of vectors of 128 bits.
func quadMap(q quad) lane.Map {
	m := lane.Map{Bits: 32, Src: []int{4, 4, 4}, Lane: make([]lane.Lane, 4)}
	for i := range m.Lane {
		switch c := q.at(i); c {
		case anySymbol:
		case zeroSymbol:
			m.Lane[i] = lane.Zero()
		default:
			m.Lane[i] = lane.From(int(c/4), int(c%4))
		}
	}
	return m
}
