package jit

import (
	"slices"

	"github.com/lanescope/lanescope/internal/x86"
)

// What a float instruction computes stands in two temporaries before it is put into its register under the mask. The next ones take it from there, as long as it is there: so they do not wait
// for the mask, which in a loop is what was computed last.
//
//	fmul32 r7, r4, r4        vmulps zmm4, zmm12, zmm12          zmm4 is r7 in lanes that are active
//	                         vmovdqa32 zmm18 {k1}, zmm4
//	fmadd32 r7, r5, r5, r7   vfmadd213ps zmm0, zmm14, zmm4      and not zmm18
//
// In lanes that are not active the temporary has anything. So only those look at it whose lanes look at no other lanes, and only until other lanes wake.

// A recent is a register whose halves are in two temporaries, or in one that is left.
type recent struct {
	row int
	r   [2]int
}

const gone = -1 // the half is in none any more

// homes are the temporaries that are taken by turns. zmm2 and zmm7 are for operands, and zmm7 for a register that is in memory.
var homes = [...][2]int{{0, 1}, {4, 5}, {3, 6}}

// temporaries are those for the next result: none in which a value is; or else those that have had theirs for the longest, and are no operand.
func (c *compiler) temporaries(from ...source) [2]int {
	for _, r := range homes {
		if !slices.ContainsFunc(c.recent, func(v recent) bool { return v.r[0] == r[0] || v.r[1] == r[1] }) {
			return r
		}
	}
	for _, v := range c.recent {
		if !slices.ContainsFunc(from, func(s source) bool { return !s.isNumber && s.row == v.row }) {
			return homes[slices.IndexFunc(homes[:], func(r [2]int) bool { return r[0] == v.r[0] || r[1] == v.r[1] })]
		}
	}
	return homes[0]
}

// remember notes that a register's value is in temporaries.
func (c *compiler) remember(row int, r [2]int) {
	if !c.quiet {
		c.recent = append(slices.Clone(c.recent), recent{row, r})
	}
}

// forget notes that a register has another value.
func (c *compiler) forget(row int) {
	c.recent = without(c.recent, func(v recent) bool { return v.row == row })
}

// overwritten notes that an instruction has a register as its first operand, and perhaps changes it.
func (a *assembler) overwritten(o x86.Operand) {
	n, ok := o.Vector()
	if !ok || n >= temps {
		return
	}
	for k, v := range a.recent {
		for h, r := range v.r {
			if r != n {
				continue
			}
			a.recent = slices.Clone(a.recent) // what stands aside has the one before
			if a.recent[k].r[h] = gone; v.r[1-h] == gone {
				a.recent = slices.Delete(a.recent, k, k+1)
			}
			return
		}
	}
}

// without is what is left of values; those that stand aside have theirs.
func without(all []recent, which func(v recent) bool) []recent {
	if !slices.ContainsFunc(all, which) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), which)
}

// lately is an operand of an instruction whose lanes look at no other ones.
func (s source) lately() source {
	s.recent = true
	return s
}

// lastOf is half of an operand's register in a temporary, or nothing.
func (c *compiler) lastOf(s source, h half) (o x86.Operand) {
	if !s.recent || s.isNumber || s.uniform || s.view != word {
		return o
	}
	for _, v := range c.recent {
		if v.row == s.row && v.r[h] != gone {
			return zmm(v.r[h])
		}
	}
	return o
}
