package draw

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// checkLines holds what every terminal picture has: no line longer than the width, no trailing space, no stray character.
func checkLines(t *testing.T, out []byte, term Terminal) {
	t.Helper()
	width := term.Width
	if width == 0 {
		width = 80
	}
	width = max(width, 40)
	if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) || !utf8.Valid(out) {
		t.Errorf("the text does not end a line, or is no UTF-8: %q", out)
	}
	for _, line := range strings.Split(string(out), "\n") {
		if columns(line) > width {
			t.Errorf("%d columns of %d: %q", columns(line), width, line)
		}
		if strings.HasSuffix(line, " ") {
			t.Errorf("trailing space: %q", line)
		}
		for _, r := range line {
			if r < ' ' || r == 0x7f || term.ASCII && r > '~' {
				t.Errorf("character %U in %q", r, line)
			}
		}
	}
}

func TestLines(t *testing.T) {
	r := chance.Random(t, 0)
	for range 300 {
		term := Terminal{Width: r.IntN(140), ASCII: r.IntN(2) == 0}
		s := hostileScene(r)
		checkLines(t, s.Text(term), term)
		m := randomMap(r, 1+r.IntN(80), 1+r.IntN(4))
		s = Wires(m, Options{Names: []string{hostile[r.IntN(len(hostile))]}})
		checkLines(t, s.Text(term), term)
	}
}

// TestColor holds that colours add nothing but colours.
func TestColor(t *testing.T) {
	r := chance.Random(t, 0)
	for range 50 {
		s := Wires(randomMap(r, 1+r.IntN(40), 2), Options{})
		out := string(s.Text(Terminal{Color: true}))
		for _, code := range append([]string{"0"}, ansi[:]...) {
			out = strings.ReplaceAll(out, "\x1b["+code+"m", "")
		}
		if want := string(s.Text(Terminal{})); out != want {
			t.Fatalf("without its colours\n%s\nis not\n%s", out, want)
		}
	}
}

// TestCellsNameSources reads broken rows back: the cells of the result are the map in lane notation.
func TestCellsNameSources(t *testing.T) {
	r := chance.Random(t, 0)
	for range 100 {
		m := randomMap(r, 17+r.IntN(48), 1+r.IntN(4))
		out := string(Wires(m, Options{}).Text(Terminal{ASCII: true}))
		var tokens []string
		inside := false
		for _, line := range strings.Split(out, "\n") {
			label, rest, ok := strings.Cut(line, ": ")
			if name := strings.Fields(label + " -")[0]; line == "" || !ok || line[0] != ' ' && name != "out" {
				inside = false
				continue
			} else if name == "out" {
				inside = true
			}
			if inside {
				tokens = append(tokens, strings.Fields(strings.NewReplacer("*", " ", " # ", " ").Replace(rest))...)
			}
		}
		for i, l := range m.Lane {
			want := l.Text(i, m.Bits)
			switch {
			case l.Kind == lane.Undefined:
				want = "/?/"
			case l.Kind == lane.Constant && want[0] != '#':
				want = "[" + want + "]"
			}
			if i >= len(tokens) || tokens[i] != want {
				t.Fatalf("lane %d of %v: want %s in %q of\n%s", i, m, want, tokens, out)
			}
		}
	}
}
