package ptx

import "github.com/lanescope/lanescope/lane"

// Threads are the threads of a warp.
const Threads = 32

// A shuffle is a mode of shfl: from which lane a lane wants its value, and whether that is in range.
//
//	lane 13, segments of 8 (segmask 0x18):    first = 8 ── 9 ── … ── 15 = last      with a clamp of 0x1f
type shuffle struct {
	name    string
	cuda    string // what CUDA's function is called behind __shfl
	wants   func(at, by, first, segmask int) int
	reaches func(j, last int) bool
	low     bool // CUDA clamps to the segment's first lane, and not to its last
}

func upTo(j, last int) bool     { return j <= last }
func downFrom(j, last int) bool { return j >= last }

// shuffles are the modes of shfl. In mode up the clamp is the lowest lane that is in range.
var shuffles = []shuffle{
	{"up", "_up", func(at, by, _, _ int) int { return at - by }, downFrom, true},
	{"down", "_down", func(at, by, _, _ int) int { return at + by }, upTo, false},
	{"bfly", "_xor", func(at, by, _, _ int) int { return at ^ by }, upTo, false},
	{"idx", "", func(_, by, first, segmask int) int { return first | by&^segmask }, upTo, false},
}

// from is the lane whose value the lane gets: its own where the lane that it wants is out of range.
func (s shuffle) from(at int, b, c uint64) int {
	by, clamp, segmask := int(b&31), int(c&31), int(c>>8&31)
	first := at & segmask
	if j := s.wants(at, by, first, segmask); s.reaches(j, first|clamp&^segmask) {
		return j
	}
	return at
}

// warpMap is shfl as a map of a warp's lanes, of which those take part whose bit of the member mask is 1.
func (s shuffle) warpMap(bits int, b, c, members uint64) lane.Map {
	m := lane.Map{Bits: bits, Src: []int{Threads}, Lane: make([]lane.Lane, Threads)}
	for at := range m.Lane {
		if j := s.from(at, b, c); members>>at&1 == 1 && members>>j&1 == 1 {
			m.Lane[at] = lane.From(0, j)
		}
	}
	return m
}

// control is the operand c of shfl for CUDA's width.
func (s shuffle) control(width uint64) uint64 {
	c := (Threads - width) << 8
	if !s.low {
		c |= Threads - 1
	}
	return c
}
