package g13_test

import (
	"bytes"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/internal/chance"
)

var full = flag.Bool("full", false, "10^8 random instructions instead of 500,000: see docs/g13.md")

// Every entry of the table compiles, has a length that instructions have, and decodes as itself when nothing but its name is said.
func TestTable(t *testing.T) {
	for f := range g13.NumForms {
		i := g13.New(f)
		b := i.AppendBytes(nil)
		got, err := g13.Decode(b)
		if err != nil || got.Form.Name() != f.Name() && f != got.Form {
			t.Errorf("%s: %x decodes as %s, %v", f.Name(), b, got.Form.Name(), err)
		}
		if f.Meaning() == "" {
			t.Errorf("%s has no meaning", f.Name())
		}
	}
}

// roundTrip decodes, encodes, and looks at every operand. It reports whether the bytes decode.
func roundTrip(t *testing.T, b []byte) (g13.Inst, bool) {
	t.Helper()
	i, err := g13.Decode(b)
	if err != nil {
		if !errors.Is(err, g13.ErrTruncated) && !errors.Is(err, g13.ErrUnknown) {
			t.Fatalf("%x: %v", b, err)
		}
		return i, false
	}
	if got := i.AppendBytes(nil); !bytes.Equal(got, b[:i.Len]) {
		t.Fatalf("%x encodes as %x", b[:i.Len], got)
	}
	c, differ := i.Canonical()
	if got := i.Unsaid(); got != differ {
		t.Fatalf("%x: unsaid bits %x, by comparing with the canonical instruction %x", b[:i.Len], got, differ)
	}
	c.Word = c.Word.Xor(differ)
	c.Fit(i.Long())
	if got := c.AppendBytes(nil); !bytes.Equal(got, b[:i.Len]) {
		t.Fatalf("%x: its arguments and the rest make %x", b[:i.Len], got)
	}
	return i, true
}

// All first halfwords, each with random bytes behind it: whatever decodes encodes to the same bytes, every form is reached, and what is cut short says so.
func TestEveryHalfword(t *testing.T) {
	rng := chance.Random(t, 1)
	reached := make([]int, g13.NumForms)
	rounds := 8
	if testing.Short() {
		rounds = 1
	} else if *full {
		rounds = 1600 // 10^8 instructions
	}
	known := 0
	for h := range 1 << 16 {
		for round := range rounds {
			var b [12]byte
			for k := range b {
				if b[k] = byte(rng.Uint32()); round%2 == 0 && k > 1 {
					b[k] &= sparse(rng)
				}
			}
			b[0], b[1] = byte(h), byte(h>>8)
			i, ok := roundTrip(t, b[:])
			if !ok {
				continue
			}
			known++
			reached[i.Form]++
			if j, err := g13.Decode(b[:i.Len-1]); err == nil && j.Form == i.Form {
				t.Fatalf("%x without its last byte is still %s", b[:i.Len], i.Form.Name())
			} else if errors.Is(err, g13.ErrTruncated) && i.Len > 2 && j.Len <= i.Len-1 {
				t.Fatalf("%x without its last byte is cut, and said to have %d bytes", b[:i.Len], j.Len)
			}
		}
	}
	// Forms with long rows of zeros are reached from themselves, with their operands at random.
	for n := range reached {
		for range 200 {
			i := g13.New(g13.Form(n))
			for k := range i.Args() {
				a := i.Arg(k)
				a.Value = int64(rng.IntN(2))
				_ = i.SetArg(k, a)
			}
			i.Fit(rng.IntN(4) == 0)
			if got, ok := roundTrip(t, i.AppendBytes(nil)); ok {
				reached[got.Form]++
			}
		}
		if reached[n] == 0 {
			t.Errorf("form %d, %s, is never reached", n, g13.Form(n).Name())
		}
	}
	t.Logf("%d of %d random instructions are known; %d forms, all reached", known, rounds<<16, len(reached))
}

// sparse is mostly zeros, which forms with long rows of them want.
func sparse(rng *rand.Rand) byte {
	v := rng.Uint32()
	return byte(v & (v >> 8))
}

// The 256 float immediates, by the document's formula in another form, and back.
func TestFloatImmediate(t *testing.T) {
	for n := range 256 {
		e, f := n>>4&7, float64(n&15)
		want := f * 0.015625
		if e > 0 {
			want = (1 + f/16) * math.Pow(2, float64(e-3))
		}
		if n&0x80 != 0 {
			want = -want
		}
		got := g13.FloatImmediate(uint8(n))
		if got != want || math.Signbit(got) != (n&0x80 != 0) {
			t.Errorf("%#x is %v, want %v", n, got, want)
		}
		if v, ok, _, _ := g13.FloatImmediateOf(got); !ok || int(v) != n {
			t.Errorf("%v is %#x, %v, want %#x", got, v, ok, n)
		}
	}
	for _, row := range []struct{ x, low, high float64 }{{0.3, 0.296875, 0.3125}, {100, 30, 31}, {-100, -31, -30}, {-31.5, -31, -30}, {0.001, 0, 0.015625}} {
		if _, ok, low, high := g13.FloatImmediateOf(row.x); ok || low != row.low || high != row.high {
			t.Errorf("%v lies between %v and %v, %v", row.x, low, high, ok)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte{0x0e, 0x05, 0xc2, 0x22, 0x18, 0, 0, 0})
	chance.Fuzz(f, func(t *testing.T, b []byte) { roundTrip(t, b) })
}

func BenchmarkDecode(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var code [][]byte
	for len(code) < 1024 {
		var w [12]byte
		for k := range w {
			w[k] = byte(rng.Uint32())
		}
		if i, err := g13.Decode(w[:]); err == nil {
			code = append(code, append(w[:i.Len:i.Len], make([]byte, 12)...)) // as in the middle of a program
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		sink, _ = g13.Decode(code[i&1023])
	}
}

var sink g13.Inst
