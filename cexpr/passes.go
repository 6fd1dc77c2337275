package cexpr

import (
	"fmt"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A loop is read once, as what it does to each of many vectors, unless one pass hands a value to the next: then as often as it says.
//
//	for (int i = 0; i < n; i += 16) { … loadu(p + i) … storeu(q + i, v) … }       one pass
//	for (int i = 0; i < 3; i++) a = _mm_shuffle_epi32(a, 0x39);                   three, of which each has the a of the one before it

// maxPasses is how often a loop is read at most, and maxPassed how many statements are in all of them.
const (
	maxPasses = 64
	maxPassed = 1 << 10
)

// A countedLoop has its counter run from one number to another.
type countedLoop struct {
	name     string
	from, to int
	step     int
	less     string // what is asked of the counter: <, <=, >, >= or !=
}

// loop reads a loop, behind whose word the parenthesis has been read.
func (e *expressions) loop(start int) error {
	head := e.Off
	behind := closing(e.Text, e.Off-1)
	e.Off = behind
	end := e.bodyEnd()
	carried := e.carried(e.Text[e.Off:end])
	if carried == "" {
		e.warn("of the loop, one pass is read")
		return nil
	}
	c, ok := e.countedHead(e.Text[head:max(head, behind-1)])
	if !ok {
		e.warn(fmt.Sprintf("of the loop, one pass is read, though %s goes from one to the next", carried))
		return nil
	}
	return e.passes(c, end, start)
}

// bodyEnd is behind what a loop repeats.
func (e *expressions) bodyEnd() int {
	at := e.Off
	defer func() { e.Off = at }()
	for e.AcceptWord("for") || e.AcceptWord("while") {
		if e.Accept("(") {
			e.Off = closing(e.Text, e.Off-1)
		}
	}
	if e.Space(); e.Peek() == '{' {
		return closing(e.Text, e.Off)
	}
	return e.Off + len(upTo(e.Rest(), ";"))
}

// carried is a variable that the body of a loop changes and reads, so that one pass hands it to the next. Pointers that move do not count: they say which of many vectors a pass is for.
func (e *expressions) carried(body string) string {
	before := ""
	for _, statement := range strings.FieldsFunc(body, func(r rune) bool { return r == ';' || r == '{' || r == '}' }) {
		statement = strings.TrimLeft(behindHead(statement), " \t\r\n")
		end := 0
		for end < len(statement) && (isWordStart(statement[end]) || end > 0 && statement[end] >= '0' && statement[end] <= '9') {
			end++
		}
		name, rest := statement[:end], strings.TrimLeft(statement[end:], " \t\r\n")
		sign, value, assigned := strings.Cut(rest, "=")
		if assigned && name != "" && strings.Trim(sign, "+-*/%&|^<> ") == "" && !strings.HasPrefix(value, "=") && !e.isPointer(name) && e.isValue(name) {
			if sign != "" || speaksOf(value, name) || speaksOf(before, name) {
				return name
			}
		}
		before += statement + ";"
	}
	return ""
}

// behindHead is a statement without the end of the head of a loop in front of it.
func behindHead(statement string) string {
	depth, from := 0, 0
	for at := range len(statement) {
		switch statement[at] {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				depth, from = 0, at+1
			}
		}
	}
	syntax.Look(len(statement))
	return statement[from:]
}

// isValue says whether a name is a vector's or an integer's that stands outside of a loop.
func (e *expressions) isValue(name string) bool {
	_, vector := e.types[name]
	_, integer := e.scalars[name]
	_, made := e.Named[name]
	return vector || integer || made
}

// speaksOf says whether a name stands in a text as a word.
func speaksOf(text, name string) bool {
	syntax.Look(len(text))
	for from := 0; ; {
		n := strings.Index(text[from:], name)
		if n < 0 {
			return false
		}
		at := from + n
		from = at + len(name)
		if (at == 0 || wordEnd(text, at-1) == at-1) && (from == len(text) || wordEnd(text, from) == from) {
			return true
		}
	}
}

// countedHead reads int i = 0; i < 4; i++, of which all is known.
func (e *expressions) countedHead(head string) (c countedLoop, ok bool) {
	parts := strings.Split(head, ";")
	if len(parts) != 3 {
		return c, false
	}
	left, from, ok := strings.Cut(parts[0], "=")
	words := strings.Fields(left)
	if !ok || len(words) == 0 {
		return c, false
	}
	c.name = words[len(words)-1]
	if c.from, ok = e.known(from); !ok {
		return c, false
	}
	asked := strings.TrimSpace(parts[1])
	rest, ok := strings.CutPrefix(asked, c.name)
	if !ok {
		return c, false
	}
	rest = strings.TrimSpace(rest)
	for _, sign := range []string{"<=", ">=", "!=", "<", ">"} {
		if to, is := strings.CutPrefix(rest, sign); is {
			c.less = sign
			if c.to, ok = e.known(to); !ok {
				return c, false
			}
			break
		}
	}
	c.step, ok = e.stepOf(strings.ReplaceAll(strings.TrimSpace(parts[2]), " ", ""), c.name)
	return c, ok && c.less != ""
}

// known is what a text is worth as a number.
func (e *expressions) known(text string) (n int, ok bool) {
	o, err := e.evaluated(text)
	return o.Number, err == nil && !o.IsVector() && strings.TrimSpace(text) != ""
}

// stepOf is by how much i++, --i or i += 4 changes a counter.
func (e *expressions) stepOf(text, name string) (n int, ok bool) {
	switch text {
	case name + "++", "++" + name:
		return 1, true
	case name + "--", "--" + name:
		return -1, true
	}
	for _, sign := range []string{"+=", "-="} {
		if by, is := strings.CutPrefix(text, name+sign); is {
			n, ok = e.known(by)
			if sign == "-=" {
				n = -n
			}
			return n, ok && n != 0
		}
	}
	return 0, false
}

// goes says whether there is a pass for a number.
func (c countedLoop) goes(i int) bool {
	switch c.less {
	case "<":
		return i < c.to
	case "<=":
		return i <= c.to
	case ">":
		return i > c.to
	case ">=":
		return i >= c.to
	}
	return i != c.to
}

// passes reads the body of a loop once for each number.
func (e *expressions) passes(c countedLoop, end, start int) error {
	body := e.Off
	var all []int
	for i := c.from; c.goes(i); i += c.step {
		if all = append(all, i); len(all) > maxPasses {
			return e.ErrorFrom(start, "a loop of more than %d passes, of which one hands a value to the next", maxPasses)
		}
	}
	for _, i := range all {
		e.forget(c.name)
		e.numbers[c.name] = number(i)
		for e.Off = body; ; e.passed++ {
			for e.Off < end && (e.Accept(";") || e.Accept("}") || e.Accept("{")) {
			}
			if e.Space(); e.Off >= end || e.Off == len(e.Text) {
				break
			}
			if e.passed > maxPassed {
				return e.ErrorFrom(start, "more than %d statements in loops", maxPassed)
			}
			if err := e.statement(); err != nil {
				return err
			}
		}
	}
	e.Off = end
	return nil
}
