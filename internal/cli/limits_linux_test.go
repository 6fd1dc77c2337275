package cli_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/cli"
)

// An input is how a command is given a text that somebody else wrote: - is standard input, @ a file, and = an argument. A command that reads none has a reason.
type input struct {
	command string
	args    []string
	why     string
}

var inputs = []input{
	{"explain", []string{"-", "=", "--batch -", "--batch @"}, ""},
	{"draw", []string{"-"}, ""},
	{"lower", []string{"- --target avx2", "--batch - --target sse2"}, ""},
	{"translate", []string{"- --to llvm"}, ""},
	{"prove", []string{"- i8x1->z", "i8x1->z -"}, ""},
	{"tokens", []string{"-"}, ""},
	{"network", []string{"- --target avx2", "transpose = --type i32 --target avx2"}, ""},
	{"table", []string{"= --to neon"}, ""},
	{"scan", []string{"@"}, ""},
	{"test", []string{"@"}, ""},
	{"patterns", []string{"="}, ""},
	{"errata", []string{"="}, ""},
	{"targets", []string{"="}, ""},
	{"man", []string{"="}, ""},
	{"discoveries", []string{"="}, ""},
	{"g13 asm", []string{"-", "@"}, ""},
	{"g13 dis", []string{"-", "@", "--raw @"}, ""},
	{"g13 run", []string{"-", "@"}, ""},
	{"g13 inspect", []string{"-", "@"}, ""},
	{"g13 debug", []string{"@ --script -", "/dev/null --script @"}, ""},
	{"g13 diff", []string{"@ @", "/dev/null @"}, ""},
	{"g13 ref", []string{"="}, ""},
	{"svp64 asm", []string{"-", "="}, ""},
	{"svp64 dis", []string{"-", "="}, ""},
	{"svp64 run", []string{"-", "@"}, ""},
	{"svp64 debug", []string{"@ --script -", "="}, ""},
	{"svp64 grid", []string{"="}, ""},
	{"svp64 older", []string{"=", "--back ="}, ""},
	{"svp64 same", []string{"="}, ""},
	{"visa check", []string{"-", "@"}, ""},
	{"visa fmt", []string{"-", "@"}, ""},
	{"visa dis", []string{"-", "@"}, ""},
	{"visa run", []string{"-", "@", "--batch -"}, ""},
	{"visa eval", []string{"=", "--batch -"}, ""},
	{"visa find", []string{"=", "--batch -"}, ""},
	{"visa split", []string{"=", "--batch -"}, ""},
	{"visa encode", []string{"=", "--batch -"}, ""},
	{"visa decode", []string{"=", "--batch -"}, ""},
	{"visa asm", []string{"@"}, ""},
	{"campaign run", []string{"--dir new --kind prove @"}, ""},
	{"campaign status", []string{"--dir @"}, ""},
	{"campaign verify", []string{"--dir @"}, ""},
	{"campaign merge", []string{"--dir @"}, ""},
	{"campaign report", []string{"--dir @"}, ""},
	{"campaign resume", []string{"--dir @"}, ""},
	{"lsp", []string{"<"}, ""},
	{"mcp", []string{"<"}, ""},

	{"", nil, "it shows the help"},
	{"g13", nil, "it shows the help"},
	{"svp64", nil, "it shows the help"},
	{"visa", nil, "it shows the help"},
	{"campaign", nil, "it shows the help"},
	{"completion", nil, "it shows the help"},
	{"completion bash", nil, "it reads nothing"},
	{"completion fish", nil, "it reads nothing"},
	{"completion powershell", nil, "it reads nothing"},
	{"completion zsh", nil, "it reads nothing"},
	{"version", nil, "it reads nothing"},
	{"site", nil, "it reads nothing of others"},
	{"serve", nil, "internal/web holds what requests may have"},
	{"campaign worker", nil, "it reads what a campaign of the same people has said"},
	{"visa gen", nil, "a program of Intel's reads it; its text is read as that of visa check"},
	{"visa audit", nil, "a program of Intel's made what it reads"},
}

// The texts that ask for more than anybody should have.
var worst = []struct {
	name string
	text func() io.Reader
}{
	{"100 MB", func() io.Reader { return io.LimitReader(endless("x\n"), 100<<20) }},
	{"100 MB of zeros", func() io.Reader { return io.LimitReader(endless("\x00"), 100<<20) }},
	{"a line of 10 MB", func() io.Reader { return io.LimitReader(endless("a."), 10<<20) }},
	{"a vector of 10^6 lanes", func() io.Reader {
		return io.MultiReader(strings.NewReader("<1000000 x i8> "), strings.NewReader(strings.Repeat("7 ", 1_000_000)))
	}},
	{"a million of lanes in a few bytes", func() io.Reader { return strings.NewReader("i1x1000000 -> a0") }},
	{"parentheses 10^5 deep", func() io.Reader {
		return strings.NewReader(strings.Repeat("(", 100_000) + strings.Repeat(")", 100_000))
	}},
	{"calls 10^5 deep", func() io.Reader { return io.LimitReader(endless("f("), 2*100_000) }},
	{"brackets 10^5 deep", func() io.Reader {
		return strings.NewReader(strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000))
	}},
	{"objects 10^5 deep", func() io.Reader {
		return strings.NewReader(strings.Repeat(`{"a":`, 100_000) + strings.Repeat("}", 100_000))
	}},
}

