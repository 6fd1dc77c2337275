package cli

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) explain() *cobra.Command {
	var targets, forms, split, first string
	var all bool
	cmd := &cobra.Command{
		Use:   "explain FORM",
		Short: "Say what a form is: its map, its canonical form, its lanes, a picture, other dialects",
		Long:  "On each target the cheapest sequence is looked for, with a bound on the search that in a batch is narrower: lower looks further, and says how well its answer is proved.",
		Example: `  lanescope explain '<8 x i16> 4 z 5 z 6 z 7 z'
  lanescope explain '%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>'
  echo 'i32x4 -> a1 a0 a3 a2' | lanescope explain --batch -`,
		RunE: func(_ *cobra.Command, args []string) error {
			r := api.ExplainRequest{Forms: splitList(forms), Split: splitList(split), Targets: splitList(targets), First: first}
			return c.runExplain(args, r, all)
		},
	}
	c.formFlags(cmd)
	c.batchFlags(cmd, "one form")
	cmd.Flags().StringVar(&targets, "targets", "", "cheapest sequences on `TARGETS`: all, none or names with commas between; all are those with rows, without svp64, visa and g13 (default all, in a batch none)")
	cmd.Flags().StringVar(&forms, "forms", "", "say it in `DIALECTS`: all, none or names with commas between (default all, in a batch none)")
	cmd.Flags().StringVar(&split, "split", "", "the shuffle as one of pattern `FIRST,SECOND` after the other")
	cmd.Flags().StringVar(&first, "target", "", "the `TARGET` whose sequence stands first and is searched (default $LANESCOPE_TARGET, or this machine)")
	cmd.Flags().BoolVar(&all, "all", false, "say all: every name, the canonical form, every target with its proof, every dialect")
	c.completeFlag(cmd, "target", api.TargetNames)
	c.completeFlag(cmd, "targets", func() []string { return append(api.LowerTargets(), "all", "none") })
	c.completeFlag(cmd, "split", patternNames)
	c.completeFlag(cmd, "forms", func() []string { return append(dialectNames(), "all", "none") })
	return cmd
}

// runExplain answers with the first screen, or with all if that, or a part of it, was asked for.
func (c *command) runExplain(args []string, r api.ExplainRequest, all bool) (err error) {
	if r.Options, err = c.options(); err != nil {
		return err
	}
	if err := checkExplain(r); err != nil {
		return usageError{err}
	}
	reasons := r.Forms != nil // whoever names dialects wants to know why one cannot say it
	screen := !all && !c.json && r.Forms == nil && r.Targets == nil && r.Split == nil
	if c.batch != "" {
		r.Budget = api.BatchBudget
	} else {
		c.askAll(&r, screen)
	}
	return question[api.ExplainRequest, api.Explanation]{
		schema: api.ExplainSchema, wants: "one FORM", files: formFile, long: "looking for the cheapest sequences",
		read:   func(text string) (api.ExplainRequest, error) { r.Form = text; return r, nil },
		answer: (&api.Explainer{Once: c.batch == ""}).Explain,
		say: func(w *bufio.Writer, e api.Explanation, l look) error {
			if screen {
				answer(w, e, l.color)
			} else {
				explanation(w, e, l.color, reasons)
			}
			return nil
		},
	}.run(c, args)
}

// askAll asks for what was not spoken of: one form is explained whole, and many only as far as was asked for.
func (c *command) askAll(r *api.ExplainRequest, screen bool) {
	if r.Forms == nil && !screen {
		r.Forms = []string{"all"}
	}
	if r.Targets == nil {
		r.Targets = []string{"all"}
	}
	if screen && r.First == "" {
		r.First = c.host()
	}
}

// checkExplain says whether a request names what exists.
func checkExplain(r api.ExplainRequest) error {
	if err := api.CheckSplit(r.Split); err != nil {
		return err
	}
	if r.First != "" && !slices.Contains(api.TargetNames(), r.First) {
		return fmt.Errorf("there is no target %q: there are %s", r.First, strings.Join(api.TargetNames(), ", "))
	}
	if err := api.CheckList(r.Targets, "target", api.LowerTargets()); err != nil {
		return err
	}
	return api.CheckList(r.Forms, "dialect", dialectNames())
}

