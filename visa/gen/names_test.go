package gen_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// What movs copy is said of the first register of each source: operands that share one are one source, what is in the result is the old destination, and what is written elsewhere and not read stands aside.
func TestNamesOfCopies(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"mov (8|M0) r2.0<1>:d r6.0<8;8,1>:d", "r2 of [r6] []: i32x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"mov(8) g2<1>D g6<8,8,1>D { align1 1Q };", "g2 of [g6] []: i32x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"mov (8|M0) r2.0<1>:d r1.4<8;8,1>:d", "r2 of [r1] []: i32x8 -> a4 a5 a6 a7 d0 d1 d2 d3"},
		{"mov (8|M0) r2.0<1>:d r2.4<8;8,1>:d", "r2 of [r3] []: i32x8 -> d4 d5 d6 d7 a0 a1 a2 a3"},
		{"mov (4|M0) r7.0<1>:d r9.0<4;4,1>:d\nmov (8|M0) r2.0<1>:d r1.4<8;8,1>:d", "r2 of [r1] [r7]: i32x8 -> a4 a5 a6 a7 d0 d1 d2 d3"},
		{"mov (4|M0) r3.0<1>:d r9.0<4;4,1>:d\nmov (4|M0) r2.0<1>:d r8.4<8;4,1>:d", "r2 of [r9 r8] []: i32x4 i32x8 -> b4 b5 b6 b7 . . . . a0 a1 a2 a3"},
		{"mov (8|M0) r2.0<1>:d r8.4<8;8,1>:d\nmov (4|M0) r3.0<1>:d r9.4<4;4,1>:d", "r2 of [r8] []: i32x16 -> a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"mov (2|M0) r20.0<1>:q r6.0<2;2,1>:q\nmov (2|M0) r30.0<1>:q r7.0<2;2,1>:q\nmov (2|M0) r2.0<1>:q r8.0<2;2,1>:q", "r2 of [r8] [r20 r30]: i64x2 -> a0 a1"},
		{"mov (2|M0) r20.0<1>:q r6.0<2;2,1>:q\nmov (2|M0) r2.0<1>:q r20.0<2;2,1>:q", "r2 of [r6] []: i64x2 -> a0 a1"},
		{"mov (4|M0) r2.0<1>:f [0F, 1F, -2F, 0.5F]VF", "r2 of [] []: -> i32x4: z #3f800000 #c0000000 #3f000000"},
		{"mov(8) g4<1>F g9<4>.yF { align16 1Q };", "g4 of [g9] []: i32x8 -> a1 a1 a1 a1 a5 a5 a5 a5"},
		{"mov(8) g4<1>F g9<4>.wF { align16 1Q };", "g4 of [g9] []: i32x8 -> a3 a3 a3 a3 a7 a7 a7 a7"},
	} {
		c, err := texts(t, row.text).Copy(32)
		if got := fmt.Sprintf("%s of %v %v: %s", c.To, c.Names, c.Aside, c.Map); err != nil || got != row.want {
			t.Errorf("%s\nis %s, %v, want\n%s", row.text, got, err, row.want)
		}
	}
}

// Options say which lane of the mask is the first, and that none is masked, by words of theirs alone: all others leave both as they were.
func TestOptionsOfMasks(t *testing.T) {
	size := map[byte]int{'N': 4, 'Q': 8, 'H': 16}
	for n := range 256 {
		for _, letter := range "NQHXnq1 " {
			word := strings.TrimSpace(string(rune(n)) + string(letter))
			if n < ' ' || n > '~' || strings.ContainsAny(word, " ,;}\"/") || word == "" {
				continue
			}
			want := 8
			if n >= '1' && n <= '8' && size[byte(letter)] > 0 {
				want = (n - '1') * size[byte(letter)]
			}
			holdOption(t, word, want, false)
		}
	}
	for _, word := range []string{"@1", "$3", "$3.dst", "F@1", "Compacted", "AccWrEn", "align1", "EOT", "1Q2", "12Q", "Q1", "1", "WE_al", "NoMas", "Atomic"} {
		holdOption(t, word, 8, false)
	}
	for _, word := range []string{"WE_all", "NoMask"} {
		holdOption(t, word, 8, true)
	}
}

// holdOption reads a mov of lanes from the eighth on, with options, and says which bits decide over its lanes.
func holdOption(t *testing.T, word string, first int, all bool) {
	t.Helper()
	for _, options := range []string{word, "align1 " + word, word + ", AccWrEn", "Compacted\t" + word + " "} {
		text, err := gen.ParseText("(f0.0) mov (4|M8) r2.0<1>:d r6.0<4;4,1>:d {" + options + "}")
		if err != nil {
			t.Fatalf("%q: %v", options, err)
		}
		c, err := text.Copy(32)
		if want := []int{first, first + 1, first + 2, first + 3}; err != nil || !slices.Equal(c.Bits, want) || text.Insts[0].NoMask != all {
			t.Errorf("%q: bits %v, want %v; for all lanes %v, %v", options, c.Bits, want, text.Insts[0].NoMask, err)
		}
	}
}

// Numbers of VF are those of one byte: a sign, three bits of an exponent, and four of a fraction. Others are refused.
func TestPackedFloats(t *testing.T) {
	known := map[string]bool{}
	for n := range 128 {
		v := visa.RestrictedFloat(uint8(n))
		known[fmt.Sprint(v)] = true
		text := fmt.Sprintf("mov (4|M0) r2.0<1>:f [%vF, -%vF, 0F, 1F]VF", v, v)
		c, err := texts(t, text).Copy(32)
		if err != nil || len(c.Map.Lane) != 4 {
			t.Fatalf("%s: %v", text, err)
		}
		for k, want := range []uint8{uint8(n), uint8(n) | 0x80} {
			bits := math.Float32bits(visa.RestrictedFloat(want))
			if got, ok := c.Map.Lane[k].Const.Uint64(); c.Map.Lane[k].Kind != lane.Constant || !ok || got != uint64(bits) {
				t.Errorf("%s: lane %d is %s, want %#x", text, k, c.Map.Lane[k].Text(k, 32), bits)
			}
		}
	}
	for _, v := range []string{"0.1", "0.3", "33", "1.03125", "1000", "0.01", "..", "", "-", "1-"} {
		if known[v] {
			t.Errorf("%s is a number of a byte", v)
		}
		for _, text := range []string{"[%sF, 0F, 0F, 0F]VF", "[0F, %sF, 0F, 0F]VF", "[0F, 0F, 0F, %sF]VF"} {
			if _, err := gen.ParseText("mov (4|M0) r2.0<1>:f " + fmt.Sprintf(text, v)); err == nil {
				t.Errorf(text+" is read", v)
			}
		}
	}
	for _, text := range []string{"[0F, 0F, 0F]VF", "[0F, 0F, 0F, 0F, 0F]VF", "[0F 0F, 0F, 0F]VF", "[0F, 0F, 0F, 0FVF", "[0, 0F, 0F, 0F]VF", "[0F, 0F, 0F, 0F]UD", "[0F, 0F, 0F, 0F]V"} {
		if _, err := gen.ParseText("mov (4|M0) r2.0<1>:f " + text); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
