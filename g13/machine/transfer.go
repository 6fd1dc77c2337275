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

	base   place
	offset place
	shift  uint8  // of the offset, which then is bytes
	lift   uint64 // from the address that the program has to that of the first element in a Memory
	row    bool   // lanes with offsets in a row are words in a row
}

// A place is where a base or an offset is taken from.
type place struct {
	kind placeKind
	n    uint64 // a number, or which half of a register or uniform is the first
}

type placeKind uint8

const (
	number64 placeKind = iota
	uniform64
	uniform16
	register64
	registerSigned // of 32 bits
	registerUnsigned
	register16
	stackPointer
)

// values are a place's values in all lanes.
func (g *Group) values(p *place, v *[Lanes]uint64) {
	r := &g.rows[0]
	if p.kind >= register64 && p.kind <= register16 {
		r = &g.rows[p.n/2]
	}
	switch p.kind {
	case register64:
		upper := &g.rows[p.n/2+1]
		for i := range v {
			v[i] = uint64(r[i]) | uint64(upper[i])<<32
		}
	case registerSigned:
		for i := range v {
			v[i] = uint64(int64(int32(r[i])))
		}
	case registerUnsigned:
		for i := range v {
			v[i] = uint64(r[i])
		}
	case register16:
		for i := range v {
			v[i] = uint64(r[i] >> (p.n & 1 * 16) & 0xffff)
		}
	default:
		same := g.value(p)
		for i := range v {
			v[i] = same
		}
	}
}

// value is that of a place which is the same in all lanes.
func (g *Group) value(p *place) uint64 {
	switch p.kind {
	case uniform64:
		u := g.uniform[p.n:][:4]
		return uint64(u[0]) | uint64(u[1])<<16 | uint64(u[2])<<32 | uint64(u[3])<<48
	case uniform16:
		return uint64(g.uniform[p.n])
	case stackPointer:
		return uint64(g.stack.pointer)
	}
	return p.n
}

// locate finds the address of every lane's first element, in g.address. Where an active lane has none, the instruction is a fault.
func (g *Group) locate(t *transfer) bool {
	g.values(&t.base, &g.address)
	align := ^uint64(t.size - 1)
	if t.offset.kind == number64 {
		for i := range g.address {
			g.address[i] = (g.address[i]+t.offset.n)&align + t.lift
		}
	} else {
		g.values(&t.offset, &g.offset)
		for i := range g.address {
			g.address[i] = (g.address[i]+g.offset[i]<<t.shift)&align + t.lift
		}
	}
	if !g.reach(t) {
		return false
	}
	if g.recording {
		g.record(t)
	}
	return true
}

// reach says whether all elements of the active lanes are there.
func (g *Group) reach(t *transfer) bool {
	if t.elements == 0 {
		return true
	}
	m := g.memoryOf(t)
	if m == nil && t.space != StackSpace {
		g.fault(map[Space]string{DeviceSpace: "no buffer is mapped", ThreadgroupSpace: "there is no threadgroup memory"}[t.space])
		return false
	}
	for mask := g.Exec; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		switch a := g.address[lane]; {
		case t.space == StackSpace:
			if a > MaxStack || a+t.span > MaxStack {
				g.fault(fmt.Sprintf("lane %d: %d bytes at %#x of its stack, which has %d", lane, t.span, int64(a), MaxStack))
				return false
			}
		default:
			if r, _ := m.find(a, t.span); r == nil {
				g.miss(t, m, lane)
				return false
			}
		}
	}
	return true
}

// miss is the fault of a lane whose elements are not there.
func (g *Group) miss(t *transfer, m *Memory, lane int) {
	a := g.address[lane]
	if t.space == ThreadgroupSpace {
		g.fault(fmt.Sprintf("lane %d: %d bytes at %#x of the threadgroup's memory, which has %d", lane, t.span, int64(a-1<<spacing), len(g.local.Bytes)))
		return
	}
	g.fault(fmt.Sprintf("lane %d: %d bytes at %#x, and %s", lane, t.span, a, m.missing(a)))
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

// record notes what the active lanes are going to do.
func (g *Group) record(t *transfer) {
	origin := uint64(0)
	if t.space == ThreadgroupSpace {
		origin = 1 << spacing
	}
	for mask := g.Exec; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		for _, at := range t.at[:t.elements] {
			g.accessed(Access{uint8(lane), t.space, t.kind, t.size, g.address[lane] + at - origin})
		}
	}
}
