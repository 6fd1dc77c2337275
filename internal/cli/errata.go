package cli

import (
	"bufio"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/errata"
	"github.com/lanescope/lanescope/internal/api"
)

func (c *command) errata() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "errata [N]",
		Short: "List where Lanescope departs from its documents, or tell all about one departure",
		Example: `  lanescope errata
  lanescope errata 111
  lanescope errata --json`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runErrata(args) },
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object a line")
	return cmd
}

func (c *command) runErrata(args []string) error {
	all := api.Errata()
	if len(args) > 1 {
		return usagef("expected at most one number, found %d arguments", len(args))
	}
	if len(args) == 1 {
		no, err := strconv.Atoi(args[0])
		if err != nil {
			return usagef("%q is not the number of an erratum", args[0])
		}
		for _, e := range all {
			if e.No == no {
				return c.writeErrata([]errata.Entry{e}, errata.Entry.Text)
			}
		}
		return usagef("there is no erratum %d; 'lanescope errata' lists them", no)
	}
	return c.writeErrata(all, func(e errata.Entry) string {
		return fmt.Sprintf("%3d  seed %s  %-18s  %s\n", e.No, e.Seed, e.Ground, e.Title)
	})
}

func (c *command) writeErrata(list []errata.Entry, text func(errata.Entry) string) error {
	return c.write(func(w *bufio.Writer) error {
		for _, e := range list {
			if c.json {
				_, _ = w.Write(append(api.AppendErratum(nil, e), '\n'))
				continue
			}
			_, _ = w.WriteString(text(e))
		}
		return nil
	})
}
