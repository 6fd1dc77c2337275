package machine

import (
	"fmt"
	"math/bits"
)

// A transfer is what an instruction moves between registers and a memory: up to four elements a lane, from or to registers in a row.
//
//	mask w_yx       elements   x  y  _  w     in memory, one behind the other
//	                           │  │  ╭──╯
//	                registers  0  1  2        in a row
type transfer struct {
	format
	space  Space
	kind   AccessKind
	slot   uint8 // that waits for it
	waited bool  // it needs a wait

	elements int       // that a lane has in memory
	at       [4]uint64 // where, from the first one on
	span     uint64    // bytes from the first one's beginning to the last one's end
	part     [4]int    // of its pixel that each of them is

	count  int    // registers
	first  int    // half of the first one
	wide   bool   // they are of 32 bits
	halves halves // all of them

	base   Term
	offset Term
	shift  uint8  // of the offset, which then is bytes
	lift   uint64 // from the address that the program has to that of the first element in a Memory
	row    bool   // lanes with offsets in a row are words in a row
}

// A Term is a base or an offset: an address is the sum of both.
type Term struct {
	Kind TermKind
	N    uint64 // a number, or which half of a register or uniform is the first
}

// A TermKind is where a term is taken from.
type TermKind uint8

// The kinds of terms.
const (
	NumberTerm      TermKind = iota
	UniformTerm              // 64 bits of uniforms
	UniformHalfTerm          // 16
	PairTerm                 // 64 bits of registers
	SignedTerm               // a register of 32
	UnsignedTerm             // the same without a sign
	HalfTerm                 // half a register
	StackTerm                // the stack pointer
)

// begin is where a base is in all lanes.
func (p *Term) begin(g *Group, a *[Lanes]uint64) {
	switch p.Kind {
	case PairTerm:
		lower, upper := &g.rows[p.N/2], &g.rows[p.N/2+1]
		for i := range a {
			a[i] = uint64(lower[i]) | uint64(upper[i])<<32
		}
	case HalfTerm:
		r, shift := &g.rows[p.N/2], p.N&1*16
		for i := range a {
			a[i] = uint64(uint16(r[i] >> shift))
		}
	default:
		same := p.value(g)
		for i := range a {
			a[i] = same
		}
	}
}

// value is a base that is the same in all lanes.
func (p *Term) value(g *Group) uint64 {
	switch p.Kind {
	case UniformTerm:
		u := g.uniform[p.N:][:4]
		return uint64(u[0]) | uint64(u[1])<<16 | uint64(u[2])<<32 | uint64(u[3])<<48
	case UniformHalfTerm:
		return uint64(g.uniform[p.N])
	case StackTerm:
		return uint64(g.stack.pointer)
	}
	return p.N
}

// further adds an offset to the addresses of all lanes, shifted unless it is a number.
func (p *Term) further(g *Group, a *[Lanes]uint64, shift uint8) {
	shift &= 63
	switch p.Kind {
	case SignedTerm:
		for i, v := range &g.rows[p.N/2] {
			a[i] += uint64(int64(int32(v))) << shift
		}
	case UnsignedTerm:
		for i, v := range &g.rows[p.N/2] {
			a[i] += uint64(v) << shift
		}
	case HalfTerm:
		half := p.N & 1 * 16
		for i, v := range &g.rows[p.N/2] {
			a[i] += uint64(uint16(v>>half)) << shift
		}
	default:
		for i := range a {
			a[i] += p.N
		}
	}
}

// addresses are those of every lane's first element, in g.address.
func (g *Group) addresses(t *transfer) {
	a, align := &g.address, ^uint64(t.size-1)
	if t.offset.Kind == NumberTerm && t.base.same() { // the commonest row of a stack
		at := (t.base.value(g)+t.offset.N)&align + t.lift
		for i := range a {
			a[i] = at
		}
		return
	}
	t.base.begin(g, a)
	t.offset.further(g, a, t.shift)
	for i, v := range a {
		a[i] = v&align + t.lift
	}
}

