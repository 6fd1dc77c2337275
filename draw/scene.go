package draw

import (
	"cmp"
	"slices"
)

// A Scene is a picture before it is drawn: rows of cells from top to bottom, and wires between them.
type Scene struct {
	Title    string // one line: the heading
	Desc     string // the picture in words, for those who do not see it
	Boundary string // what a crossing wire crosses, such as "a 128-bit boundary"
	Rows     []Row
	Wires    []Wire
	Notes    []string // sentences below the picture
	Width    int      // of the page on paper, in pixels: 0 is 1200
}

// A Row is a vector: cells side by side, the least significant lane at the left. Cells of different rows stand below one
// another column by column.
type Row struct {
	Label  string
	Brief  string // the label where the cells have their brief texts; empty if it is the same
	Cells  []Cell
	First  int  // the number of the first cell, for a row that is a piece of a longer one
	Block  int  // cells between two heavy boundary marks; 0 for none
	Apart  bool // the row begins a new part of the picture
	Result bool // the row is a map's result, or a piece of it; pages use it to draw another wire to it
	Again  bool // the row repeats one above it, so that more wires can reach it; pictures without wires leave it out
}

// A Cell is one lane. Its text must say what it is even where no wire is drawn.
type Cell struct {
	Text  string
	Brief string // the text where that has no room; empty if it is the same
	Title string // what a reader who points at the cell is told; empty for nothing
	Style Style
	Ink   int // the colour: 0 for none, k for the k-th of a palette that repeats. It only repeats what text and wires say.
	Span  int // columns that the cell takes; 0 is 1

	// Source is the lane of a source of a map that the cell is, in lane notation: b3. Pages use it to draw another wire from it.
	Source string
}

// A Port names a cell: where a wire begins or ends. Counting starts at 0.
type Port struct{ Row, Cell int }

// A Wire leads from the cell that is read to the cell that is written. It has the colour of the cell that is read.
// A wire whose ends are not cells of the scene is not drawn.
type Wire struct {
	From, To Port
	Crossing bool   // the wire crosses a boundary: it is dashed, and its arrowhead hollow
	Text     string // what the wire says, such as "b3 -> lane 7"
}

// Style says what a cell is, in signs that need no colour.
type Style uint8

// The styles of cells.
const (
	Lane      Style = iota // a lane that takes part
	Unread                 // a lane that nobody reads
	Const                  // a constant
	Undef                  // any value
	Old                    // kept from before
	Changed                // written in this step
	Idle                   // masked off or inactive
	Elsewhere              // drawn with its wire in another row
	Index                  // no lane: the number of the column
	Blank                  // no lane: an empty place

	numStyles
)

// meanings are what legends say about styles. Styles without one need no explanation.
var meanings = [numStyles]string{
	Unread:    "nobody reads it",
	Const:     "constant",
	Undef:     "undefined: any value",
	Old:       "kept from the old destination",
	Changed:   "changed",
	Idle:      "inactive",
	Elsewhere: "its wire is in another part",
}

// sound is the style itself, or Lane for a value that is no style.
func (s Style) sound() Style {
	if s >= numStyles {
		return Lane
	}
	return s
}

// maxSpan keeps the columns of a row countable whatever Span holds.
const maxSpan = 1 << 10

func (c *Cell) span() int { return min(max(c.Span, 1), maxSpan) }

// isBrief says whether a text of the scene can be briefer.
func (s *Scene) isBrief() bool {
	return slices.ContainsFunc(s.Rows, func(r Row) bool {
		return r.Brief != "" || slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Brief != "" })
	})
}

// brief is the scene with its brief texts.
func (s *Scene) brief() Scene {
	b := *s
	if !s.isBrief() {
		return b
	}
	b.Rows = slices.Clone(s.Rows)
	for i := range b.Rows {
		r := &b.Rows[i]
		r.Label = cmp.Or(r.Brief, r.Label)
		r.Cells = slices.Clone(r.Cells)
		for k := range r.Cells {
			r.Cells[k].Text = cmp.Or(r.Cells[k].Brief, r.Cells[k].Text)
		}
	}
	return b
}

// columns is the number of columns that the row takes.
func (r *Row) columns() int {
	n := 0
	for i := range r.Cells {
		n += r.Cells[i].span()
	}
	return n
}

// column is the column in which cell i begins.
func (r *Row) column(i int) int {
	n := 0
	for k := range i {
		n += r.Cells[k].span()
	}
	return n
}

// ruler says whether the row is nothing but numbers of columns.
func (r *Row) ruler() bool {
	for i := range r.Cells {
		if r.Cells[i].Style != Index {
			return false
		}
	}
	return len(r.Cells) > 0
}

// columns is the number of columns of the widest row.
func (s *Scene) columns() int {
	n := 0
	for i := range s.Rows {
		n = max(n, s.Rows[i].columns())
	}
	return n
}

// cell is the cell at a port, or nil if there is none.
func (s *Scene) cell(p Port) *Cell {
	if p.Row < 0 || p.Row >= len(s.Rows) || p.Cell < 0 || p.Cell >= len(s.Rows[p.Row].Cells) {
		return nil
	}
	return &s.Rows[p.Row].Cells[p.Cell]
}

// styles says which styles the scene uses.
func (s *Scene) styles() (used [numStyles]bool) {
	for i := range s.Rows {
		for k := range s.Rows[i].Cells {
			used[s.Rows[i].Cells[k].Style.sound()] = true
		}
	}
	return used
}

// crossings counts the wires, and those that cross a boundary.
func (s *Scene) crossings() (crossing, all int) {
	for i := range s.Wires {
		if w := &s.Wires[i]; s.cell(w.From) != nil && s.cell(w.To) != nil {
			if all++; w.Crossing {
				crossing++
			}
		}
	}
	return crossing, all
}
