package moves

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/svp64"
)

// Next is the picture of a loop on its way: the destination's subvectors, one a row, with what arrives in each lane, what has arrived, and what moves next.
//
//	0  │ +0.Z │ +0.Y │ +0.X │     + is done
//	1  │ >1.Z │  1.Y │  1.X │     > is next
func Next(title string, l *svp64.Loop, v svp64.SVState) draw.Scene {
	scene := draw.Scene{Title: title, Desc: "What arrives in each lane of the destination, and which move is next."}
	all := l.Arrivals()
	next := len(all)
	if m, ok := l.Next(v); ok {
		next = max(slices.Index(all, m.Arrival), 0)
	}
	rows := 0
	for _, a := range all {
		rows = max(rows, a.To.Step+1)
	}
	for k := range rows {
		row := draw.Row{Label: fmt.Sprint(k), Cells: make([]draw.Cell, l.Swizzle.Len())}
		for j := range row.Cells {
			row.Cells[j] = draw.Cell{Text: ".", Style: draw.Old}
		}
		scene.Rows = append(scene.Rows, row)
	}
	for k, a := range all {
		c := arrivalCell(l, a, nil)
		switch {
		case k < next:
			c.Text, c.Title = "+"+c.Text, c.Title+", which is done"
		case k == next:
			c.Text, c.Title = ">"+c.Text, c.Title+" next"
		}
		scene.Rows[a.To.Step].Cells[a.To.Sub] = c
	}
	scene.Notes = []string{fmt.Sprintf("%d of %d moves are done (+), > is next", next, len(all)), "SVSTATE " + v.String()}
	return scene
}
