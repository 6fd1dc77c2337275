package listing

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
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

	"vand": {operands: "dnm", computes: true, makes: logic32("vand", 0b11000000)},
	"vbic": {operands: "dnm", computes: true, makes: logic32("vbic", 0b00110000)},
	"vorr": {operands: "dnm", computes: true, makes: logic32("vorr", 0b11111100)},
	"vorn": {operands: "dnm", computes: true, makes: logic32("vorn", 0b11110011)},
	"veor": {operands: "dnm", computes: true, makes: logic32("veor", 0b00111100)},
	"vbsl": {operands: "dnm", computes: true, keeps: true, makes: ternary32("vbsl", 0b11001010)},
	"vbit": {operands: "dnm", computes: true, keeps: true, makes: ternary32("vbit", 0b11011000)},
	"vbif": {operands: "dnm", computes: true, keeps: true, makes: ternary32("vbif", 0b11100100)},
	"vmvn": {operands: "dm", computes: true, makes: inverse32},
	"vmov": {operands: "dm", from: func(_ neon32Shape, i int) (int, int) { return 0, i }},
}

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

// logic32 is a function of the bits of two registers, of which bit 4x + 2y of the table, and the one above it, is what it makes of them.
func logic32(name string, table uint8) func(a *neon32Ask, m []lane.Map) (lane.Map, error) {
	return func(_ *neon32Ask, m []lane.Map) (lane.Map, error) {
		return program.Ternary(name, table, m[0], m[1], m[1])
	}
}

// ternary32 is a function of the bits of three, of which what is written is the first.
func ternary32(name string, table uint8) func(a *neon32Ask, m []lane.Map) (lane.Map, error) {
	return func(_ *neon32Ask, m []lane.Map) (lane.Map, error) {
		return program.Ternary(name, table, m[0], m[1], m[2])
	}
}

// inverse32 is a constant with its bits turned over.
func inverse32(a *neon32Ask, m []lane.Map) (lane.Map, error) {
	ones := lane.Map{Bits: 8, Src: m[0].Src, Lane: slices.Repeat([]lane.Lane{lane.Fixed(lane.Ones(8))}, a.bits/8)}
	return program.Combine(a.name, program.Xor, m[0], ones)
}

// neon32Row follows a line of such a row.
func (f *Follower) neon32Row(d *Deed, row *neon32Row, name, kind string, words []string) error {
	elem, letter, err := typed32(row, name, kind)
	if err != nil {
		return err
	}
	d.Computes = row.computes
	a := &neon32Ask{neon32Shape{elem: elem, signed: letter == 's'}, name, letter, words}
	if name == "vmov" {
		if done, err := f.moved32(d, a); done || err != nil {
			return err
		}
	}
	if m, done, err := f.number32(a, kind); done || err != nil {
		return f.wroteNumber32(d, m, a, err)
	}
	if len(words) == len(row.operands)-1 && len(words) > 1 { // the first source is what is written too
		a.words = slices.Insert(slices.Clone(words), 1, words[0])
	}
	if name == "vdup" && len(a.words) == 2 {
		if general, ok := neon32General(a.words[1]); ok {
			return f.repeated32(d, a, general)
		}
	}
	if to, ok := neon32Named(a.words[0]); ok && name == "veor" && len(a.words) == 3 && a.words[1] == a.words[2] { // whatever it held
		d.Kind = Loaded
		zeros := []lane.Map{{Bits: 8, Lane: slices.Repeat([]lane.Lane{lane.Zero()}, to.bits/8)}}
		if err := f.l.Level(zeros); err != nil {
			return err
		}
		return f.writes32(d, to, zeros[0])
	}
	to, sources, err := f.operands32(d, row, a)
	if err != nil {
		return err
	}
	m, second, err := f.made32(row, a, to, sources)
	if err != nil {
		return err
	}
	if whole := len(sources) > 0 && to.bits == 128; whole && (name == "vmov" || name == "vorr" && a.words[1] == a.words[2]) {
		d.Kind = Copied
	}
	if err := f.writes32(d, to, m); err != nil || row.second == nil {
		return err
	}
	other, _ := neon32Named(a.words[1])
	return f.writes32(d, other, second)
}

