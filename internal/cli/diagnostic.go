package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

// invalid says on standard error what is wrong with an input: "file:line:col: error: what", the line, and a caret. With --json the result
// says it too, on standard output.
func (c *command) invalid(file, schema string, err error) error {
	if c.json {
		werr := c.write(func(w *bufio.Writer) error {
			_, err := w.Write(append(api.AppendError(nil, schema, err, 0), '\n'))
			return err
		})
		if werr != nil {
			return werr
		}
	}
	if !c.quiet {
		diagnose(c.Stderr, file, err)
	}
	return errFindings
}

func diagnose(w io.Writer, file string, err error) {
	var at *syntax.Error
	if !errors.As(err, &at) {
		fmt.Fprintf(w, "%s: error: %s\n", syntax.Visible(file), syntax.Visible(err.Error()))
		return
	}
	var in interface{ InFile() string }
	if errors.As(err, &in) {
		file = in.InFile()
	}
	line, col := at.Pos()
	fmt.Fprintf(w, "%s:%d:%d: error: %s\n%s\n", syntax.Visible(file), line, col, syntax.Visible(at.What), indent(at.Caret()))
}

// indent sets an excerpt of the input off from the messages around it.
func indent(s string) string { return "  " + strings.ReplaceAll(s, "\n", "\n  ") }
