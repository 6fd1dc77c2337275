package svp64

import "fmt"

// A Loop is one execution of the vector form with everything known that decides which element moves where.
//
//	for each subvector i of VL, for each live lane j of the swizzle:
//
//	RA   i*SUBVL + selector      element of SrcBits     │ width, saturation
//	RT   i*length + j            element of DstBits     ▼
//
// PACK turns the two loops of the source inside out, UNPACK those of the destination; source and destination walk in lock-step until one of them ends.
type Loop struct {
	Swizzle          Swizzle
	Float            bool
	RT, RA           Reg
	VL, SubVL        int
	SrcBits, DstBits int
	Sat              Sat
	Pack, Unpack     bool
	Vertical         bool   // groups are executed one by one, and a scalar destination takes each of them
	SrcMask, DstMask uint64 // bit i: subvector i takes part
	SZ, DZ           bool   // a subvector that does not counts as zero, or becomes zero, instead of being left out
}

// Loop is the execution of the instruction on the state: predicates are read, lengths and orders taken over.
func (s *State) Loop(i Inst) (Loop, error) {
	if err := i.Check(); err != nil {
		return Loop{}, err
	}
	if i.IsPair() {
		return Loop{}, fmt.Errorf("%v is no loop: it moves one pair of registers", i)
	}
	if err := s.SV.check(); err != nil {
		return Loop{}, err
	}
	l := i.Loop(s.SV)
	l.SrcMask, l.DstMask = s.predicate(i, i.SrcMask), s.predicate(i, i.DstMask)
	return l, l.checkPredicate(i)
}

// Loop is the execution with all predicates true. State.Loop reads them.
func (i Inst) Loop(v SVState) Loop {
	return Loop{
		Swizzle: i.Swizzle, Float: i.Float, RT: i.RT, RA: i.RA, VL: v.VL(), SubVL: i.subVL(),
		SrcBits: i.SrcWidth.Bits(), DstBits: i.DstWidth.Bits(), Sat: i.Sat, Pack: v.Pack(), Unpack: v.Unpack(), Vertical: v.Vertical(),
		SrcMask: ^uint64(0), DstMask: ^uint64(0), SZ: i.SZ, DZ: i.DZ,
	}
}

// predicateRegs are the registers of integer predicates, by their code; 0 for none.
var predicateRegs = [8]int{0, 3, 3, 3, 10, 10, 30, 30}

// predicate is the value of a predicate, bit i for subvector i.
func (s *State) predicate(i Inst, p Predicate) uint64 {
	if i.CR {
		var mask uint64
		for k := range s.SV.VL() {
			mask |= bit(s.CR[(s.CRBase+k)&(NumRegs-1)].holds(p)) << k
		}
		return mask
	}
	v := s.GPR[predicateRegs[p]]
	switch p {
	case 0:
		return ^uint64(0)
	case 1:
		return 1 << (v & 63)
	case 3, 5, 7:
		return ^v
	}
	return v
}

// firstOnly says whether only one subvector is written: into a scalar destination goes the first that takes part, or in Vertical-First mode the one of each issue.
func (l *Loop) firstOnly() bool { return !l.RT.Vector && !l.Vertical }

// length is the length of the destination's subvectors.
func (l *Loop) length() int { return l.Swizzle.Len() }

// source is the element of RA that selector x reads in subvector i. The lane counts also where RA is a scalar.
func (l *Loop) source(i int, x Selector) int {
	if !l.RA.Vector {
		i = 0
	}
	return i*l.SubVL + x.Lane()
}

// destination is the element of RT that is lane j of subvector i.
func (l *Loop) destination(i, j int) int {
	if !l.RT.Vector {
		i = 0
	}
	return i*l.length() + j
}

// Check says whether the loop can run: sizes, registers, and that no destination is a source.
func (l *Loop) Check() error {
	switch {
	case l.VL < 0 || l.VL > MaxVL:
		return fmt.Errorf("VL is %d: %w", l.VL, ErrVL)
	case l.Swizzle >= NumSwizzles || l.SubVL < 1 || l.SubVL > Lanes || l.RT.No >= NumRegs || l.RA.No >= NumRegs || l.Sat > Unsigned:
		return fmt.Errorf("a field of the loop is out of range: swizzle %#x, SUBVL %d, registers %d and %d, saturation %d", uint16(l.Swizzle), l.SubVL, l.RT.No, l.RA.No, l.Sat)
	case !l.Float && !isWidth(l.SrcBits, 8) || !l.Float && !isWidth(l.DstBits, 8):
		return fmt.Errorf("elements of %d and %d bits: there are 8, 16, 32 and 64", l.SrcBits, l.DstBits)
	case l.Float && (!isWidth(l.SrcBits, 16) || !isWidth(l.DstBits, 16)):
		return fmt.Errorf("elements of %d and %d bits: %w", l.SrcBits, l.DstBits, ErrReservedWidth)
	}
	return l.checkOverlap()
}

func isWidth(bits, least int) bool {
	return bits >= least && bits <= 64 && bits&(bits-1) == 0
}
