package x86

import (
	"fmt"
	"strings"
)

// An Encoding is one way to encode an instruction: everything but the operands. Parse makes it; it is a value, and two encodings are
// equal if they say the same. The zero Encoding encodes nothing. It is two words, so that it costs nothing to hand one on:
// what it says, and what is ready of the instruction's bytes.
//
//	bit 0    8      12     16    20 22    26 28    32     40      44        48       56
//	Op/En    prefix length tuple pp opmap w  modrm opcode trailer registers trailer's bytes; of legacy encodings, what is ready in bits
type Encoding struct{ word, ready uint64 }

// parts are what an encoding says, one by one.
type parts struct {
	opEn    opEn
	prefix  prefix
	length  length
	tuple   tuple
	pp      pp
	opmap   opmap
	w       w
	opcode  byte
	modrm   modrm
	trailer trailer
}

// Where the parts stand.
const (
	prefixAt    = 8
	lengthAt    = 12
	tupleAt     = 16
	ppAt        = 20
	opmapAt     = 22
	wAt         = 26
	modrmAt     = 28
	opcodeAt    = 32
	trailerAt   = 40
	registersAt = 44
	sizeAt      = 48
	bitsAt      = 56
)

func (p parts) encoding() Encoding {
	bits := uint64(8)
	if p.opmap > 0 {
		bits += 8 * uint64(1+(p.opmap+1)/3)
	}
	return Encoding{uint64(p.opEn) | uint64(p.prefix)<<prefixAt | uint64(p.length)<<lengthAt | uint64(p.tuple)<<tupleAt | uint64(p.pp)<<ppAt |
		uint64(p.opmap)<<opmapAt | uint64(p.w)<<wAt | uint64(p.modrm)<<modrmAt | uint64(p.opcode)<<opcodeAt | uint64(p.trailer)<<trailerAt | uint64(p.files())<<registersAt | uint64(trailers[p.trailer].size)<<sizeAt | bits<<bitsAt, p.ready()}
}

// parts takes an encoding apart.
func (e Encoding) parts() parts {
	return parts{e.opEn(), e.prefix(), e.length(), e.tuple(), e.pp(), e.opmap(), e.w(), e.opcode(), e.modrm(), e.trailer()}
}

func (e Encoding) opEn() opEn       { return opEn(e.word & 31) }
func (e Encoding) prefix() prefix   { return prefix(e.word >> prefixAt & 3) }
func (e Encoding) length() length   { return length(e.word >> lengthAt & 7) }
func (e Encoding) tuple() tuple     { return tuple(e.word >> tupleAt & 15) }
func (e Encoding) pp() pp           { return pp(e.word >> ppAt & 3) }
func (e Encoding) opmap() opmap     { return opmap(e.word >> opmapAt & 7) }
func (e Encoding) w() w             { return w(e.word >> wAt & 3) }
func (e Encoding) modrm() modrm     { return modrm(e.word >> modrmAt & 15) }
func (e Encoding) opcode() byte     { return byte(e.word >> opcodeAt) }
func (e Encoding) size() uint8      { return uint8(e.word >> sizeAt) }
func (e Encoding) bits() uint8      { return uint8(e.word >> bitsAt) }
func (e Encoding) trailer() trailer { return trailer(e.word >> trailerAt & 7) }

// opEn is Intel's name for where the operands go, one letter each in the order of the syntax.
//
//	R  ModRM.reg, and as the fourth of RVMR bits 7 to 4 of the last byte
//	M  ModRM.rm: the only one that may be memory
//	V  VEX.vvvv or EVEX.vvvv
//	I  the immediate
//	O  the low three bits of the opcode
//	D  a displacement from the end of the instruction
//
// ZO has no operands.
type opEn uint8

var opEns = [...]string{1: "ZO", "M", "O", "I", "D", "OI", "MI", "RM", "MR", "RMI", "MRI", "VM", "VMI", "RVM", "RMV", "MVR", "RVMI", "RVMR"}

// operands are the letters, one for each operand.
func (o opEn) operands() string {
	if opEns[o] == "ZO" {
		return ""
	}
	return opEns[o]
}

func (o opEn) has(letter byte) bool { return strings.IndexByte(o.operands(), letter) >= 0 }

// prefix is the kind of encoding.
type prefix uint8

const (
	legacy prefix = 1 + iota
	vex
	evex
)

var prefixes = [...]string{legacy: "legacy", vex: "VEX", evex: "EVEX"}

// length is the vector length of VEX.L or EVEX.L'L as Intel writes it.
type length uint8

// lengths gives for each its bits in the prefix and the widest vector register that it works on.
var lengths = [...]struct {
	name string
	bits byte
	wide int
}{1: {"128", 0, 128}, {"256", 1, 256}, {"512", 2, 512}, {"LIG", 0, 128}, {"LZ", 0, 128}, {"L0", 0, 128}, {"L1", 1, 256}}

// length512 is the only one that VEX lacks.
const length512 length = 3

// tuple is Intel's tuple type, by which EVEX scales an 8-bit displacement.
type tuple uint8

