package svp64

import (
	"errors"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// This file goes from a map under a predicate back to an instruction. There each bit decides its own subvector, so that both walks pair a subvector with itself, and what the instruction is follows from few numbers:
//
//	bit of a lane     0 0 0  1 1 1  2 2 2       the length of the destination's subvectors, and VL
//	lanes of bit 0    a2 a1 a0                  the selectors, for each width and SUBVL
//	all other lanes                             whether that was right

// errNotGuarded is why there is no instruction.
var errNotGuarded = errors.New("no swizzle move under one predicate is this: each bit decides over a subvector of one to four elements, and all of these are alike")

// FromGuarded is an instruction under a predicate that is the guarded map: its bit i is that of subvector i. The predicate is r3, or where the vectors leave no room for that the bits eq of the condition register; a program sets it.
func FromGuarded(g lane.Guarded) (Line, error) {
	if err := g.Check(); err != nil {
		return Line{}, err
	}
	want := g
	want.Map, _ = g.Map.DropUnused()
	last := slices.Max(append([]int{lane.Always}, g.Bit...))
	switch {
	case last == lane.Always:
		return Line{}, errors.New("no lane is under a predicate: FromMap has what is not")
	case last >= MaxVL:
		return Line{}, errNotGuarded
	case len(want.Map.Src) > 1:
		return Line{}, errors.New("a swizzle move has one source")
	}
	for _, base := range guardedShapes(want) {
		for _, s := range guardedSwizzles(base, want, last+1) {
			base.Swizzle = s
			if l, ok := guardedLine(base, last+1, want); ok {
				return l, nil
			}
		}
	}
	return Line{}, errNotGuarded
}

// guardedShapes are all that a loop can be beside its swizzle. What the move of a pair does a loop of 32-bit elements does, too.
func guardedShapes(g lane.Guarded) (list []Inst) {
	zero := g.Else == lane.ElseZero
	i := Inst{Form: Vector, SubVL: 1, DstMask: guardPredicate, SrcMask: guardPredicate, SZ: zero, DZ: zero, RT: Reg{usualRT, true}}
	for _, i.Float = range []bool{false, true} {
		for _, i.Sat = range []Sat{NoSat, Signed, Unsigned} {
			for i.DstWidth = W64; i.DstWidth <= W8; i.DstWidth++ {
				for i.SrcWidth = W64; i.SrcWidth <= W8; i.SrcWidth++ {
					for i.SubVL = 1; i.SubVL <= Lanes; i.SubVL++ {
						for _, vector := range []bool{true, false} {
							if i.RA = (Reg{usualRA, vector}); i.complaint() == nil {
								list = append(list, i)
							}
						}
					}
				}
			}
		}
	}
	return list
}

// guardPredicate is r3.
const guardPredicate Predicate = 2

// guardedSwizzles are the swizzles of which subvector 0 is what is wanted.
func guardedSwizzles(i Inst, g lane.Guarded, vl int) []Swizzle {
	width := i.DstWidth.Bits()
	total := len(g.Map.Lane) * g.Map.Bits
	if total%(vl*width) != 0 || total/(vl*width) > Lanes {
		return nil
	}
	n := total / (vl * width)
	wide, err := g.Map.Regroup(lane.GCD(min(width, i.SrcWidth.Bits()), g.Map.Bits))
	if err != nil {
		return nil
	}
	all := []Swizzle{0}
	for j := range n {
		var next []Swizzle
		for _, x := range []Selector{Skip, Zero, One, X, Y, Z, W} {
			if !i.fits(wide, j, x, width) {
				continue
			}
			for _, s := range all {
				next = append(next, s|place(j, x))
			}
		}
		all = next
	}
	for k := range all {
		if n < Lanes {
			all[k] |= place(n, End)
		}
	}
	return all
}

// fits says whether lane j of subvector 0 can have the selector, by its lowest bits alone.
func (i *Inst) fits(m lane.Map, j int, x Selector, width int) bool {
	l := m.Lane[j*width/m.Bits]
	switch {
	case l.Kind == lane.Undefined:
		return true
	case l.Kind == lane.Old:
		return x == Skip
	case l.Kind == lane.Constant:
		return x == Zero || x == One
	}
	return x.Moves() && l.Index*m.Bits == x.Lane()*i.SrcWidth.Bits()
}

// guardedLine is the instruction as a line, if it is the guarded map.
func guardedLine(i Inst, vl int, want lane.Guarded) (Line, bool) {
	l := NewLine(i)
	l.SV = NewSVState(vl, vl)
	l.Stated = vl != 1
	if !l.place() {
		return l, false
	}
	got, err := l.Guarded()
	if err != nil {
		return l, false
	}
	got.Map, _ = got.Map.DropUnused()
	v, err := lane.CompareGuarded(got, want)
	return l, err == nil && (v.Relation == lane.Equal || v.Relation == lane.Refines)
}

// place gives a loop under r3 registers: the usual ones, or one vector behind the other above r3, or wherever there is room, and then a bit of the condition register is the predicate.
func (l *Line) place() bool {
	loop := l.Loop(l.SV)
	if loop.Check() == nil {
		return true
	}
	const aboveR3 = 4
	loop.RT.No, loop.RA.No = 0, 0
	_, dst := extent(loop.destinations)
	if l.RT.No, l.RA.No = aboveR3, uint8(min(aboveR3+dst+1, NumRegs-1)); l.runs() {
		return true
	}
	rt, ra, ok := (&Found{Inst: l.Inst, SV: l.SV}).anywhere()
	const eq = 4
	l.RT.No, l.RA.No, l.CR, l.DstMask, l.SrcMask = uint8(rt), uint8(ra), true, eq, eq
	return ok
}

func (l *Line) runs() bool {
	loop := l.Loop(l.SV)
	return loop.Check() == nil
}
