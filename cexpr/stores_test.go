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

// lanesRead are the lanes of so many bits that a text makes, each by its source's name and index, z where it is zero, or its number.
func lanesRead(t *testing.T, text string, bits int) (all []string) {
	t.Helper()
	r, err := cexpr.Builtin().Read(text, dialect.Options{})
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return nil
	}
	m, err := r.Map.Regroup(bits)
	if err != nil {
		t.Errorf("%s is %s: %v", text, r.Map, err)
		return nil
	}
	for _, l := range m.Lane {
		v, isNumber := l.Const.Uint64()
		switch {
		case l.Kind == lane.Source:
			all = append(all, fmt.Sprintf("%s%d", r.Names[l.Src], l.Index))
		case l == lane.Zero():
			all = append(all, "z")
		case l.Kind == lane.Constant && isNumber:
			all = append(all, fmt.Sprint(v))
		default:
			all = append(all, fmt.Sprint(l))
		}
	}
	return all
}

// lanesAre compares them with what they are to be.
func lanesAre(t *testing.T, text string, bits int, want []string) {
	t.Helper()
	if got := strings.Join(lanesRead(t, text, bits), " "); got != strings.Join(want, " ") {
		t.Errorf("%s is %s, want %s", text, got, strings.Join(want, " "))
	}
}

// What each of Intel's calls writes that writes a part: so many bytes of the lower half, or the upper half, of whatever the vector has.
func TestPartStores(t *testing.T) {
	for _, row := range []struct {
		name        string
		from, bytes int
	}{
		{"storel_epi64", 0, 8}, {"storel_pd", 0, 8}, {"storel_pi", 0, 8}, {"storeu_si64", 0, 8}, {"storeu_si32", 0, 4}, {"storeu_si16", 0, 2}, {"store_ss", 0, 4}, {"store_sd", 0, 8},
		{"storeh_pd", 8, 8}, {"storeh_pi", 8, 8}, {"storeu_si128", 0, 16}, {"store_ps", 0, 16}, {"store_pd", 0, 16}, {"stream_si128", 0, 16}, {"stream_ps", 0, 16}, {"stream_pd", 0, 16}, {"storeu_epi16", 0, 16},
	} {
		for by := range 16 {
			var want []string
			for i := row.from; i < row.from+row.bytes; i++ {
				if i < by {
					want = append(want, "z")
				} else {
					want = append(want, fmt.Sprintf("a%d", i-by))
				}
			}
			if by < row.from+row.bytes { // else nothing of a is left
				lanesAre(t, fmt.Sprintf("_mm_%s(p, _mm_slli_si128(a, %d));", row.name, by), 8, want)
			}
		}
	}
}

// structured are Arm's words for a type of lanes: in names of intrinsics and of types.
var structured = []struct {
	short, long string
	bits        int
}{
	{"u8", "uint8", 8}, {"s8", "int8", 8}, {"p8", "poly8", 8}, {"u16", "uint16", 16}, {"s16", "int16", 16}, {"p16", "poly16", 16}, {"f16", "float16", 16},
	{"u32", "uint32", 32}, {"s32", "int32", 32}, {"f32", "float32", 32}, {"u64", "uint64", 64}, {"s64", "int64", 64}, {"f64", "float64", 64}, {"p64", "poly64", 64},
}

