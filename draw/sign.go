package draw

import "strings"

// signs are the characters of a terminal picture. Solid lines come first, dashed ones second.
type signs struct {
	ascii          bool
	mark           string // for what is elided
	across, down   [2]rune
	cross          rune     // two wires that do not touch
	bend           [16]rune // a turn or a branch, by its arms
	toDown, toUp   [2]rune  // arrowheads, in the border that they reach
	outDown, outUp rune     // a wire leaves a border
	side, thick    rune     // borders between cells, boundaries of blocks
	top, bottom    [5]rune  // of a box: left, between cells, boundary, right, and along
	around         [numStyles][2]string
	fill           [numStyles]rune // what the rest of a cell is filled with
	stays, crosses string          // samples of wires
	crossed        string          // behind the text of a cell whose wire crosses, where wires are not drawn
}

// The arms of a bend.
const (
	armUp = 1 << iota
	armDown
	armLeft
	armRight
)

var boxSigns = signs{
	mark:   "…",
	across: [2]rune{'─', '┄'},
	down:   [2]rune{'│', '┆'},
	cross:  '┼',
	bend: [16]rune{
		armUp | armRight: '└', armUp | armLeft: '┘', armUp | armLeft | armRight: '┴',
		armDown | armRight: '┌', armDown | armLeft: '┐', armDown | armLeft | armRight: '┬',
	},
	toDown:  [2]rune{'▼', '▽'},
	toUp:    [2]rune{'▲', '△'},
	outDown: '┬',
	outUp:   '┴',
	side:    '│',
	thick:   '║',
	top:     [5]rune{'┌', '┬', '╥', '┐', '─'},
	bottom:  [5]rune{'└', '┴', '╨', '┘', '─'},
	around: [numStyles][2]string{
		Unread: {"·", ""}, Const: {"[", "]"}, Undef: {"░", "░"}, Changed: {"▸", ""}, Idle: {"╱", "╱"},
	},
	fill:    [numStyles]rune{Undef: '░', Idle: '╱'},
	stays:   "─▼",
	crosses: "┄▽",
	crossed: "*",
}

// In ASCII a bend upwards is ' and one downwards is a full stop, as they are drawn by hand, so that + is left for crossings.
var asciiSigns = signs{
	ascii:  true,
	mark:   "..",
	across: [2]rune{'-', '='},
	down:   [2]rune{'|', ':'},
	cross:  '+',
	bend: [16]rune{
		armUp | armRight: '\'', armUp | armLeft: '\'', armUp | armLeft | armRight: '\'',
		armDown | armRight: '.', armDown | armLeft: '.', armDown | armLeft | armRight: '.',
	},
	toDown:  [2]rune{'v', 'x'},
	toUp:    [2]rune{'^', 'x'},
	outDown: '.',
	outUp:   '\'',
	side:    '|',
	thick:   '#',
	top:     [5]rune{'+', '+', '#', '+', '-'},
	bottom:  [5]rune{'+', '+', '#', '+', '-'},
	around: [numStyles][2]string{
		Unread: {"~", ""}, Const: {"[", "]"}, Undef: {"/", "/"}, Changed: {">", ""}, Idle: {"\\", "\\"},
	},
	fill:    [numStyles]rune{Undef: '/', Idle: '\\'},
	stays:   "-v",
	crosses: "=x",
	crossed: "*",
}

// label is the text of a cell with the signs of its style.
func (g *signs) label(c *Cell, clean func(string) string) string {
	text, around := clean(c.Text), g.around[c.Style.sound()]
	if c.Style == Const && strings.HasPrefix(text, "#") {
		return text // says itself that it is a constant
	}
	return around[0] + text + around[1]
}

// sample is a style in a legend.
func (g *signs) sample(s Style) string {
	switch s {
	case Undef:
		return g.around[s][0] + "?" + g.around[s][1]
	case Old:
		return "."
	case Elsewhere:
		return ""
	case Const:
		return g.around[s][0] + " " + g.around[s][1]
	}
	return g.around[s][0] + g.around[s][1]
}
