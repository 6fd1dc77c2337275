package draw

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// The scene of a map consists of parts. A part is one piece of the result between at most two pieces of sources, and its wires
// run between neighbouring rows only:
//
//	a      ▢ ▢ ▢ ▢          c      ▢ ▢ ▢ ▢
//	        ╲ ╲                         ╱
//	out    ▢ ▢ ▢ ▢          out    ▢ ▢ ▢ ▢   (again)
//	          ╱
//	b      ▢ ▢ ▢ ▢

// maxParts bounds a picture: 16 parts are 16·3 rows.
const maxParts = 16

// old is the source number of the old destination in a piece.
const old = lane.MaxSrc

// A piece is some lanes of a source that stand side by side, from lane first on.
type piece struct{ src, first int }

type builder struct {
	m     lane.Map
	o     Options
	block int // lanes between two boundaries, or 0
	piece int // lanes of a piece
	drawn int // parts so far
	s     Scene

	named  []naming        // what the sources are called, the old destination behind all
	tokens []label         // the first lanes of the result
	words  strings.Builder // holds all that say made
}

// say joins strings. All of them lie in one buffer, because a scene has some hundred short ones.
func (b *builder) say(parts ...string) string {
	start := b.words.Len()
	for _, p := range parts {
		b.words.WriteString(p)
	}
	return b.words.String()[start:]
}

// A label is what a cell says, and where that has no room.
type label struct{ text, brief string }

// token is what the cell of lane i says.
func (b *builder) token(i int) label {
	if i < len(b.tokens) {
		return b.tokens[i]
	}
	var t label
	t.text, t.brief = b.cellTexts(b.m.Lane[i], i)
	if i == len(b.tokens) && i < described {
		b.tokens = append(b.tokens, t)
	}
	return t
}

// parts draws the result piece by piece until the picture is full.
func (b *builder) parts() {
	unwired := 0
	for first := 0; first < len(b.m.Lane); first += b.piece {
		if b.drawn == maxParts {
			b.note(len(b.m.Lane)-first, "more lanes")
			break
		}
		unwired += b.result(first)
	}
	if unwired > 0 {
		b.note(unwired, "more pieces of sources, whose wires are not drawn")
	}
}

func (b *builder) note(n int, what string) {
	b.s.Notes = append(b.s.Notes, "… "+strconv.Itoa(n)+" "+what)
}

// result draws the parts of one piece of the result, and returns how many pieces that it reads found no place.
func (b *builder) result(first int) int {
	end := min(first+b.piece, len(b.m.Lane))
	reads := b.reads(first, end)
	for again := false; ; again = true {
		var sides []piece
		sides, reads = reads[:min(2, len(reads))], reads[min(2, len(reads)):]
		b.part(first, end, sides, again, len(reads) > 0)
		if b.drawn++; len(reads) == 0 || b.drawn == maxParts {
			return len(reads)
		}
	}
}

// reads are the pieces of sources that a piece of the result reads, in order. Sources that nobody reads are shown as well
// where that makes the picture no longer.
func (b *builder) reads(first, end int) []piece {
	var reads []piece
	add := func(p piece) {
		if !slices.Contains(reads, p) {
			reads = append(reads, p)
		}
	}
	for i := first; i < end; i++ {
		if src, index, ok := moves(b.m.Lane[i], i); ok {
			add(piece{src, index - index%b.piece})
		}
	}
	for src := range b.m.Src[:min(2, len(b.m.Src))] {
		if len(b.m.Src) <= 2 && len(reads) < 2 && widest(b.m) <= b.piece {
			add(piece{src: src})
		}
	}
	slices.SortFunc(reads, func(p, q piece) int {
		return cmp.Or(cmp.Compare(p.src, q.src), cmp.Compare(p.first, q.first))
	})
	return reads
}

// moves says where the wire to lane i of a result comes from, which is l; ok is false if it has none.
func moves(l lane.Lane, i int) (src, index int, ok bool) {
	switch l.Kind {
	case lane.Source:
		return l.Src, l.Index, true
	case lane.Old:
		return old, l.Index, l.Index != i
	}
	return 0, 0, false
}

