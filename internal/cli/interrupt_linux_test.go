package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/cli"
	"github.com/lanescope/lanescope/internal/oracle"
)

// A labour is how a command is kept busy for seconds: < gives it a text on standard input, @ names a file with one.
type labour struct {
	args string
	text func() string
}

const move = "mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>"

var (
	bits64 = func() string { return backwards(1, 64) }
	masks  = lines("<16 x i8> 3 25 0 17 9 30 12 4 22 1 7 28 14 11 19 6", 64<<20)
	moves  = lines(move, 4<<20-64)
	kernel = func() string {
		const declared = ".kernel \"k\"\n.decl V32 v_type=G type=d num_elts=8 align=GRF\n.decl V33 v_type=G type=d num_elts=8 align=GRF\n"
		return declared + lines(move, 4<<20-64-len(declared))()
	}
	asm     = lines("iadd r0, r0, r1", 32<<20)
	zeros   = func() string { return string(make([]byte, 32<<20)) }
	circle  = lines("x:\njmp_exec_any x", 1)
	costs   = lines("<16 x i8> 3 25 0 17 9 30 12 4 22 1 7 28 14 11 19 6 @ sse2 <= 1 ops\n<16 x i8> 3 5 0 17 9 30 12 4 22 1 7 28 14 11 19 6 @ sse2 <= 1 ops", 32<<10)
	pairs   = lines("pshufd $27 == <4 x i32> 3 2 1 0", 4<<20)
	listed  = lines("pshufb xmm1, xmm2\npunpcklbw xmm3, xmm1", 32<<20)
	operand = lines("src V33(1,4)<8;4,2>", 64<<20)
)

// lines are the same lines again and again, of so many bytes or more.
func lines(text string, size int) func() string {
	return func() string { return strings.Repeat(text+"\n", 1+size/(len(text)+1)) }
}

// backwards is a map of so many lanes of a width, in an order in which nothing is easy.
func backwards(bits, lanes int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "i%dx%d ->", bits, lanes)
	for i := range lanes {
		fmt.Fprintf(&b, " a%d", (i*i*7+i*11+lanes-1)%lanes)
	}
	return b.String()
}

// labours are what keeps commands busy. Those without have a reason, as in inputs.
var labours = map[string][]labour{
	"explain":         {{"< explain -", bits64}, {"< explain --batch - --targets all", masks}},
	"draw":            {{"draw -", nil}},
	"lower":           {{"< lower - --target avx2 --budget 16000000", func() string { return backwards(8, 64) }}, {"< lower --batch - --target sse2", masks}},
	"translate":       {{"< translate - --to x86", func() string { return backwards(8, 64) }}},
	"prove":           {{"prove - i8x1->z", nil}},
	"tokens":          {{"tokens -", nil}},
	"network":         {{"< network --batch - --target avx2", lines(`{"kind":"transpose","size":"16x16","type":"i16"}`, 1<<20)}},
	"table":           {{"table shufpd_xmm0,_xmm1,_* --to avx2 -o table", nil}},
	"scan":            {{"scan @", listed}},
	"test":            {{"test @", costs}},
	"g13 asm":         {{"g13 asm @.s", asm}},
	"g13 dis":         {{"g13 dis --raw @", zeros}},
	"g13 run":         {{"g13 run @.s --fuel 2000000000 --engine reference", circle}, {"g13 run @.s --fuel 2000000000 --engine reference --trace t", circle}},
	"g13 inspect":     {{"g13 inspect @.s", asm}},
	"g13 debug":       {{"< g13 debug loop.s --script - --fuel 2000000000", lines("run", 1)}},
	"g13 diff":        {{"g13 diff loop.s loop.s --fuel 2000000000", nil}},
	"svp64 run":       {{"svp64 run sv.s --limit 2000000000", nil}},
	"svp64 asm":       {{"< svp64 asm --batch -", lines("mv.swiz r4,r8,W.Y.", 64<<20)}},
	"svp64 dis":       {{"< svp64 dis --batch -", lines("05400000 10880d66", 64<<20)}},
	"visa check":      {{"visa check @", moves}, {"< visa check --batch -", moves}},
	"visa fmt":        {{"visa fmt @", moves}},
	"visa asm":        {{"visa asm @ @ @ @ @ @ @ @", kernel}},
	"visa run":        {{"visa run @ --fuel 2000000000", lines("L:\njmp (M1, 1) L", 1)}, {"< visa run --batch -", moves}},
	"visa eval":       {{"< visa eval --batch -", operand}},
	"visa find":       {{"< visa find --batch -", lines(backwards(8, 256), 1<<20)}},
	"visa split":      {{"< visa split --batch -", moves}},
	"visa encode":     {{"< visa encode --batch -", operand}},
	"visa decode":     {{"< visa decode --batch -", lines("src 102100000001044503", 64<<20)}},
	"campaign run":    {{"campaign run --dir new --kind prove @", pairs}, {"campaign run --dir new --kind table --target avx2 --shape 8xi32 --sample 20000", nil}},
	"campaign resume": {{"campaign resume --dir begun", nil}},
	"lsp":             {{"lsp", nil}},
	"mcp":             {{"mcp", nil}},
	"serve":           {{"serve --addr 127.0.0.1:0 --quiet", nil}},
}