// Of structures each member has a vector of its own: vld3 takes them apart, vst3 puts them together, and those that end in _x3 leave all where it is.
func TestStructuresOfNEON(t *testing.T) {
	for _, typ := range structured {
		for _, size := range []struct {
			q     string
			total int
		}{{"", 64}, {"q", 128}} {
			lanes := size.total / typ.bits
			for n := 2; n <= 4; n++ {
				var same, apart []string
				for i := range lanes {
					for k := range n {
						same, apart = append(same, fmt.Sprintf("p%d", len(same))), append(apart, fmt.Sprintf("p%d", k*lanes+i))
					}
				}
				load, store := fmt.Sprintf("vld%d%s_%s(p)", n, size.q, typ.short), fmt.Sprintf("vst%d%s_%s(q, ", n, size.q, typ.short)
				loadBeside, storeBeside := fmt.Sprintf("vld1%s_%s_x%d(p)", size.q, typ.short, n), fmt.Sprintf("vst1%s_%s_x%d(q, ", size.q, typ.short, n)
				lanesAre(t, store+load+");", typ.bits, same)
				lanesAre(t, storeBeside+loadBeside+");", typ.bits, same)
				lanesAre(t, store+loadBeside+");", typ.bits, apart)
				for k := range n {
					var members, beside []string
					for i := range lanes {
						members, beside = append(members, fmt.Sprintf("p%d", i*n+k)), append(beside, fmt.Sprintf("p%d", k*lanes+i))
					}
					declared := fmt.Sprintf("%sx%dx%d_t t = ", typ.long, lanes, n)
					lanesAre(t, fmt.Sprintf("%s%s; t.val[%d]", declared, load, k), typ.bits, members)
					lanesAre(t, fmt.Sprintf("%s%s; t.val[%d]", declared, loadBeside, k), typ.bits, beside)
				}
			}
			var whole, once []string
			for i := range lanes {
				whole, once = append(whole, fmt.Sprintf("p%d", i)), append(once, "p0")
			}
			lanesAre(t, fmt.Sprintf("vst1%s_%s(q, vld1%s_%s(p));", size.q, typ.short, size.q, typ.short), typ.bits, whole)
			lanesAre(t, fmt.Sprintf("vld1%s_dup_%s(p)", size.q, typ.short), typ.bits, once)
		}
	}
}

// And so do SVE's, under a predicate of all lanes.
func TestStructuresOfSVE(t *testing.T) {
	for _, typ := range structured {
		if typ.short[0] == 'p' {
			continue
		}
		lanes := 128 / typ.bits
		all := fmt.Sprintf("svptrue_b%d()", typ.bits)
		for n := 1; n <= 4; n++ {
			var same []string
			for i := range n * lanes {
				same = append(same, fmt.Sprintf("p%d", i))
			}
			load := fmt.Sprintf("svld%d_%s(%s, p)", n, typ.short, all)
			lanesAre(t, fmt.Sprintf("svst%d_%s(%s, q, %s);", n, typ.short, all, load), typ.bits, same)
			for k := range n {
				var members []string
				for i := range lanes {
					members = append(members, fmt.Sprintf("p%d", i*n+k))
				}
				if n > 1 {
					lanesAre(t, fmt.Sprintf("svget%d_%s(%s, %d)", n, typ.short, load, k), typ.bits, members)
				} else {
					lanesAre(t, load, typ.bits, members)
				}
			}
		}
	}
}

