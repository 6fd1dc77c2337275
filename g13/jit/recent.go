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

// gone is the temporary of a half that is in none any more.
const gone = -1

// A recent is a register whose halves are in two temporaries, or in one that is left.
type recent struct {
	row       int16
	r         [2]int8
	unwritten bool // it is nowhere else

	notNegative bool // in lanes that are active
}

// recents are all of them, the one that has been there for the longest first.
type recents struct {
	n   int
	all [len(homes)]recent
}

// list is the same.
func (l *recents) list() []recent { return l.all[:l.n] }

// homes are the temporaries that are taken by turns. zmm2 and zmm9 are for operands, and zmm9 for a register that is in memory.
var homes = [...][2]int{{0, 1}, {4, 5}, {3, 6}, {7, 8}}

// isHome says whether one of a register's temporaries is one of those.
func (v recent) isHome(r [2]int) bool { return int(v.r[0]) == r[0] || int(v.r[1]) == r[1] }

// temporaries are those for the next result: none in which a value is; or else those that have had theirs for the longest, and are no operand, nor all that there is of a register.
func (c *compiler) temporaries(from ...source) [2]int {
	for _, r := range homes {
		if !slices.ContainsFunc(c.recent.list(), func(v recent) bool { return v.isHome(r) }) {
			return r
		}
	}
	isOperand := func(v recent) bool {
		return slices.ContainsFunc(from, func(s source) bool { return !s.isNumber && s.row == int(v.row) })
	}
	r := homes[0]
	if k := slices.IndexFunc(c.recent.list(), func(v recent) bool { return !isOperand(v) && !v.unwritten }); k >= 0 {
		v := c.recent.list()[k]
		r = homes[slices.IndexFunc(homes[:], v.isHome)]
	}
	c.store(func(v recent) bool { return v.isHome(r) })
	return r
}

// remember notes that a register's value is in temporaries, perhaps in those alone.
func (c *compiler) remember(row int, r [2]int, unwritten bool) {
	if !c.quiet {
		if c.recent.n == len(c.recent.all) {
			c.recent.remove(0)
		}
		c.recent.add(recent{row: int16(row), r: [2]int8{int8(r[0]), int8(r[1])}, unwritten: unwritten})
	}
}

// add adds one, for which there is room.
func (l *recents) add(v recent) {
	l.all[l.n] = v
	l.n++
}

// forget notes that a register has another value.
func (c *compiler) forget(row int) {
	for k, v := range c.recent.list() {
		if int(v.row) == row {
			c.recent.remove(k)
			return
		}
	}
}

// remove takes one out.
func (l *recents) remove(k int) {
	copy(l.all[k:], l.all[k+1:l.n])
	l.n--
}

// overwritten notes that an instruction has a register as its first operand, and perhaps changes it.
func (a *assembler) overwritten(o x86.Operand) {
	n, ok := o.Vector()
	if !ok || n >= temps {
		return
	}
	for k := range a.recent.list() {
		v := &a.recent.all[k]
		for h, r := range v.r {
			if int(r) != n {
				continue
			}
			if v.r[h] = gone; v.r[1-h] == gone {
				a.recent.remove(k)
			}
			return
		}
	}
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
	for _, v := range c.recent.list() {
		if int(v.row) == s.row && v.r[h] != gone {
			return zmm(int(v.r[h]))
		}
	}
	return o
}
