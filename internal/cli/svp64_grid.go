package cli

import (
	"bufio"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/svp64"
)

// svp64GridSchema is in the error objects of a command that has no other JSON.
const svp64GridSchema = "lanescope.svp64.grid/1"

func (c *command) svp64Grid() *cobra.Command {
	var vl int
	var svg, ascii bool
	cmd := &cobra.Command{
		Use:   "grid TEXT",
		Short: "Show what arrives in each lane, for the four orders of loops that PACK and UNPACK make",
		Long:  "A row is a subvector of the destination, and 1.Z is lane Z of subvector 1 of the source.",
		Example: `  lanescope svp64 grid 'sv.mv.swiz/vec3 *32,*64,ZYX' --vl 2
  lanescope svp64 grid 'sv.mv.swiz/vec4/w=16 *32,*64,W.Y.' --vl 3 --ascii
  lanescope svp64 grid 'sv.mv.swiz/vec2 *32,*64,XYX1' --vl 2 --svg -o orders.svg`,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := argCount(1, "one argument, the instruction")(nil, args); err != nil {
				return err
			}
			if vl < 1 || vl > svp64.MaxVL {
				return usagef("--vl %d: a picture has 1 to %d subvectors", vl, svp64.MaxVL)
			}
			text, file, err := c.text(args[0], "instruction")
			if err != nil {
				return err
			}
			color, err := c.colored()
			if err != nil {
				return err
			}
			i, err := svp64.Parse(text)
			if err != nil {
				return c.invalid(file, svp64GridSchema, err)
			}
			scene, err := form.SVP64Orders(i, vl)
			if err != nil {
				return c.invalid(file, svp64GridSchema, err)
			}
			return c.write(func(w *bufio.Writer) error {
				picture := scene.Text(draw.Terminal{ASCII: ascii, Color: color})
				if svg {
					picture = scene.SVG()
				}
				_, err := w.Write(picture)
				return err
			})
		},
	}
	cmd.Flags().IntVar(&vl, "vl", 2, "the vector length")
	cmd.Flags().BoolVar(&svg, "svg", false, "draw as SVG")
	cmd.Flags().BoolVar(&ascii, "ascii", false, "draw with plain characters")
	return cmd
}
