package x86

import (
	"encoding/binary"
	"math/bits"
)

// putMemory completes ModRM, which ends at at, for memory, and writes SIB and the displacement.
//
//	mod reg rm     mod 11   rm is a register
//	 2   3   3         00   [rm]             rm 100 means that SIB follows, 101 rip+disp32
//	                   01   [rm+disp8]       times N under EVEX
//	                   10   [rm+disp32]
//	scale index base         index 100 means none
//	  2     3    3
func (e Encoding) putMemory(b *[room]byte, at int, m head, disp int32) int {
	modrm := &b[(at-1)&15]
	*modrm &^= 7
	base := m.number() & 7
	if m.class() == memoryRIP {
		*modrm |= 5
		binary.LittleEndian.PutUint32(b[at&15:], uint32(disp))
		return at + 4
	}
	short, mod := e.displacement(base, disp)
	switch scale := m.scale(); {
	case scale != 0:
		*modrm |= mod | 4
		b[at&15] = (scale-1)<<6 | m.index()&7<<3 | base
		at++
	case base == RSP:
		*modrm |= mod | 4
		b[at&15] = 4<<3 | RSP
		at++
	default:
		*modrm |= mod | base
	}
	switch mod {
	case modDisp8:
		b[at&15] = byte(short)
		return at + 1
	case modDisp32:
		binary.LittleEndian.PutUint32(b[at&15:], uint32(disp))
		return at + 4
	}
	return at
}

const (
	modDisp0  = 0 << 6
	modDisp8  = 1 << 6
	modDisp32 = 2 << 6
)

// displacement chooses the shortest form. A base of rbp or r13 has none without displacement.
func (e Encoding) displacement(base uint8, disp int32) (short int32, mod byte) {
	if disp == 0 {
		if base != RBP {
			return 0, modDisp0
		}
		return 0, modDisp8
	}
	n := scales8[e.tuple()][e.files()&7]
	if short = disp >> (n & 31); n == noScale || short<<(n&31) != disp || short != int32(int8(short)) {
		return 0, modDisp32
	}
	return short, modDisp8
}

// scales8 are the logarithms of N, the unit of an 8-bit displacement, by tuple type and register files: N is 1, but under EVEX what the tuple type says. EVEX without tuple type always takes
// 32 bits.
var scales8 = func() (all [16][8]uint8) {
	for t := range tuples {
		for files := 3; files < 6; files++ {
			all[t][files] = noScale
			n := tuples[t].bytes
			if d := tuples[t].divide; d != 0 {
				n = 16 << (files - 3) / d
			}
			if n != 0 {
				all[t][files] = uint8(bits.TrailingZeros(uint(n)))
			}
		}
	}
	return all
}()

// noScale is that there is none.
const noScale = 0xff
