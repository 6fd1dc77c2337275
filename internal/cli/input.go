package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/form"
)

// formFlags adds the flags that settle what a form leaves open.
func (c *command) formFlags(cmd *cobra.Command) {
	c.readingFlags(cmd)
	cmd.Flags().StringVar(&c.typ, "type", "", "the `TYPE` of vISA variables that the form does not declare (default d)")
	c.completeFlag(cmd, "type", these("ud", "d", "uw", "w", "ub", "b", "uq", "q", "f", "df", "hf"))
}

// readingFlags adds those that say how forms are read, whatever a type is.
func (c *command) readingFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.from, "from", "", "the `DIALECT` of the form, where it could be several")
	cmd.Flags().StringVar(&c.source, "sources", "", "the `NAMES` of sources a, b, … in order, with commas between")
	cmd.Flags().IntVar(&c.exec, "exec", 0, "how many `LANES` a bare region of vISA has (default 8), or a wave of AMD")
	c.completeFlag(cmd, "from", dialectNames)
	c.completeFlag(cmd, "exec", these("1", "2", "4", "8", "16", "32"))
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

// formFile is what errors call a form that is an argument.
var formFile = []string{"form"}

// splitList splits at commas; nothing is no list.
func splitList(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// text is a form given as an argument: the argument itself, a function of an object that it names, or with "-" all of standard input. file is what errors call it.
func (c *command) text(arg, name string) (text, file string, err error) {
	if arg == "-" {
		text, err = c.stdinText()
		return text, "stdin", err
	}
	if text, ok, err := c.objectText(arg); ok {
		return text, arg, err
	}
	return arg, name, nil
}

// texts are the texts of all arguments.
func (c *command) texts(args, names []string) (texts, files []string, err error) {
	for k, arg := range args {
		if arg == "-" && slices.Contains(args[:k], "-") {
			return nil, nil, usagef("only one of %s can be standard input", strings.Join(names, " and "))
		}
	}
	for k, arg := range args {
		text, file, err := c.text(arg, names[k])
		if err != nil {
			return nil, nil, err
		}
		texts, files = append(texts, text), append(files, file)
	}
	return texts, files, nil
}

// open opens a file that the command line names, and remembers that it is read.
func (c *command) open(name string) (*os.File, error) {
	file, err := os.Open(name)
	if err == nil {
		c.remember(file)
	}
	return file, err
}

// stdin is standard input, for a command that reads it.
func (c *command) stdin() io.Reader {
	if file, ok := c.Stdin.(*os.File); ok {
		c.remember(file)
	}
	return c.Stdin
}

func (c *command) remember(file *os.File) {
	if info, err := file.Stat(); err == nil {
		c.inputs = append(c.inputs, info)
	}
}

// reads says whether the command reads a file, by whatever name.
func (c *command) reads(info os.FileInfo) bool {
	return slices.ContainsFunc(c.inputs, func(in os.FileInfo) bool { return os.SameFile(in, info) })
}

// Most bytes of files that are read whole.
const (
	maxProgram = 64 << 20 // of a program or an archive
	maxVISA    = 4 << 20  // of a kernel of vISA, of which each byte takes a hundred while it runs
	maxValues  = 1 << 20  // of what flags name: values, declarations
	maxBuffer  = 1 << 26  // of memory for a program of vISA
)

// readFile is a file that a flag names, whole.
func (c *command) readFile(name string, most int) ([]byte, error) {
	file, err := c.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return bounded(file, name, most)
}

// bounded is all that there is to read, or an error if that is more than the most.
func bounded(r io.Reader, name string, most int) ([]byte, error) {
	var all bytes.Buffer
	all.Grow(sizeOf(r, most) + bytes.MinRead)
	_, err := all.ReadFrom(io.LimitReader(r, int64(most)+1))
	return all.Bytes(), tooLong(err, all.Len(), name, most)
}

// boundedText is the same as text, of which there is no second copy.
func boundedText(r io.Reader, name string, most int) (string, error) {
	var all strings.Builder
	all.Grow(sizeOf(r, most) + 1)
	_, err := io.Copy(&all, io.LimitReader(r, int64(most)+1))
	return all.String(), tooLong(err, all.Len(), name, most)
}

// sizeOf is how long a file is, if r is one that is not too long, so that room for it is made once.
func sizeOf(r io.Reader, most int) int {
	if file, ok := r.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() && info.Size() <= int64(most) {
			return int(info.Size())
		}
	}
	return 0
}

func tooLong(err error, n int, name string, most int) error {
	if err == nil && n > most {
		return fmt.Errorf("%s is longer than %d bytes, the most that is read of it", name, most)
	}
	return err
}
