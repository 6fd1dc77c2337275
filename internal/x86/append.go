package x86

import "encoding/binary"

// MaxBytes is the longest that an instruction may be.
const MaxBytes = 15

// Append appends the instruction with these operands to code. They stand in the order of Intel's syntax, the destination first, one for
// each letter of Op/En. It allocates only what append does. On an error, code comes back as it was.
func (e Encoding) Append(code []byte, operands ...Operand) ([]byte, error) {
	if e.prefix == 0 {
		return code, e.refuse("the zero encoding encodes nothing")
	}
	var f fields
	if err := e.assign(&f, operands); err != nil {
		return code, err
	}
	out := code
	switch e.prefix {
	case legacy:
		out = e.appendLegacy(out, &f)
	case vex:
		out = e.appendVEX(out, &f)
	case evex:
		out = e.appendEVEX(out, &f)
	}
	opcode := e.opcode
	if e.modrm == register3 {
		opcode |= f.rm.number & 7
	}
	out = append(out, opcode)
	if e.modrm >= slashR {
		out = e.appendModRM(out, &f)
	}
	switch trailers[e.trailer].size {
	case 1:
		out = append(out, byte(f.immediate))
	case 2:
		out = binary.LittleEndian.AppendUint16(out, uint16(f.immediate))
	case 4:
		out = binary.LittleEndian.AppendUint32(out, uint32(f.immediate))
	case 8:
		out = binary.LittleEndian.AppendUint64(out, uint64(f.immediate))
	}
	return out, nil
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
	reg, rm, vvvv Operand
	mask          uint8
	zeroing       bool
	immediate     int64
}

// assign checks the operands and puts them where Op/En says.
func (e *Encoding) assign(f *fields, operands []Operand) error {
	letters := e.opEn.operands()
	if len(operands) != len(letters) {
		return e.refuse("%d operands where Op/En %s has %d", len(operands), opEns[e.opEn], len(letters))
	}
	for i := range operands {
		o := &operands[i]
		letter := letters[i]
		if err := e.check(o, letter); err != nil {
			return err
		}
		if o.masked {
			if err := e.checkMask(o, i); err != nil {
				return err
			}
			f.mask, f.zeroing = o.mask, o.zeroing
		}
		if o.round != asMXCSR {
			if err := e.checkRounding(o, letter); err != nil {
				return err
			}
		}
		switch letter {
		case 'R':
			if i == 3 {
				f.immediate = int64(o.number << 4)
			} else {
				f.reg = *o
			}
		case 'M', 'O':
			f.rm = *o
		case 'V':
			f.vvvv = *o
		case 'I', 'D':
			f.immediate = o.value
		}
	}
	return nil
}

// check refuses an operand that the encoding cannot name.
func (e *Encoding) check(o *Operand, letter byte) error {
	switch {
	case letter == 'I' || letter == 'D':
		if o.class != immediate {
			return e.refuse("%s where an immediate belongs", o.String())
		}
		if t := trailers[e.trailer]; o.value < t.min || o.value > t.max {
			return e.refuse("immediate %d is out of range: %s holds %d to %d", o.value, t.name, t.min, t.max)
		}
	case o.class == memory:
		if letter != 'M' {
			return e.refuse("%s where Op/En has %c, which is a register", o.String(), letter)
		}
		return e.checkMemory(o)
	case !o.isRegister():
		return e.refuse("%s where a register belongs", o.String())
	case o.number >= e.registers(o.class):
		return e.refuse("%s is out of range: %s names %d of its kind", o.String(), prefixes[e.prefix], e.registers(o.class))
	case o.low && e.prefix != legacy:
		return e.refuse("%s: %s has no operands of a byte", o.String(), prefixes[e.prefix])
	case e.prefix == legacy && o.class == opmask, e.prefix == legacy && o.width() > 128, e.prefix != legacy && o.width() > lengths[e.length].wide:
		return e.refuse("%s is not for this vector length", o.String())
	}
	return nil
}

// registers is how many registers of a class the encoding can name.
func (e *Encoding) registers(c class) uint8 {
	switch {
	case c == opmask:
		return 8
	case c == general || e.prefix != evex:
		return 16
	}
	return 32
}

func (e *Encoding) checkMemory(o *Operand) error {
	switch {
	case o.base == general && o.number > R15, o.scale != 0 && o.index > R15:
		return e.refuse("%s: a base or an index is none of the 16 general registers", o.String())
	case o.scale > 8:
		return e.refuse("%s: the scale must be 1, 2, 4 or 8", o.String())
	case o.scale != 0 && o.index == RSP:
		return e.refuse("%s: rsp cannot be an index", o.String())
	}
	return nil
}

// checkMask refuses an opmask where EVEX has none for it.
func (e *Encoding) checkMask(o *Operand, position int) error {
	switch {
	case e.prefix != evex:
		return e.refuse("%s: only EVEX has opmasks", o.String())
	case position != 0:
		return e.refuse("%s: the opmask belongs to the first operand", o.String())
	case o.mask == 0 || o.mask > 7:
		return e.refuse("%s: k1 to k7 can mask, k0 means none", o.String())
	case o.zeroing && (o.class == memory || o.class == opmask):
		return e.refuse("%s: only a vector register can be zeroed", o.String())
	}
	return nil
}

// checkRounding refuses a rounding where EVEX has none for it: the bits that say how wide the vectors are say how to round.
func (e *Encoding) checkRounding(o *Operand, letter byte) error {
	switch {
	case int(o.round) >= len(roundings):
		return e.refuse("%s: there is no rounding %d", o.String(), o.round)
	case e.prefix != evex || e.length != length512:
		return e.refuse("%s: only EVEX of 512 bits rounds by itself", o.String())
	case letter != 'M' || o.class != vector512:
		return e.refuse("%s: the rounding belongs to the last vector register", o.String())
	}
	return nil
}
