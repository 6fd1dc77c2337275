package g13

import (
	"fmt"
	"slices"
)

// A destination's type, the document's ALUDst:
//
//	0h 16 bits   1h 32 bits, or 64 where the number is odd     h cache
const (
	destinationCached = 1
	destinationSized  = 2
)

func destinationHint(t uint64) Hint { return Hint(t & destinationCached) }

// halfRegister has 16 bits, whatever its type says.
func halfRegister(b bitsOf) Arg {
	return Arg{Index: b.raw(), Size: 16, Hint: destinationHint(b.typeBits())}
}

// wholeRegister has 32 bits, whatever its type says.
func wholeRegister(b bitsOf) Arg {
	v := b.raw()
	return Arg{Index: v &^ 1, Size: 32, Hint: destinationHint(b.typeBits()), Undefined: v&1 != 0}
}

func sizedRegister(b bitsOf) Arg {
	if a := halfRegister(b); b.typeBits()&destinationSized == 0 {
		return a
	}
	a := wholeRegister(b)
	a.Undefined = false
	return a
}

func sizedPair(b bitsOf) Arg {
	a := sizedRegister(b)
	if a.Size == 32 && b.raw()&1 != 0 {
		a.Size = 64
	}
	return a
}

func r0l(b bitsOf) Arg { return Arg{Size: 16, Hint: destinationHint(b.typeBits())} }

// intoRegister encodes a destination of one of some sizes. Where there is one size only, the type does not say it.
func intoRegister(sizes ...int) func(b bitsOf, a Arg) (Word, error) {
	return func(b bitsOf, a Arg) (Word, error) {
		if err := destinationOf(a, sizes); err != nil {
			return b.word, err
		}
		v, t := uint64(a.Index), uint64(a.Hint)
		if a.Size == 64 {
			v |= 1
		}
		if a.Size > 16 && len(sizes) > 1 {
			t |= destinationSized
		}
		return b.set(v, t)
	}
}

func intoR0L(b bitsOf, a Arg) (Word, error) {
	if err := destinationOf(a, []int{16}); err != nil {
		return b.word, err
	}
	if a.Index != 0 {
		return b.word, fmt.Errorf("expected r0l")
	}
	return b.set(0, uint64(a.Hint))
}

func destinationOf(a Arg, sizes []int) error {
	switch {
	case a.Class != Register || a.Hint == Discard:
		return fmt.Errorf("expected a register such as r1, r1l or r1h, with .cache or nothing")
	case !slices.Contains(sizes, a.Size):
		return fmt.Errorf("a register of %d bits cannot stand here", a.Size)
	}
	return nil
}

func evenIfSized(b bitsOf) bool { return unsized(b) || even(b) }

func unsized(b bitsOf) bool { return b.typeBits()&destinationSized == 0 }

func even(b bitsOf) bool { return b.raw()&1 == 0 }

func anyBits(bitsOf) bool { return true }

// source is the document's ALUSrc, of at most so many bits.
//
//	type  0000 immediate   01hu uniform: u 256 more, h 32 bits   00hh 16 bits   10hh 32 bits   11hh 64 bits     hh 01 none, 10 cache, 11 discard
func source(most int) func(b bitsOf) Arg {
	return func(b bitsOf) Arg {
		a := sourceOf(b.raw(), b.typeBits(), most)
		b.modify(&a)
		return a
	}
}

func sourceOf(v int, t uint64, most int) Arg {
	switch {
	case t == 0:
		return Arg{Class: Immediate, Value: int64(v)}
	case t>>2 == 1:
		a := Arg{Class: Uniform, Index: v | int(t&1)<<8, Size: 16}
		if t&2 != 0 {
			a.Undefined = most < 32 || a.Index&1 != 0
			a.Index, a.Size = a.Index&^1, 32
		}
		return a
	}
	a := Arg{Index: v, Size: 16, Hint: hintOf(t), Undefined: t&3 == 0}
	switch {
	case t>>2 == 3 && most >= 64:
		a.Index, a.Size = v&^1, 64
	case t>>2 >= 2 && most >= 32:
		a.Index, a.Size = v&^1, 32
		a.Undefined = a.Undefined || t>>2 != 2
	default:
		a.Undefined = a.Undefined || t>>2 != 0
		return a
	}
	a.Undefined = a.Undefined || v&1 != 0
	return a
}

func hintOf(t uint64) Hint { return [...]Hint{NoHint, NoHint, Cache, Discard}[t&3] }

// sourceOfItsSize is the document's CmpselSrc: the size of a register or uniform is the destination's.
func sourceOfItsSize(b bitsOf) Arg {
	v, t, size := b.raw(), b.typeBits(), b.destinationSize()
	a := Arg{Index: v, Size: size, Hint: hintOf(t), Undefined: t&3 == 0 || t>>2 == 1}
	switch {
	case t == 4:
		a = Arg{Class: Immediate, Value: int64(v)}
	case t>>1 == 3:
		a = Arg{Class: Uniform, Index: v | int(t&1)<<8, Size: size}
	}
	if a.Class != Immediate && size == 32 {
		a.Undefined = a.Undefined || a.Index&1 != 0
		a.Index &^= 1
	}
	b.modify(&a)
	return a
}

// destinationSize is the size of operand D, 16 or 32, as its type has it.
func (b bitsOf) destinationSize() int {
	if b.field(fieldDt)&destinationSized != 0 {
		return 32
	}
	return 16
}

