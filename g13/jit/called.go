package jit

import (
	"math/bits"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// What several accesses do alike stands once, behind all else, and is called. The search for a buffer is the same for all accesses with the same base, and of elements of the same size. It says by
// the overflow flag that there is no such buffer, or that an access would not fit into it; and, if that is of interest, by the others whether a row of lanes goes beyond it.
//
//	call search           search:  mov rax, [uniforms]; mov rax, [rax+8]
//	jo out                         …
//	ja beyond                      jae none
//	                               …                                      r10, r11, r12: see memory.go
//	                               lea rcx, [rax+31]; cmp rcx, r11        never overflows
//	                               ret
//	                      none:    mov eax, 1 << 31; neg eax              does
//	                               ret
type search struct {
	base        uint64 // the uniform
	size, shift int
	span        int
	lift        int64
	offset      machine.TermKind
	row         bool // and lane 0 is looked for
	kept        int  // in which window; -1 if in none
	label       int
}

// window finds the buffer, and what is to be known of it.
func (c *compiler) window(t *machine.Transfer) {
	if !c.quiet {
		c.to(callTo, c.searchFor(t, false, -1))
		c.giveUp(jo)
	}
}

// windowOfRow does so, keeps it, makes scratch the place of lane 0, and says by the flags whether lane 31 is above the most that there is.
func (c *compiler) windowOfRow(t *machine.Transfer, kept int) {
	c.to(callTo, c.searchFor(t, true, kept))
	c.giveUp(jo)
}

// searchFor is the label of an access's search.
func (c *compiler) searchFor(t *machine.Transfer, row bool, kept int) int {
	s := search{base: t.Base.N, size: t.Size, shift: t.Shift, span: t.Span, lift: int64(t.Lift), offset: t.Offset.Kind, row: row, kept: kept}
	if s.offset == machine.NumberTerm {
		s.lift += int64(t.Offset.N)
	}
	for k := range c.searches {
		if s.label = c.searches[k].label; s == c.searches[k] {
			return s.label
		}
	}
	s.label = c.newLabel()
	c.searches = append(c.searches, s)
	return s.label
}

// writeSearches writes them all.
func (c *compiler) writeSearches() {
	for k := range c.searches {
		s, none := &c.searches[k], c.newLabel()
		c.labels[s.label] = len(c.code)
		c.search(s, none)
		if s.row {
			c.keep(s)
			c.reachesOver(s.offset, x86.R(distance), x86.R(most))
		} else {
			c.do(xor32, x86.R(other), x86.R(other))
		}
		c.do(ret)
		c.labels[none] = len(c.code)
		c.do(move32, x86.R(scratch), x86.Imm(1<<31))
		c.do(neg32, x86.R(scratch))
		c.do(ret)
	}
}

// keep notes what a search has found.
func (c *compiler) keep(s *search) {
	if s.kept < 0 {
		return
	}
	at := windowsAt + windowBytes*int32(s.kept)
	c.do(store64, x86.Mem(frame, at+keptOrigin), x86.R(origin))
	c.do(store64, x86.Mem(frame, at+keptMost), x86.R(most))
	if s.offset == machine.SignedTerm {
		c.do(store64, x86.Mem(frame, at+keptBefore), x86.R(distance))
	}
}

// search looks for the buffer, and goes elsewhere if there is none.
func (c *compiler) search(s *search, none int) {
	c.do(load64, x86.R(scratch), x86.Mem(frame, uniformsAt))
	c.do(load64, x86.R(scratch), x86.Mem(scratch, 2*int32(s.base)))
	if s.size > 1 {
		c.do(andImm, x86.R(scratch), x86.Imm(int64(-s.size)))
	}
	if s.lift != 0 {
		c.do(addImm, x86.R(scratch), x86.Imm(s.lift))
	}
	c.do(load64, x86.R(other), x86.R(scratch))
	c.do(shr64, x86.R(other), x86.Imm(machine.RegionSpacing))
	c.do(subImm, x86.R(other), x86.Imm(1))
	c.do(cmp64m, x86.R(other), x86.Mem(frame, regionCountAt))
	c.to(jae, none)
	c.do(imul64, x86.R(other), x86.R(other), x86.Imm(int64(machine.RegionBytes)))
	c.do(add64, x86.R(other), x86.Mem(frame, regionsAt))
	c.do(shl64, x86.R(scratch), x86.Imm(64-machine.RegionSpacing))
	c.do(shr64, x86.R(scratch), x86.Imm(64-machine.RegionSpacing))
	c.do(load64, x86.R(origin), x86.Mem(other, 0))
	c.do(load64, x86.R(most), x86.Mem(other, 8))
	c.do(subImm, x86.R(most), x86.Imm(int64(s.span)))
	c.do(sub64, x86.R(most), x86.R(scratch))
	c.to(jl, none)
	c.offsets(s)
}

// offsets makes numbers of elements of the bytes that there are before and behind the base, which is so far from the beginning as scratch says.
func (c *compiler) offsets(s *search) {
	shift := x86.Imm(int64(s.shift))
	if s.offset == machine.SignedTerm {
		c.do(load64, x86.R(distance), x86.R(scratch))
		c.do(shr64, x86.R(distance), shift)
		c.do(andImm, x86.R(scratch), x86.Imm(1<<s.shift-1))
	}
	c.do(add64, x86.R(origin), x86.R(scratch))
	if s.offset == machine.NumberTerm {
		return
	}
	c.do(shr64, x86.R(most), shift)
	if s.offset == machine.SignedTerm {
		c.do(add64, x86.R(most), x86.R(distance))
	}
}

// A loop takes the active lanes one after the other, from the lowest to the highest, and moves the elements of each. It, too, is the same for many accesses.
type loop struct {
	kind  machine.AccessKind
	size  int
	n     int // of elements
	at    [4]uint64
	shift int
	label int
}

// callLoop calls the loop of an access, whose places are to be shifted.
func (c *compiler) callLoop(t *machine.Transfer, shift int) {
	if c.quiet {
		return
	}
	l := loop{kind: t.Kind, size: t.Size, n: t.Elements, shift: shift}
	copy(l.at[:], t.At)
	for k := range c.loops {
		if l.label = c.loops[k].label; l == c.loops[k] {
			c.to(callTo, l.label)
			return
		}
	}
	l.label = c.newLabel()
	c.loops = append(c.loops, l)
	c.to(callTo, l.label)
}

// writeLoops writes them all.
func (c *compiler) writeLoops() {
	for k := range c.loops {
		l := &c.loops[k]
		c.labels[l.label] = len(c.code)
		c.lanes(func() {
			c.do(load32, x86.R(within), spilled(0))
			scale := 1 << l.shift
			if scale > 8 {
				c.do(shl64, x86.R(within), x86.Imm(int64(l.shift)))
				scale = 1
			}
			for k, at := range l.at[:l.n] {
				c.one(l, k, x86.MemIndex(origin, within, scale, int32(at)))
			}
		})
		c.do(ret)
	}
}

// one moves a lane's element.
func (c *compiler) one(l *loop, k int, at x86.Operand) {
	size := bits.TrailingZeros(uint(l.size))
	if l.kind == machine.LoadAccess {
		c.do([...]x86.Encoding{load8, load16, load32}[size], x86.R(element), at)
		c.do(store32, spilled(1+k), x86.R(element))
		return
	}
	c.do(load32, x86.R(element), spilled(1+k))
	from := x86.R(element)
	if size == 0 {
		from = x86.Low(element)
	}
	c.do([...]x86.Encoding{store8, store16, store32}[size], at, from)
}
