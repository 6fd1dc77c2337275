package listing

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax/strings"
)

// What a map is called in one instruction of 32-bit Arm is looked up among all that there are: of each row each type, length and number, with one source and with two.

// A neon32Line is an instruction that stands alone, and what it is read as.
type neon32Line struct {
	text string
	lane.Map
}

// neon32Lines are they, by the bits that they make: those that programs compute with last.
var neon32Lines = sync.OnceValue(func() map[int][]neon32Line {
	all := map[int][]neon32Line{}
	for _, computes := range [...]bool{false, true} {
		for _, name := range slices.Sorted(maps.Keys(neon32Rows)) {
			if row := neon32Rows[name]; row.makes == nil && row.computes == computes {
				for _, l := range row.lines(name) {
					bits := l.Bits * len(l.Lane)
					all[bits] = append(all[bits], l)
				}
			}
		}
	}
	return all
})

// lines are all of a row, whose sources are the lowest registers.
func (row *neon32Row) lines(name string) (all []neon32Line) {
	letters := strings.Split(row.types, "")
	for _, elem := range append(slices.Clone(row.elems), 0)[:max(1, len(row.elems))] {
		for _, letter := range append(letters, "")[:max(1, len(letters))] {
			kind := ""
			if elem > 0 {
				kind = "." + letter + strconv.Itoa(elem)
			}
			for _, bits := range [...]int{64, 128} {
				if r, _ := neon32Named(lowest32(bits, 0)); row.holds(r, name) {
					e := neon32Shape{elem: elem, bits: bits, signed: letter == "s"}
					all = append(all, row.numbered(name+kind, e, letter)...)
				}
			}
		}
	}
	return all
}

// lowest32 is register n of so many bits.
func lowest32(bits, n int) string { return map[int]string{64: "d", 128: "q"}[bits] + strconv.Itoa(n) }

// numbered are the lines of a row that write so many bits: of each number, each lane, and two registers or one twice.
func (row *neon32Row) numbered(name string, e neon32Shape, letter string) (all []neon32Line) {
	low, high := 0, 0
	switch {
	case row.least != nil:
		low, high = row.least(e.elem, (letter + " ")[0]), row.most(e.elem, e.bits)
	case strings.Contains(row.operands, "x"):
		high = 64/e.elem - 1
	}
	for n := low; n <= high; n++ {
		both := row.keeps || strings.Contains(row.operands, "nm")
		if all = append(all, row.line(name, e, n, both)); both && !row.keeps {
			all = append(all, row.line(name, e, n, false))
		}
	}
	return all
}

// line is a row with a number, or a lane, of two registers or of one.
func (row *neon32Row) line(name string, e neon32Shape, number int, both bool) neon32Line {
	words, read := []string{lowest32(e.bits, 0)}, 0
	m := lane.Map{Bits: 1}
	if row.keeps {
		m.Src, read = append(m.Src, e.bits), 1
	}
	for _, o := range []byte(row.operands[1:]) {
		switch o {
		case 'i':
			e.imm = number
			words = append(words, fmt.Sprint("#", number))
			continue
		case 'x':
			words = append(words, fmt.Sprintf("d0[%d]", number))
			m.Src = append(m.Src, 64)
			continue
		}
		if read == 0 || both {
			m.Src = append(m.Src, row.length(o, e.bits))
		}
		words = append(words, lowest32(row.length(o, e.bits), len(m.Src)-1))
		read++
	}
	for _, from := range []func(neon32Shape, int) (int, int){row.from, row.second} {
		for i := range e.bits {
			if from == nil {
				break
			}
			l := lane.Zero()
			if source, bit := from(e, i); source != noBit {
				if strings.Contains(row.operands, "x") {
					bit += number * e.elem
				}
				l = lane.From(min(source, len(m.Src)-1), bit)
			}
			m.Lane = append(m.Lane, l)
		}
	}
	return neon32Line{name + " " + strings.Join(words, ", "), program.Readable(m)}
}

// sayNEON32 is a map as one instruction that does this and no more.
func sayNEON32(m lane.Map) (string, error) {
	for _, l := range neon32Lines()[m.Bits*len(m.Lane)] {
		if !slices.EqualFunc(l.Src, m.Src, func(x, y int) bool { return x*l.Bits == y*m.Bits }) {
			continue
		}
		if v, err := lane.Compare(l.Map, m); err == nil && v.Relation == lane.Equal {
			return l.text, nil
		}
	}
	return "", fmt.Errorf("no instruction of 32-bit Arm alone moves these lanes")
}
