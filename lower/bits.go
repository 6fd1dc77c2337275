package lower

import (
	"math/bits"

	"github.com/lanescope/lanescope/lane"
)

// A bit is where one bit of a vector comes from: maxBits·source + bit, or one of the following.
type bit int16

const (
	freeBit bit = -1 - iota // nobody cares, or nobody knows
	zeroBit
	oneBit
)

const (
	maxBits       = 512 // of a vector
	maxBitSources = 60  // of a map of bits
)

// bitsOf is a map bit by bit, in vectors of n bits; above what it has are free ones. ok is false if it reads more than bits can say.
func bitsOf(m lane.Map, n int) (list []bit, ok bool) {
	m, err := m.Regroup(1)
	if err != nil || len(m.Lane) > n || n > maxBits || len(m.Src) > maxBitSources {
		return nil, false
	}
	list = make([]bit, n)
	for i := range list {
		list[i] = freeBit
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Old {
			return nil, false
		}
		list[i] = bitOf(l)
	}
	return list, true
}

// bitOf is a lane of one bit.
func bitOf(l lane.Lane) bit {
	switch {
	case l.Kind == lane.Source:
		return bit(l.Src*maxBits + l.Index)
	case l.Kind != lane.Constant:
		return freeBit
	case l.Const.IsZero():
		return zeroBit
	}
	return oneBit
}

// laneOfBit is a bit as a lane.
func laneOfBit(b bit) lane.Lane {
	switch b {
	case freeBit:
		return lane.Lane{}
	case zeroBit:
		return lane.Zero()
	case oneBit:
		return lane.Fixed(lane.ConstOf(1))
	}
	return lane.From(int(b)/maxBits, int(b)%maxBits)
}

// mapOfBits is what bits say as a map of sources of these numbers of bits.
func mapOfBits(list []bit, src []int) lane.Map {
	m := lane.Map{Bits: 1, Src: src, Lane: make([]lane.Lane, len(list))}
	for i, b := range list {
		m.Lane[i] = laneOfBit(b)
	}
	return m
}

// A bitSet is a set of bits of a vector.
type bitSet [maxBits / 64]uint64

func (s *bitSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s *bitSet) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }

func (s *bitSet) empty() bool { return *s == bitSet{} }

func (s *bitSet) count() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// and, or and without are sets.
func (s bitSet) and(t *bitSet) bitSet {
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

func (s bitSet) or(t *bitSet) bitSet {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

func (s bitSet) without(t *bitSet) bitSet {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// in says whether all of s is in t.
func (s *bitSet) in(t *bitSet) bool {
	for i := range s {
		if s[i]&^t[i] != 0 {
			return false
		}
	}
	return true
}

// first is the lowest bit of the set, or -1.
func (s *bitSet) first() int {
	for i, w := range s {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return -1
}
