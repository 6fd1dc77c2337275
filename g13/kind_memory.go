package g13

import (
	"fmt"
	"math/bits"
)

// cmpxchg is the atomic that takes a pair of registers.
const cmpxchg = 3

// half is a 16-bit register by its number.
func half(b bitsOf) Arg { return Arg{Index: b.raw(), Size: 16} }

// registerByHalf is a 32-bit register by the number of its lower half.
func registerByHalf(b bitsOf) Arg {
	v := b.raw()
	return Arg{Index: v &^ 1, Size: 32, Undefined: v&1 != 0}
}

// without says that an argument has no hint, and whether it is a register of 16 or of 32 bits.
func without(a Arg) (isHalf, isWhole bool, err error) {
	if a.Hint != NoHint {
		return false, false, fmt.Errorf("there are no hints here")
	}
	return a.Class == Register && a.Size == 16, a.Class == Register && a.Size == 32, nil
}

func fromHalf(b bitsOf, a Arg) (Word, error) {
	isHalf, _, err := without(a)
	if err == nil && !isHalf {
		err = fmt.Errorf("expected a 16-bit register such as r1l")
	}
	if err != nil {
		return b.word, err
	}
	return b.set(uint64(a.Index), 0)
}

// fromRegisterByHalf sets the type where there is one: the operand might be None.
func fromRegisterByHalf(b bitsOf, a Arg) (Word, error) {
	_, isWhole, err := without(a)
	if err == nil && !isWhole {
		err = fmt.Errorf("expected a 32-bit register such as r4")
	}
	if err != nil {
		return b.word, err
	}
	return b.set(uint64(a.Index), b.typ.mask()&1)
}

func registerOrNone(b bitsOf) Arg {
	if b.typeBits() == 0 {
		return Arg{None: true}
	}
	return registerByHalf(b)
}

func fromRegisterOrNone(b bitsOf, a Arg) (Word, error) {
	if a.None {
		return b.set(0, 0)
	}
	return fromRegisterByHalf(b, a)
}

// registerList is registers of 16 bits, or of 32 where the type says so.
func registerList(b bitsOf) Arg {
	a := half(b)
	if b.typeBits() != 0 {
		a = registerByHalf(b)
	}
	a.Count = b.howMany()
	return a
}

func fromRegisterList(b bitsOf, a Arg) (Word, error) {
	isHalf, isWhole, err := without(a)
	if err == nil && !isHalf && !isWhole {
		err = fmt.Errorf("expected registers of 16 or 32 bits")
	}
	if err == nil && isWhole && b.typ.width == 0 {
		err = fmt.Errorf("expected registers of 16 bits such as r1l")
	}
	if err != nil {
		return b.word, err
	}
	if a.Count != 0 {
		b.setCount(a.Count)
	}
	return b.set(uint64(a.Index), uint64(a.Size/32))
}

// howMany is the number of registers of a list.
func (b bitsOf) howMany() int {
	n := int(b.word.get(b.count))
	switch b.Count {
	case "four":
		return 4
	case "copy": // of one dimension or two
		return 3 + 2*n
	case "mask":
		return bits.OnesCount(uint(n))
	case "zs": // depth takes two halves, stencil one
		n = n&1*2 + n>>1
	case "count", "3count":
		if n == 0 {
			n = 4
		}
		if b.Count == "3count" {
			n *= 3
		}
	}
	return n
}

// setCount is the other way round of howMany. A mask says itself how many there are.
func (b *bitsOf) setCount(n int) {
	switch b.Count {
	case "count":
		b.word.set(b.count, uint64(n))
	case "3count":
		b.word.set(b.count, uint64(n/3))
	case "zs":
		b.word.set(b.count, [...]uint64{0, 2, 1, 3}[n&3])
	case "copy":
		b.word.set(b.count, uint64(n/5))
	}
}

// basePair is a pair of registers, or of uniforms where the type is 1.
func basePair(b bitsOf) Arg {
	v := b.raw()
	a := Arg{Index: v &^ 1, Size: 64, Undefined: v&1 != 0}
	if b.typeBits() != 0 {
		a.Class = Uniform
	}
	return a
}

func fromBasePair(b bitsOf, a Arg) (Word, error) {
	if _, _, err := without(a); err != nil {
		return b.word, err
	}
	switch {
	case a.Size != 64:
		return b.word, fmt.Errorf("expected a pair such as r2_r3 or u4_u5")
	case a.Index > 255:
		return b.word, fmt.Errorf("addresses are in u0 to u127 only")
	}
	return b.set(uint64(a.Index), uint64(a.Class))
}

// signed16 is a number of 16 bits with a sign.
func signed16(b bitsOf) Arg { return Arg{Class: Number, Value: int64(int16(b.raw()))} }

func (b bitsOf) setSigned16(a Arg) (Word, error) {
	if a.Class != Number || a.Value < -1<<15 || a.Value >= 1<<15 {
		return b.word, fmt.Errorf("expected a register, or a number from -32768 to 32767")
	}
	return b.set(uint64(uint16(a.Value)), 1)
}

// registerOr encodes a register of a size, whose type is 0, or else a number.
func registerOr(size int, number func(b bitsOf, a Arg) (Word, error)) func(b bitsOf, a Arg) (Word, error) {
	return func(b bitsOf, a Arg) (Word, error) {
		_, _, err := without(a)
		switch {
		case err != nil:
			return b.word, err
		case a.Class == Register && a.Size == size:
			return b.set(uint64(a.Index), 0)
		}
		return number(b, a)
	}
}

