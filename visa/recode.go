package visa

import (
	"fmt"
	"math/bits"
)

// fcvt and srnd make bits of one format from those of another. Types of vISA stand for formats that it has no types for: ub for BF8, E5M2, and ud for TF32, E8M10.
//
//	hf  s eeeee mmmmmmmmmm        f     s eeeeeeee mmmmmmmmmmmmmmmmmmmmmmm
//	ub  s eeeee mm                ud    s eeeeeeee mmmmmmmmmm 0000000000000

// recoding is what an instruction does to an element's bits.
type recoding func(x, random uint64) uint64

// recodings are what fcvt and srnd make of each pair of types: destination and source.
var recodings = map[Op]map[[2]Type]recoding{
	opFcvt: {
		{UB, HF}: func(x, _ uint64) uint64 { return brief(uint16(x)) },
		{HF, UB}: func(x, _ uint64) uint64 { return x << 8 & 0xffff },
		{UD, F}:  func(x, _ uint64) uint64 { return tensorFloat(uint32(x)) },
		{F, UD}:  func(x, _ uint64) uint64 { return x & 0xffffffff },
	},
	opSrnd: {
		{UB, HF}: func(x, random uint64) uint64 { return briefRandom(uint16(x), uint8(random)) },
		{HF, F}:  func(x, random uint64) uint64 { return halfRandom(uint32(x), uint32(random)) },
	},
}

// quietBrief are the bits of what is no number in BF8 that stay whatever its lower bits were.
const quietBrief = 1 << 1

// brief rounds a half to BF8, to the nearest and of two to the even one.
func brief(h uint16) uint64 {
	if h&0x7fff > 0x7c00 {
		return uint64(h>>8 | quietBrief)
	}
	return uint64((uint32(h) + 0x7f + uint32(h>>8&1)) >> 8)
}

// briefRandom adds random bits behind the last that BF8 has, and cuts.
func briefRandom(h uint16, random uint8) uint64 {
	switch {
	case h&0x7fff > 0x7c00:
		return uint64(h>>8 | quietBrief)
	case h&0x7fff == 0x7c00:
		return uint64(h >> 8)
	}
	return uint64((uint32(h) + uint32(random)) >> 8)
}

// tensorFloat rounds to ten bits of mantissa, to the nearest and of two to the even one. Denormal numbers become zeros.
func tensorFloat(b uint32) uint64 {
	switch e := b >> 23 & 0xff; {
	case e == 0:
		return uint64(b & (1 << 31))
	case e == 0xff && b&0x7fffff != 0:
		return uint64((b | 1<<22) &^ 0x1fff)
	}
	return uint64((b + 0xfff + b>>13&1) &^ 0x1fff)
}

// halfRandom adds 13 random bits behind the last that a normal half has, and cuts, further where the half is denormal.
func halfRandom(b, random uint32) uint64 {
	sign := uint64(b >> 16 & 0x8000)
	switch magnitude := b & 0x7fffffff; {
	case magnitude > 0x7f800000:
		return sign | 0x7e00 | uint64(magnitude>>13&0x3ff)
	case magnitude == 0x7f800000:
		return sign | 0x7c00
	}
	sum := b&0x7fffffff + random&0x1fff
	e, m := int(sum>>23)-127, uint64(sum&0x7fffff)
	switch {
	case e > 15:
		return sign | 0x7c00
	case e >= -14:
		return sign | uint64(e+15)<<10 | m>>13
	case e >= -24:
		return sign | (1<<23|m)>>(13-14-e)
	}
	return sign
}

// recode prepares fcvt and srnd.
func (p *preparer) recode() error {
	s, i := p.step, p.step.inst
	for k := range s.sources {
		if s.src[k].class == Indirect || s.src[k].mod != NoModifier {
			return fmt.Errorf("%s takes no %s operand, and no modifier", i.Op, Indirect)
		}
	}
	if s.sat {
		return fmt.Errorf("%s does not saturate", i.Op)
	}
	if s.recoding = recodings[i.Op][[2]Type{s.dst.typ, s.src[0].typ}]; s.recoding == nil {
		return fmt.Errorf("%s does not make %s of %s", i.Op, s.dst.typ, s.src[0].typ)
	}
	if i.Op == opSrnd && s.src[1].typ != s.src[0].typ {
		return fmt.Errorf("srnd takes random bits of type %s from %s", s.src[0].typ, s.src[1].typ)
	}
	s.run = (*Machine).recode
	return nil
}

// recode is fcvt and srnd.
func (m *Machine) recode(s *step) *Fault {
	f := &m.frame
	known, fault := m.operands(s)
	if fault != nil {
		return fault
	}
	at, fault := m.reach(s, f.enabled)
	if fault != nil {
		return fault
	}
	f.known[dstSite] = known
	for lane := range s.size {
		f.bits[dstSite][lane&31] = s.recoding(f.bits[0][lane&31], f.bits[1][lane&31])
	}
	m.put(s, at)
	return nil
}

// computeOverflow is add3.o: a sum, and which lanes of it the destination cannot hold.
func (m *Machine) computeOverflow(s *step) *Fault {
	if fault := m.compute(s); fault != nil {
		return fault
	}
	f := &m.frame
	x, y, z := s.values(f, 0), s.values(f, 1), s.values(f, 2)
	v := Flags{Known: f.known[dstSite]}
	size := precision(8 * s.dst.size)
	for lane := range each(f.enabled) {
		sum := int64(x[lane]) + int64(y[lane]) + int64(z[lane])
		if size.wrap(sum, !s.dst.typ.isSigned()) != sum {
			v.Bits |= 1 << lane
		}
	}
	if bad := s.tooFew & f.enabled; bad != 0 {
		return &Fault{Operand: -1, Lane: bits.TrailingZeros32(bad), Byte: -1, What: "has no element for it"}
	}
	off := s.inst.Exec.Offset()
	p := &m.flags[s.overflow]
	p.Bits = p.Bits&^(f.enabled<<off) | v.Bits&f.enabled<<off
	p.Known = p.Known&^(f.enabled<<off) | v.Known&f.enabled<<off
	return nil
}
