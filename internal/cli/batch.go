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

// runBatch reads the batch line by line and writes what answer appends for each, or an error object; line numbers count from 1. It goes on after a bad line, and finds at the end
// that there were some.
func (c *command) runBatch(schema string, answer func(b []byte, line string) ([]byte, error)) error {
	in, size, err := c.openBatch()
	if err != nil {
		return err
	}
	defer in.Close()
	// What a line leaves behind is small and dead at once, so that collecting more rarely costs little memory.
	defer debug.SetGCPercent(debug.SetGCPercent(batchGCPercent))
	return c.write(func(w *bufio.Writer) error {
		lines := lineReader{r: bufio.NewReaderSize(in, 256<<10)}
		progress := c.newProgress(size)
		var b []byte
		bad := 0
		for n := 1; ; n++ {
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
				err = c.guarded(c.batch, n, text, func() (err error) {
					b, err = answer(start, text)
					return err
				})
			}
			if err != nil {
				bad++
				b = api.AppendError(start, schema, err, n)
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
		if bad > 0 {
			return errFindings
		}
		return nil
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
