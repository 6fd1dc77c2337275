package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
)

// Counters say of each endpoint and status how many there were, how many took at most as long as each bound, and what is under way.
func TestCounters(t *testing.T) {
	r := chance.Random(t, 6)
	for range 50 {
		m := newCounters()
		names := []string{"page", "explain", "a/b", "lower"}
		type ended struct {
			l    labels
			took time.Duration
		}
		var all []ended
		begun := r.IntN(5)
		for range r.IntN(60) {
			m.begin()
			all = append(all, ended{labels{names[r.IntN(len(names))], []int{200, 404, 500}[r.IntN(3)]}, time.Duration(r.Int64N(int64(time.Millisecond) << r.IntN(15)))})
			if r.IntN(4) == 0 {
				all[len(all)-1].took = []time.Duration{time.Millisecond, 5 * time.Millisecond, 2 * time.Second, 10 * time.Second}[r.IntN(4)] // a bound is in its bucket
			}
			m.end(all[len(all)-1].l, all[len(all)-1].took)
		}
		for range begun {
			m.begin()
			m.panicked()
		}
		var b bytes.Buffer
		m.write(&b, 17)
		text := b.String()
		count := func(what func(e ended) bool) (n int) {
			for _, e := range all {
				if what(e) {
					n++
				}
			}
			return n
		}
		has := func(format string, of ...any) {
			t.Helper()
			if line := fmt.Sprintf(format, of...); strings.Count(text, "\n"+line+"\n") != 1 {
				t.Errorf("want a line %q in\n%s", line, text)
			}
		}
		last := ""
		for _, name := range []string{"a/b", "explain", "lower", "page"} {
			of := count(func(e ended) bool { return e.l.endpoint == name })
			for _, status := range []int{200, 404, 500} {
				if n := count(func(e ended) bool { return e.l == labels{name, status} }); n > 0 {
					line := fmt.Sprintf("lanescope_requests_total{endpoint=%q,code=\"%d\"} %d", name, status, n)
					if has("%s", line); strings.Index(text, line) < strings.Index(text, last) {
						t.Errorf("%q stands before %q", line, last)
					}
					last = line
				}
			}
			if of == 0 {
				if strings.Contains(text, fmt.Sprintf("%q", name)) {
					t.Errorf("%s was not asked, and is in\n%s", name, text)
				}
				continue
			}
			sum := 0.0
			for _, e := range all {
				if e.l.endpoint == name {
					sum += e.took.Seconds()
				}
			}
			for _, bound := range []string{"0.001", "0.005", "0.02", "0.1", "0.5", "2", "10"} {
				limit, err := time.ParseDuration(bound + "s")
				if err != nil {
					t.Fatal(err)
				}
				has("lanescope_request_seconds_bucket{endpoint=%q,le=%q} %d", name, bound, count(func(e ended) bool { return e.l.endpoint == name && e.took <= limit }))
			}
			has("lanescope_request_seconds_bucket{endpoint=%q,le=\"+Inf\"} %d", name, of)
			has("lanescope_request_seconds_count{endpoint=%q} %d", name, of)
			has("lanescope_request_seconds_sum{endpoint=%q} %g", name, sum)
		}
		has("lanescope_panics_total %d", begun)
		has("lanescope_requests_in_flight %d", begun)
		has("lanescope_requests_waiting 17")
		for _, name := range []string{"lanescope_heap_bytes", "lanescope_goroutines"} {
			if !regexp.MustCompile(`(?m)^` + name + ` [1-9]\d*$`).MatchString(text) {
				t.Errorf("there is no %s in\n%s", name, text)
			}
		}
		for _, kind := range []string{"requests_total counter", "request_seconds histogram", "panics_total counter", "requests_in_flight gauge", "requests_waiting gauge", "heap_bytes gauge", "goroutines gauge"} {
			if name, _, _ := strings.Cut(kind, " "); strings.Count(text, "# TYPE lanescope_"+kind+"\n") != 1 || strings.Count(text, "# HELP lanescope_"+name+" ") != 1 {
				t.Errorf("nothing says that there is the %s", kind)
			}
		}
	}
}

