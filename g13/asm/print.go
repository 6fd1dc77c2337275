package asm

import (
	"math/bits"
	"strconv"

	"github.com/lanescope/lanescope/g13"
)

// Text is the instruction as text.
func Text(i g13.Inst) string { return string(Append(nil, i)) }

// appendPlainly is Append as it was meant, an operand after the other.
func appendPlainly(b []byte, i g13.Inst) []byte {
	name, hidden := i.Name()
	b = append(b, name...)
	if i.Saturates() {
		b = append(b, ".sat"...)
	}
	first := true
	for n := range i.Args() {
		if hidden == nil || !hidden[n] {
			b, first = appendNext(b, i, n, first)
		}
	}
	return appendRest(b, i)
}

// appendNext appends operand n with what stands between it and the one before it, or nothing if it is left out.
func appendNext(b []byte, i g13.Inst, n int, first bool) ([]byte, bool) {
	start := len(b)
	b = appendSeparator(b, first)
	begin := len(b)
	if b = appendArg(b, i, n); len(b) == begin {
		return b[:start], first
	}
	return b, false
}

func appendSeparator(b []byte, first bool) []byte {
	if first {
		return append(b, ' ')
	}
	return append(b, ", "...)
}

// appendNumber appends a number, which in a jump is a target.
func appendNumber(b []byte, k g13.Kind, v int64) []byte {
	if k == g13.PCRel {
		b = append(b, "pc"...)
		if v >= 0 {
			b = append(b, '+')
		}
	}
	return strconv.AppendInt(b, v, 10)
}

// long is what an instruction ends with that has its long length without need.
const long = " !long"

// appendRest says what the text so far does not.
func appendRest(b []byte, i g13.Inst) []byte {
	if i.Long() {
		b = append(b, long...)
	}
	differ := i.Unsaid()
	if differ.IsZero() {
		if n, _ := i.Doubts(); n < 0 {
			return b
		} // else it is meant as it is
	}
	b = append(b, " !bits="...)
	for k := range i.Len {
		b = appendHexByte(b, byteOf(differ, int(k)))
	}
	return b
}

func byteOf(w g13.Word, k int) byte {
	if k >= 8 {
		return byte(w.Hi >> (8 * (k - 8)))
	}
	return byte(w.Lo >> (8 * k))
}

func appendHexByte(b []byte, v byte) []byte {
	const digits = "0123456789abcdef"
	return append(b, digits[v>>4], digits[v&15])
}

// appendArg appends operand n. What it appends nothing for is left out of the text.
func appendArg(b []byte, i g13.Inst, n int) []byte {
	return kinds[i.Kind(n)].write(b, i, n, i.Arg(n))
}

// appendPlain appends a register, a uniform or a number.
func appendPlain(b []byte, a g13.Arg) []byte {
	switch a.Class {
	case g13.Register:
		b = appendRegister(b, 'r', a)
		b = append(b, [...]string{g13.NoHint: "", g13.Cache: ".cache", g13.Discard: ".discard"}[a.Hint]...)
	case g13.Uniform:
		b = appendRegister(b, 'u', a)
	default:
		return strconv.AppendInt(b, a.Value, 10)
	}
	if a.Sx {
		b = append(b, ".sx"...)
	}
	return b
}

// appendComponents appends the letters of a mask.
func appendComponents(b []byte, mask int64) []byte {
	for k := range 4 {
		if mask>>k&1 != 0 {
			b = append(b, "xyzw"[k])
		}
	}
	return b
}

// appendList appends all registers of a list, one behind the other.
func appendList(b []byte, a g13.Arg) []byte {
	for k := range a.Count {
		if k > 0 {
			b = append(b, '_')
		}
		b = appendRegister(b, "ru"[a.Class], a)
		a.Index += a.Size / 16
	}
	return b
}

func appendRegister(b []byte, file byte, a g13.Arg) []byte {
	n := int64(a.Index / 2)
	b = strconv.AppendInt(append(b, file), n, 10)
	switch {
	case a.Size == 64:
		b = strconv.AppendInt(append(b, '_', file), n+1, 10)
	case a.Size == 16:
		b = append(b, "lh"[a.Index%2])
	}
	return b
}

func appendFloat(b []byte, a g13.Arg) []byte {
	if a.Class == g13.Immediate {
		start := len(b)
		b = strconv.AppendFloat(b, g13.FloatImmediate(uint8(a.Value)), 'f', -1, 64)
		point := false
		for _, c := range b[start:] {
			point = point || c == '.'
		}
		if !point {
			b = append(b, ".0"...)
		}
	} else {
		b = appendPlain(b, a)
	}
	if a.Abs {
		b = append(b, ".abs"...)
	}
	if a.Neg {
		b = append(b, ".neg"...)
	}
	return b
}

func appendBinary(b []byte, v uint64, digits int, prefix bool) []byte {
	if prefix {
		b = append(b, "0b"...)
	}
	for k := digits - 1; k >= 0; k-- {
		b = append(b, '0'+byte(v>>k&1))
	}
	return b
}

func appendMask(b []byte, v uint64) []byte {
	const digits = "0123456789ABCDEF"
	for k := (bits.Len64(v) + 3) / 4 * 4; k > 0; k -= 4 {
		b = append(b, digits[v>>(k-4)&15])
	}
	return b
}
