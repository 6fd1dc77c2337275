package x86

import "encoding/binary"

// appendModRM writes ModRM and, for memory, SIB and the displacement.
//
//	mod reg rm     mod 11   rm is a register
//	 2   3   3         00   [rm]             rm 100 means that SIB follows, 101 rip+disp32
//	                   01   [rm+disp8]       times N under EVEX
//	                   10   [rm+disp32]
//	scale index base         index 100 means none
//	  2     3    3
func (e Encoding) appendModRM(code []byte, f *fields) []byte {
	reg := f.reg.number & 7 << 3
	if e.modrm >= slash0 {
		reg = byte(e.modrm-slash0) << 3
	}
	m := f.rm
	if m.class != memory {
		return append(code, 0xc0|reg|m.number&7)
	}
	disp := int32(m.value)
	if m.base == instructionPointer {
		code = append(code, reg|5)
		return binary.LittleEndian.AppendUint32(code, uint32(disp))
	}
	short, mod := e.displacement(m.number, disp)
	switch {
	case m.scale != 0:
		code = append(code, mod|reg|4, scaleBits(m.scale)|m.index&7<<3|m.number&7)
	case m.number&7 == RSP:
		code = append(code, mod|reg|4, 4<<3|RSP)
	default:
		code = append(code, mod|reg|m.number&7)
	}
	switch mod {
	case modDisp8:
		return append(code, byte(short))
	case modDisp32:
		return binary.LittleEndian.AppendUint32(code, uint32(disp))
	}
	return code
}

const (
	modDisp0  = 0 << 6
	modDisp8  = 1 << 6
	modDisp32 = 2 << 6
)

// displacement chooses the shortest form. A base of rbp or r13 has none without displacement.
func (e Encoding) displacement(base uint8, disp int32) (short int8, mod byte) {
	if disp == 0 {
		if base&7 != RBP {
			return 0, modDisp0
		}
		return 0, modDisp8
	}
	n := e.scale8()
	if n == 0 || disp%n != 0 || disp/n != int32(int8(disp/n)) {
		return 0, modDisp32
	}
	return int8(disp / n), modDisp8
}

// scale8 is N, the unit of an 8-bit displacement: 1, but under EVEX what the tuple type says. It is 0 for EVEX without tuple type, which
// always takes 32 bits.
func (e Encoding) scale8() int32 {
	switch t := tuples[e.tuple]; {
	case e.prefix != evex:
		return 1
	case t.bytes != 0:
		return int32(t.bytes)
	case t.divide != 0:
		return int32(lengths[e.length].wide / 8 / t.divide)
	}
	return 0
}

// scaleBits is the logarithm of a scale, in its place.
func scaleBits(scale uint8) byte {
	switch scale {
	case 2:
		return 1 << 6
	case 4:
		return 2 << 6
	case 8:
		return 3 << 6
	}
	return 0
}
