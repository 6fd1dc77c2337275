package api

import (
	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/form"
)

// DrawSchema is the schema of a Drawing.
const DrawSchema = "lanescope.draw/1"

// DrawRequest asks for the picture of a form.
type DrawRequest struct {
	Form    string
	Options form.Options
	Text    bool // in JSON the picture is text, and no SVG
	Block   int  // wires across boundaries of so many bits are marked; 0 chooses, -1 marks none
}

// A Drawing is a form and its picture: of a program line by line and then as a whole, and with the pictures that its dialect has of its own.
type Drawing struct {
	Form  form.Form
	Scene draw.Scene
	text  bool
}

// Draw answers a DrawRequest.
func Draw(r DrawRequest) (Drawing, error) {
	f, err := form.Parse(r.Form, r.Options)
	if err != nil {
		return Drawing{}, err
	}
	d := Drawing{Form: f, text: r.Text, Scene: draw.Wires(f.Map, draw.Options{Names: f.Names, Block: r.Block})}
	if steps := form.Steps(r.Form, r.Options); steps != nil {
		var scenes []draw.Scene
		for _, s := range steps {
			scenes = append(scenes, draw.Wires(s.Map, draw.Options{Names: s.Names, Block: r.Block, To: s.To}))
		}
		d.Scene = draw.Stack(d.Scene.Title, append(scenes, d.Scene)...)
		return d, nil
	}
	parts := []draw.Scene{d.Scene}
	if f.Guard != nil {
		parts = append(parts, f.Guard.Scene())
	}
	if parts = append(parts, form.Scenes(r.Form, r.Options)...); len(parts) > 1 {
		d.Scene = draw.Stack(d.Scene.Title, parts...)
	}
	return d, nil
}

// AppendJSON appends the result as one JSON object, with the picture as SVG, or as text if that was asked for.
func (d Drawing) AppendJSON(b []byte) []byte {
	o := newObject(b, DrawSchema)
	o.string("dialect", d.Form.Dialect)
	o.notation("map", d.Form.Map)
	if d.text {
		o.string("text", string(d.Scene.Text(draw.Terminal{ASCII: true})))
	} else {
		o.string("svg", string(d.Scene.SVG()))
	}
	return o.end()
}
