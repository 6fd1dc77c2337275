package target

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// scalar is one entry of the table of x86's general registers: an instruction of 64 and of 32 bits. The one of 32 bits clears the bits above.
type scalar struct {
	name  string
	asm   string // as in the table of vectors: "d=a, i" where the destination is the register of a
	code  string // Op/En, prefix and map, opcode, without W: "MI C1 /4 ib", "RVM VEX.F3.0F38 F5 /r"
	needs Feature
	does  does
	c     string // an expression, in which W stands for the bits: "a >> i | a << (W - i)"
	c32   string // that of 32 bits, if it is another
	rust  string // the same in Rust, if it is another
	only  int    // the bits of the only size that there is; 0: there are both
	from  int    // bits of a source that is shorter than the destination
}

// onX86 is what every CPU of x86-64 has.
const onX86 = SSE2

// generalRows are the rows of general registers.
func generalRows() (rows []*Row) {
	for i := range scalars {
		for _, bits := range [...]int{32, 64} {
			if x := &scalars[i]; x.only == 0 || x.only == bits {
				rows = append(rows, x.row(bits))
			}
		}
	}
	return rows
}

func (x *scalar) row(bits int) *Row {
	r := &Row{Name: x.name, Asm: untied.Replace(x.asm), Bits: bits, Encoding: x.encoding(bits), C: x.expression(bits), Rust: x.inRust(bits), Needs: x.needs, Clears: true}
	r.Destroys = strings.HasPrefix(x.asm, "d=a")
	for _, letter := range []byte("dabk") {
		if hasLetter(x.asm, letter) {
			r.General += string(letter)
		}
	}
	for _, letter := range []byte("ab") {
		if hasLetter(x.asm, letter) {
			r.Src = append(r.Src, cmp.Or(x.from, bits))
		}
	}
	x.does.fill(r)
	r.encode()
	return r
}

// encoding is "MI: REX.W C1 /4 ib" or "RVM: VEX.LZ.F3.0F38.W1 F5 /r".
func (x *scalar) encoding(bits int) string {
	opEn, rest, _ := strings.Cut(x.code, " ")
	if prefixes, opcode, _ := strings.Cut(rest, " "); strings.HasPrefix(prefixes, "VEX") {
		return fmt.Sprintf("%s: %s.W%d %s", opEn, strings.Replace(prefixes, "VEX", "VEX.LZ", 1), bits/64, opcode)
	}
	if bits == 64 {
		rest = "REX.W " + rest
	}
	return opEn + ": " + rest
}

// expression is the C of one size. That of 32 bits takes the lower halves of its operands, which are 64 bits wide.
func (x *scalar) expression(bits int) string {
	if bits == 64 {
		return strings.ReplaceAll(x.c, "W", "64")
	}
	short := cmp.Or(x.c32, x.c)
	return "(unsigned)(" + replaceLetters(strings.ReplaceAll(short, "W", "32"), func(letter byte) string {
		if letter == 'i' {
			return ""
		}
		return "(unsigned)" + string(letter)
	}) + ")"
}

// inRust is the expression of Rust. Numbers have the bits of the instruction, and those of 32 become u64 again.
func (x *scalar) inRust(bits int) string {
	text := strings.ReplaceAll(cmp.Or(x.rust, x.c), "W", strconv.Itoa(bits))
	if bits == 64 {
		return text
	}
	return "(" + replaceLetters(text, func(letter byte) string {
		switch {
		case letter == 'i':
			return ""
		case text[0] == '_': // a call, whose arguments stand alone
			return string(letter) + " as u32"
		}
		return "(" + string(letter) + " as u32)"
	}) + ") as u64"
}
