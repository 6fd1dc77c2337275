package visa

import "math"

// Element is what lane k reads of an immediate, as the bits of the type's element: the same constant in every lane, but packed types have an element
// for each: eight of V as W and of UV as UW, four of VF as F. Behind the last one nothing is defined.
//
//	0x76543210:v   lane 0 reads 0, lane 1 reads 1, … lane 7 reads 7; 8 to f are -8 to -1
func (o *Operand) Element(k int) (bits uint64, ok bool) {
	switch o.Type {
	case V, UV:
		if k >= 8 {
			return 0, false
		}
		n := o.Imm >> (4 * k) & 15
		if o.Type == V && n >= 8 {
			n |= 0xfff0
		}
		return n, true
	case VF:
		if k >= 4 {
			return 0, false
		}
		return uint64(math.Float32bits(RestrictedFloat(uint8(o.Imm >> (8 * k))))), true
	}
	if size := o.Type.Size(); size < 8 {
		return o.Imm & (1<<(8*size) - 1), true
	}
	return o.Imm, true
}

// elementType is the type of what lanes read of an immediate.
func (o *Operand) elementType() Type {
	switch o.Type {
	case V:
		return W
	case UV:
		return UW
	case VF:
		return F
	}
	return o.Type
}

// RestrictedFloat is the value of an element of VF:
//
//	7     6..4      3..0
//	sign  exponent  mantissa     1.mantissa · 2^(exponent-3), and 0 where all of both is 0
func RestrictedFloat(code uint8) float32 {
	bits := uint32(code>>7) << 31
	if code&0x7f != 0 {
		bits |= (uint32(code>>4&7)+127-3)<<23 | uint32(code&15)<<19
	}
	return math.Float32frombits(bits)
}
