package moves

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/visa"
)

// mostRegisters bounds the rows of a region's picture.
const mostRegisters = 16

// RegionScene is the picture of a region on register rows: a row is a register of grf bytes, a cell an element, and in it the lanes that read or write
// it. size is that of the variable in bytes, 0 if it is unknown: elements behind it are undefined.
func RegionScene(title string, a visa.Access, grf, size int) draw.Scene {
	first, n := a.Registers(grf)
	s := draw.Scene{Title: title}
	if n > mostRegisters {
		s.Notes = append(s.Notes, fmt.Sprintf("registers %d to %d are left out", first+mostRegisters, first+n-1))
		n = mostRegisters
	}
	per := grf / a.Size
	lanes := lanesOfElements(a)
	for r := first; r < first+n; r++ {
		row := draw.Row{Label: "row " + strconv.Itoa(r), Cells: make([]draw.Cell, per), First: r * per, Block: max(16/a.Size, 1)}
		for c := range row.Cells {
			e := r*per + c
			cell := draw.Cell{Text: "", Style: draw.Unread, Title: fmt.Sprintf("element %d, byte %d", e, e*a.Size)}
			if list := lanes[e]; len(list) > 0 {
				cell.Text, cell.Style = laneList(list), draw.Lane
				cell.Ink = 1 + rowOf(a, list[0])
			}
			if size > 0 && (e+1)*a.Size > size {
				cell.Style = draw.Undef
				cell.Title += ": not in the variable"
			}
			row.Cells[c] = cell
		}
		s.Rows = append(s.Rows, row)
	}
	s.Desc = describeRegion(a)
	return s
}

// lanesOfElements are the lanes of each element that has some.
func lanesOfElements(a visa.Access) map[int][]int {
	lanes := map[int][]int{}
	for k := range a.Exec {
		e := a.Byte(k) / a.Size
		lanes[e] = append(lanes[e], k)
	}
	return lanes
}

// rowOf is the row of the region to which a lane belongs.
func rowOf(a visa.Access, k int) int {
	if a.Region.W <= 0 {
		return 0
	}
	return k / int(a.Region.W)
}

// laneList is lanes in a cell: all where they are few.
func laneList(list []int) string {
	text := strconv.Itoa(list[0])
	switch {
	case len(list) == 2:
		text += "," + strconv.Itoa(list[1])
	case len(list) > 2:
		text += "…" + strconv.Itoa(list[len(list)-1])
	}
	return text
}

func describeRegion(a visa.Access) string {
	t := fmt.Sprintf("Region %s with %d lanes of %d bytes. Elements by lane:", a.Region, a.Exec, a.Size)
	for k := range a.Exec {
		t += " " + strconv.Itoa(a.Byte(k)/a.Size)
	}
	return t + "."
}

// regionScenes are the regions of one instruction, or a region that stands alone.
func regionScenes(text string, opt dialect.Options) (all []draw.Scene) {
	t, ok := visa.TypeNamed(opt.Type)
	if !ok {
		t = visaType
	}
	d := visa.NewDecls(visaGRF, t)
	d.Plain = true
	p := visa.Parser{Decls: d}
	if IsRegion(text) {
		exec := opt.Exec
		if exec == 0 {
			exec = visaExec
		}
		if o, err := p.ParseOperand("a(0,0)"+text, visa.Source); err == nil {
			all = appendRegion(all, d, &o, visa.Source, exec)
		}
		return all
	}
	i, err := p.ParseInst(text)
	if err != nil { // several lines, or declarations: wires say all
		return nil
	}
	for k := range int(i.N) {
		all = appendRegion(all, d, i.At(k), i.Role(k), i.Exec.Size())
	}
	return all
}

func appendRegion(all []draw.Scene, d *visa.Decls, o *visa.Operand, as visa.Role, exec int) []draw.Scene {
	a, ok := d.Access(o, exec)
	if !ok || as == visa.Source && o.Region.IsMultiAddress() || o.Region.W == 0 {
		return all
	}
	s := RegionScene("", a, d.GRF, d.Variable(visa.GeneralKind, o.ID).Size())
	for k := range s.Rows {
		s.Rows[k].Label = strings.TrimPrefix(s.Rows[k].Label, "row ")
		if k == 0 {
			s.Rows[k].Label = strings.Replace(o.Text(as, d), "(0,0)", "", 1)
		}
	}
	return append(all, s)
}
