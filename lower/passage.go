package lower

import (
	"slices"

	"github.com/lanescope/lanescope/target"
)

// A passage is how vectors of several registers come out of memory and go there: a function's parameters are pointers, first to the result, then to the sources, and last to the old destination.
// All is read before the first op and written behind the last, so that the result may be where a source is.
//
//	a, 20 bytes      xmm0 from a + 0      4 bytes from a + 16 into slot 3, xmm1 from slot 3
//	result           a + 0 from xmm2      xmm0 into slot 3, 4 bytes from there to result + 16
type passage struct {
	r         *Result
	code      *schedule
	most      int   // bytes of a slot
	slots     int   // that there are, those on the way behind those of the code
	parameter []int // of each input
	through   []int // general registers that are written on the way
	write     func(carry)
}

// The ends of a carry.
type end uint8

const (
	inRegister end = iota
	inSlot
	inMemory
)

// A carry is one way between a register, a slot and the memory of a parameter. Pieces of vectors go between memory and a slot; they are of 1, 2, 4 or 8 bytes.
type carry struct {
	from, to  end
	register  int
	bits      int // of it, or of the piece
	slot      int
	within    int // bytes into the slot
	parameter int // 0: the result
	offset    int // bytes into its memory
}

// passageOf has room for what the code keeps in memory.
func (r *Result) passageOf(code *schedule, t *target.Target, through []int, write func(carry)) *passage {
	p := &passage{r: r, code: code, most: slices.Max(t.Bits) / 8, through: through, write: write}
	for _, n := range r.parameters() {
		p.parameter = append(p.parameter, n+1)
	}
	for _, at := range slices.Concat(code.held, code.results) {
		p.slots = max(p.slots, at.Slot+1)
	}
	for i := range code.code {
		if code.code[i].way == stored {
			p.slots = max(p.slots, code.code[i].slot+1)
		}
	}
	return p
}

// frame is how many slots there will be, for those who make room before they write.
func (p *passage) frame() int {
	keep, write := p.slots, p.write
	p.write = func(carry) {}
	p.enter()
	p.leave()
	most := p.slots
	p.slots, p.write = keep, write
	return most
}

// vectorBytes are those of the vector of input k in memory.
func (p *passage) vectorBytes(k int) int {
	if in := p.r.Inputs[k]; !in.Old {
		return p.r.sourceBytes(in.Source)
	}
	return p.r.resultBytes()
}

// enter brings the inputs: pieces first, as they need a register on the way, then what goes to slots through register 0, and then those that are in registers.
func (p *passage) enter() {
	from := make([]carry, len(p.r.Inputs)) // what is left to be done for those in registers
	for k, at := range p.code.held {
		c := carry{from: inMemory, register: at.Register, bits: p.r.Wide[k], slot: at.Slot, parameter: p.parameter[k], offset: p.r.Inputs[k].Part * p.most}
		if left := p.vectorBytes(k) - c.offset; left < c.bits/8 {
			if c.slot < 0 {
				c.slot = p.fresh()
			}
			p.pieces(c, inSlot, left)
			c.from = inSlot
		}
		from[k] = c
	}
	for k, at := range p.code.held {
		if c := from[k]; at.Register < 0 && c.from == inMemory {
			c.register = 0
			p.write(c)
			c.from, c.to = inRegister, inSlot
			p.write(c)
		}
	}
	from = slices.DeleteFunc(from, func(c carry) bool { return c.register < 0 })
	slices.SortStableFunc(from, func(a, b carry) int { return p.late(a.register) - p.late(b.register) })
	for _, c := range from {
		p.write(c)
	}
}

// late says how late an input comes to its register: the later, the longer others need that on their way.
func (p *passage) late(register int) int {
	if p.r.File == target.Vectors {
		return 0
	}
	return slices.Index(p.through, register)
}

// leave takes the results to memory: registers first, and of those first what is in the way or does not end with its register, and then slots.
func (p *passage) leave() {
	var slotted []carry
	list, offset, total := make([]carry, 0, len(p.r.Results)), 0, p.r.resultBytes()
	for i, x := range p.r.Results {
		at := p.code.results[i]
		c := carry{to: inMemory, register: at.Register, bits: x.Bits, slot: at.Slot, offset: offset}
		offset += x.Bits / 8
		if x.Any {
			continue
		}
		if at.Register >= 0 && (total-c.offset < x.Bits/8 || p.r.File == target.General && slices.Contains(p.through, at.Register)) {
			c.to, c.slot = inSlot, p.fresh()
			p.write(c)
		}
		if c.slot >= 0 {
			slotted = append(slotted, c)
		} else {
			list = append(list, c)
		}
	}
	for _, c := range list {
		p.write(c)
	}
	for _, c := range slotted {
		if left := total - c.offset; left < c.bits/8 {
			p.pieces(c, inMemory, left)
			continue
		}
		c.register, c.from, c.to = 0, inSlot, inRegister
		p.write(c)
		c.from, c.to = inRegister, inMemory
		p.write(c)
	}
}

// fresh is a slot on the way.
func (p *passage) fresh() int {
	p.slots++
	return p.slots - 1
}

// pieces carries so many bytes between memory and a slot, the longest pieces first.
func (p *passage) pieces(c carry, to end, bytes int) {
	c.from, c.to = inMemory, to
	if to == inMemory {
		c.from = inSlot
	}
	for n := 8; n > 0; n /= 2 {
		for ; bytes >= n; bytes -= n {
			c.bits = 8 * n
			p.write(c)
			c.within, c.offset = c.within+n, c.offset+n
		}
	}
}

// piece is which of the pieces of 1, 2, 4 and 8 bytes a carry is.
func (c *carry) piece() (n int, ok bool) {
	if c.from == inRegister || c.to == inRegister {
		return 0, false
	}
	return map[int]int{8: 0, 16: 1, 32: 2, 64: 3}[c.bits], true
}
