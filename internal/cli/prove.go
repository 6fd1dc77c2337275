package cli

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) prove() *cobra.Command {
	var strict, problem bool
	cmd := &cobra.Command{
		Use:   "prove A B",
		Short: "Prove two forms equal, or name the lane in which they differ",
		Long: "A form refines another if it does the same in every lane in which the other is defined; that is an answer with exit code 0 too, unless --strict is given. " +
			"Operands are bound by name if both forms have the same set of names, and in their order otherwise; the answer says which.",
		Example: `  lanescope prove '<4 x i32> 0 1 4 5' 'i64x2 i64x2 -> a0 b0'
  lanescope prove '<4 x i32> 0 1 2 3' '<4 x i32> 0 1 u 3'
  lanescope prove '<2 x i8> 0 1' '<2 x i8> 0 u' --smt
  printf '<2 x i8> 1 0\ti8x2 -> a1 a0\n' | lanescope prove --batch -`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runProve(args, strict, problem) },
	}
	c.formFlags(cmd)
	c.batchFlags(cmd, "two forms with a tab between")
	cmd.Flags().BoolVar(&strict, "strict", false, "only equal forms are an answer with exit code 0")
	cmd.Flags().BoolVar(&problem, "smt", false, "say it as a problem in SMT-LIB 2, which z3 or cvc5 decides: unsat if one does what the other does")
	return cmd
}

func (c *command) runProve(args []string, strict, problem bool) error {
	if problem && (c.json || c.batch != "") {
		return usagef("--smt is a text of its own: it goes with neither --json nor --batch")
	}
	opt, err := c.options()
	if err != nil {
		return err
	}
	both := func(a, b string) api.ProveRequest {
		return api.ProveRequest{A: a, B: b, OptionsA: opt, OptionsB: opt}
	}
	return question[api.ProveRequest, api.Proof]{
		schema: api.ProveSchema, wants: "two forms, A and B", files: []string{"A", "B"},
		both: both,
		read: func(line string) (api.ProveRequest, error) {
			a, b, tab := strings.Cut(line, "\t")
			if !tab {
				return api.ProveRequest{}, syntax.Errorf(line, len(line), len(line), "expected a tab and a second form, found the end of the line")
			}
			return both(a, b), nil
		},
		answer: soon(api.Prove),
		inLine: sideInLine,
		say: func(w *bufio.Writer, p api.Proof, _ look) error {
			if problem {
				text, err := p.SMT()
				fmt.Fprint(w, text)
				return err
			}
			fmt.Fprintln(w, p)
			if bound := p.Bound.String(); bound != "" {
				fmt.Fprintln(w, bound)
			}
			for _, side := range []struct{ name, part string }{{"A", p.A.Part}, {"B", p.B.Part}} {
				if side.part != "" {
					wrapped(w, side.name+" is ", side.part)
				}
			}
			return nil
		},
		finds: func(p api.Proof) bool { return !p.Holds(strict) },
	}.run(c, args)
}

// sideInLine moves an error about form A or B to its place in the line that holds both.
func sideInLine(line string, err error) error {
	var side *api.SideError
	var at *syntax.Error
	if !errors.As(err, &side) || !errors.As(err, &at) {
		return err
	}
	off := 0
	if side.Side == "B" {
		off = strings.IndexByte(line, '\t') + 1
	}
	return &syntax.Error{Text: line, Off: at.Off + off, End: at.End + off, What: at.What}
}
