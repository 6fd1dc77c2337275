package x86

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// A class is what kind of operand an Operand is.
type class uint8

const (
	none class = iota
	general
	lowByte // of a general register
	vector128
	vector256
	vector512
	opmask
	memory
	memoryRIP // behind the instruction
	immediate
	numClasses = iota
)

// An Operand is a register, a memory operand or an immediate. The first operand of an instruction may also name an opmask, as in
// Intel's zmm1 {k2}{z}: see Masked and Zeroed. It is two words, the first of them bytes:
//
//	class   number             index        scale            opmask              rounding
//	        of the register    of memory    1 + logarithm    41 {k1} … 47 {k7}
//	        or the base                     0 no index       c1 {k1}{z} …        0 none
type Operand struct {
	head  head
	value int64 // an immediate, or the displacement of a memory operand
}

// A head is all of an operand but its value.
type head uint64

// Where the bytes stand.
const (
	numberAt = 8
	indexAt  = 16
	scaleAt  = 24
	maskAt   = 32
	roundAt  = 40
)

// The bits of an opmask.
const (
	masked  = 0x40
	zeroing = 0x80
	noMask  = 0x3f // of a number that does not fit
)

func (h head) class() class    { return class(h) }
func (h head) number() uint8   { return uint8(h >> numberAt) }
func (h head) index() uint8    { return uint8(h >> indexAt) }
func (h head) scale() uint8    { return uint8(h >> scaleAt) }
func (h head) mask() uint8     { return uint8(h>>maskAt) & noMask }
func (h head) masked() bool    { return h>>maskAt&masked != 0 }
func (h head) zeroing() bool   { return h>>maskAt&zeroing != 0 }
func (h head) round() Rounding { return Rounding(h >> roundAt) }

func (h head) isMemory() bool   { return h.class() == memory || h.class() == memoryRIP }
func (h head) isRegister() bool { return h.class() >= general && h.class() <= opmask }

// rex is the prefix 0x40 if the operand is a byte of a register that is another one without it.
func (h head) rex() uint8 {
	if h.class() == lowByte && h.number()-RSP <= RDI-RSP {
		return 0x40
	}
	return 0
}

// noRegister is what a register number that does not fit becomes; Append refuses it.
const noRegister = 0xff

// register is a number as an operand has it.
func register(n int) head { return head(min(uint(n), noRegister)) }

// XMM is a 128-bit vector register, 0 to 31.
func XMM(n int) Operand { return Operand{head: head(vector128) | register(n)<<numberAt} }

// YMM is a 256-bit vector register, 0 to 31.
func YMM(n int) Operand { return Operand{head: head(vector256) | register(n)<<numberAt} }

// ZMM is a 512-bit vector register, 0 to 31.
func ZMM(n int) Operand { return Operand{head: head(vector512) | register(n)<<numberAt} }

// K is an opmask register, 0 to 7.
func K(n int) Operand { return Operand{head: head(opmask) | register(n)<<numberAt} }

// Vector is the number of a vector register, of any width; ok is false if the operand is another one.
func (o Operand) Vector() (n int, ok bool) {
	return int(o.head.number()), o.head.class() >= vector128 && o.head.class() <= vector512
}

// R is a general register by its number, 0 to 15, as rax rcx rdx rbx rsp rbp rsi rdi r8 … r15. How many bits of it an instruction uses is
// part of the encoding; of one that uses a byte, see Low.
func R(n int) Operand { return Operand{head: head(general) | register(n)<<numberAt} }

// Low is the lowest byte of general register n: al cl dl bl spl bpl sil dil r8b … r15b. Four of them need a REX prefix, without which they are ah ch dh bh.
func Low(n int) Operand { return Operand{head: head(lowByte) | register(n)<<numberAt} }

// The general registers by name.
const (
	RAX = iota
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
)

// Imm is an immediate.
func Imm(v int64) Operand { return Operand{head(immediate), v} }

// Rel is the target of a jump or a call, as bytes from the end of the instruction. See Patch for targets that are not known yet.
func Rel(offset int64) Operand { return Imm(offset) }

