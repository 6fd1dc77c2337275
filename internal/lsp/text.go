package lsp

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// A text is what an editor has, with the places where its lines begin. It does not change; an edit makes another.
//
//	"añ😀b\r\nc"     a ñ 😀 b \r\n c
//	bytes            0 1 3  7 8    10
//	UTF-16           0 1 2  4      0        of the line
type text struct {
	all    string
	starts []int // of lines, behind \n, \r\n and \r alone
}

func newText(all string) *text {
	t := &text{all: all, starts: []int{0}}
	for at := 0; at < len(all); at++ {
		switch {
		case all[at] == '\n', all[at] == '\r' && (at+1 == len(all) || all[at+1] != '\n'):
			t.starts = append(t.starts, at+1)
		}
	}
	return t
}

// line is a line without its end.
func (t *text) line(n int) string { return t.all[t.starts[n]:t.end(n)] }

// end is where a line ends, before what ends it.
func (t *text) end(n int) int {
	if n+1 == len(t.starts) {
		return len(t.all)
	}
	end := t.starts[n+1] - 1
	if end > t.starts[n] && t.all[end] == '\n' && t.all[end-1] == '\r' {
		end--
	}
	return end
}

// lines are all lines without their ends.
func (t *text) lines() []string {
	all := make([]string, len(t.starts))
	for n := range all {
		all[n] = t.line(n)
	}
	return all
}

// lineAt is the line that a byte is in.
func (t *text) lineAt(off int) int {
	return sort.Search(len(t.starts), func(n int) bool { return t.starts[n] > off }) - 1
}

// offset is the byte at a position. A column behind its line is the line's end, a line behind the text is the text's end, and in the middle of a character is before it.
func (t *text) offset(p position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(t.starts):
		return len(t.all)
	}
	at, end, units := t.starts[p.Line], t.end(p.Line), p.Character
	for at < end && units > 0 {
		r, size := utf8.DecodeRuneInString(t.all[at:end])
		if units -= unitsOf(r); units < 0 {
			break
		}
		at += size
	}
	return at
}

// unitsOf is how many units of UTF-16 a character has.
func unitsOf(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// position is where a byte is. Between \r and \n is the end of the line.
func (t *text) position(off int) position {
	off = min(max(off, 0), len(t.all))
	n := t.lineAt(off)
	p := position{Line: n}
	for _, r := range t.all[t.starts[n]:min(off, t.end(n))] {
		p.Character += unitsOf(r)
	}
	return p
}

// rangeOf is from one byte to before another.
func (t *text) rangeOf(s span) textRange { return textRange{t.position(s.from), t.position(s.to)} }

// span is the bytes of a range.
func (t *text) span(r textRange) span {
	from, to := t.offset(r.Start), t.offset(r.End)
	return span{from, max(from, to)}
}

// A span is bytes, from the first to before the last.
type span struct{ from, to int }

// meets says whether two spans have a byte in common, or touch.
func (s span) meets(o span) bool { return s.from <= o.to && o.from <= s.to }

// mostText is how long a text may become.
const mostText = 32 << 20

// edited is the text after changes, each of which is about what those before it made.
func (t *text) edited(changes []change) (*text, error) {
	for _, c := range changes {
		all := c.Text
		if c.Range != nil {
			s := t.span(*c.Range)
			all = t.all[:s.from] + c.Text + t.all[s.to:]
		}
		if len(all) > mostText {
			return nil, fmt.Errorf("a text of %d bytes is more than %d", len(all), mostText)
		}
		t = newText(all)
	}
	return t, nil
}

// word is the word around a byte: letters, digits and what names in assembly have besides. Before is where it begins.
func (t *text) word(off int) span {
	n := t.lineAt(off)
	from, to := off, off
	for from > t.starts[n] && isWord(t.all[from-1]) {
		from--
	}
	for to < t.end(n) && isWord(t.all[to]) {
		to++
	}
	return span{from, to}
}

func isWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '.' || b == '$' || b == '@' || b >= utf8.RuneSelf
}

// asLines is the text with \n where \r alone ends a line, so that all count the same lines. Bytes stay where they are.
func (t *text) asLines() string {
	if !strings.Contains(t.all, "\r") {
		return t.all
	}
	b := []byte(t.all)
	for _, at := range t.starts[1:] {
		b[at-1] = '\n'
	}
	return string(b)
}

// sameLines says whether lines from one on are these.
func sameLines(lines []string, from int, these []string) bool {
	return from+len(these) <= len(lines) && slices.Equal(lines[from:from+len(these)], these)
}
