package visa

import (
	"errors"
	"math/bits"
	"strconv"
)

// Messages to shared virtual memory, SVM, are those of all of memory, which they find by addresses of 64 bits:
//
//	svm_block_ld (4) V40(0,0)<0;1,0> V32.0                       a row of owords
//	svm_gather.4.2 (M1, 8) V40.0 V32.0                           blocks of 4 bytes, 2 at each address
//	svm_atomic.add.64 (M1, 8) V40.0 V32.0 V34.0 %null.0          addresses, what was there, and sources
//	svm_gather4scaled.RGA (M1, 8) 0x1000:uq V40.0 V32.0          up to four dwords each

// isSVM says whether the message is one of shared virtual memory.
func (o Op) isSVM() bool { return opcodes[o].code == 0x4e }

// isBlocks says whether each lane of the message says where some blocks are.
func (o Op) isBlocks() bool { return o == opSvmGather || o == opSvmScatter || o.isQuads() }

// isQuads says whether the blocks of the message are quadwords, of a surface.
func (o Op) isQuads() bool { return o == opQwGather || o == opQwScatter }

// offsetBytes is the size of what says where memory is: of an offset in a surface, or an address.
func (o Op) offsetBytes() int {
	if o.isSVM() {
		return 8
	}
	return 4
}

// spoken is the operand that stands at place n of the text. The result of svm_atomic comes last in bytes, and before its sources in texts.
func (o Op) spoken(n int) int {
	if o == opSvmAtomic && n > 0 {
		return [...]int{0, 3, 1, 2}[n]
	}
	return n
}

// blocks is how far the data of one lane are from those of the next, and of one block from those of the next:
//
//	svm_gather.4.2 (M1, 8)     A0[0] A1[0] … A7[0] A0[1] A1[1] … A7[1]      dwords
//	svm_gather.1.2 (M1, 8)     A0[0] A0[1]  ·  ·  A1[0] A1[1]  ·  · …       bytes, at least four a lane
func (i *Inst) blocks() (lane, block int) {
	size := int(i.Func)
	if size == 1 {
		return max(4, int(i.Sizes[0])), 1
	}
	return size, size * i.Exec.Size()
}

// atomicElement is how many bytes of registers an element of an operation has: words take dwords.
func (i *Inst) atomicElement() int {
	_, size := i.Atomic()
	return max(4, size)
}

// Errors of decoding messages of SVM.
var (
	errSVMOwords = errors.New("bits 0-2 are none of 0 to 4: 1, 2, 4, 8 and 16 owords; or bits 4-7 are not 0")
	errSVMBlock  = errors.New("the size of a block is none of the codes 0 to 2: 1, 4 and 8 bytes")
	errSVMBlocks = errors.New("the number of blocks is none of the codes 0 to 3: 1, 2, 4 and 8")
	errSVMAtomic = errors.New("bits 0-4 are no operation, bits 5 and 6 no width, or bit 7 is not 0")
)

// svmBlocks are the sizes of a block, by their code.
var svmBlocks = [...]uint8{1, 4, 8}

// setSVMByte takes a field of one byte.
func (i *Inst) setSVMByte(letter rune, v byte) error {
	switch letter {
	case 'u':
		i.Func, i.Number = 1<<(v&7), uint32(v>>3)
		return refused(v&7 > 4 || v > 15, errSVMOwords)
	case 'y':
		if int(v) >= len(svmBlocks) {
			return errSVMBlock
		}
		i.Func = svmBlocks[v]
	case 'j':
		if i.Sizes[0] = 1 << (v & 3); i.Op.isQuads() {
			i.Func = 8
		}
		return refused(v > 3, errSVMBlocks)
	case 'q':
		i.Func = v
		a, _ := i.Atomic()
		return refused(v>>5 > 2 || a >= numAtomics || atomics[a] == "", errSVMAtomic)
	}
	return nil
}

// svmByte is a field of one byte.
func (i *Inst) svmByte(letter rune) byte {
	switch letter {
	case 'u':
		return byte(bits.TrailingZeros8(i.Func)) | byte(i.Number)<<3
	case 'y':
		return map[uint8]byte{1: 0, 4: 1, 8: 2}[i.Func]
	case 'j':
		return byte(bits.TrailingZeros8(i.Sizes[0]))
	}
	return i.Func
}

// svmRow reads the .unaligned (4) of svm_block_ld.
func (p *Parser) svmRow(i *Inst) bool {
	if i.Op == opSvmBlockLd && p.Dialect == Spec && p.suffix(".unaligned") {
		i.Number = 1
	}
	return p.owords(i)
}

// svmBlockSizes reads the .4.2 of svm_gather: bytes of a block, and blocks. The tool takes any numbers, and those that it has no code for as 1.
func (p *Parser) svmBlockSizes(i *Inst) bool {
	var size, n int64
	start := p.peekOff()
	if i.Op.isQuads() {
		size = 8
	} else if !p.expect('.', "the bytes of a block, as in .4") || !p.decimal(&size, "a number of bytes") {
		return false
	}
	if size != 1 && size != 4 && size != 8 {
		if p.Dialect == Spec {
			return p.fail(start, p.off, "expected blocks of 1, 4 or 8 bytes, found %d", size)
		}
		size = 1
	}
	if start = p.peekOff(); !p.expect('.', "the number of blocks, as in .2") || !p.decimal(&n, "a number of blocks") {
		return false
	}
	if n < 1 || n > 8 || n&(n-1) != 0 {
		if p.Dialect == Spec {
			return p.fail(start, p.off, "expected 1, 2, 4 or 8 blocks, found %d", n)
		}
		n = 1
	}
	i.Func, i.Sizes[0] = uint8(size), uint8(n)
	return true
}

// appendSVMHead appends what stands before the operands of a message that no other has.
func (i *Inst) appendSVMHead(b []byte) []byte {
	if i.Op.isBlocks() {
		if !i.Op.isQuads() {
			b = strconv.AppendUint(append(b, '.'), uint64(i.Func), 10)
		}
		b = strconv.AppendUint(append(b, '.'), uint64(i.Sizes[0]), 10)
		return i.Exec.appendText(append(b, ' '))
	}
	if i.Number == 1 {
		b = append(b, ".unaligned"...)
	}
	return append(appendInt(append(b, " ("...), int64(i.Func)), ')')
}
