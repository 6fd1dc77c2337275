package svp64

import "fmt"

// Warnings says of a loop what is legal and surprising, and what nobody has verified: "unverified: …".
func (l *Loop) Warnings() []string {
	var w []string
	add := func(format string, args ...any) { w = append(w, fmt.Sprintf(format, args...)) }
	for j := range l.length() {
		if x := l.Swizzle.At(j); x.Moves() && x.Lane() >= l.SubVL {
			add("lane %d selects %v of subvectors of %d: it reads the subvector behind", j, x, l.SubVL)
			break
		}
	}
	if !l.RA.Vector {
		add("unverified: the lanes of a scalar source count, as in the specification; the upstream simulator reads its lane X for all")
	}
	if !l.RT.Vector {
		add("unverified: a scalar destination takes the first subvector, as in the specification; in the upstream simulator the last one stays")
	}
	if l.Float && l.SrcBits != l.DstBits {
		add("unverified: floating-point elements are converted from %d to %d bits, to the nearest, ties to even", l.SrcBits, l.DstBits)
	}
	if l.Float && l.Sat != NoSat {
		add("unverified: with saturation, infinities become the greatest finite number, and so does the constant 1")
	}
	return w
}

// Warnings says of an instruction what is legal and surprising, and what nobody has verified.
func (i Inst) Warnings() []string {
	if i.Form == Pair {
		return nil
	}
	if !i.IsPair() {
		l := i.Loop(NewSVState(1, 1))
		return l.Warnings()
	}
	return append([]string{"unverified: without a vector operand this is the pair form, under a predicate"}, i.Ignored()...)
}

// Ignored says what of a prefix is not looked at, because the instruction moves a pair.
func (i Inst) Ignored() []string {
	if i.IsPair() && (i.subVL() > 1 || i.DstWidth|i.SrcWidth != W64 || i.Sat != NoSat) {
		return []string{"the pair form has lanes of 32 bits: lengths of subvectors, widths and saturation are not looked at"}
	}
	return nil
}
