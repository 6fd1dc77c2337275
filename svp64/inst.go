package svp64

import (
	"fmt"
	"strconv"
)

// Form is how an instruction stands.
type Form uint8

// The forms.
const (
	Pair   Form = iota // one word: the scalar form on two pairs of registers
	Vector             // under an SVP64 prefix, "sv.": a loop
	Single             // under an SVP64Single prefix, "svs.": the scalar form under a predicate
)

// prefixes are what stands before the mnemonic.
var prefixes = [...]string{Pair: "", Vector: "sv.", Single: "svs."}

// A Reg is a register operand.
type Reg struct {
	No     uint8 // 0 to 127; the first of the pair or vector
	Vector bool  // the loop steps through registers from here on
}

// NumRegs is how many registers a file has.
const NumRegs = 128

// Width is the width of elements, as its code in a prefix.
type Width uint8

// The widths. The shortest one is 8 bits for integers; for floating point its code is bfloat16, which is reserved.
const (
	W64 Width = iota // the default
	W32
	W16
	W8
)

// Bits is the width in bits.
func (w Width) Bits() int { return 64 >> (w & 3) }

// Sat is what becomes of values that do not fit.
type Sat uint8

// The saturations.
const (
	NoSat    Sat = iota // the high bits are lost
	Signed              // sats: to the nearest signed value
	Unsigned            // satu: to the nearest unsigned value
)

// A Predicate chooses which subvectors take part, as its three bits in a prefix. Which of the two lists it is of, the instruction's CR says.
type Predicate uint8

// Names of predicates: of integer registers, and of a bit in consecutive fields of the condition register.
var (
	intPredicates = [8]string{"", "1<<r3", "r3", "~r3", "r10", "~r10", "r30", "~r30"}
	crPredicates  = [8]string{"lt", "ge", "gt", "le", "eq", "ne", "so", "ns"}
)

// An Inst is mv.swiz or fmv.swiz. In the pair form only the first four fields count, and the others are zero.
type Inst struct {
	Float   bool // fmv.swiz: floating-point registers
	RT, RA  Reg  // destination and source
	Swizzle Swizzle
	Form    Form

	SubVL    uint8 // the length of the source's subvectors, 1 to 4; 0 counts as 1
	DstWidth Width
	SrcWidth Width
	Sat      Sat
	CR       bool // the predicates are tested on condition register fields
	DstMask  Predicate
	SrcMask  Predicate
	SZ, DZ   bool // where the predicate is false: the source counts as zero, the destination becomes zero
}

// Name is the mnemonic without prefix.
func (i Inst) Name() string {
	if i.Float {
		return "fmv.swiz"
	}
	return "mv.swiz"
}

// IsPair says whether the instruction moves one pair of registers: it is the pair form, or neither of its operands is a vector.
func (i Inst) IsPair() bool { return i.Form != Vector || !i.RT.Vector && !i.RA.Vector }

// subVL is SubVL as a number of lanes.
func (i *Inst) subVL() int { return max(int(i.SubVL), 1) }

// file is the name of the instruction's registers.
func (i Inst) file() string {
	if i.Float {
		return "f"
	}
	return "r"
}

// RegisterName is what a register of the instruction's file is called: r4 or f4.
func (i Inst) RegisterName(no int) string { return i.file() + strconv.Itoa(no) }

// Check says whether the instruction has an encoding.
func (i Inst) Check() error {
	if i.plain() {
		return nil
	}
	return i.complaint()
}

// plain says that certainly nothing is wrong, quickly, because decoding and encoding ask for each word; complaint says what is, if anything.
func (i *Inst) plain() bool {
	if i.Swizzle >= NumSwizzles {
		return false
	}
	if i.Form == Pair {
		const evenBelow32 = 0x1e
		return (i.RT.No|i.RA.No)&^evenBelow32 == 0 && !i.RT.Vector && !i.RA.Vector && !i.CR && !i.SZ && !i.DZ &&
			i.SubVL|uint8(i.DstWidth|i.SrcWidth)|uint8(i.Sat)|uint8(i.DstMask|i.SrcMask) == 0
	}
	if i.Form > Vector || i.SubVL > Lanes || i.DstWidth|i.SrcWidth > W8 || i.Sat > Unsigned || i.DstMask|i.SrcMask > 7 || (i.RT.No|i.RA.No) >= NumRegs {
		return false
	}
	if i.Float && (i.DstWidth == W8 || i.SrcWidth == W8) {
		return false
	}
	return i.RT.Vector || i.RA.Vector || (i.RT.No|i.RA.No)&1 == 0
}

// complaint is what is wrong, or nil.
func (i *Inst) complaint() error {
	switch {
	case i.Form > Single:
		return fmt.Errorf("unknown form %d", i.Form)
	case i.Swizzle >= NumSwizzles:
		return fmt.Errorf("the swizzle %#x has more than 12 bits", uint16(i.Swizzle))
	case i.SubVL > Lanes || i.DstWidth > W8 || i.SrcWidth > W8 || i.Sat > Unsigned || i.DstMask > 7 || i.SrcMask > 7:
		return fmt.Errorf("a field of the prefix is out of range: SUBVL %d, widths %d and %d, saturation %d, masks %d and %d", i.SubVL, i.DstWidth, i.SrcWidth, i.Sat, i.DstMask, i.SrcMask)
	}
	for _, o := range i.operands() {
		if err := i.checkOperand(o.name, o.reg); err != nil {
			return err
		}
	}
	if i.Float && i.Form != Pair && (i.DstWidth == W8 || i.SrcWidth == W8) {
		return ErrReservedWidth
	}
	if i.Form == Pair && *i != (Inst{Float: i.Float, RT: i.RT, RA: i.RA, Swizzle: i.Swizzle}) {
		return fmt.Errorf("the instruction has no prefix, and says what only a prefix can say")
	}
	if i.Form == Single && i.rm() == 0 {
		return ErrEmptySingle
	}
	return nil
}

// namedReg is an operand with its name in the document.
type namedReg struct {
	name string
	reg  Reg
}

func (i *Inst) operands() [2]namedReg { return [2]namedReg{{"RT", i.RT}, {"RA", i.RA}} }

func (i *Inst) checkOperand(name string, r Reg) error {
	switch {
	case r.No >= NumRegs:
		return &OperandError{name, r, ErrRegister}
	case r.Vector && i.Form != Vector:
		return &OperandError{name, r, ErrNotVector}
	case i.IsPair() && r.No%2 != 0:
		return &OperandError{name, r, ErrOddPair}
	case i.Form == Pair && r.No >= 32:
		return &OperandError{name, r, ErrNeedsPrefix}
	}
	return nil
}
