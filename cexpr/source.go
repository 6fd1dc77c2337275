package cexpr

import (
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// What stands around statements is blanked before they are read, so that places stay what they are:
//
//	#define M _MM_SHUFFLE(0, 1, 2, 3)        kept apart as a macro
//	static inline const                      says nothing of lanes
//	// and comments, __attribute__((…)), hn::

// A macro is a definition of the preprocessor.
type macro struct {
	call   bool // it has parameters, which may be none
	params []string
	body   string
}

// ignoredWords say nothing of lanes; of those that are true a parenthesis follows, which is theirs.
var ignoredWords = map[string]bool{
	"const": false, "volatile": false, "register": false, "restrict": false, "__restrict": false, "__restrict__": false, "static": false, "inline": false, "__inline": false, "__inline__": false,
	"__forceinline": false, "extern": false, "constexpr": false, "__extension__": false, "HWY_ALIGN": false, "HWY_API": false, "HWY_INLINE": false, "HWY_RESTRICT": false, "HWY_ATTR": false,
	"noexcept": false, "thread_local": false, "alignas": true, "_Alignas": true, "__declspec": true, "__attribute__": true, "__attribute": true, "_Static_assert": true, "static_assert": true,
}

// maxMacros bounds the definitions of a text.
const maxMacros = 256

// blanked is a text of the same length in which only statements stand, and the macros that it defines.
func blanked(text string) (string, map[string]macro) {
	text = withoutSIMDe(text)
	out := []byte(text)
	macros := map[string]macro{}
	blank := func(from, to int) {
		for k := from; k < to; k++ {
			if out[k] != '\n' {
				out[k] = ' '
			}
		}
	}
	lineStart := true
	for at := 0; at < len(text); {
		end := at + 1
		switch b := text[at]; {
		case b == '\n':
			lineStart = true
			at = end
			continue
		case b == ' ' || b == '\t' || b == '\r':
			at = end
			continue
		case strings.HasPrefix(text[at:], "#["): // an attribute of Rust
			end = at + len(upTo(text[at:], "]")) + 1
			blank(at, min(end, len(text)))
			at, lineStart = end, true
			continue
		case b == '#' && lineStart:
			end = directiveEnd(text, at)
			if len(macros) < maxMacros {
				define(strings.ReplaceAll(text[at:end], "\\\n", "  "), macros)
			}
			blank(at, end)
		case strings.HasPrefix(text[at:], "//"):
			end = at + len(upTo(text[at:], "\n"))
			blank(at, end)
		case strings.HasPrefix(text[at:], "/*"):
			end = min(at+2+len(upTo(text[at+2:], "*/"))+2, len(text))
			blank(at, end)
		case strings.HasPrefix(text[at:], "[[") && at+2 < len(text) && isWordStart(text[at+2]): // an attribute of C++
			end = min(at+len(upTo(text[at:], "]]"))+2, len(text))
			if !strings.Contains(text[at:end], "vector_size") {
				blank(at, end)
			}
		case isWordStart(b):
			end = ignoredEnd(text, at, wordEnd(text, at), blank)
		case b >= '0' && b <= '9':
			end = wordEnd(text, at)
		}
		lineStart = false
		at = end
	}
	syntax.Look(len(text))
	return string(out), macros
}

func isWordStart(b byte) bool {
	return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// wordEnd is the end of the word or number that begins at an offset.
func wordEnd(text string, at int) int {
	for at < len(text) && (isWordStart(text[at]) || text[at] >= '0' && text[at] <= '9') {
		at++
	}
	return at
}

// upTo is a text up to where something begins, or all of it.
func upTo(text, what string) string {
	before, _, _ := strings.Cut(text, what)
	return before
}

// directiveEnd is the end of a line of the preprocessor, with the lines that go on behind a backslash.
func directiveEnd(text string, at int) int {
	for at < len(text) && text[at] != '\n' {
		if text[at] == '\\' && at+1 < len(text) {
			at++
		}
		at++
	}
	return min(at, len(text))
}

// ignoredEnd blanks the word between two offsets if it says nothing, with the parenthesis that is its own, and is the end of what is then read. The size of a vector, of which an
// attribute speaks, stays.
func ignoredEnd(text string, at, end int, blank func(from, to int)) int {
	if strings.HasPrefix(text[end:], "::") && !strings.HasPrefix(text[end:], "::<") { // a namespace, and no constants of Rust
		blank(at, end+2)
		return end + 2
	}
	own, ignored := ignoredWords[text[at:end]]
	if !ignored {
		return end
	}
	if !own {
		if rest := strings.TrimLeft(text[end:], " \t"); text[at:end] == "extern" && strings.HasPrefix(rest, `"C"`) {
			end = len(text) - len(rest) + len(`"C"`)
		}
		blank(at, end)
		return end
	}
	open := end
	for open < len(text) && (text[open] == ' ' || text[open] == '\n') {
		open++
	}
	if open == len(text) || text[open] != '(' {
		return end
	}
	end = closing(text, open)
	if inner := text[open:end]; !strings.Contains(inner, "vector_size") && !strings.Contains(inner, "ext_vector_type") {
		blank(at, end)
	}
	return end
}

// closing is the offset behind the bracket that closes the one at an offset, or the end of the text.
func closing(text string, open int) int {
	depth := 0
	for at := open; at < len(text); at++ {
		switch text[at] {
		case '"': // brackets of a text are none
			at += max(strings.IndexByte(text[at+1:], '"')+1, 0)
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				syntax.Look(at - open)
				return at + 1
			}
		}
	}
	syntax.Look(len(text) - open)
	return len(text)
}

// define keeps a definition of the preprocessor.
func define(line string, macros map[string]macro) {
	c := syntax.Cursor{Text: upTo(line, "//"), Off: 1}
	if !c.AcceptWord("define") {
		return
	}
	name := c.Word()
	m := macro{}
	if m.call = c.Peek() == '('; m.call {
		end := closing(c.Text, c.Off)
		for param := range strings.SplitSeq(strings.Trim(c.Text[c.Off:end], "()"), ",") {
			if param = strings.TrimSpace(param); param != "" {
				m.params = append(m.params, param)
			}
		}
		c.Off = end
	}
	if m.body = strings.TrimSpace(c.Rest()); name != "" && m.body != "" {
		macros[name] = m
	}
}

// filled is the body of a macro with arguments in place of its parameters.
func (m macro) filled(args []string) string {
	at := map[string]string{}
	for k, p := range m.params {
		at[p] = args[k]
	}
	text := ""
	for c := (syntax.Cursor{Text: m.body}); c.Off < len(c.Text); {
		word := c.Text[c.Off : c.Off+1]
		switch {
		case isWordStart(word[0]):
			word = c.Word()
			if arg, ok := at[word]; ok {
				word = arg
			}
		case word[0] >= '0' && word[0] <= '9': // of 3u, u is no parameter
			word = c.Word()
		default:
			c.Off++
		}
		if text += word; len(text) > maxExpansion {
			break
		}
	}
	return text
}

// maxExpansion bounds the length of a macro that is filled in, maxExpansions how many are.
const (
	maxExpansion  = 1 << 12
	maxExpansions = 64
)

// expand is a macro where it is called, or where its name stands.
func (e *expressions) expand(name string, m macro, start int) (operand, error) {
	var args []string
	if m.call {
		if !e.Accept("(") {
			return operand{}, e.Wanted("the arguments of " + name)
		}
		var err error
		if args, err = e.rawArguments(name); err != nil {
			return operand{}, err
		}
	}
	if len(args) != len(m.params) {
		return operand{}, e.ErrorFrom(start, "%s has %d arguments here, and takes %d", name, len(args), len(m.params))
	}
	if e.expansions++; e.expansions > maxExpansions {
		return operand{}, e.ErrorFrom(start, "more than %d macros are expanded", maxExpansions)
	}
	text := m.filled(args)
	if len(text) > maxExpansion {
		return operand{}, e.ErrorFrom(start, "%s is longer than %d characters", name, maxExpansion)
	}
	o, err := e.evaluated(strings.TrimRight(text, "; "))
	if err != nil {
		return o, e.ErrorFrom(start, "in %s: %s", name, what(err))
	}
	return o, nil
}

// evaluated is the expression that another text is. Its errors have places in that text.
func (e *expressions) evaluated(text string) (operand, error) {
	outside := e.Cursor
	defer func() { e.Cursor = outside }()
	e.Cursor = syntax.Cursor{Text: text}
	o, err := e.expression()
	if err == nil && !e.Done() {
		err = e.Wanted("an operator or the end")
	}
	return o, err
}

// what is an error without its place.
func what(err error) string {
	if e, ok := err.(*syntax.Error); ok {
		return e.What
	}
	return err.Error()
}

// rawArguments are the texts of arguments up to the closing parenthesis; the opening one has been read.
func (e *expressions) rawArguments(name string) (args []string, err error) {
	start, depth := e.Off, 1
	from := start
	for ; e.Off < len(e.Text) && depth > 0; e.Off++ {
		switch e.Text[e.Off] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 1 {
				args = append(args, strings.TrimSpace(e.Text[from:e.Off]))
				from = e.Off + 1
			}
		}
	}
	syntax.Look(e.Off - start)
	if depth > 0 {
		return nil, e.ErrorFrom(start, "the brackets of %s do not close", name)
	}
	if last := strings.TrimSpace(e.Text[from : e.Off-1]); last != "" || len(args) > 0 {
		args = append(args, last)
	}
	return args, nil
}