// made32 is what a row makes of its sources, and of two registers the second.
func (f *Follower) made32(row *neon32Row, a *neon32Ask, to neon32Register, sources []lane.Map) (m, second lane.Map, err error) {
	if err = f.l.Level(sources); err != nil {
		return m, second, err
	}
	if row.makes != nil {
		m, err = row.makes(a, sources)
		return m, second, err
	}
	if m, err = f.placedBits(slices.Clone(sources), to.bits, func(i int) (int, int) { return row.from(a.neon32Shape, i) }); err != nil || row.second == nil {
		return a.inElements(m), second, err
	}
	second, err = f.placedBits(sources, to.bits, func(i int) (int, int) { return row.second(a.neon32Shape, i) })
	return a.inElements(m), a.inElements(second), err
}

// inElements is a map in the elements of its line, or in halves of these, where it moves such whole.
func (a *neon32Ask) inElements(m lane.Map) lane.Map {
	for _, bits := range [...]int{a.elem, a.elem / 2} {
		if wide, err := m.Regroup(bits); err == nil && bits > m.Bits {
			return wide
		}
	}
	return m
}

// typed32 is the size of elements that a type says, and its letter.
func typed32(row *neon32Row, name, kind string) (elem int, letter byte, err error) {
	digits := kind
	if kind != "" && strings.IndexByte("iuspf", kind[0]) >= 0 {
		letter, digits = kind[0], kind[1:]
	}
	elem, _ = strconv.Atoi(digits)
	sizes := row.elems
	if name == "vmov" {
		sizes = bytesToLongs
	}
	switch needed := strings.IndexByte(row.types, letter) >= 0; {
	case len(sizes) > 0 && kind == "" && name != "vmov", kind != "" && len(sizes) > 0 && !slices.Contains(sizes, elem):
		return 0, 0, fmt.Errorf("%s has elements of %s bits, as in %s.%s", name, listedNumbers(sizes), name, firstType(row))
	case row.types != "" && !needed:
		return 0, 0, fmt.Errorf("%s has a type such as %s before its bits: found %s", name, firstType(row), syntax.Quote(name+"."+kind))
	}
	return elem, letter, nil
}

func firstType(row *neon32Row) string {
	letter := ""
	if row.types != "" {
		letter = row.types[:1]
	}
	return letter + strconv.Itoa(append(slices.Clone(row.elems), 8)[0])
}

// listedNumbers are numbers as a sentence has them.
func listedNumbers(all []int) string {
	text := ""
	for k, n := range all {
		switch {
		case k == 0:
		case k == len(all)-1:
			text += " or "
		default:
			text += ", "
		}
		text += strconv.Itoa(n)
	}
	return text
}

// operands32 takes what stands behind an instruction apart: what it writes, and what it reads.
func (f *Follower) operands32(d *Deed, row *neon32Row, a *neon32Ask) (to neon32Register, sources []lane.Map, err error) {
	if len(a.words) != len(row.operands) {
		return to, nil, fmt.Errorf("%s has %d operands, and this has %d", a.name, len(row.operands), len(a.words))
	}
	read := func(r neon32Register) {
		var m lane.Map
		if m, err = f.reads32(d, r); err == nil {
			sources = append(sources, m)
		}
	}
	for k, letter := range []byte(row.operands) {
		word := a.words[k]
		r, ok := neon32Named(word)
		switch {
		case letter == 'd' && (!ok || !row.holds(r, a.name)):
			return to, nil, fmt.Errorf("%s writes a register such as %s, found %s", a.name, row.example(letter), syntax.Quote(word))
		case letter == 'd':
			if to, a.bits = r, r.bits; row.keeps {
				read(r)
			}
		case letter == 'i':
			a.imm, err = row.number(a, word)
		case letter == 'l':
			err = f.list32(a, word, read)
		case letter == 'x':
			if r, ok = neon32Part(word, a.elem); !ok {
				return to, nil, fmt.Errorf("%s takes a lane of a register of 64 bits, as d1[0]: found %s", a.name, syntax.Quote(word))
			}
			read(r)
		case !ok || r.bits != row.length(letter, to.bits):
			return to, nil, fmt.Errorf("%s reads a register of %d bits, found %s", a.name, row.length(letter, to.bits), syntax.Quote(word))
		default:
			read(r)
		}
		if err != nil {
			return to, nil, err
		}
	}
	return to, sources, nil
}

