package machine

import (
	"math/bits"
	"sync/atomic"
)

// atomics are the operations by number: what becomes of a word in memory, by the lane's number and, of cmpxchg, by what is expected.
var atomics = [...]func(old, v, expected uint32) uint32{
	func(old, v, _ uint32) uint32 { return old + v },
	func(old, v, _ uint32) uint32 { return old - v },
	func(_, v, _ uint32) uint32 { return v },
	func(old, v, expected uint32) uint32 {
		if old == expected {
			return v
		}
		return old
	},
	func(old, v, _ uint32) uint32 { return min(old, v) },
	func(old, v, _ uint32) uint32 { return uint32(min(int32(old), int32(v))) },
	func(old, v, _ uint32) uint32 { return max(old, v) },
	func(old, v, _ uint32) uint32 { return uint32(max(int32(old), int32(v))) },
	func(old, v, _ uint32) uint32 { return old & v },
	func(old, v, _ uint32) uint32 { return old | v },
	func(old, v, _ uint32) uint32 { return old ^ v },
}

// compareExchange is the operation that has a pair of registers: what is written, and what is expected.
const compareExchange = 3

// atomically makes atomic and threadgroup_atomic. n is the operation, a the lane's number; m is 1 if a register gets what was there.
func atomically(space Space, fields []usually) func(*compiler, *op) string {
	return func(c *compiler, o *op) string {
		o.n = c.field("op")
		if o.n >= uint32(len(atomics)) {
			return "nobody knows which operation this is"
		}
		if refusal := c.usual(fields); refusal != "" {
			return refusal
		}
		t := &transfer{space: space, kind: AtomicAccess, elements: 1, span: 4, wide: true}
		t.size, t.parts = 4, 1
		s, r := c.inst.Arg(c.operand("S")), c.inst.Arg(c.operand("R"))
		if s.Undefined || r.Undefined {
			return oddRegister
		}
		if s.Index+s.Size/16 > 2*Registers {
			return beyondLast
		}
		o.transfer, o.a, o.run = t, source{row: uint16(s.Index / 2)}, (*Group).atomic
		if !r.None {
			t.first, t.count, o.m = r.Index, 1, 1
		}
		if refusal := c.registers(o, t); refusal != "" {
			return refusal
		}
		return c.addressed(o, t)
	}
}

// atomic takes the active lanes from the lowest to the highest, each in one step.
func (g *Group) atomic(o *op) {
	t := o.transfer
	w, ok := g.locate(t)
	if !ok {
		return
	}
	change := atomics[o.n]
	v := &g.rows[o.a.row]
	expected := v
	if o.n == compareExchange {
		expected = &g.rows[o.a.row+1]
	}
	for mask := g.Exec; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		a := g.address[lane]
		if a-w.start > w.limit {
			w, _ = g.window(t, a)
		}
		word := &w.region.words[(a-w.start)/4]
		for {
			old := atomic.LoadUint32(word)
			became := change(little(old), v[lane], expected[lane])
			if atomic.CompareAndSwapUint32(word, old, little(became)) {
				g.moved[0][lane] = little(old)
				break
			}
		}
	}
	if o.m != 0 {
		g.deliver(t)
	}
	if t.waited {
		g.await(t)
	}
}

// little is a word as the CPU has it made one as the G13 has it, or the other way round.
func little(v uint32) uint32 {
	if littleEndian() {
		return v
	}
	return bits.ReverseBytes32(v)
}
