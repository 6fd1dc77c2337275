package jit

import (
	"math/bits"
	"unsafe"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// A sum or a product of what is not a number is none either. So a result need not be looked at that goes into others of the block: the last one tells of them all, and where it is not a number,
// all are put right that could be the reason. Until then registers are late: they may have another one of those that are no numbers than the G13 has.
//
//	fmul32 r7, r5, r5          r7 is late
//	fmadd32 r8, r4, r4, r7     r8, too, and tells of r7
//	fadd32 r4, r8, r2          r4, which tells of r8
//	while_fcmp …               looks at r4: one comparison for both of its halves; if there is something, aside, where r7, r8 and r4 are put right
//
// Whoever looks at bits of a late register, or changes the mask, has them looked at before; and behind a way out they are put right in Go.

// A late is a register that is. Of two numbers, one is that of its result, the other one that of the late result that tells of it, or 0.
type late struct {
	row        uint8
	number, by uint16
}

// lates are all of them.
type lates struct {
	n    uint8
	last uint16 // number that was given, in a block
	all  [mostLate]late
}

// mostLate is how many there may be.
const mostLate = 8

// has says whether a register is late.
func (l *lates) has(row int) bool {
	for _, v := range l.all[:l.n] {
		if int(v.row) == row {
			return true
		}
	}
	return false
}

// result adds one that is computed from others.
func (l *lates) result(row int, from []source) {
	l.last++
	for k := range l.all[:l.n] {
		for _, s := range from {
			if v := &l.all[k]; !s.isNumber && !s.uniform && s.row == int(v.row) {
				v.by = l.last
			}
		}
	}
	l.overwritten(row)
	l.all[l.n] = late{row: uint8(row), number: l.last}
	l.n++
}

// overwritten takes a register out. Whoever it told of has the one that tells of it; or none any more.
func (l *lates) overwritten(row int) {
	for k, v := range l.all[:l.n] {
		if int(v.row) != row {
			continue
		}
		for j := range l.all[:l.n] {
			if l.all[j].by == v.number {
				l.all[j].by = v.by
			}
		}
		l.n--
		l.all[k] = l.all[l.n]
		return
	}
}

// mayBeLate says whether the result of the sum or product that is compiled may be.
func (c *compiler) mayBeLate(d target) bool {
	return d.view == word && d.row != 0 && !c.inst.Saturates()
}

// lateProduct looks at a product for all but what is not a number.
func (c *compiler) lateProduct(r [2]int, zeros bool, factors [2]source) {
	c.nearZero(r)
	c.do(kortestw, x86.K(held[1]), x86.K(held[1]))
	c.aside(jnz, &apart{write: putZeroRight, r: r, zeros: zeros, factors: factors})
}

// putZeroRight is what stands apart for it.
func putZeroRight(c *compiler, a *apart) {
	c.refused(ofProduct, a.r)
	if a.zeros {
		c.addZero(a.factors, a.r)
	}
}

// lateResult writes both halves of a sum or a product, which stand in two temporaries.
func (c *compiler) lateResult(r [2]int, d target, from ...source) {
	unwritten := c.leaveUnwritten(d.row)
	if unwritten {
		c.written(d.row)
	} else {
		for h := range 2 {
			c.put(d, h, zmm(r[h]))
		}
	}
	c.remember(d.row, r, unwritten)
	c.late.result(d.row, from)
}

// correct puts late registers right behind a way out.
func (l *lates) correct(f *machine.Frame) {
	for _, v := range l.all[:l.n] {
		row := &unsafe.Slice(f.Rows, machine.Registers)[v.row]
		for lanes := f.Exec; lanes != 0; lanes &= lanes - 1 {
			if word := &row[bits.TrailingZeros32(lanes)]; *word&magnitude > infinity {
				*word = notANumber
			}
		}
	}
}

// passes says whether an instruction lets late registers be: one that does not look at them, or whose result tells of them.
func (c *compiler) passes() bool {
	floats := c.form.does&tellsOfLate != 0 && !c.inst.Saturates() && c.late.n < mostLate
	if !floats && c.form.does&skipsLate == 0 {
		return false
	}
	for _, a := range c.argsOf(c.at) {
		if a.Class == g13.Register && !(floats && a.Size == 32) && (c.late.has(a.Index/2) || a.Size == 64 && c.late.has(a.Index/2+1)) {
			return false
		}
	}
	return true
}

// noneLate has late registers looked at of which no other one tells.
func (c *compiler) noneLate() {
	c.store(all)
	l, masks := c.late, 0
	check := func() {
		c.do(kortestw, x86.K(held[0]), x86.K(held[masks-1]))
		c.aside(jnz, &apart{write: correctLate})
		masks = 0
	}
	for _, v := range l.all[:l.n] {
		if v.by != 0 {
			continue
		}
		r := [2]x86.Operand{}
		for h := range r {
			if r[h] = c.lastOf(source{row: int(v.row), recent: true}, h); r[h] == (x86.Operand{}) {
				r[h] = c.inRegister(c.quietRow(int(v.row), h), [2]int{2, temps - 1}[h])
			}
		}
		c.do(vcmpps, x86.K(held[masks]), r[0], r[1], x86.Imm(floatUnordered))
		if masks++; masks == len(held) {
			check()
		}
	}
	if masks > 0 {
		check()
	}
	c.late.n = 0
}

// correctLate puts all late registers right.
func correctLate(c *compiler, _ *apart) {
	for _, v := range c.late.all[:c.late.n] {
		c.correct(int(v.row))
	}
}

// correct puts a late register right. It changes zmm2. Its temporaries matter to sums and products alone.
func (c *compiler) correct(row int) {
	for h := range 2 {
		at := c.quietRow(row, h)
		r := c.inRegister(at, 2)
		c.canonical(r, h)
		if at.IsMemory() {
			c.do(vmovdqu32m, at, r)
		}
	}
}

// canonical makes what is not a number that of the G13, where lanes are active.
func (c *compiler) canonical(r x86.Operand, h half) {
	c.do(vcmpps, x86.K(free).Masked(active[h]), r, r, x86.Imm(floatUnordered))
	c.do(vmovdqu32, r.Masked(free), c.number(notANumber))
}
