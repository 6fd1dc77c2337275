package syntax_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// fault takes the marks «…» or ‸ out of a text and makes an error about what they mark.
func fault(marked string) *syntax.Error {
	start := strings.Index(strings.ReplaceAll(marked, "‸", "«"), "«")
	end := start
	if i := strings.Index(marked, "»"); i >= 0 {
		end = i - len("«")
	}
	return syntax.Errorf(strings.NewReplacer("«", "", "»", "", "‸", "").Replace(marked), start, end, "wrong")
}

func TestErrorPlace(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"‸", "1:1: wrong"},
		{"«a»", "1:1: wrong"},
		{"abc‸", "1:4: wrong"},
		{"abc\n‸", "2:1: wrong"},
		{"abc\nde«f»\nghi", "2:3: wrong"},
		{"abc«\n»def", "1:4: wrong"},
		{"\n\n\n«x»", "4:1: wrong"},
		{"é漢«x»", "1:3: wrong"},               // characters, not bytes
		{"\xff\xfe«x»", "1:3: wrong"},         // a bad byte is a character
		{"a\r\nb«c»", "2:2: wrong"},           // the line end is two bytes
		{"\t«x»", "1:2: wrong"},               // a tab is a character
		{"ab\rc«d»", "1:5: wrong"},            // a lone \r ends no line
		{"abc\n\xe6\xbc«\xa2»", "2:3: wrong"}, // in the middle of a character
	} {
		if got := fault(c.in).Error(); got != c.want {
			t.Errorf("%q: %s, want %s", c.in, got, c.want)
		}
	}
}

// A place outside the text is moved to its nearest end.
func TestErrorfKeepsInsideTheText(t *testing.T) {
	for _, c := range []struct{ off, end, wantOff, wantEnd int }{
		{1, 2, 1, 2}, {-5, 2, 0, 2}, {2, 1, 2, 2}, {9, 12, 3, 3}, {1, 12, 1, 3}, {-2, -1, 0, 0},
	} {
		e := syntax.Errorf("abc", c.off, c.end, "lane %d of %s", 3, "a")
		if e.Text != "abc" || e.Off != c.wantOff || e.End != c.wantEnd || e.What != "lane 3 of a" {
			t.Errorf("[%d,%d) gives %+v, want [%d,%d)", c.off, c.end, e, c.wantOff, c.wantEnd)
		}
	}
}

