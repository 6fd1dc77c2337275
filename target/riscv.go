package target

import (
	"fmt"
	"strings"
)

// vectorOp is one entry of the table of RISC-V's vectors: an instruction at all widths of lanes.
type vectorOp struct {
	name string
	asm  string // d is vd, the next register vs2 and the one behind it vs1, as the manual orders them; m is v0
	// code is the instruction, its highest bit first; d n m are its registers in the order of asm, u the bits of its immediate, M is clear in the masked form.
	code  string
	c     string // with <riscv_vector.h>, but for what every name begins with; see intrinsic
	at    string // widths: whole64, anyWidth, shorter or halfWidths
	args  int
	ties  ties
	does  func(f form) does
	apart bool // vd must be no register that is read
	tail  bool // lanes behind the last must stay
	masks bool // there is a form with a mask, in which the others stay
	zvbb  bool
}

// form is an instruction at one width: lanes of elem bits, of which it writes so many.
type form struct {
	elem, lanes, bits int
	half              bool
}

// n is the number of lanes of a whole register.
func (f form) n() int { return f.bits / f.elem }

// forms are those of an entry in registers of so many bits, the widest lanes first: of several that do the same, the first is taken.
func (o *vectorOp) forms(bits int) (list []form) {
	switch o.at {
	case anyWidth:
		return []form{{0, 0, bits, false}}
	case halfWidths + " e32":
		return []form{{32, bits / 64, bits, true}}
	case halfWidths:
		for _, elem := range [...]int{32, 16, 8} {
			list = append(list, form{elem, bits / elem / 2, bits, true})
		}
		return list
	}
	for _, elem := range [...]int{64, 32, 16, 8} {
		switch {
		case o.at == shorter:
			for lanes := 1; lanes < bits/elem; lanes++ {
				if f := (form{elem, lanes, bits, false}); o.is(f) {
					list = append(list, f)
				}
			}
		case strings.Contains(" "+o.at+" ", fmt.Sprintf(" e%d ", elem)):
			list = append(list, form{elem, bits / elem, bits, false})
		}
	}
	return list
}

// is says whether a form of fewer lanes does something that no wider lanes do: a slide has values, and what is replaced ends within a wider lane.
func (o *vectorOp) is(f form) bool {
	switch o.name {
	case "vmv.v.v", "vmv.v.i":
		return f.elem == 64 || f.lanes%2 == 1
	case "vslideup.vi":
		return f.lanes > 1
	}
	return true
}

// rvvRows are the rows of vectors of so many bits.
func rvvRows(bits int) (rows []*Row) {
	for i := range riscv {
		for _, f := range riscv[i].forms(bits) {
			rows = append(rows, riscv[i].row(f))
		}
	}
	return rows
}

func (o *vectorOp) row(f form) *Row {
	r := &Row{
		Name: o.name, Asm: o.asm, Bits: f.bits, Needs: RVV, Bytes: 4 * (strings.Count(o.asm, "; ") + 1),
		more: strings.Count(o.name, "+"), scalars: strings.Count("+"+o.name+"+", "+li+"),
		Destroys: o.ties == withA, Apart: o.apart,
		Mode: Mode{Elem: f.elem, Lanes: f.lanes, Bits: f.bits, Half: f.half, Tail: o.tail || o.at == shorter},
	}
	if o.zvbb {
		r.Needs |= ZVBB
	}
	for range o.args {
		r.Src = append(r.Src, f.bits)
	}
	o.does(f).fill(r)
	r.code, r.C = programOf(r, o.code), f.expressionC(o.c)
	if o.masks {
		r.Mask = &Masking{Elem: f.elem, Lanes: f.lanes, Needs: RVV, Merges: true, Merge: f.expressionC(o.maskedC())}
	}
	r.Encoding = r.Mode.String() + ": " + o.code
	return r
}

// A program is several instructions of 32 bits, one behind another.
type program []*wordCode

func (c program) append(code []byte, r *Row, o *Operands) ([]byte, error) {
	var err error
	for _, word := range c {
		if code, err = word.append(code, r, o); err != nil {
			break
		}
	}
	return code, err
}

// programOf reads the instructions of a row: d n m are the registers of the first line that has them, in their order.
//
//	vwaddu.vv d, a, b; li t1, -1; vwmaccu.vx d, t1, b        110000 1 nnnnn mmmmm …; 1… 00110 0010011; 111100 1 mmmmm 00110 …
func programOf(r *Row, text string) (c program) {
	registers := r.Asm
	for line := range strings.SplitSeq(r.Asm, "; ") {
		if line[0] == 'd' {
			registers = line
			break
		}
	}
	for line := range strings.SplitSeq(text, "; ") {
		c = append(c, wordCodeOf(strings.ReplaceAll(line, " ", ""), neonLetter(registers)))
	}
	return c
}
