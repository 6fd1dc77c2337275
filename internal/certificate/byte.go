package certificate

import (
	"cmp"
	"strconv"
	"strings"
)

// An atom is what a byte is: a constant, a byte of a source, that inverted, which is less than 0, or one that is nothing of these.
type atom int32

const (
	unknown atom = -1 // nobody knows it; where it is wanted, nobody cares
	free    atom = -2 // a byte that is loaded, and so any constant
	sources atom = 1 << 8
	perEach      = 1 << 16 // numbers of a source's bytes
)

// letters name sources and operands, the old destination behind all others.
const letters = "abcefghijklnopqrstvwxyd"

// from is byte i of source k.
func from(k, i int) atom {
	must(i < perEach, "a source has no byte %d", i)
	return sources + atom(k*perEach+i)
}

// source is the source of an atom, and which of its bytes it is.
func (a atom) source() (k, i int, ok bool) {
	return int(a-sources) / perEach, int(a-sources) % perEach, a >= sources
}

// fits says whether it is what is wanted, or can be.
func (a atom) fits(want atom) bool {
	return want == unknown || a == want || a == free && want < sources
}

// readAtom reads a12, 0xff or _.
func readAtom(text string) atom {
	k := strings.IndexByte(letters, text[0])
	n := words{text[min(k+1, 1):]}
	switch {
	case text == "_":
		return unknown
	case k < 0:
		return atom(n.number("", 0xff))
	}
	return from(k, n.number("", perEach/2))
}

// readMap reads a map in lane notation, as the bytes that it wants.
//
//	i16x4 -> a3 z _ .        a6 a7 · 0x00 0x00 · _ _ · d6 d7
func readMap(w *words) (want []atom) {
	shape, _, _ := strings.Cut(strings.TrimPrefix(w.next(), "i"), "x")
	size := words{shape}
	bits := size.number("", 8*mostBytes)
	must(bits >= 8 && bits%8 == 0, "lanes are to be of whole bytes")
	for strings.HasPrefix(w.next(), "i") {
		w.word()
	}
	must(w.word() == "->", "no ->")
	for at := 0; len(*w) > 0; at++ {
		word := cmp.Or(map[string]string{"z": "#0", "1": "#1"}[w.next()], w.next())
		w.word()
		for j := range bits / 8 {
			switch {
			case word == "_":
				want = append(want, unknown)
			case word[0] == '#':
				n, err := strconv.ParseUint(word[1:], 16, 64)
				must(err == nil, "%q is no constant of up to 64 bits", word)
				want = append(want, atom(n>>(8*j)&0xff))
			case word == "m":
				want = append(want, 0xff)
			case word == ".":
				want = append(want, from(len(letters)-1, at*bits/8+j))
			default:
				k, i, ok := readAtom(word).source()
				must(ok, "%q is no lane", word)
				want = append(want, from(k, i*bits/8+j))
			}
		}
	}
	must(len(want) > 0, "no lane is wanted")
	return want
}
