package draw

import (
	"strconv"

	"github.com/lanescope/lanescope/lane"
)

// Options change the picture of a map.
type Options struct {
	Block int      // bits between the boundaries whose crossing is marked; 0 chooses 64 for vectors of up to 128 bits and 128 above, negative marks none
	Names []string // what the sources are called, in their labels and in the cells of the result; those that are missing or empty are lane notation's a, b, c, e …
	Inks  [][]int  // the colours of each source's lanes, those of the old destination behind all; a source that has none has its own
	Title string   // the heading; if empty, the map
	To    string   // what the result is called; if empty, out
}

// Wires is the picture of a map: where every lane of the result comes from.
//
// One source stands above the result; of two, the first stands above and the second below, so that no wire runs through a row. Further
// sources repeat the result in another part of the picture, and so does a vector of more than 64 lanes, which
// is cut into pieces. The old destination is drawn as the last source where a lane of it moves; where it stays in place, the cell
// says so with a full stop.
//
// The cells of the result name the lanes that they hold, so that the picture is exact where wires are dense and where they are left
// out. A map of more lanes than a picture can hold is cut off with a note.
func Wires(m lane.Map, o Options) Scene {
	if err := m.Check(); err != nil {
		return Scene{Title: o.Title, Desc: "not a map: " + err.Error(), Notes: []string{"not a map: " + err.Error()}}
	}
	b := builder{m: m, o: o, piece: pieceLanes(m)}
	b.named = b.names()
	b.boundary()
	b.words.Grow(32 * min(len(m.Lane), described))
	b.s.Wires = make([]Wire, 0, min(len(m.Lane), described))
	b.tokens = make([]label, 0, min(len(m.Lane), described))
	b.parts()
	b.s.Title = o.Title
	if b.s.Title == "" {
		b.s.Title = heading(m)
	}
	b.s.Desc = b.describe()
	return b.s
}

// widest is the number of lanes of the longest vector.
func widest(m lane.Map) int {
	n := len(m.Lane)
	for _, k := range m.Src {
		n = max(n, k)
	}
	return n
}

// boundary chooses the number of lanes between two boundaries, 0 if there are none: if all vectors end before the first one, or if
// lanes straddle boundaries, which a note says.
func (b *builder) boundary() {
	n, bits, block := widest(b.m), b.m.Bits, b.o.Block
	if block == 0 {
		if block = 128; n*bits <= 128 {
			block = 64
		}
		block = max(block, bits)
	}
	switch {
	case block < 0 || n*bits <= block:
	case block%bits != 0:
		b.s.Notes = append(b.s.Notes, "lanes of "+strconv.Itoa(bits)+" bits straddle "+strconv.Itoa(block)+"-bit boundaries: no crossing is marked")
	default:
		b.block = block / bits
		b.s.Boundary = "a " + strconv.Itoa(block) + "-bit boundary"
	}
}

// pieceLanes is the number of lanes that stand side by side. Longer lane numbers need wider cells.
func pieceLanes(m lane.Map) int {
	if widest(m) <= 64 {
		return 64
	}
	return 32
}

// longest is where labels are cut that no picture could show: a constant may have a million bits.
const longest = 64

func token(l lane.Lane, at, bits int) string {
	if l.Kind == lane.Undefined {
		return "?"
	}
	t := l.Text(at, bits)
	if len(t) > longest {
		t = t[:longest-3] + "…"
	}
	return t
}

// heading is the map in lane notation if that is short, and otherwise its shapes.
func heading(m lane.Map) string {
	const few = 16
	if len(m.Lane) <= few && len(m.Src) <= few && m.Bits <= 4*longest {
		if t := m.String(); len(t) <= 2*longest {
			return t
		}
	}
	return shapes(m)
}

func shapes(m lane.Map) string {
	const few = 8
	var t []byte
	shape := func(n int) {
		t = strconv.AppendInt(append(t, 'i'), int64(m.Bits), 10)
		t = strconv.AppendInt(append(t, 'x'), int64(n), 10)
	}
	for k, n := range m.Src {
		if k == few {
			t = append(t, "… "...)
			break
		}
		shape(n)
		t = append(t, ' ')
	}
	t = append(t, "-> "...)
	shape(len(m.Lane))
	return string(t)
}

// described is the number of lanes that the description names.
const described = 64

// describe says the picture in words.
func (b *builder) describe() string {
	t := []byte(shapes(b.m))
	t = append(t, ". The result, lane 0 first:"...)
	for i := range b.m.Lane {
		if i == described {
			t = append(t, " …"...)
			break
		}
		t = append(append(t, ' '), b.token(i).text...)
	}
	t = append(t, '.')
	if crossing, all := b.s.crossings(); b.s.Boundary != "" && all > 0 {
		t = append(t, ' ')
		t = strconv.AppendInt(t, int64(crossing), 10)
		t = append(t, " of "...)
		t = strconv.AppendInt(t, int64(all), 10)
		t = append(append(append(t, " wires cross "...), b.s.Boundary...), '.')
	}
	return string(t)
}