// tuples gives for each the number by which it divides the vector length, in bytes; fixed ones stand in bytes.
var tuples = [...]struct {
	name          string
	divide, bytes int
}{1: {"FV", 1, 0}, {"FVM", 1, 0}, {"HVM", 2, 0}, {"QVM", 4, 0}, {"OVM", 8, 0}, {"M128", 0, 16}, {"T1S8", 0, 1}, {"T1S16", 0, 2}, {"T1S32", 0, 4}, {"T1S64", 0, 8}}

// pp is the mandatory prefix: a byte of its own, or two bits of VEX and EVEX.
type pp uint8

var pps = [...]struct {
	name  string
	plain byte
}{{"", 0}, {"66", 0x66}, {"F3", 0xf3}, {"F2", 0xf2}}

// opmap is the opcode map: escape bytes before the opcode, or a field of VEX and EVEX.
type opmap uint8

// opmaps are indexed by the field. The first has no escape, and neither VEX nor EVEX have it; maps 5 and 6 are EVEX's alone.
var opmaps = [...]string{"", "0F", "0F38", "0F3A", 5: "MAP5", "MAP6"}

// w is REX.W, VEX.W or EVEX.W.
type w uint8

const (
	w0 w = iota
	w1
	wig // either would do; 0 is written, which VEX needs for its short form
)

var ws = [...]string{w0: "W0", w1: "W1", wig: "WIG"}

// modrm is what stands in ModRM.reg.
type modrm uint8

const (
	noModRM   modrm = iota
	register3       // +rd: no ModRM; a register in the low bits of the opcode
	slashR          // /r: a register
	slash0          // /0 to /7: more of the opcode
)

// trailer is what follows ModRM.
type trailer uint8

// trailers gives for each its bytes and the range of the values.
var trailers = [...]struct {
	name     string
	size     int
	min, max int64
}{
	{},
	{"ib", 1, -1 << 7, 1<<8 - 1},
	{"iw", 2, -1 << 15, 1<<16 - 1},
	{"id", 4, -1 << 31, 1<<32 - 1},
	{"io", 8, -1 << 63, 1<<63 - 1},
	{"cd", 4, -1 << 31, 1<<31 - 1},
	{"/is4", 1, 0, 0},
}

const (
	immediate64 trailer = 4
	relative32  trailer = 5
	is4         trailer = 6
)

// String is the text that Parse reads.
func (e Encoding) String() string {
	if e == (Encoding{}) {
		return "no encoding"
	}
	return e.parts().String()
}

func (e parts) String() string {
	words := []string{opEns[e.opEn]}
	if e.tuple != 0 {
		words = append(words, tuples[e.tuple].name)
	}
	words[len(words)-1] += ":"
	words = append(words, e.prefixWords()...)
	opcode := fmt.Sprintf("%02X", e.opcode)
	switch {
	case e.modrm == register3:
		words = append(words, opcode+"+rd")
	case e.modrm == slashR:
		words = append(words, opcode, "/r")
	case e.modrm >= slash0:
		words = append(words, opcode, fmt.Sprintf("/%d", e.modrm-slash0))
	default:
		words = append(words, opcode)
	}
	if e.trailer != 0 {
		words = append(words, trailers[e.trailer].name)
	}
	return strings.Join(words, " ")
}

func (e parts) prefixWords() (words []string) {
	if e.prefix != legacy {
		word := prefixes[e.prefix] + "." + lengths[e.length].name
		if e.pp != 0 {
			word += "." + pps[e.pp].name
		}
		return []string{word + "." + opmaps[e.opmap] + "." + ws[e.w]}
	}
	if e.pp != 0 {
		words = append(words, pps[e.pp].name)
	}
	if e.w == w1 {
		words = append(words, "REX.W")
	}
	switch e.opmap {
	case 1:
		words = append(words, "0F")
	case 2, 3:
		words = append(words, "0F", opmaps[e.opmap][2:])
	}
	return words
}

// files is which registers the encoding can name: an index of registerFiles.
func (e *parts) files() uint8 {
	switch e.prefix {
	case vex:
		return 1 + lengths[e.length].bits
	case evex:
		return 3 + lengths[e.length].bits
	}
	return 0
}

func (e Encoding) files() uint8 { return uint8(e.word >> registersAt & 7) }

// registerFiles are how many registers of each class there are for an encoding: those of its vector length and shorter ones. Of what is no register there are none.
var registerFiles = [8][16]uint8{
	0: {general: 16, lowByte: 16, vector128: 16}, // legacy
	1: {general: 16, opmask: 8, vector128: 16},   // VEX
	2: {general: 16, opmask: 8, vector128: 16, vector256: 16},
	3: {general: 16, opmask: 8, vector128: 32}, // EVEX
	4: {general: 16, opmask: 8, vector128: 32, vector256: 32},
	5: {general: 16, opmask: 8, vector128: 32, vector256: 32, vector512: 32},
}

// hasModRM is 1 if there is a byte ModRM.
func (e Encoding) hasModRM() int {
	if e.modrm() >= slashR {
		return 1
	}
	return 0
}
