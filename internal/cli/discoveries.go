package cli

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/discoveries"
)

func (c *command) discoveries() *cobra.Command {
	source := false
	cmd := &cobra.Command{
		Use:   "discoveries [N]",
		Short: "List what was found out about compilers, or write one as a report for its makers",
		Long:  "Each is a cause for which a compiler emits more than is needed, or a sentence of a document that cannot be so, seen with the version that is named, with the command that shows it. With a number it is a text as it can be sent upstream, with what is known instead.",
		Example: `  lanescope discoveries
  lanescope discoveries 3
  lanescope discoveries 58 --source
  lanescope discoveries --json`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runDiscoveries(args, source) },
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object a line")
	cmd.Flags().BoolVar(&source, "source", false, "print the program that the compiler is given, and nothing else")
	return cmd
}

func (c *command) runDiscoveries(args []string, source bool) error {
	if len(args) > 1 {
		return usagef("expected at most one number, found %d arguments", len(args))
	}
	if len(args) == 0 {
		if source {
			return usagef("--source is of one discovery, whose number it needs")
		}
		return list(c, discoveries.All, api.AppendDiscovery, line)
	}
	no, err := strconv.Atoi(args[0])
	if err != nil {
		return usagef("%q is not the number of a discovery", args[0])
	}
	d, ok := discoveries.Find(no)
	if !ok {
		return usagef("there is no discovery %d; 'lanescope discoveries' lists them", no)
	}
	given, s, err := known(c.context(), d)
	if err != nil {
		return err
	}
	write := func(w *bufio.Writer, d discoveries.Discovery) { upstream(w, &d, given, s) }
	if source {
		if given == "" {
			return usagef("discovery %d has no program", no)
		}
		write = func(w *bufio.Writer, _ discoveries.Discovery) { fmt.Fprintln(w, given) }
	}
	return list(c, []discoveries.Discovery{*d}, api.AppendDiscovery, write)
}

// line is a discovery in the list.
func line(w *bufio.Writer, d discoveries.Discovery) {
	if d.IsWaste() || d.IsRead() {
		fmt.Fprintf(w, "%3d  %-10s  %2d for %2d  %s\n", d.No, d.Target, d.Theirs, d.Ours, d.Title)
		return
	}
	fmt.Fprintf(w, "%3d  %-22s  %s\n", d.No, d.By, d.Title)
}

// known is the program that a compiler is given, and the sequence that the search has. What is no waste of a compiler's has neither.
func known(ctx context.Context, d *discoveries.Discovery) (given string, s api.Lowering, err error) {
	if !d.IsWaste() {
		return "", s, nil
	}
	r := api.LowerRequest{Form: d.Form, Target: d.Target, Cost: "instructions"}
	if d.By == discoveries.LLVM {
		r.Emit = "llvm"
	} else if given, err = d.Source(); err != nil {
		return "", s, err
	}
	s, err = new(api.Lowerer).Lower(ctx, r)
	return strings.TrimSpace(given + s.Code), s, err
}

// upstream writes a discovery as its makers want to read it.
func upstream(w *bufio.Writer, d *discoveries.Discovery, given string, s api.Lowering) {
	fmt.Fprintf(w, "%s\n\n", d.Title)
	if d.IsWaste() {
		fmt.Fprintf(w, "%s with %s for\n\n%s\n\nand %s:\n\n", d.Emits(), d.Compiler(), given, does(d.Ours))
		for _, line := range s.Lines {
			fmt.Fprintln(w, "  "+line)
		}
		fmt.Fprintf(w, "\n(%s; %s)\n\n", s.Places(), proved(s.Proof, s.LowerBound))
	}
	switch {
	case d.IsRead():
		fmt.Fprintf(w, "%s has %d instructions, by its source (%s), which was read and not run:\n\n%s\n\nand %s:\n\n%s\n\n", d.By, d.Theirs, d.Where, indented(d.Emitted), does(d.Ours), indented(d.Instead))
	case !d.IsWaste() && d.By != discoveries.Document:
		fmt.Fprintf(w, "%s was seen to do so.\n\n", d.By)
	}
	fmt.Fprintf(w, "%s\n\nTo see it:\n  %s\n", d.Cause, d.Command())
	if d.Says != "" {
		fmt.Fprintf(w, "which says\n  %s\n", d.Says)
	}
	if d.Erratum > 0 {
		fmt.Fprintf(w, "\nWhat the document says, what is done instead, and why:\n  lanescope errata %d\n", d.Erratum)
	}
}

// indented is a listing as lines, or an expression as one.
func indented(code string) string { return "  " + strings.ReplaceAll(code, "; ", "\n  ") }

func does(n int) string {
	if n == 1 {
		return "1 does"
	}
	return fmt.Sprintf("%d do", n)
}
