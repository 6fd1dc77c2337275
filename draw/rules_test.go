package draw

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// A clean text is what is printable as it was, a space for every kind of white space, and one U+FFFD for what has no width of its own or for bytes that are no UTF-8, however many.
func TestCleanOfAllCharacters(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0xd800 && r < 0xe000 {
			continue // is no character
		}
		want := r
		switch {
		case unicode.In(r, unicode.White_Space):
			want = ' '
		case !unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S):
			want = utf8.RuneError
		}
		if got := clean("a" + string(r) + "b"); got != "a"+string(want)+"b" {
			t.Fatalf("%U is %q, want %q", r, got, want)
		}
		ascii := want
		if want > '~' {
			ascii = '?'
		}
		if got := cleanASCII(string(r)); got != string(ascii) && (r != '…' || got != "...") {
			t.Fatalf("%U is %q in ASCII, want %q", r, got, ascii)
		}
	}
	for _, bad := range []string{"\xff", "\xff\xfe", "\xf0\x9f\x98", "\xed\xa0\x80", strings.Repeat("\x80", 9)} {
		if got := clean("a" + bad + "b"); got != "a\uFFFDb" {
			t.Errorf("%q is %q", bad, got)
		}
	}
}

// randomLabel is a clean text of narrow and wide characters, words and numbers.
func randomLabel(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(9) {
		b.WriteString([]string{"a", "xmm", "日", "本語", "#7f", ":", " ", "  ", strconv.Itoa(r.IntN(300)), "vec", "é"}[r.IntN(11)])
	}
	return b.String()
}

// What is elided has no more columns than there is room for, as many as that leaves, and a mark where the room is wider than one.
func TestElide(t *testing.T) {
	r := chance.Random(t, 0)
	for range 20000 {
		s, n, mark := randomLabel(r), r.IntN(16), []string{"…", ".."}[r.IntN(2)]
		got := elide(s, n, mark)
		if columns(s) <= n {
			if got != s {
				t.Fatalf("%q in %d columns is %q", s, n, got)
			}
			continue
		}
		kept, marked := strings.CutSuffix(got, mark)
		if marked != (n > columns(mark)) || !strings.HasPrefix(s, kept) || columns(got) > n || columns(got) < n-1 {
			t.Fatalf("%q in %d columns is %q", s, n, got)
		}
	}
}

// Lines are no wider than the room, hold all words in order, and break at a space where there is one; what is more than the lines is elided.
func TestWrap(t *testing.T) {
	r := chance.Random(t, 0)
	for range 20000 {
		s, n, limit := randomLabel(r)+" "+randomLabel(r)+" "+randomLabel(r), 2+r.IntN(12), 1+r.IntN(6)
		lines := wrap(s, n, limit, "…")
		if len(lines) > limit {
			t.Fatalf("%q: %d lines of %d", s, len(lines), limit)
		}
		rest := strings.Trim(s, " ")
		for i, line := range lines {
			if columns(line) > n || line == "" || line[0] == ' ' {
				t.Fatalf("%q: the line %q in %d columns", s, line, n)
			}
			if i == limit-1 {
				if line != elide(rest, n, "…") {
					t.Fatalf("%q: the last line is %q of %q", s, line, rest)
				}
				rest = ""
				break
			}
			more, ok := strings.CutPrefix(rest, line)
			if !ok {
				t.Fatalf("%q: the line %q is not of %q", s, line, rest)
			}
			word, _, _ := strings.Cut(more, " ")
			if word != "" && strings.Contains(line, " ") {
				t.Fatalf("%q: a word broken between %q and %q, though there is a space", s, line, more)
			}
			next, _, _ := strings.Cut(strings.TrimLeft(more, " "), " ")
			spaces := len(more) - len(strings.TrimLeft(more, " "))
			if next != "" && columns(line)+spaces+columns(next) <= n {
				t.Fatalf("%q: %q had room behind %q", s, next, line)
			}
			if word != "" && columns(line) < n-1 {
				t.Fatalf("%q: a word broken early: %q and %q", s, line, more)
			}
			rest = strings.TrimLeft(more, " ")
		}
		if rest != "" {
			t.Fatalf("%q: nobody says %q", s, rest)
		}
	}
}

