package g13

import "fmt"

// Doubts is the first operand that Doubt has something to say about, and what that is; n is -1 if there is none.
func (i *Inst) Doubts() (n int, doubt string) {
	f := &forms()[i.Form]
	if !f.doubts {
		return -1, ""
	}
	for n := range f.operands {
		if o := &f.operands[n]; o.doubted {
			if doubt = o.doubt(f, i, n); doubt != "" {
				return n, doubt
			}
		}
	}
	return -1, ""
}

// Doubt is why no program says what operand n says although it can be encoded, or nothing.
func (i Inst) Doubt(n int) string {
	f := &forms()[i.Form]
	if o := &f.operands[n]; o.doubted {
		return o.doubt(f, &i, n)
	}
	return ""
}

func (o *operand) doubt(f *form, i *Inst, n int) string {
	v := o.number(i.Word)
	const far = 256 - 2*16 // no list ends behind r127 that begins before this half
	switch {
	case o.Kind == PCRel:
		if v&1 != 0 {
			return "instructions are at even addresses, and this target is at an odd distance"
		}
		return ""
	case o.Kind == Shift:
		if v > 4 && i.Digits(n) > 2 {
			return fmt.Sprintf("a shift by %d leaves nothing of the operand before it; the most is 4", v)
		}
		return ""
	case o.Kind == Src64 && i.Word.get(o.typ)>>2 != 3: // only pairs can end behind the last register
		return ""
	case v < far && (o.Kind != List || f.wordMask.IsZero() || !i.Word.Xor(f.wordValue).and(f.wordMask).IsZero()):
		return ""
	}
	a := i.Arg(n)
	if o.Kind == List && a.Size == 16 && a.Count > 0 && i.wordsInHalves() {
		return "elements of 32 bits do not fit registers of 16"
	}
	return a.beyond()
}

// neverDoubted says that an operand of the kind has no values that mean nothing.
func neverDoubted(k Kind) bool {
	switch k {
	case Dst, DstOf16, DstOf32, R0L, Reg, Uint, Binary, BitMask, SReg, ICond, FCond, Convert, Round, Mask, Format, Sign, Flag, Src, FloatSrc, FloatSrc16, CmpselSrc:
		return true
	}
	return false
}

// beyond is what is wrong with registers or uniforms that end behind the last one.
func (a Arg) beyond() string {
	end := a.Index + a.Size/16*max(a.Count, 1)
	switch {
	case a.None:
	case a.Class == Register && end > 256:
		return "the last register is r127"
	case a.Class == Uniform && end > 512:
		return "the last uniform is u255"
	}
	return ""
}

// WordFormat is the bits that say that what an instruction on memory moves are 16-bit registers and elements of 32 bits, which do not fit. The mask is zero for all others.
func (f Form) WordFormat() (mask, value Word) { return forms()[f].wordMask, forms()[f].wordValue }

func (f *form) wordFormat() (mask, value Word) {
	format, whole := f.fields["F"], f.fields["Rt"]
	if format.width < 2 || whole.width == 0 || f.name == "uniform_store" { // which moves halves, whatever it says
		return
	}
	mask.fill(format)
	mask.fill(whole)
	if high, ok := f.fields["Fx"]; ok {
		mask.fill(high)
	}
	const i32 = 2
	value.set(format, i32)
	return mask, value
}

func (i Inst) wordsInHalves() bool {
	f := &forms()[i.Form]
	return !f.wordMask.IsZero() && i.Word.Xor(f.wordValue).and(f.wordMask).IsZero()
}
