package x86

import (
	"encoding/binary"
	"slices"
)

// MaxBytes is the longest that an instruction may be.
const MaxBytes = 15

// room is what an instruction is written into: its last part is written as eight bytes, whatever it has.
const room = MaxBytes + 8

// Append appends the instruction with these operands to code. They stand in the order of Intel's syntax, the destination first, one for
// each letter of Op/En. It allocates only what append does. On an error, code comes back as it was.
func (e Encoding) Append(code []byte, operands ...Operand) ([]byte, error) {
	var f fields
	if !e.assign(&f, operands) {
		return code, e.refusal(operands)
	}
	n := len(code)
	if cap(code)-n < room {
		code = slices.Grow(code, room)
	}
	b := (*[room]byte)(code[n : n+room])
	var at int
	switch e.prefix() {
	case legacy:
		at = e.putLegacy(b, &f)
	case vex:
		at = e.putVEX(b, &f)
	default:
		at = e.putEVEX(b, &f)
	}
	b[at&7] = e.opcode() | f.number[inOpcode]&7
	at++
	if e.modrm() >= slashR {
		at = e.putModRM(b, at, &f)
	}
	binary.LittleEndian.PutUint64(b[at&15:], uint64(f.immediate))
	return code[:n+at+trailers[e.trailer()].size], nil
}

// Patch makes the jump or call that ends at offset end of code go to offset target of it. It is for forward jumps: append them with
// Rel(0), remember the length that code then has as end, and patch when the target is known.
func Patch(code []byte, end, target int) error {
	if end < 4 || end > len(code) || target < 0 || target > len(code) {
		return refusal("x86: patch of the displacement that ends at %d, to %d: the code has %d bytes", end, target, len(code))
	}
	distance := int64(target) - int64(end)
	if distance != int64(int32(distance)) {
		return refusal("x86: patch: %d bytes do not fit a 32-bit displacement", distance)
	}
	binary.LittleEndian.PutUint32(code[end-4:], uint32(distance))
	return nil
}

// fields are the operands where the instruction has them.
type fields struct {
	number    [numPlaces]uint8 // of registers
	memory    Operand          // the zero Operand if there is none
	immediate int64
	modifiers uint64 // the opmask and the rounding, where an operand has them
	rex       uint8  // 0x40 if a register is another one without the prefix
}

// assign puts the operands where Op/En says, and says whether the encoding can name them all. The rules are those of check.go, which says what is wrong; here they
// are as short as they can be.
func (e Encoding) assign(f *fields, operands []Operand) bool {
	places := &allPlaces[e.opEn()]
	files := &registerFiles[e.files()]
	if len(operands) != places.n {
		return false
	}
	for i := range operands {
		o, p := &operands[i], places.of[i&3]
		if o.head>>maskAt != 0 {
			if !e.takes(*o, i, p) {
				return false
			}
			f.modifiers |= o.head
		}
		class := o.class()
		if n := o.number(); n < files[class&15] && p != inImmediate {
			f.number[p] = n
			if class == lowByte && n-RSP <= RDI-RSP {
				f.rex = 0x40
			}
			continue
		}
		switch {
		case class == immediate && p == inImmediate:
			if t := &trailers[e.trailer()]; o.value < t.min || o.value > t.max {
				return false
			}
			f.immediate = o.value
		case class == memory && p == inRM:
			if (o.number()|o.index()) > R15 || o.scale() > 4 || o.scale() != 0 && o.index() == RSP {
				return false
			}
			f.memory = *o
			f.number[inRM] = o.number()
		case class == memoryRIP && p == inRM:
			f.memory = *o
		default:
			return false
		}
	}
	if f.number[inLast] != 0 {
		f.immediate = int64(f.number[inLast]) << 4
	}
	return true
}

// takes says whether an operand may have the opmask or the rounding that it has.
func (e Encoding) takes(o Operand, i int, p place) bool {
	if e.prefix() != evex {
		return false
	}
	if o.masked() && (i != 0 || o.mask()-1 > 6 || o.zeroing() && (o.class() < vector128 || o.class() > vector512)) {
		return false
	}
	return o.round() == asMXCSR || int(o.round()) < len(roundings) && e.length() == length512 && p == inRM && o.class() == vector512
}

// A place is where an operand goes.
type place uint8

const (
	nowhere place = iota
	inReg
	inRM
	inVVVV
	inOpcode
	inImmediate
	inLast        // the upper half of the last byte
	numPlaces = 8 // and two that nothing is in
)

// places are those of the operands, in their order.
type places struct {
	n  int
	of [4]place
}

// allPlaces are those of each Op/En, from its letters. The zero encoding has no number of operands.
var allPlaces = func() (all [1 << 5]places) {
	for k := range opEns {
		letters := opEn(k).operands()
		all[k].n = len(letters)
		for i := range letters {
			all[k].of[i] = placeOf(letters[i], i)
		}
	}
	all[0].n = -1
	return all
}()

func placeOf(letter byte, i int) place {
	switch letter {
	case 'R':
		if i == 3 {
			return inLast
		}
		return inReg
	case 'M':
		return inRM
	case 'V':
		return inVVVV
	case 'O':
		return inOpcode
	}
	return inImmediate
}