func TestCaret(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	blank := func(n int) string { return strings.Repeat(" ", n) }
	for _, c := range []struct{ name, in, line, caret string }{
		{"empty text", "‸", "", "^"},
		{"one character", "i8x2 -> «a»", "i8x2 -> a", "        ^"},
		{"several", "i8x2 -> «a99» z", "i8x2 -> a99 z", "        ^^^"},
		{"only a place", "i8x2 ‸-> z", "i8x2 -> z", "     ^"},
		{"end of text", "i8x2 ->‸", "i8x2 ->", "       ^"},
		{"end of a line", "i8x2‸\n-> z", "i8x2", "    ^"},
		{"first line of three", "a«b»\ncd\nef", "ab", " ^"},
		{"middle line of three", "ab\nc«d»\nef", "cd", " ^"},
		{"last line of three", "ab\ncd\ne«f»", "ef", " ^"},
		{"last line is empty", "ab\n‸", "", "^"},
		{"over the end of the line", "a«bc\nde»f", "abc", " ^^"},
		{"line end itself", "abc«\n»def", "abc", "   ^"},
		{"windows lines", "ab\r\nc«d»e\r\nf", "cde", " ^"},
		{"windows line end marked", "abc«\r\n»def", "abc", "   ^"},
		{"between \\r and \\n", "abc\r‸\ndef", "abc", "   ^"},
		{"\\r inside", "a\rb«c»", "a?bc", "   ^"},
		{"windows last line", "ab\r\nc«d»\r", "cd", " ^"},
		{"tabs before", "\ta\t«b»\tc", "\ta\tb\tc", "\t \t^"},
		{"accents before", "éé«x»", "ééx", "  ^"},
		{"accents marked", "a«éé»b", "aééb", " ^^"},
		{"bad bytes before", "\xff\xfe«x»", "??x", "  ^"},
		{"bad byte marked", "a«\xff»b", "a?b", " ^"},
		{"middle of a character", "a\xc3«\xa9»b", "a??b", "  ^"},
		{"replacement character", "\ufffd«x»", "?x", " ^"},
		{"control characters", "a\x00\x1b[31m«\x7f»\u0085", "a??[31m??", "       ^"},
		{"what turns the text round or hides", "a\u202eb\u200b«c»\u0301", "a?b?c?", "    ^"},
		{"long before, as much as fits", x(60) + "«y»", x(60) + "y", blank(60) + "^"},
		{"long before", x(61) + "«y»", "…" + x(60) + "y", blank(61) + "^"},
		{"long after, as much as fits", "«y»" + x(59), "y" + x(59), "^"},
		{"long after", "«y»" + x(60), "y" + x(59) + "…", "^"},
		{"long on both sides", x(500) + "«yy»" + x(500), "…" + x(60) + "yy" + x(58) + "…", blank(61) + "^^"},
		{"long fault", "a«" + x(500) + "»b", "a" + x(60) + "…", " " + strings.Repeat("^", 61)},
		{"tab that is cut off", "\t" + x(60) + "«y»", "…" + x(60) + "y", blank(61) + "^"},
		{"tab at the cut", "a\t" + x(59) + "«y»", "…\t" + x(59) + "y", " \t" + blank(59) + "^"},
	} {
		if got, want := fault(c.in).Caret(), c.line+"\n"+c.caret; got != want {
			t.Errorf("%s: %q\n%s\nwant\n%s", c.name, c.in, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", `""`},
		{"a9", `"a9"`},
		{"é漢", `"é漢"`},
		{"a\nb", `"a b"`},
		{"a\x00\x7f\u202eb", `"a???b"`},
		{"\xffa", `"?a"`},
		{"\xff", `byte 0xFF`},
		{"\u00a0", `U+00A0`},
		{"\x00", `U+0000`},
		{"\ufffd", `U+FFFD`},
		{"\u0301", `U+0301`},
		{"\n", `U+000A`},
		{"\t", "\"\t\""},
		{strings.Repeat("é", 32), `"` + strings.Repeat("é", 32) + `"`},
		{strings.Repeat("é", 33), `"` + strings.Repeat("é", 31) + `…"`},
	} {
		if got := syntax.Quote(c.in); got != c.want {
			t.Errorf("%q is quoted %s, want %s", c.in, got, c.want)
		}
	}
}

// Whatever the text and the place, the caret is two short lines that a terminal shows as they are, and it points into the first or just behind it.
func FuzzCaret(f *testing.F) {
	f.Add("i8x2 -> a9", 8, 10)
	f.Add("a\r\n\té\xff\u202e", 4, 9)
	chance.Fuzz(f, func(t *testing.T, text string, off, end int) {
		e := syntax.Errorf(text, off, end, "wrong")
		line, caret, ok := strings.Cut(e.Caret(), "\n")
		before := strings.TrimRight(caret, "^")
		if !ok || before == caret || strings.Trim(before, " \t") != "" {
			t.Fatalf("%q: no caret in %q", text, caret)
		}
		for _, r := range line {
			if r < ' ' && r != '\t' || r == utf8.RuneError || r == 0x7f {
				t.Fatalf("%q: %q shows %q", text, line, r)
			}
		}
		width, at, n := utf8.RuneCountInString(line), len(before), len(caret)
		if at > width || n > max(width, at+1) || width > 2*60+2 {
			t.Fatalf("%q: columns %d to %d of a line of %d", text, at, n, width)
		}
		for i, r := range []rune(line)[:at] {
			if (r == '\t') != (before[i] == '\t') {
				t.Fatalf("%q: column %d of the caret stands under %q", text, i, r)
			}
		}
		if l, c := e.Pos(); l < 1 || l > 1+strings.Count(text, "\n") || c < 1 || c > 1+len(text) {
			t.Fatalf("%q: %d:%d", text, l, c)
		}
	})
}
