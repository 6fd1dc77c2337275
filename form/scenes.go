package form

import (
	"fmt"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/visa"
)

// Scenes are the pictures that a form's dialect has of its own, beside the wires that every map has: regions on register rows, and what PACK and UNPACK do to a loop.
// There are none for most forms.
func Scenes(text string, opt Options) []draw.Scene {
	d, err := recognise(text, opt.From)
	if err != nil {
		return nil
	}
	switch d.Name {
	case "visa":
		return regionScenes(strings.TrimSpace(text), opt)
	case "svp64":
		return loopScenes(text)
	}
	return nil
}

// Scene is the guard as a row below the lanes: the bit of the predicate that decides over each.
func (g *Guard) Scene() draw.Scene {
	s := draw.Scene{Notes: []string{g.String()}}
	row := draw.Row{Label: g.By, Cells: make([]draw.Cell, len(g.Bit))}
	for i, bit := range g.Bit {
		row.Cells[i] = draw.Cell{Style: draw.Blank}
		if bit != lane.Always {
			row.Cells[i] = draw.Cell{Text: itoa(bit), Style: draw.Index, Title: fmt.Sprintf("lane %d is written where bit %d of %s is 1", i, bit, g.By)}
		}
	}
	s.Rows = []draw.Row{row}
	s.Desc = "The lanes are guarded by bits of " + g.By + "."
	return s
}

// regionScenes are the regions of one instruction, or a region that stands alone.
func regionScenes(text string, opt Options) (all []draw.Scene) {
	t, ok := visa.TypeNamed(opt.Type)
	if !ok {
		t = visaType
	}
	d := visa.NewDecls(visaGRF, t)
	d.Plain = true
	p := visa.Parser{Decls: d}
	if isRegion(text) {
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
	for k := range i.Operands() {
		all = appendRegion(all, d, &i.Operand[k], i.Role(k), i.Exec.Size())
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

// loopScenes are the orders of a vector loop of more than one subvector.
func loopScenes(text string) []draw.Scene {
	i, err := svp64.ParseLine(text)
	if err != nil || i.IsPair() || i.SV.VL() < 2 {
		return nil
	}
	s, err := SVP64Orders(i, nil)
	if err != nil {
		return nil
	}
	return []draw.Scene{s}
}
