package machine

import (
	"strings"

	"github.com/lanescope/lanescope/g13"
)

// Follow lets machine code go on with the next SIMD-group where one has come to its stop, without a way back to here: for short programs on many threads. It is of a dispatch whose
// threadgroups are one SIMD-group each, and that leaves nothing behind but device memory.
//
//	threadgroup   256   257   258  …  319   320
//	              └──────── Groups ──────┘         in one row of the grid, all of the same size
//
// The next one begins as this one began: at the first op, with the registers that the program writes as they are in Start, with all lanes active that have a thread, and one threadgroup further in x.
type Follow struct {
	Groups uint64 // that may follow
	Start  *Row   // registers
}

// mayFollow says whether SIMD-groups of the dispatch may follow one another in machine code: if no instruction leaves what the next one would have to be cleared of.
func (r *running) mayFollow() bool {
	t := r.grid.threadgroup
	if t[0]*t[1]*t[2] > Lanes || r.local || r.stores || r.empty {
		return false
	}
	for k := range r.Program.ops {
		if r.Program.ops[k].cares&caresForDiscarded != 0 || leavesMore(r.Program.inst[k]) {
			return false
		}
	}
	return true
}

// isStraight says that every instruction is executed once at most.
func (p *Program) isStraight() bool {
	for k := range p.ops {
		if name := p.inst[k].Form.Name(); p.ops[k].to >= 0 || p.inst[k].Len > 0 && (name == "ret" || name == "call") {
			return false
		}
	}
	return true
}

// leavesMore says whether an instruction is of the stack, or of a barrier.
func leavesMore(i g13.Inst) bool {
	name := i.Form.Name()
	return i.Len > 0 && (strings.HasPrefix(name, "stack_") || name == "threadgroup_barrier")
}

// together is how many threadgroups a core takes at once: so few that all cores have something to do to the end, and that they take no longer than it may be between two looks at the context.
func (r *running) together() uint64 {
	switch {
	case !r.follows:
		return 1
	case r.cores == 1:
		if r.straight {
			return max(between, looks/uint64(len(r.Program.ops)))
		}
		return between
	}
	left := r.limit.Load() - min(r.next.Load(), r.limit.Load())
	return max(1, min(left/uint64(8*r.cores), between))
}

// following is how many threadgroups may follow one, of those before an end: in its row, and as large as it is. What becomes of the first one of the dispatch is told, and so it stands alone.
func (c *core) following(number, end uint64) uint64 {
	if !c.follows || c.native == nil || number == 0 {
		return 0
	}
	row := c.grid.count[0]
	last := number - number%row + row // behind it
	if c.grid.threads[0]%c.grid.threadgroup[0] != 0 {
		last--
	}
	if last = min(last, end, c.limit.Load()); last <= number {
		return 0
	}
	return last - number - 1
}

// begin tells machine code what SIMD-groups begin with.
func (c *core) begin() {
	if c.native != nil {
		c.native.frame.Start = &c.start.rows[0]
	}
}

// settle makes the group the one that it has become.
func (f *Follow) settle(g *Group) {
	begun := g.behind - f.Groups
	g.behind, g.begun = f.Groups, g.begun+begun
	g.Place.Threadgroup[0] += uint32(begun)
}