// An endless text repeats itself.
type endless string

func (e endless) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		n += copy(b[n:], e)
	}
	return n - n%len(e), nil
}

// head takes the beginning of what a command says, as head does, and then nothing more.
type head struct {
	taken int
	most  int
}

var errTaken = errors.New("that is enough")

func (h *head) Write(b []byte) (int, error) {
	if h.taken += len(b); h.taken > h.most {
		return 0, errTaken
	}
	return len(b), nil
}

// processed is the time that this process took of processors.
func processed(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Whatever text a command is given is refused, or answered, within a second of a quiet machine: of 100 MB, a line of 10 MB, a vector of 10^6 lanes, nesting of 10^5. Time is that of processors, and slow ones have five.
// Without -full, each way to give a command a text has one of the texts, by chance.
// Who answers in pieces, as batches do, has to end when nobody takes more of them. Only scan goes through as much as there is, some megabytes a second: of 100 MB it is not asked.
func TestWorstTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("without -short")
	}
	for _, path := range commands(nil) {
		if !slices.ContainsFunc(inputs, func(i input) bool {
			return i.command == strings.Join(path, " ") && (len(i.args) > 0) != (i.why != "")
		}) {
			t.Errorf("%q: no row says how it is given a text, or why it is not", path)
		}
	}
	const mostTime = 5 * time.Second
	r := chance.Random(t, 1)
	turns := map[string]int{}
	for _, row := range inputs {
		for _, line := range row.args {
			turns[row.command+" "+line] = r.IntN(len(worst))
		}
	}
	tried := 0
	var slowest time.Duration
	for turn, text := range worst {
		whole, err := io.ReadAll(text.text())
		if err != nil {
			t.Fatal(err)
		}
		t.Chdir(t.TempDir())
		if err := os.WriteFile("text", whole, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, row := range inputs {
			for _, line := range row.args {
				if row.command == "scan" && len(whole) > 50<<20 || !*full && turns[row.command+" "+line] != turn {
					continue
				}
				args := strings.Fields(row.command + " " + strings.NewReplacer("@", "text", "<", "").Replace(line))
				if k := slices.Index(args, "="); k >= 0 {
					args[k] = string(whole[:min(len(whole), 128<<10)]) // the longest that Linux has
				}
				var diag bytes.Buffer
				began := processed(t)
				code := cli.Run(args, cli.System{Stdin: bytes.NewReader(whole), Stdout: &head{most: 1 << 20}, Stderr: &diag, Getenv: func(string) string { return "" }, Patience: patience, Agent: agent, Editor: editor, Campaigns: campaigns})
				took := processed(t) - began
				tried++
				slowest = max(slowest, took)
				if took > mostTime/10 {
					t.Logf("%s %s: %v", row.command+" "+line, text.name, took.Round(10*time.Millisecond))
				}
				if code < 0 || code > 2 || took > mostTime || diag.Len() > 4<<10 || strings.Count(diag.String(), "\n") > 12 {
					t.Errorf("%s of %s: exit code %d after %v\n%.600s", row.command+" "+line, text.name, code, took, diag.String())
				}
			}
		}
	}
	t.Logf("%d texts, the slowest took %v", tried, slowest)
}

const (
	fourBack = "i32x4 -> a3 a2 a1 a0"
	legalMov = "mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>"
)

