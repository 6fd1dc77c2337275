package machine

import (
	"fmt"
	"math/bits"

	"github.com/lanescope/lanescope/g13"
)

// uniformStore is uniform_store: element k of the mask goes to uniform half O + k. m is the mask, n is O or, if signed, the number of a register with it; shift is how many
// halves are from one register to the next.
func uniformStore(c *compiler, o *op) string {
	if c.field("F") != 1 {
		return "its elements are not of 16 bits, and nobody knows what other ones do"
	}
	if c.field("s") != 0 || c.field("b44") != 0 || c.field("slot1") != 0 || c.field("b25") != 2 {
		return "nobody knows what its bits 25, 26, 30 and 42 to 46 do unless they are as usual"
	}
	r, at := c.inst.Arg(c.operand("R")), c.inst.Arg(c.operand("O"))
	o.m, o.n, o.shift = c.field("mask"), uint32(at.Value), 1
	if at.Class == g13.Register {
		o.n, o.signed = uint32(at.Index/2), true
	}
	if o.signed || int(o.m) != 1<<r.Count-1 {
		o.flags |= storeOffset
	}
	if r.Size == 32 {
		o.flags |= storeWide
		o.shift = 2
	}
	if r.Index+int(o.shift)*r.Count > 2*Registers {
		return "its registers go beyond r127"
	}
	o.a = source{row: uint16(r.Index / 2), view: viewOf(r)}
	o.run = (*Group).storeUniforms
	return ""
}

func (g *Group) storeUniforms(o *op) {
	if g.Exec == 0 {
		return
	}
	lane := bits.TrailingZeros32(g.Exec)
	to := int(int32(o.n))
	if o.signed {
		to = int(int32(g.rows[o.n][lane]))
	}
	if to < 0 || to+bits.Len32(o.m) > Uniforms {
		g.fault(fmt.Sprintf("it stores to uniform half %d, and there are %d", to, Uniforms))
		return
	}
	from := 2 * int(o.a.row)
	if o.a.view == high {
		from++
	}
	for k := range 4 {
		if o.m>>k&1 != 0 {
			g.uniform[to+k] = g.agreed(from, lane)
			from += int(o.shift)
		}
	}
	g.refresh(to, to+4)
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
