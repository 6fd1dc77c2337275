package shufflevector

import (
	"math/bits"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// Canonical is the one form of the shuffle's function.
//
// By the seed's rules, completed where they are silent or disagree (errata 101 to 110):
//
//   - the operand that the lanes read first, from lane 0 on, is v1; an operand that no lane reads is poison, and stands second;
//   - a constant stands second unless both operands are constants, and holds only the values that are selected, in the order of first use:
//     one value makes it a splat, selected by its lane 0;
//   - a lane that selects an undefined value is undefined itself;
//   - operands are as long as the next power of two, padded with poison. A variable of another length stands for its padded self.
//
// Two shuffles over operands of one type are the same function, taking undef and poison as one, if and only if their canonical forms are
// equal.
func (s Shuffle) Canonical() Shuffle {
	n := 1 << bits.Len(uint(s.N-1))
	r := Shuffle{Result: s.Result, Elem: s.Elem, N: n, Sel: make([]int, len(s.Sel))}
	names, pool := s.inUse()
	free := len(names)
	for k, name := range names {
		r.Op[k] = Var(name)
	}
	if len(pool) > (2-free)*n { // a zero beside an operand full of other values
		pool = slices.DeleteFunc(pool, func(v Value) bool { return v == Value{} })
	}
	splat := len(pool) == 1
	for i, t := range s.Sel {
		switch v, name, defined := s.read(t); {
		case !defined:
			r.Sel[i] = UndefLane
		case name != "":
			r.Sel[i] = slices.Index(names, name)*n + t%s.N
		case !slices.Contains(pool, v):
			r.Sel[i] = ZeroLane
		case splat:
			r.Sel[i] = free * n
		default:
			r.Sel[i] = free*n + slices.Index(pool, v)
		}
	}
	r, _ = r.place(pool, free) // it fits: what is left comes from the operands that are free now
	return r
}

// inUse is the variables that the lanes read and the distinct constants, both in order of first use.
func (s *Shuffle) inUse() (names []string, pool []Value) {
	for _, t := range s.Sel {
		switch v, name, defined := s.read(t); {
		case !defined:
		case name != "":
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		case !slices.Contains(pool, v):
			pool = append(pool, v)
		}
	}
	return names, pool
}

// read is what selector t reads: a lane of a variable, a constant, or nothing defined.
func (s *Shuffle) read(t int) (v Value, name string, defined bool) {
	switch {
	case t == UndefLane:
		return Value{}, "", false
	case t == ZeroLane:
		return Value{}, "", true
	}
	k, i := s.operand(t)
	o := &s.Op[k]
	if o.IsVar() {
		return Value{}, o.Name, true
	}
	v = o.At(i)
	return v, "", v.State == Defined
}

// A Form is a mask in canonical form with the kinds of its operands.
type Form struct {
	Mask    Mask
	Op      [2]Kind
	Swapped bool // the first operand is the one that was given second
}

// Canonical is the canonical form of the mask over operands of the given kinds. It is what Shuffle.Canonical makes of the selectors, where that can
// be known without the values: the lanes of a NonSplat constant are taken for different. Operands that are the same vector go through
// SameOperand first, with the second one as UndefVector.
func (m Mask) Canonical(v1, v2 Kind) Form { return m.form(v1, v2, 1<<bits.Len8(m.n-1)) }

// Order is Canonical without the last rule: operands keep their length. It is what patterns are looked for in, since a rotation of three lanes is
// none of four.
func (m Mask) Order(v1, v2 Kind) Form { return m.form(v1, v2, m.n) }

// form puts the operands in order and makes them wide lanes long.
func (m Mask) form(v1, v2 Kind, wide uint8) Form {
	var first int // the operand that is read first
	var reads [2]bool
	zero, any := false, false
	n := m.n
	kind := [2]Kind{v1, v2}
	for i, t := range m.sel[:m.m] {
		switch {
		case t == selUndef:
		case t == selZero:
			zero = true
		default:
			k := 0
			if t >= n {
				k = 1
			}
			if kind[k] == UndefVector {
				m.sel[i] = selUndef
				continue
			}
			if !any {
				first, any = k, true
			}
			reads[k] = true
		}
	}
	for k, r := range reads {
		if !r {
			kind[k] = UndefVector
		}
	}
	// An operand that is zero anyway says what a ZeroLane says, and so does one that nobody reads.
	swap := kind[0] > kind[1] || kind[0] == kind[1] && first == 1
	if swap {
		kind[0], kind[1] = kind[1], kind[0]
	}
	zeroSel := uint8(selZero)
	if zero {
		for k := range kind {
			if kind[k] == ZeroSplat || kind[k] == UndefVector {
				kind[k], zeroSel = ZeroSplat, uint8(k)*wide
				break
			}
		}
	}
	m.rewrite(n, wide, swap, kind, zeroSel)
	return Form{Mask: m, Op: kind, Swapped: swap}
}

// rewrite turns the selectors over operands of n lanes into those over operands of wide lanes.
func (m *Mask) rewrite(n, wide uint8, swap bool, kind [2]Kind, zeroSel uint8) {
	base := [2]uint8{0, wide} // where an old operand's selectors begin now
	every := [2]uint8{0xff, 0xff}
	if swap {
		base[0], base[1] = base[1], base[0]
	}
	for k := range kind {
		if kind[k].uniform() {
			old := k
			if swap {
				old = 1 - k
			}
			every[old] = 0
		}
	}
	for i, t := range m.sel[:m.m] {
		switch {
		case t < n:
			m.sel[i] = base[0] + t&every[0]
		case t < selZero:
			m.sel[i] = base[1] + (t-n)&every[1]
		case t == selZero:
			m.sel[i] = zeroSel
		}
	}
	m.n = wide
}

// Map is the lane map of the form with lanes of the given width. Its sources are the operands that are variables; constants other than zero have no bits here, so
// that a lane of one is undefined.
func (f Form) Map(bits int) lane.Map {
	r := lane.Map{Bits: bits, Lane: make([]lane.Lane, f.Mask.m)}
	n := int(f.Mask.n)
	var source [2]int
	for k, kind := range f.Op {
		if kind == Variable {
			source[k] = len(r.Src)
			r.Src = append(r.Src, n)
		}
	}
	for i, t := range f.Mask.sel[:f.Mask.m] {
		k := int(t) / n
		switch {
		case t == selUndef:
		case t == selZero || f.Op[k] == ZeroSplat:
			r.Lane[i] = lane.Zero()
		case f.Op[k] == Variable:
			r.Lane[i] = lane.From(source[k], int(t)-k*n)
		}
	}
	return r
}
