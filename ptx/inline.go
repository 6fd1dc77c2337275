package ptx

import (
	"strconv"

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

// substituted has the names in their places: %1 is the second one's, and %% a percent sign.
func substituted(code string, names []string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(code, "%")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		digits := min(len(rest)-len(strings.TrimLeft(rest, "0123456789")), 2)
		n, err := strconv.Atoi(rest[:digits])
		switch {
		case strings.HasPrefix(rest, "%"):
			b.WriteByte('%')
			rest = rest[1:]
		case err == nil && n < len(names):
			b.WriteString(names[n])
			rest = rest[digits:]
		default:
			b.WriteByte('%')
		}
		code = rest
	}
}
