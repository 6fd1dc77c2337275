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

// What stands in one another does so 64 deep at most, of calls, parentheses, casts, signs and braces, and in lambdas; it is told so, whatever it is.
func TestDepthsOfC(t *testing.T) {
	const lambda = "std::simd::vec<int, 4> v; std::simd::permute(v, [](auto i) { "
	const calls, braces, others = "calls are nested deeper than 64", "braces are nested deeper than 64", "an expression has at most 64 others around it"
	for _, row := range []struct {
		text, open, inner, close, why string
		most                          int
	}{
		{"_mm_slli_si128(%s, 1)", "(", "a", ")", calls, 62}, {"_mm_slli_si128(%s, 1)", "(__m128i)", "a", "", calls, 62}, {"_mm_slli_si128(a, %s)", "(", "1", ")", calls, 62}, {"_mm_slli_si128(a, %s)", "~", "1", "", calls, 62},
		{"%s", "_mm_slli_si128(", "a", ", 0)", calls, 63}, {"_mm_slli_si128(%s, 1)", "&", "a", "", calls, 62}, {"uint8x16_t t = %s;", "{", "1", "}", braces, 65}, {"uint8x16x2_t t = %s; t.val[0]", "{", "a, b", "}", braces, 65},
		{lambda + "return %s; })", "(", "i", ")", others, 30}, {lambda + "return %s; })", "-", "0", "", others, 60}, {lambda + "return %s; })", "i ? ", "0", " : 0", others, 60}, {lambda + "return %s; })", "i + (", "0", ") * 0", others, 30},
		{lambda + "%s })", "{", "return i;", "}", braces, 62}, {lambda + "%s return 0; })", "if (i > 4) ", "return i;", "", others, 60},
	} {
		for deep := 1; deep < 80; deep++ {
			text := strings.Replace(row.text, "%s", strings.Repeat(row.open, deep)+row.inner+strings.Repeat(row.close, deep), 1)
			_, err := cexpr.Builtin().Read(text, dialect.Options{})
			if is := err != nil && strings.HasSuffix(err.Error(), ": "+row.why); is != (deep > row.most) {
				t.Errorf("%d deep: %s: %v", deep, text, err)
			}
		}
	}
}

// A number is shifted by less than its type has bits, which its suffix, its digits or a cast says.
func TestShiftsOfNumbers(t *testing.T) {
	for number, bits := range map[string]int{
		"1": 32, "1u": 32, "1U": 32, "0xffffffff": 32, "2147483647": 32, "2147483648": 64, "4294967296": 64, "0x100000000": 64, "1l": 64, "1L": 64, "1ul": 64, "1ll": 64, "1ull": 64, "1LLU": 64, "-1": 32, "-1l": 64, "~0": 32, "~0u": 32, "~0ull": 64,
		"(uint8_t)1": 32, "(int16_t)1": 32, "(unsigned)1": 32, "(uint64_t)1": 64, "(long)1": 64, "(int)1ull": 32, "(size_t)1u": 64, "(1 + 1)": 32, "(1 + 1l)": 64, "(1u | 1ull)": 64, "(1 << 3l)": 32, "(1l << 3)": 64, "(65536 * 65536)": 64,
	} {
		for by := -1; by < 70; by++ {
			for _, sign := range []string{"<<", ">>"} {
				if by < 0 || by >= bits {
					text := fmt.Sprintf("uint64_t f(uint64_t a) { return a & (%s%s%d); }", number, sign, by)
					marked := strings.Replace(text, fmt.Sprint(number, sign, by), fmt.Sprint(number, "‹", sign, by, "›"), 1)
					dialecttest.Refused(t, cexpr.Intel(), [][2]string{{marked, fmt.Sprintf("an integer of %d bits is shifted by 0 to %d, and this is by %d", bits, bits-1, by)}})
					continue
				}
				text := fmt.Sprintf("uint64_t f(uint64_t a) { return a & (%s %s %d); }", number, sign, by)
				if _, err := cexpr.Intel().Read(text, dialect.Options{}); err != nil {
					t.Errorf("%s: %v", text, err)
				}
			}
		}
	}
	dialecttest.Refused(t, cexpr.Intel(), [][2]string{{"uint64_t f(uint64_t a) { return a & (7‹/0›); }", "a division by zero has no value"}, {"uint64_t f(uint64_t a) { return a & (7ull‹/(1 >> 1)›); }", "a division by zero has no value"}})
}

// Each of several names behind one type is of that type, with a value or without, wherever it stands.
func TestNamesBehindOneType(t *testing.T) {
	for typ, bits := range map[string]int{"uint8_t": 8, "uint16_t": 16, "unsigned": 32, "unsigned long": 64, "uint64_t": 64} {
		for at := range 4 {
			for values := range 16 {
				var names []string
				for k := range 4 {
					name := string(rune('p' + k))
					if values>>k&1 == 1 && k != at {
						name += fmt.Sprintf(" = %d", 3+k)
					}
					names = append(names, name)
				}
				text := typ + " " + strings.Join(names, ", ") + "; uint64_t y = " + string(rune('p'+at)) + "; return y;"
				if values>>at&1 == 1 { // and all bits of a vector's name are not those of an integer
					text = typ + " " + strings.Join(names, ", ") + "; return " + string(rune('p'+at)) + ";"
				}
				if values>>at&1 == 1 {
					continue
				}
				r, err := cexpr.Intel().Read(text, dialect.Options{})
				if err != nil {
					t.Errorf("%s: %v", text, err)
					continue
				}
				m, err := r.Map.Regroup(8)
				if err != nil || len(m.Lane) != 8 {
					t.Errorf("%s is %s", text, r.Map)
					continue
				}
				for i, l := range m.Lane {
					if want := lane.From(0, i); i < bits/8 && l != want || i >= bits/8 && l != lane.Zero() {
						t.Errorf("%s is %s", text, r.Map)
						break
					}
				}
			}
		}
	}
	for _, text := range []string{"__m128i a, b = _mm_slli_si128(a, 4), c; _mm_or_si128(_mm_slli_si128(c, 8), _mm_srli_si128(b, 8))", "__m128i a = _mm_setzero_si128(), b, c = b; return c;", "__m256i *p, q = w; return q;", "__m128i a = x, *b; return *b;"} {
		if _, err := cexpr.Intel().Read(text, dialect.Options{}); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
