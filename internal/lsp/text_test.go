package lsp

import (
	"testing"
	"unicode/utf16"

	"github.com/lanescope/lanescope/internal/chance"
)

// Places in a text with characters of one to four bytes, and all three ends of lines.
func TestPositions(t *testing.T) {
	all := newText("añ😀b\r\nc\rd\n")
	for _, row := range []struct{ line, character, off int }{
		{0, 0, 0}, {0, 1, 1}, {0, 2, 3}, {0, 3, 3}, {0, 4, 7}, {0, 5, 8}, {0, 6, 8}, {0, 1000, 8}, {1, 0, 10}, {1, 1, 11}, {1, 2, 11}, {2, 0, 12}, {2, 9, 13}, {3, 0, 14}, {3, 5, 14}, {4, 0, 14}, {-1, 5, 0}, {0, -5, 0},
	} {
		if got := all.offset(position{row.line, row.character}); got != row.off {
			t.Errorf("%d:%d is byte %d, want %d", row.line, row.character, got, row.off)
		}
	}
	for off, want := range map[int]position{0: {0, 0}, 3: {0, 2}, 7: {0, 4}, 8: {0, 5}, 9: {0, 5}, 10: {1, 0}, 12: {2, 0}, 14: {3, 0}, 99: {3, 0}, -1: {0, 0}} {
		if got := all.position(off); got != want {
			t.Errorf("byte %d is at %v, want %v", off, got, want)
		}
	}
	if got := all.asLines(); got != "añ😀b\r\nc\nd\n" {
		t.Errorf("%q", got)
	}
	if n := len(all.lines()); n != 4 || all.line(0) != "añ😀b" || all.line(1) != "c" || all.line(3) != "" {
		t.Errorf("%q", all.lines())
	}
}

// Each character of random texts is where the plain way finds it, and back.
func TestPositionsAgree(t *testing.T) {
	r := chance.Random(t, 2)
	letters := []rune("aü😀\r\n\r\n€𝄞 ")
	for range 300 {
		var runes []rune
		for range r.IntN(30) {
			runes = append(runes, letters[r.IntN(len(letters))])
		}
		all, plain := newText(string(runes)), plainText(utf16.Encode(runes))
		for off := range all.all {
			p := all.position(off)
			if between := off > 0 && all.all[off-1] == '\r' && all.all[off] == '\n'; all.offset(p) != off && !between {
				t.Fatalf("%q: byte %d is at %v, which is byte %d", all.all, off, p, all.offset(p))
			}
			if got, want := all.all[:all.offset(p)], string(utf16.Decode(plain[:plain.at(p)])); got != want {
				t.Fatalf("%q: before %v is %q, the plain way %q", all.all, p, got, want)
			}
		}
	}
}
