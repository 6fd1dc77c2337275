package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/form"
)

// formFlags adds the flags that settle what a form leaves open.
func (c *command) formFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.from, "from", "", "the `DIALECT` of the form, where it could be several")
	cmd.Flags().StringVar(&c.source, "sources", "", "the `NAMES` of sources a, b, … in order, with commas between")
	cmd.Flags().IntVar(&c.exec, "exec", 0, "the execution size of a bare region of vISA, in `LANES` (default 8)")
	cmd.Flags().StringVar(&c.typ, "type", "", "the `TYPE` of vISA variables that the form does not declare (default d)")
	c.completeFlag(cmd, "from", dialectNames()...)
	c.completeFlag(cmd, "exec", "1", "2", "4", "8", "16", "32")
	c.completeFlag(cmd, "type", "ud", "d", "uw", "w", "ub", "b", "uq", "q", "f", "df", "hf")
}

func dialectNames() []string {
	var names []string
	for _, d := range form.Dialects() {
		names = append(names, d.Name)
	}
	return names
}

// options are the form flags, checked.
func (c *command) options() (form.Options, error) {
	opt := form.Options{From: c.from, Sources: splitList(c.source), Exec: c.exec, Type: c.typ}
	if _, ok := form.ByName(c.from); c.from != "" && !ok {
		return opt, usagef("--from %s: expected %s", c.from, strings.Join(dialectNames(), " or "))
	}
	return opt, nil
}

// splitList splits at commas; nothing is no list.
func splitList(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// text is a form given as an argument: the argument itself, or with "-" all of standard input. file is what errors call it.
func (c *command) text(arg, name string) (text, file string, err error) {
	if arg != "-" {
		return arg, name, nil
	}
	b, err := io.ReadAll(io.LimitReader(c.Stdin, maxLine+1))
	if err != nil {
		return "", "", err
	}
	if len(b) > maxLine {
		return "", "", fmt.Errorf("standard input is longer than %d bytes, too long for a form", maxLine)
	}
	return strings.TrimRight(string(b), "\r\n"), "stdin", nil
}
