package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
)

// What an element of an array of vectors was given is what it holds, whole and lane by lane; another element is as it was.
func TestElementsOfArraysHold(t *testing.T) {
	const declared = "typedef int v4si __attribute__((vector_size(16))); v4si a[3], b; "
	for k := range 3 {
		lanesAre(t, fmt.Sprintf("%sa[%d] = b; a[%[2]d]", declared, k), 32, []string{"b0", "b1", "b2", "b3"})
		for i := range 4 {
			lanesAre(t, fmt.Sprintf("%sa[%d] = b; a[%[2]d][%d]", declared, k, i), 32, []string{fmt.Sprint("b", i)})
			turned := fmt.Sprintf("%sa[%d] = __builtin_shuffle(b, (v4si){3, 2, 1, 0}); a[%[2]d][%d]", declared, k, i)
			lanesAre(t, turned, 32, []string{fmt.Sprint("b", 3-i)})
		}
		for other := range 3 {
			want := []string{"b0", "b1", "b2", "b3"}
			if other != k {
				for i := range want {
					want[i] = fmt.Sprintf("a[%d]%d", other, i)
				}
			}
			lanesAre(t, fmt.Sprintf("%sa[%d] = b; __builtin_shuffle(a[%d], (v4si){0, 1, 2, 3})", declared, k, other), 32, want)
		}
	}
}

// An element of an array of integers that is shifted by an assignment is what C makes of it: bits of its own, and zeros.
func TestElementsAreShifted(t *testing.T) {
	for _, bits := range []int{8, 16, 32} {
		for by := 1; by < bits; by += 1 + by/3 {
			for _, sign := range []string{"<<", ">>"} {
				var want []string
				for i := range bits {
					want = append(want, fmt.Sprint("x", i))
				}
				for i := range bits {
					at := i - by
					if sign == ">>" {
						at = i + by
					}
					if at < 0 || at >= bits {
						want = append(want, "z")
					} else {
						want = append(want, fmt.Sprint("y", at))
					}
				}
				lanesAre(t, fmt.Sprintf("uint%d_t p[2], x, y; p[0] = x; p[1] = y; p[1] %s= %d;", bits, sign, by), 1, want)
				lanesAre(t, fmt.Sprintf("uint%d_t p[2], x, y; p[0] = x; p[1] = (uint%[1]d_t)(y %s %d);", bits, sign, by), 1, want)
			}
		}
	}
}

// AltiVec's calls by the loops of its manual, with every number that each takes; the first that none takes is refused.
func TestAltiVecByItsManual(t *testing.T) {
	types := map[int]string{8: "char", 16: "short", 32: "int", 64: "long long"}
	for bits, name := range types {
		n := 128 / bits
		lane := func(k int) string { return "ab"[k/n:k/n+1] + fmt.Sprint(k%n) }
		held := func(call string, f func(i int) int) {
			want := make([]string, n)
			for i := range want {
				want[i] = lane(f(i))
			}
			lanesAre(t, "vector unsigned "+name+" a, b; "+call, bits, want)
		}
		held("vec_mergeh(a, b)", func(i int) int { return i/2 + i%2*n })
		held("vec_mergel(a, b)", func(i int) int { return n/2 + i/2 + i%2*n })
		held("vec_mergee(a, b)", func(i int) int { return i/2*2 + i%2*n })
		held("vec_mergeo(a, b)", func(i int) int { return i/2*2 + 1 + i%2*n })
		held("vec_reve(a)", func(i int) int { return n - 1 - i })
		for k := range n {
			held(fmt.Sprintf("vec_splat(a, %d)", k), func(int) int { return k })
		}
		for k := range 4 {
			held(fmt.Sprintf("vec_xxpermdi(a, b, %d)", k), func(i int) int { // halves: bit 1 says which of a, bit 0 which of b
				if i < n/2 {
					return i + k>>1*(n/2)
				}
				return n + i - n/2 + k&1*(n/2)
			})
		}
		for k := range 16 {
			if 8*k%bits == 0 {
				held(fmt.Sprintf("vec_sld(a, b, %d)", k), func(i int) int { return i + 8*k/bits })
			}
			if k < 4 && 32*k%bits == 0 {
				held(fmt.Sprintf("vec_sldw(a, b, %d)", k), func(i int) int { return i + 32*k/bits })
			}
		}
	}
	for call, most := range map[string]int{"vec_sld(a, b, %s)": 16, "vec_sldw(a, b, %s)": 4, "vec_xxpermdi(a, b, %s)": 4} {
		for _, k := range []int{most, most + 1, 99} {
			text := "vector unsigned char a, b; " + fmt.Sprintf(call, fmt.Sprintf("‹%d›", k))
			dialecttest.Refused(t, cexpr.Altivec(), [][2]string{{text, fmt.Sprintf("%d is out of range: expected 0 to %d", k, most-1)}})
		}
	}
}

