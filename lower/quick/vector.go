package quick

import (
	"encoding/binary"

	"github.com/lanescope/lanescope/lane"
)

// An atom is what stands in one byte of a register: byte i of input k, zero, or nothing that anybody cares about. How many bits i has depends on the width
// of the registers, so that narrow ones may be many.
//
//	16 bytes   kkkk iiii   15 inputs
//	32 bytes   kkk iiiii    7
//	64 bytes   kk iiiiii    3
type atom = uint8

const (
	zero atom = 0xfe
	free atom = 0xff

	mostBytes  = 64
	mostInputs = 15
)

// moves says whether the atom is a byte of an input.
func moves(a atom) bool { return a < zero }

// A vector is the bytes of a register; those beyond the width that is worked at are free.
type vector [mostBytes]atom

// word is eight bytes of the vector, the first the lowest.
func (v *vector) word(k int) uint64 { return binary.LittleEndian.Uint64(v[8*k : 8*k+8]) }

// In a word, each of eight bytes is looked at at once.
const (
	eachOne uint64 = 0x0101010101010101
	eachTop uint64 = eachOne << 7
)

// ones has all bits of each byte that is a, and none of the others.
func ones(word uint64, a atom) uint64 {
	x := word ^ eachOne*uint64(a)
	return (^(x&^eachTop + ^eachTop | x) & eachTop) >> 7 * 0xff
}

// flipped is the vector with its atoms of inputs flipped.
func (v *vector) flipped(flip atom) vector {
	r := *v
	if flip == 0 {
		return r
	}
	for k := range len(v) / 8 {
		word := v.word(k)
		still := ones(word|eachOne, free) // zeros, and what nobody cares about
		binary.LittleEndian.PutUint64(r[8*k:], word^eachOne*uint64(flip)&^still)
	}
	return r
}

// agrees says whether no byte differs from that of another vector about which both care.
func (v *vector) agrees(o *vector) bool {
	for k := range len(v) / 8 {
		x, y := v.word(k), o.word(k)
		if (x^y)&^ones(x, free)&^ones(y, free) != 0 {
			return false
		}
	}
	return true
}

// add adds what another vector cares about.
func (v *vector) add(o *vector) {
	for i, a := range v {
		if a == free {
			v[i] = o[i]
		}
	}
}

// filled is a vector of one atom.
func filled(a atom) (v vector) {
	for i := range v {
		v[i] = a
	}
	return v
}

var (
	anything = filled(free)
	allZero  = filled(zero)
)

// A grid is how registers of one width are cut into bytes.
type grid struct {
	n     int // bytes
	shift uint8
}

func gridOf(n int) grid {
	g := grid{n: n, shift: 4}
	for 1<<g.shift < n {
		g.shift++
	}
	return g
}

// inputs is how many inputs atoms can name.
func (g grid) inputs() int { return int(zero) >> g.shift }

func (g grid) at(k, i int) atom { return atom(k<<g.shift | i) }
func (g grid) input(a atom) int { return int(a >> g.shift) }
func (g grid) index(a atom) int { return int(a & (1<<g.shift - 1)) }

// whole is all of input k.
func (g grid) whole(k int) (v vector) {
	v = anything
	for i := range g.n {
		v[i] = g.at(k, i)
	}
	return v
}

// read puts a map into a vector. It reports false for what a vector cannot say: lanes that are no whole bytes, constants other than zero, the old destination.
func (g grid) read(v *vector, m *lane.Map) bool {
	if m.Bits%8 != 0 || len(m.Src) > g.inputs() || m.Bits*len(m.Lane) > 8*g.n {
		return false
	}
	*v = anything
	size := m.Bits / 8
	for i := range m.Lane {
		l := &m.Lane[i]
		switch {
		case l.Kind == lane.Undefined:
		case l.Kind == lane.Source:
			for b := range size {
				v[i*size+b] = g.at(l.Src, l.Index*size+b)
			}
		case l.Kind == lane.Constant && l.Const.IsZero():
			for b := range size {
				v[i*size+b] = zero
			}
		default:
			return false
		}
	}
	return true
}

// A set is atoms, or numbers of choices: one bit each.
type set [4]uint64

func (s *set) add(a atom) { s[a>>6] |= 1 << (a & 63) }

func (s *set) has(a atom) bool { return s[a>>6]>>(a&63)&1 == 1 }

// reads are the inputs of which a vector has bytes, a bit each.
func (g grid) reads(v *vector) (mask uint16) {
	for k := range g.n / 8 {
		word := v.word(k)
		for range 8 {
			mask |= 1 << (uint8(word) >> g.shift & 15)
			word >>= 8
		}
	}
	return mask & (1<<g.inputs() - 1) // what is no byte of an input names one more
}

// nothing says whether nobody cares about any byte.
func (g grid) nothing(v *vector) bool {
	for _, a := range v[:g.n] {
		if a != free {
			return false
		}
	}
	return true
}

// grain is how many bytes stay together everywhere: 16, 8, 4, 2 or 1.
//
//	a4 a5 a6 a7 _ _ b2 b3        2: the last four bytes are no four of one lane
func (g grid) grain(v *vector) int {
	for size := 2; size <= 16; size *= 2 {
		for at := 0; at < g.n; at += size {
			if !g.together(v, at, size) {
				return size / 2
			}
		}
	}
	return 16
}

// together says whether so many bytes are an aligned lane of one input, or zeros, with gaps that nobody cares about.
func (g grid) together(v *vector, at, size int) bool {
	first := free
	for j, a := range v[at : at+size] {
		if a == free {
			continue
		}
		if moves(a) {
			if g.index(a)%size != j {
				return false
			}
			a -= atom(j)
		}
		if first == free {
			first = a
		} else if first != a {
			return false
		}
	}
	return true
}
