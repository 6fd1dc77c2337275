package svp64

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/lanescope/lanescope/lane"
)

// This file looks for one swizzle move that is a map, over all that a prefix can say and all values of predicates, and misses none.
//
// What a move does is fixed by its shape (widths, SUBVL, the length of the destination and its live lanes, the orders of both loops, which operand is a vector, zeroing), by how many subvectors each
// side's walk visits, by which ones these are, and by the selectors. A walk is a function of those numbers alone: its move number p is place (p/L, p%L) or, with lanes outside, (p%count, p/count).
// So the search goes over shapes and numbers, and solves for the rest:
//
//	the destination's subvectors   what must be written has to be, what is kept must not be; undefined lanes leave a choice
//	the selectors                  six for each live lane, each tested against every element that the lane feeds
//	the source's subvectors        element number = subvector * SUBVL + selector: the first element that is read gives the subvector
//
// The following shapes are left out, because another one does the same with no more registers touched. Without zeroing, a walk that is longer than the other one and has its subvectors outside
// loses those behind the end. Where both walks are alike and equally long, an undefined subvector is left out of both. A subvector that dz may clear is cleared, because then what it reads does not count.

// ErrBound says that a search was ended by its bound. There may be a move or not.
var ErrBound = errors.New("the search for a swizzle move was ended by its bound: there may be one or not")

// errNone is what the search says when it has seen all.
var errNone = errors.New("no swizzle move is this, whatever its widths, lengths, orders and predicates are")

// FindBudget is how many steps the search for one move takes at most. Maps without undefined lanes do not come near it.
const FindBudget = 5_000_000

// betterBudget is how many of them go into a better move than the first one.
const betterBudget = 200_000

// A Found is a swizzle move without its registers: a prefix, a swizzle, SVSTATE, and the subvectors that predicates have to choose.
type Found struct {
	Inst     Inst // RT and RA say only whether they are vectors
	SV       SVState
	Masked   bool // predicates are needed
	SrcMask  uint64
	DstMask  uint64
	Src, Dst Extent // of the map
}

// Find is a swizzle move that is the map, or refines it where the map has undefined lanes. Of several it is one with as little around it as possible: no predicates, vectors whose length the loop itself
// says, selectors within SUBVL. The map has one source at most. The error is ErrBound or says why there is none.
func Find(m lane.Map) (Found, error) { return findWithin(m, FindBudget) }

// findWithin is Find with a bound of its own.
func findWithin(m lane.Map, budget int) (Found, error) {
	if err := m.Check(); err != nil {
		return Found{}, err
	}
	for _, n := range append([]int{len(m.Lane)}, m.Src...) {
		if n > 0 && m.Bits > maxVectorBits/n {
			return Found{}, fmt.Errorf("%w: a vector has at most %d bits", errNone, maxVectorBits)
		}
	}
	used, _ := m.DropUnused()
	if len(used.Src) > 1 {
		return Found{}, fmt.Errorf("%d sources: a swizzle move has one, and Sequence makes a move of each", len(used.Src))
	}
	w, err := want(used)
	if err != nil {
		return Found{}, fmt.Errorf("%w: %w", errNone, err)
	}
	if w.still() {
		found := nothing(used)
		found.vectors(used)
		return found, nil
	}
	if !hasRoom(used) {
		return Found{}, errNoRoom
	}
	f := finder{w: &w, left: budget, better: budget - betterBudget}
	for _, pass := range []func(){f.whole, f.masked} {
		if pass(); f.found {
			f.best.vectors(used)
			return f.best, nil
		}
		if f.left <= 0 {
			return Found{}, ErrBound
		}
	}
	return Found{}, errNone
}

// nothing is a move of nothing, with vectors as long as the map's if such are to be had.
func nothing(m lane.Map) Found {
	w := widthNear(m.Bits)
	f := Found{Inst: Inst{Form: Vector, RT: Reg{Vector: true}, RA: Reg{Vector: true}, SubVL: 1, DstWidth: w, SrcWidth: w}, SV: NewSVState(1, 1)}
	n := max(len(m.Lane)*m.Bits/w.Bits(), 1)
	lanes := 1
	for k := Lanes; k > 0; k-- {
		if n%k == 0 && n/k <= MaxVL {
			f.SV, lanes = NewSVState(n/k, n/k), k
			break
		}
	}
	f.Inst.Swizzle = Select(make([]Selector, lanes)...)
	return f
}

