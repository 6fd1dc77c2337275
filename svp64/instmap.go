package svp64

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// ErrRunTime is why an instruction under a predicate is not one map: Guarded may have it.
var ErrRunTime = errors.New("not a map: a predicate decides at run time")

// Map is the instruction as a movement of bits, with the vector length and the order of loops in v: source a is RA, and the old destination RT. In place, which only the
// pair form can be, the old destination is source a too.
func (i Inst) Map(v SVState) (lane.Map, error) {
	if i.predicated() {
		return lane.Map{}, ErrRunTime
	}
	return i.unguarded(v)
}

// predicated says whether a predicate is tested.
func (i Inst) predicated() bool { return i.CR || i.SrcMask|i.DstMask != 0 }

// unguarded is the map with all predicates true.
func (i Inst) unguarded(v SVState) (lane.Map, error) {
	if err := i.Check(); err != nil {
		return lane.Map{}, err
	}
	if i.IsPair() {
		return i.pairMap(), nil
	}
	if err := v.check(); err != nil {
		return lane.Map{}, err
	}
	l := i.Loop(v)
	return l.Map()
}

func (i Inst) pairMap() lane.Map {
	m := lane.Map{Bits: 32, Src: []int{Lanes}, Lane: make([]lane.Lane, Lanes)}
	for j, x := range i.Swizzle.Function(i.RT == i.RA) {
		m.Lane[j] = laneOf(x, uint64(i.pairOne()))
	}
	return m
}

// pairMap is what a pair does on the state, whose predicates decide: all, nothing, zeros, or a source of zeros. In place what is left alone is the source.
func (s *State) pairMap(i Inst) lane.Map {
	move, sourceZero, zero := s.pairPredicate(i)
	m := i.pairMap()
	for j := range m.Lane {
		kept := lane.FromOld(j)
		if i.RT == i.RA {
			kept = lane.From(0, j)
		}
		x := i.Swizzle.At(j)
		unset := j >= i.Swizzle.Len() || x == Skip
		switch {
		case !move:
			m.Lane[j] = kept
		case zero, sourceZero && (x.Moves() || unset && i.RT != i.RA):
			m.Lane[j] = lane.Zero()
		}
	}
	return m
}

// laneOf is a selector as a lane of a map; skip and end are none.
func laneOf(x Selector, one uint64) lane.Lane {
	switch {
	case x.Moves():
		return lane.From(0, x.Lane())
	case x == One:
		return lane.Fixed(lane.ConstOf(one))
	}
	return lane.Zero()
}

// Guarded is the instruction as a map under its predicate. There is one where a predicate bit decides the lanes of its own subvector and nothing else:
//
//	m=        and walks that pair each subvector with itself; a false bit keeps, with zz it clears
//	dm=, dz   the same with a false bit that clears
//
// Without zeroing, twin predicates make one side skip what the other does not, and then each bit decides where all later elements go.
func (i Inst) Guarded(v SVState) (lane.Guarded, error) {
	g := lane.Guarded{}
	one := i.SrcMask == i.DstMask
	dstOnly := !i.CR && i.SrcMask == 0
	switch {
	case one && (i.SZ == i.DZ || i.IsPair()), dstOnly && (i.DZ || i.IsPair()):
		if i.DZ {
			g.Else = lane.ElseZero
		}
	default:
		return g, errors.New("not a map under a predicate: the two sides have different predicates, and what one of them leaves out moves all later elements")
	}
	var err error
	if g.Map, err = i.unguarded(v); err != nil {
		return g, err
	}
	g.Bit = make([]int, len(g.Map.Lane))
	if i.IsPair() {
		return g, nil
	}
	return g, i.guard(&g, v)
}

// guard sets the bits of a loop.
func (i Inst) guard(g *lane.Guarded, v SVState) error {
	l := i.Loop(v)
	if !l.RT.Vector {
		return errors.New("not a map under a predicate: a scalar destination takes the first subvector whose bit is set")
	}
	for k := range g.Bit {
		g.Bit[k] = lane.Always
	}
	parts := max(l.DstBits/l.SrcBits, 1)
	var err error
	l.pairs(func(from choice, di, dj int) {
		if from.i != di {
			err = fmt.Errorf("not a map under a predicate: with one loop inside out subvector %d goes to subvector %d, and each bit moves the others", from.i, di)
		}
		for part := range parts {
			g.Bit[l.destination(di, dj)*parts+part] = di
		}
	})
	return err
}
