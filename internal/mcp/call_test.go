package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
)

// newServer is a server with one desk, whose bugs fail the test.
func newServer(t testing.TB, deadline time.Duration) *server {
	s := &server{Options: Options{Deadline: deadline, Log: slog.New(slog.DiscardHandler)}, desks: make(chan *api.Desk, 1)}
	s.desks <- new(api.Desk)
	return s
}

// Whatever a call says, it has an answer, of valid JSON where there is an object.
func FuzzCall(f *testing.F) {
	f.Add(uint8(0), `{"form":"<4 x i32> 0 4 1 5"}`)
	f.Add(uint8(1), `{"a":"<4 x i32> 0 4 1 5","b":"_mm_unpacklo_epi32(a, b)"}`)
	f.Add(uint8(5), `{"path":"x.s","text":7}`)
	f.Add(uint8(6), `{"text":"iadd r1, r1, 5\nstop","fuel":100}`)
	f.Add(uint8(8), `{"program":"mov (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1>","fuel":100,"var":["V33=lane"]}`)
	f.Add(uint8(0), `null`)
	chance.Fuzz(f, func(t *testing.T, which uint8, arguments string) {
		s := newServer(t, 5*time.Second)
		r := s.call(t.Context(), &tools[int(which)%len(tools)], json.RawMessage(arguments))
		text := r.Content[0].(*mcp.TextContent).Text
		if text == "" || strings.Contains(text, "a bug in Lanescope") {
			t.Errorf("%q: %q", arguments, text)
		}
		if b, ok := r.StructuredContent.(json.RawMessage); ok && !json.Valid(b) {
			t.Errorf("%q: %s", arguments, b)
		}
	})
}

// A call whose time is over has an answer that says so, and the desk is there for the next one once its work is done.
func TestLateCall(t *testing.T) {
	s := newServer(t, time.Nanosecond)
	for range 100 { // whether there is a desk, an answer or no time left is looked for at once
		r := s.call(t.Context(), &tools[0], json.RawMessage(`{"form":"<4 x i32> 0 4 1 5"}`))
		if text := r.Content[0].(*mcp.TextContent).Text; !r.IsError || !strings.Contains(text, "no answer within 1ns") {
			t.Errorf("error %t: %s", r.IsError, text)
		}
		s.desks <- <-s.desks // it comes back
	}
	s.Deadline = time.Minute
	if r := s.call(t.Context(), &tools[0], json.RawMessage(`{"form":"<4 x i32> 0 4 1 5"}`)); r.IsError {
		t.Error(r.Content[0].(*mcp.TextContent).Text)
	}
}

// The parts that an entry names are parts of its answer: no name is there that no answer ever has.
func TestShort(t *testing.T) {
	text, failed := (&tool{brief: []string{"ops", "sequence", "regs", "gone", "operands", "ended"}}).short([]byte(`{"ended":"done","operands":["b","a"],"ops":2,"sequence":["pshufd xmm0, xmm0, 1"],"regs":{"r1":["1","2"]},"more":1}`))
	if want := "ops: 2\nsequence:\n  pshufd xmm0, xmm0, 1\nregs:\n  r1: 1 2\noperands: b a\n"; failed || text != want {
		t.Errorf("failed %t:\n%s", failed, text)
	}
	if text, failed := (&tool{}).short([]byte(`{"a":1}`)); failed || text != "nothing" {
		t.Errorf("failed %t: %q", failed, text)
	}
}

// A failure has its place in front, as much of one as there is; what is none as it should be stands as it is.
func TestFailures(t *testing.T) {
	for answer, want := range map[string]string{
		`{"error":{"message":"no"}}`:                              "error: no",
		`{"error":{"message":"no","line":3,"col":7}}`:             "3:7: error: no",
		`{"error":{"message":"no","field":"a"},"map":"x"}`:        "a: error: no",
		`{"error":{"message":"no","field":"a","line":1,"col":1}}`: "a:1:1: error: no",
		`{"error":{"message":"no","field":"a","line":0,"col":9}}`: "a: error: no",
		`{"error":"no"}`: `"no"`,
		`{"error":{}}`:   "error:",
		`[1]`:            `[1]`,
		`no JSON`:        "no JSON",
	} {
		if text, failed := (&tool{brief: []string{"map"}}).short([]byte(answer)); !failed || text != want {
			t.Errorf("%s: failed %t, %q; want %q", answer, failed, text, want)
		}
	}
}