// printers are command lines that print something, and silent the commands without one, with the reason.
var (
	printers = [][]string{
		{"explain", fourBack}, {"explain", "--json", fourBack}, {"explain", "--batch", "-"}, {"draw", fourBack}, {"lower", fourBack, "--target", "sse2"}, {"translate", fourBack, "--to", "llvm"}, {"prove", fourBack, fourBack}, {"tokens", fourBack}, {"network", "transpose", "4x4", "--type", "i32", "--target", "sse2"},
		{"table", "pshufd xmm0, xmm1, *", "--to", "neon"}, {"scan", "l.s"}, {"test", "c.lanes"}, {"g13", "asm", "a.s"}, {"g13", "run", "a.s"}, {"g13", "inspect", "a.s"}, {"g13", "ref", "iadd"}, {"g13", "debug", "a.s", "--script", "-"}, {"svp64", "asm", "addi 3,3,1"}, {"svp64", "run", "p.s"}, {"svp64", "same", "XY.."},
		{"visa", "check", legalMov}, {"visa", "run", "add (M1, 8) V32(0,0)<1> V33(0,0)<4;4,0> 10:d", "--var", "V33=lane"}, {"visa", "eval", "<8;4,1>"}, {"visa", "encode", "V33(1,4)<8;4,2>"}, {"serve", "--addr", "127.0.0.1:0"},
		{"g13", "dis", "--raw", "a.s"}, {"g13", "diff", "a.s", "b.s", "--by", "instructions"}, {"svp64", "dis", "05406400 59109773"}, {"svp64", "debug", "p.s", "--script", "-"}, {"svp64", "grid", "sv.mv.swiz/vec3/w=16 *32,*64,ZYX"}, {"svp64", "older", "924"},
		{"visa", "fmt", "k.visaasm"}, {"visa", "asm", "k.decls"}, {"visa", "decode", "102100000001044503"}, {"visa", "split", "mov (M1, 16) V32(0,0)<1> V33(0,0)<16;16,1>"}, {"visa", "find", fourBack},
		{"patterns"}, {"errata"}, {"targets"}, {"discoveries"}, {"man"}, {"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"completion", "powershell"}, {"version"}, {"campaign", "status", "--dir", "proofs"},
	}
	silent = map[string]string{
		"lsp": "who asks it reads answers alone", "mcp": "as lsp", "site": "it writes a folder", "campaign worker": "it prints nothing", "campaign resume": "as campaign run", "campaign verify": "as campaign status", "campaign merge": "as campaign status", "campaign report": "as campaign status",
		"campaign run": "as campaign status", "visa gen": "Intel's program writes it", "visa audit": "as visa gen", "visa dis": "of an object that visa asm would have written", "": "the help of all", "g13": "a help", "svp64": "a help", "visa": "a help", "campaign": "a help", "completion": "a help",
	}
)

// What cannot be written costs one line and exit code 1, whatever the command: on a full disk, and with -o on one.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"a.s": "iadd r0, r1, r2\nstop\n", "b.s": "iadd r0, r1, r3\nstop\n", "l.s": "pshufd $27, %xmm0, %xmm1\n", "p.s": "addi 3,3,1\n",
		"c.lanes": "<4 x i32> 3 2 1 0 == <4 x i32> 3 2 1 0\n", "pairs": fourBack + " == <4 x i32> 3 2 1 0\n",
		"k.visaasm": "mov (M1, 8) V32(0,0)<1> 0x1:d\n", "k.decls": ".decl V32 v_type=G type=d num_elts=8 align=GRF\nmov (M1, 8) V32(0,0)<1> 0x1:d\n",
	} {
		writeFile(t, name, text)
	}
	if code, _, diag := run("", "campaign", "run", "--dir", "proofs", "--kind", "prove", "pairs"); code != 0 {
		t.Fatal(diag)
	}
	asked := map[string]bool{}
	for _, args := range printers {
		asked[args[0]], asked[strings.Join(args[:min(2, len(args))], " ")] = true, true
		onFullDisk(t, full, args)
		if args[0] != "serve" {
			onFullDisk(t, io.Discard, append(slices.Clone(args), "-o", "/dev/full"))
		}
	}
	for _, path := range commands(nil) {
		if name := strings.Join(path, " "); !asked[name] && silent[name] == "" {
			t.Errorf("%q: no row has it print something, or says why it prints nothing", name)
		}
	}
}

// onFullDisk wants a command to say once that the disk is full.
func onFullDisk(t *testing.T, out io.Writer, args []string) {
	t.Helper()
	stdin := fourBack + "\n"
	if len(args) > 1 && args[1] == "debug" {
		stdin = "step\nwhere\n"
	}
	var diag bytes.Buffer
	code := cli.Run(args, cli.System{Stdin: strings.NewReader(stdin), Stdout: out, Stderr: &diag, Getenv: func(string) string { return "" }, Patience: patience, Pages: pages})
	lines := slices.DeleteFunc(strings.Split(diag.String(), "\n"), func(line string) bool { return line == "" || strings.HasPrefix(line, "time=") }) // which is the log of serve
	if code != 1 || len(lines) != 1 || !strings.Contains(lines[0], "no space left on device") {
		t.Errorf("%q: exit code %d, %s", args, code, diag.String())
	}
}

// What cannot be opened costs one line, exit code 1, and the name of it.
func TestUnreadable(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Symlink("loop", "loop"); err != nil { // which keeps out root too
		t.Skip(err)
	}
	for _, args := range []string{"scan loop", "scan loop/x", "test loop", "g13 asm loop", "g13 dis loop", "g13 run loop", "g13 inspect loop", "g13 diff loop loop", "g13 debug loop --script -", "visa run x --vars loop", "visa check x --decls loop", "visa dis loop", "explain --batch loop", "campaign status --dir loop", "campaign run --dir d --kind prove loop", "version -o loop/x"} {
		code, out, diag := run("", strings.Fields(args)...)
		if code != 1 || out != "" || strings.Count(diag, "\n") != 1 || !strings.Contains(diag, "loop") {
			t.Errorf("%s: exit code %d, %q, %s", args, code, out, diag)
		}
	}
}
