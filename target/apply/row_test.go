package apply_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// row is the first of a name whose vectors have so many bits.
func row(t *testing.T, name string, bits int) *target.Row {
	t.Helper()
	for _, r := range apply.X86Named()[name] {
		if r.Bits == bits {
			return r
		}
	}
	t.Fatalf("there is no %s of %d bits", name, bits)
	return nil
}

// Rows with immediates and constants, and why some are no movement.
func TestRow(t *testing.T) {
	vector := func(name string) apply.Operand { return apply.Operand{Name: name, Bits: 128} }
	constant := func(text string) apply.Operand {
		o, ok := apply.VectorConstant(text)
		if !ok {
			t.Fatalf("%s is no constant", text)
		}
		return o
	}
	for _, test := range []struct {
		name string
		bits int
		at   map[byte]apply.Operand
		want string
	}{
		{"pshufd", 128, map[byte]apply.Operand{'a': vector("x"), 'i': {Number: 27}}, "i32x4 -> a3 a2 a1 a0"},
		{"pshufd", 128, map[byte]apply.Operand{'a': vector("x"), 'i': {Number: 256}}, "pshufd: an immediate is 0 to 255, and this is 256"},
		{"pshufd", 128, map[byte]apply.Operand{'a': vector("x"), 'i': {Number: -1}}, "pshufd: an immediate is 0 to 255, and this is -1"},
		{"psrldq", 128, map[byte]apply.Operand{'a': vector("x"), 'i': {Number: 200}}, "i8x16 -> z z z z z z z z z z z z z z z z"},
		{"pblendw", 128, map[byte]apply.Operand{'a': vector("x"), 'b': vector("y"), 'i': {Number: 0xf0}}, "i16x8 i16x8 -> a0 a1 a2 a3 b4 b5 b6 b7"},
		{"shufpd", 128, map[byte]apply.Operand{'a': vector("x"), 'b': vector("y"), 'i': {Number: 0xfe}}, "i64x2 i64x2 -> a0 b1"}, // only two bits count
		{"pshufb", 128, map[byte]apply.Operand{'a': vector("x"), 'k': constant("_mm_set1_epi8(-1)")}, "i8x16 -> z z z z z z z z z z z z z z z z"},
		{"pshufb", 128, map[byte]apply.Operand{'a': vector("x"), 'k': vector("k")}, "what pshufb does depends on the contents of k: it is a map only where these are constants"},
		{"shl", 64, map[byte]apply.Operand{'a': {Name: "x", Bits: 64, File: target.General}, 'i': {Number: 64}}, "i1x64 -> a0"}, // modulo 64
		{"shl", 32, map[byte]apply.Operand{'a': {Name: "x", Bits: 32, File: target.General}, 'i': {Number: 33}}, "i1x32 -> z a0 a1"},
		{"pext", 32, map[byte]apply.Operand{'a': {Name: "x", Bits: 32, File: target.General}, 'k': {Number: 0xff00ff00}}, "i1x32 -> a8 a9 a10 a11 a12 a13 a14 a15 a24 a25"},
		{"pext", 32, map[byte]apply.Operand{'a': {Name: "x", Bits: 32, File: target.General}, 'k': {Number: 1 << 32}}, "pext: 0x100000000 does not fit in 32 bits"},
		{"pshufd", 128, map[byte]apply.Operand{'i': {Number: 27}}, "pshufd has no operand a"},
	} {
		v := program.Values{Named: map[string]lane.Map{}}
		m, err := apply.Row(&v, row(t, test.name, test.bits), test.at)
		got := m.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s of %v is %s, want %s", test.name, test.at, got, test.want)
		}
	}
}

// Vectors that a call writes: set has the highest lane first.
func TestVectorConstant(t *testing.T) {
	for text, want := range map[string]string{
		"_mm_set_epi32(3, 2, 1, 0)":       "3000000020000000100000000",
		"_mm_setr_epi32(3,2,1,0)":         "10000000200000003",
		"_mm_set1_epi16(0x1ff)":           strings.Repeat("01ff", 8),
		"_mm256_setzero_si256()":          "0",
		"_mm_set_epi64x(-1, 1u)":          "ffffffffffffffff0000000000000001",
		"_mm_set_epi32(3, 2, 1)":          "",
		"_mm_set_epi32(3, 2, 1, x)":       "",
		"_mm_set_ps(3, 2, 1, 0)":          "",
		"_mm_set1_epi8":                   "",
		"_mm_set1_epi8(1":                 "",
		"_mm_shuffle_epi32(1)":            "",
		"_mm_setr_epi32(1, 2, 3, 4) + 1":  "",
		"_mm_set_epi32(3, 2, 1, 0, 1, 2)": "",
	} {
		o, ok := apply.VectorConstant(text)
		if ok != (want != "") {
			t.Errorf("%s is a constant: %v", text, ok)
			continue
		}
		if got := strings.TrimLeft(o.Constant.Hex(), "0"); ok && got != strings.TrimLeft(want, "0") {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}
