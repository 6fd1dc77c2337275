package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/cli"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/internal/web"
)

// Commands, a server and campaigns live in one process for as long as is said, and half of what they do is told to end at an instant by chance:
//
//	commands, batches    ─┐                     answers as of a process that was asked nothing else
//	requests to a server ─┼─ one process ──→    memory, goroutines and files as they were
//	campaigns, resumed   ─┘
//
//	go test -race ./cmd/lanescope -run Soak -v -timeout 3h -args -soak 2h

var soak = flag.Duration("soak", 4*time.Second, "how long commands, a server and campaigns live together")

// patience is how long an answer may take: a machine that is busy has the same as one that is not.
const patience = time.Hour

// asProgram has this test be the program.
const asProgram = "LANESCOPE_SOAK_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// A soakQuestion is a command, with what it reads.
type soakQuestion struct {
	args []string
	text string
}

// soakMasks are what batches have lines of.
const soakMasks = "<4 x i32> 0 4 1 5\n<8 x i16> 2 7 1 4 6 3 0 5\n<16 x i8> 3 25 0 17 9 30 12 4 22 1 7 28 14 11 19 6\n<8 x i32> 9 10 3 12 13 6 15 0\n<4 x i32> 0 1 2 9\n_mm_shuffle_epi32(a, 27)\n"

var soakQuestions = []soakQuestion{
	{[]string{"explain", "--json", "<4 x i32> 0 4 1 5"}, ""},
	{[]string{"explain", "--batch", "-", "--targets", "avx2,neon"}, soakMasks},
	{[]string{"lower", "--batch", "-", "--target", "ssse3"}, soakMasks},
	{[]string{"lower", "<16 x i8> 3 25 0 17 9 30 12 4 22 1 7 28 14 11 19 6", "--target", "sse2", "--json"}, ""},
	{[]string{"lower", "<8 x i16> 2 7 1 4 6 3 0 5", "--target", "avx2", "--emit", "c"}, ""},
	{[]string{"prove", "--json", "vec4(a.xy, b.zw)", "_mm_blend_ps(a, b, 12)"}, ""},
	{[]string{"translate", "<4 x i32> 0 4 1 5", "--to", "x86"}, ""},
	{[]string{"network", "transpose", "4x4", "--type", "i32", "--target", "sse2", "--json"}, ""},
	{[]string{"draw", "<8 x i16> 3 1 15 9 0 6 12 2"}, ""},
	{[]string{"scan", "--json", "../../internal/lsp/testdata/files"}, ""},
	{[]string{"g13", "asm", "../../internal/lsp/testdata/files/lanes_g13.s"}, ""},
	{[]string{"svp64", "asm", "--json", "sv.mv.swiz/vec3/w=16 *32,*64,ZYX"}, ""},
	{[]string{"visa", "run", "--json", "add (M1, 8) V32(0,0)<1> V33(0,0)<4;4,0> 10:d", "--var", "V33=lane"}, ""},
	{[]string{"visa", "find", "--json", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0"}, ""},
	{[]string{"tokens", "--json", "float4 r = float4(a.xy, b.zw);"}, ""},
	{[]string{"errata", "--json"}, ""},
}

// soakRequests are what a server is asked.
var soakRequests = [...][2]string{
	{"explain", `{"form":"<4 x i32> 0 4 1 5","targets":"avx2","forms":"none"}`},
	{"explain", `{"form":"<4 x i32> 0 1 2 9"}`},
	{"lower", `{"form":"<8 x i16> 2 7 1 4 6 3 0 5","target":"sse2"}`},
	{"prove", `{"a":"<4 x i8> 3 2 1 0","b":"<4 x i8> 3 2 1 1"}`},
	{"draw", `{"form":"<8 x i16> 3 1 15 9 0 6 12 2"}`},
	{"visa/eval", `{"text":"<8;4,1>"}`},
	{"lower", `{`},
}

// A soaking is the process, and what it should answer.
type soaking struct {
	t       *testing.T
	seed    uint64
	program string
	dir     string // of campaigns
	url     string
	answers []string // of soakQuestions
	replies []string // of soakRequests
	table   []byte   // a campaign's result

	asked, ended, compared atomic.Int64
	streams                atomic.Uint64
}

func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("lives for seconds")
	}
	s := &soaking{t: t, seed: chance.Seed(t), program: os.Args[0], dir: t.TempDir()}
	s.fresh()
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	ready := make(chan string, 1)
	go func() {
		served <- web.New(web.Options{Deadline: patience}).Serve(ctx, "127.0.0.1:0", func(url string) { ready <- url })
	}()
	s.url = <-ready
	deadline := time.Now().Add(*soak)
	s.live(time.Now().Add(*soak / 4)) // until all tables are there
	first := s.rest()
	rounds := 0
	var last standing
	for rounds == 0 || time.Now().Before(deadline) && !t.Failed() {
		s.live(time.Now().Add(max(*soak/16, time.Second)))
		last = s.rest()
		rounds++
		t.Logf("%d asked, %d of them told to end, %d answers compared: %v", s.asked.Load(), s.ended.Load(), s.compared.Load(), last)
	}
	first.grown(t, &last, *soak >= time.Minute)
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
	if s.compared.Load() == 0 || s.ended.Load() == 0 {
		t.Errorf("%d answers were compared, and %d commands told to end", s.compared.Load(), s.ended.Load())
	}
}

