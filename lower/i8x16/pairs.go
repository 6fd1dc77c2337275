package i8x16

// The rows of x86 move words of two bytes, but for palignr by an odd number, punpcklbw and punpckhbw, and a byte that is broadcast. So what one row or two make of single bytes can be seen by its
// pairs, without a look at any row. Bytes that nobody cares about fit everywhere.
//
//	what stands together   a word 2 3   palignr's 3 4, 15 16   punpcklbw's 3 19, 3 3     the next byte, or the same one, of either input
//	where                  0 1 | 2 3 | …                       or 0 | 1 2 | 3 4 | … where palignr by an odd number is last
//	or                     0 ? 1 ? 2 ? …   ? 8 ? 9 …           every second byte is an input's, in order, where punpcklbw or punpckhbw is last
//
// A test makes all kinds of one row and two of the table, and finds none that is not seen.

// evens are the places of pairs at even bytes. At odd ones there are as many, less the last, which has no byte behind it.
const evens = 0x0001000100010001

// A half is eight bytes of a vector, with what is said of each in a bit of its own. Both are made once a shuffle, and looked at up to three times.
type half struct {
	bytes, next uint64 // next are the bytes one further on
	step        uint64 // how far from a byte the next one is, of either input: 1 in order
	pair        uint64 // both are of matter
	odds        uint64 // where odd pairs are
}

type pairs [2]half

func (v *vector) pairs() (both pairs) {
	lo, hi := v.word(0), v.word(1)
	both[0].set(lo, lo>>8|hi<<56, evens<<8)
	both[1].set(hi, hi>>8|free<<56, evens<<8&^(1<<56))
	return both
}

func (h *half) set(bytes, next, odds uint64) {
	h.bytes, h.next, h.odds = bytes, next, odds
	h.step = (h.next&(15*each) | 16*each - h.bytes&(15*each)) & (15 * each)
	h.pair = ^(h.bytes | h.next) >> 5 & each
}

// some has a bit for each byte that is not zero, of bytes less than 16.
func some(w uint64) uint64 { return (w + 15*each) >> 4 & each }

// paired says whether one row of x86 without a constant, or two, may do what is wanted.
func (v *pairs) paired() bool {
	var even, odd uint64
	for k := range v {
		h := &v[k]
		bad := some(h.step&(14*each)) & h.pair
		even, odd = even|bad&evens, odd|bad&h.odds
	}
	return even == 0 || odd == 0 || v.inOrder(0, 15*each) || v.inOrder(8, 15*each)
}

// inOrder says whether every second byte is an input's in its order, from a number on; care is which bits are looked at.
//
//go:noinline
func (v *pairs) inOrder(from, care uint64) bool {
	var even, odd uint64
	for k := range v {
		w := v[k].bytes
		bad := (w ^ (0x0303020201010000 + uint64(4*k)*each) ^ from*each) & care &^ (w >> 5 & each * 0xff)
		even, odd = even|bad&(evens*0xff), odd|bad&(evens*0xff00)
	}
	return even == 0 || odd == 0
}

// besideWhole says whether a row of x86 may have an input's bytes, all of them, from that input as it is: then the others may come from anywhere. An input that stands beside keeps its words; they
// are at even bytes, or moved by an odd number, or it has every second byte.
func (v *pairs) besideWhole(in Value) bool {
	var even, odd uint64
	own := uint64(in) << 4 * each
	for k := range v {
		h := &v[k]
		mine, next := ^(h.bytes^own)>>4&each&^(h.bytes>>5), ^(h.next^own)>>4&each&^(h.next>>5)
		bad := (some(h.step^each) | mine ^ next) & (mine | next) & h.pair // no word of it
		moved := (h.bytes ^ evens<<8) & mine                              // by an odd number
		even, odd = even|bad&evens|moved, odd|bad&h.odds|mine&^moved
	}
	return even == 0 || odd == 0 || v.inOrder(uint64(in)<<4, 31*each) || v.inOrder(uint64(in)<<4|8, 31*each)
}
