package lower_test

import (
	"math/bits"
	"math/rand/v2"

	"github.com/lanescope/lanescope/lane"
)

// A bitManipulation is a classical manipulation of bits, as a map of a register of n bits.
type bitManipulation struct {
	name    string
	bits    int // of a lane
	sources int
	from    func(n, i int) lane.Lane // where lane i of n comes from
}

// of is the map for a register.
func (m *bitManipulation) of(register int) lane.Map {
	n := register / m.bits
	r := lane.Map{Bits: m.bits, Lane: make([]lane.Lane, n)}
	for range m.sources {
		r.Src = append(r.Src, n)
	}
	for i := range r.Lane {
		r.Lane[i] = m.from(n, i)
	}
	return r
}

func source(i int) lane.Lane { return lane.From(0, i) }

// rotateIn rotates to the left by so many lanes in groups of so many.
func rotateIn(group, by int) func(n, i int) lane.Lane {
	return func(_, i int) lane.Lane { return source(i - i%group + (i%group-by+group)%group) }
}

// reverseIn turns lanes round in groups of so many; 0 is all.
func reverseIn(group int) func(n, i int) lane.Lane {
	return func(n, i int) lane.Lane {
		if group == 0 {
			return source(n - 1 - i)
		}
		return source(i - i%group + group - 1 - i%group)
	}
}

// unzipIn puts the even lanes of each group below its odd ones; 0 is all.
func unzipIn(group int) func(n, i int) lane.Lane {
	return func(n, i int) lane.Lane {
		g := group
		if g == 0 {
			g = n
		}
		j := i % g
		return source(i - j + 2*j%g + 2*j/g)
	}
}

func zipIn(group int) func(n, i int) lane.Lane {
	return func(n, i int) lane.Lane {
		g := group
		if g == 0 {
			g = n
		}
		j := i % g
		return source(i - j + j%2*g/2 + j/2)
	}
}

// transpose turns rows of so many lanes into columns, in squares.
func transpose(side int) func(n, i int) lane.Lane {
	return func(_, i int) lane.Lane {
		j := i % (side * side)
		return source(i - j + j%side*side + j/side)
	}
}

// every takes each k-th lane of a group to its bottom, zeros above.
func compressIn(group, k int) func(n, i int) lane.Lane {
	return func(_, i int) lane.Lane {
		if j := i % group; j < group/k {
			return source(i - j + k*j)
		}
		return lane.Zero()
	}
}

func expandIn(group, k int) func(n, i int) lane.Lane {
	return func(_, i int) lane.Lane {
		if j := i % group; j%k == 0 {
			return source(i - j + j/k)
		}
		return lane.Zero()
	}
}

// extract is pext of each lane of 64 bits by a mask, deposit pdep.
func extract(mask uint64) func(n, i int) lane.Lane {
	var at []int
	for k := range 64 {
		if mask>>k&1 == 1 {
			at = append(at, k)
		}
	}
	return func(_, i int) lane.Lane {
		if i%64 < len(at) {
			return source(i - i%64 + at[i%64])
		}
		return lane.Zero()
	}
}

func deposit(mask uint64) func(n, i int) lane.Lane {
	return func(_, i int) lane.Lane {
		if mask>>(i%64)&1 == 1 {
			return source(i - i%64 + bits.OnesCount64(mask&(1<<(i%64)-1)))
		}
		return lane.Zero()
	}
}

