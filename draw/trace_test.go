package draw

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// The wires of a terminal picture are read back by walking along them, from the arrowhead of a result to the port of a source, knowing
// nothing but what the characters mean.

type tracer struct {
	t     *testing.T
	grid  [][]rune
	ascii bool
	seen  map[[3]int]bool
	ends  [][2]int // where the walk left the channel: column and line
}

func newTracer(t *testing.T, out []byte, ascii bool) *tracer {
	tr := &tracer{t: t, ascii: ascii}
	for _, line := range strings.Split(string(out), "\n") {
		tr.grid = append(tr.grid, []rune(line))
	}
	return tr
}

func (tr *tracer) at(x, y int) rune {
	if y < 0 || y >= len(tr.grid) || x < 0 || x >= len(tr.grid[y]) {
		return ' '
	}
	return tr.grid[y][x]
}

// arms says in which directions a line leaves a character: up, down, left, right. straight is true where two wires pass.
func (tr *tracer) arms(x, y int) (arms string, straight bool) {
	switch tr.at(x, y) {
	case '│', '┆', '|', ':':
		return "ud", false
	case '─', '┄', '-', '=':
		return "lr", false
	case '┼', '+':
		return "udlr", true
	case '┌':
		return "dr", false
	case '┐':
		return "dl", false
	case '└':
		return "ur", false
	case '┘':
		return "ul", false
	case '┬':
		return "dlr", false
	case '┴':
		return "ulr", false
	case '\'':
		return "u" + tr.sides(x, y), false
	case '.':
		return "d" + tr.sides(x, y), false
	}
	return "", false
}

// sides are the sides to which an ASCII bend goes on.
func (tr *tracer) sides(x, y int) (s string) {
	for _, side := range []struct {
		x    int
		name string
	}{{x - 1, "l"}, {x + 1, "r"}} {
		if strings.ContainsRune("-=+", tr.at(side.x, y)) {
			s += side.name
		}
	}
	return s
}

var steps = map[byte][3]int{'u': {0, -1, 'd'}, 'd': {0, 1, 'u'}, 'l': {-1, 0, 'r'}, 'r': {1, 0, 'l'}}

// walk enters the character at (x, y) in a direction and follows every way on.
func (tr *tracer) walk(x, y int, dir byte, isBorder func(y int) bool) {
	if key := [3]int{x, y, int(dir)}; tr.seen[key] {
		return
	} else {
		tr.seen[key] = true
	}
	if isBorder(y) {
		tr.ends = append(tr.ends, [2]int{x, y})
		return
	}
	arms, straight := tr.arms(x, y)
	if !strings.ContainsRune(arms, rune(steps[dir][2])) {
		tr.t.Fatalf("a wire breaks off at line %d, column %d, going %c at %q", y, x, dir, tr.at(x, y))
	}
	for i := range len(arms) {
		if arm := arms[i]; int(arm) != steps[dir][2] && (!straight || arm == dir) {
			tr.walk(x+steps[arm][0], y+steps[arm][1], arm, isBorder)
		}
	}
}

// rowLines are the lines that hold cells: those with a label in front of a border.
func (tr *tracer) rowLines(labels []string) (lines []int) {
	for y, line := range tr.grid {
		label, _, _ := strings.Cut(string(line), " ")
		if slices.Contains(labels, label) && len(line) > 0 && strings.ContainsAny(string(line), "│|") {
			lines = append(lines, y)
		}
	}
	return lines
}

// cellAt is the number of the cell of line y to which column x belongs. The border below is the one to count by: it keeps its
// corners where wires leave it.
func (tr *tracer) cellAt(x, y int) int {
	corners := "└┴╨"
	if tr.ascii {
		corners = "+#"
	}
	border := y + 1
	for i := range tr.grid[y] {
		if strings.ContainsRune("│║|#", tr.at(i, y)) { // the first border of the cells
			n := -1
			for k := i; k <= x; k++ {
				if strings.ContainsRune(corners, tr.at(k, border)) {
					n++
				}
			}
			return n
		}
	}
	return -1
}