// Mem is the memory at [base+disp], base being the number of a general register.
func Mem(base int, disp int32) Operand {
	return Operand{head(memory) | register(base)<<numberAt, int64(disp)}
}

// MemIndex is the memory at [base+index*scale+disp]. The index cannot be rsp.
func MemIndex(base, index, scale int, disp int32) Operand {
	m := Mem(base, disp)
	m.head |= register(index)<<indexAt | head(scaleOf(scale))<<scaleAt
	return m
}

// scaleOf is a scale as an operand has it.
func scaleOf(scale int) uint8 {
	switch scale {
	case 1, 2, 4, 8:
		return uint8(bits.Len(uint(scale)))
	}
	return noRegister
}

// MemRIP is the memory at [rip+disp], rip being the address behind the instruction.
func MemRIP(disp int32) Operand { return Operand{head(memoryRIP), int64(disp)} }

// Masked is the operand with an opmask, {k}: lanes whose bit is 0 keep what they held. k is 1 to 7; k0 cannot mask.
func (o Operand) Masked(k int) Operand {
	o.head = o.head&^(noMask<<maskAt) | (masked|head(min(uint(k), noMask)))<<maskAt
	return o
}

// Zeroed is the operand with a zeroing opmask, {k}{z}: lanes whose bit is 0 become 0.
func (o Operand) Zeroed(k int) Operand {
	o = o.Masked(k)
	o.head |= zeroing << maskAt
	return o
}

// A Rounding is how an instruction on floats rounds, whatever MXCSR says.
type Rounding uint8

// The roundings. With one of them, no exception is signalled.
const (
	asMXCSR Rounding = iota
	ToEven
	Downwards
	Upwards
	TowardsZero
)

var roundings = [...]string{ToEven: "rn-sae", Downwards: "rd-sae", Upwards: "ru-sae", TowardsZero: "rz-sae"}

// Rounded is the operand with a rounding, {rd-sae}: the instruction's last register, of 512 bits.
func (o Operand) Rounded(r Rounding) Operand {
	o.head = o.head&^(0xff<<roundAt) | head(r)<<roundAt
	return o
}

// width is the number of bits of a vector register, and 0 for anything else.
func (o Operand) width() int {
	switch o.head.class() {
	case vector128:
		return 128
	case vector256:
		return 256
	case vector512:
		return 512
	}
	return 0
}

// IsMemory says whether the operand is in memory.
func (o Operand) IsMemory() bool { return o.head.isMemory() }

var generalNames = [16]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}

func generalName(n uint8) string {
	if int(n) < len(generalNames) {
		return generalNames[n]
	}
	return "r?"
}

// lowName is the name of the lowest byte of a general register.
func lowName(n uint8) string {
	name := generalName(n)
	if n >= R8 {
		return name + "b"
	}
	return strings.TrimSuffix(name[1:], "x") + "l"
}

// String is the operand in Intel's syntax.
func (o Operand) String() string {
	s := o.bare()
	if o.head.masked() {
		s += fmt.Sprintf(" {k%d}", o.head.mask())
	}
	if o.head.zeroing() {
		s += "{z}"
	}
	if o.head.round() != asMXCSR && int(o.head.round()) < len(roundings) {
		s += " {" + roundings[o.head.round()] + "}"
	}
	return s
}

func (o Operand) bare() string {
	number := "?"
	if o.head.number() != noRegister {
		number = strconv.Itoa(int(o.head.number()))
	}
	switch o.head.class() {
	case general:
		return generalName(o.head.number())
	case lowByte:
		return lowName(o.head.number())
	case vector128:
		return "xmm" + number
	case vector256:
		return "ymm" + number
	case vector512:
		return "zmm" + number
	case opmask:
		return "k" + number
	case immediate:
		return strconv.FormatInt(o.value, 10)
	case memory:
		base := generalName(o.head.number())
		if o.head.scale() != 0 {
			base += fmt.Sprintf("+%s*%d", generalName(o.head.index()), 1<<(o.head.scale()-1))
		}
		return fmt.Sprintf("[%s%+d]", base, o.value)
	case memoryRIP:
		return fmt.Sprintf("[rip%+d]", o.value)
	}
	return "nothing"
}
