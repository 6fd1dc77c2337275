package lane

import "fmt"

// Bytes is the number of bytes that a vector of n lanes of the map's width takes.
func (m Map) Bytes(n int) int { return (n*m.Bits + 7) / 8 }

// Apply moves real bits: it writes the destination into dst. Vectors are little-endian, lane i in the bits from i*Bits on, so that bit j of a vector
// is bit j%8 of its byte j/8; each slice has exactly the bytes of its vector. old is the old destination and may be nil where the map does not
// read it. Undefined lanes, and the bits behind the last lane, keep what dst held. dst must not overlap the others.
func (m Map) Apply(dst, old []byte, src ...[]byte) error {
	if err := m.checkBuffers(dst, old, src); err != nil {
		return err
	}
	w := m.Bits
	for i, l := range m.Lane {
		switch l.Kind {
		case Source:
			copyBits(dst, i*w, src[l.Src], l.Index*w, w)
		case Old:
			copyBits(dst, i*w, old, l.Index*w, w)
		case Constant:
			l.Const.put(dst, i*w, w)
		}
	}
	return nil
}

func (m Map) checkBuffers(dst, old []byte, src [][]byte) error {
	if want := m.Bytes(len(m.Lane)); len(dst) != want {
		return fmt.Errorf("the destination has %d bytes, its %d lanes of %d bits take %d", len(dst), len(m.Lane), m.Bits, want)
	} else if old == nil && m.ReadsOld() {
		return fmt.Errorf("the map reads its old destination, which is not given")
	} else if len(old) != want && old != nil {
		return fmt.Errorf("the old destination has %d bytes, its %d lanes of %d bits take %d", len(old), len(m.Lane), m.Bits, want)
	}
	if len(src) != len(m.Src) {
		return fmt.Errorf("%d vectors for %d sources", len(src), len(m.Src))
	}
	for k, s := range src {
		if want := m.Bytes(m.Src[k]); len(s) != want {
			return fmt.Errorf("source %s has %d bytes, its %d lanes of %d bits take %d", SourceName(k), len(s), m.Src[k], m.Bits, want)
		}
	}
	return nil
}
