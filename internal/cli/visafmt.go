package cli

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
)

func (c *command) visaFmt() *cobra.Command {
	var grf int
	var rewrite, list bool
	cmd := &cobra.Command{
		Use:   "fmt [FILE]…",
		Short: "Print a text in the spelling in which Intel's tool prints it, with its comments; standard input without a file",
		Long: "A line stays a line, and an empty one stays, of several one. Expressions become numbers, and immediates their bits. Comments inside of a line come behind it. " +
			"A text with mistakes is left alone, and the exit code is 1.",
		Example: `  echo 'mov(8) V32<1> V33(0,1+1)<8;8,1> // eight' | lanescope visa fmt
  echo 'mov(8) V32<1> 5:d' > k.visaasm && lanescope visa fmt -w k.visaasm
  echo 'mov (M1, 8) V32(0,0)<1> 0x5:d' > k.visaasm && lanescope visa fmt -l k.visaasm`,
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if (rewrite || list) && (len(args) == 0 || args[0] == "-") {
			return usagef("-w and -l are for files")
		}
		if len(args) == 0 {
			args = []string{"-"}
		}
		return c.formatVISA(args, grf, rewrite, list)
	}
	c.grfFlag(cmd, &grf)
	cmd.Flags().BoolVarP(&rewrite, "write", "w", false, "write the files instead of printing them")
	cmd.Flags().BoolVarP(&list, "list", "l", false, "print the names of files that are spelled otherwise, and exit with 1 if there are any")
	return cmd
}

// formatVISA formats each file. One with mistakes does not stop the others.
func (c *command) formatVISA(args []string, grf int, rewrite, list bool) error {
	var out strings.Builder
	some := false
	for _, arg := range args {
		b, name, err := c.readVISA([]string{arg})
		if err != nil {
			return err
		}
		if api.IsVISAObject(b) {
			return c.complain(name, errors.New("this is an object: visa dis prints its text"))
		}
		text, errs := visa.Canonical(string(b), grf)
		switch same := text == string(b); {
		case errs != nil:
			some = true
			_ = c.complain(name, errors.Join(errs...)) // the others are formatted
		case list && !same:
			some = true
			out.WriteString(syntax.Visible(name) + "\n")
		case rewrite && !same:
			c.inputs = nil // it was read to its end
			if err := c.replace(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
				return err
			}
		case !list && !rewrite:
			out.WriteString(c.looked(text))
		}
	}
	if out.Len() > 0 {
		if err := c.write(func(w *bufio.Writer) error { _, err := w.WriteString(out.String()); return err }); err != nil {
			return err
		}
	}
	return found(some)
}
