package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/shufflevector"
)

func (c *command) patterns() *cobra.Command {
	var r api.PatternsRequest
	var set []string
	cmd := &cobra.Command{
		Use:   "patterns [NAME]",
		Short: "List the patterns that have a name, or tell all about one, with a picture",
		Long:  "A name may be one that another tool or instruction set uses. With --lanes a mask of the pattern is shown, with the parameters that --set gives.",
		Example: `  lanescope patterns
  lanescope patterns zip
  lanescope patterns palignr
  lanescope patterns zip --lanes 8 --set half=high --set group=2`,
		RunE: func(_ *cobra.Command, args []string) error {
			for _, text := range set {
				name, value, ok := strings.Cut(text, "=")
				if !ok {
					return usagef("--set %s: expected NAME=VALUE", text)
				}
				r.Set = append(r.Set, [2]string{name, value})
			}
			return c.runPatterns(args, r)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return patternNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object a pattern")
	cmd.Flags().IntVar(&r.Lanes, "lanes", 0, "show a mask of `N` lanes an operand, at most 32")
	cmd.Flags().IntVar(&r.Result, "result", 0, "whose result has `N` lanes; 0 is as many as are usual")
	cmd.Flags().IntVar(&r.Bits, "bits", 16, "of `N` bits a lane")
	cmd.Flags().StringArrayVar(&set, "set", nil, "a parameter of that mask, as `half=high`")
	cmd.Flags().BoolVar(&r.SVG, "svg", false, "write that mask's picture; with --json the object has it")
	return cmd
}

func patternNames() []string {
	var names []string
	for _, p := range shufflevector.Library() {
		names = append(names, p.Name)
	}
	return names
}

func (c *command) runPatterns(args []string, r api.PatternsRequest) error {
	switch {
	case len(args) > 1:
		return usagef("expected at most one name, found %d arguments", len(args))
	case r.Lanes < 0 || r.Lanes > 32 || r.Result < 0 || r.Result > 64 || r.Bits < 1 || r.Bits > 64:
		return usagef("--lanes %d --result %d --bits %d: expected at most 32, 64 and 64", r.Lanes, r.Result, r.Bits)
	case len(args) == 1:
		r.Name = args[0]
	case r.SVG && !c.json:
		return usagef("--svg is one picture: name a pattern")
	}
	l, err := api.Patterns(r)
	if err != nil {
		return usagef("%v; 'lanescope patterns' lists them", err)
	}
	appendOne := func(b []byte, p api.Pattern) []byte { return p.AppendJSON(b) }
	return list(c, l.Patterns, appendOne, func(w *bufio.Writer, p api.Pattern) {
		switch {
		case r.Name == "":
			fmt.Fprintf(w, "%-18s %s\n", p.Name, p.Meaning)
		case r.SVG && p.Member != nil:
			_, _ = w.Write(p.Member.Scene().SVG())
		default:
			onePattern(w, p, draw.Terminal{Color: c.colored()})
		}
	})
}

func onePattern(w *bufio.Writer, p api.Pattern, t draw.Terminal) {
	for _, f := range api.PatternFields(p.Pattern) {
		fmt.Fprintf(w, "%-10s%s\n", f[0], f[1])
	}
	m, bits := api.PatternExample(p.Pattern)
	scene := draw.Wires(m.Map(bits), draw.Options{})
	if p.Member != nil {
		scene = p.Member.Scene()
		scene.Width = 0
		fmt.Fprintf(w, "%-10s%s\n", "mask", p.Member.Form())
		for _, v := range p.Member.Values {
			fmt.Fprintf(w, "  %-8s%s of %s\n", v.Name, v.Value, cmp.Or(strings.Join(v.Choices, ", "), "any bits"))
		}
	}
	scene.Title = ""
	fmt.Fprintln(w)
	_, _ = w.Write(scene.Text(t))
}
