package g13

import (
	"fmt"
	"strings"
)

// Word is the bits of an instruction, at most 96, the lowest first. Bits behind its end are 0.
type Word struct{ Lo, Hi uint64 }

// span is some consecutive bits.
type span struct{ pos, width uint8 }

func (s span) mask() uint64 { return 1<<s.width - 1 }

// get reads a span.
func (w Word) get(s span) uint64 {
	v := w.Lo >> s.pos
	switch {
	case s.pos >= 64:
		v = w.Hi >> (s.pos - 64)
	case s.pos+s.width > 64:
		v |= w.Hi << (64 - s.pos)
	}
	return v & s.mask()
}

// set writes a span.
func (w *Word) set(s span, v uint64) {
	v &= s.mask()
	switch {
	case s.pos >= 64:
		at := s.pos - 64
		w.Hi = w.Hi&^(s.mask()<<at) | v<<at
	default:
		w.Lo = w.Lo&^(s.mask()<<s.pos) | v<<s.pos
		if s.pos+s.width > 64 {
			at := 64 - s.pos
			w.Hi = w.Hi&^(s.mask()>>at) | v>>at
		}
	}
}

func (w Word) and(m Word) Word { return Word{w.Lo & m.Lo, w.Hi & m.Hi} }

func (w Word) or(m Word) Word { return Word{w.Lo | m.Lo, w.Hi | m.Hi} }

// Xor is the bits in which two words differ.
func (w Word) Xor(m Word) Word { return Word{w.Lo ^ m.Lo, w.Hi ^ m.Hi} }

// IsZero says that no bit is set.
func (w Word) IsZero() bool { return w.Lo|w.Hi == 0 }

// from is the bits from position pos on, the others 0.
func (w Word) from(pos int) Word {
	if pos >= 64 {
		return Word{0, w.Hi >> (pos - 64) << (pos - 64)}
	}
	return Word{w.Lo >> pos << pos, w.Hi}
}

// row is a form's bits, taken apart.
//
//	?? Dx:2 Ax:2 ?? 00000000 0000 01 At:4 A:6 0 D:6 Dt:2 0111110
//
// The highest bit is left. 0 and 1 are fixed, ? is a bit of which nothing is known, name:n is a field of n bits, a name alone a field of one bit.
type row struct {
	width  int // bits of the long form
	mask   Word
	value  Word
	fields map[string]span
}

func parseRow(text string) (row, error) {
	r := row{fields: map[string]span{}}
	tokens := strings.Fields(text)
	for i := len(tokens) - 1; i >= 0; i-- {
		token := tokens[i]
		if strings.Trim(token, "01?") == "" {
			for j := len(token) - 1; j >= 0; j-- {
				if token[j] != '?' {
					at := span{uint8(r.width), 1}
					r.mask.set(at, 1)
					r.value.set(at, uint64(token[j]-'0'))
				}
				r.width++
			}
			continue
		}
		name, width := token, 1
		if n, rest, ok := strings.Cut(token, ":"); ok {
			if _, err := fmt.Sscanf(rest, "%d", &width); err != nil || width < 1 || width > 48 {
				return row{}, fmt.Errorf("row %q: bad width in %q", text, token)
			}
			name = n
		}
		if _, twice := r.fields[name]; twice {
			return row{}, fmt.Errorf("row %q: field %s stands twice", text, name)
		}
		r.fields[name] = span{uint8(r.width), uint8(width)}
		r.width += width
	}
	if r.width%16 != 0 || r.width > 96 {
		return row{}, fmt.Errorf("row %q has %d bits", text, r.width)
	}
	return r, nil
}