// A label that has room in one line is one. Of more lines, the first is what stands before the natural break where that has room, and the lines are the label, the colon of the break left out.
func TestSplit(t *testing.T) {
	r := chance.Random(t, 0)
	for range 40000 {
		text, size := randomLabel(r), smallest
		if r.IntN(2) == 0 {
			text = []string{"a", "xmm1:", "#", "v:", "vector"}[r.IntN(5)] + strconv.Itoa(r.IntN(1<<(1+r.IntN(14))))
		}
		row := rowFrame{size: size, lines: 1 + r.IntN(maxLines)}
		n := 1 + r.IntN(9)
		width := textWidth(n, size)
		for fits(width, size) < n {
			width++
		}
		s := row.split(text, width)
		at := natural(text)
		var want []string
		elided := false
		switch rest := text; {
		case text == "":
		case columns(text) <= n && (row.lines == 1 || at == 0):
			want = []string{text}
		default:
			if row.lines > 1 && at > 0 && at <= n {
				want, rest = []string{text[:at]}, text[at:]
				if rest[0] == ':' {
					rest = rest[1:]
				}
			}
			for rest != "" && len(want) < row.lines {
				if len(want) == row.lines-1 && columns(rest) > n {
					elided = true
					if short := elide(rest, n, "…"); short != "" {
						want = append(want, short)
					}
					break
				}
				head, tail := cut(rest, n)
				if head == "" {
					break // a wide character in a narrow cell
				}
				want, rest = append(want, head), tail
			}
		}
		if got := s.line[:s.n]; strings.Join(got, "\n") != strings.Join(want, "\n") || s.elided != elided {
			t.Fatalf("%q in %d lines of %d columns: %q (elided %v), want %q (%v)", text, row.lines, n, got, s.elided, want, elided)
		}
	}
}

// A name and its number are apart where a label breaks: before the colon between them, the first digit, or behind the sign of a constant, up to six characters in.
func TestNatural(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 0, "a15": 1, "d3": 1, "7": 0, "xmm1:5": 4, "abcdef7": 6, "abcdefg7": 0, "abcdef:7": 6, "abcdefg:7": 0, ":7": 1, "#7f": 1, "#ff": 1, "#": 0, "z": 0, "é1": 0, "aé1": 0, "1:2": 1, "ab:x": 2, "-1": 1,
	} {
		if got := natural(text); got != want {
			t.Errorf("%q breaks at %d, want %d", text, got, want)
		}
	}
}

// A page keeps what stands within it: a wide character has both its columns or none.
func TestPageEdges(t *testing.T) {
	r := chance.Random(t, 0)
	for range 3000 {
		p := newPage(Terminal{})
		p.width = 1 + r.IntN(12)
		s, x := randomLabel(r), r.IntN(14)-1
		x = max(x, 0)
		p.print(x, 0, s, 0)
		want := strings.Repeat(" ", x) + s
		want, _ = cut(want, p.width)
		if x >= p.width {
			want = ""
		}
		if got := strings.TrimRight(string(p.append(nil)), "\n"); got != strings.TrimRight(want, " ") {
			t.Fatalf("%q at %d of %d columns is %q, want %q", s, x, p.width, got, want)
		}
	}
}

// Each colour of a terminal is a colour of letters, and none is another's.
func TestColoursOfTerminals(t *testing.T) {
	seen := map[string]bool{}
	for ink, code := range ansi {
		n, err := strconv.Atoi(code)
		if err != nil || !(n >= 31 && n <= 36 || n >= 91 && n <= 96) || seen[code] {
			t.Errorf("ink %d is %s, which is no colour of its own", ink+1, code)
		}
		seen[code] = true
	}
	for ink := 1; ink <= 4*len(ansi); ink++ {
		if a, b := string(appendInk(nil, ink)), string(appendInk(nil, ink+len(ansi))); a != b || a != "\x1b["+ansi[(ink-1)%len(ansi)]+"m" {
			t.Errorf("ink %d is %q, and the same behind all others %q", ink, a, b)
		}
	}
	if got := string(appendInk(appendInk(nil, 0), -1)); got != "\x1b[0m\x1b[0m" {
		t.Errorf("no ink is %q", got)
	}
}

