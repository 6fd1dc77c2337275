package inspect

import (
	"math/bits"
	"slices"

	"github.com/lanescope/lanescope/g13"
)

// A quads is, for every register, its bits that may differ between the threads of a quad.
//
//	get_sr r1, thread_index_in_simdgroup     r1: 0000 0011    lanes 4q to 4q+3
//	bfeil r2, 0, r1, 2                       r2: 0000 0000    the quad's number
//	iadd r3, r2, r1                          r3: 1111 1111    a sum carries upwards
type quads [Registers]uint32

const allBits = ^uint32(0)

func (q *quads) join(other *quads) (more bool) {
	for k, v := range other {
		more = more || v&^q[k] != 0
		q[k] |= v
	}
	return more
}

// indexed says whether an instruction is a shuffle whose index is in a register.
func (i *Instruction) indexed() bool {
	return i.Inst.Len > 0 && i.Inst.Form == g13.SIMD_SHUF_OP && argument(i.Inst, "B").Class == g13.Register
}

// quadIndexes is the rule on the indices of shuffles. A program that has none in a register needs no search.
func (r *Report) quadIndexes() (done bool) {
	g := r.graph
	if !slices.ContainsFunc(g.inst, func(i Instruction) bool { return i.indexed() }) {
		return true
	}
	at, done := r.solveQuads()
	for n, v := range at {
		if v == nil {
			continue
		}
		for k := g.blocks[n].First; k < g.blocks[n].Last; k++ {
			i := &g.inst[k]
			if b := argument(i.Inst, "B"); i.indexed() && v.of(b)&3 != 0 {
				r.find(QuadDivergentIndex, i, r.path(k, anyWay), "has an index in %v that may differ within a quad; its lowest two bits are or-ed there", span(b.Index, b.Size/16))
			}
			v.step(i)
		}
	}
	return done
}

// solveQuads is what may differ at the beginning of every block, nil where no run comes to. At the start it is everything.
func (r *Report) solveQuads() (at []*quads, done bool) {
	g := r.graph
	at = make([]*quads, len(g.blocks))
	start := new(quads)
	for k := range start {
		start[k] = allBits
	}
	at[g.entry] = start
	queue, queued := []int{g.entry}, make([]bool, len(g.blocks))
	left := work / 16
	for len(queue) > 0 {
		n := queue[0]
		queue, queued[n] = queue[1:], false
		b, v := &g.blocks[n], *at[n]
		if left -= b.Last - b.First + 1; left < 0 {
			return at, false
		}
		for k := b.First; k < b.Last; k++ {
			v.step(&g.inst[k])
		}
		for _, e := range b.Successors {
			more := at[e.To] == nil
			if more {
				at[e.To] = new(quads)
			}
			if (at[e.To].join(&v) || more) && !queued[e.To] {
				queued[e.To] = true
				queue = append(queue, e.To)
			}
		}
	}
	return at, true
}

// of is the bits of an operand that may differ: of a half, the lowest 16.
func (q *quads) of(a g13.Arg) uint32 {
	if a.Class != g13.Register {
		return 0
	}
	v := q[a.Index/2&(Registers-1)]
	switch {
	case a.Size == 64 && v|q[(a.Index/2+1)&(Registers-1)] != 0:
		return allBits
	case a.Size == 16:
		v = v >> (a.Index & 1 * 16) & 0xffff
		if a.Sx && v>>15 != 0 {
			v |= 0xffff0000
		}
	}
	return v
}

// step is what may differ behind an instruction. Where threads are asleep a result stands beside what was there, and all may differ.
func (q *quads) step(i *Instruction) {
	if i.Effects.Writes.Empty() {
		return
	}
	v := uint32(allBits)
	if !i.asleep && i.op == noMask {
		v = q.result(i)
	}
	d := argument(i.Inst, "D")
	single := d.Class == g13.Register && d.Size != 64 && !i.Effects.Writes.Empty()
	for half := range i.Effects.Writes.All() {
		bits, shift := uint32(allBits), half&1*16
		switch {
		case !single && v == 0:
			bits = 0
		case single && d.Size == 32:
			bits = v >> shift
		case single:
			bits = v
		}
		r := &q[half/2]
		*r = *r&^(0xffff<<shift) | bits&0xffff<<shift
	}
}

