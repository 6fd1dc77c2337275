package listing

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// A neon32Row is an instruction of 32-bit Arm's NEON as data: its types, its operands, and of each bit of what it writes where that comes from.
//
//	vext .8  q0, q1, q2, #3      operands dnmi; bit 0 is bit 24 of source 0, which is q1
//	     types
//
// What stands for itself, as tables and logic do, has a function that makes all of it instead.
type neon32Row struct {
	operands string // d, n and m are registers, i a number, x a lane of a register of 64 bits, l a list of these
	types    string // the letters before a number of bits: of "u s" one is needed, and of "" any may stand there
	elems    []int  // sizes of elements; none is named if there is none
	wide     byte   // the operand that is twice as long as the others: d, or the others, n and m
	keeps    bool   // what is written is source 0 as well
	computes bool   // programs compute with it as much as they move
	least    func(elem int, letter byte) int
	most     func(elem, bits int) int                           // of the number
	from     func(e neon32Shape, i int) (source, bit int)       // of what d is
	second   func(e neon32Shape, i int) (source, bit int)       // of what m is then, of an instruction that writes both
	makes    func(a *neon32Ask, m []lane.Map) (lane.Map, error) // in place of from
}

// A neon32Shape is what a line of a row is about: elements of so many bits, of the smaller ones that there are, the bits that are written, and the number.
type neon32Shape struct {
	elem, bits, imm int
	signed          bool
}

// A neon32Ask is a line of a row.
type neon32Ask struct {
	neon32Shape
	name   string
	letter byte // of its type
	words  []string
}

var (
	bytesToLongs = []int{8, 16, 32, 64}
	bytesToWords = []int{8, 16, 32}
)

// byElement moves elements: element i of n.
func byElement(from func(i, n, imm int) (source, element int)) func(e neon32Shape, i int) (int, int) {
	return func(e neon32Shape, i int) (int, int) {
		source, at := from(i/e.elem, e.bits/e.elem, e.imm)
		return source, at*e.elem + i%e.elem
	}
}

// ofBoth is element k of two registers, one behind the other.
func ofBoth(k, n int) (source, element int) { return k / n, k % n }

// reversed32 reverses elements in every so many bits.
func reversed32(block int) neon32Row {
	row := neon32Row{operands: "dm", from: func(e neon32Shape, i int) (int, int) {
		per := block / e.elem
		k := i / e.elem
		return 0, (k/per*per+per-1-k%per)*e.elem + i%e.elem
	}}
	for elem := 8; elem < block; elem *= 2 {
		row.elems = append(row.elems, elem)
	}
	return row
}

// inElement moves the bits of each element: bit i of it.
func inElement(from func(e neon32Shape, i int) (source, bit int)) func(e neon32Shape, i int) (int, int) {
	return func(e neon32Shape, i int) (int, int) {
		source, bit := from(e, i%e.elem)
		return source, i/e.elem*e.elem + bit
	}
}

// above is what a shift to the right brings in above an element's bits.
func (e neon32Shape) above(bit int) (source, at int) {
	switch {
	case bit < e.elem:
		return 0, bit
	case e.signed:
		return 0, e.elem - 1
	}
	return noBit, 0
}

func numberZero(int, byte) int     { return 0 }
func numberOne(int, byte) int      { return 1 }
func lastLane(elem, bits int) int  { return bits/elem - 1 }
func lastBit(elem, _ int) int      { return elem - 1 }
func wholeElement(elem, _ int) int { return elem }

