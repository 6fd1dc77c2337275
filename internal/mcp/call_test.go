package mcp

import (
	"encoding/json"
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
