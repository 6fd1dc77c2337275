package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// A client is an editor, of the protocol's types.
type client struct {
	testing.TB
	to     io.WriteCloser
	from   *channel
	id     int
	served chan error
	came   chan reply
	found  map[string]publishParams // the last findings of each document
}

// connect starts a server, and an editor that has asked nothing yet.
func connect(t testing.TB, o Options) *client {
	t.Helper()
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	if o.Quiet == 0 {
		o.Quiet = time.Nanosecond
	}
	c := &client{TB: t, to: fromEditor, from: &channel{in: bufio.NewReaderSize(toEditor, mostHeader)}, served: make(chan error, 1), came: make(chan reply, 1<<16), found: map[string]publishParams{}}
	go c.listen()
	go func() {
		c.served <- Serve(context.Background(), toServer, fromServer, o)
		fromServer.Close()
	}()
	t.Cleanup(func() {
		fromEditor.Close()
		toEditor.Close()
	})
	return c
}

// begin is connect, with the handshake done.
func begin(t testing.TB, options string) *client {
	t.Helper()
	c := connect(t, Options{Version: "1"})
	if options == "" {
		options = "{}"
	}
	c.ask("initialize", json.RawMessage(`{"capabilities":{"textDocument":{"hover":{"contentFormat":["markdown","plaintext"]}}},"initializationOptions":`+options+`}`), nil)
	c.tell("initialized", object{})
	return c
}

// leave ends the session as editors do.
func (c *client) leave() {
	c.Helper()
	c.ask("shutdown", nil, nil)
	c.tell("exit", nil)
	if err := c.left(); err != nil {
		c.Error(err)
	}
}

// left is how the session ended.
func (c *client) left() error {
	c.Helper()
	return <-c.served
}

// send writes a message.
func (c *client) send(m object) {
	c.Helper()
	m["jsonrpc"] = "2.0"
	b, err := json.Marshal(m)
	if err != nil {
		c.Fatal(err)
	}
	c.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(b), b))
}

func (c *client) raw(s string) {
	c.Helper()
	if _, err := io.WriteString(c.to, s); err != nil {
		c.Fatal(err)
	}
}

// tell sends a notification.
func (c *client) tell(method string, params any) {
	c.Helper()
	m := object{"method": method}
	if params != nil {
		m["params"] = params
	}
	c.send(m)
}

// reply is what comes from the server.
type reply struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *refusal
}

type refusal struct {
	Code    int
	Message string
}

// listen reads what comes, whether somebody waits for it or not, as editors do. The last is an error without a number.
func (c *client) listen() {
	for {
		b, err := c.from.read()
		var r reply
		if err == nil {
			err = json.Unmarshal(b, &r)
		}
		if err != nil {
			r = reply{Error: &refusal{Message: "gone: " + err.Error()}}
		}
		c.came <- r
		if err != nil {
			return
		}
	}
}

// read is the next message. Findings are kept.
func (c *client) read() (r reply) {
	c.Helper()
	r = <-c.came
	if r.Method == "textDocument/publishDiagnostics" {
		var p publishParams
		if err := json.Unmarshal(r.Params, &p); err != nil {
			c.Fatal(err)
		}
		c.found[p.URI] = p
	}
	return r
}

// ask sends a request, and reads up to its answer.
func (c *client) ask(method string, params, result any) {
	c.Helper()
	if wrong := c.try(method, params, result); wrong != "" {
		c.Fatalf("%s: %s", method, wrong)
	}
}

// try is ask, with what the server refuses.
func (c *client) try(method string, params, result any) (wrong string) {
	c.Helper()
	c.id++
	m := object{"id": c.id, "method": method}
	if params != nil {
		m["params"] = params
	}
	c.send(m)
	for {
		r := c.read()
		if r.Error != nil && strings.HasPrefix(r.Error.Message, "gone: ") {
			c.Fatalf("%s: %s", method, r.Error.Message)
		}
		if string(r.ID) != fmt.Sprint(c.id) {
			continue
		}
		if r.Error != nil {
			return fmt.Sprintf("%d %s", r.Error.Code, r.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(r.Result, result); err != nil {
				c.Fatalf("%s: %v: %s", method, err, r.Result)
			}
		}
		return ""
	}
}

// open opens a text.
func (c *client) open(uri, language, text string) {
	c.Helper()
	c.tell("textDocument/didOpen", didOpenParams{documentItem{uri, language, 1, text}})
}

// findings waits for those of a version.
func (c *client) findings(uri string, version int) []diagnostic {
	c.Helper()
	for {
		if p, ok := c.found[uri]; ok && p.Version == version {
			return p.Diagnostics
		}
		if r := c.read(); r.Error != nil && strings.HasPrefix(r.Error.Message, "gone: ") {
			c.Fatal(r.Error.Message)
		}
	}
}

// at is the position of the mark ‸ in a text, and the text without it.
func at(t testing.TB, marked string) (position, string) {
	t.Helper()
	before, after, ok := strings.Cut(marked, "‸")
	if !ok {
		t.Fatalf("no mark in %q", marked)
	}
	all := newText(before + after)
	return all.position(len(before)), all.all
}

// hovered is what a hover says, or nothing.
func (c *client) hovered(uri string, p position) string {
	c.Helper()
	var h *hover
	c.ask("textDocument/hover", positionParams{documentName{uri}, p}, &h)
	if h == nil {
		return ""
	}
	return h.Contents.Value
}

// actions are what can be done with a range.
func (c *client) actions(uri string, r textRange) (all []codeAction) {
	c.Helper()
	c.ask("textDocument/codeAction", rangeParams{documentName{uri}, r}, &all)
	return all
}

// edited is a text after an action.
func edited(t testing.TB, text, uri string, a codeAction) string {
	t.Helper()
	var changes []change
	for _, e := range a.Edit.Changes[uri] {
		changes = append(changes, change{&e.Range, e.NewText})
	}
	if len(changes) == 0 {
		t.Fatalf("%s changes nothing", a.Title)
	}
	after, err := newText(text).edited(changes)
	if err != nil {
		t.Fatal(err)
	}
	return after.all
}
