package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// Every word for an integer has its bits, as a variable's type, as a cast, and where its size is asked for.
func TestBitsOfIntegers(t *testing.T) {
	for typ, bits := range map[string]int{
		"unsigned char": 8, "unsigned short": 16, "unsigned short int": 16, "unsigned": 32, "unsigned int": 32, "unsigned long": 64, "unsigned long int": 64, "long unsigned int": 64, "unsigned long long": 64, "unsigned long long int": 64,
		"unsigned __int64": 64, "size_t": 64, "const size_t": 64, "uint8_t": 8, "uint16_t": 16, "uint32_t": 32, "uint64_t": 64, "const unsigned": 32,
		"char": 8, "signed char": 8, "short": 16, "int": 32, "signed": 32, "long": 64, "long long": 64, "__int64": 64, "int8_t": 8, "int16_t": 16, "int32_t": 32, "int64_t": 64,
	} {
		read := func(text string) (lane.Map, bool) {
			r, err := cexpr.Intel().Read(text, dialect.Options{})
			if err != nil {
				t.Errorf("%s: %v", text, err)
				return lane.Map{}, false
			}
			m, err := r.Map.Regroup(8)
			if err != nil {
				t.Errorf("%s is %s", text, r.Map.String())
				return lane.Map{}, false
			}
			return m, true
		}
		for _, text := range []string{typ + " x; " + typ + " y = x;", typ + " f(" + typ + " x) { return x; }", typ + " y = (" + typ + ")_pext_u64(a, ~0ull);"} {
			m, ok := read(text)
			if !ok {
				continue
			}
			if len(m.Lane) != bits/8 {
				t.Errorf("%s is %s, want %d bits", text, m.String(), bits)
			}
			for i, l := range m.Lane {
				if l != lane.From(0, i) {
					t.Errorf("%s is %s", text, m.String())
				}
			}
		}
		if strings.HasPrefix(typ, "const") {
			continue
		}
		if m, ok := read("_mm_slli_si128(a, sizeof(" + typ + "))"); ok && (m.Lane[bits/8] != lane.From(0, 0) || m.Lane[bits/8-1] != lane.Zero()) {
			t.Errorf("sizeof(%s) is as in %s", typ, m.String())
		}
	}
}

// A vector is as long everywhere, behind integers too, of which a part may be meant.
func TestLengthsBesideIntegers(t *testing.T) {
	read := func(text string) string {
		r, err := cexpr.Intel().Read(text, dialect.Options{})
		if err == nil {
			t.Errorf("%s is read as %s", text, r.Map.String())
			return ""
		}
		_, what, _ := strings.Cut(err.Error(), " ")
		return what
	}
	for _, two := range [][2]string{
		{"_mm256_bslli_epi128(a, 4)", "_mm_slli_si128(a, 4)"}, {"_mm_slli_si128(a, 4)", "_mm256_bslli_epi128(a, 4)"}, {"vrev64_u8(a)", "vrev64q_u8(a)"}, {"vrev64q_u8(a)", "vrev64_u8(a)"},
		{"_mm512_shuffle_epi32(a, 27)", "_mm_shuffle_epi32(a, 27)"},
	} {
		alone := read("auto u = " + two[0] + "; " + two[1])
		for _, before := range []string{"uint64_t t = _pext_u64(x, 15); ", "uint32_t t = x << 8 | x >> 24; ", "uint64_t t = __builtin_bswap64(x); uint32_t s = x << 3; "} {
			if got := read(before + "auto u = " + two[0] + "; " + two[1]); got != alone {
				t.Errorf("behind %s it is %s, want %s", before, got, alone)
			}
			if got := read("auto u = " + two[0] + "; " + before + two[1]); got != alone {
				t.Errorf("before %s it is %s, want %s", before, got, alone)
			}
		}
	}
}

// What a pointer points to is a vector like any other: its lanes are those of a vector, and not further vectors.
func TestPointedTo(t *testing.T) {
	for k := range 4 {
		for _, vector := range []string{"(*p)", "p[0]"} {
			text := fmt.Sprintf("const uint32x4_t *p; %s[%d]", vector, k)
			r, err := cexpr.Intel().Read(text, dialect.Options{})
			if err != nil || len(r.Map.Lane) != 1 || r.Map.Lane[0] != lane.From(0, k) || r.Map.Bits != 32 || r.Names[0] != strings.Trim(vector, "()*") {
				t.Errorf("%s is %s of %v: %v", text, r.Map.String(), r.Names, err)
			}
		}
	}
	dialecttest.Refused(t, cexpr.Intel(), [][2]string{
		{"const uint32x4_t *p; (*p)‹[4]›", "a vector has lanes 0 to 3, and this is 4"},
		{"const __m128i *p; ‹int k = *p›;", "k is an integer of 32 bits, and no vector such as __m128i: expected an integer, such as one lane, found \"p\", a vector of 128 bits"},
	})
}

