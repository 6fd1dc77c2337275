package dialecttest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// Refused reads texts in which what is wrong stands between marks, and compares what is said of it:
//
//	{"VEC_PERM_EXPR <a, b, ‹mask_4›>", "expected …"}
//
// Marks with nothing between them are a place at which something is missing.
func Refused(t *testing.T, d dialect.Dialect, rows [][2]string) {
	t.Helper()
	for _, row := range rows {
		text, off, end, ok := unmarked(row[0])
		if !ok {
			t.Errorf("%s: no place is marked in it", row[0])
			continue
		}
		r, err := d.Read(text, dialect.Options{})
		var e *syntax.Error
		switch {
		case err == nil:
			t.Errorf("%s is read as %s", row[0], r.Map)
		case !errors.As(err, &e):
			t.Errorf("%s: %v has no place", row[0], err)
		case e.Text != text:
			t.Errorf("%s: the place is in another text, %q", row[0], e.Text)
		case e.Off != off || max(e.Off, e.End) != end || e.What != row[1]:
			t.Errorf("%s: bytes %d to %d are wrong, want %d to %d\n\t%s\n\twant %s", row[0], e.Off, e.End, off, end, e.What, row[1])
		}
	}
}

// unmarked is a text without its marks, and where they stood.
func unmarked(marked string) (text string, off, end int, ok bool) {
	before, rest, opened := strings.Cut(marked, "‹")
	wrong, behind, closed := strings.Cut(rest, "›")
	return before + wrong + behind, len(before), len(before) + len(wrong), opened && closed
}

// Meanings reads texts, and compares what is made of what, with what is warned of behind a semicolon:
//
//	{"_1 = BIT_FIELD_REF <a, 64, 64>;", "_1 of a: i32x4 -> a2 a3; the type of …"}
func Meanings(t *testing.T, d dialect.Dialect, rows [][2]string) {
	t.Helper()
	for _, row := range rows {
		r, err := d.Read(row[0], dialect.Options{})
		got := fmt.Sprintf("%s of %s: %s", r.To, strings.Join(r.Names, " "), r.Map)
		if len(r.Warnings) > 0 {
			got += "; " + strings.Join(r.Warnings, "; ")
		}
		switch {
		case err != nil:
			t.Errorf("%s: %v, want %s", row[0], err, row[1])
		case got != row[1]:
			t.Errorf("%s is\n\t%s, want\n\t%s", row[0], got, row[1])
		}
	}
}

// Bound reads a text with something between bars as often as there may be, and once more, for which says is what is wrong.
func Bound(t *testing.T, d dialect.Dialect, text string, most int, says string) {
	t.Helper()
	for _, n := range []int{most, most + 1} {
		parts := strings.Split(text, "|")
		for k := 1; k < len(parts); k += 2 {
			parts[k] = strings.Repeat(parts[k], n)
		}
		_, err := d.Read(strings.Join(parts, ""), dialect.Options{})
		var e *syntax.Error
		if n == most && err != nil || n > most && (!errors.As(err, &e) || e.What != says) {
			t.Errorf("%s with %d: %v, and behind %d want %s", text, n, err, most, says)
		}
	}
}

// NotSaid are maps that a dialect does not say, and why: in one form, and in several lines where it has those.
//
//	{"i4x32 -> a1 a0 …", "the shuffle moves bytes", "the shuffle moves bytes"}
func NotSaid(t *testing.T, d dialect.Dialect, rows [][3]string) {
	t.Helper()
	for _, row := range rows {
		m, err := lane.Parse(row[0])
		if err != nil {
			t.Fatal(err)
		}
		if text, err := d.Form(m); err == nil || err.Error() != row[1] {
			t.Errorf("%s is said as %q, %v, want %s", row[0], text, err, row[1])
		}
		if d.Sequence == nil {
			continue
		}
		if lines, err := d.Sequence(t.Context(), m); err == nil || err.Error() != row[2] {
			t.Errorf("%s is said as %q, %v, want %s", row[0], lines, err, row[2])
		}
	}
}