// vectors notes the lengths of the map's vectors where the loop does not say them.
func (f *Found) vectors(m lane.Map) {
	l := f.Inst.Loop(f.SV)
	src, dst := l.sourceLanes()*l.SrcBits, (l.destination(l.VL-1, l.length()-1)+1)*l.DstBits
	if len(m.Src) > 0 && m.Src[0]*m.Bits != src {
		f.Src = vectorNamed(m.Bits, m.Src[0])
	}
	if len(m.Lane)*m.Bits != dst {
		f.Dst = vectorNamed(m.Bits, len(m.Lane))
	}
}

// vectorNamed is a vector with lanes of 8 bits at least, which is how text has it.
func vectorNamed(bits, lanes int) Extent {
	if bits < 8 {
		return Extent{8, bits * lanes / 8}
	}
	return Extent{bits, lanes}
}

// A kind is a way for selector One to be a constant, with the widths between which it only copies.
type kind struct {
	float bool
	sat   Sat
}

// kinds in the order in which they are tried.
var kinds = [...]kind{{false, NoSat}, {false, Unsigned}, {false, Signed}, {true, NoSat}, {true, Unsigned}}

// copies says whether elements go from one width to the other without a change but zeros.
func (k kind) copies(src, dst int) bool {
	switch {
	case k == kind{}:
		return true
	case k.float:
		return k.sat == NoSat && src == dst
	case k.sat == Unsigned:
		return src <= dst
	}
	return src == dst
}

// exists says whether elements of a width are those of a kind.
func (k kind) exists(bytes int) bool { return !k.float || bytes > 1 }

// A finder looks for one move.
type finder struct {
	w      *wanted
	left   int // steps
	better int // steps that are left when one stops to look for better moves
	best   Found
	cost   int
	found  bool
	floor  int // a cost that is good enough
}

// step counts work; it is false when there is no more.
func (f *finder) step(n int) bool {
	f.left -= n
	return f.left > 0
}

// enough says that nothing much better than what is found can come, or that it has been looked for long enough.
func (f *finder) enough() bool {
	return f.left <= 0 || f.found && (f.cost <= f.floor || f.left < f.better)
}

// A shape is all of a move but its selectors and subvectors.
type shape struct {
	kind
	src, dst     int // bytes of elements
	subVL, n     int
	live         []int
	pack, unpack bool
	scalarSrc    bool
	scalarDst    bool
	sz, dz       bool
	zero, one    []bool // which elements accept the constants
	read         []int  // which element of the source each may be
	*elements
	musts, frees int // elements that have to be written, and others that may be
}

// plausible says whether so many elements can be what is written.
func (s *shape) plausible(places int) bool { return places >= s.musts && places <= s.musts+s.frees }

// shapes calls do for all widths, kinds and scalars that can be the map at all.
func (f *finder) shapes(do func(s *shape)) {
	near := widthNear(f.w.bits).Bits() / 8
	sizes := []int{near, 8, 4, 2, 1}
	for a, dst := range sizes {
		if a > 0 && dst == near {
			continue
		}
		e := f.w.elements(dst)
		if !e.possible() {
			continue
		}
		zero := e.accepts(0)
		for b, src := range append([]int{dst}, sizes...) {
			if b > 0 && src == dst || b > 1 && src == near {
				continue
			}
			read := e.reads(src)
			for _, k := range kinds {
				if !k.exists(src) || !k.exists(dst) {
					continue
				}
				l := Loop{Float: k.float, Sat: k.sat, DstBits: 8 * dst}
				s := shape{kind: k, src: src, dst: dst, elements: &e, zero: zero, one: e.accepts(l.one()), read: read}
				if !k.copies(src, dst) {
					s.read = nil
				}
				for e, may := range e.may {
					if s.must[e] {
						s.musts++
					} else if may {
						s.frees++
					}
				}
				if !s.coverable() || !f.step(e.n) {
					continue
				}
				for scalar := range 3 {
					s.scalarSrc, s.scalarDst = scalar == 1, scalar == 2
					do(&s)
					if f.enough() {
						return
					}
				}
			}
		}
	}
}

// coverable says whether each element that has to be written can become something right.
func (s *shape) coverable() bool {
	for k, must := range s.must {
		if must && !s.zero[k] && !s.one[k] && (s.read == nil || s.read[k] == noElement) {
			return false
		}
	}
	return true
}

// lanes calls do for each length of the destination and set of live lanes with which nothing is written that is kept, over the first so many subvectors, and all is written that must be. With fill it
// calls it also with lanes live that need not be.
func (s *shape) lanes(subvectors int, fill bool, do func()) {
	for _, s.n = range [...]int{4, 3, 2, 1} {
		need, free := 0, 0
		for j := range s.n {
			switch must, may := s.lane(j, subvectors); {
			case must && !may:
				need = -1
			case must && need >= 0:
				need |= 1 << j
			case may:
				free |= 1 << j
			}
		}
		if need < 0 || s.beyond(subvectors*s.n) {
			continue
		}
		for set := 0; set <= free; set = (set - free) & free { // all subsets, in rising order
			if set|need != 0 {
				s.live = s.live[:0]
				for j := range s.n {
					if (set|need)>>j&1 != 0 {
						s.live = append(s.live, j)
					}
				}
				do()
			}
			if set == free || !fill {
				break
			}
		}
	}
}

