package lower

import "github.com/lanescope/lanescope/target"

// A union is how a row combines the lanes of its arguments, each in its place; noUnion is none.
type union struct {
	kind     target.UnionKind
	inverted int
}

var noUnion union

// unionOf is the union that a row is on 32-bit lanes, or none.
func unionOf(row *target.Row) union {
	if row.Union.Kind == target.Pack {
		return noUnion // of lanes of 32 bits it makes narrower ones
	}
	return union{row.Union.Kind, row.Union.Inverted}
}

// unknown is what a union of two lanes is of which nothing is known.
const unknown = uint8(anySymbol)

// of is the union of two symbols.
func (u union) of(x, y uint8) uint8 {
	const z = uint8(zeroSymbol)
	switch u.kind {
	case target.Or:
		switch {
		case x == z || x == y:
			return y
		case y == z:
			return x
		}
	case target.And:
		switch {
		case x == z || y == z:
			return z
		case x == y:
			return x
		}
	case target.AndNot:
		kept, away := y, x
		if u.inverted == 1 {
			kept, away = x, y
		}
		switch {
		case kept == z || x == y && x != unknown:
			return z
		case away == z:
			return kept
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
