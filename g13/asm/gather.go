package asm

import (
	"math/bits"

	"github.com/lanescope/lanescope/g13"
)

// A gather brings some bits of an instruction together, the lowest first.
type gather struct {
	runs  [mostRuns]run
	count uint8
}

// run is bits beside one another in one half of a word, and where they go.
type run struct {
	half, pos, width, at uint8
}

const mostRuns = 6

// gatherOf gathers the bits that are set in a mask. ok is false where they are too scattered.
func gatherOf(mask g13.Word) (g gather, ok bool) {
	at := uint8(0)
	for half, w := range [2]uint64{mask.Lo, mask.Hi} {
		for pos := 0; w>>pos != 0; {
			pos += bits.TrailingZeros64(w >> pos)
			width := bits.TrailingZeros64(^(w >> pos))
			if g.count == mostRuns {
				return g, false
			}
			g.runs[g.count] = run{uint8(half), uint8(pos), uint8(width), at}
			g.count++
			at += uint8(width)
			pos += width
		}
	}
	return g, true
}

// bits is how many bits there are.
func (g *gather) bits() int {
	if g.count == 0 {
		return 0
	}
	last := g.runs[g.count-1]
	return int(last.at + last.width)
}

// get is the bits of a word, whose halves these are.
func (g *gather) get(halves *[2]uint64) uint64 {
	v := uint64(0)
	for _, r := range g.runs[:g.count] {
		v |= halves[r.half&1] >> (r.pos & 63) & (1<<(r.width&63) - 1) << (r.at & 63)
	}
	return v
}

// put is a word with its bits replaced.
func (g *gather) put(w g13.Word, v uint64) g13.Word {
	halves := [2]uint64{w.Lo, w.Hi}
	for _, r := range g.runs[:g.count] {
		mask := uint64(1)<<r.width - 1
		halves[r.half] = halves[r.half]&^(mask<<r.pos) | v>>r.at&mask<<r.pos
	}
	return g13.Word{Lo: halves[0], Hi: halves[1]}
}
