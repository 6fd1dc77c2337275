package debug

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// causes are the places that have a name.
var causes = map[string]Cause{"nan": AtNaN, "divergence": AtDivergence, "early": AtEarly}

// ParseBreakpoints reads where to stop, several breakpoints where a line of the source is in several pieces:
//
//	loop   0x1c   line 12   line file.s:12     the instruction that is next is there
//	nan   divergence   early                   see AtNaN, AtDivergence and AtEarly
//	when r3[active].f > 1                      a condition has become true
//	watch r3                                   a value has changed
//	… if lane == 5                             and this besides
//
// The error is a *syntax.Error where it has a place.
func (c *Code) ParseBreakpoints(text string) ([]Breakpoint, error) {
	what, condition, conditional := strings.Cut(text, " if ")
	var only *Expression
	if conditional {
		var err error
		if only, err = ParseExpression(condition); err != nil {
			return nil, syntax.Moved(err, text, len(text)-len(condition))
		}
	}
	all, err := c.parsePlace(strings.TrimRight(what, " \t\r"))
	for k := range all {
		all[k].If = only
	}
	return all, err
}

// parsePlace reads a breakpoint without its condition.
func (c *Code) parsePlace(text string) ([]Breakpoint, error) {
	if cause, ok := causes[text]; ok {
		return []Breakpoint{{Cause: cause}}, nil
	}
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "when", "watch":
		e, err := ParseExpression(rest)
		if err != nil {
			return nil, syntax.Moved(err, text, len(text)-len(rest))
		}
		cause := AtTruth
		if word == "watch" {
			cause = AtChange
		}
		return []Breakpoint{{Cause: cause, Watched: e}}, nil
	case "line":
		return c.parseLine(strings.TrimSpace(rest))
	}
	offset, ok := c.Label(text)
	if !ok {
		n, err := strconv.ParseInt(text, 0, 32)
		if err != nil {
			return nil, fmt.Errorf("%s is no label, and no offset such as 0x1c, line N, nan, divergence, early or when EXPRESSION", syntax.Quote(text))
		}
		offset = int(n)
	}
	if _, ok := c.OpAt(offset); !ok {
		return nil, fmt.Errorf("no instruction begins at offset %#x", offset)
	}
	return []Breakpoint{{Cause: AtOffset, Offset: offset}}, nil
}

// parseLine reads a line of the source.
func (c *Code) parseLine(text string) (all []Breakpoint, err error) {
	file, digits, named := strings.Cut(text, ":")
	if !named {
		file, digits = c.File, text
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 {
		return nil, fmt.Errorf("%s is no line: expected line 12, or line file.s:12", syntax.Quote(text))
	}
	offsets, _ := c.LineOffsets(file, n)
	for _, offset := range offsets {
		all = append(all, Breakpoint{Cause: AtOffset, Offset: offset})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no code is from line %d or from behind it", n)
	}
	return all, nil
}