// A client is an address, or a network of IPv6; behind a proxy of this machine it is whom the proxy names last.
func TestClients(t *testing.T) {
	for _, row := range []struct{ remote, forwarded, want string }{
		{"192.0.2.7:1234", "", "192.0.2.7"}, {"192.0.2.7:1234", "198.51.100.1", "192.0.2.7"}, {"127.0.0.1:5", "", "127.0.0.1"}, {"127.0.0.1:5", "198.51.100.1", "198.51.100.1"}, {"127.0.0.1:5", "203.0.113.9, 198.51.100.1 ", "198.51.100.1"},
		{"127.0.0.1:5", "198.51.100.1, who", "127.0.0.1"}, {"[::1]:5", "198.51.100.1", "198.51.100.1"}, {"[::1]:5", "", "::/64"}, {"[2001:db8:1:2:3:4:5:6]:80", "", "2001:db8:1:2::/64"}, {"[2001:db8:1:2:ffff::1]:80", "", "2001:db8:1:2::/64"},
		{"127.0.0.1:5", "2001:db8::7", "2001:db8::/64"}, {"[::ffff:192.0.2.7]:80", "", "192.0.2.7"}, {"127.0.0.1:5", "::ffff:192.0.2.9", "192.0.2.9"}, {"a pipe", "198.51.100.1", "a pipe"}, {"host:80", "198.51.100.1", "host"}, {"", "", ""},
	} {
		r := httptest.NewRequest("POST", "/api/explain", nil)
		r.RemoteAddr = row.remote
		if row.forwarded != "" {
			r.Header.Set("X-Forwarded-For", row.forwarded)
		}
		if got := clientOf(r); got != row.want {
			t.Errorf("%s for %q is %s, want %s", row.remote, row.forwarded, got, row.want)
		}
	}
}

// The more wait, the shorter is a search, down to the shortest.
func TestTurn(t *testing.T) {
	for _, desks := range []int{1, 2, 5} {
		s := New(Options{AtOnce: desks, Deadline: time.Second})
		for waiting := range 100 {
			s.desks.waiting = waiting
			want := max(time.Second/time.Duration(waiting/desks+1), 50*time.Millisecond)
			if got := s.turn(); got != want {
				t.Errorf("%d wait for %d desks: %v, want %v", waiting, desks, got, want)
			}
		}
	}
	if s := New(Options{}); s.Deadline != 10*time.Second || s.AtOnce < 1 || s.Log == nil {
		t.Errorf("%+v", s.Options)
	}
}

// broken is a body that ends before it should.
type broken struct{ io.Reader }

func (b broken) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		err = errors.New("the line is cut")
	}
	return n, err
}