// explanation writes what a person reads.
func explanation(w *bufio.Writer, e api.Explanation, color, reasons bool) {
	line := func(name, value string) { fmt.Fprintf(w, "%-10s%s\n", name, value) }
	names(line, e)
	line("dialect", e.Form.Dialect)
	line("map", e.Form.Map.String())
	line("canonical", e.Nature.Canonical.String()+exchange(e.Nature.Exchange()))
	if facts := api.Facts(e.Form.Map); len(facts) > 0 {
		line("", strings.Join(facts, "; "))
	}
	if e.Nature.Lanes > 1 {
		line("lanes", fmt.Sprintf("%d, the same in each", e.Nature.Lanes))
	}
	for _, warning := range e.Form.Warnings {
		line("warning", syntax.Visible(warning))
	}
	fmt.Fprintln(w)
	scene := draw.Wires(e.Form.Map, draw.Options{Names: e.Form.Names})
	scene.Title = "" // it is the map, which stands above
	_, _ = w.Write(scene.Text(draw.Terminal{Color: color}))
	explainTargets(w, e.Targets)
	saidForms(w, e.Forms, reasons)
	for i, s := range e.Split {
		line([]string{"split", ""}[i], s.String())
	}
}

// saidForms writes the map in each dialect that can say it, and which cannot, with the reasons if they are wanted.
func saidForms(w *bufio.Writer, forms []api.Saying, reasons bool) {
	if len(forms) > 0 {
		fmt.Fprintln(w)
	}
	var without []string
	for _, s := range forms {
		switch {
		case s.Why == "":
			fmt.Fprintf(w, "%-10s%s\n", s.Dialect, s.Text)
		case reasons:
			fmt.Fprintf(w, "%-10scannot say it: %s\n", s.Dialect, s.Why)
		default:
			without = append(without, s.Dialect)
		}
	}
	if without != nil {
		fmt.Fprintf(w, "%-10s%s: not in one line; translate makes several, and --forms all says why\n", "others", strings.Join(without, ", "))
	}
}

// explainTargets writes a line for each target: how many instructions, and if they fit, which.
func explainTargets(w *bufio.Writer, targets []api.Lowered) {
	if len(targets) > 0 {
		fmt.Fprintln(w)
	}
	width := len("avx512vbmi")
	for _, l := range targets {
		width = max(width, len(l.Target))
	}
	line := func(name, text string) { fmt.Fprintf(w, "%-*s  %s\n", width, name, text) }
	for _, l := range targets {
		if l.Why != "" {
			line(l.Target, l.Why)
			continue
		}
		line(l.Target, short(l.Count, l.Proof, l.LowerBound))
		if len(l.Lines) <= maxExplained {
			for _, text := range l.Lines {
				line("", text)
			}
		}
	}
}

// maxExplained bounds how long a sequence may be that explain prints; lower prints all.
const maxExplained = 4

// short is a result in a few words.
func short(n lower.Count, p lower.Proof, bound int) string {
	return counts(n.Ops, n.Constants, n.Copies) + "; " + proved(p, bound)
}

// counts are numbers of instructions, of which ops are always said.
func counts(ops, constants, copies int) string {
	text := plural(ops, "op")
	if constants > 0 {
		text += ", " + plural(constants, "constant")
	}
	if copies > 0 {
		text += ", " + plural2(copies, "copy", "copies")
	}
	return text
}

// names writes the map's names, the most specific one on a line of its own.
func names(line func(name, value string), e api.Explanation) {
	var all []string
	for _, m := range e.Nature.Names {
		all = append(all, m.Text(e.Form.Map.Bits))
	}
	if len(all) > 0 {
		line("name", all[0])
	}
	if len(all) > 1 {
		line("also", strings.Join(all[1:], "; "))
	}
}

// exchange is what the canonical form's operands are, where they are not a, b and so on.
func exchange(order []string) string {
	switch len(order) {
	case 0:
		return ""
	case 1:
		return "   of " + order[0]
	}
	return "   operands exchanged: " + strings.Join(order, ", ")
}
