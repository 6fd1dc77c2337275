package cexpr_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// bytesOfRISCV is what C says of each byte of a result: of which name it is and which byte of that, _ where it may be anything, z where it is zero, and the number where it is known.
func bytesOfRISCV(t *testing.T, text string) []string {
	t.Helper()
	r, err := cexpr.RISCV().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	m, err := r.Map.Regroup(8)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var all []string
	for _, l := range m.Lane {
		switch {
		case l.Kind == lane.Undefined:
			all = append(all, "_")
		case l.Kind == lane.Source:
			all = append(all, fmt.Sprintf("%s:%d", r.Names[l.Src], l.Index))
		case l == lane.Zero():
			all = append(all, "z")
		default:
			all = append(all, fmt.Sprint(l.Const))
		}
	}
	return all
}

// sameRISCV compares with lanes of so many bytes, each of which is a name and the number of one of its lanes, or _ or z.
func sameRISCV(t *testing.T, text string, bytes int, want []string) {
	t.Helper()
	var each []string
	for _, word := range want {
		name, at, ok := strings.Cut(word, ":")
		for b := range bytes {
			if !ok {
				each = append(each, word)
				continue
			}
			var i int
			fmt.Sscanf(at, "%d", &i)
			each = append(each, fmt.Sprintf("%s:%d", name, i*bytes+b))
		}
	}
	if got := bytesOfRISCV(t, text); !slices.Equal(got, each) {
		t.Errorf("%s is\n%v, want\n%v", text, got, each)
	}
}

// counted are lanes of a name, from one on.
func counted(name string, first, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("%s:%d", name, first+i))
	}
	return all
}

func repeatedWord(word string, n int) (all []string) {
	for range n {
		all = append(all, word)
	}
	return all
}

