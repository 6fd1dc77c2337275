package target

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// An Access is what a row does that moves lanes between registers and memory, in one direction. In its row's texts m is the memory.
//
//	vinserti128 d, a, m, 1     load    Piece At 128, Bits 128      d = a0 m
//	vbroadcasti128 d, m        load    Repeat, Bits 128            d = m m
//	movhps m, a                store   Piece At 64, Bits 64        m = the upper half of a
//	ld2 {d, b}, m              load    Structure of 2, Elem 16     d = m0 m2 m4 …, b = m1 m3 m5 …
type Access struct {
	Kind      AccessKind
	Store     bool
	Bits      int // of memory, that follow one another
	At        int // of a Piece, which bit of the register is its lowest
	Registers int // that it writes, or reads: 1, or those of a Structure, which follow one another
	Elem      int // bits of a lane of a Structure

	Type, Part string // of a load of several registers, what type the row's expression of C has, and an expression for register {k} of its {value}
	Pointed    bool   // the address is a register alone, without a number of bytes behind it
}

// An AccessKind says which bits of registers and which of memory are the same.
type AccessKind uint8

// The kinds of accesses.
const (
	Low       AccessKind = iota // the lowest of a register; a load makes what is above zero
	Piece                       // some of a register, from one on; a load keeps the others of its source a
	Repeat                      // a load of the same again and again
	Structure                   // lane i of register k is lane i·Registers + k of the memory
)

// Accessed is what a load makes of register k: its sources are those of the row, and then the memory. Of a store it is the memory, and its sources are the row's.
func (r *Row) Accessed(k int) lane.Map {
	x := r.Access
	m := lane.Map{Bits: 8}
	for _, bits := range r.Src {
		m.Src = append(m.Src, bits/8)
	}
	memory := len(m.Src)
	if x.Store {
		for i := range x.Bits / 8 {
			m.Lane = append(m.Lane, x.stored(i))
		}
		return m
	}
	m.Src = append(m.Src, x.Bits/8)
	for i := range r.Bits / 8 {
		m.Lane = append(m.Lane, x.loaded(memory, k, i))
	}
	return m
}

// stored is byte i of the memory that is written.
func (x *Access) stored(i int) lane.Lane {
	switch x.Kind {
	case Structure:
		e := x.Elem / 8
		return lane.From(i/e%x.Registers, i/e/x.Registers*e+i%e)
	default:
		return a(x.At/8 + i)
	}
}

// loaded is byte i of register k, the memory being that source.
func (x *Access) loaded(memory, k, i int) lane.Lane {
	n, at := x.Bits/8, x.At/8
	switch x.Kind {
	case Piece:
		if i < at || i >= at+n {
			return a(i)
		}
		return lane.From(memory, i-at)
	case Repeat:
		return lane.From(memory, i%n)
	case Structure:
		e := x.Elem / 8
		return lane.From(memory, (i/e*x.Registers+k)*e+i%e)
	}
	return within(i, n, func(i int) lane.Lane { return lane.From(memory, i) })
}

// Loads are the rows that read memory, those of the most first. None is among Rows, as they are no ops.
func (t *Target) Loads() []*Row { return t.accesses(false) }

// Stores are the rows that write it, likewise.
func (t *Target) Stores() []*Row { return t.accesses(true) }

func (t *Target) accesses(store bool) (list []*Row) {
	for _, r := range t.Memory {
		if r.Access.Store == store {
			list = append(list, r)
		}
	}
	return list
}

// Address is how a listing writes memory, so many bytes behind what a name points to.
func (t *Target) Address(name string, offset int) string {
	text := t.Spelling.address
	if offset == 0 {
		text = t.Spelling.pointed
	}
	return strings.NewReplacer("{p}", name, "{k}", strconv.Itoa(offset)).Replace(text)
}

// addAccesses adds those of a table that the target can execute.
func (t *Target) addAccesses(rows []*Row) {
	for _, r := range rows {
		if t.Holds(Vectors) && r.Needs.In(t.Has) && slices.Max(t.Bits) >= r.Length() {
			t.Memory = append(t.Memory, r)
		}
	}
	slices.SortStableFunc(t.Memory, func(x, y *Row) int { return y.Access.Bits - x.Access.Bits })
}
