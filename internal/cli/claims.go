package cli

import (
	"bufio"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) test() *cobra.Command {
	var format string
	var deadline time.Duration
	cmd := &cobra.Command{
		Use:   "test FILE...",
		Short: "Hold what files claim of shuffles against what is true",
		Long: "A FILE has a claim a line: FORM => MAP, what a form does, in lane notation; FORM == FORM, what does the same; FORM @ TARGET <= N ops, or N ops, M constants, what it takes at most. " +
			"Blank lines and those that begin with # are for readers. It exits with 1 if a claim does not hold, if one cannot be read, or if a file has none: " +
			"so a library keeps its shuffles proved where its other tests run.",
		Example: `  echo '_mm_shuffle_epi32(a, 27) == <4 x i32> 3 2 1 0' | lanescope test -
  echo '<4 x i32> 3 2 1 0 @ neon <= 2 ops' >shuffles.lanes; lanescope test shuffles.lanes
  echo 'W.Y. => i32x4 -> a3 . a1 .' | lanescope test --format sarif -o claims.sarif -`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runTest(args, format, deadline) },
	}
	c.formFlags(cmd)
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object a file: --format json")
	c.reportFlags(cmd, &format)
	cmd.Flags().DurationVar(&deadline, "deadline", 0, "look for a sequence no longer than `TIME`; without, as long as a budget lasts that is the same everywhere")
	return cmd
}

func (c *command) runTest(args []string, format string, deadline time.Duration) error {
	if len(args) == 0 {
		return usagef("expected a FILE")
	}
	opt, err := c.options()
	if err != nil {
		return err
	}
	if deadline < 0 {
		return usagef("--deadline %v: expected a time such as 1s", deadline)
	}
	if c.json {
		format = "json"
	}
	var reports []api.TestReport
	lowerer := new(api.Lowerer)
	progress := c.newProgress(0)
	progress.unit = "claims"
	defer progress.done()
	for _, arg := range args {
		text, name, err := c.readAll([]string{arg})
		if err != nil {
			return err
		}
		reports = append(reports, lowerer.Test(c.context(), api.TestRequest{Text: string(text), Name: name, Options: opt, Deadline: deadline, Progress: progress.at}))
	}
	err = c.write(func(w *bufio.Writer) error { return c.writeTests(w, reports, format) })
	if err != nil {
		return err
	}
	return found(slices.ContainsFunc(reports, func(r api.TestReport) bool { return !r.OK() }))
}

func (c *command) writeTests(w *bufio.Writer, reports []api.TestReport, format string) error {
	switch format {
	case "sarif":
		_, err := w.Write(append(api.AppendTestSARIF(nil, reports, version()), '\n'))
		return err
	case "json":
		for _, r := range reports {
			if err := object(w, r); err != nil {
				return err
			}
		}
		return nil
	}
	sayTests(w, reports)
	return nil
}

// sayTests writes each claim that does not hold with its line, and how many there were.
func sayTests(w *bufio.Writer, reports []api.TestReport) {
	claims, failed := 0, 0
	for _, r := range reports {
		name := syntax.Visible(r.Name)
		for k := range r.Findings {
			if f := &r.Findings[k]; f.At != nil {
				line, col := f.At.Pos()
				fmt.Fprintf(w, "%s:%d:%d: error: %s\n%s\n", name, line, col, syntax.Visible(f.Message), indent(f.At.Caret()))
			}
		}
		if len(r.Findings) == 0 {
			fmt.Fprintf(w, "%s: error: there is no claim in it\n", name)
		}
		claims, failed = claims+len(r.Findings), failed+r.Failed()
	}
	fmt.Fprintf(w, "%s: %d hold, %d do not\n", plural(claims, "claim"), claims-failed, failed)
}
