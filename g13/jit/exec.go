package jit

import (
	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/internal/x86"
)

// The execution mask is made from counts, in r0l of all lanes, active or not: a lane is active whose count is 0, if it has a thread. Two masks are kept of that: which lanes are awake,
// because their count as it is stored is 0, and which are active. They differ where a count has been written by another instruction, where there is no thread, and where a count of
// ffff went up.
//
//	r0l      0   2   0   1
//	awake    1   0   1   0      always by r0l
//	active   1   0   1   0      by the last instruction that made it

// A change is what one of them does to half of the counts, in zmm1, where held says for which lanes the condition holds. n is its number of levels.
type change func(c *compiler, h half, n uint32)

// enter is if: a lane that sleeps does so n levels deeper, and of the others those sleep now for which the condition is false.
func enter(c *compiler, h half, n uint32) {
	c.do(knotw, x86.K(free), x86.K(awake[h]))
	c.do(vpaddd, zmm(1).Masked(free), zmm(1), c.number(n))
	c.do(kandnw, x86.K(free), x86.K(held[h]), x86.K(awake[h]))
	c.do(vmovdqu32, zmm(1).Masked(free), c.number(1))
}

// exchange is else: those that are awake sleep, and those that sleep one level deep wake where the condition holds.
func exchange(c *compiler, h half, n uint32) {
	c.do(vpcmpd, x86.K(free), zmm(1), c.number(1), x86.Imm(cmpEqual))
	c.do(kandw, x86.K(free), x86.K(free), x86.K(held[h]))
	c.do(vpxord, zmm(1).Masked(free), zmm(1), zmm(1))
	c.do(vmovdqu32, zmm(1).Masked(awake[h]), c.number(n))
}

// repeat is while: lanes that sleep less than n levels deep go on, or sleep as deep as that.
func repeat(c *compiler, h half, n uint32) {
	c.do(vpcmpud, x86.K(free), zmm(1), c.number(n), x86.Imm(cmpLess))
	c.do(vmovdqu32, zmm(1).Masked(free), c.number(n))
	c.do(kandw, x86.K(free), x86.K(free), x86.K(held[h]))
	c.do(vpxord, zmm(1).Masked(free), zmm(1), zmm(1))
}

// pop is pop_exec: every lane wakes by n levels.
func pop(c *compiler, _ half, n uint32) {
	c.do(vpminud, zmm(2), zmm(1), c.number(n))
	c.do(vpsubd, zmm(1), zmm(1), zmm(2))
}

// recount changes the counts, and makes the masks from them.
func (c *compiler) recount(by change) {
	n := c.field(fieldLevels)
	c.recent = recents{} // lanes may wake that have computed nothing
	for h := range 2 {
		c.counts(h, func(counts x86.Operand) {
			c.do(vpandd, zmm(1), counts, c.number(lowHalf))
			by(c, h, n)
			c.do(vptestnmd, x86.K(active[h]), zmm(1), zmm(1))
			c.do(vpternlogd, counts, zmm(1), c.number(lowHalf), x86.Imm(thirdSelects))
			c.do(vptestnmd, x86.K(awake[h]), counts, c.number(lowHalf))
			c.present(h, active[h])
		})
	}
}

// counts is half of r0 in a register, for code that changes it.
func (c *compiler) counts(h half, change func(counts x86.Operand)) {
	c.written(0)
	at := c.row(0, h)
	counts := c.inRegister(at, temps-1)
	change(counts)
	if at.IsMemory() {
		c.do(vmovdqu32m, at, counts)
	}
}

// present takes lanes out of a mask that have no thread.
func (c *compiler) present(h half, mask int) {
	c.do(kload, x86.K(free), x86.Mem(frame, presentAt+2*int32(h)))
	c.do(kandw, x86.K(mask), x86.K(mask), x86.K(free))
}

// whileOne is while with one level, which nearly all loops have: those that are awake and for which it does not hold sleep one level deep. The masks wait for no count.
func (c *compiler) whileOne() {
	c.recent = recents{} // those that are awake are mostly those that were active, but perhaps not all
	for h := range 2 {
		c.counts(h, func(counts x86.Operand) {
			c.do(kandnw, x86.K(free), x86.K(held[h]), x86.K(awake[h]))
			c.do(kandw, x86.K(awake[h]), x86.K(awake[h]), x86.K(held[h]))
			c.do(vpaddd, counts.Masked(free), counts, c.number(1))
			c.do(kload, x86.K(active[h]), x86.Mem(frame, presentAt+2*int32(h)))
			c.do(kandw, x86.K(active[h]), x86.K(active[h]), x86.K(awake[h]))
		})
	}
}

// execCompare makes if and else.
func execCompare(by change, condition comparison) func(c *compiler) {
	return func(c *compiler) {
		condition(c)
		c.recount(by)
	}
}

// while makes while.
func while(condition comparison) func(c *compiler) {
	return func(c *compiler) {
		condition(c)
		c.joins = c.joinedByNext()
		switch {
		case c.joins:
		case c.field(fieldLevels) == 1:
			c.whileOne()
		default:
			c.recount(repeat)
		}
	}
}

// joinedByNext says whether a while with one level is followed by another one, of integers: then the lanes are found for which both hold, and what both do is done once. The second one must
// not look at counts that the first one would have changed, nor be given up.
//
//	while_fcmp r0l, lt, r7, 4.0, 1      k5 = r7 < 4
//	while_icmp r0l, ult, r6, u0, 1      k5 = r6 < u0, of k5
//	                                    the rest of while
func (c *compiler) joinedByNext() bool {
	k := c.at + 1
	if c.quiet || k >= c.blocks[c.block].First+c.blocks[c.block].Len || c.field(fieldLevels) != 1 {
		return false
	}
	next := &c.ops[k]
	if !c.does(k, repeatsByInt) || c.formOf(next.Inst.Form).fields[fieldLevels].Of(next.Inst) != 1 || next.Meets || next.Discards {
		return false
	}
	for n, a := range c.argsOf(k) {
		if a.Class == g13.Register && next.Inst.Kind(n) != g13.R0L && a.Index < 2 {
			return false
		}
	}
	return true
}

// popExec is pop_exec.
func popExec(c *compiler) { c.recount(pop) }

// jumpIf jumps where some lane is active, or where none is. A jump that leads nowhere is left to the reference.
func jumpIf(e x86.Encoding) func(c *compiler) {
	return func(c *compiler) {
		to := c.ops[c.at].To
		if to < 0 {
			c.unable = true
			return
		}
		c.do(kortestw, x86.K(active[0]), x86.K(active[1]))
		c.goTo(e, to)
	}
}
