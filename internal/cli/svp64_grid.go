package cli

import (
	"bufio"
	"bytes"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/svp64"
)

// gridFlags are what a picture is made with.
type gridFlags struct {
	api.SVP64GridRequest
	svg bool
}

func (c *command) svp64Grid() *cobra.Command {
	var f gridFlags
	var cmd *cobra.Command
	cmd = &cobra.Command{
		Use:   "grid TEXT",
		Short: "Show what arrives in each lane, for the four orders of loops that PACK and UNPACK make",
		Long: "A row is a subvector of the destination, and 1.Z is lane Z of subvector 1 of the source. Behind the instruction may stand what it needs, as lower and translate print it: vl=4 pack, r3=0x5; where pack or unpack stands there, only that order is shown.\n" +
			"With --reg each lane has its value too, and several instructions, on lines of their own, run one after the other.",
		Example: `  lanescope svp64 grid 'sv.mv.swiz/vec3 *32,*64,ZYX' --vl 2
  lanescope svp64 grid 'sv.mv.swiz/m=r3/vec2/w=16 *32,*64,YX vl=3 r3=0x5' --reg r64=4444_3333_2222_1111,6666_5555
  lanescope svp64 grid 'sv.mv.swiz/vec2 *32,*64,XYX1' --vl 2 --svg -o orders.svg`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runGrid(cmd, args, f) },
	}
	cmd.Flags().IntVar(&f.VL, "vl", 2, "the vector length")
	cmd.Flags().StringArrayVar(&f.Regs, "reg", nil, "the value of a register, as `r64=HEX`, f64=HEX or cr32=eq; several with commas between")
	cmd.Flags().IntVar(&f.CRBase, "cr-base", svp64.DefaultCRBase, "the condition register field that subvector 0's predicate is in")
	cmd.Flags().BoolVar(&f.svg, "svg", false, "draw as SVG")
	cmd.Flags().BoolVar(&f.Text, "ascii", false, "draw with plain characters")
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object, with the SVG or, with --ascii, the text of each instruction")
	return cmd
}

func (c *command) runGrid(cmd *cobra.Command, args []string, f gridFlags) error {
	if err := argCount(1, "one argument, the instruction")(nil, args); err != nil {
		return err
	}
	if err := f.Check(); err != nil {
		return usageError{err}
	}
	s, set, err := f.State()
	if err != nil {
		return usageError{err}
	}
	text, file, err := c.text(args[0], "instruction")
	if err != nil {
		return err
	}
	lines, err := svp64.ParseLines(text)
	if err != nil {
		return c.complain(file, err)
	}
	if err := saidTwice(lines, firstGiven(cmd, []string{"vl"}), set); err != nil {
		return err
	}
	if f.svg && !c.json && len(lines) > 1 {
		return usagef("--svg makes one picture, and there are %d instructions", len(lines))
	}
	g, err := f.Draw(lines, s)
	if err != nil {
		return c.complain(file, err)
	}
	return c.write(func(w *bufio.Writer) error {
		if c.json {
			return object(w, g)
		}
		var pictures [][]byte
		for _, scene := range g.Scenes {
			if f.svg {
				pictures = append(pictures, scene.SVG())
			} else {
				pictures = append(pictures, scene.Text(draw.Terminal{ASCII: f.Text, Color: c.colored()}))
			}
		}
		_, err := w.Write(bytes.Join(pictures, []byte("\n")))
		return err
	})
}