// fresh asks processes that are asked nothing else.
func (s *soaking) fresh() {
	for _, q := range soakQuestions {
		cmd := exec.Command(s.program, q.args...)
		cmd.Env = append(os.Environ(), asProgram+"=1")
		cmd.Stdin = strings.NewReader(q.text)
		out, err := oracle.Usual.Output(cmd)
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 || len(out) == 0 {
			s.t.Fatalf("%q: %v, %d bytes", q.args, err, len(out))
		}
		s.answers = append(s.answers, string(out))
	}
	for _, q := range soakRequests {
		r, err := http.NewRequest("POST", "/api/"+q[0], strings.NewReader(q[1]))
		if err != nil {
			s.t.Fatal(err)
		}
		r.RemoteAddr = "127.0.0.1:1"
		w := &reply{header: http.Header{}}
		web.New(web.Options{AtOnce: 1, Deadline: patience}).ServeHTTP(w, r)
		s.replies = append(s.replies, w.body.String())
	}
	dir := filepath.Join(s.dir, "c")
	cmd := exec.Command(s.program, s.campaign("run", dir)...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
		s.t.Fatalf("campaign: %v\n%s", err, out)
	}
	s.table = s.joined(dir)
}

// A reply is a response that stays.
type reply struct {
	header http.Header
	code   int
	body   strings.Builder
}

func (r *reply) Header() http.Header         { return r.header }
func (r *reply) WriteHeader(code int)        { r.code = code }
func (r *reply) Write(b []byte) (int, error) { return r.body.Write(b) }

// campaign is the command line of a campaign that takes less than a second.
func (s *soaking) campaign(verb, dir string) []string {
	args := []string{"campaign", verb, "--dir", dir, "--workers", "1"}
	if verb == "run" {
		args = append(args, "--kind", "table", "--target", "neon", "--shape", "4xi16", "--sample", "200", "--effort", "quick", "--shards", "10")
	}
	return args
}

// joined is the result of a campaign.
func (s *soaking) joined(dir string) []byte {
	u, err := campaign.Join(dir)
	if err != nil {
		s.t.Error(err)
		return nil
	}
	var b bytes.Buffer
	if err := u.Write(&b); err != nil {
		s.t.Error(err)
	}
	return b.Bytes()
}

// live has everybody ask until an instant.
func (s *soaking) live(until time.Time) {
	var all sync.WaitGroup
	for _, one := range []func(r *rand.Rand){s.command, s.command, s.request, s.request, s.resumed} {
		r := rand.New(rand.NewPCG(s.seed, s.streams.Add(1)))
		all.Go(func() {
			for time.Now().Before(until) && !s.t.Failed() {
				one(r)
			}
		})
	}
	all.Wait()
}

// mayEnd is a context, which every second time ends at an instant by chance.
func (s *soaking) mayEnd(r *rand.Rand, within time.Duration) (context.Context, context.CancelFunc) {
	s.asked.Add(1)
	if r.IntN(2) == 0 {
		return context.WithCancel(context.Background())
	}
	s.ended.Add(1)
	return context.WithTimeout(context.Background(), time.Duration(r.Int64N(int64(within))))
}

// run is what a command says that may be told to end.
func (s *soaking) run(ctx context.Context, text string, args ...string) (code int, out, diagnosis string) {
	var said, diag bytes.Buffer
	code = cli.Run(args, cli.System{
		Stdin: strings.NewReader(text), Stdout: &said, Stderr: &diag, Getenv: func(string) string { return "" }, Host: cli.Host,
		Campaigns: cli.Campaigns{Run: run, Work: work}, Context: ctx, Patience: patience,
	})
	return code, said.String(), diag.String()
}

