package jit

import (
	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// Code for what is rare stands apart, behind all blocks: a jump goes there, and it comes back. It is written when the blocks have been, and then the compiler has to know what it knew where
// the jump is.
//
//	block   …                      there:  …
//	        jnz there                      jmp back
//	back:   …
type aside struct {
	there, back     int
	at, block, done int
	inst            g13.Inst
	loads           []begun
	late            lates
	recent          recents // where a way out finds what is unwritten
	implied         int
	owed            bool
	begun           machine.RegisterSet // of a full group
	apart
}

// An apart is what code that stands apart does, and what with: of the rest, each has what it needs.
type apart struct {
	write     func(c *compiler, a *apart)
	r         [2]int // a result's temporaries
	doubt     doubt
	zeros     bool // a product of these that is -0 is put right
	factors   [2]source
	transfer  *machine.Transfer
	first     laneAt
	window    int // that is kept
	surely    bool
	inside    int // labels
	after     int
	scattered int
}

// aside jumps to code that stands apart and comes back, if the condition of a jump holds. It changes no temporaries in which registers are.
func (c *compiler) aside(e x86.Encoding, code *apart) {
	there, back, recent := c.newLabel(), c.newLabel(), c.recent
	c.to(e, there)
	c.labels[back] = len(c.code)
	c.setAside(there, back, code)
	c.recent = recent
}

// setAside is code that stands apart, between two labels. It may change all temporaries.
func (c *compiler) setAside(there, back int, code *apart) {
	if c.quiet {
		return
	}
	c.asides = append(c.asides, aside{there: there, back: back, at: c.at, block: c.block, done: c.done, inst: c.inst, loads: c.loads, late: c.late, recent: c.recent, implied: c.implied, owed: c.owed})
	a := &c.asides[len(c.asides)-1]
	a.apart = *code
	a.begun = c.follow.begun
	c.recent = recents{}
}

// writeAside writes one.
func (c *compiler) writeAside(a *aside) {
	c.at, c.block, c.done, c.inst, c.form, c.loads, c.late, c.recent, c.implied, c.owed = a.at, a.block, a.done, a.inst, c.formOf(a.inst.Form), a.loads, a.late, a.recent, a.implied, a.owed
	c.follow.begun = a.begun
	c.labels[a.there] = len(c.code)
	a.write(c, &a.apart)
	c.to(jump, a.back)
}
