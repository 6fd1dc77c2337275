package visa

import (
	"bytes"
	"errors"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// An operand has as many bytes as the document's tables say, whatever stands behind it. Of fewer none is made: it goes on behind the last byte, and all that there are belong to it.
//
//	general 8    address 4    predicate 2    indirect 8    immediate 5, of 64 bits 9    state 4    behind the tag; raw 6, without one
//
// In the older format identifiers of variables have two bytes fewer.
func TestOperandsThatAreCut(t *testing.T) {
	sizes := map[Class]int{General: 9, Address: 5, Predicate: 3, Indirect: 9, Immediate: 6, State: 5, Raw: 6}
	rng := chance.Random(t, 0)
	seen := map[Class]int{}
	for range 4000 {
		b := make([]byte, 24)
		for k := range b {
			b[k] = byte(rng.Uint32())
		}
		role, f := []Role{Source, Dest}[rng.IntN(2)], []Format{Current, Old}[rng.IntN(2)]
		o, n, err := Decode(b, role, f)
		raw := rng.IntN(6) == 0
		if raw {
			o, n, err = DecodeRaw(b, f)
		}
		if err != nil {
			continue
		}
		again := func(b []byte) (Operand, int, error) {
			if raw {
				return DecodeRaw(b, f)
			}
			return Decode(b, role, f)
		}
		seen[o.Class]++
		want := sizes[o.Class]
		switch {
		case o.Class == Immediate && (o.Type == DF || o.Type == Q || o.Type == UQ):
			want += 4
		case f == Old && (o.Class == General || o.Class == Raw):
			want -= 2
		}
		if n != want {
			t.Fatalf("%x, %s of format %v, has %d bytes, want %d", b, o.Class, f, n, want)
		}
		other := bytes.Clone(b)
		for k := n; k < len(b); k++ {
			other[k] ^= byte(1 + rng.IntN(255))
		}
		if p, m, err := again(other); err != nil || m != n || p != o {
			t.Fatalf("%x: %+v of %d bytes, with others behind it %+v of %d: %v", b, o, n, p, m, err)
		}
		if p, m, err := again(b[:n]); err != nil || m != n || p != o {
			t.Fatalf("%x: %+v of %d bytes, alone %+v of %d: %v", b, o, n, p, m, err)
		}
		if back, err := o.Append(nil, role, f); err != nil || len(back) != n {
			t.Fatalf("%x: %+v has %d bytes, and is written in %d: %v", b, o, n, len(back), err)
		}
		for short := range n {
			if _, m, err := again(b[:short]); !errors.Is(err, ErrShort) || m != short {
				t.Fatalf("%x, %s, cut to %d of %d bytes: %d: %v", b, o.Class, short, n, m, err)
			}
		}
	}
	if len(seen) != 7 {
		t.Errorf("classes %v", seen)
	}
}
