package listing

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

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
		zeros := []lane.Map{numberOf(0, to.bits)}
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

// firstType is a type that a row has.
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
			return to, nil, fmt.Errorf("%s writes a register such as %s, found %s", a.name, row.example(), syntax.Quote(word))
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

// example is a register that a row may write.
func (row *neon32Row) example() string {
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