// neon32Rows are the instructions that move lanes, by their names without a type.
var neon32Rows = map[string]*neon32Row{
	"vext": {operands: "dnmi", elems: bytesToLongs, least: numberZero, most: lastLane, from: byElement(func(i, n, imm int) (int, int) { return ofBoth(i+imm, n) })},
	"vzip": {operands: "dm", keeps: true, elems: bytesToWords,
		from:   byElement(func(i, _, _ int) (int, int) { return i % 2, i / 2 }),
		second: byElement(func(i, n, _ int) (int, int) { return i % 2, (i + n) / 2 })},
	"vuzp": {operands: "dm", keeps: true, elems: bytesToWords,
		from:   byElement(func(i, n, _ int) (int, int) { return ofBoth(2*i, n) }),
		second: byElement(func(i, n, _ int) (int, int) { return ofBoth(2*i+1, n) })},
	"vtrn": {operands: "dm", keeps: true, elems: bytesToWords,
		from:   byElement(func(i, _, _ int) (int, int) { return i % 2, i &^ 1 }),
		second: byElement(func(i, _, _ int) (int, int) { return i % 2, i | 1 })},
	"vswp": {operands: "dm", keeps: true,
		from:   func(_ neon32Shape, i int) (int, int) { return 1, i },
		second: func(_ neon32Shape, i int) (int, int) { return 0, i }},
	"vrev16": new32(reversed32(16)),
	"vrev32": new32(reversed32(32)),
	"vrev64": new32(reversed32(64)),
	"vdup":   {operands: "dx", elems: bytesToWords, from: func(e neon32Shape, i int) (int, int) { return 0, i % e.elem }},
	"vtbl":   {operands: "dlm", elems: []int{8}, makes: table32},
	"vtbx":   {operands: "dlm", elems: []int{8}, keeps: true, makes: table32},

	"vmovl": {operands: "dm", types: "us", elems: bytesToWords, wide: 'd', from: lengthened},
	"vshll": {operands: "dmi", computes: true, types: "usi", elems: bytesToWords, wide: 'd', most: wholeElement, from: lengthened, least: func(elem int, letter byte) int {
		if letter == 'i' {
			return elem
		}
		return 0
	}},
	"vmovn": {operands: "dm", types: "ius", elems: []int{16, 32, 64}, wide: 'm', from: shortened},
	"vshrn": {operands: "dmi", types: "ius", elems: []int{16, 32, 64}, wide: 'm', least: numberOne, most: func(elem, _ int) int { return elem / 2 }, from: shortened},

	"vshl": {operands: "dmi", computes: true, types: "ius", elems: bytesToLongs, least: numberZero, most: lastBit, from: inElement(func(e neon32Shape, i int) (int, int) { return field(i, 0, e.imm, e.elem-e.imm) })},
	"vshr": {operands: "dmi", computes: true, types: "us", elems: bytesToLongs, least: numberOne, most: wholeElement, from: inElement(func(e neon32Shape, i int) (int, int) { return e.above(i + e.imm) })},
	"vsli": {operands: "dmi", computes: true, keeps: true, elems: bytesToLongs, least: numberZero, most: lastBit, from: inElement(func(e neon32Shape, i int) (int, int) {
		if i < e.imm {
			return 0, i
		}
		return 1, i - e.imm
	})},
	"vsri": {operands: "dmi", computes: true, keeps: true, elems: bytesToLongs, least: numberOne, most: wholeElement, from: inElement(func(e neon32Shape, i int) (int, int) {
		if i+e.imm >= e.elem {
			return 0, i
		}
		return 1, i + e.imm
	})},

	"vand": {operands: "dnm", computes: true, makes: bits32(0b11000000)},
	"vbic": {operands: "dnm", computes: true, makes: bits32(0b00110000)},
	"vorr": {operands: "dnm", computes: true, makes: bits32(0b11111100)},
	"vorn": {operands: "dnm", computes: true, makes: bits32(0b11110011)},
	"veor": {operands: "dnm", computes: true, makes: bits32(0b00111100)},
	"vbsl": {operands: "dnm", computes: true, keeps: true, makes: bits32(0b11001010)},
	"vbit": {operands: "dnm", computes: true, keeps: true, makes: bits32(0b11011000)},
	"vbif": {operands: "dnm", computes: true, keeps: true, makes: bits32(0b11100100)},
	"vmvn": {operands: "dm", computes: true, makes: inverse32},
	"vmov": {operands: "dm", from: func(_ neon32Shape, i int) (int, int) { return 0, i }},
}

// new32 is a row by its place.
func new32(r neon32Row) *neon32Row { return &r }

// lengthened is an element as one of twice its bits, which may be shifted there.
func lengthened(e neon32Shape, i int) (source, bit int) {
	at, from := i/(2*e.elem), i%(2*e.elem)-e.imm
	if from < 0 {
		return noBit, 0
	}
	source, bit = e.above(from)
	return source, at*e.elem + bit
}

// shortened is the part of an element that has half its bits, behind so many. The row names the long one.
func shortened(e neon32Shape, i int) (source, bit int) {
	half := e.elem / 2
	return 0, i/half*e.elem + i%half + e.imm
}

// table32 takes bytes of a list by their numbers, which are a constant. What is behind the list is zero, or of vtbx what stood there.
func table32(a *neon32Ask, m []lane.Map) (lane.Map, error) {
	keeps := a.name == "vtbx"
	index, err := m[len(m)-1].Regroup(8)
	if err != nil {
		return lane.Map{}, fmt.Errorf("what %s does %s of %s: it is a map only where these are constants", a.name, contentsUnknown, a.words[len(a.words)-1])
	}
	tables := m[:len(m)-1]
	grain := 8
	for _, source := range tables {
		grain = lane.GCD(grain, source.Bits)
	}
	var bits, old []lane.Lane
	for k, source := range tables {
		all, err := source.Regroup(grain)
		if err != nil {
			return lane.Map{}, err
		}
		if keeps && k == 0 {
			old = all.Lane
		} else {
			bits = append(bits, all.Lane...)
		}
	}
	per := 8 / grain
	out := lane.Map{Bits: grain, Src: index.Src, Lane: make([]lane.Lane, 8*per)}
	for i, l := range index.Lane {
		byte := out.Lane[i*per : (i+1)*per]
		n, _ := l.Const.Uint64()
		switch {
		case l.Kind == lane.Undefined:
		case l.Kind != lane.Constant:
			return lane.Map{}, fmt.Errorf("what %s does %s of %s: it is a map only where these are constants", a.name, contentsUnknown, a.words[len(a.words)-1])
		case int(n) < len(bits)/per:
			copy(byte, bits[int(n)*per:])
		case keeps:
			copy(byte, old[i*per:])
		default:
			for k := range byte {
				byte[k] = lane.Zero()
			}
		}
	}
	return out, nil
}

// bits32 is a function of the bits of two registers or three, of which of vbsl and its like what is written is the first. Bit 4x + 2y + z of the table is what it makes of them; of two, z is y.
func bits32(table uint8) func(a *neon32Ask, m []lane.Map) (lane.Map, error) {
	return func(a *neon32Ask, m []lane.Map) (lane.Map, error) {
		return program.Ternary(a.name, table, m[0], m[1], m[len(m)-1])
	}
}

// inverse32 is a constant with its bits turned over.
func inverse32(a *neon32Ask, m []lane.Map) (lane.Map, error) {
	ones := lane.Map{Bits: 8, Src: m[0].Src, Lane: slices.Repeat([]lane.Lane{lane.Fixed(lane.Ones(8))}, a.bits/8)}
	return program.Combine(a.name, program.Xor, m[0], ones)
}
