package api

import (
	"fmt"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/syntax"
)

// DrawSchema is the schema of a Drawing.
const DrawSchema = "lanescope.draw/1"

// DrawRequest asks for the picture of a form.
type DrawRequest struct {
	Form    string
	Options form.Options
	Text    bool // in JSON the picture is text, and no SVG
	Block   int  // wires across boundaries of so many bits are marked; 0 chooses, -1 marks none
	Width   int  // of the page: pixels of an SVG, columns of a text; 0 is 1200 and 80
}

// A Drawing is a form and its picture: of a program its steps side by side and what they make, of other forms a scene with the pictures that their dialect has of its own.
type Drawing struct {
	Form    form.Form
	Picture draw.Picture
	text    bool
	width   int
}

// Draw answers a DrawRequest.
func Draw(r DrawRequest) (Drawing, error) {
	f, err := form.Parse(r.Form, r.Options)
	if err != nil {
		return Drawing{}, err
	}
	whole := draw.Wires(f.Map, draw.Options{Names: f.Names, Block: r.Block})
	whole.Width = r.Width
	d := Drawing{Form: f, Picture: whole, text: r.Text, width: r.Width}
	if steps := form.Steps(r.Form, r.Options); steps != nil {
		d.Picture = panels(steps, whole, r)
		return d, nil
	}
	parts := []draw.Scene{whole}
	if f.Guard != nil {
		parts = append(parts, f.Guard.Scene())
	}
	if parts = append(parts, form.Scenes(r.Form, r.Options)...); len(parts) > 1 {
		all := draw.Stack(whole.Title, parts...)
		all.Width = r.Width
		d.Picture = all
	}
	return d, nil
}

// panels are the steps of a program, each under its line, and the whole behind them.
func panels(steps []form.Step, whole draw.Scene, r DrawRequest) draw.Panels {
	p := draw.Panels{Title: whole.Title, Width: r.Width}
	for k, s := range steps {
		p.Panel = append(p.Panel, draw.Wires(s.Map, draw.Options{
			Names: s.Names, Inks: s.Origins, Block: r.Block, To: s.To, Title: fmt.Sprintf("%d  %s", k+1, syntax.Visible(s.Text)),
		}))
	}
	whole.Title = fmt.Sprintf("all %d steps", len(steps))
	p.Panel = append(p.Panel, whole)
	return p
}

// AppendJSON appends the result as one JSON object, with the picture as SVG, or as text if that was asked for.
func (d Drawing) AppendJSON(b []byte) []byte {
	o := newObject(b, DrawSchema)
	o.string("dialect", d.Form.Dialect)
	o.notation("map", d.Form.Map)
	if d.text {
		o.string("text", string(d.Picture.Text(draw.Terminal{ASCII: true, Width: d.width})))
	} else {
		o.string("svg", string(d.Picture.SVG()))
	}
	return o.end()
}
