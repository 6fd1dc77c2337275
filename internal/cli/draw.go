package cli

import (
	"bufio"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/form"
)

// drawSchema is in the error objects of a command that has no other JSON.
const drawSchema = "lanescope.draw/1"

func (c *command) draw() *cobra.Command {
	var ascii bool
	var block int
	cmd := &cobra.Command{
		Use:   "draw FORM",
		Short: "Draw the wires of a form, as SVG or for the terminal",
		Long:  "A form of several lines is drawn line by line, and then as a whole; regions of vISA also on register rows, loops of SVP64 also in the orders of PACK and UNPACK. Wires that cross a boundary of --block bits are dashed. The SVG stands by itself: no script, no font, no colour that says anything alone.",
		Example: `  lanescope draw '<8 x i16> 0 8 1 9 2 10 3 11' -o zip.svg
  lanescope draw 'i32x4 -> a3 a2 a1 a0' --ascii
  lanescope draw 'xmm2 = xmm0[1,0,3,2]; xmm0 = xmm2[0,0],xmm1[1,1]' --ascii`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runDraw(args, ascii, block) },
	}
	c.formFlags(cmd)
	cmd.Flags().BoolVar(&ascii, "ascii", false, "draw with plain characters for the terminal")
	cmd.Flags().IntVar(&block, "block", 0, "mark wires across boundaries of `BITS` bits; 0 chooses 64 or 128, -1 marks none")
	return cmd
}

func (c *command) runDraw(args []string, ascii bool, block int) error {
	opt, err := c.options()
	if err != nil {
		return err
	}
	if err := argCount(1, "one FORM")(nil, args); err != nil {
		return err
	}
	color, err := c.colored()
	if err != nil {
		return err
	}
	text, file, err := c.text(args[0], "form")
	if err != nil {
		return err
	}
	f, err := form.Parse(text, opt)
	if err != nil {
		return c.invalid(file, drawSchema, err)
	}
	scene := draw.Wires(f.Map, draw.Options{Names: f.Names, Block: block})
	if steps := form.Steps(text, opt); steps != nil {
		scene = stepScene(steps, scene, block)
	} else if own := form.Scenes(text, opt); own != nil {
		scene = draw.Stack(scene.Title, append([]draw.Scene{scene}, own...)...)
	}
	return c.write(func(w *bufio.Writer) error {
		picture := scene.SVG()
		if ascii {
			picture = scene.Text(draw.Terminal{ASCII: true, Color: color})
		}
		_, err := w.Write(picture)
		return err
	})
}

// stepScene is the lines of a program below one another, and then all of it.
func stepScene(steps []form.Step, whole draw.Scene, block int) draw.Scene {
	var scenes []draw.Scene
	for _, s := range steps {
		scenes = append(scenes, draw.Wires(s.Map, draw.Options{Names: s.Names, Block: block, To: s.To}))
	}
	return draw.Stack(whole.Title, append(scenes, whole)...)
}
