package form

import (
	"errors"
	"slices"

	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A TokenKind is what a piece of a text is.
type TokenKind int

// The kinds of tokens. What a word is nobody but the dialect knows; which of them are sources the reading has found.
const (
	Space  TokenKind = iota
	Word             // of an instruction, a type, a keyword
	Number           // 3, 0x1b, -1 without its sign
	Mark             // one character that is none of the others
	Quoted           // a text in quotation marks
	Comment
	SourceName // what the text calls a source
)

// tokenKinds name the kinds.
var tokenKinds = [...]string{Space: "space", Word: "word", Number: "number", Mark: "mark", Quoted: "quoted", Comment: "comment", SourceName: "source"}

// String is the kind in a word.
func (k TokenKind) String() string { return tokenKinds[k] }

// A Token is a piece of a text, and what it is there. All tokens of a text, one behind the other, are the text.
type Token struct {
	Text   string
	Kind   TokenKind
	Source int  // of a SourceName: which source of the map
	Wrong  bool // the error is about it
}

// Tokens are a text in pieces, and what is wrong with it, as [Parse] says it. There are tokens of a wrong text too: sources are known in those alone that are read.
//
//	pshufd $225, %xmm0, %xmm2
//	────── ┬─┬─  ─┬───  ─┬───
//	word   │ number│     word: what it makes
//	       mark    source 0
func Tokens(text string, opt Options) ([]Token, Form, error) {
	f, err := Parse(text, opt)
	t := tokenizer{text: text, dialect: f.Dialect}
	var at *syntax.Error
	if errors.As(err, &at) && at.Text == text {
		t.wrong = [2]int{at.Off, max(at.End, at.Off+1)}
	}
	if err == nil {
		t.names = f.Names
		t.made = stepResults(text, opt)
	}
	for t.off < len(text) {
		t.next()
	}
	return t.all, f, err
}

// stepResults are what the lines of a program make: behind its line, a name is no source any more. One line makes its result too, where it says how it is called.
func stepResults(text string, opt Options) (made []string) {
	for _, s := range Steps(text, opt) {
		made = append(made, s.To)
	}
	return made
}

// A tokenizer cuts a text.
type tokenizer struct {
	text    string
	off     int
	dialect string
	wrong   [2]int // from where to where the error is
	names   []string
	made    []string
	line    int // which statement this is
	all     []Token
}

// next appends the next token, or two where what is wrong begins or ends within it.
func (t *tokenizer) next() {
	rest := t.text[t.off:]
	n, kind := cutToken(rest, t.dialect)
	for _, edge := range t.wrong {
		if edge > t.off && edge < t.off+n {
			n = edge - t.off
			break
		}
	}
	token := Token{Text: rest[:n], Kind: kind, Wrong: t.off >= t.wrong[0] && t.off < t.wrong[1]}
	if kind == Word {
		n = t.name(&token)
	}
	if token.Text == ";" || kind == Space && strings.Contains(token.Text, "\n") {
		t.line++
	}
	t.off += n
	t.all = append(t.all, token)
}

// name makes a word the name of a source, if it begins with one, and says how long that is: of a.xyz and of a0 the name alone.
func (t *tokenizer) name(token *Token) int {
	best := -1
	for k, name := range t.names {
		n := nameIn(token.Text, bareName(name))
		if n == 0 || slices.ContainsFunc(t.made[:min(t.line, len(t.made))], func(made string) bool { return made != "" && sameName(made, name) }) {
			continue
		}
		if n > best {
			best, token.Kind, token.Source = n, SourceName, k
		}
	}
	if best > 0 {
		token.Text = token.Text[:best]
	}
	return len(token.Text)
}

// nameIn is how much of a word is a name: all of it, or what stands in front of a point, of digits behind a letter, or of the version that GCC counts.
func nameIn(word, name string) int {
	if n := len(word) - len(bareName(word)); n > 0 {
		if m := nameIn(word[n:], name); m > 0 {
			return n + m
		}
		return 0
	}
	if word == name || name != "" && listing.SameRegister(name, word) {
		return len(word)
	}
	rest, ok := strings.CutPrefix(word, name)
	if ok && name != "" && (rest[0] == '.' || len(name) == 1 && allDigits(rest) || rest[0] == '_' && allDigits(rest[1:])) {
		return len(name)
	}
	return 0
}

func allDigits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// cutToken is how long the first token of a text is, and of what kind. Names of LLVM keep their points, and lanes behind a register are a word of their own.
func cutToken(s, dialect string) (n int, kind TokenKind) {
	until := func(i int) int {
		if i < 0 {
			return len(s)
		}
		return i
	}
	switch c := s[0]; {
	case c == ' ' || c >= '\t' && c <= '\r':
		return until(strings.IndexFunc(s, func(r rune) bool { return r != ' ' && (r < '\t' || r > '\r') })), Space
	case strings.HasPrefix(s, "//"), c == ';' && dialect == "llvm":
		return until(strings.IndexByte(s, '\n')), Comment
	case strings.HasPrefix(s, "/*"):
		if end := strings.Index(s[2:], "*/"); end >= 0 {
			return end + 4, Comment
		}
		return len(s), Comment
	case c == '"':
		if end := strings.IndexAny(s[1:], "\"\n"); end >= 0 && s[1+end] == '"' {
			return end + 2, Quoted
		}
		return 1, Mark
	case beginsWord(c), len(s) > 1 && (c == '%' || c == '@' || c == '$' && !isDigit(s[1])) && beginsWord(s[1]):
		n = 1 + until(strings.IndexFunc(s[1:], func(r rune) bool { return r >= 0x80 || !beginsWord(byte(r)) && r != '.' }))
		n = min(n, len(s))
		if isNumber(s[:n]) {
			return n, Number
		}
		return n, Word
	case c < 0x80:
		return 1, Mark
	}
	return until(strings.IndexFunc(s, func(r rune) bool { return r < 0x80 })), Mark
}

func beginsWord(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isNumber says of a word whether it is a number: in decimal, in hexadecimal, with a point.
func isNumber(s string) bool {
	if rest, ok := strings.CutPrefix(s, "0x"); ok && rest != "" {
		return !strings.ContainsFunc(rest, func(r rune) bool {
			return (r < '0' || r > '9') && (r < 'a' || r > 'f') && (r < 'A' || r > 'F')
		})
	}
	return isDigit(s[0]) && allDigits(strings.ReplaceAll(s, ".", ""))
}