func fromSource(most int) func(b bitsOf, a Arg) (Word, error) {
	return func(b bitsOf, a Arg) (Word, error) {
		v, t, err := encodeSource(a, most)
		if err != nil {
			return b.word, err
		}
		return b.set(v, t)
	}
}

func encodeSource(a Arg, most int) (v, t uint64, err error) {
	switch a.Class {
	case Immediate:
		if a.Value < 0 || a.Value > 255 {
			return 0, 0, fmt.Errorf("an immediate is 0 to 255, and this is %d", a.Value)
		}
		return uint64(a.Value), 0, nil
	case Uniform:
		if a.Size == 64 || a.Index > 511 {
			return 0, 0, fmt.Errorf("uniforms are u0 to u255, of 16 or 32 bits")
		}
		t = 4 | uint64(a.Index>>8)
		if a.Size == 32 {
			t |= 2
		}
		return uint64(a.Index & 255), t, nil
	case Register:
		if a.Size > most {
			return 0, 0, fmt.Errorf("a register of %d bits cannot stand here, the most is %d", a.Size, most)
		}
		return uint64(a.Index), typeOfHint(a.Hint) | [...]uint64{16: 0, 32: 8, 64: 12}[a.Size], nil
	}
	return 0, 0, fmt.Errorf("expected a register, a uniform or an immediate")
}

func typeOfHint(h Hint) uint64 { return uint64(h) + 1 }

func fromSourceOfItsSize(b bitsOf, a Arg) (Word, error) {
	if size := b.destinationSize(); a.Class != Immediate && a.Size != size {
		return b.word, fmt.Errorf("expected %d bits, as the destination has", size)
	}
	v, t, err := encodeSource(a, 32)
	if err != nil {
		return b.word, err
	}
	switch a.Class {
	case Immediate:
		t = 4
	case Uniform:
		t = 6 | t&1
	default:
		t &= 3
	}
	return b.set(v, t)
}

// plainSource is whether a source has the one encoding that its text is given.
func plainSource(most int) func(b bitsOf) bool {
	return func(b bitsOf) bool {
		t, odd := b.typeBits(), !even(b)
		switch t >> 2 {
		case 0:
			return t != 0 || !b.hasSx || b.word.get(b.mod) == 0
		case 1:
			return t&2 == 0 || !odd && most > 16
		case 2:
			return t&3 != 0 && !odd
		}
		return t&3 != 0 && !odd && most == 64
	}
}

func plainOfItsSize(b bitsOf) bool {
	t := b.typeBits()
	return t == 4 || t != 5 && t&7 != 0 && (even(b) || b.destinationSize() == 16)
}

// numberedRegister is a 32-bit register by its number.
func numberedRegister(b bitsOf) Arg { return Arg{Index: 2 * b.raw(), Size: 32} }

func fromNumberedRegister(b bitsOf, a Arg) (Word, error) {
	if a.Class != Register || a.Size != 32 || a.Hint != NoHint {
		return b.word, fmt.Errorf("expected a 32-bit register without a hint, such as r1")
	}
	return b.set(uint64(a.Index)/2, 0)
}

func number(b bitsOf) Arg { return Arg{Class: Number, Value: int64(b.raw())} }

// fromNumber encodes a number; its type is 0.
func fromNumber(b bitsOf, a Arg) (Word, error) { return b.setNumber(a, 0) }

func (b bitsOf) setNumber(a Arg, t uint64) (Word, error) {
	if a.Class != Number || a.Value < 0 {
		return b.word, fmt.Errorf("expected a number from 0 on")
	}
	return b.set(uint64(a.Value), t)
}

// signedNumber has as many bits as its field.
func signedNumber(b bitsOf) Arg {
	return Arg{Class: Number, Value: signed(uint64(b.raw()), b.value[0].width)}
}

func signed(v uint64, width uint8) int64 { return int64(v<<(64-width)) >> (64 - width) }

func fromSignedNumber(b bitsOf, a Arg) (Word, error) {
	width := b.value[0].width
	switch {
	case a.Class != Number:
		return b.word, fmt.Errorf("expected a number")
	case a.Value < -1<<(width-1) || a.Value >= 1<<(width-1):
		return b.word, fmt.Errorf("the offset does not fit in %d bits", width)
	}
	return b.set(uint64(a.Value)&(1<<width-1), 0)
}

// modify adds what a modifier field says: the sign extension of an integer, or absolute value and negation of a number.
func (b bitsOf) modify(a *Arg) {
	if m := b.word.get(b.mod); b.hasSx {
		a.Sx = m != 0 && a.Class != Immediate
	} else {
		a.Abs, a.Neg = m&1 != 0, m&2 != 0
	}
}

// setModifier is the other way round, for operands of all kinds: most have no modifiers.
func (b *bitsOf) setModifier(a Arg) error {
	m := uint64(0)
	switch {
	case b.hasSx && (a.Abs || a.Neg):
		return fmt.Errorf("modifiers are for floating-point operands")
	case b.hasSx && a.Sx && a.Class == Immediate:
		return fmt.Errorf("an immediate has no sign that is extended")
	case b.hasSx && a.Sx:
		m = 1
	case a.Sx:
		return fmt.Errorf("there is no sign extension here")
	case a.Abs || a.Neg:
		if b.mod.width == 0 {
			return fmt.Errorf("there are no modifiers here")
		}
		if a.Abs {
			m = 1
		}
		if a.Neg {
			m |= 2
		}
	}
	b.word.set(b.mod, m)
	return nil
}
