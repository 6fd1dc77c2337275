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
	reg, vvvv, rm, displacement, last, ok := e.place(operands)
	if !ok {
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
		at = e.putLegacy(b, reg, rm)
	case vex:
		at = e.putVEX(b, reg, vvvv, rm)
	default:
		at = e.putEVEX(b, reg, vvvv, rm)
	}
	if rm.isMemory() {
		at = e.putMemory(b, at, rm, displacement)
	}
	binary.LittleEndian.PutUint64(b[at&15:], uint64(last))
	return code[:n+at+int(e.size())], nil
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

// place puts the operands where Op/En says, 0 where there is none, and in last the immediate or what else the last bytes have; ok is false if the encoding cannot name them all. The rules are those of check.go, which says what is wrong; here they are as short as they can be.
// Operands are looked at a word at a time, as they have been written, and what becomes of them stays in registers.
func (e Encoding) place(operands []Operand) (reg, vvvv, rm head, displacement int32, last int64, ok bool) {
	at := &allPlaces[e.opEn()]
	files := &registerFiles[e.files()]
	if len(operands) != int(at.n) {
		return 0, 0, 0, 0, 0, false
	}
	modifiers := head(0)
	if k := int(at.reg); k < len(operands) {
		reg = operands[k].head
		modifiers = reg
		if reg.number() >= files[reg.class()&15] {
			return 0, 0, 0, 0, 0, false
		}
	}
	if k := int(at.vvvv); k < len(operands) {
		vvvv = operands[k].head
		modifiers |= vvvv
		if vvvv.number() >= files[vvvv.class()&15] {
			return 0, 0, 0, 0, 0, false
		}
	}
	if k := int(at.rm); k < len(operands) {
		rm = operands[k].head
		modifiers |= rm
		if rm.number() >= files[rm.class()&15] {
			if !at.memory || !rm.addresses() {
				return 0, 0, 0, 0, 0, false
			}
			displacement = int32(operands[k].value)
		}
	}
	if k := int(at.immediate); k < len(operands) {
		h, v, t := operands[k].head, operands[k].value, &trailers[e.trailer()]
		if h.class() != immediate || v < t.min || v > t.max {
			return 0, 0, 0, 0, 0, false
		}
		last = v
		modifiers |= h
	} else if k := int(at.last); k < len(operands) {
		h := operands[k].head
		if h.number() >= files[h.class()&15] {
			return 0, 0, 0, 0, 0, false
		}
		last = int64(h.number()) << 4
		modifiers |= h
	}
	return reg, vvvv, rm, displacement, last, modifiers>>maskAt == 0 || e.takeAll(operands, at)
}

// addresses says whether it is memory that there can be.
func (h head) addresses() bool {
	return h.isMemory() && (h.number()|h.index()) <= R15 && h.scale() <= 4 && h.index() != RSP
}

// takeAll says whether the operands may have the opmasks and roundings that they have.
func (e Encoding) takeAll(operands []Operand, p *places) bool {
	for i := range operands {
		if h := operands[i].head; h>>maskAt != 0 && !e.takes(h, i, i == int(p.rm) && p.memory) {
			return false
		}
	}
	return true
}

// takes says whether an operand may have the opmask or the rounding that it has, where it stands.
func (e Encoding) takes(h head, i int, inRM bool) bool {
	if e.prefix() != evex {
		return false
	}
	if h.masked() && (i != 0 || h.mask()-1 > 6 || h.zeroing() && (h.class() < vector128 || h.class() > vector512)) {
		return false
	}
	return h.round() == asMXCSR || int(h.round()) < len(roundings) && e.length() == length512 && inRM && h.class() == vector512
}

// places are where in the order of the operands those are that ModRM.reg, ModRM.rm or the opcode, vvvv, the immediate and the last byte have. What no operand is for is nowhere.
type places struct {
	n                              int8 // of the operands
	reg, rm, vvvv, immediate, last int8
	memory                         bool // rm may be memory
}

const nowhere = 4

// allPlaces are those of each Op/En, from its letters. The zero encoding has no number of operands.
var allPlaces = func() (all [1 << 5]places) {
	for k := range opEns {
		p := places{0, nowhere, nowhere, nowhere, nowhere, nowhere, false}
		for i, letter := range opEn(k).operands() {
			p.n++
			switch at := int8(i); {
			case letter == 'R' && i == 3:
				p.last = at
			case letter == 'R':
				p.reg = at
			case letter == 'V':
				p.vvvv = at
			case letter == 'I', letter == 'D':
				p.immediate = at
			default:
				p.rm, p.memory = at, letter == 'M'
			}
		}
		all[k] = p
	}
	all[0].n = -1
	return all
}()