// holds says whether a row may write such a register.
func (row *neon32Row) holds(r neon32Register, name string) bool {
	switch row.wide {
	case 'd':
		return r.bits == 128
	case 'm':
		return r.bits == 64
	}
	return r.bits == 64 || r.bits == 128 && row.operands != "dlm" || name == "vmov"
}

// length is how many bits an operand has beside a destination of so many.
func (row *neon32Row) length(letter byte, bits int) int {
	switch {
	case row.operands == "dlm":
		return 64
	case row.wide == 'd':
		return bits / 2
	case row.wide == letter:
		return 2 * bits
	}
	return bits
}

func (row *neon32Row) example(byte) string {
	if row.wide == 'd' {
		return "q0"
	}
	return "d0"
}

// number is the number of a line.
func (row *neon32Row) number(a *neon32Ask, word string) (n int, err error) {
	n, ok := listingNumber(strings.TrimPrefix(word, "#"))
	if least, most := row.least(a.elem, a.letter), row.most(a.elem, a.bits); !ok || n < least || n > most {
		if least == most {
			return 0, fmt.Errorf("%s has the number %d last, found %s", a.name, least, syntax.Quote(word))
		}
		return 0, fmt.Errorf("%s has a number from %d to %d last, found %s", a.name, least, most, syntax.Quote(word))
	}
	return n, nil
}

// list32 reads the table of vtbl and vtbx: up to four registers that follow one another.
func (f *Follower) list32(a *neon32Ask, word string, read func(r neon32Register)) error {
	list := singles(neon32Listed(word))
	ok := len(list) > 0 && len(list) <= 4
	for k, r := range list {
		ok = ok && r.bits == 64 && (k == 0 || follows32(list[k-1], r, 1))
	}
	if !ok {
		return fmt.Errorf("%s has a table of one to four registers that follow one another, as {d0, d1}: found %s", a.name, syntax.Quote(word))
	}
	for _, r := range list {
		read(r)
	}
	return nil
}

// follows32 says whether a register is so many behind another one of its size.
func follows32(before, r neon32Register, by int) bool {
	x, _ := strconv.Atoi(before.said[1:])
	y, _ := strconv.Atoi(r.said[1:])
	return before.bits == r.bits && y == x+by
}

