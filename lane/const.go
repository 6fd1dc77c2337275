package lane

import (
	"fmt"
	"math/bits"
	"strings"
)

// A Const is a constant bit pattern: a non-negative integer of any size. The zero value is the pattern of zeros. Consts are
// compared with ==.
type Const struct {
	le string // little-endian bytes without trailing zeros, so that equal patterns are equal strings
}

// ConstOf is the pattern of an unsigned integer.
func ConstOf(v uint64) Const {
	var b [8]byte
	n := 0
	for ; v != 0; v >>= 8 {
		b[n] = byte(v)
		n++
	}
	return Const{string(b[:n])}
}

// ConstBytes is the pattern of little-endian bytes.
func ConstBytes(le []byte) Const {
	n := len(le)
	for n > 0 && le[n-1] == 0 {
		n--
	}
	return Const{string(le[:n])}
}

// Ones is the pattern of w ones.
func Ones(w int) Const {
	b := make([]byte, (w+7)/8)
	for i := range b {
		b[i] = 0xff
	}
	if w%8 != 0 {
		b[len(b)-1] >>= 8 - w%8
	}
	return ConstBytes(b)
}

// Len is the number of bits up to and including the highest one.
func (c Const) Len() int {
	if c.le == "" {
		return 0
	}
	return 8*(len(c.le)-1) + bits.Len8(c.le[len(c.le)-1])
}

// isOnes is c == Ones(w) without making it.
func (c Const) isOnes(w int) bool {
	return c.Len() == w && strings.Count(c.le[:w/8], "\xff") == w/8 && (w%8 == 0 || c.le[w/8] == 1<<(w%8)-1)
}

// IsZero says whether no bit is set.
func (c Const) IsZero() bool { return c.le == "" }

// Uint64 is the pattern as an integer; ok is false if it needs more than 64 bits.
func (c Const) Uint64() (v uint64, ok bool) {
	for i := len(c.le) - 1; i >= 0; i-- {
		v = v<<8 | uint64(c.le[i])
	}
	return v, len(c.le) <= 8
}

// Slice is the w bits from bit lo on.
func (c Const) Slice(lo, w int) Const {
	if lo >= 8*len(c.le) || w <= 0 {
		return Const{}
	}
	b := make([]byte, (w+7)/8)
	copyBits(b, 0, c.le, lo, min(w, 8*len(c.le)-lo))
	return ConstBytes(b)
}

// Join puts patterns of w bits each behind one another, the first one lowest.
func Join(w int, parts ...Const) Const {
	b := make([]byte, (w*len(parts)+7)/8)
	for i, p := range parts {
		copyBits(b, i*w, p.le, 0, min(w, 8*len(p.le)))
	}
	return ConstBytes(b)
}

// put writes the lowest w bits of the pattern into dst at bit offset off.
func (c Const) put(dst []byte, off, w int) {
	have := min(w, 8*len(c.le))
	copyBits(dst, off, c.le, 0, have)
	clearBits(dst, off+have, w-have)
}

// Hex is the pattern in hexadecimal, most significant digit first, without leading zeros.
func (c Const) Hex() string { return string(c.appendHex(nil)) }

func (c Const) appendHex(b []byte) []byte {
	const digits = "0123456789abcdef"
	start := len(b)
	for i := len(c.le) - 1; i >= 0; i-- {
		if hi := c.le[i] >> 4; hi != 0 || len(b) > start {
			b = append(b, digits[hi])
		}
		b = append(b, digits[c.le[i]&15])
	}
	if len(b) == start {
		b = append(b, '0')
	}
	return b
}

// ConstHex reads what Hex prints; leading zeros and capital letters are allowed.
func ConstHex(s string) (Const, error) {
	digits := strings.TrimLeft(s, "0")
	if s == "" {
		return Const{}, fmt.Errorf("no hexadecimal digits")
	}
	b := make([]byte, (len(digits)+1)/2)
	for i, r := range digits {
		v := hexValue(r)
		if v < 0 {
			return Const{}, fmt.Errorf("%q is not a hexadecimal digit", r)
		}
		at := len(digits) - 1 - i
		b[at/2] |= byte(v) << (4 * (at % 2))
	}
	return ConstBytes(b), nil
}

// hexValue is the value of a hexadecimal digit, or -1.
func hexValue(r rune) int {
	switch {
	case r >= '0' && r <= '9':
		return int(r - '0')
	case r >= 'a' && r <= 'f':
		return int(r-'a') + 10
	case r >= 'A' && r <= 'F':
		return int(r-'A') + 10
	}
	return -1
}

// Text is the shortest spelling of the pattern as a lane of w bits: z, 1, m or #hex.
func (c Const) Text(w int) string { return string(c.appendText(nil, w)) }

func (c Const) appendText(b []byte, w int) []byte {
	switch {
	case c.IsZero():
		return append(b, 'z')
	case c.le == "\x01":
		return append(b, '1')
	case c.isOnes(w):
		return append(b, 'm')
	}
	return c.appendHex(append(b, '#'))
}
