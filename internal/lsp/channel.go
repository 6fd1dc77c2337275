package lsp

import (
	"bufio"
	"bytes"
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
	in     *bufio.Reader
	out    io.Writer
	came   chan frame
	closed chan struct{}
	once   sync.Once

	over    error         // why nothing more comes; nil while something may
	drained chan struct{} // what came before was taken up
	drain   sync.Once
}

// endMethod is the message behind the last one. The server under this must not see the end before it has taken up all that came: it would answer into nothing, and that is a panic there.
const endMethod = "$/lanescope/end"

// A frame is a message, or why there is none.
type frame struct {
	message []byte
	err     error
}

func newChannel(in io.Reader, out io.Writer) *channel {
	c := &channel{in: bufio.NewReaderSize(in, mostHeader), out: out, came: make(chan frame), closed: make(chan struct{}), drained: make(chan struct{})}
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

// Send writes one message.
func (c *channel) Send(message []byte) error {
	whole := append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(message)), message...)
	_, err := c.out.Write(whole)
	return err
}

// Recv is the next message. At the end of the input, or when the channel is closed, the error is io.EOF.
func (c *channel) Recv() ([]byte, error) {
	if c.over != nil {
		select {
		case <-c.drained:
		case <-c.closed:
		}
		return nil, c.over
	}
	select {
	case f := <-c.came:
		if c.over = f.err; f.err != nil {
			return []byte(`{"jsonrpc":"2.0","method":"` + endMethod + `"}`), nil
		}
		return f.message, nil
	case <-c.closed:
		return nil, io.EOF
	}
}

// ended says that all was taken up that came.
func (c *channel) ended() { c.drain.Do(func() { close(c.drained) }) }

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

// Close ends Recv. Whoever opened both ends closes them.
func (c *channel) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}