// moved32 is vmov between general registers and vectors, and of lanes; done is false for one of two vectors, or of a number.
//
//	vmov d0, r0, r1      vmov.32 d0[1], r0      vmov s0, r0
//	vmov r0, r1, d0      vmov.u8 r0, d0[3]      vmov r0, s0
func (f *Follower) moved32(d *Deed, a *neon32Ask) (done bool, err error) {
	operand := func(word string) (r neon32Register, general, ok bool) {
		if r, ok = neon32General(word); ok {
			return r, true, true
		}
		if strings.Contains(word, "[") {
			r, ok = neon32Part(word, cmp.Or(a.elem, 32))
			return r, false, ok
		}
		r, ok = neon32Named(word)
		return r, false, ok
	}
	all := make([]neon32Register, len(a.words))
	crosses := false
	for k, word := range a.words {
		r, general, ok := operand(word)
		if !ok {
			return false, nil
		}
		all[k], crosses = r, crosses || general
	}
	if !crosses {
		return false, nil
	}
	d.Reads = nil
	switch sizes := sizes32(all); {
	case len(all) == 2 && all[0].key[0] == 'q' && all[0].bits <= 32:
		return true, f.copied32(d, all[0], []neon32Register{all[1]}, false)
	case len(all) == 2 && all[0].key[0] != 'q' && all[1].bits <= 32:
		return true, f.copied32(d, all[0], []neon32Register{all[1]}, a.signed)
	case slices.Equal(sizes, []int{64, 32, 32}) && all[1].key[0] != 'q' && all[2].key[0] != 'q':
		return true, f.copied32(d, all[0], all[1:], false)
	case slices.Equal(sizes, []int{32, 32, 64}) && all[0].key != all[1].key:
		low, high := all[2], all[2]
		low.bits, high.bits, high.at = 32, 32, high.at+32
		if err := f.copied32(d, all[0], []neon32Register{low}, false); err != nil {
			return true, err
		}
		return true, f.copied32(d, all[1], []neon32Register{high}, false)
	}
	return true, fmt.Errorf("vmov has a general register and a lane or a word, or two and a register of 64 bits: found %s", syntax.Quote(strings.Join(a.words, ", ")))
}

func sizes32(all []neon32Register) (bits []int) {
	for _, r := range all {
		bits = append(bits, r.bits)
	}
	return bits
}

// copied32 writes registers, one behind another, into one; what is longer has zeros above, or copies of the highest bit.
func (f *Follower) copied32(d *Deed, to neon32Register, from []neon32Register, signed bool) error {
	if named, ok := neon32Named(to.said); ok && named.bits != to.bits { // a lane, beside which the register stays
		if _, err := f.reads32(d, named); err != nil {
			return err
		}
	}
	sources := make([]lane.Map, len(from))
	for k, r := range from {
		var err error
		if sources[k], err = f.reads32(d, r); err != nil {
			return err
		}
	}
	m, err := f.placedBits(sources, to.bits, func(i int) (int, int) {
		source, bit := i/from[0].bits, i%from[0].bits
		switch {
		case source < len(from):
			return source, bit
		case signed:
			return 0, from[0].bits - 1
		}
		return noBit, 0
	})
	if err != nil {
		return err
	}
	return f.writes32(d, to, m)
}

// repeated32 is vdup.8 q0, r0.
func (f *Follower) repeated32(d *Deed, a *neon32Ask, general neon32Register) error {
	to, ok := neon32Named(a.words[0])
	if !ok || to.bits < 64 {
		return fmt.Errorf("vdup writes a register such as q0, found %s", syntax.Quote(a.words[0]))
	}
	source, err := f.reads32(d, general)
	if err != nil {
		return err
	}
	m, err := f.placedBits([]lane.Map{source}, to.bits, func(i int) (int, int) { return 0, i % a.elem })
	if err != nil {
		return err
	}
	return f.writes32(d, to, m)
}

