package cli

import (
	"bufio"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/api"
)

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
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object, with the SVG or, with --ascii, the text")
	cmd.Flags().BoolVar(&ascii, "ascii", false, "draw with plain characters for the terminal")
	cmd.Flags().IntVar(&block, "block", 0, "mark wires across boundaries of `BITS` bits; 0 chooses 64 or 128, -1 marks none")
	return cmd
}

func (c *command) runDraw(args []string, ascii bool, block int) error {
	opt, err := c.options()
	if err != nil {
		return err
	}
	return question[api.DrawRequest, api.Drawing]{
		schema: api.DrawSchema, wants: "one FORM", files: formFile, long: "reading the form",
		read: func(text string) (api.DrawRequest, error) {
			return api.DrawRequest{Form: text, Options: opt, Text: ascii, Block: block}, nil
		},
		answer: api.Draw,
		say: func(w *bufio.Writer, d api.Drawing, l look) (err error) {
			if ascii {
				_, err = w.Write(d.Scene.Text(draw.Terminal{ASCII: true, Color: l.color}))
			} else {
				_, err = w.Write(d.Scene.SVG())
			}
			return err
		},
	}.run(c, args)
}
