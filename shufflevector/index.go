package shufflevector

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"
)

// An index finds, among all masks of all patterns of one shape, those that a given mask is.
//
// Its masks are packed and stand one behind another in the order of the library. For every lane and every selector there is a list of the masks
// that have this selector there, and a signature: 64 bits, of which a mask on the list sets the one that its number ends in. To recognise a mask, the
// signatures of its lanes are intersected until nothing is left, which after three or four lanes is the case for a mask without a name. What is left
// otherwise says which masks of one list to compare with, all lanes at once. The parameters come out with the mask that matches.
type index struct {
	words   int
	masks   []uint64   // words of them for each
	pattern []*Pattern // whose mask it is
	args    []Args
	start   []uint32 // of the list for lane i and a byte: start[i*columns+byte]
	list    []uint16
	sign    []uint64 // signature of the list, likewise
}

// columns is how many bytes there are: lanes of two operands, filled, undefined.
const columns = 2*codeB + 2

// indexes are made when a shape is first asked for.
var indexes [MaxMask + 1][MaxMask + 1]atomic.Pointer[index]

func indexFor(s Shape) *index {
	at := &indexes[s.N][s.M]
	if x := at.Load(); x != nil {
		return x
	}
	x := newIndex(s)
	at.CompareAndSwap(nil, x)
	return at.Load()
}

func newIndex(s Shape) *index {
	x := &index{words: (s.M + 7) / 8}
	for i := range library {
		x.add(&library[i], s)
	}
	x.lists(s)
	return x
}

// add appends all masks of a pattern.
func (x *index) add(p *Pattern, s Shape) {
	if p.each == nil {
		return
	}
	p.each(s, func(a Args) {
		var b [MaxMask]byte
		for i := range b {
			if b[i] = codeAny; i < s.M {
				b[i] = codeOf(p.lane(s, a, nil, i), s.N)
			}
		}
		for k := range x.words {
			x.masks = append(x.masks, binary.LittleEndian.Uint64(b[8*k:]))
		}
		x.pattern, x.args = append(x.pattern, p), append(x.args, a)
	})
}

// column is the place of a byte among the columns.
func column(code uint8) int { return int(min(code, columns-1)) }

// lists sorts the masks into the lists, by counting.
func (x *index) lists(s Shape) {
	x.start = make([]uint32, s.M*columns+1)
	each := func(f func(cell int, mask uint16)) {
		for i := range s.M {
			for m := range x.pattern {
				code := uint8(x.masks[m*x.words+i/8] >> (i % 8 * 8))
				f(i*columns+column(code), uint16(m))
			}
		}
	}
	each(func(cell int, _ uint16) { x.start[cell+1]++ })
	for i := 1; i < len(x.start); i++ {
		x.start[i] += x.start[i-1]
	}
	next := append([]uint32{}, x.start...)
	x.list = make([]uint16, s.M*len(x.pattern))
	x.sign = make([]uint64, s.M*columns)
	each(func(cell int, m uint16) {
		x.list[next[cell]] = m
		next[cell]++
		x.sign[cell] |= 1 << (m % 64)
	})
}

// candidates is a list of masks, and a signature: all masks that the packed one is are on the list and in the signature. Without an exact lane the list is nil, and
// every mask is a candidate.
func (x *index) candidates(p *packed) (list []uint16, sign uint64) {
	lanes := p.only
	if lanes == 0 {
		return nil, ^uint64(0)
	}
	cell := x.cell(p, lanes)
	sign = x.sign[cell]
	for range 3 { // these are nearly always enough, and asking after each costs more than it saves
		if lanes &= lanes - 1; lanes == 0 {
			lanes = p.only
		}
		sign &= x.sign[x.cell(p, lanes)]
	}
	for lanes &= lanes - 1; lanes != 0 && sign != 0; lanes &= lanes - 1 {
		sign &= x.sign[x.cell(p, lanes)]
	}
	if sign == 0 {
		return nil, 0
	}
	return x.list[x.start[cell]:x.start[cell+1]], sign
}

// cell is the place of the lowest of some lanes and its byte.
func (x *index) cell(p *packed, lanes uint64) int {
	i := bits.TrailingZeros64(lanes) & (MaxMask - 1)
	return i*columns + column(uint8(p.code[i/8]>>(i%8*8)))
}
