package syntax_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/syntax"
)

// at is a cursor at the mark ‸ of a text.
func at(marked string) *syntax.Cursor {
	e := fault(marked)
	return &syntax.Cursor{Text: e.Text, Off: e.Off}
}

// wantAt says that the cursor stands at the mark.
func wantAt(t *testing.T, what string, c *syntax.Cursor, marked string) {
	t.Helper()
	if want := at(marked); c.Off != want.Off || c.Text != want.Text {
		t.Errorf("%s: at %q‸%q, want %s", what, c.Text[:c.Off], c.Text[c.Off:], marked)
	}
}

func TestCursorSpace(t *testing.T) {
	for _, c := range []struct {
		before, after string
		skipped       bool
		done          bool
	}{
		{"‸", "‸", false, true},
		{"‸a", "‸a", false, false},
		{"a‸ \t\n\r\v\fb", "a \t\n\r\v\f‸b", true, false},
		{"a‸  ", "a  ‸", true, true},
		{"a‸\u00a0", "a‸\u00a0", false, false},
	} {
		cursor := at(c.before)
		if got := cursor.Space(); got != c.skipped {
			t.Errorf("%q: skipped %v", c.before, got)
		}
		wantAt(t, "Space", cursor, c.after)
		cursor = at(c.before)
		if got := cursor.Done(); got != c.done {
			t.Errorf("%q: done %v", c.before, got)
		}
		wantAt(t, "Done", cursor, c.after)
	}
}

func TestCursorPeekAndRest(t *testing.T) {
	for _, c := range []struct {
		in   string
		peek byte
		rest string
	}{{"a‸bc", 'b', "bc"}, {"abc‸", 0, ""}, {"‸", 0, ""}, {"a‸ b", ' ', " b"}} {
		cursor := at(c.in)
		if p, r := cursor.Peek(), cursor.Rest(); p != c.peek || r != c.rest {
			t.Errorf("%q: %q, %q", c.in, p, r)
		}
	}
}

func TestCursorAccept(t *testing.T) {
	for _, c := range []struct {
		before, s string
		ok, word  bool // as it is, as a word
		after     string
	}{
		{"‸->a", "->", true, false, "->‸a"},
		{"‸-> a", "->", true, true, "->‸ a"},
		{"a‸  ->", "->", true, true, "a  ->‸"},
		{"a‸  -", "->", false, false, "a  ‸-"},
		{"‸", "x", false, false, "‸"},
		{"‸vec3", "vec", true, false, "vec‸3"},
		{"‸vecs", "vec", true, false, "vec‸s"},
		{"‸vecS", "vec", true, false, "vec‸S"},
		{"‸vec_", "vec", true, false, "vec‸_"},
		{"‸vec$", "vec", true, false, "vec‸$"},
		{"‸vec.", "vec", true, false, "vec‸."},
		{"‸vec/", "vec", true, true, "vec‸/"},
		{"‸vec", "vec", true, true, "vec‸"},
		{"‸vec\xff", "vec", true, true, "vec‸\xff"},
		{"‸ve", "vec", false, false, "‸ve"},
	} {
		cursor := at(c.before)
		if got := cursor.Accept(c.s); got != c.ok {
			t.Errorf("Accept(%q) at %q: %v", c.s, c.before, got)
		}
		wantAt(t, "Accept", cursor, c.after)
		cursor = at(c.before)
		if got := cursor.AcceptWord(c.s); got != c.word {
			t.Errorf("AcceptWord(%q) at %q: %v", c.s, c.before, got)
		} else if got {
			wantAt(t, "AcceptWord", cursor, c.after)
		} else if cursor.Off > at(c.after).Off {
			t.Errorf("AcceptWord(%q) at %q refuses and moves to %d", c.s, c.before, cursor.Off)
		}
	}
}

