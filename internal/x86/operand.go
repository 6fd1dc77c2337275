package x86

import (
	"fmt"
	"strconv"
	"strings"
)

// A class is what kind of operand an Operand is.
type class uint8

const (
	none class = iota
	general
	vector128
	vector256
	vector512
	opmask
	memory
	immediate
	instructionPointer // only as the base of a memory operand
)

// An Operand is a register, a memory operand or an immediate. The first operand of an instruction may also name an opmask, as in
// Intel's zmm1 {k2}{z}: see Masked and Zeroed.
type Operand struct {
	class   class
	number  uint8 // of the register; of a memory operand's base
	low     bool  // only the lowest byte of a general register
	base    class // of a memory operand: general or instructionPointer
	index   uint8 // of a memory operand: a general register, if scale is not 0
	scale   uint8 // 1, 2, 4 or 8
	mask    uint8
	masked  bool
	zeroing bool
	round   Rounding
	value   int64 // an immediate, or the displacement of a memory operand
}

// noRegister is what a register number that does not fit becomes; Append refuses it.
const noRegister = 0xff

func register(c class, n int) Operand {
	if n < 0 || n >= noRegister {
		n = noRegister
	}
	return Operand{class: c, number: uint8(n)}
}

// XMM is a 128-bit vector register, 0 to 31.
func XMM(n int) Operand { return register(vector128, n) }

// YMM is a 256-bit vector register, 0 to 31.
func YMM(n int) Operand { return register(vector256, n) }

// ZMM is a 512-bit vector register, 0 to 31.
func ZMM(n int) Operand { return register(vector512, n) }

// K is an opmask register, 0 to 7.
func K(n int) Operand { return register(opmask, n) }

// Vector is the number of a vector register, of any width; ok is false if the operand is another one.
func (o Operand) Vector() (n int, ok bool) {
	return int(o.number), o.class == vector128 || o.class == vector256 || o.class == vector512
}

// R is a general register by its number, 0 to 15, as rax rcx rdx rbx rsp rbp rsi rdi r8 … r15. How many bits of it an instruction uses is
// part of the encoding; of one that uses a byte, see Low.
func R(n int) Operand { return register(general, n) }

// Low is the lowest byte of general register n: al cl dl bl spl bpl sil dil r8b … r15b. Four of them need a REX prefix, without which they are ah ch dh bh.
func Low(n int) Operand {
	o := R(n)
	o.low = true
	return o
}

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
func Imm(v int64) Operand { return Operand{class: immediate, value: v} }

// Rel is the target of a jump or a call, as bytes from the end of the instruction. See Patch for targets that are not known yet.
func Rel(offset int64) Operand { return Imm(offset) }

// Mem is the memory at [base+disp], base being the number of a general register.
func Mem(base int, disp int32) Operand {
	return Operand{class: memory, base: general, number: R(base).number, value: int64(disp)}
}

// MemIndex is the memory at [base+index*scale+disp]. The index cannot be rsp.
func MemIndex(base, index, scale int, disp int32) Operand {
	m := Mem(base, disp)
	m.index = R(index).number
	m.scale = noRegister
	if scale == 1 || scale == 2 || scale == 4 || scale == 8 {
		m.scale = uint8(scale)
	}
	return m
}

// MemRIP is the memory at [rip+disp], rip being the address behind the instruction.
func MemRIP(disp int32) Operand {
	return Operand{class: memory, base: instructionPointer, value: int64(disp)}
}

// Masked is the operand with an opmask, {k}: lanes whose bit is 0 keep what they held. k is 1 to 7; k0 cannot mask.
func (o Operand) Masked(k int) Operand {
	o.masked, o.mask = true, K(k).number
	return o
}

// Zeroed is the operand with a zeroing opmask, {k}{z}: lanes whose bit is 0 become 0.
func (o Operand) Zeroed(k int) Operand {
	o = o.Masked(k)
	o.zeroing = true
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
	o.round = r
	return o
}

// width is the number of bits of a vector register, and 0 for anything else.
func (o Operand) width() int {
	switch o.class {
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
func (o Operand) IsMemory() bool { return o.class == memory }

func (o Operand) isRegister() bool { return o.class >= general && o.class <= opmask }

var generalNames = [16]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}

func generalName(n uint8) string {
	if int(n) < len(generalNames) {
		return generalNames[n]
	}
	return "r?"
}

// needsREX says whether the register is another one without a REX prefix.
func (o *Operand) needsREX() bool { return o.low && o.number >= RSP && o.number <= RDI }

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
	if o.masked {
		s += fmt.Sprintf(" {k%d}", o.mask)
	}
	if o.zeroing {
		s += "{z}"
	}
	if o.round != asMXCSR && int(o.round) < len(roundings) {
		s += " {" + roundings[o.round] + "}"
	}
	return s
}

func (o Operand) bare() string {
	number := "?"
	if o.number != noRegister {
		number = strconv.Itoa(int(o.number))
	}
	switch o.class {
	case general:
		if o.low {
			return lowName(o.number)
		}
		return generalName(o.number)
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
		return o.address()
	}
	return "nothing"
}

func (o Operand) address() string {
	base := "rip"
	if o.base == general {
		base = generalName(o.number)
	}
	if o.scale != 0 {
		base += fmt.Sprintf("+%s*%d", generalName(o.index), o.scale)
	}
	return fmt.Sprintf("[%s%+d]", base, o.value)
}
