package cli

import (
	"bufio"
	"context"
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
		if r.Budget < 0 {
			return usagef("--budget %d: expected a number of steps, or 0 for a default", r.Budget)
		}
		return question[api.VISAFindRequest, api.VISAFound]{
			schema: api.VISAFindSchema, wants: "one FORM", files: formFile, long: "looking for regions",
			read:   func(text string) (api.VISAFindRequest, error) { r.Form = text; return r, nil },
			answer: findForm,
			say:    func(w *bufio.Writer, x api.VISAFound, _ look) error { sayFound(w, x); return nil },
		}.run(c, args)
	}
	c.formFlags(cmd)
	c.grfFlag(cmd, &r.GRF)
	cmd.Flags().IntVar(&r.Budget, "budget", 0, "look at no more than `NODES` choices for each length of a sequence (0: a default)")
	c.batchFlags(cmd, "one FORM")
	return cmd
}

// findForm finds for a form. What no mov does is about all of it.
func findForm(ctx context.Context, r api.VISAFindRequest) (api.VISAFound, error) {
	x, err := api.VISAFind(ctx, r)
	var at *syntax.Error
	if err != nil && !errors.As(err, &at) {
		err = syntax.Errorf(r.Form, 0, len(r.Form), "%v", err)
	}
	return x, err
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
