package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lanescope/lanescope/internal/ending"
)

// An answer that comes when the time is over is none: it may be that of a search which was cut short.
func TestAnswerBehindTheEnd(t *testing.T) {
	s := newServer(t, time.Minute)
	e := tools[1].asked()
	const request = `{"a":"<2 x i8> 1 0","b":"<2 x i8> 1 0"}`
	if answer, err := s.answer(t.Context(), e, request); err != nil || !strings.Contains(string(answer), `"equal"`) {
		t.Errorf("%s, %v", answer, err)
	}
	answer, err := s.answer(ending.After(t.Context(), 0), e, request)
	if answer != nil || err == nil || err.Error() != "there is no answer within 1m0s" {
		t.Errorf("%s, %v", answer, err)
	}
	<-s.desks
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if answer, err := s.answer(ctx, e, request); answer != nil || err == nil || err.Error() != "there is no answer within 1m0s" { // for which nobody had a desk
		t.Errorf("%s, %v", answer, err)
	}
}

// A tool that asks what does not exist is a wrong table.
func TestWrongTable(t *testing.T) {
	defer func() {
		if r := recover(); r != "the tool x asks none, which does not exist" {
			t.Errorf("%v", r)
		}
	}()
	(&tool{name: "x", endpoint: "none"}).asked()
	t.Error("it is asked")
}

// The root is closed as soon as the server ends, and not when somebody collects it.
func TestRootIsClosed(t *testing.T) {
	open := func() int {
		all, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(all)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	root := t.TempDir()
	before := open()
	for range 20 {
		if err := Serve(t.Context(), strings.NewReader(""), io.Discard, Options{Root: root}); err != nil {
			t.Fatal(err)
		}
	}
	if after := open(); after >= before+20 {
		t.Errorf("%d files are open, and %d were", after, before)
	}
}

// A file is read up to a million bytes, a text or a path is given and not both, and where there is no root a path is a field like others.
func TestFilesOfCalls(t *testing.T) {
	dir := t.TempDir()
	for name, n := range map[string]int{"most": mostFile, "more": mostFile + 1, "none": 0} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Repeat("x", n)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "..", "other"), filepath.Join(dir, "out")); err != nil {
		t.Skip(err)
	}
	s := newServer(t, time.Minute)
	scan, prove := &tool{name: "scan", endpoint: "scan", reads: true}, &tool{name: "prove", endpoint: "prove"}
	for _, arguments := range []string{`{"path":"most"}`, `{"path":7,"text":"x"}`} {
		if got, err := s.withFile(scan, json.RawMessage(arguments)); err != nil || string(got) != arguments {
			t.Errorf("without a root %s is %s, %v", arguments, got, err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	s.root = root
	for _, row := range []struct{ arguments, want, wrong string }{
		{`{"path":"none","target":"sse2"}`, `{"name":"none","target":"sse2","text":""}`, ""}, {`{"path":"most"}`, fmt.Sprintf(`{"name":"most","text":"%s"}`, strings.Repeat("x", 1<<20)), ""}, {`{"path":"none","name":"x"}`, `{"name":"none","text":""}`, ""},
		{`{"path":"more"}`, "", "more is longer than 1048576 bytes"}, {`{"path":"."}`, "", ". is no file"}, {`{"path":7}`, "", "path: expected a text"}, {`{"path":"none","text":"x"}`, "", "there is a text and a path: expected one of them"}, {`{"path":"gone"}`, "", "statat gone: no such file or directory"},
		{`{"path":"out"}`, "", "statat out: path escapes from parent"}, {`{"path":"../x"}`, "", "statat ../x: path escapes from parent"},
		{`{"text":"x"}`, `{"text":"x"}`, ""}, {`[1]`, `[1]`, ""}, {`null`, `null`, ""}, {"", "", ""},
	} {
		got, err := s.withFile(scan, json.RawMessage(row.arguments))
		if string(got) != row.want || (err == nil) != (row.wrong == "") || err != nil && (got != nil || err.Error() != row.wrong) {
			t.Errorf("%s is %.80s, %v; want %.80s, %s", row.arguments, got, err, row.want, row.wrong)
		}
		if got, err := s.withFile(prove, json.RawMessage(row.arguments)); err != nil || string(got) != row.arguments {
			t.Errorf("%s of a tool that reads nothing is %.80s, %v", row.arguments, got, err)
		}
	}
	r := s.call(t.Context(), scan, json.RawMessage(`{"path":"gone"}`))
	if text := r.Content[0].(*mcp.TextContent).Text; !r.IsError || r.StructuredContent != nil || text != "error: statat gone: no such file or directory" {
		t.Errorf("%q", text)
	}
}

// Every tool says what it is for, and what a call may say: what a tool sets beside it is its default, and a path stands beside the text where files are read.
func TestSchemas(t *testing.T) {
	for k := range tools {
		tool := &tools[k]
		if text := tool.description(); !strings.HasPrefix(text, "Says "+tool.asked().Says+". ") || !strings.HasSuffix(text, " "+tool.says) {
			t.Errorf("%s: %s", tool.name, text)
		}
		usual := tool.asked().RequestSchema()["properties"].(object)
		for _, root := range []bool{false, true} {
			schema := tool.schema(root)
			properties := schema["properties"].(object)
			for name, p := range properties {
				was, given := usual[name].(object)
				if name == "path" && tool.reads && root {
					if p.(object)["type"] != "string" || given {
						t.Errorf("%s: a path is %v", tool.name, p)
					}
					continue
				}
				want := was["default"]
				if value, ok := tool.usual[name]; ok {
					want = value
				}
				if got := p.(object)["default"]; !given || got != want || p.(object)["type"] != was["type"] {
					t.Errorf("%s: %s is %v, and of the endpoint %v", tool.name, name, p, was)
				}
			}
			wanted := len(usual)
			if tool.reads && root {
				wanted++
				if required := schema["required"].([]string); required == nil || len(required) > 0 {
					t.Errorf("%s wants %q", tool.name, required)
				}
			}
			if len(properties) != wanted {
				t.Errorf("%s has %d fields, want %d", tool.name, len(properties), wanted)
			}
		}
	}
	if got := (&tool{endpoint: "prove"}).description(); got != "Says "+tools[1].asked().Says+"." {
		t.Errorf("%q", got)
	}
}
