package target

import (
	"cmp"
	"math/bits"
	"strings"
)

// loongEntry is one entry of the table of LoongArch.
type loongEntry struct {
	name string // of 128 bits, empty if there is none: T is the letter of a lane, W that of one twice as wide
	long string // of 256, if it is not the name with an x before it
	asm  string // "d, b, a"; "d=a, b, i" where the destination is the register of a, and "d=k, b, a" of the constant
	// code is the instruction, its highest bit first, with the letters of operands in it: u is the immediate as it is written. L is whether it is of 256 bits, ss the size of a lane, and what is in
	// braces one of parts.
	code   string
	at     string // letters of lanes
	atLong string // those of 256 bits, if they are others
	args   int
	does   func(t arrangement) does
}

// sizesLoong are the lanes by their letters: their bits, the letter of one twice as wide, and the size of a lane in an instruction.
var sizesLoong = map[string]struct {
	elem      int
	wider, ss string
}{"b": {8, "h", "00"}, "h": {16, "w", "01"}, "w": {32, "d", "10"}, "d": {64, "q", "11"}, "q": {elem: 128}}

// loongRows are the rows of vectors of so many bits.
func loongRows(bits int) (rows []*Row) {
	for i := range loong {
		o := &loong[i]
		letters := o.at
		switch {
		case bits > registerBits:
			letters = cmp.Or(o.atLong, o.at)
		case o.name == "":
			continue
		}
		for letter := range strings.FieldsSeq(letters) {
			rows = append(rows, o.row(letter, bits))
		}
	}
	return rows
}

func (o *loongEntry) row(letter string, bits int) *Row {
	size := sizesLoong[letter]
	t := arrangement{letter, size.elem, bits}
	name, needs := o.name, LSX
	if bits > registerBits {
		name, needs = cmp.Or(o.long, "x"+o.name), LASX
	}
	tied, rest, _ := strings.Cut(o.asm, ",")
	r := &Row{
		Name: written(name, "T", letter, "W", size.wider),
		Asm:  "d," + rest, Bits: bits, Needs: needs, Bytes: 4, Destroys: tied == "d=a", Spends: tied == "d=k",
		Encoding: o.encoding(t),
	}
	for range o.args {
		r.Src = append(r.Src, bits)
	}
	o.does(t).fill(r)
	r.code = wordCodeOf(r.Encoding, func(letter byte) byte { return letter })
	r.C = intrinsicLoong(r, strings.TrimPrefix(tied, "d="), rest)
	return r
}

// encoding is the instruction with the parts that depend on the bits of a lane and of a vector. Counts and indices have a mark before them, behind as many zeros or ones as there is room:
//
//	count       0001iii  001iiii  01iiiii  1iiiiii        of 8, 16, 32, 64 bits
//	in half     10iiii   110iii   1110ii   11110i         of 16, 8, 4, 2 lanes
func (o *loongEntry) encoding(t arrangement) string {
	long, which, whichOther := "0", "101", "001"
	if t.bits > registerBits {
		long, which, whichOther = "1", "110", "010"
	}
	letter := t.name
	return written(o.code, "L", long, "ss", sizesLoong[letter].ss, "{which}", which, "{which other}", whichOther,
		"{ss down}", map[string]string{"b": "11", "h": "10", "w": "01", "d": "00"}[letter],
		"{count}", marked('0', 7, t.elem), "{wide count}", marked('0', 8, 2*t.elem), "{in half}", marked('1', 6, registerBits/t.elem), "{in all}", marked('1', 6, t.n()),
		"{everywhere}", map[string]string{"b": "000000", "h": "100000", "w": "110000", "d": "111000", "q": "111100"}[letter],
		"{by two}", map[string]string{"b": "01010", "h": "01101", "w": "01111"}[letter], " ", "")
}

// marked is a field of so many bits with a number below n at its end, before it a mark, and before that zeros, or ones and the mark a zero. It is empty where there is no room, as for a count of 128 bits: no instruction has that.
func marked(fill byte, width, n int) string {
	digits := bits.Len(uint(n - 1))
	if digits >= width {
		return ""
	}
	return strings.Repeat(string(fill), width-1-digits) + string('0'+'1'-fill) + strings.Repeat("i", digits)
}

// intrinsicLoong is the row in C: what shares the destination's register comes first.
//
//	vilvl.b d, b, a       __lsx_vilvl_b(b, a)
//	vextrins.w d, b, i    __lsx_vextrins_w(a, b, i)
func intrinsicLoong(r *Row, tied, rest string) string {
	prefix := "__lsx_"
	if r.Bits > registerBits {
		prefix = "__lasx_"
	}
	rest = strings.TrimSpace(strings.ReplaceAll(rest, "$zero", "0"))
	if tied != "d" {
		rest = tied + ", " + rest
	}
	return prefix + strings.ReplaceAll(r.Name, ".", "_") + "(" + rest + ")"
}
