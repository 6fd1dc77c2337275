package jit

import "github.com/lanescope/lanescope/internal/x86"

// A call leaves the offset behind it in r1, and a ret goes to an offset that the active lanes have in a register. Mostly that is behind a call of the program: so it is compared with those.
//
//	ret r1     do all active lanes have the same? no: the reference
//	           cmp eax, 0x1c     behind the first call
//	           jz …
//	           cmp eax, 0x30     behind the second
//	           jz …
//	           none of them: the reference

// mostCalls bounds how many calls a ret looks at.
const mostCalls = 16

// link is the register in which a call leaves where it came from.
const link = 1

// call is call with an offset. To a register it is the reference's.
func call(c *compiler) {
	to := c.ops[c.at].To
	if c.unable = c.unable || to < 0; c.unable {
		return
	}
	for h := range 2 {
		c.result(target{row: link}, h, func(to x86.Operand) { c.do(vmovdqu32, to, c.number(c.behind(c.at))) })
	}
	c.goTo(jump, to)
}

// behind is the offset behind an op.
func (c *compiler) behind(op int) uint32 {
	return uint32(c.ops[op].Offset) + uint32(c.ops[op].Inst.Len)
}

// comeBack is ret.
func comeBack(c *compiler) {
	n := int(c.field(fieldRegister))
	c.activeLanes()
	c.giveUp(jz)
	for h := range 2 {
		c.spill(0, h, c.inRegister(c.row(n, h), 1))
	}
	c.do(tzcnt, x86.R(lane), x86.R(scratch))
	c.do(load32, x86.R(scratch), spilled(0))
	c.do(vpbroadcastd, zmm(1), x86.R(scratch))
	for h, k := range [...]int{free, feeble} {
		c.do(vpcmpd, x86.K(k).Masked(active[h]), zmm(1), c.row(n, h), x86.Imm(cmpNotEqual))
	}
	c.do(kortestw, x86.K(free), x86.K(feeble))
	c.giveUp(jnz)
	found := 0
	for k := range c.ops {
		if !c.does(k, calls) || found == mostCalls {
			continue
		}
		found++
		c.do(cmp32i, x86.R(scratch), x86.Imm(int64(c.behind(k))))
		c.goTo(jz, k+1)
	}
	c.giveUp(jump)
}

// activeLanes makes scratch the lanes that are active, and says by the flag of zero whether there are none.
func (c *compiler) activeLanes() {
	c.do(kmovwr, x86.R(scratch), x86.K(active[0]))
	c.do(kmovwr, x86.R(other), x86.K(active[1]))
	c.do(shl32, x86.R(other), x86.Imm(16))
	c.do(or32, x86.R(scratch), x86.R(other))
}
