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
	var strict bool
	cmd := &cobra.Command{
		Use:   "prove A B",
		Short: "Prove two forms equal, or name the lane in which they differ",
		Long: "A form refines another if it does the same in every lane in which the other is defined; that is an answer with exit code 0 too, unless --strict is given. " +
			"Operands are bound by name if both forms have the same set of names, and in their order otherwise; the answer says which.",
		Example: `  lanescope prove '<4 x i32> 0 1 4 5' 'i64x2 i64x2 -> a0 b0'
  lanescope prove '<4 x i32> 0 1 2 3' '<4 x i32> 0 1 u 3'
  printf '<2 x i8> 1 0\ti8x2 -> a1 a0\n' | lanescope prove --batch -`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runProve(args, strict) },
	}
	c.formFlags(cmd)
	c.batchFlags(cmd, "two forms with a tab between")
	cmd.Flags().BoolVar(&strict, "strict", false, "only equal forms are an answer with exit code 0")
	return cmd
}

func (c *command) runProve(args []string, strict bool) error {
	opt, err := c.options()
	if err != nil {
		return err
	}
	r := api.ProveRequest{OptionsA: opt, OptionsB: opt}
	if c.batch != "" {
		if err := argCount(0, "no forms beside --batch")(nil, args); err != nil {
			return err
		}
		return c.proveBatch(r, strict)
	}
	if err := argCount(2, "two forms, A and B")(nil, args); err != nil {
		return err
	}
	if args[0] == "-" && args[1] == "-" {
		return usagef("only one of A and B can be standard input")
	}
	var files [2]string
	if r.A, files[0], err = c.text(args[0], "A"); err != nil {
		return err
	}
	if r.B, files[1], err = c.text(args[1], "B"); err != nil {
		return err
	}
	p, err := api.Prove(r)
	if err != nil {
		var side *api.SideError
		if errors.As(err, &side) && side.Side == "B" {
			files[0] = files[1]
		}
		return c.invalid(files[0], api.ProveSchema, errors.Unwrap(err))
	}
	err = c.write(func(w *bufio.Writer) error {
		if c.json {
			_, err := w.Write(append(p.AppendJSON(nil), '\n'))
			return err
		}
		_, err := fmt.Fprintln(w, p)
		if bound := p.Bound.String(); bound != "" {
			fmt.Fprintln(w, bound)
		}
		return err
	})
	if err == nil && !p.Holds(strict) {
		err = errFindings
	}
	return err
}

func (c *command) proveBatch(r api.ProveRequest, strict bool) error {
	differ := false
	err := c.runBatch(api.ProveSchema, func(b []byte, line string) ([]byte, error) {
		var tab bool
		if r.A, r.B, tab = strings.Cut(line, "\t"); !tab {
			return b, syntax.Errorf(line, len(line), len(line), "expected a tab and a second form, found the end of the line")
		}
		p, err := api.Prove(r)
		if err != nil {
			return b, inLine(line, err)
		}
		differ = differ || !p.Holds(strict)
		return p.AppendJSON(b), nil
	})
	if err == nil && differ {
		return errFindings
	}
	return err
}

// inLine moves an error about form A or B to its place in the line that holds both.
func inLine(line string, err error) error {
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
