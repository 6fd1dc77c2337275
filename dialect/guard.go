package dialect

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/lane"
)

// A Guard is the run-time predicate of a form: lane i is the map's while the predicate's bit Bit[i] is 1, and otherwise the old destination's or zero.
type Guard struct {
	By   string // what the text calls the predicate: k1
	Bit  []int  // lane.Always for a lane that is not guarded
	Else lane.Else
}

// UnderMask is a map under a mask register whose bit j decides over the bits from j*elem on; it has so many bits that count, and nothing guards the lanes above
// those. The map that is returned is the same in lanes of elem bits, or in its own where one bit decides over several.
func UnderMask(by string, m lane.Map, elem, count int, off lane.Else) (lane.Map, *Guard) {
	if own, err := m.Regroup(elem); err == nil {
		m = own
	}
	g := &Guard{By: by, Bit: make([]int, len(m.Lane)), Else: off}
	for i := range g.Bit {
		if g.Bit[i] = i * m.Bits / elem; g.Bit[i] >= count {
			g.Bit[i] = lane.Always
		}
	}
	return m, g
}

// String says what the guard does.
func (g *Guard) String() string {
	rest := "keeps the old destination"
	if g.Else == lane.ElseZero {
		rest = "is zero"
	}
	return fmt.Sprintf("under %s: a lane whose bit of it is 0 %s", g.By, rest)
}

// Over is a map under the guard.
func (g *Guard) Over(m lane.Map) lane.Guarded {
	return lane.Guarded{Map: m, Bit: g.Bit, Else: g.Else}
}

// Scene is the guard as a row below the lanes: the bit of the predicate that decides over each.
func (g *Guard) Scene() draw.Scene {
	s := draw.Scene{Notes: []string{g.String()}}
	row := draw.Row{Label: g.By, Cells: make([]draw.Cell, len(g.Bit))}
	for i, bit := range g.Bit {
		row.Cells[i] = draw.Cell{Style: draw.Blank}
		if bit != lane.Always {
			row.Cells[i] = draw.Cell{Text: strconv.Itoa(bit), Style: draw.Index, Title: fmt.Sprintf("lane %d is written where bit %d of %s is 1", i, bit, g.By)}
		}
	}
	s.Rows = []draw.Row{row}
	s.Desc = "The lanes are guarded by bits of " + g.By + "."
	return s
}