// refusedRISCV is a call that there is not.
func refusedRISCV(t *testing.T, text, want string) {
	t.Helper()
	if r, err := cexpr.RISCV().Read(text, dialect.Options{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v, %v, want %q", text, r.Map, err, want)
	}
}

// Parts of several registers, of lanes of each width: taken out, put in and put together, and registers with more behind them or with less.
func TestRISCVParts(t *testing.T) {
	for _, elem := range []string{"u8", "i16", "f32", "u64"} {
		bytes := map[string]int{"u8": 1, "i16": 2, "f32": 4, "u64": 8}[elem]
		for part := 1; part <= 4; part *= 2 {
			for whole := 2 * part; whole <= 8; whole *= 2 {
				small, large := fmt.Sprintf("%sm%d", elem, part), fmt.Sprintf("%sm%d", elem, whole)
				n, all := 16*part/bytes, 16*whole/bytes
				var names []string
				var together []string
				for k := range whole / part {
					sameRISCV(t, fmt.Sprintf("__riscv_vget_v_%s_%s(a, %d)", large, small, k), bytes, counted("a", k*n, n))
					sameRISCV(t, fmt.Sprintf("__riscv_vset_v_%s_%s(a, %d, b)", small, large, k), bytes, slices.Concat(counted("a", 0, k*n), counted("b", 0, n), counted("a", (k+1)*n, all-(k+1)*n)))
					names = append(names, string(rune('a'+k)))
					together = append(together, counted(names[k], 0, n)...)
				}
				sameRISCV(t, fmt.Sprintf("__riscv_vcreate_v_%s_%s(%s)", small, large, strings.Join(names, ", ")), bytes, together)
				sameRISCV(t, fmt.Sprintf("__riscv_vlmul_ext_v_%s_%s(a)", small, large), bytes, slices.Concat(counted("a", 0, n), repeatedWord("_", all-n)))
				sameRISCV(t, fmt.Sprintf("__riscv_vlmul_trunc_v_%s_%s(a)", large, small), bytes, counted("a", 0, n))
				for _, k := range []int{-1, whole / part, 9, 1<<59 + 4, math.MaxInt} {
					refusedRISCV(t, fmt.Sprintf("__riscv_vget_v_%s_%s(a, %d)", large, small, k), fmt.Sprintf("there are parts 0 to %d, and this is %d", whole/part-1, k))
					refusedRISCV(t, fmt.Sprintf("__riscv_vset_v_%s_%s(a, %d, b)", small, large, k), fmt.Sprintf("there are parts 0 to %d, and this is %d", whole/part-1, k))
				}
				refusedRISCV(t, fmt.Sprintf("__riscv_vcreate_v_%s_%s(%s, z)", small, large, strings.Join(names, ", ")), fmt.Sprintf("expected %d vectors, found %d", whole/part, whole/part+1))
			}
		}
	}
	for _, text := range []string{"__riscv_vget(a, 1)", "__riscv_vset(a, 1, b)", "__riscv_vcreate(a, b)", "__riscv_vlmul_ext(a)", "__riscv_vreinterpret(a)", "__riscv_vget_v_u16m2_u8m1(a, 1)", "__riscv_vset_v_u8m1_u16m2(a, 1, b)", "__riscv_vlmul_ext_v_u8m1_u16m2(a)"} {
		refusedRISCV(t, text, "the type of the lanes is not in the text")
	}
}

// Several vectors in one variable: each by its number, whether it was loaded, put in, put together or never said.
func TestRISCVTuples(t *testing.T) {
	for _, elem := range []string{"u8", "i16", "u32", "f64"} {
		bytes := map[string]int{"u8": 1, "i16": 2, "u32": 4, "f64": 8}[elem]
		for fields := 2; fields <= 8; fields++ {
			one, n := elem+"m1", 16/bytes
			tuple := fmt.Sprintf("%sx%d", one, fields)
			var names []string
			for k := range fields {
				names = append(names, string(rune('a'+k)))
			}
			made := fmt.Sprintf("__riscv_vcreate_v_%s(%s)", tuple, strings.Join(names, ", "))
			for k := range fields {
				sameRISCV(t, fmt.Sprintf("__riscv_vget_v_%s_%s(t, %d)", tuple, one, k), bytes, counted(fmt.Sprintf("t.val[%d]", k), 0, n))
				sameRISCV(t, fmt.Sprintf("__riscv_vget_v_%s_%s(%s, %d)", tuple, one, made, k), bytes, counted(names[k], 0, n))
				for j := range fields {
					want := names[j]
					if j == k {
						want = "z"
					}
					sameRISCV(t, fmt.Sprintf("__riscv_vget_v_%s_%s(__riscv_vset_v_%s_%s(%s, %d, z), %d)", tuple, one, one, tuple, made, k, j), bytes, counted(want, 0, n))
				}
				var loaded, stored []string
				for i := range n - 1 {
					loaded = append(loaded, fmt.Sprintf("p:%d", i*fields+k))
				}
				sameRISCV(t, fmt.Sprintf("__riscv_vget_v_%s_%s(__riscv_vlseg%de%d_v_%s(p, %d), %d)", tuple, one, fields, 8*bytes, tuple, n-1, k), bytes, append(loaded, "_"))
				for i := range n - 1 {
					for _, name := range names {
						stored = append(stored, fmt.Sprintf("%s:%d", name, i))
					}
				}
				if k == 0 {
					sameRISCV(t, fmt.Sprintf("__riscv_vsseg%de%d_v_%s(p, %s, %d);", fields, 8*bytes, tuple, made, n-1), bytes, stored)
				}
			}
			for _, k := range []int{-1, fields} {
				want := fmt.Sprintf("of %d vectors the numbers are 0 to %d, and this is %d", fields, fields-1, k)
				refusedRISCV(t, fmt.Sprintf("__riscv_vget_v_%s_%s(%s, %d)", tuple, one, made, k), want)
				refusedRISCV(t, fmt.Sprintf("__riscv_vset_v_%s_%s(%s, %d, z)", one, tuple, made, k), want)
			}
		}
	}
}

// What stays: behind the lanes that are written, and where a mask turns lanes off, by each end of a name, of an instruction, a load and a store.
func TestRISCVPolicies(t *testing.T) {
	rng := chance.Random(t, 91)
	for _, end := range []string{"", "_m", "_tu", "_mu", "_tum", "_tumu"} {
		masked, tail, off := strings.Contains(end, "m"), strings.Contains(end, "tu"), strings.HasSuffix(end, "mu")
		for range 30 {
			n, by, mask := 1+rng.IntN(16), rng.IntN(16), rng.Uint32N(1<<16)
			old := tail || off
			first := ""
			if masked {
				first = fmt.Sprintf("__riscv_vlm_v_b8((const uint8_t[]){%d, %d}, 16), ", mask&255, mask>>8)
			}
			if old {
				first += "d, "
			}
			moved, loaded, stored := make([]string, 16), make([]string, 16), make([]string, n)
			for i := range 16 {
				moved[i], loaded[i] = "_", "_"
				active := !masked || mask>>i&1 == 1
				switch {
				case i < n && active:
					moved[i], loaded[i] = fmt.Sprintf("a:%d", by), fmt.Sprintf("p:%d", i)
				case i < n && off, i >= n && tail:
					moved[i], loaded[i] = fmt.Sprintf("d:%d", i), fmt.Sprintf("d:%d", i)
				}
				if i < n {
					if stored[i] = fmt.Sprintf("p:%d", i); active {
						stored[i] = fmt.Sprintf("a:%d", i)
					}
				}
			}
			sameRISCV(t, fmt.Sprintf("__riscv_vrgather_vx_u8m1%s(%sa, %d, %d)", end, first, by, n), 1, moved)
			sameRISCV(t, fmt.Sprintf("vuint8m1_t a, d; r = __riscv_vrgather%s(%sa, %d, %d)", strings.TrimSuffix(end, "_m"), first, by, n), 1, moved)
			sameRISCV(t, fmt.Sprintf("__riscv_vle8_v_u8m1%s(%sp, %d)", end, first, n), 1, loaded)
			if !old {
				sameRISCV(t, fmt.Sprintf("__riscv_vse8_v_u8m1%s(%s, a, %d);", end, first+"p", n), 1, stored)
			}
		}
	}
	for text, want := range map[string]string{
		"__riscv_vrgather_vx_u8m1_m()": "the mask is missing among the arguments", "__riscv_vrgather_vx_u8m1_tu()": "the vector of which lanes stay is missing", "__riscv_vrgather_vx_u8m1()": "how many lanes are written is missing", "__riscv_vrgather_vx_u8m1_tumu(a, d)": "how many lanes are written is missing",
		"__riscv_vrgather_vx_u8m1_mu(m, d, a, 1, 2, 16)": "expected 5 arguments, found 6", "__riscv_vle8_v_u8m1(p)": "how many lanes are written is missing", "__riscv_vle8_v_u8m1(p, a, 16)": "expected 2 arguments, found 3", "__riscv_vse8_v_u8m1(p, 16)": "expected 3 arguments, found 2",
	} {
		refusedRISCV(t, text, want)
	}
}

// How many lanes are written: as many as vsetvl has of what is asked for, all of vsetvlmax, and how many bytes a register has.
func TestRISCVLanesWritten(t *testing.T) {
	for shape, all := range map[string]int{"e8m1": 16, "e16m1": 8, "e16mf2": 4, "e8mf8": 2, "e32m2": 8, "e64m1": 2} {
		for _, asked := range []int{0, 1, 2, 3, 7, 16, 99} {
			n := min(asked, all, 16)
			sameRISCV(t, fmt.Sprintf("__riscv_vslidedown_vx_u8m1(a, 0, __riscv_vsetvl_%s(%d))", shape, asked), 1, slices.Concat(counted("a", 0, n), repeatedWord("_", 16-n)))
		}
		n := min(all, 16)
		sameRISCV(t, fmt.Sprintf("__riscv_vslidedown_vx_u8m1(a, 0, __riscv_vsetvlmax_%s())", shape), 1, slices.Concat(counted("a", 0, n), repeatedWord("_", 16-n)))
		sameRISCV(t, fmt.Sprintf("size_t n; __riscv_vslidedown_vx_u8m1(a, 0, __riscv_vsetvl_%s(n))", shape), 1, slices.Concat(counted("a", 0, n), repeatedWord("_", 16-n)))
	}
	sameRISCV(t, "__riscv_vslidedown_vx_u8m1(a, 0, __riscv_vlenb())", 1, counted("a", 0, 16))
	sameRISCV(t, "__riscv_vslidedown_vx_u8m1(a, 0, 0)", 1, repeatedWord("_", 16))
	sameRISCV(t, "__riscv_vle8_v_u8m1(p, 0)", 1, repeatedWord("_", 16))
	for _, name := range []string{"vsetvl_e64mf2", "vsetvl_8m1", "vsetvl_e8", "vsetvl_e8m3", "vsetvlmax_e128m1", "vsetvl"} {
		refusedRISCV(t, "__riscv_vslidedown_vx_u8m1(a, 0, __riscv_"+name+"(4))", "__riscv_"+name+" is not known: expected a type behind vsetvl")
	}
}

// Lanes of floating point that move are moved as others are, in both forms of a name.
func TestRISCVFloatsMove(t *testing.T) {
	for text, want := range map[string][]string{
		"__riscv_vfmv_v_f_f32m1(x, 3)":                                                                                       {"x:0", "x:0", "x:0", "_"},
		"__riscv_vfmv_s_f_f32m1(x, 4)":                                                                                       {"x:0", "_", "_", "_"},
		"__riscv_vfmv_s_f_f32m1_tu(a, x, 4)":                                                                                 {"x:0", "a:1", "a:2", "a:3"},
		"__riscv_vfslide1up_vf_f32m1(a, x, 4)":                                                                               {"x:0", "a:0", "a:1", "a:2"},
		"__riscv_vfslide1down_vf_f32m1(a, x, 4)":                                                                             {"a:1", "a:2", "a:3", "x:0"},
		"__riscv_vfslide1down_vf_f32m1(a, x, 2)":                                                                             {"a:1", "x:0", "_", "_"},
		"__riscv_vfmv_f_s_f32m1_f32(a)":                                                                                      {"a:0"},
		"__riscv_vfmerge_vfm_f32m1(a, x, __riscv_vlm_v_b32((uint8_t[]){6}, 4), 4)":                                           {"a:0", "x:0", "x:0", "a:3"},
		"__riscv_vmerge_vvm_f32m1(a, b, __riscv_vlm_v_b32((uint8_t[]){6}, 4), 4)":                                            {"a:0", "b:1", "b:2", "a:3"},
		"vfloat32m1_t f(vfloat32m1_t a, float x) { return __riscv_vfslide1down(a, x, 4); }":                                  {"a:1", "a:2", "a:3", "x:0"},
		"vfloat32m1_t f(vfloat32m1_t a, float x) { return __riscv_vfslide1up(a, x, 4); }":                                    {"x:0", "a:0", "a:1", "a:2"},
		"vfloat32m1_t f(vfloat32m1_t a, float x) { return __riscv_vfmerge(a, x, __riscv_vlm_v_b32((uint8_t[]){6}, 4), 4); }": {"a:0", "x:0", "x:0", "a:3"},
	} {
		sameRISCV(t, text, 4, want)
	}
}

// What is no argument of a kind is said to be none, by what would be one.
func TestRISCVKindsRefused(t *testing.T) {
	const two = "__riscv_vcreate_v_u8m1x2(p, q)"
	for text, want := range map[string]string{
		"__riscv_vslidedown_vx_u8m1(" + two + ", 1, 16)": "it takes a vector as argument 1", "__riscv_vslideup_vx_u8m1(" + two + ", b, 1, 16)": "it takes a vector as argument 1",
		"__riscv_vand_vv_u8m1(a, " + two + ", 16)": "it takes a vector or a number as argument 2", "__riscv_vrgather_vv_u8m1(a, " + two + ", 16)": "it takes a vector or a number as argument 2",
		"__riscv_vslide1up_vx_u8m1(a, " + two + ", 16)": "it takes a number or a lane as argument 2", "__riscv_vslidedown_vx_u8m1(a, b, 16)": "it takes a number as argument 2", "__riscv_vmerge_vvm_u8m1(a, b, 3, 16)": "it takes a mask as argument 3",
		"__riscv_vmerge_vvm_u8m1(a, b, " + two + ", 16)": "it takes a mask as argument 3", "__riscv_vcreate_v_u8m1x2(a, 3)": "it takes vectors as argument 2", "__riscv_vget_v_u8m1x2_u8m1(3, 1)": "it takes vectors as argument 1", "__riscv_vget_v_u8m1x2_u8m1(a, b)": "it takes a number as argument 2",
		"vuint8m2_t b; __riscv_vcreate_v_u8m1x2(a, b)": "b", "vuint8m1_t a; vuint8m2_t b; r = __riscv_vget_v_u8m1x2_u8m1(__riscv_vset_v_u8m1_u8m1x2(" + two + ", 2, b), 1)": "of 2 vectors the numbers are 0 to 1",
	} {
		refusedRISCV(t, text, want)
	}
}
