package g13

import (
	"errors"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// decodePlainly is Decode by the order of the table: the first form that agrees where the code has bytes enough for it, else the first that agrees with zeros behind them.
func decodePlainly(code []byte) (Inst, error) {
	var w Word
	for k, b := range code[:min(len(code), 12)] {
		w.set(span{uint8(8 * k), 8}, uint64(b))
	}
	cut, known := Inst{}, false
	for n := range table {
		f := &forms()[n]
		long := f.length.width == 0 || w.bit(int(f.length.pos)) == 1
		i := Inst{Form: Form(n), Len: uint8(f.bytes(long))}
		i.Word = w.Xor(w.from(8 * int(i.Len)))
		switch {
		case !i.Word.and(f.row.mask).Xor(f.row.value).IsZero():
		case int(i.Len) <= len(code):
			return i, nil
		case !known:
			cut, known = i, true
		}
	}
	if known {
		return cut, ErrTruncated
	}
	return Inst{}, ErrUnknown
}

// What is cut short says so, and which form it is and how long, after each of its bytes.
func TestTruncated(t *testing.T) {
	rng := chance.Random(t, 12)
	cut := 0
	for n := range table {
		f := &forms()[n]
		for range 50 {
			w := randomWord(rng)
			i := Inst{Form: Form(n), Word: w.Xor(w.and(f.row.mask)).or(f.row.value)}
			i.Fit(rng.IntN(2) == 0)
			code := i.AppendBytes(nil)
			for size := 2; size <= len(code); size++ {
				got, err := Decode(code[:size])
				want, wantErr := decodePlainly(code[:size])
				if !errors.Is(err, wantErr) || got.Form != want.Form || got.Len != want.Len || err == nil && got != want {
					t.Fatalf("%x: %+v, %v, want %+v, %v", code[:size], got, err, want, wantErr)
				}
				if errors.Is(err, ErrTruncated) {
					cut++
				}
			}
			for size := range 2 {
				if _, err := Decode(code[:size]); !errors.Is(err, ErrTruncated) {
					t.Fatalf("%x: %v", code[:size], err)
				}
			}
		}
	}
	if cut == 0 {
		t.Error("nothing was cut")
	}
}