// The legend of a terminal says each style by its sign, and none of the styles that look like any other lane.
func TestLegendOfStyles(t *testing.T) {
	for ascii, want := range map[bool]map[Style]string{
		false: {Unread: "· nobody reads it", Const: "[ ] constant", Undef: "░?░ undefined: any value", Old: ". kept from the old destination", Changed: "▸ changed", Idle: "╱╱ inactive"},
		true:  {Unread: "~ nobody reads it", Const: "[ ] constant", Undef: "/?/ undefined: any value", Old: ". kept from the old destination", Changed: "> changed", Idle: "\\\\ inactive"},
	} {
		for style := range numStyles {
			s := Scene{Rows: []Row{{Label: "v", Cells: []Cell{{Text: "a"}, {Text: "b", Style: style}}}}}
			lines := strings.Split(strings.TrimSuffix(string(s.Text(Terminal{ASCII: ascii})), "\n"), "\n")
			got := ""
			if len(lines) > 4 && lines[len(lines)-2] == "" {
				got = lines[len(lines)-1]
			}
			if got != want[style] || len(lines) != 3+2*min(len(want[style]), 1) {
				t.Errorf("style %d in ASCII %v: %q, want %q in\n%s", style, ascii, got, want[style], strings.Join(lines, "\n"))
			}
		}
	}
}

// In a row, every so many cells stand apart by a thick border, and all others by a thin one, in the lines above and below it too.
func TestBlocksOfRows(t *testing.T) {
	for n := 1; n <= 16; n++ {
		for block := range n + 2 {
			row := Row{Block: block}
			for range n {
				row.Cells = append(row.Cells, Cell{Text: "x"})
			}
			lines := strings.Split(string(Scene{Rows: []Row{row}}.Text(Terminal{Width: 100})), "\n")
			for k, signs := range []string{"┌┬╥┐─", "││║│", "└┴╨┘─"} {
				s := []rune(signs)
				want := string(s[0])
				for i := range n {
					if i > 0 && block > 0 && i%block == 0 {
						want += string(s[2])
					} else if i > 0 {
						want += string(s[1])
					}
					if len(s) > 4 {
						want += strings.Repeat(string(s[4]), 4)
					} else {
						want += " x  "
					}
				}
				if want += string(s[3]); lines[k] != want {
					t.Fatalf("%d cells in blocks of %d:\n%s, want\n%s", n, block, lines[k], want)
				}
			}
		}
	}
}

// Where two wires arrive in one cell no picture of lines is right: each then is a mark behind the cell that it reaches.
func TestTwoWiresToOneCell(t *testing.T) {
	for from := range 4 {
		for crossing := range 2 {
			s := Wires(parse(t, "i32x4 -> a3 a2 a1 a0"), Options{Block: -1})
			if !strings.ContainsAny(string(s.Text(Terminal{})), "▼▽") {
				t.Fatal("a picture without wires")
			}
			s.Wires = append(s.Wires, Wire{From: Port{0, from}, To: Port{1, 2}, Crossing: crossing == 1})
			if out := string(s.Text(Terminal{})); strings.ContainsAny(out, "▼▽┼") || strings.Contains(out, "a1*") != (crossing == 1) {
				t.Errorf("a second wire, from %d:\n%s", from, out)
			}
		}
	}
}

// A label of a lane is its text, or the first 61 bytes of it and a mark, 64 bytes in all.
func TestLongTokens(t *testing.T) {
	for bits := 4; bits <= 600; bits += 4 {
		l := lane.Fixed(lane.Ones(bits - 1)) // no m, which is brief
		text, got := l.Text(0, bits), token(l, 0, bits)
		if want := text; len(text) <= 64 && got != want {
			t.Errorf("%d bits: %q", bits, got)
		}
		if kept, ok := strings.CutSuffix(got, "…"); len(text) > 64 && (!ok || len(got) != 64 || !strings.HasPrefix(text, kept)) {
			t.Errorf("%d bits: %q of %d bytes", bits, got, len(got))
		}
	}
	if token(lane.Lane{}, 0, 8) != "?" {
		t.Error("an undefined lane has no question mark")
	}
}

