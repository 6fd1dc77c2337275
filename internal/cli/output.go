package cli

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// write gives f a buffered writer on the file of -o, or on standard output. The file is there once f is done: not if it failed, nor if it found something and wrote nothing.
func (c *command) write(f func(w *bufio.Writer) error) error {
	if c.output == "-" {
		_, err := buffered(c.Stdout, f)
		return err
	}
	var found error
	err := c.replace(c.output, func(w io.Writer) error {
		wrote, err := buffered(w, f)
		if wrote && errors.Is(err, errFindings) {
			found, err = err, nil
		}
		return err
	})
	if err == nil {
		err = found
	}
	return err
}

// buffered is what f writes, all of it, and whether that is anything.
func buffered(w io.Writer, f func(w *bufio.Writer) error) (wrote bool, err error) {
	n := counting{w: w}
	b := bufio.NewWriterSize(&n, 64<<10)
	err = f(b)
	if flushed := b.Flush(); flushed != nil && (err == nil || err == errFindings) {
		err = flushed // what was found did not arrive
	}
	return n.bytes > 0, err
}

// counting counts what is written.
type counting struct {
	w     io.Writer
	bytes int
}

func (n *counting) Write(b []byte) (int, error) {
	n.bytes += len(b)
	return n.w.Write(b)
}

// looked is a text of several lines that has names of others in it: to a terminal it goes as it can be looked at, and to a file as it is, so that it can be read again.
func (c *command) looked(text string) string {
	if !c.Terminal || c.output != "-" {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = syntax.Visible(line)
	}
	return strings.Join(lines, "\n")
}

// screen is the columns of the terminal that the result goes to; 0 if it goes elsewhere, or that is not known.
func (c *command) screen() int {
	if !c.Terminal || c.output != "-" || c.Columns == nil {
		return 0
	}
	return c.Columns()
}

// colored says whether the result is to have colours.
func (c *command) colored() bool {
	if c.color != "auto" {
		return c.color == "always"
	}
	if c.Getenv("NO_COLOR") != "" {
		return false
	}
	if force := c.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return c.Terminal && c.output == "-" && c.Getenv("TERM") != "dumb"
}
