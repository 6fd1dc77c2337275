package shufflevector

import "math/bits"

// A gate is a condition on masks that costs next to nothing to test. A large family's recogniser is only asked if its gate is open, which for most masks none is.
type gate uint8

const (
	gateStay   gate = 1 << iota // all lanes but one, at the most, stay in their place or are zero
	gateInsert                  // all lanes that do not stay in the first operand are the second one's
	gateRise                    // no lane is the second operand's
	gateAffine                  // the selectors of lanes whose numbers cancel out cancel out too
	gateMove                    // neighbours come from one block of the longest length
	gateInLane                  // no lane leaves a block of the longest length

	gateCount = iota

	// gatesOfOrder are those of families for which it matters which operand is the first.
	gatesOfOrder = gateStay | gateInsert | gateRise
)

// gates are those that are open for the mask. They are found on bytes, without making sets of them.
func (p *packed) gates() (open gate) {
	var moved int                                              // lanes in the place of neither operand, and no zeros
	var second, neither, leave, blocks, fours uint64           // bits of bytes that close a gate
	apart := uint64(codeB|(codeB-p.longest)) * ones & keepEven // bits that tell the blocks of two neighbours apart
	outside := uint64(codeB-p.longest) * ones                  // bits of a lane's number in which blocks differ
	if p.longest <= 1 {
		apart, outside = ^uint64(0), ^uint64(0)
	}
	for k := range p.words & (2*maxWords - 1) {
		k &= maxWords - 1
		code, exact := p.code[k], p.exact[k]
		d := code ^ iota0(k)
		isSecond := code << 1 &^ code & exact & high1
		high := code & high1
		moves := (d&(low7&^(codeB*ones)) + low7) & exact & high1 &^ high
		moved += bits.OnesCount64(moves)
		second |= isSecond
		neither |= (d&low7 + low7) & exact &^ isSecond & high1 &^ high
		neither |= high & exact
		leave |= d & exact &^ spread(high>>7)
		code, exact = code^code>>8, exact&(exact>>8)
		blocks |= code & exact & apart
		code, exact = code^code>>16, exact&(exact>>16)
		fours |= code & exact & 0x000000ff000000ff
		if moved > 1 && neither != 0 && second != 0 && blocks != 0 && fours != 0 && leave&outside != 0 {
			return 0 // as most masks without a name have it after eight lanes
		}
	}
	if p.shape.M == p.shape.N {
		if moved <= 1 {
			open |= gateStay
		}
		if neither == 0 {
			open |= gateInsert
		}
		if p.longest > 1 {
			if leave&outside == 0 {
				open |= gateInLane
			}
			if blocks == 0 {
				open |= gateMove
			}
		}
	}
	if second == 0 {
		open |= gateRise
	}
	if fours == 0 {
		open |= gateAffine
	}
	return open
}

// keepEven keeps every second byte.
const keepEven = 0x00ff00ff00ff00ff

// longestBlock is the most lanes of the given width that make a block of 64, 128 or 256 bits and are fewer than n, or 1.
func longestBlock(n, bits int) int {
	if bits < 1 || bits > 128 || bits&(bits-1) != 0 {
		return 1
	}
	for g := 256 / bits; g > 1 && g*bits >= 64; g /= 2 {
		if g < n && n&(g-1) == 0 {
			return g
		}
	}
	return 1
}

// familiesBehind is the large families whose gate is among those that are open, as a set of ranks.
func familiesBehind(open gate) (ranks uint64) {
	if open == 0 {
		return 0
	}
	for i := range behind {
		if open>>i&1 != 0 {
			ranks |= behind[i]
		}
	}
	return ranks
}

// behind is, for each gate, the families behind it.
var behind [gateCount]uint64