// A net on a channel is upright lines and a trunk; the crossings of two are those of each one's uprights with the other's trunk.
func meetings(c *channel) (n int) {
	inside := func(b *net, x int) int {
		if b.lo < x && x < b.hi {
			return 1
		}
		return 0
	}
	for i := range c.nets {
		for k := range c.nets {
			a, b := &c.nets[i], &c.nets[k]
			if i == k || a.track < 0 || b.track < 0 {
				continue
			}
			if b.track < a.track { // which a comes down through
				n += inside(b, a.x)
			}
			if b.track > a.track {
				for _, d := range a.drops {
					n += inside(b, d.x)
				}
			}
		}
	}
	return n
}

// Tracks hold nets that do not touch, are no more than the most nets that lie above one another, and no two of them cross less often if they change places.
func TestTracks(t *testing.T) {
	r := chance.Random(t, 0)
	swapped := 0
	for range 600 {
		c := &channel{}
		cells, pitch := 2+r.IntN(15), 4+r.IntN(3)
		for to := range cells {
			if r.IntN(5) > 0 {
				c.add(r.IntN(cells)*pitch, to*pitch, false, 0)
			}
		}
		fits := c.route(1, 3)
		deepest := 0
		for x := range cells * pitch {
			here := map[int]int{}
			for i := range c.nets {
				if n := &c.nets[i]; n.track >= 0 && n.lo <= x && x <= n.hi {
					if here[n.track]++; here[n.track] > 1 {
						t.Fatalf("two nets on track %d at %d: %+v", n.track, x, c.nets)
					}
				}
			}
			deepest = max(deepest, len(here))
		}
		if fits != (c.tracks <= tracksMost) || c.tracks != deepest {
			t.Fatalf("%d tracks of %d for %d nets above one another", c.tracks, tracksMost, deepest)
		}
		for i := range c.nets {
			n := &c.nets[i]
			straight := len(n.drops) == 1 && n.drops[0].x == n.x
			if straight != (n.track < 0) {
				t.Fatalf("a wire from %d: track %d, %+v", n.x, n.track, n.drops)
			}
		}
		before := meetings(c)
		if got := c.crossings(c.costs()); got != before {
			t.Fatalf("%d crossings, and %d are counted", before, got)
		}
		for s := range c.tracks {
			for u := s + 1; u < c.tracks; u++ {
				c.swap(s, u)
				if after := meetings(c); after < before {
					t.Fatalf("%d crossings where tracks %d and %d change places, %d as they are", after, s, u, before)
				} else if after > before {
					swapped++
				}
				c.swap(s, u)
			}
		}
	}
	if swapped == 0 {
		t.Error("no order of tracks was better than another")
	}
}

// bezier is points along a path of one curve or line.
func bezier(points [][2]float64) (at [][2]float64) {
	if len(points) < 4 {
		points = [][2]float64{points[0], points[0], points[len(points)-1], points[len(points)-1]}
	}
	for i := range 65 {
		u := float64(i) / 64
		v := 1 - u
		var p [2]float64
		for d := range p {
			p[d] = v*v*v*points[0][d] + 3*v*v*u*points[1][d] + 3*v*u*u*points[2][d] + u*u*u*points[3][d]
		}
		at = append(at, p)
	}
	return at
}

