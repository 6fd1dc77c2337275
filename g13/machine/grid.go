package machine

import (
	"fmt"
	"math/bits"
)

// The most threads that a threadgroup may have, and threadgroups that a grid may have.
const (
	MaxThreadgroup = 1024
	maxNumber      = 1 << 62
)

// A grid is threads in three directions, cut into threadgroups. Those at the far edges are smaller where the sizes do not divide: their threads are numbered within
// what is there, and only their last SIMD-group can have lanes without a thread.
//
//	grid 10 × 3, threadgroups 4 × 2
//
//	│0 1 2 3│0 1 2 3│0 1│
//	│4 5 6 7│4 5 6 7│2 3│
//	│───────┼───────┼───│
//	│0 1 2 3│0 1 2 3│0 1│
type grid struct {
	threads, threadgroup [3]uint32
	count                [3]uint64 // of threadgroups
	number               uint64    // of all of them
}

// newGrid checks the sizes; 0 is 1, and no size at all for a threadgroup is 32 × 1 × 1.
func newGrid(threads, threadgroup [3]uint32) (grid, error) {
	s := grid{threads: threads, threadgroup: threadgroup, number: 1}
	if threadgroup == [3]uint32{} {
		s.threadgroup[0] = Lanes
	}
	size := uint64(1)
	for k := range 3 {
		s.threads[k], s.threadgroup[k] = max(s.threads[k], 1), max(s.threadgroup[k], 1)
		if size *= uint64(s.threadgroup[k]); size > MaxThreadgroup {
			t := s.threadgroup
			return s, fmt.Errorf("a threadgroup of %d × %d × %d threads; it may have at most %d", t[0], max(t[1], 1), max(t[2], 1), MaxThreadgroup)
		}
		s.count[k] = (uint64(s.threads[k]) + uint64(s.threadgroup[k]) - 1) / uint64(s.threadgroup[k])
		high, low := bits.Mul64(s.number, s.count[k])
		if s.number = low; high != 0 || low > maxNumber {
			return s, fmt.Errorf("a grid of %d × %d × %d threads has more than 2^62 threadgroups", threads[0], threads[1], threads[2])
		}
	}
	return s, nil
}

// position is where in the grid a threadgroup is, in threadgroups.
func (s *grid) position(number uint64) [3]uint32 {
	if number < s.count[0] {
		return [3]uint32{uint32(number)}
	}
	row := number / s.count[0]
	return [3]uint32{uint32(number % s.count[0]), uint32(row % s.count[1]), uint32(row / s.count[1])}
}

// size is how many threads of a threadgroup are inside the grid, in each direction.
func (s *grid) size(position [3]uint32) (threads [3]uint32) {
	for k, at := range position {
		threads[k] = uint32(min(uint64(s.threadgroup[k]), uint64(s.threads[k])-uint64(at)*uint64(s.threadgroup[k])))
	}
	return threads
}
