package cli

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/discoveries"
)

func (c *command) discoveries() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "discoveries [N]",
		Short: "List what was found out about compilers, or write one as a report for its makers",
		Long:  "Each is a cause for which a compiler emits more than is needed, seen with the version that is named, with the command that shows it. With a number it is a text as it can be sent upstream, with what the search knows instead.",
		Example: `  lanescope discoveries
  lanescope discoveries 3
  lanescope discoveries --json`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runDiscoveries(args) },
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object a line")
	return cmd
}

func (c *command) runDiscoveries(args []string) error {
	if len(args) > 1 {
		return usagef("expected at most one number, found %d arguments", len(args))
	}
	if len(args) == 0 {
		return list(c, discoveries.All, api.AppendDiscovery, func(w *bufio.Writer, d discoveries.Discovery) {
			fmt.Fprintf(w, "%3d  %-10s  %2d for %2d  %s\n", d.No, d.Target, d.Theirs, d.Ours, d.Title)
		})
	}
	no, err := strconv.Atoi(args[0])
	if err != nil {
		return usagef("%q is not the number of a discovery", args[0])
	}
	d, ok := discoveries.Find(no)
	if !ok {
		return usagef("there is no discovery %d; 'lanescope discoveries' lists them", no)
	}
	s, err := known(d)
	if err != nil {
		return err
	}
	return list(c, []discoveries.Discovery{*d}, api.AppendDiscovery, func(w *bufio.Writer, d discoveries.Discovery) { upstream(w, d, s) })
}

// known is the sequence that the search has.
func known(d *discoveries.Discovery) (api.Lowering, error) {
	return new(api.Lowerer).Lower(api.LowerRequest{Form: d.Form, Target: d.Target, Cost: "instructions", Emit: "llvm"})
}

// upstream writes a discovery as its makers want to read it.
func upstream(w *bufio.Writer, d discoveries.Discovery, s api.Lowering) {
	fmt.Fprintf(w, "%s\n\nLLVM %s emits %s with llc -O2 %s for\n\n%s\n\nand %s:\n\n", d.Title, discoveries.Version, plural(d.Theirs, "instruction"), strings.Join(d.Options, " "), strings.TrimSpace(s.Code), does(d.Ours))
	for _, line := range s.Lines {
		fmt.Fprintln(w, "  "+line)
	}
	fmt.Fprintf(w, "\n(%s; %s)\n\n%s\n\nTo see it:\n  %s\n", s.Places(), proved(s.Proof, s.LowerBound), d.Cause, d.Command())
}

func does(n int) string {
	if n == 1 {
		return "1 does"
	}
	return fmt.Sprintf("%d do", n)
}
