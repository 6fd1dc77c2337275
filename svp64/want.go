package svp64

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// This file sees a map byte by byte, because that is what elements of all widths are made of, and then as elements of one width.

// A byteWant is what one byte of the destination has to become.
type byteWant struct {
	kind  byteKind
	from  int  // fromSource: which byte of the source
	value byte // fixed: the bits that care has
	care  byte
}

type byteKind uint8

const (
	anything   byteKind = iota // the map leaves it undefined
	kept                       // it stays
	fromSource                 // a byte of the source
	fixed                      // a constant
)

// A wanted is a map by bytes.
type wanted struct {
	dst    []byteWant
	source int // bytes of the source, 0 if none is read
	bits   int // of the map's lanes
}

// MaxFind is the greatest vector, in bytes, for which moves are looked for: all registers of a file.
const MaxFind = NumRegs * 8

// want takes a map of one source at most apart. It fails where no swizzle move is the map for one byte alone.
func want(m lane.Map) (w wanted, err error) {
	w.bits = m.Bits
	if len(m.Src) > 0 {
		if w.source = (m.Src[0]*m.Bits + 7) / 8; m.Src[0]*m.Bits%8 != 0 {
			return w, fmt.Errorf("the source has %d bits, which are no whole bytes", m.Src[0]*m.Bits)
		}
	}
	bits := len(m.Lane) * m.Bits
	if bits%8 != 0 {
		return w, fmt.Errorf("the destination has %d bits, which are no whole bytes", bits)
	}
	if w.source > MaxFind {
		return w, errTooLong
	}
	w.dst = make([]byteWant, min(bits/8, MaxFind))
	for k := range bits / 8 {
		b, err := byteOf(m, k)
		switch {
		case err != nil:
			return w, err
		case k < MaxFind:
			w.dst[k] = b
		case b.kind == fromSource || b.kind == fixed: // a vector may end behind the registers if nothing is written there
			return w, errTooLong
		}
	}
	return w, nil
}

var errTooLong = fmt.Errorf("the vectors are longer than the %d registers", NumRegs)

// still says that nothing has to be written.
func (w *wanted) still() bool {
	return !slices.ContainsFunc(w.dst, func(b byteWant) bool { return b.kind == fromSource || b.kind == fixed })
}

// byteOf is what the map has for byte k of the destination, gathered from the lanes that lie in it.
func byteOf(m lane.Map, k int) (b byteWant, err error) {
	for at := 8 * k; at < 8*k+8; {
		x, in := m.Lane[at/m.Bits], at%m.Bits
		n := min(m.Bits-in, 8*k+8-at)
		part := byteWant{}
		switch x.Kind {
		case lane.Old:
			if x.Index != at/m.Bits {
				return b, fmt.Errorf("lane %d: no swizzle move reads its destination", at/m.Bits)
			}
			part.kind = kept
		case lane.Source:
			from := x.Index*m.Bits + in
			if from%8 != at%8 {
				return b, fmt.Errorf("lane %d: elements have 8 bits at least, and this moves bits inside a byte", at/m.Bits)
			}
			part = byteWant{kind: fromSource, from: from / 8}
		case lane.Constant:
			v, _ := x.Const.Slice(in, n).Uint64()
			part = byteWant{kind: fixed, value: byte(v << (at % 8)), care: byte(ones(n) << (at % 8))}
		}
		if b, err = b.and(part); err != nil {
			return b, fmt.Errorf("lane %d: %w", at/m.Bits, err)
		}
		at += n
	}
	return b, nil
}

// and joins what two parts of one byte are.
func (b byteWant) and(part byteWant) (byteWant, error) {
	switch {
	case part.kind == anything:
		return b, nil
	case b.kind == anything:
		return part, nil
	case b.kind == fixed && part.kind == fixed:
		return byteWant{kind: fixed, value: b.value | part.value, care: b.care | part.care}, nil
	case b == part:
		return b, nil
	}
	return b, errors.New("elements have 8 bits at least, and this byte comes from two places")
}

// accepts says whether the byte may become a constant.
func (b byteWant) accepts(v byte) bool {
	return b.kind == anything || b.kind == fixed && (v^b.value)&b.care == 0
}

// What a source's element can be for an element of the destination, if it is none of a certain number.
const (
	noElement  = -1 // none will do
	anyElement = -2 // each one will
)

// elements are the destination as elements of so many bytes.
type elements struct {
	w     *wanted
	bytes int
	n     int    // how many begin inside the destination; one that ends outside cannot be written
	must  []bool // the element has to be written
	may   []bool // it can be written at all
}

func (w *wanted) elements(bytes int) elements {
	e := elements{w: w, bytes: bytes, n: (len(w.dst) + bytes - 1) / bytes}
	e.must, e.may = make([]bool, e.n), make([]bool, e.n)
	for k := range e.n {
		e.may[k] = (k+1)*bytes <= len(w.dst)
		for _, b := range w.dst[k*bytes : min((k+1)*bytes, len(w.dst))] {
			e.must[k] = e.must[k] || b.kind == fromSource || b.kind == fixed
			e.may[k] = e.may[k] && b.kind != kept
		}
	}
	return e
}

// possible says whether every element that has to be written can be.
func (e *elements) possible() bool {
	for k, must := range e.must {
		if must && !e.may[k] {
			return false
		}
	}
	return true
}

// mayWrite and mustWrite are of any number, also behind the destination, where nothing may be written.
func (e *elements) mayWrite(k int) bool { return k < e.n && e.may[k] }

func (e *elements) mustWrite(k int) bool { return k < e.n && e.must[k] }

// accepts says for each element whether it may become a constant.
func (e *elements) accepts(v uint64) []bool {
	ok := make([]bool, e.n)
	for k := range e.n {
		ok[k] = e.may[k]
		for t := 0; ok[k] && t < e.bytes; t++ {
			ok[k] = e.w.dst[k*e.bytes+t].accepts(byte(v >> (8 * t)))
		}
	}
	return ok
}

// reads says for each element which element of the source, of so many bytes, it may be: cut, or with zeros above.
func (e *elements) reads(bytes int) []int {
	list := make([]int, e.n)
	for k := range list {
		if list[k] = noElement; e.may[k] {
			list[k] = e.read(k, bytes)
		}
	}
	return list
}

func (e *elements) read(k, bytes int) int {
	q := anyElement
	for t, b := range e.w.dst[k*e.bytes : (k+1)*e.bytes] {
		switch {
		case t >= bytes:
			if !b.accepts(0) {
				return noElement
			}
		case b.kind == anything:
		case b.kind != fromSource || b.from%bytes != t || q >= 0 && q != b.from/bytes || (b.from/bytes+1)*bytes > e.w.source:
			return noElement
		default:
			q = b.from / bytes
		}
	}
	return q
}
