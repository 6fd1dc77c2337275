package selectors

import (
	"fmt"
	"math"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// ResultName is the name in front of "=", the last word there: a declaration has its type before it.
func ResultName(text string) string {
	text, _, ok := strings.Cut(text, "=")
	words := strings.Fields(text)
	if !ok || len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// Name reads a vector's name and what follows it.
func Name(c *syntax.Cursor, then string) (string, error) {
	for c.Space(); c.Peek() == '('; c.Space() { // a cast to a type
		end := strings.IndexByte(c.Rest(), ')')
		if end < 0 || !syntax.IsIdentifier(strings.TrimSpace(c.Rest()[1:end])) {
			break
		}
		c.Off += end + 1
	}
	start := c.Off
	if c.Peek() == '%' {
		c.Off++
	}
	if c.Word() == "" {
		c.Off = start
		return "", c.Wanted("the name of a vector")
	}
	name := c.Text[start:c.Off]
	if then == "" {
		return name, nil
	}
	return name, c.Expect(then, syntax.Quote(then))
}

// Selector reads a number; -1 and the largest one of 32 bits are undefined.
func Selector(c *syntax.Cursor) (int, error) {
	minus := c.Accept("-")
	start := c.Off
	if !minus && (c.AcceptWord("0xFFFFFFFF") || c.AcceptWord("0xffffffff")) {
		return -1, nil
	}
	if hex, ok := strings.CutPrefix(c.Rest(), "0x"); ok {
		digits := len(hex) - len(strings.TrimLeft(hex, "0123456789abcdefABCDEF"))
		if v, err := strconv.ParseUint(hex[:digits], 16, 16); err == nil {
			c.Off += 2 + digits
			return int(v), nil
		}
	}
	t, ok := c.Uint(math.MaxUint32)
	switch {
	case !ok, minus && t != 1:
		c.Off = start
		return 0, c.Wanted("a selector: a number, or -1")
	case minus, t == math.MaxUint32:
		return -1, nil
	case t >= 2*lane.MaxLanes:
		return 0, c.ErrorFrom(start, "a selector is below %d", 2*lane.MaxLanes)
	}
	return t, nil
}

// OfTwo reads selector i of a shuffle of two vectors of that many lanes.
func OfTwo(c *syntax.Cursor, i, lanes int) (lane.Lane, error) {
	c.Space()
	start := c.Off
	t, ok := c.Uint(1 << 10)
	if !ok {
		return lane.Lane{}, c.Wanted(fmt.Sprintf("selector %d of %d", i, lanes))
	}
	if t >= 2*lanes {
		return lane.Lane{}, c.ErrorFrom(start, "a selector is below %d", 2*lanes)
	}
	return lane.From(t/lanes, t%lanes), nil
}