// lasting are the commands that go on until they are told to end, which is no fault then.
var lasting = map[string]bool{"lsp": true, "mcp": true, "serve": true}

// interrupted is how a command ended that was told to.
type interrupted struct {
	code      int
	out, diag string
	wall, cpu time.Duration // behind the signal
	late      bool          // it had ended before
	early     bool          // it was not listening yet
}

// interrupts starts the program and tells it to end.
func interrupts(t *testing.T, program, dir string, args []string, text string, after time.Duration) (x interrupted) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir())
	var out, diag bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &diag
	in, held, err := os.Pipe() // from which nothing comes, until it ends
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer held.Close()
	if cmd.Stdin = in; text != "" {
		file := filepath.Join(t.TempDir(), "in")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		from, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		cmd.Stdin = from
	}
	wait, err := oracle.Usual.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = wait() // how it ended is asked of its state
		close(ended)
	}()
	for spent := time.Duration(0); spent < after && cmd.Process.Signal(syscall.Signal(0)) == nil; time.Sleep(time.Millisecond) {
		own, system := spentBy(cmd.Process.Pid)
		if spent = own + system; waits(cmd.Process.Pid) {
			after -= time.Millisecond // it has nothing to do
		}
	}
	before, _ := spentBy(cmd.Process.Pid)
	began := time.Now()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		x.late = true
	}
	select {
	case <-ended:
	case <-time.After(time.Minute):
		cmd.Process.Kill()
		t.Errorf("%q: it goes on a minute after it was told to end", args)
		<-ended
	}
	x.wall = time.Since(began)
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	x.cpu = time.Duration(usage.Utime.Nano()) - before
	x.code, x.out, x.diag = cmd.ProcessState.ExitCode(), out.String(), diag.String()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		x.early = status.Signal() == syscall.SIGINT
	}
	return x
}

// stat are the fields of a process behind its name; nothing if there is none.
func stat(pid int) []string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
}

// spentBy is the time of processors that a process has taken, and the system for it, in steps of the system's clock.
func spentBy(pid int) (own, system time.Duration) {
	f := stat(pid)
	if len(f) <= 12 {
		return 0, 0
	}
	ticks := func(text string) time.Duration {
		n, _ := strconv.Atoi(text)
		return time.Duration(n) * 10 * time.Millisecond
	}
	return ticks(f[11]), ticks(f[12])
}

// waits says whether a process sleeps.
func waits(pid int) bool {
	f := stat(pid)
	return len(f) > 0 && f[0] == "S"
}

