package cli

import (
	"bufio"
	"io"
	"os"
)

// write gives f a buffered writer on the file of -o, or on standard output. A file is closed, and its error is the result's.
func (c *command) write(f func(w *bufio.Writer) error) error {
	var w io.Writer = c.Stdout
	var file *os.File
	if c.output != "-" {
		var err error
		if file, err = os.Create(c.output); err != nil {
			return err
		}
		w = file
	}
	b := bufio.NewWriterSize(w, 64<<10)
	err := f(b)
	if flushed := b.Flush(); flushed != nil && (err == nil || err == errFindings) {
		err = flushed // what was found did not arrive
	}
	if file != nil {
		if closed := file.Close(); closed != nil {
			return closed
		}
	}
	return err
}

// colored says whether the result is to have colours.
func (c *command) colored() (bool, error) {
	switch c.color {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
	default:
		return false, usagef("--color %s: expected auto, always or never", c.color)
	}
	if c.Getenv("NO_COLOR") != "" {
		return false, nil
	}
	if force := c.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true, nil
	}
	return c.Terminal && c.output == "-" && c.Getenv("TERM") != "dumb", nil
}
