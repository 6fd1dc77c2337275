package target

import (
	"encoding/binary"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/lane"
)

// look is what an instruction does whose constant has a field for each lane, which says where it comes from.
//
//	pshufb: a field of 8 bits a lane            gf2p8affineqb: a field of 8 bits for one bit of each of eight bytes
//	  constant   03 80 00 …                       constant   01 02 04 08 10 20 40 80
//	              │  │  │                                    │                    └─ bit 0 of every byte is its bit 7
//	  lane       a3  z a0 …                                  └─ bit 7 of every byte is its bit 0
type look struct {
	kind        IndexKind
	lane, block int  // as of a move; lanes of one bit where bits move
	field       int  // bits of a field
	pos, len    int  // the bits of a field that count: len from pos on; len 0 is all
	mask        bool // the constant is in a mask register: one bit a lane, or
	group       int  // one for so many lanes, which are parts of the mask's
	inline      bool // the constant is in the instruction

	// fieldOf is the field that rules lane i of a block; nil: as many lanes in their order as are as wide as a field.
	fieldOf func(i int) int
	// cell is where lane i of the n of a block comes from when its field is v.
	cell func(n, v, i int) lane.Lane
	// values are the numbers below which a field can say all that it can say; value is the field for one of them, nil: itself.
	values func(n int) int
	value  func(v int) int
}

// nowhere is the index for "no byte" that is written into a constant, where tables of any length agree: not the first that one lacks.
// It is that of pshufb. To LLVM up to 22 index 32 is not the same: where it makes one tbl of four registers of two tbl of two,
// what was beyond the first table is a byte of the second, and 255 of the second becomes 31.
//
//	tbl v1, {v4, v5}, 32 → 0  ┐ zip1    tbl v0, {v4, v5, v6, v7}, 32 → byte 0 of v6
//	tbl v2, {v6, v7}, …       ┘   →     tbl v0, {v4, v5, v6, v7}, 128 → 0
const nowhere = 0x80

// orNowhere is the index of each of n bytes, and behind them that of none.
func orNowhere(n int) func(v int) int {
	return func(v int) int {
		if v == n {
			return nowhere
		}
		return v
	}
}

func (d look) fill(r *Row) {
	r.Elem = max(d.lane, d.field)
	bits := r.Bits
	if d.mask {
		r.Elem = d.lane * max(d.group, 1)
		bits = r.Bits / r.Elem
	}
	if d.len == 0 {
		d.len = d.field
	}
	if d.value == nil {
		d.value = func(v int) int { return v }
	}
	s := &looker{look: d, row: r, n: blockLanes(r, d.block, d.lane), per: max(d.field/d.lane, d.group, 1)}
	s.order()
	r.Index = &Indexed{Kind: d.kind, Block: d.block, Bits: bits, Mask: d.mask, Inline: d.inline, Apply: s.apply, Solve: s.solve, Parts: sync.OnceValue(s.parts), Fields: s.allFields}
}

// looker is a look at one size.
type looker struct {
	look
	row   *Row
	n     int     // lanes of a block
	per   int     // lanes that a field rules
	ruled [][]int // the lanes of a block that each field rules
}

// order finds out which lanes each field rules.
func (s *looker) order() {
	lanes := make([]int, s.n)
	s.ruled = make([][]int, s.n/s.per)
	if s.fieldOf == nil {
		for i := range lanes {
			lanes[i] = i
		}
		for f := range s.ruled {
			s.ruled[f] = lanes[f*s.per : (f+1)*s.per]
		}
		return
	}
	for i := range lanes {
		f := s.fieldOf(i)
		s.ruled[f] = append(s.ruled[f], i)
	}
	s.ruled = slices.DeleteFunc(s.ruled, func(lanes []int) bool { return lanes == nil })
}