// asked is what a server says to a request, with headers and all.
func asked(s http.Handler, method, path string, body io.Reader, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, body)
	for k := 0; k < len(header); k += 2 {
		r.Header.Set(header[k], header[k+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// Each sort of answer has its status, its headers and its type; all say to browsers what they may do with it.
func TestHeaders(t *testing.T) {
	s := New(Options{Version: "v1", Deadline: time.Minute, AtOnce: 1})
	late := New(Options{Deadline: 1, AtOnce: 1})
	busy := New(Options{Deadline: time.Minute, AtOnce: 1})
	busy.desks.free, busy.desks.waiting = nil, mostWaiting
	const good = `{"a":"<2 x i8> 1 0","b":"<2 x i8> 1 0"}`
	var tag string
	for _, row := range []struct {
		of           *Server
		method, path string
		body         io.Reader
		status       int
		kind, answer string
		header       map[string]string
	}{
		{s, "POST", "/api/prove", strings.NewReader(good), 200, "application/json", `"verdict":"equal"`, map[string]string{"Cache-Control": "no-store", "Allow": "", "Retry-After": ""}},
		{s, "GET", "/api/prove", nil, 405, "application/json", "a question is sent with POST", map[string]string{"Allow": "POST"}},
		{s, "PUT", "/api/prove", strings.NewReader(good), 405, "application/json", "a question is sent with POST", map[string]string{"Allow": "POST"}},
		{s, "POST", "/api/proof", strings.NewReader(good), 404, "application/json", `there is no \"proof\": expected explain`, nil},
		{s, "POST", "/api/prove", broken{strings.NewReader(good)}, 400, "application/json", "the request ended before all of it was there", nil},
		{s, "POST", "/api/prove", strings.NewReader(good + strings.Repeat(" ", 1<<20-len(good))), 200, "application/json", `"verdict":"equal"`, nil},
		{s, "POST", "/api/prove", strings.NewReader(good + strings.Repeat(" ", 1<<20-len(good)+1)), 413, "application/json", "the request is longer than 1048576 bytes", nil},
		{late, "POST", "/api/prove", strings.NewReader(good), 503, "application/json", "there is no answer within 1ns", map[string]string{"Retry-After": "1"}},
		{busy, "POST", "/api/prove", strings.NewReader(good), 503, "application/json", "too many requests wait already", map[string]string{"Retry-After": "1"}},
		{s, "GET", "/healthz", nil, 200, "application/json", `"version":"v1"`, map[string]string{"Cache-Control": "no-store"}},
		{s, "GET", "/api/openapi.json", nil, 200, "application/json", `"version":"v1"`, nil},
		{s, "GET", "/metrics", nil, 200, "text/plain; version=0.0.4; charset=utf-8", `lanescope_requests_total{endpoint="prove",code="413"} 1`, nil},
		{s, "GET", "/", nil, 200, "text/html; charset=utf-8", "<!doctype html>", map[string]string{"Cache-Control": "no-cache"}},
		{s, "GET", "/index.html", nil, 200, "text/html; charset=utf-8", "<!doctype html>", nil},
		{s, "GET", "/style.css", nil, 200, "text/css; charset=utf-8", "{", nil},
		{s, "GET", "/views.js", nil, 200, "text/javascript; charset=utf-8", "export", nil},
		{s, "HEAD", "/views.js", nil, 200, "text/javascript; charset=utf-8", "", nil},
		{s, "POST", "/", nil, 405, "text/plain; charset=utf-8", "a page is read with GET", map[string]string{"Allow": "GET, HEAD"}},
		{s, "DELETE", "/style.css", nil, 405, "text/plain; charset=utf-8", "a page is read with GET", map[string]string{"Allow": "GET, HEAD"}},
		{s, "GET", "/none.js", nil, 404, "text/plain; charset=utf-8", "404 page not found", nil},
	} {
		w := asked(row.of, row.method, row.path, row.body)
		if body := w.Body.String(); w.Code != row.status || w.Header().Get("Content-Type") != row.kind || !strings.Contains(body, row.answer) || row.kind == "application/json" && (!json.Valid([]byte(body)) || !strings.HasSuffix(body, "}\n")) {
			t.Errorf("%s %s: %d of %q: %.200s; want %d of %q, %s", row.method, row.path, w.Code, w.Header().Get("Content-Type"), body, row.status, row.kind, row.answer)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": contentPolicy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s %s: %s is %q", row.method, row.path, name, got)
			}
		}
		for name, want := range row.header {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s %s: %s is %q, want %q", row.method, row.path, name, got, want)
			}
		}
		tag = cmp.Or(w.Header().Get("ETag"), tag)
	}
	if w := asked(s, "GET", "/views.js", nil, "If-None-Match", tag); w.Code != 304 || w.Body.Len() > 0 || !regexp.MustCompile(`^"[0-9a-f]{16}"$`).MatchString(tag) {
		t.Errorf("with the tag %s: %d, %d bytes", tag, w.Code, w.Body.Len())
	}
	if w := asked(s, "GET", "/style.css", nil, "If-None-Match", tag); w.Code != 200 {
		t.Errorf("with another file's tag: %d", w.Code)
	}
}