// number32 is what a line with a number last makes: vmov.i32 and vmvn.i32 fill a register, vorr.i32, vbic.i32 and their like change what one holds. Done is false for lines without.
func (f *Follower) number32(a *neon32Ask, kind string) (m lane.Map, done bool, err error) {
	last := a.words[len(a.words)-1]
	to, ok := neon32Named(a.words[0])
	if !ok || !slices.Contains([]string{"vmov", "vmvn", "vorr", "vbic", "vand", "vorn"}, a.name) || len(a.words) < 2 {
		return m, false, nil
	}
	digits, hash := strings.CutPrefix(last, "#")
	value, isNumber := uint64(0), false
	if strings.HasPrefix(kind, "f") && a.elem == 32 {
		v, err := strconv.ParseFloat(digits, 32)
		value, isNumber = uint64(math.Float32bits(float32(v))), err == nil
	} else if n, is := listingNumber(digits); is {
		value, isNumber = uint64(n), true
	}
	if !isNumber {
		if hash {
			return m, true, fmt.Errorf("%s has a number behind #, found %s", a.name, syntax.Quote(last))
		}
		return m, false, nil
	}
	elems := strings.TrimLeft(kind, "iusf")
	if a.elem, _ = strconv.Atoi(elems); a.elem == 0 || to.bits == 32 && a.elem != 32 {
		return m, true, fmt.Errorf("%s of a number says how long its elements are, as in %s.i32", a.name, a.name)
	}
	value &= ^uint64(0) >> (64 - a.elem)
	long := value
	for n := a.elem; n < 64; n *= 2 {
		long |= long << n
	}
	fills := a.name == "vmov" || a.name == "vmvn"
	if float := kind != "" && kind[0] == 'f'; !float && !encodes32(long, fills) && !encodes32(^long, fills) || float && (value&(1<<19-1) != 0 || value>>25&63 != 31 && value>>25&63 != 32) {
		return m, true, fmt.Errorf("%s.%s has no number %s: of each element a byte may be set, and the rest is zeros or ones", a.name, kind, last)
	}
	if a.name == "vmvn" || a.name == "vbic" || a.name == "vorn" {
		value = ^value & (^uint64(0) >> (64 - a.elem))
	}
	each := lane.Fixed(lane.ConstOf(value).Slice(0, a.elem))
	return lane.Map{Bits: a.elem, Lane: slices.Repeat([]lane.Lane{each}, to.bits/a.elem)}, true, nil
}

// encodes32 says whether an instruction has such a number, as it fills 64 bits: a byte of each 16 or 32 bits, and of what fills registers also a byte of each 8, the same bytes with ones below, and bytes that are all ones or all zeros.
func encodes32(long uint64, fills bool) bool {
	low, half := uint32(long), uint16(long)
	twice := uint64(low)<<32 | uint64(low)
	if twice == long {
		if half == uint16(low>>16) && (half&0xff == 0 || half>>8 == 0) {
			return true
		}
		for shift := 0; shift < 32; shift += 8 {
			if low&^(0xff<<shift) == 0 {
				return true
			}
		}
	}
	if !fills {
		return false
	}
	bytes := true
	for shift := 0; shift < 64; shift += 8 {
		b := long >> shift & 0xff
		bytes = bytes && (b == 0 || b == 0xff)
	}
	return bytes || twice == long && (low == uint32(half)<<16|uint32(half) && half&0xff == half>>8 || low&0xff == 0xff && low>>16 == 0 || low&0xffff == 0xffff && low>>24 == 0)
}

// wroteNumber32 puts what a line with a number makes where it belongs.
func (f *Follower) wroteNumber32(d *Deed, m lane.Map, a *neon32Ask, err error) error {
	to, _ := neon32Named(a.words[0])
	if err != nil {
		return err
	}
	if a.name == "vmov" || a.name == "vmvn" {
		d.Kind = Loaded
		both := []lane.Map{m}
		if err := f.l.Level(both); err != nil {
			return err
		}
		return f.writes32(d, to, both[0])
	}
	from, ok := neon32Named(a.words[len(a.words)-2])
	if !ok || from.bits != to.bits || len(a.words) > 3 || to.bits < 64 {
		return fmt.Errorf("%s with a number has one or two registers of 64 or 128 bits before it", a.name)
	}
	old, err := f.reads32(d, from)
	if err != nil {
		return err
	}
	both := []lane.Map{old, m}
	if err := f.l.Level(both); err != nil {
		return err
	}
	how := program.And
	if a.name == "vorr" || a.name == "vorn" {
		how = program.Or
	}
	if m, err = program.Combine(a.name, how, both[0], both[1]); err != nil {
		return err
	}
	return f.writes32(d, to, m)
}
