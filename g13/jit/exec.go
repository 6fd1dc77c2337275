package jit

import (
	"errors"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/internal/x86"
)

// The execution mask is made from counts, in r0l of all lanes, active or not: a lane is active whose count is 0, if it has a thread. Two masks are kept of that: which lanes are awake,
// because their count as it is stored is 0, and nothing is owed them (see pay); and which are active. They differ where a count has been written by another instruction, where there is
// no thread, and where a count of ffff went up.
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
	c.pay()
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

// While with one level does not count the lanes that it sends to sleep. What the counts are owed is known all the same: a lane whose count is 0 as it is stored, though it is not awake, has 1. It is
// paid before somebody looks at r0 or counts otherwise, and by the way out; who is owed nothing loses nothing by that.
//
//	r0l as it is stored    0   0   1   0
//	awake                  1   0   0   1
//	r0l when it is paid    0   1   1   0

// pay makes the counts what they are, if something may be owed.
func (c *compiler) pay() {
	if !c.owed {
		return
	}
	c.owed = false
	for h := range 2 {
		c.counts(h, func(counts x86.Operand) {
			c.do(vptestnmd, x86.K(free), counts, c.number(lowHalf))
			c.do(kandnw, x86.K(free), x86.K(awake[h]), x86.K(free))
			c.do(vpaddd, counts.Masked(free), counts, c.number(1))
		})
	}
}

// looksAtCounts says whether an op reads or writes r0, other than to change the mask.
func (c *compiler) looksAtCounts(op int) bool {
	i := c.ops[op].Inst
	for n, a := range c.argsOf(op) {
		if a.Class == g13.Register && a.Index < 2 && i.Kind(n) != g13.R0L {
			return true
		}
	}
	form := c.formOf(i.Form)
	if form.has>>fieldRegister&1 == 1 && form.fields[fieldRegister].Of(i) == 0 {
		return true
	}
	return form.does&changesMask == 0 && c.program.Writes(op).Has(0)
}

// errOwed is a defect of this package.
var errOwed = errors.New("code looks at counts that are not paid")

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

// whileOne is while with one level, which nearly all loops have: those that are awake stay so for which the condition holds. The comparison has been under their masks, so that these are what it
// left; and the others, which sleep one level deep now, are not counted yet: they are owed.
func (c *compiler) whileOne() {
	c.written(0)
	c.owed, c.owes = true, true
	if c.joins = c.joinedByNext(); c.joins {
		return
	}
	c.recent = recents{} // those that are awake are mostly those that were active, but perhaps not all
	for h := range 2 {
		c.do(kload, x86.K(active[h]), x86.Mem(frame, presentAt+2*int32(h)))
		c.do(kandw, x86.K(active[h]), x86.K(active[h]), x86.K(awake[h]))
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
		one := c.field(fieldLevels) == 1
		c.narrows = one
		condition(c)
		c.narrows = false
		if one {
			c.whileOne()
			return
		}
		c.recount(repeat)
	}
}

// joinedByNext says whether a while with one level is followed by another one, of integers, behind which it is early enough to find the lanes that are active. The second one must not look at
// counts, nor be given up.
//
//	while_fcmp r0l, lt, r7, 4.0, 1      awake = r7 < 4, of those that are awake
//	while_icmp r0l, ult, r6, u0, 1      awake = r6 < u0, likewise; and active
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
