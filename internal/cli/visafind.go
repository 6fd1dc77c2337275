package cli

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) visaFind() *cobra.Command {
	var r api.VISAFindRequest
	cmd := &cobra.Command{
		Use:   "find FORM",
		Short: "Find the region that reads a form's lanes, or the shortest sequence of movs that makes it",
		Long: "Movs read a source, or constants, and write the result; a later one may write over what an earlier one has wrong. The proof minimal says that no shorter sequence of such movs exists. " +
			"Undefined lanes are free, and lanes of the old destination are left alone. Where run-time addresses reach the lanes too, the instructions that make them are counted beside.",
		Example: `  lanescope visa find '<8 x i32> 0 1 2 3 8 9 10 11'
  lanescope visa find 'i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0' --grf 64
  echo 'i32x4 i32x4 -> a0 b0 a1 b1' | lanescope visa find --batch -`,
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		var err error
		if r.Options, err = c.options(); err != nil {
			return err
		}
		if r.GRF != 32 && r.GRF != 64 {
			return usagef("--grf %d: expected 32 or 64", r.GRF)
		}
		if r.Budget < 0 {
			return usagef("--budget %d: expected a number of steps, or 0 for a default", r.Budget)
		}
		if c.batch != "" {
			return c.batchAlone(args, api.VISAFindSchema, func(b []byte, line string) ([]byte, error) {
				x, err := findForm(r, line)
				return x.AppendJSON(b), err
			})
		}
		return c.visaFindOne(args, r)
	}
	c.formFlags(cmd)
	cmd.Flags().IntVar(&r.GRF, "grf", 32, "`BYTES` of a register: 32 or 64")
	cmd.Flags().IntVar(&r.Budget, "budget", 0, "look at no more than `NODES` choices for each length of a sequence (0: a default)")
	c.completeFlag(cmd, "grf", "32", "64")
	c.batchFlags(cmd, "one FORM")
	return cmd
}

// findForm finds for a form. What no mov does is about all of it.
func findForm(r api.VISAFindRequest, text string) (api.VISAFound, error) {
	r.Form = text
	x, err := api.VISAFind(r)
	var at *syntax.Error
	if err != nil && !errors.As(err, &at) {
		err = syntax.Errorf(text, 0, len(text), "%v", err)
	}
	return x, err
}

func (c *command) visaFindOne(args []string, r api.VISAFindRequest) error {
	if err := argCount(1, "one FORM")(nil, args); err != nil {
		return err
	}
	text, file, err := c.text(args[0], "form")
	if err != nil {
		return err
	}
	var x api.VISAFound
	c.during("looking for regions", func() { x, err = findForm(r, text) })
	if err != nil {
		return c.invalid(file, api.VISAFindSchema, err)
	}
	return c.write(func(w *bufio.Writer) error {
		if c.json {
			_, err := w.Write(append(x.AppendJSON(nil), '\n'))
			return err
		}
		sayFound(w, x)
		return nil
	})
}

// sayFound writes what a person reads.
func sayFound(w *bufio.Writer, x api.VISAFound) {
	line := func(what, text string) { fmt.Fprintf(w, "%-9s%s\n", what, text) }
	if x.Region != "" {
		line("region", x.Region)
	}
	proof := x.Proof().String()
	if !x.IsMinimal() {
		proof = fmt.Sprintf("%s, at least %d", proof, x.Lower)
	}
	line("movs", fmt.Sprintf("%d of %s, %s", len(x.Moves), x.Type, proof))
	for _, text := range append(x.Decls[:len(x.Decls):len(x.Decls)], x.Moves...) {
		line("", text)
	}
	if len(x.Gather) == 0 || len(x.Gather) >= len(x.Moves) {
		return
	}
	line("gather", fmt.Sprintf("%d instructions by addresses", len(x.Gather)))
	for _, text := range append(x.Needs[:len(x.Needs):len(x.Needs)], x.Gather...) {
		line("", text)
	}
}