// same says that a base is the same in all lanes.
func (p *Term) same() bool { return p.Kind != PairTerm && p.Kind != HalfTerm }

// A window is where elements of a lane may begin: as far from the start as the limit. Lanes mostly have the same.
type window struct {
	region *region // nil of a stack
	start  uint64
	limit  uint64
	whole  bool // all lanes are in it, those that are not active too
}

// all says that every address is in the window: then nobody needs to look at one after the other.
func (w *window) all(addresses *[Lanes]uint64) bool {
	most := uint64(0)
	for _, a := range addresses {
		most = max(most, a-w.start)
	}
	return most <= w.limit
}

// locate finds the address of every lane's first element, in g.address, and the window of one of them. Where an active lane has none, the instruction is a fault.
func (g *Group) locate(t *transfer) (w window, ok bool) {
	g.addresses(t)
	if t.elements == 0 || g.Exec == 0 { // what nobody touches needs not be there
		return w, true
	}
	if t.space != StackSpace && g.memoryOf(t) == nil {
		g.fault([...]string{DeviceSpace: "no buffer is mapped", ThreadgroupSpace: "there is no threadgroup memory"}[t.space])
		return w, false
	}
	if w, ok = g.reach(t); ok && g.recording {
		g.record(t)
	}
	return w, ok
}

// reach looks for the elements of all active lanes.
func (g *Group) reach(t *transfer) (w window, ok bool) {
	lane := bits.TrailingZeros32(g.Exec) & (Lanes - 1)
	if w, ok = g.window(t, g.address[lane]); ok && w.all(&g.address) {
		w.whole = true
		return w, true
	}
	for i := lane; ok && i < Lanes; i++ {
		if a := g.address[i]; a-w.start > w.limit && g.Exec>>i&1 != 0 {
			w, ok = g.window(t, a)
			lane = i
		}
	}
	if !ok {
		g.miss(t, lane)
	}
	return w, ok
}

// window is the one of an address, if there is one.
func (g *Group) window(t *transfer, address uint64) (w window, ok bool) {
	if t.space == StackSpace {
		return window{limit: MaxStack - t.span}, address <= MaxStack-t.span
	}
	r, at := g.memoryOf(t).find(address, t.span)
	if r == nil {
		return w, false
	}
	return window{region: r, start: address - at, limit: uint64(len(r.bytes)) - t.span}, true
}

// miss is the fault of a lane whose elements are not there.
func (g *Group) miss(t *transfer, lane int) {
	a := g.address[lane]
	bytes := fmt.Sprintf("%d bytes", t.span)
	if t.span == 1 {
		bytes = "1 byte"
	}
	switch at := fmt.Sprintf("lane %d: %s at %#x", lane, bytes, int64(a-t.origin())); t.space {
	case DeviceSpace:
		g.fault(fmt.Sprintf("lane %d: %s at %#x, and %s", lane, bytes, a, g.memory.missing(a)))
	case ThreadgroupSpace:
		g.fault(fmt.Sprintf("%s of the threadgroup's memory, which has %d", at, len(g.local.Bytes)))
	default:
		g.fault(fmt.Sprintf("%s of its stack, which has %d", at, MaxStack))
	}
}

// memoryOf is the memory that a transfer is with, nil if there is none. The stack is no Memory.
func (g *Group) memoryOf(t *transfer) *Memory {
	switch {
	case t.space == DeviceSpace:
		return g.memory
	case t.space == ThreadgroupSpace && g.local != nil:
		return &g.local.memory
	}
	return nil
}

// origin is where an address of 0 is in the memory.
func (t *transfer) origin() uint64 {
	if t.space == ThreadgroupSpace {
		return 1 << spacing
	}
	return 0
}

// record notes what the active lanes are going to do.
func (g *Group) record(t *transfer) {
	for mask := g.Exec; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		for _, at := range t.at[:t.elements] {
			a := Access{uint8(lane), t.space, t.kind, t.size, g.address[lane] + at - t.origin()}
			g.accessed(a)
			if g.writes != nil && t.space == DeviceSpace && t.kind != LoadAccess {
				g.writes(a)
			}
		}
	}
}
