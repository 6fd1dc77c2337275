package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/campaign/queue"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/cli"
	"github.com/lanescope/lanescope/internal/lsp"
	"github.com/lanescope/lanescope/internal/mcp"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/internal/web"
)

// patience is more than any test takes: what a command says of its progress would depend on how busy the machine is.
const patience = time.Hour

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"lanescope": func() {
			told, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
			context.AfterFunc(told, stop)
			os.Exit(cli.Run(os.Args[1:], cli.System{Context: told, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Patience: patience, Pages: pages, Agent: agent, Editor: editor, Campaigns: campaigns}))
		},
	})
}

// campaigns are had done as the program has them done.
var campaigns = cli.Campaigns{
	Run: func(ctx context.Context, f *campaign.Folder, o cli.CampaignRun) error {
		return queue.Run(ctx, f, queue.Options{URL: o.URL, Listen: o.Listen, Workers: o.Workers, Replicas: o.Replicas, Progress: o.Progress, Log: o.Log})
	},
	Work: func(ctx context.Context, o cli.CampaignWork) error {
		return queue.Work(ctx, queue.WorkOptions{URL: o.URL, Dir: o.Dir, Tool: o.Version, Workers: o.Workers, Idle: o.Idle, Log: o.Log})
	},
}

// agent answers agents, as the program does.
func agent(ctx context.Context, in io.Reader, out io.Writer, o cli.AgentOptions) error {
	return mcp.Serve(ctx, in, out, mcp.Options{Version: o.Version, Root: o.Root, Deadline: o.Deadline, Log: o.Log})
}

// editor answers editors, as the program does.
func editor(ctx context.Context, in io.Reader, out io.Writer, o cli.EditorOptions) error {
	return lsp.Serve(ctx, in, out, lsp.Options{Version: o.Version, Target: o.Target, Log: o.Log})
}

// pages are those of cmd/lanescope.
var pages = cli.Pages{
	Serve: func(ctx context.Context, o cli.ServeOptions, ready func(url string)) error {
		return web.New(web.Options{Version: o.Version, Log: o.Log, AtOnce: o.AtOnce, Deadline: o.Deadline}).Serve(ctx, o.Addr, ready)
	},
	Site: func(ctx context.Context, o cli.SiteOptions) error {
		return web.Site{Version: o.Version, Wasm: o.Wasm}.Write(ctx, o.Dir)
	},
}

// The scripts are the contract of the command line, one file a promise.
func TestScripts(t *testing.T) {
	params := testscript.Params{Dir: "testdata/script", UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != ""}
	if testing.Short() { // those in which several goroutines work
		params.Dir, params.Files = "", []string{"testdata/script/g13batch.txtar", "testdata/script/g13dispatch.txtar", "testdata/script/scan.txtar"}
	}
	testscript.Run(t, params)
}

// run executes a command line in the test's process.
func run(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, diag bytes.Buffer
	code = cli.Run(args, cli.System{Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &diag, Getenv: func(string) string { return "" }, Patience: patience, Campaigns: campaigns})
	return code, out.String(), diag.String()
}

