package shader

import "github.com/lanescope/lanescope/syntax"

// A token is a piece of the text that cannot be taken apart.
type token struct {
	kind     tokenKind
	text     string
	off, end int
}

type tokenKind uint8

const (
	endOfText tokenKind = iota
	word                // v, float4, wzyx
	number              // 1.0f, 0xff, 3u
	mark                // ( . << +=
)

// marks of more than one character. A > stands by itself: two of them end vec4<vec2<f32>> too.
var marks = []string{"<<=", "<<", "<=", "==", "!=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->", "::"}

// tokens takes a text apart. Comments and the preprocessor's lines are left out.
func tokens(text string) []token {
	syntax.Look(len(text))
	var all []token
	for at := 0; at < len(text); {
		switch b := text[at]; {
		case b == ' ' || b >= '\t' && b <= '\r':
			at++
		case b == '#', b == '/' && at+1 < len(text) && text[at+1] == '/':
			at = lineEnd(text, at)
		case b == '/' && at+1 < len(text) && text[at+1] == '*':
			at = commentEnd(text, at+2)
		default:
			t := nextToken(text, at, all)
			all = append(all, t)
			at = t.end
		}
	}
	return append(all, token{off: len(text), end: len(text)})
}

func lineEnd(text string, at int) int {
	for at < len(text) && text[at] != '\n' {
		if text[at] == '\\' && at+1 < len(text) {
			at++
		}
		at++
	}
	return at
}

func commentEnd(text string, at int) int {
	for ; at < len(text); at++ {
		if text[at] == '*' && at+1 < len(text) && text[at+1] == '/' {
			return at + 2
		}
	}
	return at
}

// nextToken is the token at a place where there is one.
func nextToken(text string, at int, before []token) token {
	b := text[at]
	afterName := len(before) > 0 && before[len(before)-1].end == at && before[len(before)-1].kind == word
	switch {
	case letter(b):
		end := at + 1
		for end < len(text) && (letter(text[end]) || digit(text[end])) {
			end++
		}
		return token{word, text[at:end], at, end}
	case digit(b), b == '.' && !afterName && at+1 < len(text) && digit(text[at+1]):
		end := numberEnd(text, at)
		return token{number, text[at:end], at, end}
	}
	for _, m := range marks {
		if len(m) <= len(text)-at && text[at:at+len(m)] == m {
			return token{mark, m, at, at + len(m)}
		}
	}
	end := at + 1
	for end < len(text) && text[end] >= 0x80 && text[end] < 0xC0 && b >= 0x80 { // the rest of a character
		end++
	}
	return token{mark, text[at:end], at, end}
}

func letter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' || b == '$' }

func digit(b byte) bool { return b >= '0' && b <= '9' }

// numberEnd is where a number ends with its suffix: 0xffu, 1.5f, 1e-3, 7ul. In 1.xxxx the full stop is none of the number's.
func numberEnd(text string, at int) int {
	end := at
	if text[at] == '0' && at+1 < len(text) && text[at+1]|0x20 == 'x' {
		end += 2
		for end < len(text) && (digit(text[end]) || text[end]|0x20 >= 'a' && text[end]|0x20 <= 'f') {
			end++
		}
		return suffixEnd(text, end)
	}
	for end < len(text) && digit(text[end]) {
		end++
	}
	if end < len(text) && text[end] == '.' && !swizzleAfter(text, end+1) {
		for end++; end < len(text) && digit(text[end]); {
			end++
		}
	}
	if end < len(text) && text[end]|0x20 == 'e' {
		exponent := end + 1
		if exponent < len(text) && (text[exponent] == '+' || text[exponent] == '-') {
			exponent++
		}
		if exponent < len(text) && digit(text[exponent]) {
			for end = exponent; end < len(text) && digit(text[end]); {
				end++
			}
		}
	}
	return suffixEnd(text, end)
}

// suffixEnd passes the letters and digits that give a number its type.
func suffixEnd(text string, end int) int {
	for end < len(text) && (letter(text[end]) || digit(text[end])) {
		end++
	}
	return end
}

// swizzleAfter says that lanes are asked for, as in 1.xxxx.
func swizzleAfter(text string, at int) bool {
	return at < len(text) && (text[at] >= 'x' && text[at] <= 'z' || text[at] == 'r' || text[at] == 's')
}
