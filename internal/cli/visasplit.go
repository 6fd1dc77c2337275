package cli

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
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
		return question[string, api.VISASplit]{
			schema: api.VISASplitSchema, wants: "one argument, the instruction", files: []string{"instruction"},
			read: itself, answer: soon(v.Split),
			say: func(w *bufio.Writer, x api.VISASplit, l look) error {
				c.warn(l.file, x.Warnings)
				for _, piece := range x.Pieces {
					fmt.Fprintln(w, piece)
				}
				return nil
			},
		}.run(c, args)
	}
	f = c.visaFlags(cmd)
	c.dialectFlag(cmd, f)
	c.batchFlags(cmd, "one instruction")
	return cmd
}