func registerOrSigned(b bitsOf) Arg {
	if b.typeBits() != 0 {
		return signed16(b)
	}
	a := registerByHalf(b)
	a.Undefined = a.Undefined || b.raw() > 255
	return a
}

// moving is a 32-bit register or a number, whose sign another field says.
func moving(b bitsOf) Arg {
	switch {
	case b.typeBits() == 0:
		return registerByHalf(b)
	case b.field(fieldOu) != 0:
		return number(b)
	}
	return signed16(b)
}

// setMoving sets a number of 16 bits, with a sign or without.
func (b bitsOf) setMoving(a Arg) (Word, error) {
	if a.Class != Number || a.Value < -1<<15 || a.Value >= 1<<16 {
		return b.word, fmt.Errorf("expected a register, or a number of 16 bits")
	}
	return b.set(uint64(uint16(a.Value)), 1)
}

func atomicSource(b bitsOf) Arg {
	a := registerByHalf(b)
	if b.field(fieldOp) == cmpxchg {
		a.Size = 64
	}
	return a
}

func fromAtomicSource(b bitsOf, a Arg) (Word, error) {
	if _, _, err := without(a); err != nil {
		return b.word, err
	}
	if pair := b.field(fieldOp) == cmpxchg; a.Class != Register || pair != (a.Size == 64) || a.Size == 16 {
		return b.word, fmt.Errorf("expected a 32-bit register, for cmpxchg a pair")
	}
	return b.set(uint64(a.Index), 0)
}

// threadgroupBase is a 16-bit register (0), a number (2) or half of a uniform, whose highest bit is the type's.
func threadgroupBase(b bitsOf) Arg {
	switch t := b.typeBits(); t {
	case 0:
		return half(b)
	case 2:
		return number(b)
	default:
		return Arg{Class: Uniform, Index: b.raw() | int(t>>1)<<8, Size: 16}
	}
}

func fromThreadgroupBase(b bitsOf, a Arg) (Word, error) {
	isHalf, _, err := without(a)
	switch {
	case err != nil:
		return b.word, err
	case isHalf:
		return b.set(uint64(a.Index), 0)
	case a.Class == Uniform && a.Size == 16 && a.Index > 511:
		return b.word, fmt.Errorf("uniforms are u0l to u255h")
	case a.Class == Uniform && a.Size == 16:
		return b.set(uint64(a.Index&255), 1|uint64(a.Index>>8)<<1)
	}
	return b.setNumber(a, 2)
}

func halfOrSigned(b bitsOf) Arg {
	if b.typeBits() != 0 {
		return signed16(b)
	}
	return half(b)
}

func numberOrHalf(b bitsOf) Arg {
	if b.typeBits() == 0 {
		return number(b)
	}
	return half(b)
}

func fromNumberOrHalf(b bitsOf, a Arg) (Word, error) {
	isHalf, _, err := without(a)
	switch {
	case err != nil:
		return b.word, err
	case isHalf && b.typ.width == 0:
		return b.word, fmt.Errorf("a register cannot stand here")
	case isHalf:
		return b.set(uint64(a.Index), 1)
	}
	return b.setNumber(a, 0)
}

func numberOrTwoHalves(b bitsOf) Arg {
	a := numberOrHalf(b)
	if a.Class == Register {
		a.Count = 2
	}
	return a
}

// uniformPair is a pair of uniforms by the first one's half.
func uniformPair(b bitsOf) Arg { return Arg{Class: Uniform, Index: b.raw(), Size: 64} }

func fromUniformPair(b bitsOf, a Arg) (Word, error) {
	if _, _, err := without(a); err != nil {
		return b.word, err
	}
	if a.Class != Uniform || a.Size != 64 || a.Index%4 != 0 {
		return b.word, fmt.Errorf("expected a pair of uniforms that begins with an even one, such as u4_u5")
	}
	return b.set(uint64(a.Index), 0)
}

// The interpolations that name a sample.
const (
	interpSample   = 1 // by a number
	interpRegister = 3
)

// fromInterpolation keeps what a sample that is a register has said already.
func fromInterpolation(b bitsOf, a Arg) (Word, error) {
	if a.Value == interpSample && b.raw() == interpRegister {
		a.Value = interpRegister
	}
	return fromNumber(b, a)
}

// sample is a number or a 16-bit register, as the interpolation says.
func sample(b bitsOf) Arg {
	switch b.field(fieldInterp) {
	case interpSample:
		return number(b)
	case interpRegister:
		return half(b)
	}
	return Arg{None: true}
}

func fromSample(b bitsOf, a Arg) (Word, error) {
	isHalf, _, err := without(a)
	switch {
	case err != nil:
		return b.word, err
	case a.None:
		return b.set(0, 0)
	case isHalf:
		b.setField(fieldInterp, interpRegister)
		return b.set(uint64(a.Index), 0)
	}
	b.setField(fieldInterp, interpSample)
	return b.setNumber(a, 0)
}

// WantsList says whether a list of registers can stand in the text: it cannot once a mask in front of it has turned out to be empty.
func (i Inst) WantsList() bool {
	f := &forms()[i.Form]
	masked := false
	for _, o := range f.operands {
		switch o.Kind {
		case Mask, Mask0:
			masked = i.Word.get(o.value[0]) == 0
		case List:
			return !masked || o.Count != "mask"
		}
	}
	return false
}