// lane says whether lane j of any of the subvectors must be written, and whether that of all may be.
func (s *shape) lane(j, subvectors int) (must, may bool) {
	may = true
	for d := range subvectors {
		must = must || s.mustWrite(d*s.n+j)
		may = may && s.mayWrite(d*s.n+j)
	}
	return must, may
}

// beyond says whether an element from number n on must be written.
func (s *shape) beyond(n int) bool {
	for k := n; k < len(s.must); k++ {
		if s.must[k] {
			return true
		}
	}
	return false
}

// widthNear is the shortest width that has room for a lane.
func widthNear(bits int) Width {
	for w := W8; w > W64; w-- {
		if w.Bits() >= bits {
			return w
		}
	}
	return W64
}

// subVLs are the lengths of the source's subvectors that make a difference.
func (s *shape) subVLs() []int {
	if s.scalarSrc || s.read == nil {
		return []int{4}
	}
	return []int{1, 2, 3, 4}
}

// take keeps a solution if it is better than what there was.
func (f *finder) take(s *shape, x *solution, vl int, masked bool) {
	i := Inst{
		Form: Vector, Float: s.float, Sat: s.sat, RT: Reg{Vector: !s.scalarDst}, RA: Reg{Vector: !s.scalarSrc},
		SubVL: uint8(s.subVLFor(x, vl, f.w.source)), DstWidth: widthOfBytes(s.dst), SrcWidth: widthOfBytes(s.src),
	}
	var sel [Lanes]Selector
	for k, j := range s.live {
		sel[j] = x.sel[k]
	}
	i.Swizzle = Select(sel[:s.n]...)
	c := Found{Inst: i, SV: NewSVState(vl, vl).WithPack(s.pack, s.unpack), Masked: masked, SrcMask: x.src, DstMask: x.dst}
	if masked {
		c.Inst.SZ, c.Inst.DZ = s.sz && c.needs(true), s.dz && c.needs(false)
	}
	if cost := c.cost(f.w); (!f.found || cost < f.cost) && c.placeable() {
		f.best, f.cost, f.found = c, cost, true
	}
}

// subVLFor is the length of the source's subvectors: that of the shape, or where it makes no difference the one that says how long the source is, or the shortest that has all lanes that are read.
func (s *shape) subVLFor(x *solution, vl, source int) int {
	if vl > 1 && !s.scalarSrc && s.read != nil {
		return s.subVL
	}
	if s.scalarSrc {
		vl = 1
	}
	least := 1
	for _, sel := range x.sel[:len(s.live)] {
		if sel.Moves() {
			least = max(least, sel.Lane()+1)
		}
	}
	for n := least; n <= Lanes; n++ {
		if n*vl*s.src == source {
			return n
		}
	}
	return least
}

// cost is how much there is around a move.
func (c *Found) cost(w *wanted) (cost int) {
	l := c.Inst.Loop(c.SV)
	if c.Masked {
		cost += predicateCost * c.predicates()
	}
	if w.source > 0 && l.sourceLanes()*l.SrcBits != 8*w.source {
		cost += 2
	}
	if (l.destination(l.VL-1, l.length()-1)+1)*l.DstBits != 8*len(w.dst) {
		cost += 2
	}
	if len(l.Warnings()) > 0 {
		cost++
	}
	return cost
}

// predicateCost is above all else that can be around a move.
const predicateCost = 8

// predicates is how many registers of predicates there have to be: one does for both sides where they choose alike.
func (c *Found) predicates() int {
	switch {
	case c.needs(true) && c.needs(false) && c.SrcMask != c.DstMask:
		return 2
	case c.needs(true) || c.needs(false):
		return 1
	}
	return 0
}

// needs says whether one side's predicate leaves something out.
func (c *Found) needs(src bool) bool {
	mask := c.DstMask
	if src {
		mask = c.SrcMask
	}
	return mask != allOf(c.SV.VL())
}

// allOf is so many ones; 64 makes zero, and less one all ones.
func allOf(vl int) uint64 { return uint64(1)<<vl - 1 }

func widthOfBytes(bytes int) Width { return Width(bits.TrailingZeros8(uint8(8 / bytes))) }
