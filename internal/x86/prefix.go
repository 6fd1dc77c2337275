package x86

// high4 and high3 are bits 4 and 3 of a register's number, for which ModRM has no room.
func high3(n uint8) byte { return n >> 3 & 1 }
func high4(n uint8) byte { return n >> 4 & 1 }

// extensions are the bits R, X and B: bit 3 of ModRM.reg, of the index, and of ModRM.rm or the base.
func (f *fields) extensions() (r, x, b byte) {
	if f.rm.class == memory && f.rm.scale != 0 {
		x = high3(f.rm.index)
	}
	return high3(f.reg.number), x, high3(f.rm.number)
}

// appendLegacy writes the mandatory prefix, REX if it is needed, and the escape bytes.
//
//	66/F3/F2   0 1 0 0 W R X B   0F   38/3A
func (e Encoding) appendLegacy(code []byte, f *fields) []byte {
	if e.pp != 0 {
		code = append(code, pps[e.pp].plain)
	}
	r, x, b := f.extensions()
	rex := r<<2 | x<<1 | b
	if e.w == w1 {
		rex |= 1 << 3
	}
	if rex != 0 || f.reg.needsREX() || f.rm.needsREX() {
		code = append(code, 0x40|rex)
	}
	switch e.opmap {
	case 1:
		code = append(code, 0x0f)
	case 2:
		code = append(code, 0x0f, 0x38)
	case 3:
		code = append(code, 0x0f, 0x3a)
	}
	return code
}

// appendVEX writes the short form where it can. A bar is a bit that is written inverted.
//
//	         _  ____
//	C5       R  vvvv L pp                      map 0F, X = B = W = 0
//	         ___                ____
//	C4       RXB mmmmm        W vvvv L pp
func (e Encoding) appendVEX(code []byte, f *fields) []byte {
	r, x, b := f.extensions()
	last := ^f.vvvv.number&15<<3 | lengths[e.length].bits<<2 | byte(e.pp)
	if e.opmap == 1 && x|b == 0 && e.w != w1 {
		return append(code, 0xc5, (r^1)<<7|last)
	}
	if e.w == w1 {
		last |= 1 << 7
	}
	return append(code, 0xc4, (r^1)<<7|(x^1)<<6|(b^1)<<5|byte(e.opmap), last)
}

// appendEVEX writes the four bytes. R' and V' are bit 4 of ModRM.reg and of vvvv; X is bit 4 of ModRM.rm where that is a register. Where
// b says that the instruction rounds by itself, L'L says how.
//
//	         ____                 ____                  __
//	62       RXBR' 0 mmm        W vvvv 1 pp      z L'L b V' aaa
func (e Encoding) appendEVEX(code []byte, f *fields) []byte {
	r, x, b := f.extensions()
	if f.rm.class != memory {
		x = high4(f.rm.number)
	}
	p0 := (r^1)<<7 | (x^1)<<6 | (b^1)<<5 | (high4(f.reg.number)^1)<<4 | byte(e.opmap)
	p1 := ^f.vvvv.number&15<<3 | 1<<2 | byte(e.pp)
	if e.w == w1 {
		p1 |= 1 << 7
	}
	p2 := lengths[e.length].bits<<5 | (high4(f.vvvv.number)^1)<<3 | f.mask
	if f.zeroing {
		p2 |= 1 << 7
	}
	if r := f.rm.round; r != asMXCSR {
		p2 = p2&^(3<<5) | 1<<4 | byte(r-ToEven)<<5
	}
	return append(code, 0x62, p0, p1, p2)
}
