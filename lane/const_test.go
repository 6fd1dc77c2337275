package lane_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"pgregory.net/rapid"
)

func integer(c lane.Const) *big.Int {
	v := new(big.Int)
	for i, b := range []byte(c.LittleEndian()) {
		v.Or(v, new(big.Int).Lsh(big.NewInt(int64(b)), uint(8*i)))
	}
	return v
}

// A drawn integer of up to 150 bits, often with few bits set.
func drawInteger(t *rapid.T, what string) *big.Int {
	v := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 19).Draw(t, what))
	return v.Lsh(v, rapid.UintRange(0, 9).Draw(t, what+" shifted"))
}

func lowest(v *big.Int, w int) *big.Int {
	return new(big.Int).Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
}

func TestConstIsAnInteger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawInteger(t, "value")
		c := constOf(v)
		if integer(c).Cmp(v) != 0 {
			t.Fatalf("%x holds %x", v, integer(c))
		}
		if c.Len() != v.BitLen() || c.IsZero() != (v.Sign() == 0) {
			t.Fatalf("%x: Len %d, IsZero %v", v, c.Len(), c.IsZero())
		}
		if u, ok := c.Uint64(); ok != v.IsUint64() || ok && u != v.Uint64() {
			t.Fatalf("%x: Uint64 %x, %v", v, u, ok)
		}
		if got, want := c.Hex(), v.Text(16); got != want {
			t.Fatalf("Hex %s, want %s", got, want)
		}
		zeros := rapid.IntRange(0, 3).Draw(t, "zeros")
		for _, s := range []string{v.Text(16), strings.ToUpper(v.Text(16)), strings.Repeat("0", zeros) + v.Text(16)} {
			if got, err := lane.ConstHex(s); err != nil || got != c {
				t.Fatalf("%s reads as %s, %v", s, got.Hex(), err)
			}
		}
		if got := lane.ConstBytes(append([]byte(c.LittleEndian()), make([]byte, zeros)...)); got != c {
			t.Fatalf("%x with zero bytes behind is %s", v, got.Hex())
		}
		lo, w := rapid.IntRange(0, 180).Draw(t, "low bit"), rapid.IntRange(0, 180).Draw(t, "width")
		if got, want := c.Slice(lo, w), lowest(new(big.Int).Rsh(v, uint(lo)), w); got != constOf(want) {
			t.Fatalf("%d bits of %x from %d on: %s, want %x", w, v, lo, got.Hex(), want)
		}
	})
}

func TestConstOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Uint64().Draw(t, "value")
		if got := lane.ConstOf(v); got != constOf(new(big.Int).SetUint64(v)) {
			t.Fatalf("%x is %s", v, got.Hex())
		}
	})
}

func TestOnes(t *testing.T) {
	for w := range 140 {
		want := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1))
		if got := lane.Ones(w); integer(got).Cmp(want) != 0 {
			t.Errorf("%d ones: %s", w, got.Hex())
		}
	}
}

func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.SampledFrom(widths).Draw(t, "width")
		parts := make([]lane.Const, rapid.IntRange(0, 5).Draw(t, "parts"))
		want := new(big.Int)
		for i := range parts {
			v := drawInteger(t, "part") // too long ones are cut
			parts[i] = constOf(v)
			want.Or(want, new(big.Int).Lsh(lowest(v, w), uint(i*w)))
		}
		if got := lane.Join(w, parts...); got != constOf(want) {
			t.Fatalf("%s, want %x", got.Hex(), want)
		}
	})
}

func TestConstText(t *testing.T) {
	for _, c := range []struct {
		v    uint64
		w    int
		want string
	}{
		{0, 1, "z"}, {0, 8, "z"}, {1, 1, "1"}, {1, 8, "1"}, {3, 2, "m"}, {2, 2, "#2"}, {7, 3, "m"}, {7, 4, "#7"}, {255, 8, "m"}, {255, 9, "#ff"},
		{254, 8, "#fe"}, {127, 7, "m"}, {511, 9, "m"}, {0x1fe, 9, "#1fe"}, {0x17f, 9, "#17f"}, {0x7fff, 16, "#7fff"}, {0x80ff, 16, "#80ff"}, {0xffff, 16, "m"}, {0xfff, 12, "m"}, {0x8ff, 12, "#8ff"},
	} {
		if got := lane.ConstOf(c.v).Text(c.w); got != c.want {
			t.Errorf("%#x in %d bits: %s, want %s", c.v, c.w, got, c.want)
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	for w := 2; w < 140; w++ {
		almost := integer(lane.Ones(w))
		almost.SetBit(almost, random.IntN(w-1), 0)
		if got, want := constOf(almost).Text(w), "#"+almost.Text(16); got != want && almost.Cmp(big.NewInt(1)) != 0 {
			t.Errorf("%d bits: %s, want %s", w, got, want)
		}
		if got := lane.Ones(w).Text(w); got != "m" {
			t.Errorf("%d ones: %s", w, got)
		}
	}
}

func TestConstHexRefuses(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", "no hexadecimal digits"},
		{"12g4h", "'g' is not a hexadecimal digit"},
		{"0é", "'é' is not a hexadecimal digit"},
		{"-1", "'-' is not a hexadecimal digit"},
		{"1/", "'/' is not a hexadecimal digit"}, {"1:", "':' is not a hexadecimal digit"}, {"1`", "'`' is not a hexadecimal digit"},
		{"1@", "'@' is not a hexadecimal digit"}, {"1G", "'G' is not a hexadecimal digit"},
	} {
		if v, err := lane.ConstHex(c.in); fmt.Sprint(err) != c.want {
			t.Errorf("%q reads as %s, %v; want %s", c.in, v.Hex(), err, c.want)
		}
	}
}