// command asks a command.
func (s *soaking) command(r *rand.Rand) {
	k := r.IntN(len(soakQuestions))
	ctx, cancel := s.mayEnd(r, 60*time.Millisecond)
	defer cancel()
	q := &soakQuestions[k]
	code, out, diag := s.run(ctx, q.text, q.args...)
	switch {
	case code == 130 && ctx.Err() != nil:
	case code > 1 || out != s.answers[k]:
		s.t.Errorf("%q: exit code %d\n%s%s\nand of a process of its own\n%s", q.args, code, diag, out, s.answers[k])
	default:
		s.compared.Add(1)
	}
}

// request asks the server, and may not wait for the answer.
func (s *soaking) request(r *rand.Rand) {
	k := r.IntN(len(soakRequests))
	ctx, cancel := s.mayEnd(r, 20*time.Millisecond)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, "POST", s.url+"api/"+soakRequests[k][0], strings.NewReader(soakRequests[k][1]))
	if err != nil {
		s.t.Error(err)
		return
	}
	ask.Header["Idempotency-Key"] = nil // is not sent, and says that it may be asked again, where the server has just closed a connection that nobody used
	answer, err := http.DefaultClient.Do(ask)
	var body []byte
	if err == nil {
		body, err = io.ReadAll(answer.Body)
		answer.Body.Close()
	}
	switch {
	case err != nil && ctx.Err() != nil:
	case err != nil || string(body) != s.replies[k]:
		s.t.Errorf("%q: %v\n%s\nand of a server that was asked nothing else\n%s", soakRequests[k], err, body, s.replies[k])
	default:
		s.compared.Add(1)
	}
}

// resumed begins a campaign and resumes it until it is through, however often it was told to end.
func (s *soaking) resumed(r *rand.Rand) {
	dir, err := os.MkdirTemp(s.dir, "soak")
	if err != nil {
		s.t.Error(err)
		return
	}
	defer os.RemoveAll(dir)
	folder := filepath.Join(dir, "c")
	for k := 0; ; k++ {
		verb := "run"
		if opens(folder) {
			verb = "resume"
		}
		ctx, cancel := s.mayEnd(r, 400*time.Millisecond)
		code, _, diag := s.run(ctx, "", s.campaign(verb, folder)...)
		told := ctx.Err() != nil
		cancel()
		switch {
		case code == 130 && told:
			continue
		case code == 1 && verb == "run" && opens(folder): // one that was left behind has begun it since: a process would have ended
			continue
		case code != 0:
			s.t.Errorf("campaign %s: exit code %d after it was told to end %d times\n%s", verb, code, k, diag)
		case !bytes.Equal(s.joined(folder), s.table):
			s.t.Errorf("a campaign that was told to end %d times has another result", k)
		default:
			s.compared.Add(1)
		}
		return
	}
}

// opens says whether a campaign was begun in a folder.
func opens(folder string) bool {
	_, err := campaign.Open(folder)
	return err == nil
}

// everybody is where all goroutines are.
func everybody() []byte {
	all := make([]byte, 1<<20)
	return all[:runtime.Stack(all, true)]
}

// busy says whether a goroutine is still at what was asked.
func busy(stacks []byte) bool {
	return bytes.Contains(stacks, []byte("/internal/cli.")) || bytes.Contains(stacks, []byte("/internal/api."))
}

// few goroutines and files of the runtime and of net/http come and go.
const few = 4

// A standing is what a process has when it rests.
type standing struct {
	heap              uint64
	goroutines, files int
}

func (s standing) String() string {
	return fmt.Sprintf("%.1f MB, %d goroutines, %d files", float64(s.heap)/1e6, s.goroutines, s.files)
}

// rest waits until what was left behind is through, however long a busy machine takes for that, and looks. Connections that wait for another request are closed.
func (s *soaking) rest() (now standing) {
	http.DefaultClient.CloseIdleConnections()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		runtime.GC()
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			s.t.Fatal(err)
		}
		stacks := everybody()
		next := standing{m.HeapAlloc, runtime.NumGoroutine(), len(files)}
		if !busy(stacks) && next.goroutines == now.goroutines && next.files == now.files {
			return next
		}
		now = next
		time.Sleep(100 * time.Millisecond)
	}
	s.t.Errorf("it does not come to rest: %v", now)
	return now
}

// grown says what there is more of at the end than when all tables were there. Of memory, that is known of those only that live long enough.
func (s *standing) grown(t *testing.T, end *standing, long bool) {
	if end.goroutines > s.goroutines+few || end.files > s.files+few {
		t.Errorf("%v at the end, and %v at first\n%s", end, s, everybody())
	}
	if long && end.heap > s.heap+s.heap/5+8<<20 {
		t.Errorf("%v at the end, and %v at first", end, s)
	}
	t.Logf("at first %v; at the end %v", s, end)
}
