package i8x16

// Any is the selector of a byte that nobody cares about.
const Any = 0xff

// vector is for each byte which byte it is: of the first input up to 15, of the second one up to 31, or free. Of wider lanes it has as many as there are, and what is behind them is free.
type vector [16]uint8

// free is Any as vectors have it: with all bits, and no more than room numbers.
const (
	free = 63
	room = 64
)

// nobodys is a vector that nobody cares about.
func nobodys() vector {
	return vector{free, free, free, free, free, free, free, free, free, free, free, free, free, free, free, free}
}

// still is an input as it is.
func still(first uint8) (v vector) {
	for i := range v {
		v[i] = first + uint8(i)
	}
	return v
}

// word is half of a vector, whose bytes are looked at all at once: selectors have bit 4 and those below it, and only what is free has bit 5.
func (v *vector) word(k int) uint64 {
	b := v[8*k : 8*k+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// each is a byte in all bytes of a word.
const each = 0x0101010101010101

// of has bit 4 of each byte of a half that is of an input.
func (v *vector) of(k int, in Value) uint64 {
	w := v.word(k)
	if in == A {
		w = ^w
	}
	return w &^ (v.word(k) >> 1) & (0x10 * each)
}

// inputs are those that a vector reads.
func (v *vector) inputs() (a, b bool) {
	lo, hi := v.word(0), v.word(1)
	return (^(lo|lo>>1)|^(hi|hi>>1))&(0x10*each) != 0, (lo&^(lo>>1)|hi&^(hi>>1))&(0x10*each) != 0
}

// nothing is the input that has what is wanted as it stands.
func (v *vector) nothing() (Value, bool) {
	lo, hi := v.word(0), v.word(1)
	any0, any1 := lo>>5&each*0xff, hi>>5&each*0xff
	lo, hi = lo^0x0706050403020100, hi^0x0f0e0d0c0b0a0908 // 0 of the first input, and 0x10 of the second
	switch {
	case lo&^any0|hi&^any1 == 0:
		return A, true
	case (lo^0x10*each)&^any0|(hi^0x10*each)&^any1 == 0:
		return B, true
	}
	return 0, false
}

// mask is free for what is free, and otherwise 0.
func mask(b uint8) uint8 { return -(b >> 5) & free }

// set sets half of a vector: one instruction, as the compiler sees from what stands here.
func (v *vector) set(k int, w uint64) {
	b := v[8*k : 8*k+8]
	b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7] = uint8(w), uint8(w>>8), uint8(w>>16), uint8(w>>24), uint8(w>>32), uint8(w>>40), uint8(w>>48), uint8(w>>56)
}

// beside is what is wanted of an input, and 16 for what is wanted of the other one.
func (v *vector) beside(in Value) (want vector) {
	for k := range 2 {
		w := v.word(k)
		own, nobody := w^uint64(in)<<4*each, w>>5&each
		other := own >> 4 & each &^ nobody
		want.set(k, own&(15*each)&^(other*15)|other<<4|nobody*free)
	}
	return want
}

// low is a vector that reads one input, whose bytes are numbered from 0 on.
func (v *vector) low() (want vector) {
	for k := range 2 {
		w := v.word(k)
		want.set(k, w&(15*each)|(w>>5&each)*free)
	}
	return want
}

// stays has a bit for each word of two bytes that is where it is in an input.
func (v *vector) stays(in Value) (words uint8) {
	own := uint64(in) << 4 * each
	for k := range 2 {
		w := v.word(k)
		differs := (w ^ own ^ (0x0706050403020100 + uint64(8*k)*each)) &^ (w >> 5 & each * 0xff)
		some := ((differs|differs>>8)&0x00ff00ff00ff00ff + 0x00ff00ff00ff00ff) >> 8 & 0x0001000100010001
		words |= ^uint8(some*(1<<48|1<<33|1<<18|1<<3)>>48) & 15 << (4 * k) // bit 16i to bit 48+i
	}
	return words
}

// read makes a vector of selectors. It reports false for what is none.
func (v *vector) read(selectors *[16]uint8) bool {
	for k := range 2 {
		w := (*vector)(selectors).word(k)
		any := w >> 7 & each
		if bad := any*0xff&^w | w&(0x60*each)&^(any*0xff); bad != 0 {
			return false
		}
		v.set(k, w&^(any*0xc0))
	}
	return true
}

// only is what is wanted of an input by the bytes that it has there.
func (v *vector) only(in Value) (own vector) {
	for k := range 2 {
		w := v.word(k) ^ uint64(in)<<4*each
		own.set(k, w&(15*each)|(w>>4|w>>5)&each*free)
	}
	return own
}

// A grain says what a vector moves as wholes: bytes, words of two, or four bytes.
type grain int

const (
	bytewise grain = iota
	wordwise
	fourwise
	numGrains
)

// grain is the coarsest that a vector has.
func (v *vector) grain() grain {
	lo, hi := v.word(0), v.word(1)
	any0, any1 := lo>>5&each*0xff, hi>>5&each*0xff
	switch {
	case !whole(lo^0x0100010001000100, any0, 1) || !whole(hi^0x0100010001000100, any1, 1):
		return bytewise
	case !whole(lo^0x0302010003020100, any0, 3) || !whole(hi^0x0302010003020100, any1, 3):
		return wordwise
	}
	return fourwise
}

// whole says whether bytes of which each is where its whole begins are so: multiples, and the same throughout a whole, but for those that are of no matter.
//
//go:noinline
func whole(w, free uint64, low uint64) bool {
	bad := w &^ free & (low * each)
	for by := uint64(1); by <= low; by++ {
		within := uint64(0x00ff00ff00ff00ff)
		if low == 3 {
			within = [...]uint64{0, 0x00ffffff00ffffff, 0x0000ffff0000ffff, 0x000000ff000000ff}[by]
		}
		bad |= (w ^ w>>(8*by)) &^ (free | free>>(8*by)) & within
	}
	return bad == 0
}

// lanes has a bit for each lane that a vector has somewhere.
func (v *vector) lanes() (set uint32) {
	for _, s := range v {
		set |= 1 << s // by 63 that is nothing
	}
	return set
}

// scale is the coarsest grain of which what nobody cares about has wholes, too, of a vector that has a grain.
func (v *vector) scale(g grain) grain {
	lo, hi := v.word(0)>>5&each, v.word(1)>>5&each
	if g == fourwise && (lo != lo&0x0000000100000001*0x01010101 || hi != hi&0x0000000100000001*0x01010101) {
		g = wordwise
	}
	if g == wordwise && ((lo^lo>>8)|(hi^hi>>8))&0x0001000100010001 != 0 {
		g = bytewise
	}
	return g
}

// shrunk is a vector of wholes by their numbers, those of the second input being numbered from 16 on as bytes are.
//
//	2 3 16 17 free free 6 7 …     wordwise: 1 16 free 3 …
func (v *vector) shrunk(g grain) vector {
	if g == bytewise {
		return *v
	}
	r := nobodys()
	for i := range 16 >> g {
		b := v[i<<g]
		r[i] = b&15>>g | b&16 | mask(b)
	}
	return r
}

// grown is a vector of bytes again.
func (v *vector) grown(g grain) vector {
	if g == bytewise {
		return *v
	}
	var r vector
	for i := range r {
		b := v[i>>g]
		r[i] = b&15<<g | uint8(i)&(1<<g-1) | b&16 | mask(b)
	}
	return r
}

// Selectors are those of lanes wider than a byte: n of them fill a vector, at says which lane of both vectors each is, those of the second one being numbered from n on, and less than 0 says that nobody
// cares. A shufflevector.Mask has such a method. It reports false for other numbers.
func Selectors(n int, at func(i int) int) (s [16]uint8, ok bool) {
	if n <= 0 || 16%n != 0 {
		return s, false
	}
	size := 16 / n
	for i := range s {
		switch from := at(i / size); {
		case from >= 2*n:
			return s, false
		case from < 0:
			s[i] = Any
		default:
			s[i] = uint8(from*size + i%size)
		}
	}
	return s, true
}
