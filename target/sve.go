package target

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// scalable is one entry of the table of SVE: an instruction with all its lanes, of vectors of any length.
type scalable struct {
	name string
	asm  string // T is the letter of a lane, W that of one twice as wide: "d.T, m/m, b.T"
	// code is as an operation's; p is the predicate, ss the size of a lane, {ww} that of one twice as wide, and what else is in braces a part of sizesSVE.
	code  string
	c     string // with <arm_sve.h>; {e} and {w} are the bits of both lanes
	at    string // letters of lanes
	args  int
	ties  ties
	needs Feature // besides SVE; 0: nothing
	does  func(t arrangement) does

	consecutive bool
}

// sizesSVE are the parts of encodings that depend on the bits of a lane.
var sizesSVE = map[string]struct {
	elem  int
	wider string
	size  string // ss
	index string // an index with a mark behind it
	// Where the highest bits of a shift stand, and the others: elem + count; or 2 * elem - count, count being the value + 1. Those of a lane that is half of another have one bit less.
	left, right           string
	wideLeft, narrowRight string
	leftInto, rightInto   string
}{
	"b": {elem: 8, wider: "h", size: "00", index: "ii1 iiii1", left: "001 01iii", right: "001 01III", wideLeft: "00 01iii", narrowRight: "01 01III", leftInto: "000 01iii", rightInto: "000 01III"},
	"h": {elem: 16, wider: "s", size: "01", index: "ii1 iii10", left: "001 1iiii", right: "001 1IIII", wideLeft: "00 1iiii", narrowRight: "01 1IIII", leftInto: "000 1iiii", rightInto: "000 1IIII"},
	"s": {elem: 32, wider: "d", size: "10", index: "ii1 ii100", left: "011 iiiii", right: "011 IIIII", wideLeft: "10 iiiii", narrowRight: "11 IIIII", leftInto: "010 iiiii", rightInto: "010 IIIII"},
	"d": {elem: 64, size: "11", index: "ii1 i1000", left: "1i1 iiiii", right: "1I1 IIIII", leftInto: "1i0 iiiii", rightInto: "1I0 IIIII"},
	"q": {elem: 128, index: "ii1 10000"},
}

// sveRows are the rows for vectors of so many bits. One that has fewer than two lanes is none.
func sveRows(bits int) (rows []*Row) {
	for i := range sve {
		for letter := range strings.FieldsSeq(sve[i].at) {
			if sizesSVE[letter].elem < bits {
				rows = append(rows, sve[i].row(letter, bits))
			}
		}
	}
	return rows
}

func (o *scalable) row(letter string, bits int) *Row {
	size := sizesSVE[letter]
	t := arrangement{letter, size.elem, bits}
	r := &Row{
		Name: o.name,
		Asm:  written(o.asm, "T", letter, "W", size.wider),
		Bits: bits, Needs: SVE | o.needs, Bytes: 4, vector: "z", Clears: true, other: asScalar(t.elem),
		Destroys: o.ties == withA, Consecutive: o.consecutive,
		Encoding: strings.ReplaceAll(written(o.code, "ss", size.size, "{ww}", sizesSVE[size.wider].size, "{index}", size.index, "{left}", size.left, "{right}", size.right,
			"{left into}", size.leftInto, "{right into}", size.rightInto, "{wide left}", size.wideLeft, "{narrow right}", size.narrowRight), " ", ""),
	}
	for range o.args {
		r.Src = append(r.Src, bits)
	}
	o.does(t).fill(r)
	r.code = wordCodeOf(r.Encoding, neonLetter(r.Asm))
	r.C = o.intrinsic(r, t)
	return r
}

// intrinsic is the whole expression. Operands are vectors of bytes: of 256 bits svuint8_t, and of 128 uint8x16_t, as NEON's are.
//
//	zip1 d.h, a.h, b.h     svreinterpret_u8_u16(svzip1_u16(svreinterpret_u16_u8(a), svreinterpret_u16_u8(b)))
func (o *scalable) intrinsic(r *Row, t arrangement) string {
	text := written(o.c, "{e}", strconv.Itoa(t.elem), "{w}", strconv.Itoa(2*t.elem))
	text = replaceLetters(text, func(letter byte) string {
		if !strings.ContainsRune("k"+SourceLetters, rune(letter)) {
			return ""
		}
		expression := string(letter)
		if r.Bits == registerBits {
			expression = "svset_neonq_u8(svundef_u8(), " + expression + ")"
		}
		if elem := elementSVE(r, letter, t); elem != 8 {
			expression = fmt.Sprintf("svreinterpret_u%d_u8(%s)", elem, expression)
		}
		return expression
	})
	if elem := elementSVE(r, 'd', t); elem != 8 {
		text = fmt.Sprintf("svreinterpret_u8_u%d(%s)", elem, text)
	}
	if r.Bits == registerBits {
		text = "svget_neonq_u8(" + text + ")"
	}
	return text
}

// elementSVE is of how many bits the lanes of an operand are to C, whose widest are of 64: the first source's as the destination's, if they are one register.
func elementSVE(r *Row, letter byte, t arrangement) int {
	_, rest, named := strings.Cut(" "+strings.ReplaceAll(r.Asm, "{", " "), " "+string(letter)+".")
	if !named && letter == 'a' && r.Destroys {
		return elementSVE(r, 'd', t)
	}
	size := sizesSVE[string(append([]byte(rest), ' ')[0])]
	return min(cmp.Or(size.elem, t.elem), 64)
}
