package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/creachadair/jrpc2"
)

// The session begins and ends as the protocol says.
func TestSession(t *testing.T) {
	c := connect(t, Options{Version: "7"})
	where := positionParams{documentName{"file:///a.c"}, position{}}
	wrong := func(method string, params any, want string) {
		t.Helper()
		if got := c.try(method, params, nil); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", method, got, want)
		}
	}
	wrong("textDocument/hover", where, "-32002 expected initialize")
	wrong("initialize", object{"initializationOptions": object{"target": "z80"}}, `-32602 initializationOptions: there is no target "z80"`)
	wrong("initialize", object{"initializationOptions": 7}, "-32602 initializationOptions")
	var r initializeResult
	c.ask("initialize", object{}, &r)
	if r.ServerInfo.Version != "7" || r.Capabilities["positionEncoding"] != "utf-16" || r.Capabilities["hoverProvider"] != true {
		t.Errorf("%+v", r)
	}
	wrong("initialize", object{}, "-32600 initialize came already")
	c.tell("initialized", object{})
	wrong("textDocument/hover", where, `-32602 "file:///a.c" is not open`)
	wrong("textDocument/hover", object{"position": 7}, "-32602 ")
	wrong("textDocument/rename", where, "-32601")
	c.tell("$/unheardOf", object{})
	c.tell("textDocument/didChange", 7)
	c.tell("textDocument/didChange", didChangeParams{documentVersion{"file:///none", 2}, nil})
	c.open("file:///a.c", "c", "__m128i r = _mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3));\n")
	if n := len(c.findings("file:///a.c", 1)); n != 1 {
		t.Errorf("%d findings", n)
	}
	c.tell("textDocument/didClose", didCloseParams{documentName{"file:///a.c"}})
	if n := len(c.findings("file:///a.c", 0)); n != 0 {
		t.Errorf("%d findings of what is closed", n)
	}
	wrong("textDocument/hover", where, `-32602 "file:///a.c" is not open`)
	c.ask("shutdown", nil, nil)
	wrong("textDocument/hover", where, "-32600 the session was shut down")
	wrong("shutdown", nil, "-32600")
	c.tell("exit", nil)
	if err := c.left(); err != nil {
		t.Error(err)
	}
}

