package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Labels hold any text that somebody typed. What a renderer draws is always a clean label: printable characters of one or
// two columns, so that its width is known before it is drawn.

// clean replaces by U+FFFD what has no width of its own (controls, joiners, accents that stand alone, invalid UTF-8), and
// every kind of white space by a space.
func clean(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return strings.Map(func(r rune) rune {
				switch {
				case unicode.IsSpace(r):
					return ' '
				case !unicode.IsPrint(r) || unicode.Is(unicode.M, r):
					return utf8.RuneError
				}
				return r
			}, strings.ToValidUTF8(s, "\uFFFD"))
		}
	}
	return s
}

// cleanASCII is clean for terminals that know nothing but ASCII.
func cleanASCII(s string) string {
	var b strings.Builder
	for _, r := range clean(s) {
		switch {
		case r <= '~':
			b.WriteRune(r)
		case r == '…':
			b.WriteString("...")
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}

// runeColumns is the number of columns of a clean character.
func runeColumns(r rune) int {
	switch {
	case r < 0x1100:
		return 1
	case r <= 0x115f, // Hangul Jamo
		r >= 0x2e80 && r <= 0xa4cf, // CJK
		r >= 0xa960 && r <= 0xa97f,
		r >= 0xac00 && r <= 0xd7ff, // Hangul
		r >= 0xf900 && r <= 0xfaff,
		r >= 0xfe30 && r <= 0xfe6f,
		r >= 0xff01 && r <= 0xff60, // full-width forms
		r >= 0xffe0 && r <= 0xffe6,
		r >= 0x16fe0 && r <= 0x1b2ff,
		r >= 0x1f000 && r <= 0x1faff, // emoji
		r >= 0x20000 && r <= 0x3ffff,
		// A few wide characters live among narrow ones, and fonts disagree; two columns are never too few.
		r >= 0x2300 && r <= 0x23ff, r >= 0x2600 && r <= 0x27bf, r >= 0x2b00 && r <= 0x2bff, r >= 0x1200 && r <= 0x1fff:
		return 2
	}
	return 1
}

// columns is the width of a clean text.
func columns(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			n = 0
			for _, r := range s {
				n += runeColumns(r)
			}
			return n
		}
	}
	return len(s)
}

// cut splits a clean text behind its first n columns, or one earlier where a wide character would stand on the cut.
func cut(s string, n int) (head, tail string) {
	for i, r := range s {
		if n -= runeColumns(r); n < 0 {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// elide shortens a clean text to n columns; the mark stands for what is gone.
func elide(s string, n int, mark string) string {
	if columns(s) <= n {
		return s
	}
	if w := columns(mark); n > w {
		s, _ = cut(s, n-w)
		return s + mark
	}
	s, _ = cut(s, n)
	return s
}

// wrap breaks a clean text into lines of at most n columns, at spaces where it can, and into at most limit lines.
func wrap(s string, n, limit int, mark string) []string {
	var lines []string
	for s = strings.Trim(s, " "); s != ""; s = strings.TrimLeft(s, " ") {
		if len(lines) == limit-1 {
			return append(lines, elide(s, n, mark))
		}
		head, tail := cut(s, n)
		if tail != "" && tail[0] != ' ' {
			if at := strings.LastIndexByte(head, ' '); at > 0 {
				head, tail = s[:at], s[at:]
			}
		}
		if head == "" { // not even one character fits
			return lines
		}
		lines, s = append(lines, strings.TrimRight(head, " ")), tail
	}
	return lines
}
