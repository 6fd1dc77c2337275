package target

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// A powerEntry is one entry of the table of Power.
type powerEntry struct {
	name string
	asm  string // "D, A, B, i"; "d=a, B" where the destination is the register of a. Small letters are registers of Altivec, capital ones the same registers as those of VSX
	// code is the instruction, its highest bit first, as the manual prints it: a number and how many bits it has, 60:6, or bits, among which letters are those of operands.
	code string
	// c is the instruction in C on a little-endian machine; empty of one that has no intrinsic there, or one for whole elements alone. Operands are vectors of bytes, and a.h one of halfwords:
	// see powerTypes. I is the immediate by which C calls the same elements.
	c      string
	little func(v int) int
	args   int
	needs  Feature // POWER9 if it is none
	does   does
}

// tiedToA leaves out the source that is in the destination's register.
var tiedToA = strings.NewReplacer("d=a", "d", "D=A", "D")

func powerRows() (rows []*Row) {
	for i := range power {
		rows = append(rows, power[i].row())
	}
	return rows
}

func (p *powerEntry) row() *Row {
	r := &Row{Name: p.name, Asm: tiedToA.Replace(p.asm), Bits: registerBits, Needs: max(p.needs, POWER9), Destroys: strings.Contains(p.asm, "="), other: asVSX}
	for range p.args {
		r.Src = append(r.Src, registerBits)
	}
	p.does.fill(r)
	r.Encoding = powerBits(p.code)
	r.Bytes = len(r.Encoding) / 8
	r.code = wordCodeOf(r.Encoding, func(letter byte) byte { return letter })
	r.C, r.little = intrinsicPower(p.c), p.little
	return r
}

// powerBits is an encoding as bits.
//
//	4:6 ddddd aaaaa bbbbb 12:11      000100 ddddd aaaaa bbbbb 00000001100
func powerBits(code string) string {
	var b strings.Builder
	for part := range strings.FieldsSeq(code) {
		if number, width, ok := strings.Cut(part, ":"); ok {
			n, _ := strconv.Atoi(number)
			w, _ := strconv.Atoi(width)
			part = fmt.Sprintf("%0*b", w, n)
		}
		b.WriteString(part)
	}
	return b.String()
}

// firstVSX is the number that v0 has among the 64 registers of VSX.
const firstVSX = 32

// asVSX is how a register of Altivec is called as one of VSX: v2 is vs34, and %v2 is %vs34.
func asVSX(name string) string {
	before, number, _ := strings.Cut(name, "v")
	if n, err := strconv.Atoi(number); err == nil {
		return before + "vs" + strconv.Itoa(firstVSX+n)
	}
	return name
}

// highestFirst is a cell that is written with the manual's numbers, by which element 0 is the highest of a register: then that is the last of n lanes.
//
//	the manual's bytes     0  1  2 … 14 15
//	lanes                 15 14 13 …  1  0
func highestFirst(cell func(n, v, i int) lane.Lane) func(n, v, i int) lane.Lane {
	return func(n, v, i int) lane.Lane {
		l := cell(n, v, n-1-i)
		if l.Kind == lane.Source {
			l.Index = n - 1 - l.Index
		}
		return l
	}
}
