package machine

import "unsafe"

// A Transfer is what an instruction moves between registers and a memory, as who compiles it sees it. Its address in a lane is that of the base, and the offset shifted to the left
// unless it is a number; made a multiple of the size; and lifted.
type Transfer struct {
	Space  Space
	Kind   AccessKind
	Slot   int // that waits for it
	Waited bool

	Raw      bool     // elements are moved as they are
	Size     int      // bytes of each
	Elements int      // of a lane
	At       []uint64 // where each of them is, from the first one on
	Span     int      // bytes from the first one's beginning to the last one's end

	First int  // half of the first register
	Count int  // of them, in a row
	Wide  bool // they are of 32 bits

	Base, Offset Term
	Shift        int
	Lift         uint64
}

func (t *transfer) exported() Transfer {
	return Transfer{
		Space: t.space, Kind: t.kind, Slot: int(t.slot), Waited: t.waited, Raw: t.raw() && t.parts == 1, Size: int(t.size), Elements: t.elements, At: t.at[:t.elements:t.elements], Span: int(t.span),
		First: t.first, Count: t.count, Wide: t.wide, Base: t.base, Offset: t.offset, Shift: int(t.shift), Lift: t.lift,
	}
}

// Meets says whether an op reads or writes registers that another one loads.
func (p *Program) Meets(load, op int) bool {
	o := &p.ops[op]
	if o.cares&caresForLoads == 0 {
		return false
	}
	m, halves := &p.meeters[o.meeter], &p.ops[load].transfer.halves
	return m.reads.meets(halves) >= 0 || m.writes.meets(halves) >= 0
}

// Slots is how many slots there are to wait for, and PerSlot how many loads may be on their way in each.
const (
	Slots   = slots
	PerSlot = perSlot
)

// FrameMemory is what machine code has of the memories, and what it tells of loads that are on their way.
//
//	Pending    2   0     so many are on their way
//	Waited     1   0     code has waited for slot 0, so that nothing is left of what was on its way when it was entered
//	Logged     2   0     and then began these two
//	Log      ┌ op 3, lanes ffffffff
//	         └ op 5, lanes 0000ffff
//	OnWay      op 9      and this one, too, with the lanes that are active now
type FrameMemory struct {
	Regions     unsafe.Pointer // of device memory, each RegionBytes
	RegionCount uint64
	Uniforms    *[Uniforms]uint16
	Local       unsafe.Pointer // the threadgroup's memory, and its bytes
	LocalSize   int64

	Stack        *Row // rows of words: what is not there has not been written, and is 0
	StackRows    int64
	StackPointer int64

	Pending [Slots]uint32
	Waited  [Slots]uint32 // 0 or not
	Logged  [Slots]uint32
	Log     [Slots][PerSlot]LoggedLoad
	OnWay   []int

	Windows [Windows]Window

	Spill [6][Lanes]uint32 // for the code
}

// Windows is how many windows code may keep.
const Windows = 8

// A Window is what code keeps of a buffer from one access to the next: where an offset of 0 would be if the buffer began there, the most that an offset may be from there on, and how much is
// before the base, in elements. Most is 0 where nothing is kept.
type Window struct{ Origin, Most, Distance uint64 }

// Forget leaves nothing of the first windows: between two runs of code, uniforms and buffers may become others.
func (f *FrameMemory) Forget(n int) {
	for k := range f.Windows[:n] {
		f.Windows[k].Most = 0
	}
}

// A LoggedLoad is one that is on its way.
type LoggedLoad struct{ Op, Lanes uint32 }

// What machine code has to know of a region: its bytes begin at an address that it has first, and their number comes next.
const (
	RegionBytes   = int(unsafe.Sizeof(region{}))
	RegionSpacing = spacing // the bits of an address in its region; those above are the region's number and 1
)

// lend gives machine code what it needs of the group's memories. There is a stack if it has instructions on one.
func (f *FrameMemory) lend(g *Group, stacks bool) {
	f.Regions, f.RegionCount, f.Uniforms = nil, 0, &g.uniform
	if g.memory != nil {
		f.Regions, f.RegionCount = unsafe.Pointer(unsafe.SliceData(g.memory.regions)), uint64(len(g.memory.regions))
	}
	f.Local, f.LocalSize = nil, 0
	if g.local != nil && len(g.local.memory.regions) > 0 {
		b := g.local.memory.regions[0].bytes
		f.Local, f.LocalSize = unsafe.Pointer(unsafe.SliceData(b)), int64(len(b))
	}
	if stacks && len(g.stack.words) == 0 {
		g.stack.grow(0)
	}
	f.Stack, f.StackRows, f.StackPointer = unsafe.SliceData(g.stack.words), int64(len(g.stack.words)), g.stack.pointer
	for k := range g.pending {
		f.Pending[k], f.Waited[k], f.Logged[k] = uint32(g.pending[k].loads), 0, 0
	}
	f.OnWay = f.OnWay[:0]
}

// release leaves nothing of what was lent.
func (f *FrameMemory) release() { f.Regions, f.Uniforms, f.Local, f.Stack = nil, nil, nil, nil }

// settle makes what is on its way what machine code has left.
func (f *FrameMemory) settle(g *Group) {
	g.stack.pointer = f.StackPointer
	for k := range g.pending {
		if f.Waited[k] != 0 {
			g.pending[k].clear()
		}
		for _, load := range f.Log[k][:f.Logged[k]] {
			g.awaitLanes(g.program.ops[load.Op].transfer, load.Lanes, int(load.Op)+1)
		}
	}
	for _, k := range f.OnWay {
		g.awaitLanes(g.program.ops[k].transfer, g.Exec, k+1)
	}
}
