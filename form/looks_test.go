package form

import (
	"math/rand/v2"
	"strconv"
	gostrings "strings"
	"testing"

	"github.com/lanescope/lanescope/syntax"
)

// What one walk over a text finds is what is found from each place anew.
func TestLooksByOneWalk(t *testing.T) {
	archsimd := func(text string) bool {
		if gostrings.Contains(text, "archsimd.") {
			return true
		}
		for at := 1; at < len(text); at++ {
			if text[at] == '.' && (text[at-1] == ')' || isIdentifier("_"+text[at-1:at])) {
				c := syntax.Cursor{Text: text, Off: at + 1}
				if name := c.Word(); name != "" && name[0] >= 'A' && name[0] <= 'Z' && c.Peek() == '(' {
					return true
				}
			}
		}
		return false
	}
	intrinsic := func(text string) bool {
		for at := range len(text) {
			if text[at] != 'v' || at > 0 && (isIdentifier("_"+text[at-1:at]) || text[at-1] == '%' || text[at-1] == '.') {
				continue
			}
			c := syntax.Cursor{Text: text, Off: at}
			if _, typ, ok := cutLast(c.Word(), "_"); ok && neonTypes[typ].bits > 0 && c.Accept("(") {
				return true
			}
		}
		return false
	}
	decimal := func(text string) string {
		text = gostrings.ToLower(gostrings.Join(gostrings.Fields(text), ""))
		for gostrings.Contains(text, "#00") {
			text = gostrings.ReplaceAll(text, "#00", "#0")
		}
		at := gostrings.Index(text, "0x")
		if at < 0 {
			return text
		}
		end := at + 2
		for end < len(text) && gostrings.IndexByte("0123456789abcdef", text[end]) >= 0 {
			end++
		}
		v, err := strconv.ParseUint(text[at+2:end], 16, 64)
		if err != nil {
			return text
		}
		return text[:at] + strconv.FormatUint(v, 10) + compact(text[end:])
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	pieces := []string{"a", "A", ".", "(", ")", " ", "\n", "_", "$", "0", "1", "v", "u8", "_u32", "vzip1q", "%", ",", "#", "#00", "0x", "0xf", "x", "Foo(", "a.Foo", "v_u32(", "vext_u8 (", "zip1_u32(", "é", "archsimd."}
	counts := [3]int{}
	for range 200000 {
		text := ""
		for range 1 + random.IntN(9) {
			text += pieces[random.IntN(len(pieces)-random.IntN(2))]
		}
		if got, want := looksArchsimd(text), archsimd(text); got != want {
			t.Fatalf("looksArchsimd(%q) is %v", text, got)
		} else if got {
			counts[0]++
		}
		if got, want := looksNEONIntrinsic(text), intrinsic(text); got != want {
			t.Fatalf("looksNEONIntrinsic(%q) is %v", text, got)
		} else if got {
			counts[1]++
		}
		if got, want := compact(text), decimal(text); got != want && !gostrings.Contains(want, "x") {
			t.Fatalf("compact(%q) is %q, want %q", text, got, want)
		} else if got != text {
			counts[2]++
		}
	}
	for k, n := range counts {
		if n < 500 {
			t.Errorf("reader %d finds something %d times only", k, n)
		}
	}
}