func TestCursorWord(t *testing.T) {
	for _, c := range []struct{ before, want, after string }{
		{"‸", "", "‸"},
		{"‸ aZ_$.09+", "aZ_$.09", " aZ_$.09‸+"},
		{"a‸ +b", "", "a ‸+b"},
		{"‸aé", "a", "a‸é"},
		{"‸@", "", "‸@"}, {"‸`", "", "‸`"}, {"‸{", "", "‸{"}, {"‸[", "", "‸["}, {"‸/", "", "‸/"}, {"‸:", "", "‸:"},
		{"‸azAZ09", "azAZ09", "azAZ09‸"},
	} {
		cursor := at(c.before)
		if got := cursor.Word(); got != c.want {
			t.Errorf("%q: word %q, want %q", c.before, got, c.want)
		}
		wantAt(t, "Word", cursor, c.after)
	}
}

func TestCursorUint(t *testing.T) {
	for _, c := range []struct {
		before string
		limit  int
		n      int
		ok     bool
		after  string
	}{
		{"‸0", 9, 0, true, "0‸"},
		{"a‸  12b", 99, 12, true, "a  12‸b"},
		{"‸007", 9, 7, true, "007‸"},
		{"‸99", 99, 99, true, "99‸"},
		{"‸100", 99, 100, true, "100‸"},
		{"‸101", 99, 100, true, "101‸"},
		{"‸99999999999999999999999999999999", 99, 100, true, "99999999999999999999999999999999‸"},
		{"‸99999999999999999999999999999999", 1 << 20, 1<<20 + 1, true, "99999999999999999999999999999999‸"},
		{"‸", 9, 0, false, "‸"},
		{"‸ a", 9, 0, false, " ‸a"},
		{"‸-1", 9, 0, false, "‸-1"},
		{"‸/", 9, 0, false, "‸/"}, {"‸:", 9, 0, false, "‸:"},
	} {
		cursor := at(c.before)
		if n, ok := cursor.Uint(c.limit); n != c.n || ok != c.ok {
			t.Errorf("%q: %d, %v; want %d, %v", c.before, n, ok, c.n, c.ok)
		}
		wantAt(t, "Uint", cursor, c.after)
	}
}

func TestCursorWanted(t *testing.T) {
	for _, c := range []struct{ before, want, fault string }{
		{"ab‸", `1:3: expected a lane, found the end`, "ab‸"},
		{"ab‸  \n ", `2:2: expected a lane, found the end`, "ab  \n ‸"},
		{"ab‸  c9.d,e", `1:5: expected a lane, found "c9.d"`, "ab  «c9.d»,e"},
		{"‸,,", `1:1: expected a lane, found ","`, "«,»,"},
		{"‸éa", `1:1: expected a lane, found "é"`, "«é»a"},
		{"‸\xffa", `1:1: expected a lane, found byte 0xFF`, "«\xff»a"},
	} {
		e := at(c.before).Wanted("a lane")
		if e.Error() != c.want {
			t.Errorf("%q: %s, want %s", c.before, e, c.want)
		}
		if f := fault(c.fault); e.Off != f.Off || e.End != f.End {
			t.Errorf("%q: [%d,%d), want [%d,%d)", c.before, e.Off, e.End, f.Off, f.End)
		}
	}
}

func TestCursorExpect(t *testing.T) {
	cursor := at("‸ -> z")
	if err := cursor.Expect("->", "an arrow"); err != nil {
		t.Error(err)
	}
	wantAt(t, "Expect", cursor, " ->‸ z")
	if got, want := fmt.Sprint(cursor.Expect("->", "an arrow")), `1:5: expected an arrow, found "z"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestCursorErrorFrom(t *testing.T) {
	cursor := at("i8x2 -> a99‸ z")
	e := cursor.ErrorFrom(8, "no lane %d", 99)
	if e.Off != 8 || e.End != 11 || e.Error() != "1:9: no lane 99" {
		t.Errorf("[%d,%d) %v", e.Off, e.End, e)
	}
	var target *syntax.Error
	if !errors.As(fmt.Errorf("form: %w", e), &target) || target != e {
		t.Error("the error is not found in one that wraps it")
	}
}
