package cli

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) visaSplit() *cobra.Command {
	var f *visaFlags
	cmd := &cobra.Command{
		Use:   "split INSTRUCTION",
		Short: "Cut an instruction into the fewest legal pieces, each within two registers an operand",
		Long:  "A piece is a run of 1, 2, 4, 8, 16 or 32 lanes with the mask that names them. Pieces stand in an order in which none overwrites what a later one reads. The dialect says whose scope any and all have.",
		Example: `  lanescope visa split 'mov (M1, 16) V32(0,0)<2> V33(0,0)<8;8,1>'
  lanescope visa split 'mad (M1, 32) V32(0,0)<1> V33(0,0)<1;1,0> V34(0,0)<2;1,0> 0x3:d' --grf 64
  echo '(P1) mov (M1, 16) V32(1,0)<2> V32(0,0)<8;8,1>' | lanescope visa split --batch -`,
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		v, err := c.visaRequest(f)
		if err != nil {
			return err
		}
		if c.batch != "" {
			return c.batchAlone(args, api.VISASplitSchema, func(b []byte, line string) ([]byte, error) {
				x, err := v.Split(line)
				return x.AppendJSON(b), err
			})
		}
		return c.visaSplitOne(args, v)
	}
	f = c.visaFlags(cmd)
	c.dialectFlag(cmd, f)
	c.batchFlags(cmd, "one instruction")
	return cmd
}

func (c *command) visaSplitOne(args []string, v *api.VISA) error {
	if err := argCount(1, "one argument, the instruction")(nil, args); err != nil {
		return err
	}
	text, file, err := c.text(args[0], "instruction")
	if err != nil {
		return err
	}
	x, err := v.Split(text)
	if err != nil {
		return c.invalid(file, api.VISASplitSchema, err)
	}
	if !c.quiet && !c.json {
		for _, warning := range x.Warnings {
			fmt.Fprintf(c.Stderr, "%s: warning: %s\n", syntax.Visible(file), syntax.Visible(warning))
		}
	}
	return c.write(func(w *bufio.Writer) error {
		if c.json {
			_, err := w.Write(append(x.AppendJSON(nil), '\n'))
			return err
		}
		for _, piece := range x.Pieces {
			fmt.Fprintln(w, piece)
		}
		return nil
	})
}
