package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/lanescope/lanescope/internal/disassembly"
)

// A form may be an object, or a function of one:
//
//	lanescope swap.o           the only function of swap.o
//	lanescope kernels.o:swap   one of several

// mostNamed bounds the list of an object's functions in an error.
const mostNamed = 8

// objectText is the text of a function of an object, if an argument names one.
func (c *command) objectText(arg string) (text string, ok bool, err error) {
	path, function := arg, ""
	f, err := c.openObject(path)
	if f == nil && err == nil {
		if cut := strings.LastIndexByte(arg, ':'); cut > 0 {
			path, function = arg[:cut], arg[cut+1:]
			f, err = c.openObject(path)
		}
	}
	if f == nil || err != nil {
		return "", err != nil, err
	}
	defer f.Close()
	text, err = functionText(path, f, f, function)
	return text, true, err
}

// openObject opens a file that is no text; of any other argument there is none.
func (c *command) openObject(path string) (*os.File, error) {
	const longest = 1 << 12
	if len(path) > longest || strings.ContainsAny(path, "\n\x00") {
		return nil, nil
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, nil // it is no file, but a form
	}
	f, err := c.open(path)
	if err != nil {
		return nil, err
	}
	head := make([]byte, disassembly.HeadBytes)
	n, _ := f.ReadAt(head, 0)
	if disassembly.IsText(head[:n]) {
		f.Close()
		return nil, nil
	}
	return f, nil
}

// functionText is a function of an object, with the constants that stand behind all.
func functionText(path string, in io.Reader, whole *os.File, function string) (text string, err error) {
	shown := false
	v := disassembly.Visitor{
		Skip: func(name string, why error) { err = errors.Join(err, fmt.Errorf("%s: %w", name, why)) },
		Text: func(_ string, in io.Reader) {
			if shown {
				err = fmt.Errorf("%s is an archive: expected one object, as ar x takes it out; scan reads archives", path)
				return
			}
			shown = true
			var b strings.Builder
			if _, failed := io.Copy(&b, in); failed != nil {
				err = fmt.Errorf("%s: %w", path, failed)
				return
			}
			text, err = oneFunction(path, b.String(), function)
		},
	}
	v.Visit(path, in, whole)
	if err == nil && !shown {
		err = fmt.Errorf("%s has no object in it", path)
	}
	return text, err
}

// oneFunction is the function of that name, or the only one.
func oneFunction(path, text, function string) (string, error) {
	var names []string
	var b strings.Builder
	taken := false
	for line := range strings.Lines(text) {
		if name, begins := headOf(line); begins {
			names = append(names, name)
			taken = function == "" || name == function
		}
		if taken || strings.HasPrefix(line, ".LC") || strings.HasPrefix(line, "\t.byte") {
			b.WriteString(line)
		}
	}
	list := strings.Join(names[:min(len(names), mostNamed)], ", ")
	if len(names) > mostNamed {
		list += " …"
	}
	switch found := strings.Contains(b.String(), "<"+function+">:"); {
	case len(names) == 0:
		return "", fmt.Errorf("%s has no functions in it", path)
	case function == "" && len(names) > 1:
		return "", fmt.Errorf("%s has %d functions, %s: expected one of them, as in %s:%s", path, len(names), list, path, names[0])
	case function != "" && !found:
		return "", fmt.Errorf("%s has no function %s: there are %s", path, function, list)
	}
	return b.String(), nil
}

// headOf is the name of the function that a line of a disassembler begins.
func headOf(line string) (name string, ok bool) {
	address, rest, cut := strings.Cut(strings.TrimRight(line, "\r\n"), " <")
	name, closed := strings.CutSuffix(rest, ">:")
	return name, cut && closed && address != "" && strings.Trim(address, "0123456789abcdef") == ""
}

// stdinText is standard input as a text: as it is, or of an object what its function is.
func (c *command) stdinText() (string, error) {
	in := bufio.NewReaderSize(c.stdin(), disassembly.HeadBytes)
	head, _ := disassembly.Head(in)
	if !disassembly.IsText(head) {
		return functionText("stdin", in, nil, "")
	}
	b, err := bounded(in, "stdin", maxLine)
	return string(bytes.TrimRight(b, "\r\n")), err
}