// How a session ends that nobody shut down: the editor says that it leaves, its input ends, it sends what is no message, or more than is taken.
func TestSessionEnds(t *testing.T) {
	for name, test := range map[string]struct {
		sends string
		want  string // nothing: no error
	}{
		"exit":             {"Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}", ErrNotShutDown.Error()},
		"end":              {"", ""},
		"end in a header":  {"Content-Le", ""},
		"end in a message": {"Content-Length: 10\r\n\r\n{}", ""},
		"no header":        {"hello\r\n\r\n", `"hello" is no line of a header`},
		"no length":        {"Content-Type: x\r\n\r\n{}", "a header has no Content-Length"},
		"less than none":   {"Content-Length: -1\r\n\r\n{}", "Content-Length"},
		"too long":         {"Content-Length: 99999999999\r\n\r\n{}", "expected a number of at most 67108864"},
		"an endless line":  {strings.Repeat("x", 2*mostHeader), "a header has more than 4096 bytes"},
		"endless lines":    {strings.Repeat("x: y\r\n", mostHeader), "a header has more than 4096 bytes"},
	} {
		c := connect(t, Options{})
		go func() {
			_, _ = io.WriteString(c.to, test.sends) // of which it may not read all
			if test.want == "" {
				c.to.Close()
			}
		}()
		err := c.left()
		if test.want == "" && err != nil && !errors.Is(err, io.ErrUnexpectedEOF) || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// Whatever name an editor calls, also those that the server and the library under it might keep for themselves, and whatever comes behind its last message: the session ends as it should.
func TestInternalNames(t *testing.T) {
	turns := 50
	if testing.Short() {
		turns = 2
	}
	for _, method := range []string{"$/lanescope/end", "$/lanescope/end/", "$/", "rpc.cancel", "rpc.serverInfo", "rpc.", "", "exit"} {
		behind := []string{`{`, `[]`, `{"jsonrpc":"1.0","method":"x"}`, `{"jsonrpc":"2.0","method":""}`, `[{"jsonrpc":"2.0","method":"` + method + `"},{"jsonrpc":"2.0","id":7,"method":"x"}]`}
		for range turns {
			server, editor := io.Pipe()
			go func() {
				messages := slices.Concat([]string{`{"jsonrpc":"2.0","method":"` + method + `"}`}, slices.Repeat(behind, 20))
				for _, m := range messages { // of which it may not read all
					fmt.Fprintf(editor, "Content-Length: %d\r\n\r\n%s", len(m), m)
				}
				editor.Close()
			}()
			if err := Serve(context.Background(), server, io.Discard, Options{}); err != nil && (method != "exit" || !errors.Is(err, ErrNotShutDown)) {
				t.Errorf("%s: %v", method, err)
			}
			server.Close()
		}
	}
}

// brokenPipe is an editor that is gone, or a full disk.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// A server whose answers do not arrive leaves and says why, while its input is still open.
func TestUnheard(t *testing.T) {
	in, editor := io.Pipe()
	go func() {
		const ask = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`
		fmt.Fprintf(editor, "Content-Length: %d\r\n\r\n%s", len(ask), ask)
	}()
	ended := make(chan error, 1)
	go func() { ended <- Serve(context.Background(), in, brokenPipe{}, Options{}) }()
	if err := <-ended; !errors.Is(err, syscall.EPIPE) {
		t.Error(err)
	}
}

// A server whose context is over leaves, while its input is still open.
func TestContextEnds(t *testing.T) {
	in, _ := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, in, io.Discard, Options{}) }()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// What is no JSON, or no request, is refused, and the session goes on.
func TestMalformed(t *testing.T) {
	c := begin(t, "")
	for _, s := range []string{"{", "[]", "7", `{"jsonrpc":"1.0","id":1,"method":"x"}`, `{"jsonrpc":"2.0","id":{},"method":"shutdown"}`} {
		c.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(s), s))
		if r := c.read(); r.Error == nil || r.Error.Code == 0 {
			t.Errorf("%s: %+v", s, r)
		}
	}
	c.leave()
}

// Work on a text that is another by now ends, and so does what is asked and then not wanted any more.
func TestOutdated(t *testing.T) {
	d := newDocument(documentItem{"file:///a.s", "asm", 1, "\tpshufd $27, %xmm0, %xmm0\n"}, new(prices))
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if err := d.whole(over, func(*diagnosis, int) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that is not wanted: %v", err)
	}
	was := d.current
	if err := d.change([]change{{nil, "\tpshufd $28, %xmm0, %xmm0\n"}}, 2); err != nil || was.Err() == nil {
		t.Errorf("%v, and the text before is not over: %v", err, was.Err())
	}
	if err := d.whole(context.Background(), func(a *diagnosis, version int) error {
		if s, ok := a.at(1); version != 2 || !ok || s.from != 1 {
			t.Errorf("version %d: %+v", version, s)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// What is asked about a line is answered while all others are still looked at.
func TestLinesDoNotWait(t *testing.T) {
	caught := make(chan *document, 1)
	methods["test/document"] = func(of *server, _ context.Context, _ *jrpc2.Request) (any, error) {
		d, err := of.document("file:///a.s")
		caught <- d
		return nil, err
	}
	defer delete(methods, "test/document")
	c := begin(t, "")
	c.open("file:///a.s", "asm", "\tpshufd $27, %xmm0, %xmm0 # xmm0 = xmm0[0,1,2,3]\n")
	c.ask("test/document", nil, nil)
	d := <-caught
	d.work.Lock() // as whoever looks at all lines does
	var hints []inlayHint
	c.ask("textDocument/inlayHint", rangeParams{documentName{d.uri}, textRange{End: position{Line: 1}}}, &hints)
	if len(hints) != 1 || !strings.Contains(c.hovered(d.uri, position{0, 3}), "reverse") {
		t.Errorf("%+v", hints)
	}
	for _, method := range []string{"textDocument/definition", "textDocument/completion"} {
		c.ask(method, positionParams{documentName{d.uri}, position{0, 3}}, nil)
	}
	d.work.Unlock()
	if n := len(c.findings(d.uri, 1)); n != 1 {
		t.Errorf("%d findings", n)
	}
	c.leave()
}

// An editor that takes back a question is told so, or has the answer; the session goes on.
func TestCancel(t *testing.T) {
	c := begin(t, "")
	c.open("file:///a.s", "asm", strings.Repeat("\tpshufd $27, %xmm0, %xmm0\n", 50))
	c.send(object{"id": 99, "method": "textDocument/hover", "params": positionParams{documentName{"file:///a.s"}, position{1, 3}}})
	c.tell("$/cancelRequest", object{"id": 99})
	for r := c.read(); string(r.ID) != "99"; r = c.read() {
	}
	if said := c.hovered("file:///a.s", position{1, 3}); !strings.Contains(said, "reverse") {
		t.Error(said)
	}
	c.leave()
}

// A text that is too long is not looked at, and said so; one that edits make longer than can be kept is closed.
func TestLongTexts(t *testing.T) {
	c := begin(t, "")
	long := strings.Repeat("pshufd $27, %xmm0, %xmm0\n", mostAnalysed/25+1)
	c.open("file:///a.s", "asm", long)
	if found := c.findings("file:///a.s", 1); len(found) != 1 || found[0].Code != "too-long" {
		t.Errorf("%+v", found)
	}
	p := positionParams{documentName{"file:///a.s"}, position{1, 3}}
	if said := c.hovered("file:///a.s", p.Position); said != "" {
		t.Error(said)
	}
	for _, method := range []string{"textDocument/definition", "textDocument/completion"} {
		c.ask(method, p, nil)
	}
	c.actions("file:///a.s", textRange{End: position{1000, 0}})
	for v := range mostText/len(long) + 1 {
		c.tell("textDocument/didChange", didChangeParams{documentVersion{"file:///a.s", v + 2}, []change{{&textRange{}, long}}})
	}
	if wrong := c.try("textDocument/hover", p, nil); !strings.Contains(wrong, "is not open") {
		t.Error(wrong)
	}
	c.leave()
}

// A panic costs its answer, which says so, and the log has it.
func TestBug(t *testing.T) {
	var log bytes.Buffer
	c := connect(t, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	methods["test/bug"] = func(*server, context.Context, *jrpc2.Request) (any, error) { panic("a lane too many") }
	defer delete(methods, "test/bug")
	c.ask("initialize", object{}, nil)
	if wrong := c.try("test/bug", nil, nil); !strings.Contains(wrong, "a bug in Lanescope, in the log: a lane too many") {
		t.Error(wrong)
	}
	c.leave()
	if !strings.Contains(log.String(), "TestBug") {
		t.Error(log.String())
	}
}
