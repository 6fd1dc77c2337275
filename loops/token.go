package loops

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A token is a word, a number, a sign, or the end of a line.
type token struct {
	kind    tokenKind
	text    string
	n       int64
	float   integer // its type if it is a number with a point, whose bits are n
	at, end int
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	wordToken
	numberToken
	signToken
	lineToken
)

// signs are those of several letters, of which none begins with an earlier one.
var signs = []string{">>>=", "<<=", ">>=", ">>>", "//=", "&^=", "...", "..=", "..<", ":=", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "&^", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->", "=>", "..", "::", "//"}

// tokens are those of a text, without comments and without what is for a preprocessor, but for definitions of numbers.
func (l *language) tokens(text string) (all []token, err error) {
	lineStart := true
	for at := 0; at < len(text); {
		start := at
		at = l.behindBlank(text, at, lineStart)
		syntax.Look(at - start + 1)
		if at > start {
			continue
		}
		t := token{at: at}
		switch c := text[at]; {
		case c == '\n':
			t.kind, t.end = lineToken, at+1
		case isLetter(c) || c == '#' && strings.HasPrefix(text[at:], "#define"):
			t.kind, t.end = wordToken, wordEnd(text, at+1)
		case isDigit(c):
			t.kind = numberToken
			if t.n, t.float, t.end, err = l.number(text, at); err != nil {
				return nil, err
			}
		case c == '\'' && characterEnd(text, at) > 0:
			t.kind, t.end = numberToken, characterEnd(text, at)
			t.n = character(text[at+1 : t.end-1])
		default:
			if t.kind, t.end = signToken, at+signLength(l, text[at:]); t.end == at {
				return nil, syntax.Errorf(text, at, at+1, "expected a statement such as r[i] = a[i], found %s", syntax.Quote(text[at:at+1]))
			}
		}
		t.text = text[at:t.end]
		lineStart = t.kind == lineToken
		at = t.end
		all = append(all, t)
	}
	return append(all, token{at: len(text), end: len(text)}), nil
}

// behindBlank is behind blanks, a comment, or a line for a preprocessor, if one begins at a place.
func (l *language) behindBlank(text string, at int, lineStart bool) int {
	rest := text[at:]
	lineEnd := func() int {
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			return at + n
		}
		return len(text)
	}
	switch {
	case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
		return at + 1
	case strings.HasPrefix(rest, "\\\n"):
		return at + 2
	case l == rust && rest[0] == '\'' && len(rest) > 1 && isLetter(rest[1]) && characterEnd(text, at) == 0: // a lifetime
		return wordEnd(text, at+1)
	case strings.HasPrefix(rest, "/*"):
		if n := strings.Index(rest[2:], "*/"); n >= 0 {
			return at + 2 + n + 2
		}
		return len(text)
	case l == rust && attributeEnd(rest) > 0:
		return at + attributeEnd(rest)
	case l != python && strings.HasPrefix(rest, "//"), l == python && rest[0] == '#':
		return lineEnd()
	case lineStart && rest[0] == '#' && !strings.HasPrefix(rest, "#define"):
		return lineEnd()
	}
	return at
}

// attributeEnd is behind an attribute of Rust's with which a text begins, as #[inline]; 0 if it begins with none.
func attributeEnd(text string) int {
	if !strings.HasPrefix(text, "#[") && !strings.HasPrefix(text, "#![") {
		return 0
	}
	deep := 0
	for n := range len(text) {
		switch text[n] {
		case '[':
			deep++
		case ']':
			if deep--; deep == 0 {
				return n + 1
			}
		}
	}
	return len(text)
}

