package jit

import (
	"github.com/lanescope/lanescope/g13"
)

// A register that is written again in the same block, and is looked at before that only by those who take it from its temporaries, need not be written under the mask the first time. It is
// unwritten then: it stands in two temporaries alone, and a way out writes it.
//
//	fmul32 r7, r5, r5          vmulps zmm0, zmm11, zmm11        r7 is unwritten
//	fmadd32 r8, r4, r4, r7     vfmadd213ps zmm4, zmm9, zmm0     by a way out, vmovdqa32 zmm13 {k1}, zmm0 comes first
//	fmul32 r7, r8, r8          vmulps zmm3, zmm4, zmm4          here that is no longer so
//	                           vmovdqa32 zmm13 {k1}, zmm3

// leaveUnwritten says whether the result of the op that is compiled, a float in a whole register, may stay so.
func (c *compiler) leaveUnwritten(row int) bool {
	if c.full || c.quiet {
		return false
	}
	block := c.blocks[c.block]
	for k := c.at + 1; k < block.First+block.Len; k++ {
		if !c.leavesTemporaries(k) {
			return false
		}
		written := false
		for n, a := range c.argsOf(k) {
			if a.Class != g13.Register || a.Index/2 != row {
				continue
			}
			isTarget := c.ops[k].Inst.Operand(n).Name == "D"
			if a.Size != 32 || !isTarget && !c.isFloat(k) {
				return false
			}
			written = written || isTarget
		}
		if written {
			return true
		}
	}
	return false
}

// isFloat says whether an op takes operands from temporaries, and leaves its result in some.
func (c *compiler) isFloat(k int) bool {
	i := c.ops[k].Inst
	return c.formOf(i.Form).does&tellsOfLate != 0 && !i.Saturates()
}

// leavesTemporaries says whether an op changes only those temporaries that it says. An iadd needs none if its registers are whole and pinned, and what it
// adds to is one.
func (c *compiler) leavesTemporaries(k int) bool {
	if c.isFloat(k) {
		return true
	}
	i := c.ops[k].Inst
	if i.Form != g13.IADD || i.Saturates() {
		return false
	}
	for n, a := range c.argsOf(k) {
		switch {
		case a.Class == g13.Register && (a.Size != 32 || !c.isPinned(a.Index/2)), a.Class == g13.Uniform && a.Size != 32:
			return false
		case a.Class != g13.Register && i.Operand(n).Name == "A": // it may have to be loaded
			return false
		}
	}
	return true
}

// store writes to their registers what is unwritten, or some of it.
func (c *compiler) store(which func(v recent) bool) {
	for k, v := range c.recent.list() {
		if v.unwritten && which(v) {
			c.storeOne(v)
			c.recent.all[k].unwritten = false
		}
	}
}

func all(recent) bool { return true }

// storeOne writes one of them.
func (c *compiler) storeOne(v recent) {
	for h := range 2 {
		at := c.quietRow(int(v.row), h)
		to := c.inRegister(at, temps-1)
		c.do(vmovdqa32, to.Masked(active[h]), zmm(int(v.r[h])))
		if at.IsMemory() {
			c.do(vmovdqu32m, at, to)
		}
	}
}

// unwritten are those that are.
func (l *recents) unwritten() (some recents) {
	for _, v := range l.list() {
		if v.unwritten {
			some.add(v)
		}
	}
	return some
}
