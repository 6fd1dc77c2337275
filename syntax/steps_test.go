package syntax_test

import (
	"errors"
	"testing"

	"github.com/lanescope/lanescope/syntax"
)

// Steps counts what is looked at while it runs, from nothing on, and nothing else.
func TestSteps(t *testing.T) {
	syntax.Look(1000) // nobody counts
	for range 2 {
		if n := syntax.Steps(func() { syntax.Look(5); syntax.Look(2) }); n != 7 {
			t.Errorf("5 bytes and 2 are %d steps", n)
		}
		syntax.Look(1000)
		if n := syntax.Steps(func() {}); n != 0 {
			t.Errorf("nothing is %d steps", n)
		}
	}
}

// What a reader passes it says that it has looked at.
func TestReadersSayWhatTheyLookAt(t *testing.T) {
	for _, row := range []struct {
		name string
		read func()
		want int64
	}{
		{"three blanks, and what comes behind them", func() { (&syntax.Cursor{Text: "   a"}).Space() }, 4},
		{"no blank", func() { (&syntax.Cursor{Text: "a"}).Space() }, 1},
		{"a name", func() { syntax.IsIdentifier("name") }, 4},
		{"the place of an error", func() { syntax.Errorf("ab\ncd", 4, 5, "wrong").Pos() }, 4},
	} {
		if got := syntax.Steps(row.read); got != row.want {
			t.Errorf("%s: %d steps, want %d", row.name, got, row.want)
		}
	}
}

// A name has letters, digits and underscores, of which a digit is not the first.
func TestIsIdentifier(t *testing.T) {
	for b := range 256 {
		c := byte(b)
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		digit := c >= '0' && c <= '9'
		if got := syntax.IsIdentifier(string([]byte{c})); got != letter {
			t.Errorf("%q is a name: %v", c, got)
		}
		if got := syntax.IsIdentifier(string([]byte{'x', c})); got != (letter || digit) {
			t.Errorf("%q behind a letter is of the name: %v", c, got)
		}
	}
	if syntax.IsIdentifier("") {
		t.Error("nothing is a name")
	}
}

// An error in a piece of a text is moved to its place in the whole, and any other error stays what it is.
func TestMoved(t *testing.T) {
	whole := "first\nsecond piece"
	e := syntax.Errorf("second piece", 7, 12, "wrong")
	var moved *syntax.Error
	if !errors.As(syntax.Moved(e, whole, 6), &moved) || moved.Text != whole || moved.Off != 13 || moved.End != 18 || moved.What != "wrong" || moved.Error() != "2:8: wrong" {
		t.Errorf("it is %+v", moved)
	}
	if e.Off != 7 {
		t.Error("the error itself was moved")
	}
	other := errors.New("no place")
	if syntax.Moved(other, whole, 6) != other || syntax.Moved(nil, whole, 6) != nil {
		t.Error("an error without a place is changed")
	}
}
