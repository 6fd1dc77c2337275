package visa

// Messages go to memory: blocks of a buffer or of a picture, elements that each lane chooses, and operations that nothing comes between. What a message says beside its
// operands is in the fields of its Inst:
//
//	oword_ld (4) T6 …             Func: owords              Number: 1 for oword_ld.mod
//	gather.2 (M1, 8) T6 …         Func: bytes an element    Number: 1 for (M1, 8).mod
//	gather_scaled.4 (M1, 8) …     Func: bytes an element
//	gather4_scaled.RGA (M1, 8) …  Func: a bit a channel, R the lowest
//	dword_atomic.add.16 (M1, 8) … Func: the operation, and halfAtomic
//	media_ld.top (16, 8) T6 0 …   Func: the mode            Sizes: width and height; Number: the plane
//	svm_gather.4.2 (M1, 8) …      Func: bytes of a block    Sizes: blocks an address
//	lsc_load.ugm (M1, 8) …        LSC

// IsMessage says whether the instruction goes to memory, so that places of surfaces are bytes.
func (i *Inst) IsMessage() bool { return opcodes[i.Op].family == memory }

// loads says whether the last operand of a message is written.
func (o Op) loads() bool {
	switch o {
	case opOwordLd, opOwordLdUnaligned, opMediaLd, opGather, opGatherScaled, opGather4Scaled, opDwordAtomic, opGather4Typed, opTypedAtomic, opSvmBlockLd, opSvmGather, opSvmAtomic, opSvmGather4Scaled, opQwGather:
		return true
	}
	return o.isLSC() && !o.isLSCStore()
}

// hasSurface says whether the message has a surface variable, which is its first operand.
func (o Op) hasSurface() bool { return opcodes[o].family == memory && opcodes[o].operands[0] == 'S' }

// isOword says whether the message moves a row of owords.
func (o Op) isOword() bool { return o == opOwordLd || o == opOwordSt || o == opOwordLdUnaligned }

// isRow says whether the message moves a row of owords, wherever it is.
func (o Op) isRow() bool { return o.isOword() || o == opSvmBlockLd || o == opSvmBlockSt }

// isMedia says whether the message moves a rectangle.
func (o Op) isMedia() bool { return o == opMediaLd || o == opMediaSt }

// isScattered says whether each lane of the message says where one element is.
func (o Op) isScattered() bool {
	return o == opGather || o == opScatter || o == opGatherScaled || o == opScatterScaled
}

// isFourfold says whether each lane of the message says where up to four dwords are.
func (o Op) isFourfold() bool {
	switch o {
	case opGather4Scaled, opScatter4Scaled, opSvmGather4Scaled, opSvmScatter4Scaled, opGather4Typed, opScatter4Typed:
		return true
	}
	return false
}

// isAtomic says whether the message is an operation of one table: the sources are the second and third operand before the last, which is what was there before.
func (o Op) isAtomic() bool { return o == opDwordAtomic || o == opTypedAtomic || o == opSvmAtomic }

// firstSource is the operand that is the first source of an atomic operation.
func (i *Inst) firstSource() int { return int(i.N) - 3 }

// isPixels says whether the message has coordinates, of pixels in a typed surface.
func (o Op) isPixels() bool {
	return o == opGather4Typed || o == opScatter4Typed || o == opTypedAtomic || o.isTyped()
}

// isBlock says whether the message moves bytes that no channel has for its own.
func (o Op) isBlock() bool { return o.isRow() || o.isMedia() }

// channelLetters are the channels of a fourfold message, from bit 0 on.
const channelLetters = "RGBA"

// mediaModes are the words for the mode of a block. Stores have the first four.
var mediaModes = [...]string{"nomod", "modified", "top", "bottom", "top_mod", "bottom_mod"}

// An Atomic is what dword_atomic and svm_atomic do to a dword of memory.
type Atomic uint8

// The operations, by the lowest five bits of their byte. Three numbers are none.
const (
	AtomicAdd Atomic = iota
	AtomicSub
	AtomicInc
	AtomicDec
	AtomicMin
	AtomicMax
	AtomicExchange
	AtomicCompare // exchanges what is equal to the second source
	AtomicAnd
	AtomicOr
	AtomicXor
	AtomicMinSigned
	AtomicMaxSigned
	AtomicPredec
	AtomicMaxFloat Atomic = iota + 2
	AtomicMinFloat
	AtomicCompareFloat // writes the second source over what is equal to the first
	AtomicAddFloat
	AtomicSubFloat

	numAtomics
)

// The bits of the operation's byte for memory of 16 and of 64 bits.
const (
	halfAtomic = 1 << 5
	quadAtomic = 1 << 6
)

// atomics are the words for the operations. The tool's text has none for predec.
var atomics = [numAtomics]string{
	"add", "sub", "inc", "dec", "min", "max", "xchg", "cmpxchg", "and", "or", "xor", "minsint", "maxsint", "predec", "", "", "fmax", "fmin", "fcmpwr", "fadd", "fsub",
}

// Atomic is the operation of a dword_atomic, typed_atomic or svm_atomic, and of how many bytes of memory.
func (i *Inst) Atomic() (a Atomic, size int) {
	size = 4
	switch {
	case i.Func&halfAtomic != 0:
		size = 2
	case i.Func&quadAtomic != 0:
		size = 8
	}
	return Atomic(i.Func & 31), size
}

// isFloat says whether the operation is on floating-point numbers.
func (a Atomic) isFloat() bool { return a >= AtomicMaxFloat && a < numAtomics }

// sources is how many sources the operation has.
func (a Atomic) sources() int {
	switch a {
	case AtomicInc, AtomicDec, AtomicPredec, atomicLoad:
		return 0
	case AtomicCompare, AtomicCompareFloat:
		return 2
	}
	return 1
}

// channelsOf is the number of channels of a fourfold message.
func (i *Inst) channelsOf() (n int) {
	for set := i.Func & 15; set != 0; set &= set - 1 {
		n++
	}
	return n
}

// blockPitch is the bytes from a row of a block to the next one in registers: a power of two, four at the least.
func blockPitch(width int) int {
	pitch := 4
	for pitch < width {
		pitch *= 2
	}
	return pitch
}

// rawBytes is how many bytes of raw operand k the message uses.
func (i *Inst) rawBytes(k, grf int) int {
	if opcodes[i.Op].family != memory {
		return i.shapedBytes(k, grf)
	}
	if i.Op.isLSC() {
		return i.lscBytes(k, grf)
	}
	lanes := i.Exec.Size()
	switch last := k == int(i.N)-1; {
	case i.Op.isAtomic() && k >= i.firstSource():
		return i.atomicElement() * lanes
	case !last:
		return i.Op.offsetBytes() * lanes
	case i.Op.isScattered():
		return 4 * lanes
	case i.Op.isBlocks():
		lane, block := i.blocks()
		if i.Func > 1 {
			return int(i.Sizes[0]) * block
		}
		return lanes * lane
	case i.Op.isRow():
		return owordBytes * int(i.Func)
	case i.Op.isMedia():
		return (int(i.Sizes[1])-1)*blockPitch(int(i.Sizes[0])) + int(i.Sizes[0])
	}
	return (i.channelsOf()-1)*max(4*lanes, grf) + 4*lanes
}