// trace compares a picture with the map that it shows.
func trace(t *testing.T, m lane.Map, ascii bool) {
	t.Helper()
	out := Wires(m, Options{}).Text(Terminal{ASCII: ascii})
	tr := newTracer(t, out, ascii)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("%v\n%s", m, out)
		}
	})
	rows := tr.rowLines([]string{"a", "b", "c", "d", "e", "out"})
	isBorder := func(y int) bool { return slices.Contains(rows, y-1) || slices.Contains(rows, y+1) }
	found := map[int]bool{}
	for _, row := range rows {
		if tr.at(0, row) != 'o' {
			continue
		}
		for x := range tr.grid[row] {
			for _, way := range []struct {
				dir   byte
				y     int
				heads string
			}{{'u', row - 1, "▼▽vx"}, {'d', row + 1, "▲△^x"}} {
				if !strings.ContainsRune(way.heads, tr.at(x, way.y)) {
					continue
				}
				i := tr.cellAt(x, row)
				if i < 0 || i >= len(m.Lane) || found[i] {
					t.Fatalf("an arrow at column %d, line %d points to lane %d", x, way.y, i)
				}
				found[i] = true
				tr.lane(m, arrow{i, x, way.y, way.dir}, isBorder, rows)
			}
		}
	}
	for i, l := range m.Lane {
		if moves := l.Kind == lane.Source || l.Kind == lane.Old && l.Index != i; moves != found[i] {
			t.Fatalf("lane %d is %s; drawn: %v", i, l.Text(i, m.Bits), found[i])
		}
	}
}

// An arrow is the arrowhead of a lane: where it is, and in which direction its wire leaves it.
type arrow struct {
	lane, x, y int
	dir        byte
}

// lane walks from the arrowhead of a lane.
func (tr *tracer) lane(m lane.Map, a arrow, isBorder func(int) bool, rows []int) {
	t, i, x, y, dir := tr.t, a.lane, a.x, a.y, a.dir
	t.Helper()
	crossing := strings.ContainsRune("▽△x", tr.at(x, y))
	if crossing != crosses(m, i) {
		t.Fatalf("lane %d: crossing %v", i, crossing)
	}
	next := tr.at(x, y+steps[dir][1])
	if strings.ContainsRune("┆:", next) != crossing && strings.ContainsRune("│┆|:", next) {
		t.Fatalf("lane %d: the wire at its arrowhead is %q", i, next)
	}
	tr.seen, tr.ends = map[[3]int]bool{}, nil
	tr.walk(x, y+steps[dir][1], dir, isBorder)
	source := ""
	for _, end := range tr.ends {
		glyph := tr.at(end[0], end[1])
		if strings.ContainsRune("▼▽▲△vx^", glyph) {
			continue // another lane that reads the same one
		}
		if !strings.ContainsRune("┬┴.'", glyph) || source != "" {
			t.Fatalf("lane %d: the wire ends at %q, having seen %q", i, glyph, source)
		}
		for _, row := range rows {
			if row == end[1]-1 || row == end[1]+1 {
				label, _, _ := strings.Cut(string(tr.grid[row]), " ")
				source = label + number(tr.cellAt(end[0], row))
			}
		}
	}
	if want := m.Lane[i].Text(i, m.Bits); source != want {
		t.Fatalf("lane %d: the wire leads to %q, the map says %s", i, source, want)
	}
}

// TestTrace reads terminal pictures of random maps back.
func TestTrace(t *testing.T) {
	r := chance.Random(t, 0)
	for k := range 600 {
		m := randomMap(r, 2+r.IntN(15), 1+r.IntN(4))
		trace(t, m, k%2 == 0)
	}
}

func TestTraceGolden(t *testing.T) {
	for _, g := range pictures {
		if m := parse(t, g.text); len(m.Lane) <= 16 {
			trace(t, m, false)
			trace(t, m, true)
		}
	}
}
