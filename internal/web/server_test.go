package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/web"
)

var full = flag.Bool("full", false, "10,000 malformed requests, 200 slow connections and 1,000 of the worst maps instead of a share: see docs/hosting.md")

// share is a number, or without -full a part of it.
func share(n, of int) int {
	if *full {
		return n
	}
	return n / of
}

// patience is more than any test waits for what must come.
const patience = time.Minute

// post asks a server and reads the answer.
func post(t testing.TB, s http.Handler, path, body string, header ...string) (status int, answer string) {
	t.Helper()
	r := httptest.NewRequest("POST", path, strings.NewReader(body))
	for k := 0; k < len(header); k += 2 {
		r.Header.Set(header[k], header[k+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func get(s http.Handler, path string) *http.Response {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w.Result()
}

func text(t testing.TB, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestStatuses(t *testing.T) {
	s := web.New(web.Options{Version: "v1"})
	for _, c := range []struct {
		path, body string
		status     int
		answer     string
	}{
		{"/api/explain", `{"form":"<4 x i32> 0 4 1 5","targets":"none","forms":"none"}`, 200, `"map":"i32x4 i32x4 -> a0 b0 a1 b1"`},
		{"/api/explain", `{"form":"<4 x i32> 0 1 2 9"}`, 200, `"error":{"message":`},
		{"/api/visa/eval", `{"text":"<8;4,1>"}`, 200, `"elements":[0,1,2,3,8,9,10,11]`},
		{"/api/lower", `{"form":"<4 x i32> 0 1 2 3"}`, 400, `target is missing`},
		{"/api/lower", `{`, 400, `no JSON`},
		{"/api/lowest", `{}`, 404, `expected explain, prove, lower,`},
		{"/api/explain", `{"form":"` + strings.Repeat("a", 1<<20) + `"}`, 413, `longer than 1048576 bytes`},
	} {
		status, answer := post(t, s, c.path, c.body)
		if status != c.status || !strings.Contains(answer, c.answer) || !json.Valid([]byte(answer)) {
			t.Errorf("%s %.60s: %d %s", c.path, c.body, status, answer)
		}
	}
	for path, want := range map[string]string{
		"/api/openapi.json": `"openapi":"3.1.0"`, "/healthz": `{"schema":"lanescope.health/1","status":"ok","version":"v1"}`,
		"/metrics": `lanescope_requests_total{endpoint="explain",code="413"} 1`, "/": "<!doctype html>",
	} {
		r := get(s, path)
		if body := text(t, r); r.StatusCode != 200 || !strings.Contains(body, want) {
			t.Errorf("GET %s: %d %s", path, r.StatusCode, body)
		}
		if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") {
			t.Errorf("GET %s: policy %q", path, policy)
		}
	}
	for path, status := range map[string]int{"/api/explain": 405, "/nothing": 404, "/../server.go": 307, "/page/index.html": 404, "/doc.go": 404} {
		if r := get(s, path); r.StatusCode != status {
			t.Errorf("GET %s: %d", path, r.StatusCode)
		}
	}
}

// A page of another host gets no answer, whatever it sends.
func TestOtherOriginsAreRefused(t *testing.T) {
	s := web.New(web.Options{})
	const body = `{"a":"<2 x i8> 1 0","b":"<2 x i8> 1 0"}`
	for _, c := range []struct {
		status int
		header []string
	}{
		{200, nil}, {200, []string{"Sec-Fetch-Site", "same-origin"}}, {200, []string{"Origin", "http://example.com"}}, // of httptest's own requests
		{403, []string{"Sec-Fetch-Site", "cross-site"}}, {403, []string{"Origin", "http://evil.example"}},
	} {
		if status, answer := post(t, s, "/api/prove", body, c.header...); status != c.status {
			t.Errorf("%q: %d %s", c.header, status, answer)
		}
	}
}

// A bug costs one answer, which has an id that the log has too.
func TestBugIsAnAnswer(t *testing.T) {
	var log bytes.Buffer
	s := web.New(web.Options{AtOnce: 1, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	s.BreakDesk()
	const body = `{"form":"<4 x i32> 0 1 2 9","target":"sse2","name":"secret"}`
	status, answer := post(t, s, "/api/lower", body)
	_, id, _ := strings.Cut(strings.TrimRight(answer, "\"}\n"), "in the log as ")
	if status != 500 || len(id) != 12 || !strings.Contains(log.String(), `"id":"`+id+`"`) || !strings.Contains(log.String(), `"stack":"`) {
		t.Errorf("%d %s; log %s", status, answer, &log)
	}
	if status, answer := post(t, s, "/api/lower", body); status != 200 {
		t.Errorf("behind a bug: %d %s", status, answer)
	}
	if text := text(t, get(s, "/metrics")); !strings.Contains(text, "lanescope_panics_total 1\n") {
		t.Error(text)
	}
	if strings.Contains(log.String(), "secret") {
		t.Errorf("what was typed is in the log: %s", &log)
	}
}

// Lines take turns: whoever asks for much waits behind whoever asks for little.
func TestQueueIsFair(t *testing.T) {
	q := web.NewQueue(1)
	desk, err := q.Take(context.Background(), "anna")
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	var all sync.WaitGroup
	wait := func(client string) {
		before := q.Standing()
		all.Go(func() {
			d, err := q.Take(context.Background(), client)
			if err != nil {
				t.Error(err)
			}
			order = append(order, client) // who has the one desk
			q.Give(d)
		})
		for end := time.Now().Add(patience); q.Standing() == before && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
	}
	for range 4 {
		wait("anna")
	}
	wait("ben")
	wait("ben")
	wait("cleo")
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := q.Take(gone, "dora"); !errors.Is(err, context.Canceled) || q.Standing() != 7 {
		t.Errorf("who leaves: %v, and %d wait", err, q.Standing())
	}
	q.Give(desk)
	all.Wait()
	if got := strings.Join(order, " "); got != "anna ben cleo anna ben anna anna" {
		t.Errorf("order %s", got)
	}
}

// A client who asks for too much at once is told so, and others are not.
func TestQueueIsBounded(t *testing.T) {
	q := web.NewQueue(1)
	desk, err := q.Take(context.Background(), "anna")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	const most = 1024
	for range most {
		all.Go(func() { _, _ = q.Take(ctx, "anna") })
	}
	for end := time.Now().Add(patience); q.Standing() < most && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if _, err := q.Take(ctx, "anna"); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("one more: %v", err)
	}
	all.Go(func() { _, _ = q.Take(ctx, "ben") })
	for end := time.Now().Add(patience); q.Standing() < most+1 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	cancel()
	all.Wait()
	if q.Standing() != 0 {
		t.Errorf("%d wait after all have left", q.Standing())
	}
	q.Give(desk)
	if _, err := q.Take(context.Background(), "ben"); err != nil {
		t.Error(err)
	}
}

// mangle makes a request malformed, or something else.
func mangle(rng *rand.Rand, request string) string {
	b := []byte(request)
	for range 1 + rng.IntN(4) {
		switch at := rng.IntN(len(b) + 1); rng.IntN(5) {
		case 0:
			b = b[:at]
		case 1:
			b = append(b[:at:at], b[min(at+1+rng.IntN(8), len(b)):]...)
		case 2:
			b = append(b[:at:at], append([]byte{byte(rng.Uint32())}, b[at:]...)...)
		case 3:
			n := rng.IntN(3) * rng.IntN(40000)
			b = append(b[:at:at], append(bytes.Repeat([]byte{"[{\"a0<,;9\\"[rng.IntN(10)]}, n), b[at:]...)...)
		default:
			b = append(b[:at:at], append([]byte(b[:at]), b[at:]...)...)
		}
	}
	return string(b)
}

// requests are ones that are answered, of all endpoints that need few words.
var requests = []struct{ name, body string }{
	{"explain", `{"form":"<4 x i32> 0 4 1 5","targets":["neon","sse2"],"forms":"spirv"}`},
	{"prove", `{"a":"<4 x i32> 0 1 4 5","b":"i64x2 i64x2 -> a0 b0"}`},
	{"lower", `{"form":"<4 x i32> 7 1 4 2","target":"sse2","effort":"quick"}`},
	{"network", `{"kind":"transpose","size":"4x4","type":"i32","target":"sse2"}`},
	{"translate", `{"form":"vec4(a.xy, b.zw)","to":"llvm"}`},
	{"draw", `{"form":"xmm2 = xmm0[1,0,3,2]; xmm0 = xmm2[0,0],xmm1[1,1]"}`},
	{"scan", `{"text":"pshufd xmm0, xmm1, 27\n"}`},
	{"g13/asm", `{"text":".rept 3\nmov_imm r0l, 7\n.endr\nstop"}`},
	{"g13/dis", `{"hex":"0e05c22218000000"}`},
	{"g13/run", `{"text":"iadd r1, r1, 5","uniforms":{"u1":"00000007"},"buffers":{"u2":"zero:64"},"grid":[64,2]}`},
	{"svp64/asm", `{"text":"sv.mv.swiz/vec3/w=16 *32,*64,ZYX"}`},
	{"svp64/run", `{"text":"mv.swiz r4,r8,W.Y.","reg":["r8=22222222_11111111"],"vl":2}`},
	{"svp64/run", `{"text":"setvl 0,0,2,0,1,1; sv.lwz *8,0(3); sv.stw *8,8(3)","reg":"r3=1000","mem":"0x1000=01","dump":"0x1008:8"}`},
	{"svp64/debug", `{"text":"loop: sv.mv.swiz/vec2 *32,*64,YX; bdnz loop","vl":2,"ctr":3,"position":5,"do":"back group","program":true,"svg":true}`},
	{"visa/check", `{"text":"mov (M1, 32) V32(0,0)<1> V33(0,0)<8;8,1>"}`},
	{"visa/run", `{"program":"add (M1, 8) V32(0,0)<1> V33(0,0)<4;4,0> 10:d","var":{"V33":"lane"}}`},
	{"visa/find", `{"form":"i32x4 -> a3 a2 a1 a0","budget":1000}`},
}

// Whatever is sent, there is an answer in JSON, no bug, and the server goes on.
func TestMalformedRequests(t *testing.T) {
	rng := chance.Random(t, 1)
	s := web.New(web.Options{Deadline: patience})
	counts := map[int]int{}
	n := share(10_000, 20)
	for k := range n {
		r := requests[k%len(requests)]
		body := mangle(rng, r.body)
		if k%50 == 49 {
			body += strings.Repeat(" ", 1<<20)
		}
		status, answer := post(t, s, "/api/"+r.name, body)
		counts[status]++
		if status != 200 && status != 400 && status != 413 || !json.Valid([]byte(answer)) {
			t.Fatalf("%s %.300q: %d %.300s", r.name, body, status, answer)
		}
	}
	t.Logf("%d requests by status: %v", n, counts)
	if counts[400] < n/4 || counts[413] < n/60 || counts[200] == 0 {
		t.Errorf("statuses %v: these requests are no test", counts)
	}
	if free := s.Free(patience); free != s.AtOnce {
		t.Errorf("%d of %d desks are back", free, s.AtOnce)
	}
}

// So it is where a number of a request is one at which something ends.
func TestRequestsAtEnds(t *testing.T) {
	s := web.New(web.Options{Deadline: patience})
	x := chance.Sample{R: chance.Random(t, 3), Of: 20}
	if *full {
		x.Of = 1
	}
	for _, r := range requests {
		for body := range chance.AtEnds(r.body) {
			if !x.Takes() {
				continue
			}
			status, answer := post(t, s, "/api/"+r.name, body)
			if status != 200 && status != 400 && status != 413 || !json.Valid([]byte(answer)) {
				t.Errorf("%s %q: %d %.300s", r.name, body, status, answer)
			}
			if status == 200 {
				x.Answered++
			}
		}
	}
	x.Ends(t, 10)
}

// FuzzHandlers sends any body to any endpoint.
func FuzzHandlers(f *testing.F) {
	endpoints := api.Endpoints()
	for _, r := range requests {
		for k, e := range endpoints {
			if e.Name == r.name {
				f.Add(byte(k), r.body)
			}
		}
	}
	s := web.New(web.Options{Deadline: patience})
	chance.Fuzz(f, func(t *testing.T, which byte, body string) {
		e := endpoints[int(which)%len(endpoints)]
		status, answer := post(t, s, "/api/"+e.Name, body)
		begins := func(schema string) bool { return strings.HasPrefix(answer, `{"schema":"`+schema+`"`) }
		if status != 200 && status != 400 && status != 413 || !json.Valid([]byte(answer)) || !begins(e.Schema) && (e.Other == "" || !begins(e.Other)) {
			t.Errorf("%s %q: %d %s", e.Name, body, status, answer)
		}
	})
}

// serving is a server at an address, until the test ends it.
func serving(t *testing.T, o web.Options) (s *web.Server, url string, end func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	s = web.New(o)
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- s.Serve(ctx, "127.0.0.1:0", func(url string) { ready <- url }) }()
	select {
	case url = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	return s, url, func() error { cancel(); return <-ended }
}

// worst are maps for which lowering takes longest: lanes without a pattern, wide, and of few bits.
func worst(rng *rand.Rand) string {
	shape := [...]struct{ lanes, bits int }{{64, 8}, {32, 8}, {128, 8}, {32, 16}, {64, 4}, {128, 1}, {256, 8}}[rng.IntN(7)]
	var b strings.Builder
	fmt.Fprintf(&b, "i%dx%d i%dx%d ->", shape.bits, shape.lanes, shape.bits, shape.lanes)
	for range shape.lanes {
		fmt.Fprintf(&b, " %c%d", "ab"[rng.IntN(2)], rng.IntN(shape.lanes))
	}
	return b.String()
}

// Under many requests for the worst maps, every one is answered in about the deadline, the heap stays bounded, and in the end no goroutine is left.
func TestServerUnderLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("all processors are busy for seconds")
	}
	rng := chance.Random(t, 2)
	before := runtime.NumGoroutine()
	const deadline = 2 * time.Second
	s, url, end := serving(t, web.Options{Deadline: deadline})
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 256}}
	var mu sync.Mutex
	counts, longest := map[int]int{}, time.Duration(0)
	var peak uint64
	var all sync.WaitGroup
	targets := api.TargetNames()
	asked := share(1000, 40)
	for range asked {
		body := fmt.Sprintf(`{"form":%q,"target":%q}`, worst(rng), targets[rng.IntN(len(targets))])
		all.Go(func() {
			var begun time.Time // when the connection was there: before that the client's own line was
			traced := httptrace.WithClientTrace(context.Background(), &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { begun = time.Now() }})
			request, err := http.NewRequestWithContext(traced, http.MethodPost, url+"api/lower", strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			request.Header.Set("Content-Type", "application/json")
			r, err := client.Do(request)
			if err != nil {
				t.Error(err)
				return
			}
			answer, err := io.ReadAll(r.Body)
			r.Body.Close()
			mu.Lock()
			defer mu.Unlock()
			counts[r.StatusCode]++
			longest = max(longest, time.Since(begun))
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
			if err != nil || !json.Valid(answer) || r.StatusCode != 200 && r.StatusCode != 503 {
				t.Errorf("%d %.200s %v", r.StatusCode, answer, err)
			}
		})
	}
	all.Wait()
	t.Logf("statuses %v, the longest %v, heap at most %d MiB", counts, longest, peak>>20)
	if done := counts[200] + counts[503]; done != asked || asked == 0 { // on a busy machine it may be too late for all of them; what is asked behind them is not
		t.Errorf("%d of %d were answered", done, asked)
	}
	if peak > 2<<30 {
		t.Errorf("the heap had %d bytes", peak)
	}
	if free := s.Free(patience); free != s.AtOnce {
		t.Errorf("%d of %d desks are back", free, s.AtOnce)
	}
	if status, answer := post(t, s, "/api/explain", requests[0].body); status != 200 {
		t.Errorf("behind all that: %d %s", status, answer)
	}
	client.CloseIdleConnections()
	if err := end(); err != nil {
		t.Error(err)
	}
	goneIn(t, before)
}

// goneIn waits until there are no more goroutines than before.
func goneIn(t *testing.T, before int) {
	t.Helper()
	for until := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, and %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// Connections that say nothing, or a byte now and then, keep nobody from an answer, and are ended.
func TestSlowConnections(t *testing.T) {
	before := runtime.NumGoroutine()
	_, url, end := serving(t, web.Options{})
	addr := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	var slow []net.Conn
	for k := range share(200, 4) {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		slow = append(slow, c)
		switch k % 3 {
		case 0: // says nothing
		case 1:
			fmt.Fprintf(c, "POST /api/explain HTTP/1.1\r\nHost: x\r\nX-")
		case 2:
			fmt.Fprintf(c, "POST /api/explain HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
		}
	}
	r, err := http.Post(url+"api/prove", "application/json", strings.NewReader(`{"a":"<2 x i8> 1 0","b":"<2 x i8> 1 0"}`))
	if err != nil || r.StatusCode != 200 {
		t.Fatalf("beside slow ones: %v %v", r, err)
	}
	r.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if *full { // the header's time is over
		for k, c := range slow {
			if k%3 == 2 {
				continue
			}
			_ = c.SetReadDeadline(time.Now().Add(web.HeaderTime + patience))
			if _, err := io.ReadAll(bufio.NewReader(c)); err != nil {
				t.Errorf("connection %d is not ended: %v", k, err)
			}
		}
	}
	for _, c := range slow {
		c.Close()
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	goneIn(t, before)
}

// Who is being answered when the server ends gets the answer.
func TestGracefulEnd(t *testing.T) {
	s, url, end := serving(t, web.Options{})
	got := make(chan string, 1)
	reader, writer := io.Pipe()
	go func() {
		r, err := http.Post(url+"api/prove", "application/json", reader)
		if err != nil {
			got <- err.Error()
			return
		}
		defer r.Body.Close()
		b, _ := io.ReadAll(r.Body)
		got <- string(b)
	}()
	io.WriteString(writer, `{"a":"<2 x i8> 1 0",`)
	for until := time.Now().Add(patience); !strings.Contains(text(t, get(s, "/metrics")), "lanescope_requests_in_flight 2\n"); time.Sleep(time.Millisecond) { // it, and this one
		if time.Now().After(until) {
			t.Fatal("the request does not arrive")
		}
	}
	ended := make(chan error, 1)
	go func() { ended <- end() }()
	io.WriteString(writer, `"b":"<2 x i8> 1 0"}`)
	writer.Close()
	if answer := <-got; !strings.Contains(answer, `"verdict":"equal"`) {
		t.Error(answer)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
