package machine

import (
	"unsafe"

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
	return t[0]*t[1]*t[2] <= Lanes && !r.local && !r.stores && !r.empty && !r.lasting
}

// leavesMore says whether an instruction is of the stack, or of a barrier.
func leavesMore(i g13.Inst) bool {
	if i.Len == 0 {
		return false
	}
	switch i.Form {
	case g13.STACK_LOAD, g13.STACK_STORE, g13.STACK_ADJUST, g13.STACK_GET_PTR, g13.THREADGROUP_BARRIER:
		return true
	}
	return false
}

// together is how many threadgroups a core takes at once: no more than may pass between two looks at the context; of those that are left, so few that all cores have something to do to the end;
// but of short ones so many that the way here is little beside them, and before others are called as many as may be.
func (c *core) together() uint64 {
	if !c.follows {
		return 1
	}
	least, most := uint64(1), uint64(between)
	if c.straight {
		n := uint64(len(c.Program.ops))
		least, most = max(1, fewest/n), max(between, longest/n)
	}
	if c.cores == 1 || c.straight && c.calls != nil {
		return most
	}
	return max(least, min(c.untaken()/uint64(8*c.cores), most))
}

// fewest is how many instructions are so many that to come here for them is little.
const fewest = 1 << 12

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
		c.native.frame.Start = unsafe.SliceData(c.origin)
	}
}

// settle makes the group the one that it has become.
func (f *Follow) settle(g *Group) {
	begun := g.behind - f.Groups
	g.behind, g.begun = f.Groups, g.begun+begun
	g.Place.Threadgroup[0] += uint32(begun)
}
