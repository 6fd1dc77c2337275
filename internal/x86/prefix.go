package x86

import "encoding/binary"

// The bytes up to ModRM are a word, which Parse makes ready but for the bits of registers; these are xor-ed to it, each register's number spread out for its place.
//
//	           ____                 ____                  __
//	EVEX    62 RXBR' 0 mmm        W vvvv 1 pp      z L'L b V' aaa      opcode      ModRM
//	ready   62 1111  0 001        0 1111 1 01      0 10  0 1  000      6f          00
//	zmm17      0  0                                                                001 in reg
//
//	                  _  ____
//	VEX     C5        R  vvvv L pp           opcode   ModRM             map 0F, X = B = W = 0
//	                  ___                ____
//	        C4        RXB mmmmm        W vvvv L pp    opcode   ModRM
//
//	legacy  66/F3/F2  0 1 0 0 W R X B  0F  38/3A  opcode  ModRM
//
//	bit of a number    4     3
//	reg                R'    R
//	rm                 X     B      of a register; of memory X is the index's bit 3, and B the base's
//	vvvv               V'    of vvvv

// ready makes the word: of legacy encodings, what follows the prefixes.
func (e *parts) ready() uint64 {
	var b []byte
	switch {
	case e.prefix == evex:
		b = append(b, 0x62, 0xf0|byte(e.opmap), byte(15<<3|1<<2|e.pp), lengths[e.length].bits<<5|1<<3)
	case e.prefix == vex:
		b = append(b, 0xc4, 0xe0|byte(e.opmap), 15<<3|lengths[e.length].bits<<2|byte(e.pp))
	case e.opmap == 1:
		b = append(b, 0x0f)
	case e.opmap != 0:
		b = append(b, 0x0f, 0x38+byte(e.opmap&1)<<1)
	}
	if e.prefix != legacy && e.w == w1 {
		b[2] |= 1 << 7
	}
	b = append(b, e.opcode)
	if e.modrm >= slash0 {
		b = append(b, byte(e.modrm-slash0)<<3)
	}
	return binary.LittleEndian.Uint64(append(b, make([]byte, 8)...))
}

// modBits says in ModRM that rm is a register.
const modBits = 0xc0

// putLegacy writes the mandatory prefix, REX if it is needed, and what follows.
func (e Encoding) putLegacy(b *[room]byte, reg, rm head) (at int) {
	if pp := e.pp(); pp != 0 {
		b[0] = pps[pp].plain
		at = 1
	}
	rex := reg.number()>>1&4 | rm.index()>>2&2 | rm.number()>>3&1
	if e.w() == w1 {
		rex |= 1 << 3
	}
	if forced := reg.rex() | rm.rex(); rex|forced != 0 {
		b[at] = 0x40 | rex
		at++
	}
	word, bits := e.ready, e.bits()
	switch m := e.modrm(); {
	case m >= slashR:
		word |= uint64(reg.number()&7<<3|rm.modRM()) << bits
		bits += 8
	case m == register3:
		word |= uint64(rm.number()&7) << (bits - 8)
	}
	binary.LittleEndian.PutUint64(b[at&3:], word)
	return at + int(bits/8)
}

// modRM is what ModRM has of an operand in rm, if it is a register; of memory, putMemory writes the rest.
func (h head) modRM() uint8 {
	if h.isMemory() {
		return 0
	}
	return modBits | h.number()&7
}

// putVEX writes the short form where it can.
func (e Encoding) putVEX(b *[room]byte, reg, vvvv, rm head) (at int) {
	r, xb, v := reg.number()<<4&0x80, rm.index()<<3&0x40|rm.number()<<2&0x20, vvvv.number()&15<<3
	word := e.ready ^ uint64(r|xb)<<8 ^ uint64(v)<<16 ^ uint64(reg.number()&7<<3|rm.modRM())<<32
	if e.opmap() == 1 && xb == 0 && e.w() != w1 {
		word = word>>8&^0xffff | uint64(0x80^r|uint8(word>>16)&0x7f)<<8 | 0xc5
		binary.LittleEndian.PutUint64(b[:], word)
		return 3 + e.hasModRM()
	}
	binary.LittleEndian.PutUint64(b[:], word)
	return 4 + e.hasModRM()
}

// putEVEX writes four bytes, the opcode and ModRM. Where b says that the instruction rounds by itself, L'L says how.
func (e Encoding) putEVEX(b *[room]byte, reg, vvvv, rm head) (at int) {
	word := e.ready ^ inReg[reg.number()&31] ^ inVVVV[vvvv.number()&31] ^ inRM[rm.number()&31] ^ uint64(rm.index()&8)<<11
	if !rm.isMemory() {
		word |= modBits << 40
	}
	if m := reg | vvvv | rm; m>>maskAt != 0 {
		word |= uint64(m>>maskAt&(zeroing|7)) << 24
		if r := m.round(); r != asMXCSR {
			word = word&^(3<<29) | 1<<28 | uint64(r-ToEven)<<29
		}
	}
	binary.LittleEndian.PutUint64(b[:], word)
	return 5 + e.hasModRM()
}

// Where the bits of registers stand in the word of EVEX.
var inReg, inRM, inVVVV = func() (reg, rm, vvvv [32]uint64) {
	for n := range uint64(32) {
		reg[n] = n>>3&1<<15 | n>>4<<12 | n&7<<43
		rm[n] = n>>4<<14 | n>>3&1<<13 | n&7<<40
		vvvv[n] = n&15<<19 | n>>4<<27
	}
	return reg, rm, vvvv
}()
