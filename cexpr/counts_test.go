package cexpr_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// A table that is asked for each lane has an index for each, and no more.
func TestAsManyIndicesAsLanes(t *testing.T) {
	zeros := func(bits, n int) string {
		return fmt.Sprintf("(Vec%d<uint%d_t>){%s}", bits*n, bits, strings.TrimSuffix(strings.Repeat("0, ", n), ", "))
	}
	for _, total := range []int{64, 128, 256, 512} {
		for _, bits := range []int{8, 16, 32, 64} {
			for _, indices := range []int{64, 128, 256, 512} {
				for call, name := range map[string]string{
					"TableLookupLanes(a, %s)": "TableLookupLanes", "TwoTablesLookupLanes(a, b, %s)": "TwoTablesLookupLanes", "TwoTablesLookupLanes(D(), a, b, %s)": "TwoTablesLookupLanes",
					"TableLookupBytes(a, %s)": "TableLookupBytes", "TableLookupBytesOr0(a, %s)": "TableLookupBytesOr0",
				} {
					own := bits
					if strings.Contains(name, "Bytes") {
						own = 8
					}
					declared := fmt.Sprintf("using D = Full%d<uint%d_t>; Vec%d<uint%d_t> a, b; ", total, bits, total, bits)
					call = fmt.Sprintf(call, zeros(own, indices/own))
					if indices != total {
						dialecttest.Refused(t, cexpr.Highway(), [][2]string{{declared + "‹" + call + "›", fmt.Sprintf("%s: expected %d numbers, found %d", name, total/own, indices/own)}})
						continue
					}
					r, err := cexpr.Highway().Read(declared+call, dialect.Options{})
					if err != nil {
						t.Errorf("%s%s: %v", declared, call, err)
					} else if got := r.Map.Bits * len(r.Map.Lane); got != total || r.Map.Lane[0] != lane.From(0, 0) {
						t.Errorf("%s%s is %s", declared, call, r.Map)
					}
				}
			}
		}
	}
}

// A vector whose name says its bits has them, whatever its lanes are.
func TestBitsOfVectors(t *testing.T) {
	for typ, bits := range map[string]int{"uint8_t": 8, "int8_t": 8, "uint16_t": 16, "short": 16, "unsigned short": 16, "int": 32, "float": 32, "unsigned": 32, "unsigned int": 32, "int64_t": 64, "double": 64} {
		for _, total := range []int{64, 128, 256, 512} {
			for _, text := range []string{"Vec%d<%s> a; Reverse(d, a)", "Reverse(Full%d<%s>(), a)", "auto f(Vec%d<%s> a) { return Reverse(d, a); }", "const Full%d<%s> d; Reverse(d, a)"} {
				text := fmt.Sprintf(text, total, typ)
				r, err := cexpr.Highway().Read(text, dialect.Options{})
				switch n := total / bits; {
				case err != nil:
					t.Errorf("%s: %v", text, err)
				case r.Map.Bits != bits || len(r.Map.Lane) != n || r.Map.Lane[0] != lane.From(0, n-1) || r.Map.Lane[n-1] != lane.From(0, 0):
					t.Errorf("%s is %s", text, r.Map)
				}
			}
		}
	}
	for _, total := range []string{"", "1", "32", "192", "1024", "612", "128x"} {
		dialecttest.Refused(t, cexpr.Highway(), [][2]string{{"‹Vec" + total + "<uint8_t> a;› Reverse(d, a)", `"Vec` + total + `<uint8_t>" is no type that is known here: expected one such as __m128i, uint8x16_t, or a typedef with vector_size`}})
	}
}

