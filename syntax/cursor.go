package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Cursor walks over a text. The zero offset is its beginning; a Cursor never moves past the end.
type Cursor struct {
	Text string
	Off  int
}

// Rest is the text that is still to be read.
func (c *Cursor) Rest() string { return c.Text[c.Off:] }

// Done says that nothing is left but white space.
func (c *Cursor) Done() bool { c.Space(); return c.Off == len(c.Text) }

// Space skips blanks, tabs and line ends, and reports whether there were any.
func (c *Cursor) Space() bool {
	start := c.Off
	for c.Off < len(c.Text) && isSpace(c.Text[c.Off]) {
		c.Off++
	}
	Look(c.Off - start + 1)
	return c.Off > start
}

func isSpace(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

// Peek is the byte at the cursor, or 0 at the end.
func (c *Cursor) Peek() byte {
	if c.Off < len(c.Text) {
		return c.Text[c.Off]
	}
	return 0
}

// Accept skips white space and then s if it stands there.
func (c *Cursor) Accept(s string) bool {
	c.Space()
	if strings.HasPrefix(c.Text[c.Off:], s) {
		c.Off += len(s)
		return true
	}
	return false
}

// AcceptWord is Accept for a word: it must not go on with another letter, digit or one of "_$.".
func (c *Cursor) AcceptWord(s string) bool {
	c.Space()
	if end := c.Off + len(s); strings.HasPrefix(c.Text[c.Off:], s) && (end == len(c.Text) || !wordByte(c.Text[end])) {
		c.Off = end
		return true
	}
	return false
}

// Word skips white space and reads letters, digits and "_$."; it may be empty.
func (c *Cursor) Word() string {
	c.Space()
	start := c.Off
	for c.Off < len(c.Text) && wordByte(c.Text[c.Off]) {
		c.Off++
	}
	Look(c.Off - start)
	return c.Text[start:c.Off]
}

func wordByte(b byte) bool { return wordBytes[b>>5]>>(b&31)&1 != 0 }

// wordBytes has a bit for each byte of a word, 32 of them in a number.
//
//	0x20 $ . 0–9     0x40 A–Z _     0x60 a–z
var wordBytes = [8]uint32{1: 1<<('$'-0x20) | 1<<('.'-0x20) | 0x3ff<<('0'-0x20), 2: 0x3ffffff<<('A'-0x40) | 1<<('_'-0x40), 3: 0x3ffffff << ('a' - 0x60)}

// Uint skips white space and reads a decimal number of at most limit. Where there is none, ok is false and the cursor has
// only passed the white space; a number above the limit is read whole and comes back as limit+1.
func (c *Cursor) Uint(limit int) (n int, ok bool) {
	c.Space()
	start := c.Off
	for c.Off < len(c.Text) && c.Text[c.Off] >= '0' && c.Text[c.Off] <= '9' {
		if n <= limit {
			n = n*10 + int(c.Text[c.Off]-'0')
		}
		c.Off++
	}
	Look(c.Off - start)
	return min(n, limit+1), c.Off > start
}

// Expect is Accept, or an error that says what should have stood here.
func (c *Cursor) Expect(s, what string) error {
	if c.Accept(s) {
		return nil
	}
	return c.Wanted(what)
}

// Wanted is the error "expected what, found …" at the cursor.
func (c *Cursor) Wanted(what string) *Error {
	c.Space()
	end := c.Off
	for end < len(c.Text) && wordByte(c.Text[end]) {
		end++
	}
	Look(end - c.Off)
	if end == c.Off && end < len(c.Text) {
		_, size := utf8.DecodeRuneInString(c.Text[end:])
		end += size
	}
	if found := c.Text[c.Off:end]; found != "" {
		return Errorf(c.Text, c.Off, end, "expected %s, found %s", what, Quote(found))
	}
	return Errorf(c.Text, c.Off, end, "expected %s, found the end", what)
}

// ErrorFrom is an error about the text from offset start to the cursor.
func (c *Cursor) ErrorFrom(start int, format string, args ...any) *Error {
	return Errorf(c.Text, start, c.Off, format, args...)
}

// Quote puts a piece of input into a sentence: in quotation marks, with a question mark for what does not print, and cut when long. A single
// character that does not print is named instead: U+00A0 looks like a blank and is none.
func Quote(s string) string {
	const most = 32
	if r, size := utf8.DecodeRuneInString(s); size == len(s) && size > 0 && visible(s) != s {
		if size == 1 && r == utf8.RuneError {
			return fmt.Sprintf("byte 0x%02X", s[0])
		}
		return fmt.Sprintf("%U", r)
	}
	if utf8.RuneCountInString(s) > most {
		r := []rune(s)
		s = string(r[:most-1]) + "…"
	}
	return `"` + visible(strings.ReplaceAll(s, "\n", " ")) + `"`
}
