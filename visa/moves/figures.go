package moves

import (
	"fmt"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/visa"
)

// The two figures that the document of vISA's operands links to, and that are lost. They are drawn from what the operands mean: from element lists, and from a run of instructions.

// regionExamples are general operands, one for each thing that a region can do.
var regionExamples = [...]struct {
	text string
	exec int
	typ  visa.Type
	role visa.Role
	what string
}{
	{"V33(0,0)<8;8,1>", 8, visa.D, visa.Source, "elements in a row"},
	{"V33(0,1)<0;1,0>", 8, visa.D, visa.Source, "one element for all lanes"},
	{"V33(0,1)<16;4,2>", 8, visa.W, visa.Source, "rows of four, every second element"},
	{"V33(0,2)<1;4,4>", 8, visa.W, visa.Source, "rows that begin inside one another"},
	{"V32(0,1)<2>", 8, visa.W, visa.Dest, "a destination, every second element"},
}

// RegionFigure is "Examples of General Operand Regions", as SVG.
func RegionFigure() []byte {
	var scenes []draw.Scene
	for _, x := range regionExamples {
		d := visa.NewDecls(visaGRF, x.typ)
		p := visa.Parser{Decls: d}
		o, err := p.ParseOperand(x.text, x.role)
		if err != nil {
			panic(err)
		}
		a, _ := d.Access(&o, x.exec)
		s := RegionScene("", a, visaGRF, 0)
		scenes = append(scenes, headed(s, fmt.Sprintf("%s of %s: %s", x.text, x.typ, x.what)))
	}
	return draw.Stack("Examples of general operand regions", scenes...).SVG()
}

// headed puts a line above a scene, as wide as its rows are.
func headed(s draw.Scene, text string) draw.Scene {
	var width int
	for _, r := range s.Rows {
		width = max(width, len(r.Cells))
	}
	s.Rows = append([]draw.Row{{Cells: []draw.Cell{{Text: text, Style: draw.Index, Span: width}}}}, s.Rows...)
	for k := range s.Wires {
		s.Wires[k].From.Row++
		s.Wires[k].To.Row++
	}
	return s
}

// indirectExamples are programs of which the last instruction has an indirect source.
var indirectExamples = [...]string{
	"addr_add (M1, 1) A0(0)<1> &V33[8] 0x4:uw; mov (M1, 8) V32(0,0)<1> r[A0(0),4]<8;4,1>:d",
	"addr_add (M1, 1) A0(0)<1> &V33[32] 0x0:uw; addr_add (M1, 1) A0(1)<1> &V34[8] 0x28:uw; mov (M1, 8) V32(0,0)<1> r[A0(0),0]<4,1>:d",
	"addr_add (M1, 4) A0(0)<4> &V33 0x80c4:uv; mov (M1, 4) V32(0,0)<1> r[A0(0),4]<1,0>:d",
}

// IndirectFigure is "Examples of Indirect Operand Regions", as SVG.
func IndirectFigure() []byte {
	var scenes []draw.Scene
	for _, text := range indirectExamples {
		s, err := ranIndirect(text)
		if err != nil {
			panic(fmt.Errorf("%s: %w", text, err))
		}
		scenes = append(scenes, s)
	}
	return draw.Stack("Examples of indirect operand regions", scenes...).SVG()
}

// ranIndirect runs a program, and draws the source of its last instruction.
func ranIndirect(text string) (draw.Scene, error) {
	d := visa.NewDecls(visaGRF, visa.D)
	for range 3 { // V32 to V34
		d.Add(visa.Variable{Kind: visa.GeneralKind, Type: visa.D, Elems: 16, Align: visa.AlignGRF, Alias: -1})
	}
	d.Add(visa.Variable{Kind: visa.AddressKind, Elems: 8, Alias: -1})
	g, errs := visa.ParseProgram(separated(text), d, visa.Spec)
	if errs != nil {
		return draw.Scene{}, errs[0]
	}
	var insts []visa.Inst
	for _, line := range g.Lines {
		insts = append(insts, line.Inst)
	}
	code, err := visa.Compile(insts, d, visa.Options{})
	if err != nil {
		return draw.Scene{}, err
	}
	var places []Place
	err = code.Run(code.NewMachine(), func(s *visa.Step) {
		places = places[:0]
		for _, x := range s.Touches() {
			if x.Kind == visa.GeneralKind && !x.Write {
				places = append(places, Place{Variable: d.Name(x.Kind, x.ID), Byte: x.First})
			}
		}
	})
	if err != nil {
		return draw.Scene{}, err
	}
	o := &insts[len(insts)-1].Operand[1]
	s := IndirectScene("", o, d.Name(visa.AddressKind, o.ID), places, visaGRF)
	return headed(s, fmt.Sprintf("%s, %d lanes", o.Text(visa.Source, d), len(places))), nil
}