func (s *looker) apply(constant lane.Const) lane.Map {
	m := emptyMap(s.row, s.lane)
	le := littleEndian(constant)
	for start := 0; start < len(m.Lane); start += s.n {
		for f, lanes := range s.ruled {
			v := bitsAt(le, (start/s.per+f)*s.field+s.pos, s.len)
			for _, i := range lanes {
				m.Lane[start+i] = inBlock(s.cell(s.n, v, i), start)
			}
		}
	}
	return m
}

func (s *looker) solve(want lane.Map) (lane.Const, bool) {
	want, ok := s.row.fit(want, s.lane)
	if !ok {
		return lane.Const{}, false
	}
	le := make([]byte, (len(want.Lane)/s.per*s.field+7)/8)
	for start := 0; start < len(want.Lane); start += s.n {
		for f := range s.ruled {
			v, ok := s.solveField(want.Lane[start:start+s.n], start, f)
			if !ok {
				return lane.Const{}, false
			}
			putBits(le, (start/s.per+f)*s.field+s.pos, s.len, v)
		}
	}
	return lane.ConstBytes(le), true
}

// solveField finds a value for which field f makes all lanes of its block that it rules what is wanted of them: 0 if nothing is wanted.
func (s *looker) solveField(block []lane.Lane, start, f int) (value int, ok bool) {
	lanes := s.ruled[f]
	for len(lanes) > 0 && block[lanes[0]].Kind == lane.Undefined {
		lanes = lanes[1:]
	}
	if len(lanes) == 0 {
		return 0, true
	}
	// Nearly always a field is the number of a lane, counted through the sources.
	l, values := block[lanes[0]], s.values(s.n)
	if j := l.Src*s.n + l.Index%s.n; j < values && s.fits(block, lanes, start, s.value(j)) {
		return s.value(j), true
	}
	// And zero is what the upper half of the values make, or the last one, or none.
	if l.Kind == lane.Constant {
		for _, j := range [...]int{values / 2, values - 1} {
			if j > 0 && s.fits(block, lanes, start, s.value(j)) && !s.fits(block, lanes, start, s.value(j-1)) {
				return s.value(j), true
			}
		}
	}
	for j := range values {
		if v := s.value(j); s.fits(block, lanes, start, v) {
			return v, true
		}
	}
	return 0, false
}

// fits says whether the value v of a field makes the lanes of a block what is wanted of them.
func (s *looker) fits(block []lane.Lane, lanes []int, start, v int) bool {
	for _, i := range lanes {
		if l := block[i]; l.Kind != lane.Undefined && l != inBlock(s.cell(s.n, v, i), start) {
			return false
		}
	}
	return true
}

// fit is the wanted map with lanes of the given width, if it has a row's sizes and such lanes; what is undefined may be more in it, never less.
func (r *Row) fit(want lane.Map, bits int) (lane.Map, bool) {
	if len(want.Src) != len(r.Src) || len(want.Lane)*want.Bits != r.Bits {
		return lane.Map{}, false
	}
	for k, n := range r.Src {
		if want.Src[k]*want.Bits != n {
			return lane.Map{}, false
		}
	}
	want, err := want.Widen(bits)
	return want, err == nil
}

// littleEndian is a constant as bytes, without the highest ones that are zero.
func littleEndian(c lane.Const) []byte {
	le := make([]byte, 0, 64)
	for at := 0; at < c.Len(); at += 64 {
		v, _ := c.Slice(at, 64).Uint64()
		le = binary.LittleEndian.AppendUint64(le, v)
	}
	return le
}

// bitsAt is a field of little-endian bytes. Of one that does not fit, it is a number that is as large as no index.
func bitsAt(le []byte, at, n int) int {
	v := 0
	for i := range n {
		if j := at + i; j/8 < len(le) && le[j/8]>>(j%8)&1 == 1 {
			v |= 1 << min(i, 40)
		}
	}
	return v
}

func putBits(le []byte, at, n, v int) {
	for i := range min(n, 62) {
		le[(at+i)/8] |= byte(v>>i&1) << ((at + i) % 8)
	}
}
