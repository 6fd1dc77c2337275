package lsp

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/rand"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// How long a message and its header may be.
const (
	mostMessage = 64 << 20
	mostHeader  = 4 << 10
)

// A channel frames messages as the protocol has them:
//
//	Content-Length: 52\r\n
//	\r\n
//	{"jsonrpc":"2.0","id":1,"method":"shutdown"}
//
// What a header promises is not believed before it is there: memory grows with what has come.
type channel struct {
	in   *bufio.Reader
	out  io.Writer
	came chan frame

	over   error  // why nothing more comes; nil while something may
	unsent error  // why no more is wanted, if that is why; set before left is closed
	last   string // the method of the message behind the last one

	left, drained, closed      chan struct{} // no more is wanted; what came was taken up; nobody takes anything any more
	leaving, draining, closing sync.Once
}

// A frame is a message, or why there is none.
type frame struct {
	message []byte
	err     error
}

// The server under this must not see the end before it has taken up all that came: it would answer into nothing, and that is a panic there. So one more message stands behind the last. Its method is a name that no
// editor can know: who sent it too soon would bring about what it prevents.
func newChannel(in io.Reader, out io.Writer) *channel {
	c := &channel{in: bufio.NewReaderSize(in, mostHeader), out: out, came: make(chan frame), last: "$/lanescope/end/" + rand.Text()}
	c.left, c.drained, c.closed = make(chan struct{}), make(chan struct{}), make(chan struct{})
	go c.listen()
	return c
}

// listen reads until the input ends, or nobody takes what it reads. A read that waits for an editor that says no more cannot be ended, but need not be waited for.
func (c *channel) listen() {
	for {
		message, err := c.read()
		select {
		case c.came <- frame{message, err}:
		case <-c.closed:
			return
		}
		if err != nil {
			return
		}
	}
}

// Send writes one message. What does not arrive is the end: whoever asks would wait for ever.
func (c *channel) Send(message []byte) error {
	whole := append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(message)), message...)
	_, err := c.out.Write(whole)
	if err != nil {
		c.leaving.Do(func() {
			c.unsent = err
			close(c.left)
		})
	}
	return err
}

// Recv is the next message. When all that came was taken up, and no more comes or is wanted, it is an error: io.EOF, or what is wrong with the input.
func (c *channel) Recv() ([]byte, error) {
	if c.over != nil {
		<-c.drained
		return nil, c.over
	}
	select {
	case f := <-c.came:
		if f.err == nil {
			return f.message, nil
		}
		c.over = f.err
	case <-c.left:
		c.over = cmp.Or(c.unsent, io.EOF)
	}
	return []byte(`{"jsonrpc":"2.0","method":"` + c.last + `"}`), nil
}

// leave says that no more is wanted.
func (c *channel) leave() { c.leaving.Do(func() { close(c.left) }) }

// ended says that all was taken up that came.
func (c *channel) ended() { c.draining.Do(func() { close(c.drained) }) }

// read reads one message.
func (c *channel) read() ([]byte, error) {
	length := -1
	for header := 0; ; {
		line, err := c.in.ReadSlice('\n')
		if header += len(line); header > mostHeader || err == bufio.ErrBufferFull {
			return nil, fmt.Errorf("a header has more than %d bytes", mostHeader)
		}
		if err != nil {
			return nil, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, fmt.Errorf("%q is no line of a header", text)
		}
		if strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 || length > mostMessage {
				return nil, fmt.Errorf("Content-Length %q: expected a number of at most %d", value, mostMessage)
			}
		}
	}
	if length < 0 {
		return nil, fmt.Errorf("a header has no Content-Length")
	}
	var message bytes.Buffer
	if _, err := io.CopyN(&message, c.in, int64(length)); err != nil {
		return nil, err
	}
	return message.Bytes(), nil
}

// Close says that nobody takes anything any more. Whoever opened both ends closes them.
func (c *channel) Close() error {
	c.closing.Do(func() { close(c.closed) })
	return nil
}
