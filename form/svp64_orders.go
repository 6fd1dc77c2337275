package form

import (
	"fmt"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/svp64"
)

// SVP64Orders is the picture of what PACK and UNPACK do to an instruction: for each order of the two loops the destination's subvectors, one a row, with what arrives in each lane: 1.Z is
// lane Z of subvector 1 of the source.
func SVP64Orders(i svp64.Inst, vl int) (draw.Scene, error) {
	s := draw.Scene{Title: fmt.Sprintf("%v, VL %d", i, vl)}
	if i.IsPair() {
		return s, fmt.Errorf("%v is no loop: it has no vector operand", i)
	}
	for order, name := range []string{"none", "pack", "unpack", "both"} {
		l := i.Loop(svp64.NewSVState(vl, vl).WithPack(order&1 != 0, order&2 != 0))
		if err := l.Check(); err != nil {
			return s, err
		}
		first := len(s.Rows)
		for k := range vl {
			row := draw.Row{Label: fmt.Sprintf("%s %d", name, k), Apart: k == 0 && order > 0, Cells: make([]draw.Cell, i.Swizzle.Len())}
			for j := range row.Cells {
				row.Cells[j] = draw.Cell{Text: ".", Style: draw.Old}
			}
			s.Rows = append(s.Rows, row)
		}
		for _, a := range l.Arrivals() {
			c := draw.Cell{Text: a.Selector.String(), Style: draw.Const}
			if a.Selector.Moves() {
				c = draw.Cell{Text: fmt.Sprintf("%d.%v", a.From, a.Selector), Ink: 1 + a.From}
			}
			s.Rows[first+a.To.Step].Cells[a.To.Sub] = c
		}
	}
	s.Desc = fmt.Sprintf("What arrives in each lane of the %d destination subvectors, for the four orders of the loops.", vl)
	return s, nil
}
