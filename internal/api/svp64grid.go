package api

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/svp64"
	svp64moves "github.com/lanescope/lanescope/svp64/moves"
)

// SVP64GridSchema is the schema of an SVP64Grid.
const SVP64GridSchema = "lanescope.svp64.grid/1"

// An SVP64GridRequest asks what arrives in each lane, for the orders of loops that PACK and UNPACK make.
type SVP64GridRequest struct {
	VL     int
	CRBase int
	Regs   []string // r64=HEX,HEX, f64=HEX or cr32=eq; with some each lane has its value
	Text   bool     // in JSON the picture is text, and no SVG
}

// Check refuses what no flag may be.
func (r SVP64GridRequest) Check() error {
	switch {
	case r.VL < 1 || r.VL > svp64.MaxVL:
		return fmt.Errorf("--vl %d: a picture has 1 to %d subvectors", r.VL, svp64.MaxVL)
	case r.CRBase < 0 || r.CRBase >= svp64.NumRegs:
		return fmt.Errorf("--cr-base %d: there are fields 0 to %d", r.CRBase, svp64.NumRegs-1)
	}
	return nil
}

// State is the state that is described, or none if no register is set.
func (r SVP64GridRequest) State() (s *svp64.State, set []svp64.RegisterSetting, err error) {
	if len(r.Regs) == 0 {
		return nil, nil, nil
	}
	s = svp64.NewState(r.VL)
	s.CRBase = r.CRBase
	set, err = SetSVP64(s, r.Regs)
	return s, set, err
}

// An SVP64Grid is a picture for each instruction.
type SVP64Grid struct {
	Scenes []draw.Scene
	text   bool
}

// Draw draws lines, each in the state that those before it leave.
func (r SVP64GridRequest) Draw(lines []svp64.Line, s *svp64.State) (SVP64Grid, error) {
	g := SVP64Grid{text: r.Text}
	for _, l := range lines {
		if !l.Stated {
			l.SV = svp64.NewSVState(r.VL, r.VL)
		}
		scene, err := svp64moves.Orders(l, s)
		if err == nil && s != nil {
			l.SetUp(s)
			err = s.Run(l.Inst)
		}
		if err != nil {
			return g, err
		}
		g.Scenes = append(g.Scenes, scene)
	}
	return g, nil
}

// AppendJSON appends the pictures as one JSON object.
func (g SVP64Grid) AppendJSON(b []byte) []byte {
	o := newObject(b, SVP64GridSchema)
	var pictures []string
	for _, scene := range g.Scenes {
		if g.text {
			pictures = append(pictures, string(scene.Text(draw.Terminal{ASCII: true})))
		} else {
			pictures = append(pictures, string(scene.SVG()))
		}
	}
	key := "svg"
	if g.text {
		key = "text"
	}
	o.strings(key, pictures)
	return o.end()
}

// grid answers a request about a text.
func (r *svp64Gridded) grid() (Result, error) {
	if r.svg && r.Text {
		return nil, errors.New("either svg or ascii")
	}
	lines, err := svp64.ParseLines(r.text)
	if err != nil {
		return nil, err
	}
	s, set, err := r.State()
	if err == nil {
		err = SVP64SaidTwice(lines, r.given, set)
	}
	if err != nil {
		return nil, err
	}
	return r.Draw(lines, s)
}

// An svp64Gridded is instructions and how they are drawn.
type svp64Gridded struct {
	SVP64GridRequest
	text  string
	svg   bool
	given string // a field that says what SVSTATE holds
}