// Every help opens with three examples, and they work: each is given to a shell in which lanescope is this program.
func TestHelpExamplesWork(t *testing.T) {
	if testing.Short() {
		t.Skip("the examples are run without -short")
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("the examples need a shell: ", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	all := commands(nil)
	if !slices.ContainsFunc(all, func(path []string) bool { return slices.Equal(path, []string{"svp64", "older"}) }) {
		t.Errorf("commands of commands are not found: %q", all)
	}
	for _, path := range all {
		_, help, _ := run("", append(slices.Clone(path), "--help")...)
		lines := strings.Split(help, "\n")
		if len(lines) < 6 || lines[2] != "Examples:" {
			t.Errorf("%v --help does not open with examples:\n%s", path, help)
			continue
		}
		for _, example := range lines[3:6] {
			if !strings.HasPrefix(example, "  ") || !strings.Contains(example, "lanescope") {
				t.Errorf("%v --help: %q is no example", path, example)
				continue
			}
			if strings.Contains(example, "completion") && strings.Contains(example, "> ") || strings.Contains(example, "man -l") {
				continue // these install something, or need a pager
			}
			// The test binary is lanescope if it is called so.
			dir := t.TempDir()
			if err := os.Symlink(self, dir+"/lanescope"); err != nil {
				t.Skip(err)
			}
			cmd := exec.Command(sh, "-c", example)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
			if slices.Equal(path, []string{"site"}) {
				buildsQuickly(t, dir)
			}
			if slices.Equal(path, []string{"serve"}) {
				serves(t, dir, strings.Fields(example)[1:])
				continue
			}
			if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
				t.Errorf("%v --help: %s\n%v\n%s", path, example, err, out)
			}
		}
	}
}

// buildsQuickly puts a library into a folder, and a Go tool that builds it at once.
func buildsQuickly(t *testing.T, dir string) {
	t.Helper()
	const wasm = "\x00asm\x01\x00\x00\x00"
	const tool = `#!/bin/sh
while [ "$1" != -o ]; do shift; done
cp lanescope.wasm "$2"
`
	for name, text := range map[string]string{"lanescope.wasm": wasm, "go": tool} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// serves starts a server as an example does, but at a port that is free, asks it, and interrupts it.
func serves(t *testing.T, dir string, args []string) {
	t.Helper()
	cmd := exec.Command(dir+"/lanescope", append(args, "--addr", "127.0.0.1:0")...)
	out, in := io.Pipe()
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = in, &log
	ended := make(chan error, 1)
	go func() {
		err := oracle.Usual.Run(cmd)
		in.CloseWithError(err)
		ended <- err
	}()
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%q says nothing: %v; %s", args, err, &log)
	}
	defer cmd.Process.Kill()
	go io.Copy(io.Discard, out)
	r, err := http.Post(strings.TrimSpace(url)+"api/prove", "application/json", strings.NewReader(`{"a":"<2 x i8> 1 0","b":"i8x2 -> a1 a0"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	answer, err := io.ReadAll(r.Body)
	if err != nil || !strings.Contains(string(answer), `"verdict":"equal"`) {
		t.Errorf("%q: %s %v", args, answer, err)
	}
	http.DefaultClient.CloseIdleConnections()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("%q, interrupted: %v; %s", args, err, &log)
	}
	if logged := strings.Contains(log.String(), "endpoint=prove status=200"); logged == slices.Contains(args, "--quiet") {
		t.Errorf("%q: log %q", args, &log)
	}
}

// commands are the words of each command that a help names, from a command on.
func commands(path []string) (all [][]string) {
	_, help, _ := run("", append(slices.Clone(path), "--help")...)
	all = append(all, path)
	_, list, _ := strings.Cut(help, "\nCommands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	for line := range strings.Lines(list) {
		if words := strings.Fields(line); len(words) > 0 {
			all = append(all, commands(append(slices.Clone(path), words[0]))...)
		}
	}
	return all
}

// A batch answers in order, one object a line, and goes on after a bad one.
func TestBatchIsOneObjectALine(t *testing.T) {
	var in strings.Builder
	const n = 3000
	for i := range n {
		if i%7 == 3 {
			fmt.Fprintf(&in, "<4 x i32> 0 %d\r\n", 8+i)
			continue
		}
		fmt.Fprintf(&in, "i8x%d -> a%d\n", n, i)
	}
	code, out, diag := run(in.String(), "explain", "--batch", "-")
	if code != 1 || diag != "" {
		t.Fatalf("exit code %d, diagnostics %q", code, diag)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != n {
		t.Fatalf("%d lines for %d", len(lines), n)
	}
	for i, line := range lines {
		var got struct {
			Schema string
			Map    string
			Error  *struct {
				Message   string
				Line, Col int
			}
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil || !strings.HasPrefix(line, `{"schema":"lanescope.explain/1"`) {
			t.Fatalf("line %d: %s: %v", i+1, line, err)
		}
		if i%7 == 3 {
			if got.Error == nil || got.Error.Line != i+1 || got.Error.Col != 13 || !strings.Contains(got.Error.Message, fmt.Sprint("selector ", 8+i)) {
				t.Fatalf("line %d: %s", i+1, line)
			}
		} else if want := fmt.Sprintf("i8x%d -> a%d", n, i); got.Map != want {
			t.Fatalf("line %d: map %q, want %q", i+1, got.Map, want)
		}
	}
}

// A line of a batch that is too long is an error of that line alone, and what is read of it is bounded.
func TestBatchBoundsLines(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	code, out, _ := run("i8x1 -> a0\n"+long+"\n"+"i8x1 -> z\n\ni8x1 -> m", "explain", "--batch", "-")
	lines := strings.Split(out, "\n")
	if code != 1 || len(lines) != 6 || !strings.Contains(lines[1], "longer than 1048576 bytes") || !strings.Contains(lines[3], "expected a form") || !strings.Contains(lines[4], `"map":"i8x1 -> m"`) {
		t.Errorf("exit code %d, %d lines:\n%.200s", code, len(lines), strings.Join(lines, "\n"))
	}
}

// Errors of the streams are not lost.
func TestStreamErrors(t *testing.T) {
	fail := iotest.ErrReader(fmt.Errorf("the disk is gone"))
	var out, diag bytes.Buffer
	code := cli.Run([]string{"explain", "--batch", "-"}, cli.System{Stdin: fail, Stdout: &out, Stderr: &diag, Getenv: os.Getenv})
	if code != 1 || !strings.Contains(diag.String(), "the disk is gone") {
		t.Errorf("exit code %d: %s", code, diag.String())
	}
	diag.Reset()
	code = cli.Run([]string{"errata"}, cli.System{Stdin: fail, Stdout: badWriter{}, Stderr: &diag, Getenv: os.Getenv})
	if code != 1 || !strings.Contains(diag.String(), "no room") {
		t.Errorf("exit code %d: %s", code, diag.String())
	}
}

type badWriter struct{}

func (badWriter) Write([]byte) (int, error) { return 0, fmt.Errorf("no room") }

// A panic is a bug in Lanescope: exit code 3 and a report.
func TestPanicIsABug(t *testing.T) {
	var diag bytes.Buffer
	code := cli.Run([]string{"version"}, cli.System{Stdout: panicWriter{}, Stderr: &diag, Getenv: os.Getenv})
	if code != 3 || !strings.Contains(diag.String(), "a bug in Lanescope") || !strings.Contains(diag.String(), "on purpose") {
		t.Errorf("exit code %d: %s", code, diag.String())
	}
}

type panicWriter struct{}

func (panicWriter) Write([]byte) (int, error) { panic("on purpose") }

// Colours: the flag, then the environment's conventions, then whether a terminal looks on.
func TestColor(t *testing.T) {
	for _, row := range []struct {
		flag     string
		env      map[string]string
		terminal bool
		want     bool
	}{
		{"auto", nil, true, true},
		{"auto", nil, false, false},
		{"always", map[string]string{"NO_COLOR": "1"}, false, true},
		{"never", map[string]string{"CLICOLOR_FORCE": "1"}, true, false},
		{"auto", map[string]string{"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, true, false},
		{"auto", map[string]string{"CLICOLOR_FORCE": "1"}, false, true},
		{"auto", map[string]string{"CLICOLOR_FORCE": "0"}, false, false},
		{"auto", map[string]string{"TERM": "dumb"}, true, false},
	} {
		var out bytes.Buffer
		code := cli.Run([]string{"explain", "i8x4 -> a1 a0 z _", "--color", row.flag}, cli.System{
			Stdout: &out, Stderr: &out, Getenv: func(name string) string { return row.env[name] }, Terminal: row.terminal,
		})
		if got := strings.Contains(out.String(), "\x1b["); got != row.want || code != 0 {
			t.Errorf("--color %s %v terminal %v: coloured %v, exit code %d", row.flag, row.env, row.terminal, got, code)
		}
	}
}

// A colour that is none is wrong usage, also of a command that has nothing to colour.
func TestColorValues(t *testing.T) {
	for _, args := range [][]string{{"explain", "i8x1 -> z"}, {"explain", "--batch", "-"}, {"prove", "i8x1 -> z", "i8x1 -> z"}, {"version"}} {
		code, out, diag := run("", append(args, "--color", "purple")...)
		if code != 2 || out != "" || !strings.HasPrefix(diag, "lanescope: --color purple: expected auto, always or never\n") {
			t.Errorf("%q: exit code %d, %q, %q", args, code, out, diag)
		}
	}
}

// FuzzArguments: no command line of the commands that take text panics; exit codes are the four.
func FuzzArguments(f *testing.F) {
	f.Add("explain", "<4 x i32> 0 4 1 5", "--json")
	f.Add("prove", "i8x2 -> a0 .", "--strict")
	f.Add("draw", "i8x2 -> a0 d0", "--ascii")
	f.Add("errata", "101", "--json")
	chance.Fuzz(f, func(t *testing.T, command, arg, flag string) {
		switch command {
		case "explain", "prove", "draw", "patterns", "errata", "man", "version":
		default:
			t.Skip()
		}
		for _, word := range []string{arg, flag} {
			if strings.HasPrefix(word, "-o") || strings.HasPrefix(word, "--o") || strings.HasPrefix(word, "--b") {
				t.Skip() // writes or reads files
			}
		}
		args := []string{command, arg, flag}
		switch command {
		case "prove":
			args = append(args, arg)
		case "explain": // package lower has tests of its own, and its tables take longer than all the rest
			args = append(args, "--targets=none")
		}
		code, _, diag := run(arg, args...)
		if code < 0 || code > 2 {
			t.Fatalf("exit code %d for %q: %s", code, args, diag)
		}
	})
}
