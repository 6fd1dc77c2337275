package cli

import (
	"bufio"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/api"
)

func (c *command) draw() *cobra.Command {
	var r api.DrawRequest
	cmd := &cobra.Command{
		Use:   "draw FORM",
		Short: "Draw the wires of a form, as SVG or for the terminal",
		Long:  "The steps of a form of several lines stand side by side, each under its line, and behind them what they make together; a colour is a source of the whole. Regions of vISA are drawn on register rows too, loops of SVP64 in the orders of PACK and UNPACK. Wires that cross a boundary of --block bits are dashed. The SVG stands by itself: no script, no font, no colour that says anything alone.",
		Example: `  lanescope draw '<8 x i16> 0 8 1 9 2 10 3 11' -o zip.svg
  lanescope draw 'i32x4 -> a3 a2 a1 a0' --ascii
  lanescope draw 'xmm2 = xmm0[1,0,3,2]; xmm0 = xmm2[0,0],xmm1[1,1]' --ascii`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runDraw(args, r) },
	}
	c.formFlags(cmd)
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object, with the SVG or, with --ascii, the text")
	cmd.Flags().BoolVar(&r.Text, "ascii", false, "draw with plain characters for the terminal")
	cmd.Flags().IntVar(&r.Block, "block", 0, "mark wires across boundaries of `BITS` bits; 0 chooses 64 or 128, -1 marks none")
	cmd.Flags().IntVar(&r.Width, "width", 0, "the page is `WIDTH` pixels wide, or with --ascii columns; 0 is 1200 pixels, and the terminal's columns or 80")
	return cmd
}

func (c *command) runDraw(args []string, r api.DrawRequest) error {
	var err error
	if r.Options, err = c.options(); err != nil {
		return err
	}
	switch {
	case r.Width < 0:
		return usagef("--width %d: expected a number of pixels or columns", r.Width)
	case r.Width == 0 && r.Text:
		r.Width = c.screen()
	}
	return question[api.DrawRequest, api.Drawing]{
		schema: api.DrawSchema, wants: "one FORM", files: formFile, long: "reading the form",
		read: func(text string) (api.DrawRequest, error) {
			r.Form = text
			return r, nil
		},
		answer: soon(api.Draw),
		say: func(w *bufio.Writer, d api.Drawing, l look) (err error) {
			if r.Text {
				_, err = w.Write(d.Picture.Text(draw.Terminal{ASCII: true, Color: l.color, Width: r.Width}))
			} else {
				_, err = w.Write(d.Picture.SVG())
			}
			return err
		},
	}.run(c, args)
}
