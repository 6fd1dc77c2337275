package moves

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/svp64"
)

// orderNames are the orders of both loops: bit 0 is PACK, bit 1 UNPACK.
var orderNames = [...]string{"none", "pack", "unpack", "both"}

// Orders is the picture of what PACK and UNPACK do to an instruction: for each order of the two loops, or for that which the line names, the destination's subvectors, one a row, with what arrives in each lane: 1.Z is
// lane Z of subvector 1 of the source, and a constant or a predicate's zero what it is. With a state each lane also has its value. Predicates of which neither says anything are taken as true.
func Orders(l svp64.Line, s *svp64.State) (draw.Scene, error) {
	scene := draw.Scene{Title: fmt.Sprintf("%v, VL %d", l.Inst, l.SV.VL())}
	if l.IsPair() {
		return scene, fmt.Errorf("%v is no loop: it has no vector operand", l.Inst)
	}
	if l.DependsOnPredicates() && s == nil && len(l.Set) == 0 {
		scene.Notes = append(scene.Notes, "all predicates are taken as true: their values are not given")
	}
	for order, name := range orderNames {
		v := l.SV.WithPack(order&1 != 0, order&2 != 0)
		if (l.SV.Pack() || l.SV.Unpack()) && v != l.SV {
			continue
		}
		if err := appendOrder(&scene, l, s, v, name); err != nil {
			return scene, err
		}
		scene.Notes = append(scene.Notes, fmt.Sprintf("%s: SVSTATE %v", name, v))
	}
	scene.Desc = fmt.Sprintf("What arrives in each lane of the %d destination subvectors, for the orders of the loops.", l.SV.VL())
	return scene, nil
}

// appendOrder appends the rows of one order.
func appendOrder(scene *draw.Scene, l svp64.Line, s *svp64.State, v svp64.SVState, name string) error {
	loop, err := predicated(l, s, v)
	if err == nil {
		err = loop.Check()
	}
	if err != nil {
		return err
	}
	first := len(scene.Rows)
	for k := range v.VL() {
		row := draw.Row{Label: fmt.Sprintf("%s %d", name, k), Apart: k == 0 && first > 0, Cells: make([]draw.Cell, l.Swizzle.Len())}
		for j := range row.Cells {
			row.Cells[j] = draw.Cell{Text: ".", Style: draw.Old}
		}
		scene.Rows = append(scene.Rows, row)
	}
	for _, a := range loop.Arrivals() {
		scene.Rows[first+a.To.Step].Cells[a.To.Sub] = arrivalCell(&loop, a, s)
	}
	return nil
}

// predicated is the loop in this order, under the predicates of the state, or of the line alone, or under none.
func predicated(l svp64.Line, s *svp64.State, v svp64.SVState) (svp64.Loop, error) {
	if s == nil && len(l.Set) == 0 {
		return l.Loop(v), nil
	}
	at := l.State()
	if s != nil {
		*at = *s
		l.SetPredicates(at)
	}
	at.SV = v
	return at.Loop(l.Inst)
}

// arrivalCell is what arrives in a lane, with its value where there is a state. Who points at it is told where it is.
func arrivalCell(l *svp64.Loop, a svp64.Arrival, s *svp64.State) draw.Cell {
	c := draw.Cell{Text: fmt.Sprintf("%d.%v", a.From, a.Selector), Ink: 1 + a.From}
	if v, ok := l.Constant(a); ok {
		c = draw.Cell{Text: fmt.Sprintf("%x", v), Style: draw.Const}
		if l.Float && l.Sat == svp64.NoSat && v != 0 {
			c.Text = "1.0"
		}
	} else if s != nil {
		file := &s.GPR
		if l.Float {
			file = &s.FPR
		}
		c.Text += " = " + l.Value(a, file)
	}
	c.Title = fmt.Sprintf("to %d.%c comes %s", a.To.Step, "XYZW"[a.To.Sub], c.Text)
	return c
}

// loopScenes are the orders of a vector loop of more than one subvector.
func loopScenes(text string, _ dialect.Options) []draw.Scene {
	i, err := svp64.ParseLine(text)
	if err != nil || i.IsPair() || i.SV.VL() < 2 {
		return nil
	}
	s, err := Orders(i, nil)
	if err != nil {
		return nil
	}
	return []draw.Scene{s}
}
