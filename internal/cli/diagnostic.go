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
		werr := c.write(func(w *bufio.Writer) error { return refusal(w, schema, err) })
		if werr != nil {
			return werr
		}
	}
	return c.complain(file, err)
}

// refusal writes the object that says why there is no result.
func refusal(w *bufio.Writer, schema string, err error) error {
	_, err = w.Write(append(api.AppendError(nil, schema, err, 0), '\n'))
	return err
}

// complain says one error, or each of several. These are findings.
func (c *command) complain(file string, err error) error {
	all := []error{err}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		all = several.Unwrap()
	}
	for _, e := range all {
		if !c.quiet {
			diagnose(c.Stderr, file, e)
		}
	}
	return errFindings
}

// warn says what a result is to be read with.
func (c *command) warn(file string, warnings []string) {
	for _, warning := range warnings {
		if !c.quiet {
			fmt.Fprintf(c.Stderr, "%s: warning: %s\n", syntax.Visible(file), syntax.Visible(warning))
		}
	}
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