// A store writes its value, wherever it stands among the arguments of another header's call, with as many bits as it has there; other numbers of arguments are none.
func TestStoresOfOtherHeaders(t *testing.T) {
	want := make([]string, 16)
	for i := range want {
		want[i] = fmt.Sprint("a", 15-i)
	}
	const turned = "__builtin_shufflevector(a, a, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)"
	for _, row := range []struct {
		name, before, behind string
	}{{"wasm_v128_store", "p, ", ""}, {"vec_st", "", ", 0, p"}, {"vec_xst", "", ", 0, p"}, {"vec_vsx_st", "", ", 0, p"}, {"Store", "", ", d, p"}, {"StoreU", "", ", d, p"}, {"Stream", "", ", d, p"}} {
		const declared = "typedef unsigned char v16 __attribute__((vector_size(16))); v16 a; "
		lanesAre(t, declared+row.name+"("+row.before+turned+row.behind+");", 8, want)
		for _, wrong := range []string{row.name + "()", row.name + "(" + row.before + turned + row.behind + ", q)", row.name + "(" + turned + ")"} {
			if r, err := cexpr.Builtin().Read(declared+wrong+";", dialect.Options{}); err == nil {
				t.Errorf("%s is %s", wrong, r.Map)
			}
		}
	}
}

// What turns an integer's bytes or bits around has no sign, so that a shift behind it brings zeros.
func TestTurnedIntegersHaveNoSign(t *testing.T) {
	for call, bits := range map[string]int{"__builtin_bswap32(x)": 32, "__builtin_bswap64(x)": 64, "_bswap(x)": 32, "_bswap64(x)": 64, "__builtin_bitreverse32(x)": 32, "__builtin_bitreverse64(x)": 64} {
		typ := fmt.Sprintf("uint%d_t", bits)
		whole := lanesRead(t, typ+" x; "+call, 1)
		if len(whole) != bits {
			t.Errorf("%s has %d bits", call, len(whole))
			continue
		}
		for by := 1; by < bits; by += 5 {
			want := append([]string{}, whole[by:]...)
			for range by {
				want = append(want, "z")
			}
			lanesAre(t, fmt.Sprintf("%s x; %s >> %d", typ, call, by), 1, want)
		}
	}
}

// A lane of what has no type is none: how many lanes there are is not in the text.
func TestLanesOfWhatHasNoType(t *testing.T) {
	for _, vector := range []string{"_mm_unpacklo_epi8(a, b)", "(a | b)", "_mm_shuffle_epi32(a, 27)", "(a & b)"} {
		for k := range 5 {
			_, err := cexpr.Builtin().Read(fmt.Sprintf("%s[%d]", vector, k), dialect.Options{})
			if want := fmt.Sprintf("1:%d: what is in front of [%d] has no type: a declaration or a cast says how many lanes it has", len(vector)+1, k); err == nil || err.Error() != want {
				t.Errorf("%s[%d]: %v, want %s", vector, k, err, want)
			}
		}
	}
}

// Arm's tables by its manual: an index beyond them gives zero, or by tbx the byte that stands there already.
func TestTablesOfArm(t *testing.T) {
	r := chance.Random(t, 0)
	for range 40 {
		for name, row := range map[string]struct{ table, lanes int }{"vtbl1_u8": {8, 8}, "vtbx1_u8": {8, 8}, "vqtbl1_u8": {16, 8}, "vqtbx1_u8": {16, 8}, "vqtbl1q_u8": {16, 16}, "vqtbx1q_u8": {16, 16}, "vtbl1_s8": {8, 8}, "vqtbx1_p8": {16, 8}} {
			keeps := strings.Contains(name, "tbx")
			want, numbers := make([]string, row.lanes), make([]string, row.lanes)
			for i := range want {
				k := r.IntN(row.table + 6)
				if i == 0 { // something moves
					k = r.IntN(row.table)
				}
				numbers[i] = fmt.Sprint(k)
				switch {
				case k < row.table:
					want[i] = fmt.Sprint("t", k)
				case keeps:
					want[i] = fmt.Sprint("o", i)
				default:
					want[i] = "z"
				}
			}
			call := fmt.Sprintf("%s(%st, (uint8x%d_t){%s})", name, map[bool]string{true: "o, "}[keeps], row.lanes, strings.Join(numbers, ", "))
			lanesAre(t, call, 8, want)
		}
	}
}

// SVE's last lane is the last that the predicate has, and of none the last of all; the one behind it begins again with the first.
func TestLastLanesOfSVE(t *testing.T) {
	for bits, name := range map[int]string{8: "u8", 16: "u16", 32: "u32", 64: "u64"} {
		n := 128 / bits
		for active := range n + 1 {
			predicate := fmt.Sprintf("svwhilelt_b%d(0, %d)", bits, active)
			if active == 0 {
				predicate = "svpfalse()"
			}
			last := (active + n - 1) % n
			lanesAre(t, fmt.Sprintf("svlastb_%s(%s, a)", name, predicate), bits, []string{fmt.Sprint("a", last)})
			lanesAre(t, fmt.Sprintf("svlasta_%s(%s, a)", name, predicate), bits, []string{fmt.Sprint("a", (last+1)%n)})
		}
	}
}
