package machine

import "math/bits"

// flags is a set of things that nobody has verified on a G13.
type flags uint64

// What may be unverified. Each has a bit and a text.
const (
	undefinedOperand flags = 1 << iota
	negativeZero
	nanLoses
	clamped
	reciprocal
	transcendental
	sinePart
	specialRoot
	derivatives
	quadBallot
	quadShuffle
	beyondGroup
	otherLane
	mixedQuad
	floatOrder
	scanIdentity
	minMaxFloat
	narrowReduction
	linkRegister
	noActiveLane
	pixelRegister
	storeDiffers
	storeOffset
	storeWide
	unconfirmedForm
	killBit
	barrierAsleep
	barriersDiffer
	bitPacked
	halfAsBits
	storeRounds
	storeHoles
	emptyMask
	shiftOfThree
	stackModel
	stackShift
	localOffset
	barrierKind
	storeInProgram
	noFlag // behind the last one
)

var flagTexts = [...]string{
	"unverified: an operand is encoded as the document calls UNDEFINED; it is read as the lines after that say",
	"unverified: a product is -0, and fmul gives +0 as the document's addition of 0.0 does",
	"unverified: where one operand of a comparison of floats is not a number",
	"unverified: a float that no integer of the wanted size is near becomes the nearest one, and not a number 0",
	"unverified: rcp is rounded correctly, where the hardware may be off by one in the last place",
	"unverified: rsqrt, log2 and exp2 are rounded from a more exact result, where the hardware may be off by a few in the last place",
	"unverified: the two parts of a sine are the functions that fit what is known of them",
	"unverified: rsqrt_special gives 1 for zero and infinity",
	"unverified: dfdx and dfdy take the difference to the neighbour in the quad, whether it is active or not",
	"unverified: a quad's ballot has the quad's four lanes as its lowest bits",
	"unverified: shuffles within quads go by the model of those within the SIMD-group",
	"unverified: a shuffle's index of 32 or more leaves the register as it was",
	"unverified: a shuffle's index differs within a quad; the lowest two bits of its lanes, active or not, are or-ed",
	"unverified: the index of simd_shuffle or simd_shuffle_down differs within a quad, which the document calls undefined; the lowest two bits of its lanes, active or not, are or-ed, as on an M1",
	"unverified: the order in which a reduction or a scan of floats adds or multiplies is from lane 0 upwards",
	"unverified: the first lane of an exclusive scan gets the operation's identity",
	"unverified: minimum and maximum of floats in a reduction lose NaN",
	"unverified: where source and destination of a reduction differ in size, sums and products of floats are rounded to the destination's at every step, all else at the end",
	"unverified: call leaves the address of the next instruction in r1",
	"unverified: a jump to a register without an active lane takes lane 0",
	"unverified: a special register of pixels is 0 in a compute program",
	"unverified: uniform_store takes the lowest of the active lanes, and they differ",
	"unverified: uniform_store with an offset in a register or with a mask with holes",
	"unverified: uniform_store of 32-bit registers takes their lower halves",
	"unverified: nothing public confirms this form of the instruction; it runs by its layout",
	"unverified: dfdx and dfdy with the bit that ends helper threads, which there are none of",
	"unverified: a SIMD-group comes to a barrier as one, also while some of its lanes are not active",
	"unverified: SIMD-groups that are at different barriers meet",
	"unverified: bit-packed formats have never been seen in code; they are as their names say",
	"unverified: f16 moves 16 bits as they are, from and to registers of 32 bits too",
	"unverified: stores into a format with fractions go to the nearest number that it has, to even, or towards zero where it says so; what is beyond goes to its end",
	"unverified: a store whose mask has holes takes registers in a row, as loads do",
	"unverified: an instruction on memory with an empty mask does nothing",
	"unverified: an offset's shift of 3 is as one of 2",
	"unverified: the stack pointer begins at 0 and moves as stack_adjust says; offsets are bytes from it",
	"unverified: an offset from the stack pointer is shifted as one into device memory",
	"unverified: an offset in a register into threadgroup memory has no sign, and counts elements",
	"unverified: nobody knows what this barrier orders; here all accesses are in order",
	"unverified: uniform_store outside a preamble changes the uniforms of its own SIMD-group",
}

// texts are the flags in words.
func (f flags) texts() []string {
	if f == 0 {
		return nil
	}
	texts := make([]string, 0, bits.OnesCount64(uint64(f)))
	for ; f != 0; f &= f - 1 {
		texts = append(texts, flagTexts[bits.TrailingZeros64(uint64(f))])
	}
	return texts
}
