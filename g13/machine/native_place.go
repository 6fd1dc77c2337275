package machine

import "github.com/lanescope/lanescope/g13"

// FramePlace is where a SIMD-group is, for machine code that reads special registers.
//
//	threadgroup 3 of 20 × 2     Base      60, 0, 0
//	                            Position  0 1 2 … 19 0 1 … 11     in x
//	                                      0 0 0 …  0 1 1 …  1     in y
type FramePlace struct {
	Threadgroup, Threads, Dispatch [3]uint32 // as a Place has them
	SIMDGroup, Core                uint32

	Base     [3]uint32 // where the threadgroup begins in the grid, in threads
	Position *[3]Row   // where the lanes' threads are in the threadgroup; nil if the program does not ask

	placed  layout // whose positions these are
	layouts layouts
}

// A layout is what the positions of a SIMD-group's lanes depend on: the threads of the threadgroup, and which of its SIMD-groups it is.
type layout [4]uint32

// laidOut are such positions.
type laidOut struct {
	layout
	position [3]Row
}

// layouts are the positions of the SIMD-groups of a threadgroup, by their numbers: where several take turns, each finds its own again.
type layouts []laidOut

// of are those of one of them. Somebody may have given it a number that there is not in a threadgroup.
func (s *layouts) of(p *Place, l layout) *[3]Row {
	n := min(int(p.SIMDGroup), MaxThreadgroup/Lanes)
	if more := n + 1 - len(*s); more > 0 {
		*s = append(*s, make([]laidOut, more)...)
	}
	one := &(*s)[n]
	if one.layout != l {
		one.layout = l
		for direction := range one.position {
			p.positions(&one.position[direction], direction, 0)
		}
	}
	return &one.position
}

// asked is what a program asks of the places of its SIMD-groups.
type asked uint8

const (
	nothing   asked = iota
	somewhere       // where the SIMD-group is
	positions       // where the lanes are, too
)

// asks is what the program does.
func (p *Program) asks() (what asked) {
	for k, i := range p.inst {
		if i.Len == 0 || i.Form != g13.GET_SR {
			continue
		}
		what = max(what, somewhere)
		switch p.ops[k].n {
		case srPosition, srPosition + 1, srPosition + 2, srGridPosition, srGridPosition + 1, srGridPosition + 2:
			return positions
		}
	}
	return what
}

// lend tells where the group is, if that is asked for. Positions are made only if no SIMD-group of this number had them before.
func (f *FramePlace) lend(p *Place, what asked) {
	if what == nothing {
		return
	}
	f.Threadgroup, f.Threads, f.Dispatch, f.SIMDGroup, f.Core = p.Threadgroup, p.threads(), p.dispatched(), p.SIMDGroup, p.Core
	for n := range f.Base {
		f.Base[n] = f.Threadgroup[n] * f.Dispatch[n]
	}
	l := layout{f.Threads[0], f.Threads[1], f.Threads[2], f.SIMDGroup}
	if what < positions || f.Position != nil && l == f.placed {
		return
	}
	f.placed, f.Position = l, f.layouts.of(p, l)
}