// part draws the lanes from first to end of the result between the pieces on its sides. more says that parts of the same lanes follow.
func (b *builder) part(first, end int, sides []piece, again, more bool) {
	start := len(b.s.Rows)
	if len(sides) > 0 {
		b.source(sides[0])
	}
	out := len(b.s.Rows)
	b.s.Rows = append(b.s.Rows, Row{Label: cmp.Or(b.o.To, "out"), First: first, Block: b.block, Result: true, Again: again, Cells: make([]Cell, end-first)})
	if len(sides) > 1 {
		b.source(sides[1])
	}
	if len(sides) == 0 || sides[0].first != first || len(b.s.Rows[start].Cells) < end-first {
		b.ruler(first, end)
	}
	b.s.Rows[start].Apart = start > 0
	for i := first; i < end; i++ {
		c := &b.s.Rows[out].Cells[i-first]
		*c = b.cell(i)
		from, wired := b.port(i, sides, start, out)
		switch {
		case wired:
			b.wire(i, from, Port{out, i - first}, c.Text)
		case again || more && c.Style == Lane:
			c.Style = Elsewhere
		}
	}
}

// source draws a piece of a source.
func (b *builder) source(p piece) {
	n := len(b.m.Lane)
	if p.src != old {
		n = b.m.Src[p.src]
	}
	named := &b.named[b.slot(p.src)]
	r := Row{Label: named.label, Brief: named.brief, First: p.first, Block: b.block, Cells: make([]Cell, min(b.piece, n-p.first))}
	for i := range r.Cells {
		r.Cells[i] = Cell{Text: strconv.Itoa(p.first + i), Style: Unread}
		if p.src != old {
			r.Cells[i].Source = b.say(lane.SourceName(p.src), r.Cells[i].Text)
		}
	}
	for _, l := range b.m.Lane {
		reads := l.Kind == lane.Source && l.Src == p.src || l.Kind == lane.Old && p.src == old
		if i := l.Index - p.first; reads && i >= 0 && i < len(r.Cells) {
			r.Cells[i].Style, r.Cells[i].Ink = Lane, b.ink(p.src, l.Index)
		}
	}
	b.s.Rows = append(b.s.Rows, r)
}

// ruler numbers the lanes of a result for which no source above it does.
func (b *builder) ruler(first, end int) {
	r := Row{Label: "lane", First: first, Cells: make([]Cell, end-first)}
	for i := range r.Cells {
		r.Cells[i] = Cell{Text: strconv.Itoa(first + i), Style: Index}
	}
	b.s.Rows = append(b.s.Rows, r)
}

// cell is lane i of the result.
func (b *builder) cell(i int) Cell {
	l := b.m.Lane[i]
	says := b.token(i)
	c := Cell{Text: says.text, Brief: says.brief}
	switch l.Kind {
	case lane.Source:
		c.Ink = b.ink(l.Src, l.Index)
	case lane.Constant:
		c.Style = Const
	case lane.Undefined:
		c.Style = Undef
	case lane.Old:
		c.Ink = b.ink(old, l.Index)
		if l.Index == i {
			c.Style = Old
		}
	}
	c.Title = b.say("lane ", strconv.Itoa(i), " = ", c.Text)
	return c
}

// port finds the cell that lane i reads in the rows beside the row out.
func (b *builder) port(i int, sides []piece, start, out int) (Port, bool) {
	src, index, ok := moves(b.m.Lane[i], i)
	if !ok {
		return Port{}, false
	}
	at := slices.Index(sides, piece{src, index - index%b.piece})
	if at < 0 {
		return Port{}, false
	}
	row := start
	if at == 1 {
		row = out + 1
	}
	return Port{row, index % b.piece}, true
}

func (b *builder) wire(i int, from, to Port, token string) {
	w := Wire{From: from, To: to, Text: b.say(token, " -> lane ", strconv.Itoa(i))}
	if _, index, _ := moves(b.m.Lane[i], i); b.block > 0 && index/b.block != i/b.block {
		w.Crossing = true
	}
	b.s.Wires = append(b.s.Wires, w)
}