// Wires within a row are arcs below it, from the lower border of a cell to that of another, and run over no cell and no word.
func TestArcs(t *testing.T) {
	r := chance.Random(t, 0)
	for range 200 {
		s := Scene{Title: "arcs", Boundary: "a boundary", Notes: []string{"a note"}}
		for range 1 + r.IntN(4) {
			row := Row{Label: "v", Apart: r.IntN(3) == 0}
			for k := range 2 + r.IntN(12) {
				row.Cells = append(row.Cells, Cell{Text: strconv.Itoa(k), Ink: r.IntN(3), Span: r.IntN(3)})
			}
			for k := range row.Cells {
				if from := r.IntN(len(row.Cells)); from != k && r.IntN(2) == 0 {
					s.Wires = append(s.Wires, Wire{From: Port{len(s.Rows), from}, To: Port{len(s.Rows), k}, Crossing: r.IntN(2) == 0})
				}
			}
			s.Rows = append(s.Rows, row)
		}
		sheet := readSheet(t, s.SVG())
		if len(sheet.wires) != len(s.Wires) {
			t.Fatalf("%d wires of %d", len(sheet.wires), len(s.Wires))
		}
		for _, w := range sheet.wires {
			from, to := sheet.cells[w.from].border, sheet.cells[w.to].border
			if w.head[1] < to.y2 || w.head[1] > to.y2+1.5 || w.path[0][1] < from.y2 || w.path[0][1] > from.y2+1.5 || !touches(sheet.cells[w.from], w.path[0]) || !touches(sheet.cells[w.to], w.head) {
				t.Fatalf("an arc from %v at %v to %v at %v", w.path[0], from, w.head, to)
			}
			for _, p := range bezier(w.path[:4])[1:] {
				for _, b := range sheet.boxes {
					if p[0] > b.x1 && p[0] < b.x2 && p[1] > b.y1 && p[1] < b.y2 {
						t.Fatalf("the arc %s -> %s runs over the border %v at %v", w.from, w.to, b, p)
					}
				}
				for _, b := range sheet.texts {
					if p[0] > b.x1 && p[0] < b.x2 && p[1] > b.y1 && p[1] < b.y2 {
						t.Fatalf("the arc %s -> %s runs over %q at %v", w.from, w.to, b.s, p)
					}
				}
			}
			if w.crossing != w.dashed {
				t.Fatalf("crossing %v, dashed %v", w.crossing, w.dashed)
			}
		}
	}
}

// Panels of a terminal are side by side, four columns apart, as long as the next one ends within the page, and an empty line stands between lines of them.
func TestPanelsLaid(t *testing.T) {
	r := chance.Random(t, 0)
	for range 300 {
		width := 40 + r.IntN(120)
		var p Panels
		var want []string
		x, top := 0, 0
		for range 1 + r.IntN(7) {
			n := 2 + r.IntN(7)
			s := Wires(lane.Identity(64, n), Options{Block: -1, Title: []string{"", "one", "the second step"}[r.IntN(3)]})
			p.Panel = append(p.Panel, s)
			one := strings.Split(strings.TrimSuffix(string(Panels{Panel: []Scene{s}}.Text(Terminal{Width: width})), "\n"), "\n")
			wide := 0
			for _, line := range one {
				wide = max(wide, columns(line))
			}
			if x+wide > width {
				want = append(want, "")
				x, top = 0, len(want)
			}
			for len(want) < top+len(one) {
				want = append(want, "")
			}
			for i, line := range one {
				want[top+i] += strings.Repeat(" ", x-columns(want[top+i])) + line
			}
			x += wide + 4
		}
		for i := range want {
			want[i] = strings.TrimRight(want[i], " ")
		}
		if got := string(p.Text(Terminal{Width: width})); got != strings.Join(want, "\n")+"\n" {
			t.Fatalf("in %d columns\n%s, want\n%s", width, got, strings.Join(want, "\n"))
		}
	}
}

