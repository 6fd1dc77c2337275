package cli

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/shufflevector"
)

func (c *command) patterns() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "patterns [NAME]",
		Short: "List the patterns that have a name, or tell all about one, with a picture",
		Long:  "A name may be one that another tool or instruction set uses.",
		Example: `  lanescope patterns
  lanescope patterns zip
  lanescope patterns palignr`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runPatterns(args) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return patternNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object a pattern")
	return cmd
}

func patternNames() []string {
	var names []string
	for _, p := range shufflevector.Library() {
		names = append(names, p.Name)
	}
	return names
}

func (c *command) runPatterns(args []string) error {
	if len(args) > 1 {
		return usagef("expected at most one name, found %d arguments", len(args))
	}
	if len(args) == 0 {
		return list(c, shufflevector.Library(), api.AppendPattern, func(w *bufio.Writer, p *shufflevector.Pattern) {
			fmt.Fprintf(w, "%-18s %s\n", p.Name, p.Meaning)
		})
	}
	p, ok := shufflevector.PatternNamed(args[0])
	if !ok {
		return usagef("there is no pattern %q; 'lanescope patterns' lists them", args[0])
	}
	return list(c, []*shufflevector.Pattern{p}, api.AppendPattern, func(w *bufio.Writer, p *shufflevector.Pattern) {
		onePattern(w, p, draw.Terminal{Color: c.colored()})
	})
}

func onePattern(w *bufio.Writer, p *shufflevector.Pattern, t draw.Terminal) {
	for _, f := range api.PatternFields(p) {
		fmt.Fprintf(w, "%-10s%s\n", f[0], f[1])
	}
	m, bits := api.PatternExample(p)
	scene := draw.Wires(m.Map(bits), draw.Options{})
	scene.Title = ""
	fmt.Fprintln(w)
	_, _ = w.Write(scene.Text(t))
}
