package lower

// A quad is what the four 32-bit lanes of a vector hold, a nibble a lane, lane 0 lowest.
//
//	bits   15..12  11..8   7..4    3..0
//	       lane 3  lane 2  lane 1  lane 0        0xfc40: a0, b0, zero, don't care
//
// Symbols 0 to 3 are the lanes of the first vector that a map reads, 4 to 7 those of the second, 8 to 11 those of the third; then zero. In a value that a
// machine has computed the last symbol means that nobody knows what is there, in a pattern that nobody cares.
type quad uint16

const (
	zeroSymbol = 12
	anySymbol  = 15

	anything     = quad(0xffff)
	zeros        = quad(0xcccc)
	maxInputs    = 3
	identityQuad = quad(0x3210)
)

// inputQuad is the k-th vector that a map reads.
func inputQuad(k int) quad { return identityQuad + quad(k)*0x4444 }

// at is the symbol of lane i.
func (q quad) at(i int) uint8 { return uint8(q>>(4*i)) & 15 }

// with is q with another symbol in lane i.
func (q quad) with(i int, symbol uint8) quad { return q&^(15<<(4*i)) | quad(symbol)<<(4*i) }

// free is 15 in every nibble that holds the symbol 15.
func (q quad) free() quad {
	q &= q >> 1
	q &= q >> 2
	return q & 0x1111 * 15
}

// heldBy says whether the value v has what the pattern q asks for.
func (q quad) heldBy(v quad) bool { return (q^v)&^q.free() == 0 }

// both is the pattern that asks for what p and q ask; ok is false if no value has both.
func both(p, q quad) (r quad, ok bool) {
	if (p^q)&^p.free()&^q.free() != 0 {
		return 0, false
	}
	return p & q, true
}

// forgetting is q with the lanes in the set of four bits free.
func (q quad) forgetting(set int) quad {
	return q | quad(set&1|set&2<<3|set&4<<6|set&8<<9)*15
}
