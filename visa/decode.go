package visa

import (
	"encoding/binary"
	"errors"
)

// Errors of decoding an operand. They say which bits are at fault.
var (
	ErrShort     = errors.New("the operand goes on behind the last byte")
	errAddressOf = errors.New("tag bits 0-2 are 4, address-of, which is never stored")
	errReserved  = errors.New("tag bits 0-2 are 7, a reserved class")
	errModifier  = errors.New("tag bits 3-5 are 6 or 7, which are no modifier")
	errNoStride  = errors.New("region bits 8-11 are 0: there is no horizontal stride")
	errState     = errors.New("bits 0-1 of the state's class are neither 0, surface, nor 1, sampler")
	errNotDest   = errors.New("tag bits 0-2 are 5: an immediate is never a destination")
)

// A tag is the first byte of an operand, whatever its class:
//
//	7..6  5..3      2..0
//	 0    modifier  class
//
// decodeTag refuses the codes that have no meaning; rest is bits 6 and 7.
func decodeTag(tag byte) (c Class, m Modifier, rest uint32, err error) {
	c, m = Class(tag&7), Modifier(tag>>3&7)
	switch {
	case c == AddressOf:
		err = errAddressOf
	case c == Raw:
		err = errReserved
	case m >= numModifiers:
		err = errModifier
	}
	return c, m, uint32(tag >> 6), err
}

// Decode reads an operand from the front of b and says how many bytes it has: all of b where it goes on behind the last one. What has no meaning is refused by name; reserved bits are kept.
func Decode(b []byte, role Role, f Format) (o Operand, n int, err error) {
	if len(b) == 0 {
		return o, 0, ErrShort
	}
	if o.Class, o.Mod, o.Rest, err = decodeTag(b[0]); err != nil {
		return o, 0, err
	}
	if o.Class == Immediate && role == Dest {
		return o, 0, errNotDest
	}
	n, err = o.decodeInfo(b[1:], role, f)
	return o, n + 1, err
}

// DecodeRaw reads a raw operand, which has no tag.
func DecodeRaw(b []byte, f Format) (o Operand, n int, err error) {
	o.Class = Raw
	n, err = o.decodeInfo(b, Source, f)
	return o, n, err
}

// longestInfo is the bytes of the longest class behind its tag.
const longestInfo = 9

// decodeInfo walks over the class's layout.
func (o *Operand) decodeInfo(b []byte, role Role, f Format) (n int, err error) {
	var info [longestInfo + 8]byte // any field can be read as eight bytes
	copy(info[:longestInfo], b)
	var region [3]uint8
	pos, rest := 0, 2
	for _, s := range &layouts[o.Class] {
		if s.slot == slotEnd || s.slot == slotHigh && !o.Type.hasHigh() {
			break
		}
		width := s.bits(f)
		v := uint32(binary.LittleEndian.Uint64(info[pos>>3:]) >> (pos & 7) & (1<<width - 1))
		pos += width
		if s.slot >= slotV && s.slot <= slotH {
			region[s.slot-slotV] = uint8(v)
		} else {
			o.set(s.slot, v)
		}
		if s.slot == slotRest || ignored(s.slot, role) || s.slot == slotWidth && v >= numExecSizes {
			o.Rest |= v << rest
			rest += width
		}
	}
	switch n = pos >> 3; {
	case n > len(b):
		return len(b), ErrShort
	case o.Class == State && o.Kind > SamplerKind:
		return n, errState
	case o.Class == General || o.Class == Indirect:
		return n, o.setRegion(region, role)
	}
	return n, nil
}

// set stores the value of a field that is one number.
func (o *Operand) set(s slot, v uint32) {
	switch s {
	case slotID:
		o.ID = v
	case slotRow:
		o.Row = int32(v)
	case slotCol:
		o.Col = int32(v)
	case slotOffset:
		o.Offset = int32(v)
	case slotBytes:
		o.Disp = int32(v)
	case slotDisp:
		o.Disp = int32(int16(v))
	case slotWidth:
		o.Width = execSize(uint8(min(v, numExecSizes)))
	case slotType:
		o.Type = Type(v)
	case slotKind:
		o.Kind = Kind(v)
	case slotLow:
		o.Imm = uint64(v)
	case slotHigh:
		o.Imm |= uint64(v) << 32
	}
}

// ignored says whether a destination has the field without a use for it: it has a horizontal stride alone.
func ignored(s slot, role Role) bool { return role == Dest && (s == slotV || s == slotW) }

// setRegion turns three codes into the region.
func (o *Operand) setRegion(code [3]uint8, role Role) error {
	if role == Dest {
		code[0], code[1] = 0, 0
	}
	r, _, err := RegionOf(uint16(code[0]) | uint16(code[1])<<4 | uint16(code[2])<<8)
	if err == nil && r.H == Null {
		err = errNoStride
	}
	o.Region = r
	return err
}
