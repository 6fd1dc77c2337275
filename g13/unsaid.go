package g13

// Unsaid is the bits that the instruction's text does not determine: those in which it differs from the canonical one. For most instructions there are none, which can be
// seen without making it.
func (i Inst) Unsaid() Word {
	f := &forms()[i.Form]
	if (i.Word.Lo^f.start.Lo)&f.silent.Lo|(i.Word.Hi^f.start.Hi)&f.silent.Hi == 0 && f.plain(i.Word) {
		return Word{}
	}
	_, differ := i.Canonical()
	return differ
}

// plain says that every operand has the bits that its text would be given. It may be false where it need not.
func (f *form) plain(w Word) bool {
	for k := range f.operands {
		o := &f.operands[k]
		switch o.Kind {
		case Uint, Binary, PCRel, Shift, BitMask, ICond, FCond, Convert, Round, SReg, Reg, Sign, Format, R0L, DstOf16, DstOf32, Dst, Dst64, Src, Src64, FloatSrc, FloatSrc16, CmpselSrc:
		default:
			return false
		}
		if o.Kind >= Dst && o.Kind <= CmpselSrc && !o.plain(f, w) {
			return false
		}
	}
	return true
}

// plain is whether a register, uniform or immediate has the one encoding that its text is given.
func (o *operand) plain(f *form, w Word) bool {
	v, t := o.number(w), w.get(o.typ)
	odd := v&1 != 0
	switch o.Kind {
	case Dst:
		return t&2 == 0 || !odd
	case Dst64:
		return true
	case DstOf16:
		return t&2 == 0
	case DstOf32:
		return !odd
	case CmpselSrc:
		wide := w.get(f.named[fieldDt])&2 != 0
		return t == 4 || t != 5 && t&7 != 0 && !(wide && odd)
	}
	switch most64, most16 := o.Kind == Src64, o.Kind == FloatSrc16; t >> 2 {
	case 0:
		return t != 0 || !o.hasSx || w.get(o.mod) == 0
	case 1:
		return t&2 == 0 || !odd && !most16
	case 2:
		return t&3 != 0 && !odd
	default:
		return t&3 != 0 && !odd && most64
	}
}