// Vectors of another length than an intrinsic's are told of, whichever argument they are.
func TestLengthsOfArguments(t *testing.T) {
	var rows [][2]string
	for _, call := range []string{"vzip1q_u8(%s, %s)", "vzip2q_u16(%s, %s)", "vuzp1q_u32(%s, %s)", "vtrn2q_u64(%s, %s)", "vextq_u8(%s, %s, 3)", "vandq_u8(%s, %s)", "vbicq_u32(%s, %s)", "vsliq_n_u8(%s, %s, 4)"} {
		name, _, _ := strings.Cut(call, "(")
		rows = append(rows, [2]string{"‹" + fmt.Sprintf(call, "vget_low_u8(a)", "b") + "›", name + ": expected a vector of 128 bits, and this has 64"}, [2]string{"‹" + fmt.Sprintf(call, "b", "vget_low_u8(a)") + "›", name + ": expected a vector of 128 bits, and this has 64"})
	}
	for _, call := range []string{"vzip1_u8(%s, %s)", "vuzp2_u16(%s, %s)", "vext_u8(%s, %s, 3)", "vorr_u8(%s, %s)"} {
		name, _, _ := strings.Cut(call, "(")
		rows = append(rows, [2]string{"‹" + fmt.Sprintf(call, "vrev64q_u8(a)", "b") + "›", name + ": expected a vector of 64 bits, and this has 128"}, [2]string{"‹" + fmt.Sprintf(call, "b", "vrev64q_u8(a)") + "›", name + ": expected a vector of 64 bits, and this has 128"})
	}
	for _, call := range []string{"vrev64q_u8", "vmovn_u16", "vmovl_high_u8"} {
		rows = append(rows, [2]string{"‹" + call + "(vget_low_u8(a))›", call + ": expected a vector of 128 bits, and this has 64"})
	}
	for _, call := range []string{"vrev64_u8", "vmovl_u8"} {
		rows = append(rows, [2]string{"‹" + call + "(vrev64q_u8(a))›", call + ": expected a vector of 64 bits, and this has 128"})
	}
	dialecttest.Refused(t, cexpr.Builtin(), rows)
}

// What is wrong in the elements of an array is told where it stands.
func TestRefusedElements(t *testing.T) {
	var rows [][2]string
	for _, head := range []string{"static const uint8_t m[4] = {", "const int k[2][2] = {{1, 2}, {", "int32_t w[] = {1, 2, "} {
		rows = append(rows, [][2]string{
			{head + "‹?›, 1}; _mm_slli_si128(a, 1)", `expected a vector or a number, found "?"`}, {head + "1, ‹;› _mm_slli_si128(a, 1)", `expected a vector or a number, found ";"`},
			{head + "1‹ / 0›}; _mm_slli_si128(a, 1)", "a division by zero has no value"}, {head + "‹0z1›}; _mm_slli_si128(a, 1)", `"0z1" is no number`},
			{head + "‹foo(1)›}; _mm_slli_si128(a, 1)", "foo is no intrinsic that the targets know as a movement of lanes"},
		}...)
	}
	dialecttest.Refused(t, cexpr.Builtin(), rows)
}

// A vector of values has them in its lanes, the first in lane 0, as its descriptor says and none of the values.
func TestVectorsOfValues(t *testing.T) {
	for typ, n := range map[string]int{"uint8_t": 16, "int16_t": 8, "uint32_t": 4, "int64_t": 2} {
		var values, lanes []string
		for i := range n {
			values = append(values, fmt.Sprint(3*i+2))
			lanes = append(lanes, fmt.Sprintf("#%x", 3*i+2))
		}
		bits := 128 / n
		m, err := lane.Parse(fmt.Sprintf("-> i%dx%d: %s", bits, n, strings.Join(lanes, " ")))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range []string{"Full128<" + typ + ">()", "d", "D()"} {
			text := fmt.Sprintf("using D = Full128<%s>; D d; Dup128VecFromValues(%s, %s)", typ, d, strings.Join(values, ", "))
			r, err := cexpr.Highway().Read(text, dialect.Options{})
			if err != nil {
				t.Errorf("%s: %v", text, err)
			} else if v, err := lane.Compare(r.Map, m); err != nil || v.Relation != lane.Equal {
				t.Errorf("%s is %s, want %s", text, r.Map.String(), m.String())
			}
			over := fmt.Sprintf("Vec128<%s> v; using D = Full128<%s>; D d; Dup128VecFromValues(%s, %s, v[1])", typ, typ, d, strings.Join(values[1:], ", "))
			over = strings.Replace(over, ", v[1])", ")", 1)
			over = strings.Replace(over, "("+d+", ", "("+d+", v[1], ", 1)
			if r, err = cexpr.Highway().Read(over, dialect.Options{}); err != nil {
				t.Errorf("%s: %v", over, err)
			} else if m, err := r.Map.Regroup(bits); err != nil || m.Lane[0] != lane.From(0, 1) || m.Lane[1] != lane.Fixed(lane.ConstOf(5)) {
				t.Errorf("%s is %s", over, r.Map.String())
			}
		}
	}
}

// Several vectors that are declared are one behind another, as far as each is long.
func TestSeveralDeclared(t *testing.T) {
	for typ, bits := range map[string]int{"uint8x16x2_t": 256, "uint8x16x3_t": 384, "uint16x8x4_t": 512, "uint8x8x2_t": 128, "uint32x2x4_t": 256} {
		count := int(typ[len(typ)-3] - '0')
		r, err := cexpr.Arm().Read(typ+" t; "+typ+" u = t;", dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", typ, err)
			continue
		}
		m, err := r.Map.Regroup(8)
		if err != nil || len(m.Lane) != bits/8 || len(r.Names) != count {
			t.Errorf("%s is %s of %v", typ, r.Map.String(), r.Names)
			continue
		}
		per := bits / 8 / count
		for i, l := range m.Lane {
			if l != lane.From(i/per, i%per) || r.Names[i/per] != fmt.Sprintf("t.val[%d]", i/per) {
				t.Errorf("%s: byte %d is %v of %v", typ, i, l, r.Names)
			}
		}
	}
}
