package machine

import (
	"fmt"
	"math/bits"
)

// uniformStore is uniform_store: element k of the mask goes to uniform half O + k. n is the mask.
func uniformStore(c *compiler, o *op) string {
	if c.field("F") != 1 {
		return "its elements are not of 16 bits, and nobody knows what other ones do"
	}
	if c.field("s") != 0 || c.field("b44") != 0 || c.field("slot1") != 0 || c.field("b25") != 2 {
		return "nobody knows what its bits 25, 26, 30 and 42 to 46 do unless they are as usual"
	}
	r, at := c.inst.Arg(c.operand("R")), c.inst.Arg(c.operand("O"))
	o.n = c.field("mask")
	if int(o.n) != 1<<r.Count-1 {
		o.flags |= storeOffset
	}
	o.a = source{row: uint16(r.Index / 2), view: viewOf(r)}
	step := 1
	if r.Size == 32 {
		o.flags |= storeWide
		step = 2
	}
	if r.Index+step*r.Count > 2*Registers {
		return "its registers go beyond r127"
	}
	o.m, o.shift = uint32(r.Index), uint8(step)
	o.b = source{row: c.fixedRow(fixed{number, uint32(int32(at.Value))}), view: word}
	if at.Size != 0 {
		o.b = source{row: uint16(at.Index / 2), view: word}
		o.flags |= storeOffset
	}
	o.run = (*Group).storeUniforms
	return ""
}

func (g *Group) storeUniforms(o *op) {
	if g.Exec == 0 {
		return
	}
	lane := bits.TrailingZeros32(g.Exec)
	from, to := int(o.m), int(int32(g.rows[o.b.row][lane]))
	if to < 0 || to+bits.Len32(o.n) > Uniforms {
		g.fault(fmt.Sprintf("it stores to uniform half %d, and there are %d", to, Uniforms))
		return
	}
	for k := range 4 {
		if o.n>>k&1 == 0 {
			continue
		}
		g.SetUniform(to+k, g.agreed(from, lane))
		from += int(o.shift)
	}
	g.bind(g.program)
}

// agreed is a half of a register in one lane, which the other active ones should have too.
func (g *Group) agreed(half, lane int) uint16 {
	r, shift := &g.rows[half/2], half&1*16
	for i, v := range r {
		if g.Exec>>i&1 != 0 && uint16(v>>shift) != uint16(r[lane]>>shift) {
			g.flags |= storeDiffers
		}
	}
	return uint16(r[lane] >> shift)
}
