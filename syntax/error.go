// Package syntax says where a text is wrong.
//
// Every dialect that Lanescope reads ends in the same place when the text is bad:
//
//	<4 x i32> 0 4 9 5
//	              ^
//	1:15: selector 9 is out of range: two sources of 4 lanes have lanes 0 to 7
//
// Error holds the text, the place and the sentence; Cursor is the small scanner with which the dialects'
// parsers walk over a text and make such errors. The package knows nothing of lanes.
package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error is a complaint about one place in a text.
type Error struct {
	Text string // the whole input
	Off  int    // byte offset of the first character at fault
	End  int    // byte offset behind the last one; at most Off where there is only a place
	What string // what is wrong, and what would be right, as a lower-case phrase without a full stop
}

// Errorf makes an Error for the bytes [off, end) of text.
func Errorf(text string, off, end int, format string, args ...any) *Error {
	off = min(max(off, 0), len(text))
	return &Error{Text: text, Off: off, End: min(max(end, off), len(text)), What: fmt.Sprintf(format, args...)}
}

// Error is "line:col: what".
func (e *Error) Error() string {
	line, col := e.Pos()
	return fmt.Sprintf("%d:%d: %s", line, col, e.What)
}

// Pos is the place as a line and a column, both counted from 1; a column is a character, not a byte.
func (e *Error) Pos() (line, col int) {
	Look(e.Off)
	before := e.Text[:e.Off]
	line = 1 + strings.Count(before, "\n")
	start := strings.LastIndexByte(before, '\n') + 1
	return line, 1 + utf8.RuneCountInString(before[start:])
}

// caretMargin is how much of a long line is shown on each side of the fault.
const caretMargin = 60

// Caret is the faulty line with a second line below it that points at the fault, without a newline at the end. Tabs are
// kept, so that the two lines stay aligned; what does not print is shown as '?'. Of a long line, the part around the fault is shown.
func (e *Error) Caret() string {
	start := strings.LastIndexByte(e.Text[:e.Off], '\n') + 1
	end := len(e.Text)
	if i := strings.IndexByte(e.Text[e.Off:], '\n'); i >= 0 {
		end = e.Off + i
	}
	if end > start && e.Text[end-1] == '\r' {
		end-- // the line ends with \r\n
	}
	off := min(e.Off, end)
	before, after := []rune(visible(e.Text[start:off])), []rune(visible(e.Text[off:end]))
	width := utf8.RuneCountInString(e.Text[off:min(max(e.End, off), end)])
	if len(before) > caretMargin {
		before = append([]rune("…"), before[len(before)-caretMargin:]...)
	}
	if len(after) > caretMargin {
		after = append(after[:caretMargin:caretMargin], '…')
	}
	pad := make([]rune, len(before))
	for i, r := range before {
		if pad[i] = ' '; r == '\t' {
			pad[i] = '\t'
		}
	}
	return string(before) + string(after) + "\n" + string(pad) + strings.Repeat("^", min(max(width, 1), max(len(after), 1)))
}

// Visible is a name that someone else gave, of a file or of a kernel, fit for a terminal: what would disturb one, a line end too, is a question mark.
func Visible(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return replaced(s, func(r rune) bool { return r == '\t' || unicode.IsPrint(r) }) // marks stay, of which many scripts are made
		}
	}
	return s
}

// visible replaces what would disturb a terminal or the eye: control characters, bad UTF-8, and what changes the order of the text or takes no room.
func visible(s string) string {
	return replaced(s, func(r rune) bool { return r == '\t' || unicode.IsPrint(r) && !unicode.Is(unicode.M, r) })
}

// replaced has a question mark for bad UTF-8 and for what is not to stay.
func replaced(s string, stays func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if r != utf8.RuneError && stays(r) {
			return r
		}
		return '?'
	}, s)
}