func isLetter(c byte) bool {
	return c == '_' || c == '@' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func wordEnd(text string, at int) int {
	for at < len(text) && (isLetter(text[at]) || isDigit(text[at])) {
		at++
	}
	return at
}

func signLength(l *language, rest string) int {
	for _, s := range signs {
		if strings.HasPrefix(rest, s) && (s != "//" && s != "//=" || l == python) && (s != "++" && s != "--" || l != python) && (s != "&^" && s != "&^=" || l == golang) {
			return len(s)
		}
	}
	if strings.IndexByte("+-*/%&|^~!<>=?:;,.()[]{}", rest[0]) >= 0 {
		return 1
	}
	return 0
}

// number is the number that begins at a place, with a suffix: 0x1B, 0b01, 0o17, in C and Go 017, 1'000, 7u, 3usize, 1.5f, whose bits it is.
func (l *language) number(text string, at int) (n int64, float integer, end int, err error) {
	end = at
	for end < len(text) && (isLetter(text[end]) || isDigit(text[end]) || text[end] == '\'') {
		end++
	}
	if !strings.HasPrefix(text[at:end], "0x") && !strings.HasPrefix(text[at:end], "0X") {
		if fraction := behindPoint(text, at, end); fraction > at {
			return pointed(text, at, fraction)
		}
	}
	word := strings.ReplaceAll(strings.ReplaceAll(text[at:end], "'", ""), "_", "")
	digits, base := word, 10
	switch {
	case strings.HasPrefix(word, "0x"), strings.HasPrefix(word, "0X"):
		digits, base = word[2:], 16
	case strings.HasPrefix(word, "0b"), strings.HasPrefix(word, "0B"):
		digits, base = word[2:], 2
	case strings.HasPrefix(word, "0o"), strings.HasPrefix(word, "0O"):
		digits, base = word[2:], 8
	case (l == c || l == golang) && len(word) > 1 && word[0] == '0' && isDigit(word[1]):
		digits, base = word[1:], 8
	}
	digits = strings.TrimRight(digits, "uUlLz")
	for _, suffix := range [...]string{"usize", "isize", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"} {
		digits = strings.TrimSuffix(digits, suffix)
	}
	v, parsed := strconv.ParseUint(digits, base, 64)
	if parsed != nil {
		return 0, float, end, syntax.Errorf(text, at, end, "%s is no number: expected one such as 7, 0x1B or 0b11", syntax.Quote(text[at:end]))
	}
	return int64(v), float, end, nil
}

// characterEnd is behind a character such as 'a' or '\n' that begins at a place; 0 if none does.
func characterEnd(text string, at int) int {
	end := at + 2
	if strings.HasPrefix(text[at+1:], "\\") {
		end++
	}
	if end < len(text) && text[end] == '\'' && text[at+1] != '\'' && text[at+1] != '\n' && text[at+1] < utf8.RuneSelf && (text[at+1] != '\\' || strings.IndexByte(escaped, text[at+2]) >= 0) {
		return end + 1
	}
	return 0
}

// escaped are the characters behind a backslash, and what they stand for.
const (
	escaped  = "0nrt\\'"
	standFor = "\x00\n\r\t\\'"
)

// character is the number of a character.
func character(text string) int64 {
	if text[0] == '\\' {
		return int64(standFor[strings.IndexByte(escaped, text[1])])
	}
	return int64(text[0])
}

// behindPoint is the end of a number with a point or an exponent; where it begins if it has neither.
func behindPoint(text string, at, end int) int {
	power := strings.TrimLeft(text[at:end], "0123456789")
	if end+1 < len(text) && text[end] == '.' && isDigit(text[end+1]) {
		end = wordEnd(text, end+1)
	} else if end+1 < len(text) && text[end] == '.' && text[end+1]|0x20 == 'f' && wordEnd(text, end+1) == end+2 { // 0.f
		end += 2
	} else if power == "" || power[0]|0x20 != 'e' {
		return at
	}
	if last := text[end-1] | 0x20; last == 'e' && end+1 < len(text) && (text[end] == '-' || text[end] == '+') && isDigit(text[end+1]) {
		end = wordEnd(text, end+1)
	}
	return end
}

// pointed is a number with a point: of 32 bits with an f behind it, and of 64 without.
func pointed(text string, at, end int) (n int64, t integer, _ int, err error) {
	word := strings.ReplaceAll(strings.ReplaceAll(text[at:end], "'", ""), "_", "")
	t = integer{bits: 64, signed: true, float: true}
	for _, suffix := range [...]string{"f32", "f64", "f", "F"} {
		if digits, ok := strings.CutSuffix(word, suffix); ok {
			if word = digits; suffix != "f64" {
				t.bits = 32
			}
			break
		}
	}
	f, err := strconv.ParseFloat(word, t.bits)
	if err != nil {
		return 0, t, end, syntax.Errorf(text, at, end, "%s is no number: expected one such as 7, 0x1B or 1.5f", syntax.Quote(text[at:end]))
	}
	if t.bits == 32 {
		return int64(math.Float32bits(float32(f))), t, end, nil
	}
	return int64(math.Float64bits(f)), t, end, nil
}
