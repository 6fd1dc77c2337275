package lane

import "fmt"

// Else says what a guarded lane holds while its predicate bit is 0.
type Else uint8

// The two ways in which machines mask: merging keeps the old destination, zeroing clears it.
const (
	ElseKeep Else = iota
	ElseZero
)

// Always is the predicate bit of a lane that is not guarded.
const Always = -1

// Guarded is a map under a run-time predicate: lane i is the map's while predicate bit Bit[i] is 1, and otherwise the old destination's or zero.
//
//	predicate  1   0   1   1
//	map        a2  a1  a0  z
//	keep       a2  .   a0  z       zero: a2 z a0 z
type Guarded struct {
	Map  Map
	Bit  []int // one entry a destination lane: which predicate bit, or Always
	Else Else
}

// Check says whether the guarded map is one.
func (g Guarded) Check() error {
	if err := g.Map.Check(); err != nil {
		return err
	}
	if len(g.Bit) != len(g.Map.Lane) {
		return fmt.Errorf("%d predicate bits for %d lanes", len(g.Bit), len(g.Map.Lane))
	}
	for i, b := range g.Bit {
		if b < Always {
			return fmt.Errorf("lane %d: predicate bit %d", i, b)
		}
	}
	if g.Else > ElseZero {
		return fmt.Errorf("unknown masking %d", g.Else)
	}
	return nil
}

// At is the map that the guarded one is under a given predicate.
func (g Guarded) At(predicate func(bit int) bool) Map {
	m := g.Map.Clone()
	for i, b := range g.Bit {
		if b != Always && !predicate(b) {
			m.Lane[i] = g.off(i)
		}
	}
	return m
}

// off is what lane i holds while its predicate bit is 0.
func (g Guarded) off(i int) Lane {
	if g.Else == ElseZero {
		return Zero()
	}
	return FromOld(i)
}

// Regroup is Map.Regroup for a guarded map. Lanes join only under one predicate bit.
func (g Guarded) Regroup(bits int) (Guarded, error) {
	m, err := g.Map.Regroup(bits)
	if err != nil {
		return Guarded{}, err
	}
	r := Guarded{Map: m, Bit: make([]int, len(m.Lane)), Else: g.Else}
	for i := range r.Bit {
		r.Bit[i] = g.Bit[i*len(g.Bit)/len(r.Bit)]
	}
	for i, b := range g.Bit {
		if b != r.Bit[i*len(r.Bit)/len(g.Bit)] {
			return Guarded{}, fmt.Errorf("lane %d is guarded by another predicate bit than the lanes it would join", i)
		}
	}
	return r, nil
}

// A GuardedVerdict is a Verdict with the predicate bits that show it.
type GuardedVerdict struct {
	Verdict
	BitA, BitB int  // the predicate bits that guard the lane in each map, or Always
	OnA, OnB   bool // their values in the witness; true where nothing guards the lane
}

// CompareGuarded relates two guarded maps over all values of their predicates. Every lane hangs on at most one bit of each map, so that both values of
// each decide it.
func CompareGuarded(a, b Guarded) (GuardedVerdict, error) {
	if err := checkComparable(a.Map, b.Map); err != nil {
		return GuardedVerdict{}, err
	}
	w := GCD(a.Map.Bits, b.Map.Bits)
	a, err := a.Regroup(w)
	if err != nil {
		return GuardedVerdict{}, err
	}
	if b, err = b.Regroup(w); err != nil {
		return GuardedVerdict{}, err
	}
	// Pair number 4*i+2*p+q is lane i while its bit in a is p and its bit in b is q. Where a lane has no bit, or both have
	// the same one, the pairs that cannot be repeat one that can.
	values := func(n int) (i int, onA, onB bool) {
		i, onA, onB = n/4, n&2 != 0, n&1 != 0
		onA = onA || a.Bit[i] == Always
		if onB = onB || b.Bit[i] == Always; a.Bit[i] == b.Bit[i] {
			onB = onA
		}
		return i, onA, onB
	}
	pair := func(n int) (Lane, Lane) {
		i, onA, onB := values(n)
		return a.lane(i, onA), b.lane(i, onB)
	}
	rel, n := relate(4*len(a.Bit), pair)
	v := GuardedVerdict{Verdict: Verdict{Relation: rel, Bits: w, Lane: -1}, BitA: Always, BitB: Always, OnA: true, OnB: true}
	if n >= 0 {
		v.Lane, v.OnA, v.OnB = values(n)
		v.BitA, v.BitB = a.Bit[v.Lane], b.Bit[v.Lane]
		v.A, v.B = pair(n)
	}
	return v, nil
}

func (g Guarded) lane(i int, on bool) Lane {
	if on {
		return g.Map.Lane[i]
	}
	return g.off(i)
}
