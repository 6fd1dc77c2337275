package cli

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (c *command) man() *cobra.Command {
	return &cobra.Command{
		Use:   "man [COMMAND]",
		Short: "Print the manual page of Lanescope or of a command",
		Example: `  lanescope man | man -l -
  lanescope man explain
  lanescope man -o lanescope.1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			page, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usagef("there is no command %q", strings.Join(args, " "))
			}
			return c.write(func(w *bufio.Writer) error { return manPage(w, page) })
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, sub := range cmd.Root().Commands() {
				if len(args) == 0 && sub.IsAvailableCommand() {
					names = append(names, sub.Name())
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// manPage writes a command's page as man(7) source. It has no date, so that the same version always gives the same page.
func manPage(w *bufio.Writer, cmd *cobra.Command) error {
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	fmt.Fprintf(w, ".TH %s 1 \"\" \"Lanescope\" \"Lanescope\"\n", strings.ToUpper(name))
	fmt.Fprintf(w, ".SH NAME\n%s \\- %s\n", roff(name), roff(cmd.Short))
	usage := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		usage += " COMMAND"
	}
	fmt.Fprintf(w, ".SH SYNOPSIS\n.B %s\n", roff(usage))
	if cmd.Long != "" {
		fmt.Fprintf(w, ".SH DESCRIPTION\n%s\n", roff(cmd.Long))
	}
	fmt.Fprintf(w, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(cmd.Example))
	if cmd.HasAvailableSubCommands() {
		fmt.Fprint(w, ".SH COMMANDS\n")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(sub.Name()), roff(sub.Short))
			}
		}
	}
	fmt.Fprint(w, ".SH OPTIONS\n")
	flags := func(f *pflag.Flag) {
		short := ""
		if f.Shorthand != "" {
			short = "-" + f.Shorthand + ", "
		}
		value, usage := pflag.UnquoteUsage(f)
		fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(short+"--"+f.Name+" "+value)), roff(usage))
	}
	cmd.NonInheritedFlags().VisitAll(flags)
	cmd.InheritedFlags().VisitAll(flags)
	_, err := fmt.Fprint(w, ".SH EXIT STATUS\n0 ok, 1 findings, 2 wrong usage, 3 a bug in Lanescope.\n")
	return err
}

// roff escapes a text for man(7): backslashes, hyphens that are minus signs, and lines that begin like a request.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...").Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