// manipulations are the named ones.
var manipulations = []bitManipulation{
	{"nibbles swapped in bytes", 4, 1, rotateIn(2, 1)},
	{"nibbles rotated in words", 4, 1, rotateIn(4, 1)},
	{"nibbles rotated in dwords", 4, 1, rotateIn(8, 3)},
	{"nibbles reversed in words", 4, 1, reverseIn(4)},
	{"nibbles reversed", 4, 1, reverseIn(0)},
	{"pairs swapped", 2, 1, rotateIn(2, 1)},
	{"bits swapped", 1, 1, rotateIn(2, 1)},
	{"bits rotated in bytes by 3", 1, 1, rotateIn(8, 3)},
	{"bits rotated in words by 5", 1, 1, rotateIn(16, 5)},
	{"bits rotated in quadwords by 13", 1, 1, rotateIn(64, 13)},
	{"bits reversed in bytes", 1, 1, reverseIn(8)},
	{"bits reversed in words", 1, 1, reverseIn(16)},
	{"bits reversed in quadwords", 1, 1, reverseIn(64)},
	{"bits reversed", 1, 1, reverseIn(0)},
	{"bits unzipped in bytes", 1, 1, unzipIn(8)},
	{"bits unzipped in quadwords", 1, 1, unzipIn(64)},
	{"bits zipped in bytes", 1, 1, zipIn(8)},
	{"bits zipped in quadwords", 1, 1, zipIn(64)},
	{"pairs unzipped in bytes", 2, 1, unzipIn(4)},
	{"pairs unzipped", 2, 1, unzipIn(0)},
	{"nibbles unzipped in words", 4, 1, unzipIn(4)},
	{"nibbles unzipped", 4, 1, unzipIn(0)},
	{"nibbles zipped in words", 4, 1, zipIn(4)},
	{"nibbles zipped", 4, 1, zipIn(0)},
	{"low nibbles of two zipped", 4, 2, func(_, i int) lane.Lane { return lane.From(i%2, i&^1) }},
	{"nibbles of two zipped", 4, 2, func(_, i int) lane.Lane { return lane.From(i%2, i/2) }},
	{"bits of two zipped", 1, 2, func(_, i int) lane.Lane { return lane.From(i%2, i/2) }},
	{"nibbles transposed in words", 4, 1, transpose(2)},
	{"bits transposed in quadwords", 1, 1, transpose(8)},
	{"pairs transposed in dwords", 2, 1, transpose(4)},
	{"every second bit of quadwords", 1, 1, compressIn(64, 2)},
	{"every fourth bit of quadwords", 1, 1, compressIn(64, 4)},
	{"every second nibble of quadwords", 4, 1, compressIn(16, 2)},
	{"every second bit of bytes", 1, 1, compressIn(8, 2)},
	{"bits spread by two in quadwords", 1, 1, expandIn(64, 2)},
	{"bits spread by four in quadwords", 1, 1, expandIn(64, 4)},
	{"nibbles spread by two in quadwords", 4, 1, expandIn(16, 2)},
	{"low nibbles", 4, 1, func(_, i int) lane.Lane {
		if i%2 == 0 {
			return source(i)
		}
		return lane.Zero()
	}},
	{"high nibbles brought down", 4, 1, func(_, i int) lane.Lane {
		if i%2 == 0 {
			return source(i + 1)
		}
		return lane.Zero()
	}},
	{"nibbles chosen of two", 4, 2, func(_, i int) lane.Lane { return lane.From(i%2, i) }},
	{"bits chosen of two", 1, 2, func(_, i int) lane.Lane { return lane.From(i/3%2, i) }},
	{"a bit to its byte", 1, 1, func(_, i int) lane.Lane { return source(i &^ 7) }},
	{"a bit everywhere", 1, 1, func(_, _ int) lane.Lane { return source(37) }},
	{"a nibble everywhere", 4, 1, func(_, _ int) lane.Lane { return source(5) }},
	{"a nibble to its word", 4, 1, func(_, i int) lane.Lane { return source(i&^3 + 2) }},
	{"pext 0x00ff0f0f33335555", 1, 1, extract(0x00ff0f0f33335555)},
	{"pext 0x8040201008040201", 1, 1, extract(0x8040201008040201)},
	{"pext 0x9d3c71e5a6b80f47", 1, 1, extract(0x9d3c71e5a6b80f47)},
	{"pdep 0x00ff0f0f33335555", 1, 1, deposit(0x00ff0f0f33335555)},
	{"pdep 0x8040201008040201", 1, 1, deposit(0x8040201008040201)},
	{"pdep 0x9d3c71e5a6b80f47", 1, 1, deposit(0x9d3c71e5a6b80f47)},
	{"fields of RGB565 to bytes", 1, 1, func(_, i int) lane.Lane {
		j := i % 32
		switch {
		case j >= 3 && j < 8:
			return source(i - j + j - 3)
		case j >= 10 && j < 16:
			return source(i - j + j - 10 + 5)
		case j >= 19 && j < 24:
			return source(i - j + j - 19 + 11)
		}
		return lane.Zero()
	}},
	{"six bits of base64 to bytes", 1, 1, func(n, i int) lane.Lane {
		if i%8 < 6 && i/8*6+i%8 < n {
			return source(i/8*6 + i%8)
		}
		return lane.Zero()
	}},
	{"six bits of base64 from bytes", 1, 1, func(n, i int) lane.Lane {
		if i/6*8+i%6 < n {
			return source(i/6*8 + i%6)
		}
		return lane.Zero()
	}},
}