// An instruction of up to 34 columns stands beside its lanes if both have room; a longer one has a line of its own, and its lanes are six columns in.
func TestInstructionsBeside(t *testing.T) {
	for long := 8; long <= 40; long++ {
		for _, lanes := range []int{1, 2, 4, 8, 16, 32} {
			for _, width := range []int{40, 60, 80, 120} {
				w := weave(t, "", 1, 8, lanes)
				var same []int
				for i := range lanes {
					same = append(same, i)
				}
				v := w.op(strings.Repeat("o", long), 0, []int{0}, same)
				w.n.Values[v].Op = w.n.Values[v].Op[:long-len("t1 = ")]
				w.n.Block = -1
				says := "t1 = " + w.n.Values[v].Op
				cell := len("a0")
				if lanes > 10 {
					cell++
				}
				out := "\n" + string(w.n.Text(Terminal{Width: width}))
				_, rest, ok := strings.Cut(out, "\n"+says)
				if !ok {
					t.Fatalf("no %q in\n%s", says, out)
				}
				beside := rest[0] != '\n'
				if fits := long+3+lanes*(cell+2) <= width; beside != (long <= 34 && fits) {
					t.Errorf("%d columns of an instruction, %d lanes, %d columns: beside %v\n%s", long, lanes, width, beside, out)
				}
				per := lanes
				for per > 1 && !beside && 6+per*(cell+2) > width {
					per /= 2
				}
				want := ""
				for first := 0; first < lanes; first += per {
					number := ""
					if per < lanes {
						number = strconv.Itoa(first) + ":"
					}
					line := fmt.Sprintf("%5s ", number)
					if beside {
						line = "   "
					}
					for i := first; i < first+per; i++ {
						line += fmt.Sprintf("%-*s", cell+2, "a"+strconv.Itoa(i))
					}
					if want += strings.TrimRight(line, " ") + "\n"; !beside && first == 0 {
						want = "\n" + want
					}
				}
				if rest != want {
					t.Fatalf("behind %q stands\n%q, want\n%q", says, rest, want)
				}
			}
		}
	}
}

// The cells of a value begin where its text does and stand side by side; four pixels more lie between them at a boundary, and in the middle of these is its line.
func TestNetworkCellsLie(t *testing.T) {
	for _, lanes := range []int{1, 2, 4, 8, 16} {
		for _, block := range []int{-1, 32, 64, 128, 7} {
			w := weave(t, "", 1, 32, lanes)
			w.n.Block = block
			sheet := readSheet(t, w.n.SVG())
			x := sheet.cells["0.0"].border.x1
			for _, text := range sheet.texts {
				if text.s == "a" && text.x1 != x-1 {
					t.Errorf("the text stands at %v, the cells at %v", text.x1, x)
				}
			}
			pitch := 0.0
			if lanes > 1 {
				pitch = sheet.cells["0.1"].border.x1 - x
				if block == 32 {
					pitch -= 4
				}
			}
			for i := range lanes {
				b := sheet.cells["0."+strconv.Itoa(i)].border
				want := x + float64(i)*pitch
				if block > 0 && block%32 == 0 {
					want += float64(i/(block/32)) * 4
				}
				if d := b.x1 - want; d > 0.001 || d < -0.001 || lanes > 1 && (b.x2-b.x1 < pitch-2.001 || b.x2-b.x1 > pitch-1.999) {
					t.Errorf("%d lanes, blocks of %d: cell %d is %v, want it to begin at %v", lanes, block, i, b, want)
				}
			}
		}
	}
}

var (
	fontSize = regexp.MustCompile(`font-size="([0-9.]+)"`)
	pathData = regexp.MustCompile(`<path[^>]* d="([^"]*)"`)
)

// Letters are never smaller than nine pixels, which they are where there is little room, and no path of a picture is empty, whatever is drawn.
func TestSmallestLetters(t *testing.T) {
	r := chance.Random(t, 63)
	least := 100.0
	for k := range 400 {
		s := hostileScene(r)
		if k%4 == 0 {
			s = Wires(randomMap(r, 1+r.IntN(64), 1+k%3), Options{})
		}
		if k%3 == 0 { // of which each row has other blocks, or blocks as long as it is, or none
			for i := range s.Rows {
				s.Rows[i].Block = len(s.Rows[i].Cells) - 1 + r.IntN(3)
			}
		}
		svg := string(s.SVG())
		for _, of := range fontSize.FindAllStringSubmatch(svg, -1) {
			size, err := strconv.ParseFloat(of[1], 64)
			if err != nil || size < 9 {
				t.Fatalf("letters of %s pixels, %v", of[1], err)
			}
			least = min(least, size)
		}
		for _, of := range pathData.FindAllStringSubmatch(svg, -1) {
			if strings.TrimSpace(of[1]) == "" {
				t.Fatalf("a path of nothing: %s", of[0])
			}
		}
	}
	if least != 9 {
		t.Errorf("the smallest letters have %v pixels", least)
	}
}

