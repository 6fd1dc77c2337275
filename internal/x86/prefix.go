package x86

// The bits of a register's number for which ModRM has no room, where the prefixes have them.
//
//	bit 4      bit 3
//	reg  R'    R
//	rm   X     B       of a register
//	     X     B       of memory: bit 3 of the index, and of the base
//	vvvv V'    of vvvv

// putLegacy writes the mandatory prefix, REX if it is needed, and the escape bytes.
//
//	66/F3/F2   0 1 0 0 W R X B   0F   38/3A
func (e Encoding) putLegacy(b *[room]byte, f *fields) (at int) {
	if pp := e.pp(); pp != 0 {
		b[0] = pps[pp].plain
		at = 1
	}
	rex := f.number[inReg]>>1&4 | f.memory.index()>>2&2 | (f.number[inRM]|f.number[inOpcode])>>3&1
	if e.w() == w1 {
		rex |= 1 << 3
	}
	if rex|f.rex != 0 {
		b[at] = 0x40 | rex
		at++
	}
	if m := e.opmap(); m != 0 {
		b[at] = 0x0f
		at++
		if m > 1 {
			b[at] = 0x38 + byte(m&1)<<1
			at++
		}
	}
	return at
}

// putVEX writes the short form where it can. A bar is a bit that is written inverted.
//
//	         _  ____
//	C5       R  vvvv L pp                      map 0F, X = B = W = 0
//	         ___                ____
//	C4       RXB mmmmm        W vvvv L pp
func (e Encoding) putVEX(b *[room]byte, f *fields) (at int) {
	reg, xb := f.number[inReg]<<4&0x80, f.memory.index()<<3&0x40|f.number[inRM]<<2&0x20
	last := ^f.number[inVVVV]&15<<3 | lengths[e.length()].bits<<2 | byte(e.pp())
	if e.opmap() == 1 && xb == 0 && e.w() != w1 {
		b[0], b[1] = 0xc5, 0x80^reg|last
		return 2
	}
	if e.w() == w1 {
		last |= 1 << 7
	}
	b[0], b[1], b[2] = 0xc4, 0xe0^reg^xb|byte(e.opmap()), last
	return 3
}

// putEVEX writes the four bytes. Where b says that the instruction rounds by itself, L'L says how.
//
//	         ____                 ____                  __
//	62       RXBR' 0 mmm        W vvvv 1 pp      z L'L b V' aaa
func (e Encoding) putEVEX(b *[room]byte, f *fields) (at int) {
	reg, rm, vvvv := f.number[inReg], f.number[inRM], f.number[inVVVV]
	b[0] = 0x62
	b[1] = 0xf0 ^ (reg<<4&0x80 | (rm<<2|f.memory.index()<<3)&0x40 | rm<<2&0x20 | reg&0x10) | byte(e.opmap())
	b[2] = ^vvvv&15<<3 | 1<<2 | byte(e.pp())
	if e.w() == w1 {
		b[2] |= 1 << 7
	}
	m := Operand{head: f.modifiers}
	p2 := lengths[e.length()].bits<<5 | 8 ^ vvvv>>1&8 | byte(m.mask()) | byte(f.modifiers>>maskAt)&zeroing
	if r := m.round(); r != asMXCSR {
		p2 = p2&^(3<<5) | 1<<4 | byte(r-ToEven)<<5
	}
	b[3] = p2
	return 4
}
