package cexpr_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// Statements are those of the machine that a map needs: of integers for 64 bits, of AVX2 up to 256, of AVX-512 beyond; and they are the map again.
func TestMachinesOfStatements(t *testing.T) {
	reversed := func(bits, n int) lane.Map {
		m := lane.Map{Bits: bits, Src: []int{n}}
		for i := range n {
			m.Lane = append(m.Lane, lane.From(0, n-1-i))
		}
		return m
	}
	for _, row := range []struct {
		m             lane.Map
		has, hasNever string
	}{
		{reversed(8, 8), "bswap", "_mm"}, {reversed(32, 2), "", "_mm"}, {reversed(32, 4), "_mm_", "_mm512"}, {reversed(8, 16), "_mm_", "_mm512"},
		{reversed(64, 4), "_mm256_", "_mm512"}, {reversed(32, 8), "_mm256_", "permutexvar"}, {reversed(16, 16), "_mm256_", "permutexvar"}, {reversed(64, 8), "_mm512_", "_mm256_"}, {reversed(32, 16), "_mm512_", "_mm256_"},
	} {
		all, err := cexpr.Intel().Sequence(t.Context(), row.m)
		if err != nil {
			t.Errorf("%s: %v", row.m.String(), err)
			continue
		}
		text := strings.Join(all, "\n")
		if !strings.Contains(text, row.has) || strings.Contains(text, row.hasNever) {
			t.Errorf("%s: %s", row.m.String(), text)
		}
		r, err := cexpr.Intel().Read(text, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if v, err := lane.Compare(r.Map, row.m); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s is %s, want %s", text, r.Map.String(), row.m.String())
		}
	}
	half := reversed(32, 4)
	half.Lane = half.Lane[2:]                                                // 64 bits of a vector of 128 are no integer
	for _, m := range []lane.Map{half, reversed(64, 16), reversed(8, 512)} { // and these are longer than any register
		if all, err := cexpr.Intel().Sequence(t.Context(), m); err == nil || err == cexpr.ErrInPlace {
			t.Errorf("%s: %q, %v", m.String(), all, err)
		}
	}
	for _, n := range []int{2, 4, 8} {
		same := reversed(64, n)
		slices.Reverse(same.Lane)
		if all, err := cexpr.Intel().Sequence(t.Context(), same); err != cexpr.ErrInPlace {
			t.Errorf("the identity of %d lanes: %q, %v", n, all, err)
		}
	}
}

// Types that speak of a descriptor have its lanes, half or twice as many; nothing else takes one for its parameter.
func TestTypesOfDescriptors(t *testing.T) {
	for _, elem := range []struct {
		name string
		bits int
	}{{"uint8_t", 8}, {"int16_t", 16}, {"uint32_t", 32}, {"float", 32}, {"int64_t", 64}, {"double", 64}} {
		for _, total := range []int{64, 128, 256, 512} {
			n := total / elem.bits
			for of, lanes := range map[string]int{"D": n, "Half<D>": n / 2, "Twice<D>": 2 * n} {
				for _, vector := range []string{"Vec<E> v; Reverse(E(), v)", "VFromD<E> v; Reverse(E(), v)", "Vec<E> v; Reverse(E{}, v)", "E d; Vec<E> v; Reverse(d, v)"} {
					text := fmt.Sprintf("using D = Full%d<%s>; using E = %s; %s", total, elem.name, of, vector)
					r, err := cexpr.Highway().Read(text, dialect.Options{})
					switch {
					case n == 1 && lanes == 0: // half of one lane is none
						if err == nil {
							t.Errorf("%s is read as %s", text, r.Map.String())
						}
					case err != nil:
						t.Errorf("%s: %v", text, err)
					case len(r.Map.Lane) != lanes || r.Map.Bits != elem.bits || r.Map.Lane[0] != lane.From(0, lanes-1):
						t.Errorf("%s is %s", text, r.Map.String())
					}
				}
			}
		}
	}
	dialecttest.Refused(t, cexpr.Highway(), [][2]string{
		{"using D = Full128<uint8_t>; ‹Foo<D> v;› Reverse(D(), v)", `"Foo<D>" is no type that is known here: expected one such as __m128i, uint8x16_t, or a typedef with vector_size`},
		{"‹Vec<E> v;› Reverse(E(), v)", `"Vec<E>" is no type that is known here: expected one such as __m128i, uint8x16_t, or a typedef with vector_size`},
	})
}