// A row's label has eight columns on a terminal, and a longer one is elided; what goes on behind a line's end is indented as far as it says, but for the first line.
func TestLabelsAndIndents(t *testing.T) {
	for n := 1; n <= 20; n++ {
		label := strings.Repeat("w", n)
		for _, ascii := range []bool{false, true} {
			want := label
			if n > 8 {
				want = strings.Repeat("w", 7) + "…"
				if ascii {
					want = strings.Repeat("w", 6) + ".."
				}
			}
			s := Scene{Rows: []Row{{Label: label, Cells: []Cell{{Text: "x"}, {Text: "y"}}}}}
			found := false
			for line := range strings.SplitSeq(string(s.Text(Terminal{ASCII: ascii})), "\n") {
				first, _, _ := strings.Cut(line, " ")
				found = found || first == want
			}
			if !found {
				t.Errorf("the label %s is not %s in\n%s", label, want, s.Text(Terminal{ASCII: ascii}))
			}
		}
	}
	for width := 40; width < 100; width += 7 {
		for indent := range 5 {
			p := newPage(Terminal{Width: width})
			p.words(strings.TrimSpace(strings.Repeat("word ", 60)), indent)
			words, room := 60, (width-indent+1)/5
			for i, line := range strings.Split(strings.TrimSuffix(string(p.append(nil)), "\n"), "\n") {
				want := strings.TrimSpace(strings.Repeat("word ", min(words, room)))
				if i > 0 {
					want = strings.Repeat(" ", indent) + want
				}
				if words -= room; line != want {
					t.Fatalf("%d columns, indented by %d: line %d is %q, want %q", width, indent, i, line, want)
				}
			}
		}
	}
}

// On paper, panels stand fourteen pixels apart, beside one another as long as the next one ends within the margin, and so far below the tallest of the line before; one that is wider than the page has a line of its own.
func TestPanelsPlaced(t *testing.T) {
	r := chance.Random(t, 64)
	for range 500 {
		width, y := (420+r.IntN(900))*px, r.IntN(100)*px
		var frames []*frame
		for range r.IntN(9) {
			frames = append(frames, &frame{width: (200 + r.IntN(1200)) * px, height: (50 + r.IntN(400)) * px})
		}
		all, end, right := place(frames, width, y)
		var lines [][]*frame // of the page
		used := 0
		for _, f := range frames {
			if n := len(lines); n == 0 || margin+used+14*px+f.width > width-margin {
				lines, used = append(lines, nil), -14*px
			}
			lines[len(lines)-1] = append(lines[len(lines)-1], f)
			used += 14*px + f.width
		}
		k, bottom, widest := 0, y, 0
		for n, line := range lines {
			x, tallest := margin, 0
			if n > 0 {
				bottom += 14 * px
			}
			for _, f := range line {
				if all[k].frame != f || all[k].x != x || all[k].y != bottom {
					t.Fatalf("panel %d is at %d, %d, want %d, %d", k, all[k].x, all[k].y, x, bottom)
				}
				k++
				widest, tallest = max(widest, x+f.width), max(tallest, f.height)
				x += f.width + 14*px
			}
			bottom += tallest
		}
		if end != bottom || right != widest || k != len(all) {
			t.Fatalf("%d panels end at %d, %d, want %d of them at %d, %d", len(all), right, end, k, widest, bottom)
		}
	}
}

// A page is 1200 pixels wide where nobody says how wide, and 420 at least.
func TestUsualPaper(t *testing.T) {
	for n := 2; n <= 64; n *= 2 {
		s := Wires(lane.Identity(8, n), Options{Title: strings.Repeat("word ", 60)})
		usual := s
		usual.Width = 1200
		if !bytes.Equal(s.SVG(), usual.SVG()) || !bytes.Equal(Panels{Panel: []Scene{s, s, s}}.SVG(), Panels{Panel: []Scene{s, s, s}, Width: 1200}.SVG()) {
			t.Errorf("%d lanes are drawn otherwise on 1200 pixels", n)
		}
	}
	for pixels := -5; pixels < 2000; pixels += 7 {
		want := max(pixels, 420) * px
		if pixels <= 0 {
			want = 1200 * px
		}
		if got := paperWidth(pixels); got != want {
			t.Errorf("%d pixels are %d", pixels, got)
		}
	}
}
