package g13

import "fmt"

// Doubts is the first operand that Doubt has something to say about, and what that is; n is -1 if there is none.
func (i *Inst) Doubts() (n int, doubt string) {
	f := &forms()[i.Form]
	if !f.doubts {
		return -1, ""
	}
	for n := range f.operands {
		if f.operands[n].doubted {
			if doubt = i.Doubt(n); doubt != "" {
				return n, doubt
			}
		}
	}
	return -1, ""
}

// Doubt is why no program says what operand n says although it can be encoded, or nothing.
func (i Inst) Doubt(n int) string {
	b := i.in(n)
	if doubt := kinds[b.Kind].doubt; doubt != nil {
		return doubt(b, &kinds[b.Kind])
	}
	return ""
}

func oddTarget(b bitsOf, _ *kindRow) string {
	if b.raw()&1 != 0 {
		return "instructions are at even addresses, and this target is at an odd distance"
	}
	return ""
}

// shiftedOut is of shifts whose field has room for more than the four that there are.
func shiftedOut(b bitsOf, _ *kindRow) string {
	if v := b.raw(); v > 4 && b.digits() > 2 {
		return fmt.Sprintf("a shift by %d leaves nothing of the operand before it; the most is 4", v)
	}
	return ""
}

// far is a half from which on a list can end behind r127.
const far = 256 - 2*16

// endsBehindLast is of registers or uniforms that end behind the last one.
func endsBehindLast(b bitsOf, row *kindRow) string {
	if b.raw() < far {
		return ""
	}
	return row.decode(b).beyond()
}

// pairEndsBehindLast is of sources, of which only pairs can end there.
func pairEndsBehindLast(b bitsOf, row *kindRow) string {
	if b.typeBits()>>2 != 3 {
		return ""
	}
	return endsBehindLast(b, row)
}

func listEndsBehindLast(b bitsOf, row *kindRow) string {
	if b.form.wordsInHalves(b.word) {
		if a := row.decode(b); a.Size == 16 && a.Count > 0 {
			return "elements of 32 bits do not fit registers of 16"
		}
	}
	return endsBehindLast(b, row)
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
	if format.width < 2 || whole.width == 0 || f.entry == &table[UNIFORM_STORE] { // which moves halves, whatever it says
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

func (f *form) wordsInHalves(w Word) bool {
	return !f.wordMask.IsZero() && w.Xor(f.wordValue).and(f.wordMask).IsZero()
}