// A bitFamily is a way to choose maps of narrow lanes at random.
type bitFamily struct {
	name string
	make func(random *rand.Rand, register int) lane.Map
}

// scattered are random maps of lanes of so many bits, of one source or two.
func scattered(bits, sources int) func(random *rand.Rand, register int) lane.Map {
	return func(random *rand.Rand, register int) lane.Map {
		return randomMap(random, bits, register/bits, sources, false)
	}
}

// alike are maps that do the same at random in each group of so many lanes, a quarter of them being zero if some are.
func alike(bits, group int, zeros bool) func(random *rand.Rand, register int) lane.Map {
	return func(random *rand.Rand, register int) lane.Map {
		n := register / bits
		g := randomMap(random, bits, group, 1, false)
		m := lane.Map{Bits: bits, Src: []int{n}, Lane: make([]lane.Lane, n)}
		for i := range group {
			if zeros && random.IntN(4) == 0 {
				g.Lane[i] = lane.Zero()
			}
		}
		for i := range m.Lane {
			if m.Lane[i] = g.Lane[i%group]; m.Lane[i].Kind == lane.Source {
				m.Lane[i].Index += i - i%group
			}
		}
		return m
	}
}

var bitFamilies = []bitFamily{
	{"nibbles alike in words", alike(4, 4, false)},
	{"nibbles alike in dwords, zeros", alike(4, 8, true)},
	{"bits alike in bytes", alike(1, 8, false)},
	{"bits alike in bytes, zeros", alike(1, 8, true)},
	{"bits alike in words", alike(1, 16, true)},
	{"bits alike in quadwords", alike(1, 64, true)},
	{"random nibbles", scattered(4, 1)},
	{"random nibbles of two", scattered(4, 2)},
	{"random pairs", scattered(2, 1)},
	{"random bits", scattered(1, 1)},
	{"random pext", func(random *rand.Rand, register int) lane.Map {
		m := bitManipulation{bits: 1, sources: 1, from: extract(random.Uint64())}
		return m.of(register)
	}},
	{"random pdep", func(random *rand.Rand, register int) lane.Map {
		m := bitManipulation{bits: 1, sources: 1, from: deposit(random.Uint64())}
		return m.of(register)
	}},
	{"chosen bits of two, zeros", func(random *rand.Rand, register int) lane.Map {
		m := lane.Map{Bits: 1, Src: []int{register, register}, Lane: make([]lane.Lane, register)}
		for i := range m.Lane {
			if k := random.IntN(3); k < 2 {
				m.Lane[i] = lane.From(k, i)
			} else {
				m.Lane[i] = lane.Zero()
			}
		}
		return m
	}},
}
