package cli

import (
	"bufio"
	"fmt"
	"slices"
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
		i := slices.IndexFunc(all, func(e errata.Entry) bool { return e.No == no })
		if i < 0 {
			return usagef("there is no erratum %d; 'lanescope errata' lists them", no)
		}
		return list(c, all[i:i+1], api.AppendErratum, func(w *bufio.Writer, e errata.Entry) { w.WriteString(e.Text()) })
	}
	return list(c, all, api.AppendErratum, func(w *bufio.Writer, e errata.Entry) {
		fmt.Fprintf(w, "%3d  seed %s  %-18s  %s\n", e.No, e.Seed, e.Ground, e.Title)
	})
}
