package svp64

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// A Value is a vector, or a pair of registers, that a sequence reads or writes: a source of the map by its number, or one of two others.
type Value int

// The values that are no sources.
const (
	Result Value = -1 - iota // what the map is wanted in
	Temp
)

// String is a, b … for sources, d for the result, t for the temporary.
func (v Value) String() string {
	switch v {
	case Result:
		return "d"
	case Temp:
		return "t"
	}
	return lane.SourceName(int(v))
}

// A Move is one swizzle move of the vector form. Its destination is never its source, because that is UNDEFINED.
type Move struct {
	Dst, Src Value
	Swizzle  Swizzle
	Float    bool // fmv.swiz, whose constant 1 is 1.0
}

// String is the move as "d ← a.XY..".
func (m Move) String() string { return fmt.Sprintf("%v ← %v.%v", m.Dst, m.Src, m.Swizzle) }

// Sequence is the shortest sequence of moves of the vector form that makes a map of up to four lanes, of any number of sources, in a destination of its own: one move for each source that is read, because each move reads one, and what
// a move skips is there already.
func Sequence(m lane.Map) ([]Move, error) {
	return sequence(m, Result)
}

// SequenceInto is Sequence for a result that replaces source into. A lane that stays in place needs no move; where another lane of that source is wanted it goes through a temporary, because no move of the vector form may be in place. The other sources stay as they are.
func SequenceInto(m lane.Map, into int) ([]Move, error) {
	if into < 0 || into >= len(m.Src) {
		return nil, fmt.Errorf("source %d of %d", into, len(m.Src))
	}
	return sequence(m, Value(into))
}

func sequence(m lane.Map, into Value) ([]Move, error) {
	parts, float, err := split(m)
	if err != nil {
		return nil, err
	}
	dst := Result
	var moves []Move
	if into >= 0 {
		dst = into
		moves = throughTemp(parts, into, len(m.Lane))
	}
	for _, p := range parts {
		if p.src != into && p.src != constants {
			moves = append(moves, Move{Dst: dst, Src: p.src, Swizzle: p.swizzle(len(m.Lane))})
		}
	}
	moves = addConstants(moves, parts, dst, len(m.Lane))
	for k := range moves {
		moves[k].Float = float
	}
	return moves, nil
}

// constants is in the place of a source where lanes have none.
const constants Value = -3

// A part is what comes from one source; lanes of others are skipped.
type part struct {
	src Value
	sel [Lanes]Selector
}

func (p *part) swizzle(n int) Swizzle { return Select(p.sel[:n]...) }

// split takes a map apart by sources, in the order in which lanes read them.
func split(m lane.Map) (parts []part, float bool, err error) {
	if err := m.Check(); err != nil {
		return nil, false, err
	}
	if len(m.Lane) > Lanes {
		return nil, false, fmt.Errorf("%d lanes: a swizzle has four at most", len(m.Lane))
	}
	add := func(src Value, j int, x Selector) {
		k := slices.IndexFunc(parts, func(p part) bool { return p.src == src })
		if k < 0 {
			k = len(parts)
			parts = append(parts, part{src: src})
		}
		parts[k].sel[j] = x
	}
	ones, floats := false, false
	for j, x := range m.Lane {
		switch {
		case x.Kind == lane.Undefined || x == lane.FromOld(j):
		case x.Kind == lane.Source && x.Index < Lanes:
			add(Value(x.Src), j, X+Selector(x.Index))
		case x == lane.Zero():
			add(constants, j, Zero)
		case x == lane.Fixed(lane.ConstOf(1)):
			ones = true
			add(constants, j, One)
		case isWidth(m.Bits, 16) && x == lane.Fixed(lane.ConstOf(formatOf(m.Bits).one())):
			floats = true
			add(constants, j, One)
		default:
			return nil, false, fmt.Errorf("lane %d: no selector is %s", j, x.Text(j, m.Bits))
		}
	}
	if ones && floats {
		return nil, false, errors.New("no instruction has both the constants 1 and 1.0")
	}
	return parts, floats, nil
}

// throughTemp is the moves for lanes of the source that is replaced, without those that stay in place.
func throughTemp(parts []part, into Value, n int) []Move {
	k := slices.IndexFunc(parts, func(p part) bool { return p.src == into })
	if k < 0 {
		return nil
	}
	from, back := parts[k], part{src: Temp}
	for j := range n {
		switch x := from.sel[j]; {
		case x == X+Selector(j):
			from.sel[j] = Skip
		case x != Skip:
			back.sel[j] = X + Selector(j)
		}
	}
	if from.sel == ([Lanes]Selector{}) {
		return nil
	}
	return []Move{{Dst: Temp, Src: into, Swizzle: from.swizzle(n)}, {Dst: into, Src: Temp, Swizzle: back.swizzle(n)}}
}

// addConstants puts the constants into the first move that writes the destination, or makes one of them.
func addConstants(moves []Move, parts []part, dst Value, n int) []Move {
	k := slices.IndexFunc(parts, func(p part) bool { return p.src == constants })
	if k < 0 {
		return moves
	}
	for i := range moves {
		if moves[i].Dst == dst {
			for j := range n {
				moves[i].Swizzle |= place(j, parts[k].sel[j])
			}
			return moves
		}
	}
	return append(moves, Move{Dst: dst, Src: Temp, Swizzle: parts[k].swizzle(n)})
}
