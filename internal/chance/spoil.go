package chance

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"strconv"
)

// A spoiler makes inputs of inputs.
type spoiler struct {
	r      *rand.Rand
	inputs []input
	words  []string // of all texts
}

const (
	mostWords = 1 << 12
	mostBytes = 1 << 14 // that a spoilt value grows to
	mostSpan  = 64      // that one mistake moves
)

// newSpoiler has what inputs are made of.
func newSpoiler(r *rand.Rand, inputs []input) *spoiler {
	s := &spoiler{r: r, inputs: inputs}
	seen := map[string]bool{}
	for _, in := range inputs {
		for _, value := range in {
			text, ok := value.(string)
			if !ok || len(s.words) >= mostWords {
				continue
			}
			for _, word := range Words(text) {
				if !seen[word] {
					seen[word] = true
					s.words = append(s.words, word)
				}
			}
		}
	}
	if len(s.words) == 0 {
		s.words = []string{"a"}
	}
	return s
}

// next is an input in which one value or more are spoilt.
func (s *spoiler) next() input {
	in := bytesOwn(s.smaller())
	if len(in) == 0 {
		return in
	}
	for range 1 + s.few() {
		k := s.r.IntN(len(in))
		switch v := in[k].(type) {
		case string:
			in[k] = s.text(v, k)
		case []byte:
			in[k] = s.bytes(v, k)
		case bool:
			in[k] = !v
		default:
			in[k] = s.number(reflect.ValueOf(v))
		}
	}
	return in
}

// bytesOwn is an input whose bytes may be written to, by a mistake or by a target: the input itself is what is kept if it fails.
func bytesOwn(in input) input {
	own := make(input, len(in))
	for k, v := range in {
		if b, ok := v.([]byte); ok {
			v = bytes.Clone(b)
		}
		own[k] = v
	}
	return own
}

// smaller is the smaller one of two inputs by chance: small ones say as much, sooner.
func (s *spoiler) smaller() input {
	a, b := s.inputs[s.r.IntN(len(s.inputs))], s.inputs[s.r.IntN(len(s.inputs))]
	if b.size() < a.size() {
		return b
	}
	return a
}

func (in input) size() (n int) {
	for _, v := range in {
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		}
	}
	return n
}

// few is 0 in half of all cases, 1 in a quarter, and so on.
func (s *spoiler) few() int { return bits.TrailingZeros8(uint8(s.r.Uint32()) | 1<<3) }

// text is a text with a word or number exchanged, or spoilt as bytes are.
func (s *spoiler) text(text string, k int) string {
	if s.r.IntN(3) == 0 {
		text = Reworded(s.r, text, s.words)
		return text[:min(len(text), mostBytes)]
	}
	return string(s.bytes([]byte(text), k))
}

// bytes has one mistake: a byte is another one, a span is missing, doubled, or another input's, or the rest is another input's.
//
//	abcdefgh ─→ abXdefgh  abgh  abcdcdefgh  abWXYZcdefgh  abWXYZgh  abcWXYZ
func (s *spoiler) bytes(b []byte, k int) []byte {
	at := s.r.IntN(len(b) + 1)
	end := at + s.r.IntN(min(mostSpan, len(b)-at)+1)
	other := s.span(k)
	switch s.r.IntN(8) {
	case 0:
		if at < len(b) {
			b[at] = byte(s.r.Uint32())
			return b
		}
		other = []byte{byte(s.r.Uint32())}
	case 1:
		if at < len(b) {
			b[at] ^= 1 << s.r.IntN(8)
		}
		return b
	case 2:
		return append(b[:at:at], b[end:]...)
	case 3:
		other, end = b[at:end], at
	case 4:
		end = at
	case 5:
		end = min(at+len(other), len(b))
	case 6:
		if len(b) >= 4 {
			word := binary.LittleEndian.AppendUint32(nil, s.r.Uint32())
			copy(b[s.r.IntN(len(b)/4)*4:], word)
		}
		return b
	default:
		end = len(b)
	}
	if at-end+len(b)+len(other) > mostBytes {
		return b[:at]
	}
	return append(append(append(make([]byte, 0, len(b)+len(other)), b[:at]...), other...), b[end:]...)
}

// span is some bytes of another input's value in the same place.
func (s *spoiler) span(k int) []byte {
	var all []byte
	switch v := s.smaller()[k].(type) {
	case string:
		all = []byte(v)
	case []byte:
		all = v
	}
	at := s.r.IntN(len(all) + 1)
	end := at + s.r.IntN(min(mostSpan, len(all)-at)+1)
	return all[at:end]
}

// number is one at which something ends, one beside what it was, or any.
func (s *spoiler) number(old reflect.Value) any {
	v := reflect.New(old.Type()).Elem()
	n := s.r.Uint64()
	switch s.r.IntN(3) {
	case 0:
		n, _ = strconv.ParseUint(edges[s.r.IntN(len(edges))], 10, 64)
	case 1:
		if n = uint64(1 - 2*s.r.IntN(2)); v.CanInt() {
			n += uint64(old.Int())
		} else if v.CanUint() {
			n += old.Uint()
		}
	}
	switch spare := 64 - v.Type().Bits(); {
	case v.CanInt():
		v.SetInt(int64(n) << spare >> spare)
	case v.CanUint():
		v.SetUint(n << spare >> spare)
	case v.CanFloat():
		v.SetFloat(math.Float64frombits(n))
	}
	return v.Interface()
}
