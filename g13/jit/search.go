package jit

import (
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// The search for a buffer is the same for all accesses with the same base, and of elements of the same size. So it stands once, behind all else, and is called; it says by the carry flag that there
// is no such buffer, or that the access would not fit into it.
//
//	call search                search:  mov rax, [uniforms]; mov rax, [rax+8]
//	jb out                              …
//	                                    jae none
//	                                    …                       r10, r11, r12: see below
//	                                    clc
//	                                    ret
//	                           none:    stc
//	                                    ret
type search struct {
	base        uint64 // the uniform
	size, shift int
	span        int
	lift        int64
	offset      machine.TermKind
	label       int
}

// window finds the buffer, and what is to be known of it.
func (c *compiler) window(t *machine.Transfer) {
	if c.quiet {
		return
	}
	c.to(callTo, c.searchFor(t))
	c.giveUp(jb)
}

// searchFor is the label of an access's search.
func (c *compiler) searchFor(t *machine.Transfer) int {
	s := search{base: t.Base.N, size: t.Size, shift: t.Shift, span: t.Span, lift: int64(t.Lift), offset: t.Offset.Kind}
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
		c.do(clc)
		c.do(ret)
		c.labels[none] = len(c.code)
		c.do(stc)
		c.do(ret)
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
