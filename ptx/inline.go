package ptx

import (
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// CUDA has PTX inside C, in which %0, %1, … are the operands behind the colons in their order:
//
//	asm volatile("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(d) : "r"(lo), "r"(hi));

// isInline says whether a text is such a statement.
func isInline(text string) bool {
	c := syntax.Cursor{Text: text}
	return c.AcceptWord("asm") || c.AcceptWord("__asm__")
}

// inlined is the code of such a statement with the operands' names in it.
func inlined(text string) (string, error) {
	c := syntax.Cursor{Text: text}
	c.Word()
	for c.AcceptWord("volatile") || c.AcceptWord("__volatile__") {
	}
	if err := c.Expect("(", `"("`); err != nil {
		return "", err
	}
	code, err := literals(&c)
	if err != nil {
		return "", err
	}
	var names []string
	for !c.Accept(")") {
		if !c.Accept(":") && !c.Accept(",") {
			return "", c.Wanted(`":" and operands, or ")"`)
		}
		for c.Space(); c.Peek() == '"'; c.Space() {
			if _, err := literals(&c); err != nil {
				return "", err
			}
			if !c.Accept("(") {
				continue // "memory"
			}
			name := c.Word()
			if name == "" {
				return "", c.Wanted("a variable")
			}
			names = append(names, name)
			if err := c.Expect(")", `")" behind a variable`); err != nil {
				return "", err
			}
		}
	}
	if c.Accept(";"); !c.Done() {
		return "", c.Wanted("the end of the statement")
	}
	return substituted(code, names), nil
}

// literals are strings of C, one behind another.
func literals(c *syntax.Cursor) (text string, err error) {
	for c.Space(); c.Peek() == '"'; c.Space() {
		n := strings.IndexByte(c.Rest()[1:], '"')
		if n < 0 {
			return "", c.Wanted("a closing quotation mark")
		}
		text += c.Rest()[1 : 1+n]
		c.Off += n + 2
	}
	if text == "" {
		return "", c.Wanted("instructions in quotation marks")
	}
	return strings.NewReplacer(`\n`, "\n", `\t`, " ").Replace(text), nil
}

// substituted has the names in their places.
func substituted(code string, names []string) string {
	pieces := strings.Split(code, "%")
	for k := 1; k < len(pieces); k++ {
		digits := len(pieces[k]) - len(strings.TrimLeft(pieces[k], "0123456789"))
		n := -1
		for _, d := range []byte(pieces[k][:min(digits, 2)]) {
			n = 10*max(n, 0) + int(d-'0')
		}
		if n >= 0 && n < len(names) {
			pieces[k] = names[n] + pieces[k][digits:]
		} else {
			pieces[k] = "%" + pieces[k]
		}
	}
	return strings.ReplaceAll(strings.Join(pieces, ""), "%%", "%")
}