// A name means what was assigned to it last, a number, an integer or a vector, whatever it was before.
func TestNamesAnew(t *testing.T) {
	values := []struct{ declared, then string }{
		{"__m128i t = _mm_slli_si128(v, 4);", "_mm_srli_si128(t, 4)"}, {"uint64_t t = _pext_u64(x, 0xff00);", "t << 8"}, {"const int t = 4;", "_mm_slli_si128(v, t)"},
		{"uint32x4_t t = vrev64q_u32(w);", "t[1]"}, {"uint8x16x2_t t = vzipq_u8(y, z);", "t.val[1]"},
	}
	bytes := func(text string) (all []string) {
		r, err := cexpr.Intel().Read(text, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			return nil
		}
		m, err := r.Map.Regroup(8)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range m.Lane {
			if l.Kind == lane.Source {
				all = append(all, fmt.Sprint(r.Names[l.Src], l.Index))
			} else {
				all = append(all, fmt.Sprint(l))
			}
		}
		return all
	}
	for _, before := range values {
		for _, now := range values {
			text := now.declared + " " + now.then
			if got, want := bytes(before.declared+" "+text), bytes(text); !slices.Equal(got, want) {
				t.Errorf("behind %s, %s is %v, want %v", before.declared, text, got, want)
			}
		}
	}
}

// Under a mask that is a number, a call keeps the lanes of its first argument, or clears them, where the mask has none.
func TestMasksInCalls(t *testing.T) {
	for mask := range 16 {
		var kept, cleared []string
		for i := range 4 {
			lane := fmt.Sprintf("a%d", 3-i)
			if mask>>i&1 == 1 {
				kept, cleared = append(kept, lane), append(cleared, lane)
				continue
			}
			kept, cleared = append(kept, fmt.Sprintf("b%d", i)), append(cleared, "z")
		}
		for text, want := range map[string]string{
			fmt.Sprintf("_mm_mask_shuffle_epi32(s, %d, a, 27)", mask): "s: " + strings.Join(kept, " "), fmt.Sprintf("_mm_maskz_shuffle_epi32(%d, a, 27)", mask): "a: " + strings.Join(cleared, " "),
			fmt.Sprintf("_mm_mask_shuffle_epi32(_mm_setzero_si128(), %d, a, 27)", mask): "a: " + strings.Join(cleared, " "),
		} {
			r, err := cexpr.Intel().Read(text, dialect.Options{})
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			said := make([]string, 4)
			m, err := r.Map.Regroup(32)
			if err != nil {
				t.Fatal(err)
			}
			for i, l := range m.Lane {
				switch {
				case l.Kind != lane.Source:
					said[i] = "z"
				case r.Names[l.Src] == "s":
					said[i] = fmt.Sprintf("b%d", l.Index)
				default:
					said[i] = fmt.Sprintf("a%d", l.Index)
				}
			}
			if _, want, _ := strings.Cut(want, ": "); strings.Join(said, " ") != want {
				t.Errorf("%s is %v, want %s", text, said, want)
			}
		}
	}
}

// A call of memory whose brackets do not close is told so where they open.
func TestOpenBrackets(t *testing.T) {
	var rows [][2]string
	for _, call := range []string{"_mm_loadu_si128", "vld1q_u8", "wasm_v128_load", "_mm_storeu_si128", "vst1q_u8"} {
		for _, rest := range []string{"p", "(const __m128i *)(p + 16", "p + (q[3)", "&a[0"} {
			rows = append(rows, [2]string{call + "(‹" + rest + "›", "the brackets of " + call + " do not close"})
		}
	}
	dialecttest.Refused(t, cexpr.Builtin(), rows)
}

// Of a choice by a mask the lanes are those that any of its sides or the mask is known to have.
func TestWhoseLanesAreChosen(t *testing.T) {
	for _, declared := range []string{"", "Vec128<uint32_t> a;", "Vec128<uint32_t> b;", "Vec128<uint32_t> a, b;"} {
		for n := range 5 {
			var chosen, first, second []string
			for i := range 4 {
				a, b := fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i)
				if i < n {
					chosen, first, second = append(chosen, a), append(first, a), append(second, "z")
				} else {
					chosen, first, second = append(chosen, b), append(first, "z"), append(second, b)
				}
			}
			mask := fmt.Sprintf("(FirstN(Full128<uint32_t>(), %d), ", n)
			for call, want := range map[string][]string{"IfThenElse" + mask + "a, b)": chosen, "IfThenElseZero" + mask + "a)": first, "IfThenZeroElse" + mask + "b)": second} {
				r, err := cexpr.Highway().Read(declared+call, dialect.Options{})
				if err != nil {
					t.Errorf("%s %s: %v", declared, call, err)
					continue
				}
				m, err := r.Map.Regroup(32)
				if err != nil {
					t.Errorf("%s %s: %v", declared, call, err)
					continue
				}
				var got []string
				for _, l := range m.Lane {
					if l.Kind == lane.Source {
						got = append(got, fmt.Sprintf("%s%d", r.Names[l.Src], l.Index))
					} else {
						got = append(got, "z")
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s %s is %v, want %v", declared, call, got, want)
				}
			}
		}
	}
}

