package form

import (
	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Scenes are the pictures that a form's dialect has of its own, beside the wires that every map has: regions on register rows, and what PACK and UNPACK do to a loop.
// There are none for most forms.
func Scenes(text string, opt Options) []draw.Scene {
	d, err := recognise(text, opt)
	if err != nil || d.Scenes == nil {
		return nil
	}
	return d.Scenes(strings.TrimSpace(text), opt)
}