// A constant array is read from where its address is, as far as it goes; a pointer to vectors counts these, and one to numbers numbers.
func TestPartsOfConstantArrays(t *testing.T) {
	for _, elem := range []struct {
		typ  string
		bits int
	}{{"uint8_t", 8}, {"int16_t", 16}, {"uint32_t", 32}, {"uint64_t", 64}} {
		per := 128 / elem.bits
		n := 3*per + 1
		var numbers []string
		for i := range n {
			numbers = append(numbers, fmt.Sprint(i+1))
		}
		array := fmt.Sprintf("static const %s m[%d] = {%s};\n", elem.typ, n, strings.Join(numbers, ", "))
		for at := range n + 2 {
			for _, address := range []string{"m + %d", "&m[%d]", "(const __m128i *)(m + %d)", "(const __m128i *)&m[%d]", "reinterpret_cast<const __m128i *>(m + %d)", "(m + %d)", "m + (%d)", "(__m128i*) (m+%d)"} {
				call := "_mm_loadu_si128(" + fmt.Sprintf(address, at) + ")"
				if at+per <= n {
					lanesAre(t, array+call, elem.bits, numbers[at:at+per])
				} else {
					dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{array + "‹" + call + "›", fmt.Sprintf("m has %d elements of %d bits: %d of them from element %d on are not there", n, elem.bits, per, at)}})
				}
			}
		}
		for at := range 5 {
			for _, address := range []string{"(const __m128i *)m + %d", "(__m128i const*)m+%d", "(const __m128i *)&m[0] + %d", "reinterpret_cast<const __m128i *>(m) + %d"} {
				call := "_mm_loadu_si128(" + fmt.Sprintf(address, at) + ")"
				if at < 3 {
					lanesAre(t, array+call, elem.bits, numbers[at*per:at*per+per])
				} else {
					dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{array + "‹" + call + "›", fmt.Sprintf("m has %d elements of %d bits: %d of them from element %d on are not there", n, elem.bits, per, at*per)}})
				}
			}
		}
		for at := range per { // an index is the array's, and what is added counts what the pointer points to
			lanesAre(t, fmt.Sprintf("%s_mm_loadu_si128((const __m128i *)&m[%d] + 1)", array, at), elem.bits, numbers[at+per:at+2*per])
			lanesAre(t, fmt.Sprintf("%s_mm_loadu_si128((const __m128i *)(&m[%d] + 2))", array, at), elem.bits, numbers[at+2:at+2+per])
			lanesAre(t, fmt.Sprintf("%s_mm_loadu_si128(&m[%d] + %d)", array, at, per), elem.bits, numbers[at+per:at+2*per])
		}
		for _, of := range []struct {
			typ  string
			bits int
		}{{"uint8_t", 8}, {"const char", 8}, {"unsigned short", 16}, {"int", 32}, {"float", 32}, {"uint64_t", 64}, {"double", 64}, {"__m128", 128}, {"const __m128i", 128}, {"uint32x2_t", 64}} {
			for at := range 2*128/of.bits + 1 {
				for _, address := range []string{"(%s *)m + %d", "(%s*)(m) + %d", "reinterpret_cast<%s *>(m) + %d", "((%s *)m) + %d", "(%s *)(void *)m + %d", "(const void *)((%s *)m + %d)", "static_cast<const void *>((%s *)m + %d)", "reinterpret_cast<%s*>(&m[0]) + (%d)", "(uint8_t *)(reinterpret_cast<%s *>(m) + %d) + 0"} {
					call := "_mm_loadu_si128(" + fmt.Sprintf(address, of.typ, at) + ")"
					if from := at * of.bits / elem.bits; at*of.bits%elem.bits == 0 {
						lanesAre(t, array+call, elem.bits, numbers[from:from+per])
					} else {
						dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{array + "‹" + call + "›", fmt.Sprintf("m has elements of %d bits, and bit %d is within one", elem.bits, at*of.bits)}})
					}
				}
			}
		}
		rows := strings.Replace(array, fmt.Sprintf("[%d]", n), fmt.Sprintf("[2][%d]", per+per/2), 1)
		for at, address := range map[int]string{0: "m[0]", per + per/2: "m[1]", per: "(const __m128i *)m + 1", per + per/2 + 1: "m[1] + 1", 2 * per: "(const __m128i *)m + 2"} {
			lanesAre(t, rows+"_mm_loadu_si128("+address+")", elem.bits, numbers[at:at+per])
		}
		dialecttest.Refused(t, cexpr.Builtin(), [][2]string{
			{array + "‹_mm_loadu_si128(m + i)›", `where in m is not in the text: "i" is no number`},
			{array + "‹_mm_loadu_si128(&m[i])›", `where in m is not in the text: "i" is no number`},
			{array + "‹_mm_loadu_si128((void *)m + 16)›", "where in m is not in the text: it is not known how long that is of which its pointer counts 16"},
			{array + "‹_mm_loadu_si128(m + -1)›", fmt.Sprintf("m has %d elements of %d bits: %d of them from element -1 on are not there", n, elem.bits, per)},
		})
	}
}

// A row of an array of several dimensions is as long as all those behind the first one together.
func TestRowsOfSeveralDimensions(t *testing.T) {
	var numbers []string
	for i := range 128 {
		numbers = append(numbers, fmt.Sprint(i+1))
	}
	for brackets, row := range map[string]int{"[8][16]": 16, "[4][2][16]": 32, "[2][2][2][16]": 64, "[2][4][16]": 64, "[4][4][ 2 * 4 ]": 32, "[ 2 ] [2 + 2][16]": 64, "[2][64]": 64, "[128]": 1} {
		for at := range (128-16)/row + 1 {
			for _, address := range []string{"m[%d]", "m + %d", "&m[%d]", "(const __m128i *)m[%d]"} {
				lanesAre(t, "static const uint8_t m"+brackets+" = {"+strings.Join(numbers, ", ")+"}; _mm_loadu_si128("+fmt.Sprintf(address, at)+")", 8, numbers[at*row:at*row+16])
			}
		}
	}
}
