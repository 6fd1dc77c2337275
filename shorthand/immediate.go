package shorthand

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// An immediate alone is taken for that of pshufd, four fields of two bits with the lowest lane's lowest:
//
//	0x4E = 01 00 11 10     lane 0 from 2, lane 1 from 3, lane 2 from 0, lane 3 from 1
//
// Other instructions read the same byte in other ways, and the warnings say which.

// readings are what else an immediate of eight bits may be, each as a line that asks for it.
var readings = []string{
	"shufps xmm0, xmm1, %s", "vpermq ymm0, ymm1, %s", "pshuflw xmm0, xmm1, %s", "pblendw xmm0, xmm1, %s", "palignr xmm0, xmm1, %s",
}

// immediate reads a number with what may stand in front of it: $0x4E, #78, imm8 = 0x4E.
func immediate(c *syntax.Cursor) (v uint64, word string, ok bool) {
	for _, name := range []string{"imm8", "imm", "control", "mask"} {
		if c.AcceptWord(name) && !c.Accept("=") && !c.Accept(":") {
			return 0, "", false
		}
	}
	if !c.Accept("$") {
		c.Accept("#")
	}
	c.Space()
	at := c.Off
	word = c.Word()
	digits, hex := strings.CutSuffix(strings.TrimSuffix(word, "h"), "H")
	if hex || strings.HasSuffix(word, "h") {
		if v, err := strconv.ParseUint(digits, 16, 32); err == nil && len(digits) > 0 && digits[0] <= '9' {
			return v, word, true
		}
	}
	v, err := strconv.ParseUint(strings.TrimRight(word, "uUlL"), 0, 64)
	if ok = err == nil && word != "" && word[0] != '_'; !ok {
		c.Off = at
	}
	return v, word, ok
}

func looksImmediate(text string) bool {
	c := syntax.Cursor{Text: text}
	_, word, ok := immediate(&c)
	if c.Accept(";"); len(word) > 1 && strings.Trim(word, "01") == "" { // a swizzle of constants, as SVP64 has it
		return false
	}
	return ok && c.Done()
}

func readImmediate(text string, opt dialect.Options) (dialect.Reading, error) {
	c := syntax.Cursor{Text: text}
	c.Space()
	start := c.Off
	v, word, ok := immediate(&c)
	if c.Accept(";"); !ok || !c.Done() {
		return dialect.Reading{}, c.Wanted("a number")
	}
	if v > 0xff {
		return dialect.Reading{}, c.ErrorFrom(start, "an immediate alone is pshufd's, and has eight bits; of more, the instruction must be said: prmt, v_perm_b32, pdep")
	}
	sel := make([]int, 4)
	for i := range sel {
		sel[i] = int(v >> (2 * i) & 3)
	}
	r := over(sel, 4, "a")
	if r.Map.Bits = stated(opt).bits; r.Map.Bits == 0 {
		r.Map.Bits = 32
	}
	others := make([]string, len(readings))
	for k, line := range readings {
		others[k] = fmt.Sprintf(line, word)
	}
	r.Warnings = append(r.Warnings, "an immediate alone is taken for that of pshufd; it could also be "+strings.Join(others, " · "))
	return checked(text, r)
}