// result is the bits of an instruction's result that may differ.
func (q *quads) result(i *Instruction) uint32 {
	inst := i.Inst
	a, b, c := argument(inst, "A"), argument(inst, "B"), argument(inst, "C")
	name, _ := inst.Name()
	switch inst.Form {
	case g13.MOV_IMM16, g13.MOV_IMM32, g13.CALL, g13.CALL_REG:
		return 0
	case g13.GET_SR:
		return specialBits(int(argument(inst, "SR").Value))
	case g13.IADD:
		return carried(q.of(a) | q.of(b)<<min(argument(inst, "s").Value, 31))
	case g13.IMADD:
		return carried(product(q, a, b) | q.of(c)<<min(argument(inst, "s").Value, 31))
	case g13.BITOP:
		return bitwise(q, name, a, b)
	case g13.BFI, g13.BFEIL:
		return q.shifted(inst.Form == g13.BFI, a, b, c)
	case g13.ICMPSEL, g13.FCMPSEL:
		if q.of(a)|q.of(b) != 0 {
			return allBits
		}
		return q.of(argument(inst, "X")) | q.of(argument(inst, "Y"))
	case g13.ICMP_BALLOT, g13.FCMP_BALLOT:
		return 0
	case g13.SIMD_OP: // a reduction is the same for all of its threads, a scan is not
		if prefix, _ := inst.Field("prefix"); prefix == 0 {
			return 0
		}
		return allBits
	case g13.SIMD_SHUF_OP:
		return q.shuffled(i, a, b)
	}
	return q.anyOf(i)
}

// anyOf is nothing where all that an instruction reads is the same: it then computes, or loads, the same. What is of a thread's own is not: its stack, its pixels, and what is on its left and right.
func (q *quads) anyOf(i *Instruction) uint32 {
	switch i.Inst.Form {
	case g13.STACK_LOAD, g13.ATOMIC, g13.THREADGROUP_ATOMIC, g13.LD_TILE, g13.ITER, g13.ITERPROJ, g13.LDCF, g13.TEXTURE_SAMPLE, g13.TEXTURE_LOAD, g13.SR_THING:
		return allBits
	}
	for half := range i.Effects.Reads.All() {
		if q[half/2]>>(half&1*16)&0xffff != 0 {
			return allBits
		}
	}
	return 0
}

// carried is the bits of a sum: from the lowest that may differ upwards.
func carried(v uint32) uint32 { return v | -v }

// product is the bits of a product: a factor that is a number shifts what differs upwards.
func product(q *quads, a, b g13.Arg) uint32 {
	differs, by := q.of(a), b
	if differs == 0 {
		differs, by = q.of(b), a
	} else if q.of(b) != 0 {
		return allBits
	}
	if by.Class == g13.Immediate {
		if by.Value == 0 {
			return 0
		}
		differs <<= bits.TrailingZeros64(uint64(by.Value))
	}
	return carried(differs)
}

// bitwise is the bits of a function of two bits, where one of them is the same and is known to decide.
func bitwise(q *quads, name string, a, b g13.Arg) uint32 {
	v := q.of(a) | q.of(b)
	for _, n := range []g13.Arg{a, b} {
		if n.Class != g13.Immediate {
			continue
		}
		switch name {
		case "and", "nand":
			v &= uint32(n.Value)
		case "or", "nor":
			v &^= uint32(n.Value)
		}
	}
	return v
}

// shifted is the bits of bfi and bfeil without a mask, by a number.
func (q *quads) shifted(left bool, a, b, c g13.Arg) uint32 {
	if c.Class != g13.Immediate {
		if q.of(a)|q.of(b)|q.of(c) == 0 {
			return 0
		}
		return allBits
	}
	v, by := q.of(b), min(c.Value&0x7f, 32)
	if left {
		return q.of(a) | v<<by
	}
	return q.of(a) | v>>by
}

// shuffled is the bits of a shuffle's result: where a whole quad takes one thread's value, it is the same for all four, and where its index is behind the last thread it is what was there.
func (q *quads) shuffled(i *Instruction, a, b g13.Arg) uint32 {
	mode, _ := i.Inst.Field("mode")
	rotate, _ := i.Inst.Field("rotate")
	number := a.Class != g13.Register
	switch keeps := i.mayKeep(); {
	case mode|rotate == 0 && q.of(b) == 0 && keeps:
		return q.of(argument(i.Inst, "D"))
	case mode|rotate == 0 && q.of(b) == 0, number && !keeps:
		return 0
	}
	return allBits
}

// specialBits is the bits of a special register that differ within a quad.
func specialBits(n int) uint32 {
	switch n {
	case 51, 52: // of a thread in its threadgroup, and in its SIMD-group
		return 3
	case 48, 49, 50, 56, 58, 60, 62, 63, 80, 81, 82, 124: // places, and what else is a thread's own
		return allBits
	}
	return 0
}

// argument is an operand by its name; of none the class is Number.
func argument(i g13.Inst, name string) g13.Arg {
	if i.Len > 0 {
		for n := range i.Args() {
			if i.Operand(n).Name == name {
				return i.Arg(n)
			}
		}
	}
	return g13.Arg{Class: g13.Number, None: true}
}
