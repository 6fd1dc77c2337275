package lane

import (
	"strconv"
	"strings"
)

// sourceLetters are the letters that name sources. d is the old destination, m and z are constants, and u means undefined in the
// neighbouring notations, so that none of them is a source.
const sourceLetters = "abcefghijklnopqrstvwxy"

// SourceName is the name of source k in lane notation: a, b, c, e, … y, then aa, ab, …
func SourceName(k int) string { return string(appendSourceName(nil, k)) }

func appendSourceName(b []byte, k int) []byte {
	if k >= len(sourceLetters) {
		b = appendSourceName(b, k/len(sourceLetters)-1)
	}
	return append(b, sourceLetters[k%len(sourceLetters)])
}

// SourceIndex is the k whose SourceName is name; ok is false if the name is no source's.
func SourceIndex(name string) (k int, ok bool) {
	for i := range len(name) {
		j := strings.IndexByte(sourceLetters, name[i])
		if j < 0 || k > MaxSrc {
			return 0, false
		}
		if i > 0 {
			k++
		}
		k = k*len(sourceLetters) + j
	}
	return k, name != "" && k < MaxSrc
}

// Text is the lane as a token of lane notation, standing at position at of a map with lanes of w bits.
func (l Lane) Text(at, w int) string { return string(l.appendText(nil, at, w)) }

func (l Lane) appendText(b []byte, at, w int) []byte {
	switch l.Kind {
	case Source:
		return strconv.AppendInt(appendSourceName(b, l.Src), int64(l.Index), 10)
	case Old:
		if l.Index == at {
			return append(b, '.')
		}
		return strconv.AppendInt(append(b, 'd'), int64(l.Index), 10)
	case Constant:
		return l.Const.appendText(b, w)
	}
	return append(b, '_')
}

// String is the map in lane notation; Parse reads it back.
func (m Map) String() string { return string(m.AppendTo(nil)) }

// AppendTo appends the map in lane notation.
func (m Map) AppendTo(b []byte) []byte {
	for _, n := range m.Src {
		b = append(appendShape(b, m.Bits, n), ' ')
	}
	b = append(b, "->"...)
	if len(m.Src) == 0 {
		b = append(appendShape(append(b, ' '), m.Bits, len(m.Lane)), ':')
	}
	for i, l := range m.Lane {
		b = l.appendText(append(b, ' '), i, m.Bits)
	}
	return b
}

// MarshalText is String as bytes.
func (m Map) MarshalText() ([]byte, error) { return m.AppendTo(nil), nil }

// UnmarshalText is Parse.
func (m *Map) UnmarshalText(text []byte) error {
	r, err := Parse(string(text))
	if err == nil {
		*m = r
	}
	return err
}

func appendShape(b []byte, bits, lanes int) []byte {
	b = strconv.AppendInt(append(b, 'i'), int64(bits), 10)
	return strconv.AppendInt(append(b, 'x'), int64(lanes), 10)
}
