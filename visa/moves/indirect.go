package moves

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/visa"
)

// A Place is where the element of a lane is: a byte of a variable, which an address gave at run time. It may lie outside, before the first byte too.
type Place struct {
	Variable string
	Byte     int
	Outside  bool
}

// String is the place as an address-of has it.
func (p Place) String() string { return fmt.Sprintf("&%s[%d]", p.Variable, p.Byte) }

// IndirectScene is the picture of an indirect operand: above, the elements of the address variable, and below, the registers that the lanes' elements are in, with a wire from each
// address to the first element that is counted from it. places are the lanes' in their order.
//
//	A0      &V33[16]  &V34
//	            │       └────┐
//	V33(0)  · · · · 0 1 · ·  │
//	V34(0)  2 3 · · · · · · ◀┘
func IndirectScene(title string, o *visa.Operand, address string, places []Place, grf int) draw.Scene {
	size, per := o.Type.Size(), grf/o.Type.Size()
	width := len(places) // lanes of one address
	if o.Region.IsMultiAddress() && o.Region.W > 0 {
		width = int(o.Region.W)
	}
	s := draw.Scene{Title: title, Desc: describePlaces(o, places)}
	top := addressRow(o, address, places, width, per)
	lanes := map[Place][]int{}
	for k, p := range places {
		lanes[p] = append(lanes[p], k)
	}
	rows := registersOf(places, grf)
	if len(rows) > mostRegisters {
		s.Notes = append(s.Notes, fmt.Sprintf("%d registers are left out", len(rows)-mostRegisters))
		rows = rows[:mostRegisters]
	}
	addresses := -1 // the last row of them
	for _, r := range rows {
		row := draw.Row{Label: r.Variable + "(" + strconv.Itoa(r.Byte) + ")", Cells: make([]draw.Cell, per), First: r.Byte * per, Block: max(16/size, 1)}
		var wires []draw.Wire
		for c := range row.Cells {
			at := Place{Variable: r.Variable, Byte: r.Byte*grf + c*size}
			if outside := (Place{at.Variable, at.Byte, true}); at.Byte < 0 || len(lanes[outside]) > 0 {
				at = outside
			}
			row.Cells[c] = placeCell(at, lanes[at], size, width)
			for _, k := range lanes[at] {
				if k%width == 0 {
					wires = append(wires, draw.Wire{From: draw.Port{Cell: k / width}, To: draw.Port{Cell: c}, Text: fmt.Sprintf("%s -> lane %d", top.Cells[k/width].Text, k)})
				}
			}
		}
		if addresses < 0 || len(wires) > 0 && addresses != len(s.Rows)-1 { // wires reach the row below only
			addresses = len(s.Rows)
			again := top
			again.Again, again.Apart, again.Cells = addresses > 0, addresses > 0, slices.Clone(top.Cells)
			s.Rows = append(s.Rows, again)
		}
		for _, w := range wires {
			w.From.Row, w.To.Row = addresses, len(s.Rows)
			s.Rows[addresses].Cells[w.From.Cell].Style = draw.Lane
			s.Wires = append(s.Wires, w)
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// placeCell is the cell of an element with the lanes that reach it.
func placeCell(at Place, lanes []int, size, width int) draw.Cell {
	c := draw.Cell{Style: draw.Unread, Title: fmt.Sprintf("element %d, byte %d of %s", floorDiv(at.Byte, size), at.Byte, at.Variable)}
	if len(lanes) > 0 {
		c.Text, c.Style, c.Ink = laneList(lanes), draw.Lane, 1+lanes[0]/width
	}
	if at.Outside {
		c.Style = draw.Undef
		c.Title += ": not in the variable"
	}
	return c
}

// addressRow is the elements of the address variable that the operand uses, as wide as a register.
func addressRow(o *visa.Operand, address string, places []Place, width, per int) draw.Row {
	row := draw.Row{Label: address}
	for k := 0; k < len(places); k += width {
		at := places[k]
		at.Byte -= int(o.Disp)
		row.Cells = append(row.Cells, draw.Cell{
			Text: at.String(), Style: draw.Elsewhere, Ink: 1 + k/width, Span: max(1, per*width/len(places)),
			Title: fmt.Sprintf("element %d of %s", int(o.Offset)+k/width, address),
		})
	}
	return row
}

func floorDiv(a, b int) int {
	if a < 0 {
		return -((b - 1 - a) / b)
	}
	return a / b
}

// registersOf are the registers in which places are: variables in the order in which lanes reach them, and of each the registers in their own.
func registersOf(places []Place, grf int) (rows []Place) {
	order := map[string]int{}
	for _, p := range places {
		if _, seen := order[p.Variable]; !seen {
			order[p.Variable] = len(order)
		}
		if r := (Place{Variable: p.Variable, Byte: floorDiv(p.Byte, grf)}); !slices.Contains(rows, r) {
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, func(a, b Place) int {
		if a.Variable != b.Variable {
			return order[a.Variable] - order[b.Variable]
		}
		return a.Byte - b.Byte
	})
	return rows
}

func describePlaces(o *visa.Operand, places []Place) string {
	words := make([]string, len(places))
	for k, p := range places {
		words[k] = p.String()
	}
	return fmt.Sprintf("Indirect region %s with %d lanes of %d bytes, %d bytes behind the addresses. Places by lane: %s.", o.Region, len(places), o.Type.Size(), o.Disp, strings.Join(words, " "))
}
