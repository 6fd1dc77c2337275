package target

import "strings"

// scalarPair is an entry for two instructions of x86: a lane into a general register, and from there into a lane of another vector.
//
//	pextrw r, b, i
//	pinsrw d, a, r, j
type scalarPair struct {
	elem            int
	extract, insert string
	outOf, into     string // code as in the table of x86
	w               string
	sse             Feature
}

var scalarPairs = []scalarPair{
	{8, "pextrb", "pinsrb", "MRI 66.0F3A 14 /r ib", "RVMI 66.0F3A 20 /r ib", "W0", SSE41},
	{16, "pextrw", "pinsrw", "RMI 66.0F C5 /r ib", "RVMI 66.0F C4 /r ib", "W0", SSE2},
	{32, "pextrd", "pinsrd", "MRI 66.0F3A 16 /r ib", "RVMI 66.0F3A 22 /r ib", "W0", SSE41},
	{64, "pextrq", "pinsrq", "MRI 66.0F3A 16 /r ib", "RVMI 66.0F3A 22 /r ib", "W1", SSE41},
}

// x86Pairs are the pairs in legacy encodings and in VEX.
func x86Pairs() (legacy, modern []*Row) {
	for _, p := range scalarPairs {
		out := instruction{asm: "r, b, i", code: p.outOf, w: p.w}
		in := instruction{asm: "d, a, r, j", code: p.into, w: p.w}
		row := func(v, asm, encoding string, needs Feature) *Row {
			r := &Row{Name: v + p.extract + "+" + v + p.insert, Asm: asm, Encoding: encoding, Bits: 128, Src: []int{128, 128}, Needs: needs}
			insertion{p.elem}.fill(r)
			return r
		}
		l := row("", "r, b, i; d, r, j", out.legacyEncoding()+"; "+in.legacyEncoding(), p.sse)
		if p.w == "W1" {
			l.Encoding = strings.ReplaceAll(l.Encoding, "66 ", "66 REX.W ")
		}
		l.Destroys = true
		l.Bytes = codeBytes(l)
		m := row("v", "r, b, i; d, a, r, j", out.modernEncoding("VEX", 128, 0)+"; "+in.modernEncoding("VEX", 128, 0), AVX)
		m.Clears = true
		m.Bytes = codeBytes(m)
		legacy, modern = append(legacy, l), append(modern, m)
	}
	return legacy, modern
}
