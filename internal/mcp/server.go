package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lanescope/lanescope/internal/api"
)

// Options are what a server is told.
type Options struct {
	Version  string
	Root     string        // the folder whose files scan may read; empty: none
	Deadline time.Duration // in which a call is answered; 0: ten seconds
	Log      *slog.Logger  // nil: nothing is logged
}

const (
	usualDeadline = 10 * time.Second
	mostLine      = 1 << 20 // bytes of a message
	mostFile      = 1 << 20 // bytes of a file that is read
)

// A server answers calls of tools.
type server struct {
	Options
	root  *os.Root // nil: no file is read
	desks chan *api.Desk
}

// Serve answers an agent until it is gone, or the context ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s := &server{Options: o, desks: make(chan *api.Desk, runtime.GOMAXPROCS(0))}
	s.Deadline = cmp.Or(s.Deadline, usualDeadline)
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	for range cap(s.desks) {
		s.desks <- new(api.Desk)
	}
	if o.Root != "" {
		root, err := os.OpenRoot(o.Root)
		if err != nil {
			return err
		}
		defer root.Close()
		s.root = root
	}
	err := s.protocol().Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(in), Writer: kept{out}, MaxLineLength: mostLine})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// A kept writer stays open when the protocol is done with it.
type kept struct{ io.Writer }

// Close does nothing.
func (kept) Close() error { return nil }

// protocol is the server as the protocol sees it.
func (s *server) protocol() *mcp.Server {
	p := mcp.NewServer(&mcp.Implementation{Name: "lanescope", Title: "Lanescope", Version: s.Version}, &mcp.ServerOptions{
		Instructions: "How lanes move in SIMD and GPU code. Shuffles are easy to get wrong by guessing: explain one before you rely on it, prove each rewrite, and take sequences from lower and network. Nothing is read or changed on this machine" + s.mayRead() + ".",
	})
	harmless := false
	for k := range tools {
		t := &tools[k]
		p.AddTool(&mcp.Tool{
			Name: t.name, Description: t.description(), InputSchema: t.schema(s.root != nil), OutputSchema: object{"type": "object"},
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &harmless},
		}, func(ctx context.Context, call *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return s.call(ctx, t, call.Params.Arguments), nil
		})
	}
	return p
}

func (s *server) mayRead() string {
	if s.root == nil {
		return ""
	}
	return ", but that scan reads files below the root"
}

// call answers one call. What cannot be answered is a result too, which agents read and mend.
func (s *server) call(ctx context.Context, t *tool, arguments json.RawMessage) *mcp.CallToolResult {
	arguments, err := s.withFile(t, arguments)
	if err != nil {
		return failed(err)
	}
	request, err := t.request(arguments)
	if err != nil {
		return failed(err)
	}
	ctx, cancel := context.WithTimeout(ctx, s.Deadline)
	defer cancel()
	answer, err := s.answer(ctx, t.asked(), request)
	if err != nil {
		return failed(err)
	}
	text, wrong := t.short(answer)
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, StructuredContent: json.RawMessage(answer), IsError: wrong}
}

func failed(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "error: " + err.Error()}}, IsError: true}
}

// answer answers within the context's time. What takes longer keeps its desk until it is done, so that no more is worked on at a time than there are desks.
func (s *server) answer(ctx context.Context, e *api.Endpoint, request string) ([]byte, error) {
	var desk *api.Desk
	select {
	case desk = <-s.desks:
	case <-ctx.Done():
		return nil, s.late(ctx)
	}
	done := make(chan []byte, 1)
	go func() {
		answer, _, next := desk.Work(ctx, e, request, func(p any, stack []byte) string {
			id := time.Now().UTC().Format("20060102T150405.000000")
			s.Log.Error("bug", "id", id, "endpoint", e.Name, "panic", fmt.Sprint(p), "stack", string(stack))
			return id
		})
		s.desks <- next
		done <- answer
	}()
	select {
	case answer := <-done:
		if ctx.Err() == nil {
			return answer, nil
		} // it may be that of a search which was cut short, and says so in other words
	case <-ctx.Done():
	}
	return nil, s.late(ctx)
}

// late is why a call has no answer in time.
func (s *server) late(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("there is no answer within %v", s.Deadline)
	}
	return ctx.Err()
}

// withFile puts a file's text in the place of its path.
func (s *server) withFile(t *tool, arguments json.RawMessage) (json.RawMessage, error) {
	if !t.reads || s.root == nil {
		return arguments, nil
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(arguments, &given); err != nil || given["path"] == nil {
		return arguments, nil // what is wrong with it is said where it is read
	}
	var path string
	if err := json.Unmarshal(given["path"], &path); err != nil {
		return nil, errors.New("path: expected a text")
	}
	if given["text"] != nil {
		return nil, errors.New("there is a text and a path: expected one of them")
	}
	text, err := s.read(path)
	if err != nil {
		return nil, err
	}
	delete(given, "path")
	for name, value := range map[string]string{"text": text, "name": path} {
		if given[name], err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	return json.Marshal(given)
}

// read is a file below the root. No link leads out of it.
func (s *server) read(path string) (string, error) {
	info, err := s.root.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() { // a pipe would be waited for
		return "", fmt.Errorf("%s is no file", path)
	}
	f, err := s.root.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, mostFile+1))
	if err != nil {
		return "", err
	}
	if len(b) > mostFile {
		return "", fmt.Errorf("%s is longer than %d bytes", path, mostFile)
	}
	return string(b), nil
}
