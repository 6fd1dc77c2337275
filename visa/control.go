package visa

import "errors"

// A Control is the predicate control word of an instruction, and the value of a predicate operand:
//
//	15       14..13   12  11..0
//	inverse  combine  0   predicate
//
// The word 0 is no predicate at all: P0 is reserved.
type Control uint16

// A Combine says how the bits of a predicate become one.
type Combine uint8

// The combinations. They take effect before the inverse.
const (
	Each Combine = iota // every lane has its own bit
	Any                 // all lanes have 1 if any bit is 1
	All                 // all lanes have 1 if all bits are 1

	reservedCombine
)

// ControlOf makes a control word; a predicate that does not fit is an error.
func ControlOf(id int, c Combine, inverse bool) (Control, error) {
	if id < 0 || id > 0xfff {
		return 0, errors.New("the predicate's number is one of 0 to 4095")
	}
	w := Control(id) | Control(c&3)<<13
	if inverse {
		w |= 1 << 15
	}
	return w, nil
}

// ID is the predicate's number.
func (c Control) ID() int { return int(c & 0xfff) }

// Combine is how the bits become one.
func (c Control) Combine() Combine { return Combine(c >> 13 & 3) }

// Inverse says whether the inverse of each bit is used.
func (c Control) Inverse() bool { return c>>15 != 0 }

// Reserved is what is set of bit 12.
func (c Control) Reserved() uint16 { return uint16(c & 0x1000) }

var errCombine = errors.New("predicate bits 13-14 are 3, which is reserved")

// Check refuses what has no meaning.
func (c Control) Check() error {
	if c.Combine() == reservedCombine {
		return errCombine
	}
	return nil
}

// Text is the guard as it stands before a mnemonic; nothing for the word 0.
func (c Control) Text(d *Decls) string {
	if c == 0 {
		return ""
	}
	return string(c.appendText(nil, d))
}

// appendText writes the guard with the predicate's name: (!P1.any).
func (c Control) appendText(b []byte, d *Decls) []byte {
	b = append(b, '(')
	if c.Inverse() {
		b = append(b, '!')
	}
	b = d.appendName(b, PredicateKind, uint32(c.ID()))
	switch c.Combine() {
	case Any:
		b = append(b, ".any"...)
	case All:
		b = append(b, ".all"...)
	}
	return append(b, ')')
}

// An Exec is the byte with an instruction's execution size and mask:
//
//	7     6..4       3..0
//	_NM   M1 to M8   size code: 0 to 5 are 1, 2, 4, 8, 16, 32
//
// In files of version 3.0, 0 to 7 are M0 to M7, which mean M1 to M8, 8 is NoMask and 9 the default, M1.
type Exec uint8

// MaxExec is the most lanes that an instruction has. Fewer are a power of two.
const MaxExec = 32

const numExecSizes = 6

// execSize is the size of a code; 0 for one that has none.
func execSize(code uint8) int32 {
	if code < numExecSizes {
		return 1 << code
	}
	return 0
}

// execCode is the code of a number of lanes.
func execCode(n int) (code uint8, ok bool) {
	for c := range uint8(numExecSizes) {
		if n == 1<<c {
			return c, true
		}
	}
	return 0, false
}

// ExecOf makes the byte of an execution size and the mask M1 (0) to M8 (7), with or without the execution mask.
func ExecOf(size, mask int, noMask bool) (Exec, bool) {
	c, ok := execCode(size)
	e := Exec(c) | Exec(mask&7)<<4
	if noMask {
		e |= 0x80
	}
	return e, ok && mask >= 0 && mask < 8
}

var errExecSize = errors.New("exec bits 0-3 are no execution size: 0 to 5 are 1, 2, 4, 8, 16 and 32")

// ExecOfByte decodes the byte in a format.
func ExecOfByte(b byte, f Format) (Exec, error) {
	if b&15 >= numExecSizes {
		return 0, errExecSize
	}
	if f.Major == 3 && f.Minor == 0 {
		switch mask := b >> 4; {
		case mask == 8:
			return Exec(b&15 | 0x80), nil
		case mask == 9:
			return Exec(b & 15), nil
		case mask > 9:
			return 0, errors.New("exec bits 4-7 are no mask of version 3.0: 0 to 7 are M0 to M7, 8 is NoMask, 9 the default")
		}
	}
	return Exec(b), nil
}

// Size is the number of lanes.
func (e Exec) Size() int { return int(execSize(uint8(e & 15))) }

// Offset is the lane of the execution mask and of predicates at which the instruction begins: 0 for M1, 4 for M2, up to 28.
func (e Exec) Offset() int { return int(e>>4&7) * 4 }

// NoMask says whether the execution mask is left out of account.
func (e Exec) NoMask() bool { return e>>7 != 0 }

// String is the byte in the text: (M1_NM, 16).
func (e Exec) String() string { return string(e.appendText(nil)) }

func (e Exec) appendText(b []byte) []byte {
	b = append(b, '(', 'M', '1'+byte(e>>4&7))
	if e.NoMask() {
		b = append(b, "_NM"...)
	}
	b = append(b, ", "...)
	return append(appendInt(b, int64(e.Size())), ')')
}
