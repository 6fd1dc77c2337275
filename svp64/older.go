package svp64

import "fmt"

// An Older is the immediate of the drafts up to March 2022: four codes of three bits, that of lane X in the lowest bits.
//
//	0NN  lane NN of the source       now 1NN
//	100  the constant 0              now 010
//	101  the constant 1              now 011
//	110  skip                        now 000
//	111  skip                        now 000, and 110 on the way back
//
// There was no end marker: the destination was as long as SUBVL says.
type Older uint16

// olderPO is the primary opcode that those drafts gave the instruction. They never gave it an extended opcode, so that a whole word cannot be told from others of the same primary opcode.
const olderPO = 19

// Swizzle is the immediate that selects the same, for a destination of n lanes.
func (o Older) Swizzle(n int) (Swizzle, error) {
	if o >= NumSwizzles || n < 1 || n > Lanes {
		return 0, fmt.Errorf("an older immediate has 12 bits, here %#x, for 1 to 4 lanes, here %d", uint16(o), n)
	}
	var sel [Lanes]Selector
	for j := range n {
		sel[j] = [8]Selector{X, Y, Z, W, Zero, One, Skip, Skip}[o>>(3*j)&7]
	}
	return Select(sel[:n]...), nil
}

// Older is the swizzle as those drafts wrote it, and how many lanes the destination must have. Lanes behind the end are skipped.
func (s Swizzle) Older() (o Older, n int) {
	n = s.Len()
	for j := range Lanes {
		code := Older(0b110)
		if x := s.At(j); j < n && x != Skip {
			code = [8]Older{Zero: 0b100, One: 0b101, X: 0, Y: 1, Z: 2, W: 3}[x]
		}
		o |= code << (3 * j)
	}
	return o, n
}

// olderHint says of a primary opcode what it once was.
func olderHint(po uint64) string {
	if po == olderPO {
		return " (19 was theirs in the drafts up to March 2022, without an extended opcode; Older translates that immediate)"
	}
	return ""
}
