package jit

import (
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// A movement is the instruction that makes half of what a shuffle by a number leaves, of the halves of a register.
//
//	up by 5, around    upper  {byAlign, [2]half{1, 0}, 11}    valignd d, upper, lower, 11
//	exclusive or 1     lower  {byQuad, [2]half{0}, 0xb1}      vpshufd d, lower, 0xb1
type movement struct {
	by   mover
	from [2]half
	imm  uint8
}

// A mover is an instruction that moves lanes, in the order of movers.
type mover uint8

const (
	stays mover = iota
	byQuad
	byAlign
	byQuads
	byInsert
	byInsertHalf
	byFirst
	byIndices
	byIndicesOfBoth
)

// A moverRow is what there is to know of an instruction that moves lanes.
type moverRow struct {
	name    string // that package target has for it
	code    x86.Encoding
	sources int  // how many halves it reads
	imm     bool // how is a number; otherwise, but for byFirst, by a vector of indices
	narrow  int  // the last source, if it is a register, is so many bits of it; 0: all
}

// movers are the instructions that move lanes.
var movers = [...]moverRow{
	stays:           {code: vmovdqu32, sources: 1},
	byQuad:          {name: "vpshufd", code: vpshufd, sources: 1, imm: true},
	byAlign:         {name: "valignd", code: valignd, sources: 2, imm: true},
	byQuads:         {name: "vshufi32x4", code: vshufi32x4, sources: 2, imm: true},
	byInsert:        {name: "vinserti32x4", code: vinserti32x4, sources: 2, imm: true, narrow: 128},
	byInsertHalf:    {name: "vinserti32x8", code: vinserti32x8, sources: 2, imm: true, narrow: 256},
	byFirst:         {name: "vpbroadcastd", code: vpbroadcastd0, sources: 1, narrow: 128},
	byIndices:       {name: "vpermd", code: vpermd, sources: 1},
	byIndicesOfBoth: {name: "vpermi2d", code: vpermi2d, sources: 2},
}

// reads says whether a movement needs half of the register.
func (m movement) reads(h half) bool {
	return m.from[0] == h || movers[m.by].sources > 1 && m.from[1] == h
}

// quadLanes are the lanes of a quad.
const quadLanes = 4

// row is the place of a way in shuffles.
func (w wayOf) row() int {
	n := int(w.way)
	if w.around {
		n = downwards + 1
	}
	if w.quads {
		n += downwards + 2
	}
	return n
}

// movements are those of a shuffle by a number. There is a row for each that has lanes of the quad, or of all; those beyond are like one of them, or find no lane. ok is false where no lane finds another, and none is written.
func (w wayOf) movements(n int) (m [2]movement, ok bool) {
	switch {
	case w.quads:
		n %= quadLanes
	case w.around:
		n %= machine.Lanes
	case n >= machine.Lanes: // nobody finds a lane
		return [2]movement{{from: [2]half{0}}, {from: [2]half{1}}}, w.way != byIndex
	}
	return shuffles[w.row()][n], true
}

// A made movement is all but its last instruction.
type made struct {
	by       *moverRow
	operands [3]x86.Operand // behind the place that is written
	n        int
}

// movement is the code of one for half h of a shuffle, up to the last instruction.
func (c *compiler) movement(m movement, w wayOf, n int, h half, a source) made {
	by := &movers[m.by]
	last := c.lastSource(m, a, by.narrow)
	switch {
	case m.by == byIndicesOfBoth:
		c.load(zmm(h), c.constant(w.indices(n, h, m)))
		c.do(by.code, zmm(h), c.register(a, m.from[0], 2), last)
		return made{&movers[stays], [3]x86.Operand{zmm(h)}, 1}
	case m.by == byIndices:
		return made{by, [3]x86.Operand{c.inRegister(c.constant(w.indices(n, h, m)), 1), last}, 2}
	case by.sources == 2:
		return made{by, [3]x86.Operand{c.register(a, m.from[0], 2), last, x86.Imm(int64(m.imm))}, 3}
	case by.imm:
		return made{by, [3]x86.Operand{last, x86.Imm(int64(m.imm))}, 2}
	}
	return made{by, [3]x86.Operand{last}, 1}
}

// make is the last instruction of a movement, unless nothing is left to do.
func (c *compiler) make(m made, to x86.Operand) {
	switch {
	case to == m.operands[0] && m.n == 1:
	case m.n == 1:
		c.do(m.by.code, to, m.operands[0])
	case m.n == 2:
		c.do(m.by.code, to, m.operands[0], m.operands[1])
	default:
		c.do(m.by.code, to, m.operands[0], m.operands[1], m.operands[2])
	}
}

// lastSource is the last half that a movement reads: memory, or as much of a register as the instruction names.
func (c *compiler) lastSource(m movement, a source, narrow int) x86.Operand {
	v := c.value(a, m.from[movers[m.by].sources-1], 3)
	n, ok := v.Vector()
	switch {
	case ok && narrow == 128:
		return x86.XMM(n)
	case ok && narrow == 256:
		return x86.YMM(n)
	}
	return v
}

// indices are the lanes that half of a shuffle reads, counted from the first half that the movement reads.
func (w wayOf) indices(n int, h half, m movement) (index constant) {
	for i := range index {
		from, _ := readBy(16*h+i, n, w.way, w.around, w.quads)
		index[i] = uint32(from % 16)
		if from/16 != m.from[0] {
			index[i] += 16
		}
	}
	return index
}