// _MM_SHUFFLE takes four numbers of two bits, and its last one is lane 0's.
func TestNumbersOfShuffles(t *testing.T) {
	for n := range 8 {
		if n == 4 {
			continue
		}
		call := "_MM_SHUFFLE(" + strings.TrimSuffix(strings.Repeat("1, ", n), ", ") + ")"
		dialecttest.Refused(t, cexpr.Intel(), [][2]string{{"_mm_shuffle_epi32(a, ‹" + call + "›)", fmt.Sprintf("_MM_SHUFFLE takes four numbers, and there are %d", n)}, {"_mm_shuffle_ps(a, b, ‹" + call + "›)", fmt.Sprintf("_MM_SHUFFLE takes four numbers, and there are %d", n)}})
	}
	for at := range 4 {
		for _, wrong := range []string{"-1", "4", "a", "255", "5 - 1"} {
			all := []string{"0", "1", "2", "3"}
			all[at] = wrong
			dialecttest.Refused(t, cexpr.Intel(), [][2]string{{"_mm_shuffle_epi32(a, ‹_MM_SHUFFLE(" + strings.Join(all, ", ") + ")›)", "_MM_SHUFFLE takes numbers from 0 to 3"}})
		}
	}
	for k := range 256 {
		text := fmt.Sprintf("_mm_shuffle_epi32(a, _MM_SHUFFLE(%d, %d, %d, %d))", k>>6, k>>4&3, k>>2&3, k&3)
		r, err := cexpr.Intel().Read(text, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		m, err := r.Map.Regroup(32)
		if err != nil || len(r.Warnings) != one(k == 0b00_01_10_11) {
			t.Errorf("%s is %s: %v, %q", text, r.Map, err, r.Warnings)
			continue
		}
		for i, l := range m.Lane {
			if l != lane.From(0, k>>(2*i)&3) {
				t.Errorf("%s is %s", text, m)
			}
		}
	}
}

// _MM_SHUFFLE2 takes two numbers of one bit, of which the last is lane 0's.
func TestNumbersOfShuffles2(t *testing.T) {
	for k := range 4 {
		text := fmt.Sprintf("_mm_shuffle_pd(a, b, _MM_SHUFFLE2(%d, %d))", k>>1, k&1)
		r, err := cexpr.Intel().Read(text, dialect.Options{})
		if want := fmt.Sprintf("i64x2 i64x2 -> a%d b%d", k&1, k>>1); err != nil || r.Map.String() != want {
			t.Errorf("%s is %s, %v, want %s", text, r.Map, err, want)
		}
	}
}

// What is made of an integer or of halves is a vector, and no integer itself.
func TestMadeVectorsAreNoIntegers(t *testing.T) {
	for call, bits := range map[string]int{
		"vcreate_u8(x)": 64, "vcreate_f32(x)": 64, "vget_low_u8(a)": 64, "vget_high_s32(a)": 64, "vreinterpret_u8_u16(h)": 64, "vreinterpretq_u8_u16(a)": 128, "vcombine_u8(h, h)": 128, "vdup_n_u8(x)": 64,
		"vdupq_n_u64(x)": 128, "veor_u8(h, h)": 64, "vset_lane_u8(x, h, 1)": 64, "vdupq_lane_u8(h, 1)": 128, "vcopyq_lane_u8(a, 1, h, 2)": 128, "_mm_cvtsi64_si128(x)": 128, "_mm_set1_epi8(x)": 128,
	} {
		why := fmt.Sprintf("expected an integer, such as one lane, found a vector of %d bits", bits)
		declared := "uint64_t x; uint8x8_t h; uint8x16_t a; "
		dialecttest.Refused(t, cexpr.Builtin(), [][2]string{
			{declared + "‹uint64_t y = " + call + "›;", "y is an integer of 64 bits, and no vector such as __m128i: " + why},
			{declared + "‹vdupq_n_u64(" + call + ")›;", "vdupq_n_u64: " + why},
			{declared + "‹__rolq(" + call + ", 8)›;", "__rolq: " + why},
		})
	}
}

// Rows of a constant array lie one behind another, and its brackets say how many numbers each has.
func TestConstantRows(t *testing.T) {
	for _, row := range []int{2, 4, 8, 16} {
		for rows := 1; rows <= 4; rows++ {
			for _, braces := range []bool{true, false} {
				var all []string
				for r := range rows {
					var numbers []string
					for i := range row {
						numbers = append(numbers, fmt.Sprint(16*r+i))
					}
					text := strings.Join(numbers, ", ")
					if braces {
						text = "{" + text + "}"
					}
					all = append(all, text)
				}
				for _, brackets := range []string{"[%d][%d]", "[ %d ][ %d ]", "[%d] [%d]", "[/* %d rows */][%d]", "[%d][(2 * %d) / 2]"} {
					array := fmt.Sprintf("static const uint64_t m"+brackets+" = {"+strings.Join(all, ", ")+"};\n", rows, row)
					for r := range rows {
						for _, at := range []string{"m[%d]", "&m[%d]", "m + %d"} {
							text := array + "_mm512_loadu_si512(" + fmt.Sprintf(at, r) + ")"
							if row < 8 {
								text = array + "_mm_loadu_si128(" + fmt.Sprintf(at, r) + ")"
							}
							got, err := cexpr.Intel().Read(text, dialect.Options{})
							if err != nil {
								t.Errorf("%s: %v", text, err)
								continue
							}
							m, err := got.Map.Regroup(64)
							if err != nil {
								t.Fatal(err)
							}
							for i, l := range m.Lane {
								if v, ok := l.Const.Uint64(); l.Kind != lane.Constant || !ok || v != uint64(16*r+i) {
									t.Errorf("%s is %s", text, m)
									break
								}
							}
						}
					}
					text := array + "‹_mm512_loadu_si512(m[" + fmt.Sprint(rows) + "])›"
					dialecttest.Refused(t, cexpr.Intel(), [][2]string{{text, fmt.Sprintf("m has %d elements of 64 bits: 8 of them from element %d on are not there", rows*row, rows*row)}})
				}
			}
		}
	}
}

// In front of = stands a name.
func TestNamesInFront(t *testing.T) {
	for _, before := range []string{"", "__m128i a; ", "__m128i f(__m128i a) { ", "\n"} {
		for _, statement := range []string{"= a;", "= _mm_slli_si128(a, 4);", "*= a;", "* = a;", "[3] = a;", "[3] [2]= a;", "|= a;", "^= a;", "<<= 3;", "=", "= {1, 2};"} {
			r, err := cexpr.Intel().Read(before+statement, dialect.Options{})
			var wrong *syntax.Error
			if !errors.As(err, &wrong) {
				t.Errorf("%s%s is read as %s: %v", before, statement, r.Map, err)
			} else if want := `expected a name in front of =, found "` + statement[:1] + `"`; wrong.Off != len(before) || wrong.What != want && (statement[:2] != "<<" || wrong.What != strings.ReplaceAll(want, `"<"`, `"<<="`)) {
				t.Errorf("%s%s: byte %d: %s", before, statement, wrong.Off, wrong.What)
			}
		}
	}
}
