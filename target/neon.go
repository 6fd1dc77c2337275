package target

import (
	"fmt"
	"strings"
)

// operation is one entry of the table of NEON: an instruction in all its arrangements.
type operation struct {
	name string
	asm  string // T is the arrangement, W that of the whole register with lanes twice as wide, E the letter of a lane: "d.T, a.T, #i"
	// code is the instruction, its highest bit first; d n m are its registers in the order of asm, i and j the bits of its immediates, I those of i inverted.
	// Q and ss are the arrangement's, and so are the fields of neonFields.
	code string
	at   string // arrangements
	args int
	ties ties
	does func(t arrangement) does

	consecutive bool
}

// ties says with what the destination shares its register.
type ties int

const (
	nothing ties = iota
	withA
	withK
)

// arrangement is how a register is cut into lanes. One of 64 bits leaves the upper half zero.
type arrangement struct {
	name       string
	elem, bits int
}

// n is the number of lanes.
func (t arrangement) n() int { return t.bits / t.elem }

var arrangements = map[string]arrangement{
	"8b": {"8b", 8, 64}, "16b": {"16b", 8, 128}, "4h": {"4h", 16, 64}, "8h": {"8h", 16, 128},
	"2s": {"2s", 32, 64}, "4s": {"4s", 32, 128}, "2d": {"2d", 64, 128},
}

// neonSizes are the parts of texts and encodings that depend on the bits of a lane.
var neonSizes = map[int]struct {
	letter, wider, ss string
	index, other      string // imm5: an index with a mark behind it; the same of j
	low               string // imm4: an index without a mark
	left, right       string // immh:immb: elem + count; 2 * elem - count, count being the value + 1
}{
	8:  {"b", "8h", "00", "iiii1", "jjjj1", "iiii", "0001iii", "0001III"},
	16: {"h", "4s", "01", "iii10", "jjj10", "iii0", "001iiii", "001IIII"},
	32: {"s", "2d", "10", "ii100", "jj100", "ii00", "01iiiii", "01IIIII"},
	64: {"d", "", "11", "i1000", "j1000", "i000", "1iiiiii", "1IIIIII"},
}

func scalarLetter(elem int) string { return neonSizes[elem].letter }

const registerBits = 128

func neonRows() (rows []*Row) {
	for i := range neon {
		for name := range strings.FieldsSeq(neon[i].at) {
			rows = append(rows, neon[i].row(arrangements[name]))
		}
	}
	return rows
}

func (o *operation) row(t arrangement) *Row {
	size := neonSizes[t.elem]
	r := &Row{
		Name: o.name,
		Asm:  strings.NewReplacer("T", t.name, "W", size.wider, "E", size.letter).Replace(o.asm),
		Bits: registerBits, Needs: NEON, Bytes: 4,
		Destroys: o.ties == withA, Spends: o.ties == withK, Consecutive: o.consecutive,
		Encoding: strings.NewReplacer(
			"Q", fmt.Sprint(t.bits/128), "ss", size.ss,
			"{index}", size.index, "{other}", size.other, "{low}", size.low, "{left}", size.left, "{right}", size.right, " ", "",
		).Replace(o.code),
	}
	for range o.args {
		r.Src = append(r.Src, registerBits)
	}
	o.does(t).fill(r)
	return r
}