// Told to end, every command ends at once, whatever it does: it waits for a text, or is busy. It says so in a line, exits with 130 (0, if it goes on until it is told), and leaves no file that is not whole.
// How soon is counted in the time of processors that it still takes for itself: of 50 ms on two processors no more than 100. What the system takes to have its memory back is its own. A machine whose processors are
// taken by others counts their time too, now and then: who took more is told again, and one of eight times must do. Who does not listen takes seconds each time. With -full each is told five times, and how late it
// was by the clock is printed.
func TestInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("without -short")
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "lanescope") // by this name the test is the program
	if err := os.Symlink(own, program); err != nil {
		t.Skip(err)
	}
	for _, row := range inputs {
		if len(row.args) > 0 && labours[row.command] == nil && !endsSoon[row.command] {
			t.Errorf("%q: no row says how it is kept busy, or that it cannot be", row.command)
		}
	}
	r := chance.Random(t, 30)
	turns := 1
	if *full {
		turns = 5
	}
	const most = 100 * time.Millisecond
	var tried, partly int
	var worst time.Duration
	for _, name := range slices.Sorted(keys(labours)) {
		for k, job := range labours[name] {
			var latest, dearest time.Duration
			for range turns {
				x, dir := interruptedJob(t, program, job, r)
				for told := 1; x.cpu > most && told < 8; told++ {
					t.Logf("%q took %v of processors after it was told to end, and is told again", job.args, x.cpu)
					x, dir = interruptedJob(t, program, job, r)
				}
				if x.late || x.early {
					t.Errorf("%q: it was through, or not there yet: %+v", job.args, x)
					continue
				}
				tried++
				latest, dearest = max(latest, x.wall), max(dearest, x.cpu)
				lasts := lasting[name]
				lines := strings.Split(strings.TrimSuffix(x.diag, "\n"), "\n")
				last := lines[len(lines)-1]
				switch {
				case lasts && (x.code != 0 || x.diag != ""), !lasts && (x.code != 130 || !strings.HasPrefix(last, "lanescope: interrupted")):
					t.Errorf("%q: exit code %d, %.400q", job.args, x.code, x.diag)
				case x.cpu > most:
					t.Errorf("%q took %v of processors after it was told to end", job.args, x.cpu)
				}
				if strings.Contains(job.args, "--batch") && x.out != "" {
					partly++
					if !strings.HasSuffix(x.out, "}\n") {
						t.Errorf("%q: the last answer is not whole: %q", job.args, x.out[max(0, len(x.out)-200):])
					}
				}
				wholeFiles(t, job.args, dir)
			}
			worst = max(worst, latest)
			t.Logf("%-16s %d  by the clock %-12v of processors %v", name, k, latest.Round(100*time.Microsecond), dearest)
		}
	}
	if tried < len(labours) || partly == 0 {
		t.Errorf("%d commands were told to end, %d of which had answered a part of a batch", tried, partly)
	}
	t.Logf("%d times, the latest %v behind the signal", tried, worst)
}

// endsSoon are commands that nothing keeps busy: TestWorstTexts says how long they take.
var endsSoon = map[string]bool{
	"patterns": true, "errata": true, "targets": true, "man": true, "discoveries": true, "g13 ref": true, "svp64 debug": true, "svp64 grid": true, "svp64 older": true, "svp64 same": true, "visa dis": true,
	"campaign status": true, "campaign verify": true, "campaign merge": true, "campaign report": true,
}

func keys[V any](m map[string]V) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// interruptedJob has a command do its job in a folder of its own, and tells it to end in the midst of it: some time later if it had not begun, and sooner if it was through.
func interruptedJob(t *testing.T, program string, job labour, r *rand.Rand) (x interrupted, dir string) {
	t.Helper()
	after := time.Duration(100+r.IntN(400)) * time.Millisecond
	for range 8 {
		dir = t.TempDir()
		for name, text := range map[string]string{"loop.s": "x:\njmp_exec_any x\n", "sv.s": "x: b x\n", "out": old} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		args := strings.Fields(job.args)
		in := ""
		if args[0] == "<" {
			args, in = args[1:], job.text()
		} else if job.text != nil {
			if err := os.WriteFile(filepath.Join(dir, named(job.args)), []byte(job.text()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for k := range args {
			args[k] = strings.NewReplacer("@.s", "text.s", "@", "text", "_", " ").Replace(args[k])
		}
		if strings.Contains(job.args, "begun") {
			begunCampaign(t, filepath.Join(dir, "begun"))
		}
		switch x = interrupts(t, program, dir, args, in, after); {
		case x.early:
			after *= 2
		case x.late || x.code == 0 && !lasting[args[0]]:
			x.late, after = true, after/2
		default:
			return x, dir
		}
	}
	return x, dir
}

// named is what @ is called in a line of arguments: where it stands before .s, a file with that ending.
func named(args string) string {
	if strings.Contains(args, "@.s") {
		return "text.s"
	}
	return "text"
}

// begunCampaign is the folder of a campaign of which nothing is done.
func begunCampaign(t *testing.T, dir string) {
	t.Helper()
	told := cli.System{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Getenv: func(string) string { return "" }, Patience: patience, Campaigns: cli.Campaigns{}}
	cli.Run([]string{"campaign", "run", "--dir", dir, "--kind", "table", "--target", "avx2", "--shape", "8xi32", "--sample", "20000"}, told)
}

// wholeFiles wants none of a folder's files to be the half of a result.
func wholeFiles(t *testing.T, what, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		name := filepath.Base(path)
		if strings.HasPrefix(name, ".lanescope-") || name == "t" || name == "table" {
			t.Errorf("%q leaves %s", what, path)
		}
		return err
	})
	if b, unread := os.ReadFile(filepath.Join(dir, "out")); err != nil || unread != nil || string(b) != old {
		t.Errorf("%q: %q %v", what, b, errors.Join(err, unread))
	}
}