// A macro is what it says with its arguments for its parameters, whatever stands around them; a number is none of them, and what stands in front of a directive is nothing.
func TestMacrosInFull(t *testing.T) {
	for _, blank := range []string{"", " ", "\t", "  \t "} {
		for _, define := range []string{"#define S(v, u) _mm_slli_si128(v,u)", "#define S(v, u) _mm_slli_si128( v , u )", "#define S(u, v) _mm_slli_si128(u, v)", "#define S(v, u) (_mm_slli_si128((v), ((u) + 0x0u) * 1u))",
			"#define S(v,\\\n u) \\\n _mm_slli_si128(v, u + 0u - 0u)", "#define S(x, x1) _mm_slli_si128(x, x1 + 0x1 - 1)"} {
			for k := 1; k < 4; k++ {
				for _, before := range []string{"", "\n", "// a line\n", "/* two\n lines */\n", "__m128i a;\n"} {
					text := before + blank + define + "\n" + blank + fmt.Sprintf("S(a, %d)", k)
					r, err := cexpr.Intel().Read(text, dialect.Options{})
					if err != nil {
						t.Errorf("%s: %v", text, err)
					} else if l := r.Map.Lane; len(l) != 16 || l[k-1] != lane.Zero() || l[k] != lane.From(0, 0) || l[15] != lane.From(0, 15-k) {
						t.Errorf("%s is %s", text, r.Map.String())
					}
				}
			}
		}
	}
}

// What a table does not reach is kept of the first argument, which is a vector of as many bits as there are indices.
func TestKeptBesideTables(t *testing.T) {
	var rows [][2]string
	const sixteen, eight = "(uint8x16_t){0}", "(uint8x8_t){0}"
	for n := 1; n <= 4; n++ {
		table := "a"
		for k, name := range []string{"", "uint8x16x2_t", "uint8x16x3_t", "uint8x16x4_t"} {
			if k == n-1 && k > 0 {
				rows = append(rows, [2]string{fmt.Sprintf("%s t; ‹vqtbx%dq_u8(vget_low_u8(v), t, %s)›", name, n, sixteen), fmt.Sprintf("vqtbx%dq_u8: expected a vector of 128 bits, and this has 64", n)},
					[2]string{fmt.Sprintf("%s t; ‹vqtbx%d_u8(vrev64q_u8(v), t, %s)›", name, n, eight), fmt.Sprintf("vqtbx%d_u8: expected a vector of 64 bits, and this has 128", n)})
			}
		}
		if n == 1 {
			rows = append(rows, [2]string{"‹vqtbx1q_u8(vget_low_u8(v), " + table + ", " + sixteen + ")›", "vqtbx1q_u8: expected a vector of 128 bits, and this has 64"},
				[2]string{"‹vqtbx1_u8(vrev64q_u8(v), " + table + ", " + eight + ")›", "vqtbx1_u8: expected a vector of 64 bits, and this has 128"})
		}
	}
	dialecttest.Refused(t, cexpr.Builtin(), rows)
}

// A mask that nobody knows guards a reading, each of whose lanes is the old one where its bit is 0; one that is known guards none.
func TestMasksThatGuard(t *testing.T) {
	for text, guarded := range map[string]bool{
		"__m128i f(__m128i a, __m128i b, __mmask8 k) { return _mm_mask_shuffle_epi32(a, k, b, 27); }": true, "_mm_mask_shuffle_epi32(a, k, b, 27)": true, "_mm_maskz_shuffle_epi32(k, b, 27)": true, "_mm256_mask_permutexvar_epi32(a, k, _mm256_set1_epi32(3), b)": true,
		"_mm_mask_shuffle_epi32(a, 5, b, 27)": false, "_mm_maskz_shuffle_epi32(5, b, 27)": false, "_mm_shuffle_epi32(b, 27)": false,
	} {
		r, err := cexpr.Intel().Read(text, dialect.Options{})
		if err != nil || (r.Guard != nil) != guarded || guarded && !strings.Contains(r.Guard.String(), "under k") {
			t.Errorf("%s: %v under %v, %v", text, r.Map, r.Guard, err)
		}
	}
}

// What is taken out of a vector as a number has a sign as its function's type has one, so that what is shifted down behind it is a movement without one alone.
func TestSignsOfNumbersTakenOut(t *testing.T) {
	for call, signed := range map[string]bool{
		"_mm_extract_ps(a, 2)": true, "_mm_extract_epi32(a, 2)": true, "_mm_cvtsi128_si32(a)": true, "_mm_extract_epi64(a, 1)": true, "_mm_cvtsi128_si64(a)": true, "_mm_extract_epi8(a, 3)": false, "_mm_extract_epi16(a, 3)": false, "(uint32_t)_mm_extract_ps(a, 2)": false, "(uint64_t)_mm_extract_epi64(a, 1)": false,
	} {
		_, err := cexpr.Intel().Read(call+" >> 8", dialect.Options{})
		if signed != (err != nil) || err != nil && !strings.Contains(err.Error(), "copies the sign") {
			t.Errorf("%s: %v", call, err)
		}
	}
}
