package loops_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/golden"
	"github.com/lanescope/lanescope/loops"
)

var update = flag.Bool("update", false, "write what is said of spoilt texts")

// spoilt are texts of which each word, number and sign is left out in turn.
var spoilt = []string{
	"#define N 4\nstatic const uint8_t t[N] = {3, 2, 1, 0}; void f(uint8_t *r, const uint8_t a[4]) { for (int i = 0; i < N; i++) r[i] = i % 2 ? a[t[i]] : (uint8_t)0x12; }",
	"int at(int i) { return -i + 3; } void f(uint16_t *r, uint16_t *a) { int i = 0, *p; while (i <= 3) { if (i == 1) { r[i] = *a++; } else r[i] = a[at(i)]; ++i; } }",
	"uint32_t x; uint32_t r = 0; for (unsigned i = 0; i != 4; i += 1) r |= (x >> 8 * i & 0xffu) << (24 - 8 * i);",
	"for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) r[j][i] = m[i, j]; std::swap(r[0][0], r[1][1]); r[0][1] = r[1][0] = sizeof(int);",
	"func f(a, b [4]uint8) (r [4]uint8) {\n\tvar t = [...]int{1, 0}\n\tfor i := range 2 {\n\t\tr[2*i], r[2*i+1] = a[t[i]], uint8(b[i])\n\t}\n\treturn r\n}",
	"fn f(a: &[u8; 4]) -> [u8; 4] { let mut r = [0u8; 4]; for i in (0..=3).rev() { r[i] = a[3 - i] as u8; } r }",
	"let n: usize = 2; for i in (0..4).step_by(n) { r[i] = a[i + 1]; r[i + 1] = a[i]; }",
	"def f(a):\n    r = [None] * 4\n    for i in range(0, 4, 1):\n        if i % 2 == 0: r[i] = a[i + 1]\n        elif i > 1: r[i] = a[0]\n        else:\n            r[i] = a[i - 1] if i else 7\n    return r",
	"out = [a[i // 2] for i in range(4)]",
	"DEFINE F(x[31:0], c) {\n\tCASE c[0] OF\n\t0: RETURN x[15:0]\n\tDEFAULT: RETURN x[31:16]\n\tESAC\n}\nFOR j := 0 to 3\n\ti := j*16\n\tIF k[j] AND 1\n\t\tdst[i+15:i] := F(a.dword[j], j)\n\tELSE\n\t\tdst[i+15:i] := 0\n\tFI\nENDFOR\ndst[MAX:64] := 0",
	"FOR j := 1 DOWNTO 0 DO\n\tdst.qword[j] := a.qword[1-j]\nOD\nIF 0 THEN\n\tx := 1\nELSIF 1\n\tdst.byte[16] := SignExtend8(0x40) OR NOT 0xFF\nFI",
	"def g(i): return max(i, 1)\nfor i in range(2):\n    a[i], a[g(i) + 1] = a[g(i) + 1], a[i]\nwhile not True:\n    pass",
	"int[] r = new int[2]; float x = 0.0f; do { r[0] = (unsigned char)*a++; memcpy(&r[1], a - -1, 0x2 + 2); } while (0);",
	"m := 0\nWHILE m < 2 DO\n\tdst.word[m] := ZeroExtend16(MEM[p+8*m+7:p+8*m])\n\tm := m + 1\nOD",
}

// pieces are the words, numbers and signs of a text, each with the blanks behind it.
func pieces(text string) (all []string) {
	isWord := func(c byte) bool {
		return c == '_' || c == '#' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	for at := 0; at < len(text); {
		end := at + 1
		for end < len(text) && isWord(text[at]) && isWord(text[end]) {
			end++
		}
		for end < len(text) && strings.IndexByte(" \t\n", text[end]) >= 0 {
			end++
		}
		all = append(all, text[at:end])
		at = end
	}
	return all
}

// What is said of texts without one of their pieces is what the file has: a map, or what is wrong and where.
func TestSpoilt(t *testing.T) {
	var b strings.Builder
	for _, text := range spoilt {
		all := pieces(text)
		fmt.Fprintf(&b, "%s\n", strings.ReplaceAll(strings.ReplaceAll(text, "\n", "⏎"), "\t", " "))
		for k := range all {
			rest := strings.Join(append(append([]string{}, all[:k]...), all[k+1:]...), "")
			said := ""
			if r, err := loops.Dialect().Read(rest, dialect.Options{Type: "u8"}); err != nil {
				said = err.Error()
			} else {
				said = reading(r)
			}
			fmt.Fprintf(&b, "  without %-12q %s\n", strings.TrimSpace(all[k]), said)
		}
	}
	golden.Held(t, "testdata/spoilt.txt", b.String(), *update)
}
