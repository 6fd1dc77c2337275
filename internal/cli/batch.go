package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
)

// maxLine bounds a line of a batch.
const maxLine = 1 << 20

const batchGCPercent = 800

var errLineTooLong = fmt.Errorf("the line is longer than %d bytes", maxLine)

// batchFlags adds --json and --batch to a command.
func (c *command) batchFlags(cmd *cobra.Command, line string) {
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object a result")
	cmd.Flags().StringVar(&c.batch, "batch", "", "read `FILE`, or - for standard input: "+line+" a line in, one JSON object a line out")
}

// runBatch answers the batch, an object a line.
func (c *command) runBatch(schema string, answer func(b []byte, line string) ([]byte, error)) error {
	in, size, err := c.openBatch()
	if err != nil {
		return err
	}
	defer in.Close()
	refuse := func(b []byte, err error, n int) []byte { return api.AppendError(b, schema, err, n) }
	return c.eachLine(lineReader{r: bufio.NewReaderSize(in, lineBuffer), name: c.batch, size: size}, answer, refuse)
}

// lineBuffer is how much is read of lines at once.
const lineBuffer = 256 << 10

// eachLine reads line by line and writes a line for each: what answer appends, or what refuse appends for an error; line numbers count from 1. It goes on after a bad line, and finds at the
// end that there were some.
func (c *command) eachLine(lines lineReader, answer func(b []byte, line string) ([]byte, error), refuse func(b []byte, err error, n int) []byte) error {
	// What a line leaves behind is small and dead at once, so that collecting more rarely costs little memory.
	defer debug.SetGCPercent(debug.SetGCPercent(batchGCPercent))
	return c.write(func(w *bufio.Writer) error {
		progress := c.newProgress(lines.size)
		var b []byte
		bad := 0
		for n := 1; ; n++ {
			if c.interrupted() {
				return errInterrupted
			}
			line, err := lines.next()
			if err == io.EOF {
				break
			} else if err != nil && err != errLineTooLong {
				return err
			}
			start := b[:0]
			b = start
			if err == nil {
				text := string(line)
				err = c.guarded(lines.name, n, text, func() (err error) {
					b, err = answer(start, text)
					return err
				})
			}
			if c.interrupted() {
				return errInterrupted // and not with a half of an answer
			}
			if err != nil {
				bad++
				b = refuse(start, err, n)
			}
			b = append(b, '\n')
			if _, err := w.Write(b); err != nil {
				return err
			}
			if lines.r.Buffered() == 0 { // whoever types sees the answer
				if err := w.Flush(); err != nil {
					return err
				}
			}
			progress.line(n, len(line)+1)
		}
		progress.done()
		return found(bad > 0)
	})
}

func (c *command) openBatch() (in io.ReadCloser, size int64, err error) {
	if c.batch == "-" {
		return io.NopCloser(c.stdin()), 0, nil
	}
	f, err := c.open(c.batch)
	if err != nil {
		return nil, 0, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	return f, size, nil
}

// A lineReader reads lines of at most maxLine bytes. Of a longer one the rest is skipped.
type lineReader struct {
	r    *bufio.Reader
	name string // of the file
	size int64  // of the file, where that is known
	long []byte
}

// next is the next line without its end. The bytes are good until the next call.
func (l *lineReader) next() ([]byte, error) {
	part, err := l.r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return endOfLine(part, err)
	}
	l.long = append(l.long[:0], part...)
	for errors.Is(err, bufio.ErrBufferFull) {
		part, err = l.r.ReadSlice('\n')
		if len(l.long) <= maxLine {
			l.long = append(l.long, part...)
		}
	}
	line, err := endOfLine(l.long, err)
	if err == nil && len(line) > maxLine {
		return nil, errLineTooLong
	}
	return line, err
}

func endOfLine(line []byte, err error) ([]byte, error) {
	if err == io.EOF && len(line) > 0 {
		err = nil // the last line has no end
	}
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, err
}