// A short answer has its parts in the tool's order, a few texts on a line, and of what is long so much.
func TestShortParts(t *testing.T) {
	many := func(n int) (list, lines string) {
		for k := range n {
			list += fmt.Sprintf(",%d", k)
			if k < 64 {
				lines += fmt.Sprintf("  %d\n", k)
			}
		}
		return "[" + strings.TrimPrefix(list, ",") + "]", lines
	}
	of := func(n int) (object, lines string) {
		for k := range n {
			object += fmt.Sprintf(`,"k%d":["a","%d"]`, k, k)
			if k < 64 {
				lines += fmt.Sprintf("  k%d: a %d\n", k, k)
			}
		}
		return "{" + strings.TrimPrefix(object, ",") + "}", lines
	}
	rows := map[string]string{
		`7`: "x: 7\n", `true`: "x: true\n", `"a\nb"`: "x: a\nb\n", `null`: "nothing", `""`: "nothing", `[]`: "nothing", `{}`: "nothing", `"done"`: "nothing", `["done"]`: "x:\n  done\n", `0`: "x: 0\n", `false`: "x: false\n",
		`["a","b"]`: "x: a b\n", `["a,","b"]`: "x:\n  a,\n  b\n", `["a"]`: "x:\n  a\n", `["a",1]`: "x:\n  a\n  1\n", `[["a","b"],{"c":1}]`: "x:\n  a b\n  {\"c\":1}\n",
		`{"k":"v","l":[1,2],"m":{"n":1}}`: "x:\n  k: v\n  l: [1,2]\n  m: {\"n\":1}\n",
	}
	for n := 36; n < 44; n++ {
		long := strings.Repeat("a", n-2)
		rows[fmt.Sprintf(`["%s","b"]`, long)] = "x: " + long + " b\n"
		if n > 40 {
			rows[fmt.Sprintf(`["%s","b"]`, long)] = "x:\n  " + long + "\n  b\n"
		}
	}
	for _, n := range []int{1, 63, 64, 65, 66, 100} {
		list, lines := many(n)
		if rows[list] = "x:\n" + lines; n > 64 {
			rows[list] += fmt.Sprintf("  and %d more\n", n-64)
		}
		object, lines := of(n)
		rows[object] = "x:\n" + lines
	}
	for value, want := range rows {
		if text, failed := (&tool{brief: []string{"none", "x"}}).short([]byte(`{"y":1,"x":` + value + `}`)); failed || text != want {
			t.Errorf("%.100s: failed %t, %q; want %q", value, failed, text, want)
		}
	}
}

// A request has what the call says, and what a tool says beside it where the call does not.
func TestRequests(t *testing.T) {
	usual := &tool{usual: object{"forms": "none", "n": 7}}
	for arguments, want := range map[string]string{
		"": `{"forms":"none","n":7}`, "{}": `{"forms":"none","n":7}`, "null": `{"forms":"none","n":7}`, `{"forms":"all"}`: `{"forms":"all","n":7}`, `{"n":null,"a":[1]}`: `{"a":[1],"forms":"none","n":null}`, "[1]": "", `"x"`: "", "{": "",
	} {
		if got, err := usual.request([]byte(arguments)); got != want || (err != nil) != (want == "") {
			t.Errorf("%s: %s, %v; want %s", arguments, got, err, want)
		}
		if got, err := new(tool).request([]byte(arguments)); err != nil || got != arguments && (arguments != "" || got != "{}") {
			t.Errorf("%s: %s, %v", arguments, got, err)
		}
	}
}

// A call whose asker is gone has another reason than one that is late.
func TestGone(t *testing.T) {
	s := newServer(t, time.Minute)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 {
		r := s.call(ctx, &tools[1], json.RawMessage(`{"a":"<2 x i8> 1 0","b":"<2 x i8> 1 0"}`))
		if text := r.Content[0].(*mcp.TextContent).Text; !r.IsError || text != "error: context canceled" {
			t.Errorf("%t: %s", r.IsError, text)
		}
		s.desks <- <-s.desks
	}
}

// A bug costs one answer, and is in the log by the time when it was.
func TestBug(t *testing.T) {
	var log bytes.Buffer
	s := newServer(t, time.Minute)
	s.Log = slog.New(slog.NewJSONHandler(&log, nil))
	<-s.desks
	s.desks <- nil // no desk where one should be
	r := s.call(t.Context(), &tools[2], json.RawMessage(`{"form":"<4 x i32> 3 2 1 0","target":"sse2"}`))
	text := r.Content[0].(*mcp.TextContent).Text
	var said struct{ Msg, ID, Endpoint, Panic, Stack string }
	if err := json.Unmarshal(log.Bytes(), &said); err != nil {
		t.Fatalf("%s: %v", &log, err)
	}
	at, err := time.Parse("20060102T150405.000000", said.ID)
	if since := time.Since(at); err != nil || since < 0 || since > time.Hour || !r.IsError || !strings.HasSuffix(text, "in the log as "+said.ID) {
		t.Errorf("%q, of %v: %s, %v", said.ID, at, text, err)
	}
	if said.Msg != "bug" || said.Endpoint != "lower" || said.Panic == "" || said.Stack == "" {
		t.Errorf("%+v", said)
	}
	if r := s.call(t.Context(), &tools[2], json.RawMessage(`{"form":"<4 x i32> 3 2 1 0","target":"sse2"}`)); r.IsError {
		t.Errorf("behind it: %s", r.Content[0].(*mcp.TextContent).Text)
	}
}