// A request is logged with what it was and how it ended, and with nothing of what was typed.
func TestLog(t *testing.T) {
	var log bytes.Buffer
	s := New(Options{Log: slog.New(slog.NewJSONHandler(&log, nil)), Deadline: time.Minute, AtOnce: 1})
	for _, row := range []struct {
		method, path, endpoint string
		status                 int
	}{{"POST", "/api/prove", "prove", 400}, {"GET", "/style.css", "page", 200}, {"GET", "/none", "page", 404}, {"POST", "/api/none", "page", 404}, {"GET", "/api/visa/run", "visa/run", 405}} {
		log.Reset()
		w := asked(s, row.method, row.path, strings.NewReader(`{"secret":1}`))
		var said struct {
			Level, Msg, Method, Endpoint, Client string
			Status, Bytes                        int
			Took                                 float64
		}
		if err := json.Unmarshal(log.Bytes(), &said); err != nil {
			t.Fatalf("%s: %v", &log, err)
		}
		if said.Level != "INFO" || said.Msg != "request" || said.Method != row.method || said.Endpoint != row.endpoint || said.Status != row.status || said.Status != w.Code || said.Bytes != w.Body.Len() || said.Client != "192.0.2.1" || said.Took <= 0 || strings.Contains(log.String(), "secret") {
			t.Errorf("%s %s: %s, and %d bytes were sent", row.method, row.path, &log, w.Body.Len())
		}
	}
	log.Reset()
	w := httptest.NewRecorder()
	s.watched(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "begun")
		panic("in the middle")
	})).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != http.StatusTeapot || w.Body.String() != "begun" || strings.Count(log.String(), "\n") != 2 || !strings.Contains(log.String(), `"panic":"in the middle"`) || !strings.Contains(log.String(), `"status":418,"bytes":5`) {
		t.Errorf("a bug behind the beginning of an answer: %d %q, %s", w.Code, w.Body, &log)
	}
}

// What cannot be a site is refused, with what would be right, and what is one has each file of the page.
func TestSitesRefused(t *testing.T) {
	dir := t.TempDir()
	wrong, file := filepath.Join(dir, "wrong"), filepath.Join(dir, "file")
	for _, name := range []string{wrong, file} {
		if err := os.WriteFile(name, []byte("\x00asm\x02\x00\x00\x00"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range []struct{ wasm, to, want string }{
		{wrong, filepath.Join(dir, "a"), wrong + " is no WebAssembly: expected what the Go tool makes of cmd/lanescope-wasm"}, {filepath.Join(dir, "none"), filepath.Join(dir, "b"), "no such file"}, {wrong, file, "not a directory"},
	} {
		if err := (Site{Wasm: row.wasm}).Write(context.Background(), row.to); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s to %s: %v, want %s", row.wasm, row.to, err, row.want)
		}
	}
	if err := os.WriteFile(wrong, []byte(wasmBegins), 0o600); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "site")
	if err := (Site{Wasm: wrong, Version: "v7"}).Write(context.Background(), to); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"index.html": `<html lang="en" data-wasm="lanescope.packed"`, "api/openapi.json": string(api.AppendOpenAPI(nil, "v7")), "style.css": "{", "views.js": "export"} {
		if b, err := os.ReadFile(filepath.Join(to, name)); err != nil || !bytes.Contains(b, []byte(want)) {
			t.Errorf("%s: %.100s, %v; want %.100s", name, b, err, want)
		}
	}
	t.Setenv("PATH", dir)
	if err := (Site{}).Write(context.Background(), to); err == nil || !strings.Contains(err.Error(), "the library is built with the Go tool, which is not there") {
		t.Errorf("without the Go tool: %v", err)
	}
}
