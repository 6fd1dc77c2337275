package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/internal/cli"
	"github.com/lanescope/lanescope/internal/oracle"
)

// old is what stands in a file before a run that is to leave it alone.
const old = "what was there\n"

func writeFile(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return path
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// onlyFiles wants these files in a folder, and none beside them that a run left.
func onlyFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the folder has %q, want %q", got, want)
	}
}

// A run that fails leaves the file of -o as it was; one that finds something and says it there writes it.
func TestFailedRunKeepsOutput(t *testing.T) {
	for _, row := range []struct {
		stdin string
		args  []string
		code  int
		want  string // in the file; empty for what was there
	}{
		{"", []string{"explain", "<4 x i32> 0 4 9 5"}, 1, ""},
		{"", []string{"explain", "--json", "<4 x i32> 0 4 9 5"}, 1, `{"schema":"lanescope.explain/1","error"`},
		{"", []string{"g13", "ref", "nothing"}, 2, ""},
		{"", []string{"g13", "asm", "nowhere.s"}, 1, ""},
		{"nonsense\n", []string{"g13", "asm"}, 1, ""},
		{"nonsense\n", []string{"g13", "asm", "--hex-lines"}, 1, "; error: "},
		{"", []string{"visa", "run", "nonsense (M1, 8)"}, 1, ""},
		{"", []string{"scan", "nowhere"}, 1, ""},
		{"", []string{"explain", "--batch", "nowhere"}, 1, ""},
		{"<1 x i8> 7\n", []string{"explain", "--batch", "-"}, 1, `{"schema":"lanescope.explain/1","error"`},
		{"", []string{"prove", "i8x1 -> z", "i8x1 -> m"}, 1, "differ at lane 0"},
		{"", []string{"explain", "--batch", "-"}, 0, "\x00"}, // an empty one is a result
		{"", []string{"man", "nothing"}, 2, ""},
		{"", []string{"version"}, 0, "lanescope "},
	} {
		dir := t.TempDir()
		path := writeFile(t, filepath.Join(dir, "out"), old)
		code, out, _ := run(row.stdin, append(row.args, "-o", path)...)
		got := readFile(t, path)
		switch {
		case code != row.code, out != "":
			t.Errorf("%q: exit code %d, want %d, and %q on standard output", row.args, code, row.code, out)
		case row.want == "" && got != old, row.want == "\x00" && got != "", row.want > "\x00" && !strings.HasPrefix(got, row.want):
			t.Errorf("%q: the file has %q", row.args, got)
		}
		onlyFiles(t, dir, "out")
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("%q: permissions are %v, %v", row.args, info.Mode(), err)
		}
	}
}

// A result that goes where the input is would leave nothing to read: it is refused, whatever the file is called, and the input is whole.
func TestOutputIsNotInput(t *testing.T) {
	for _, row := range []struct {
		args []string
		text string
	}{
		{[]string{"g13", "asm", "IN"}, "stop\n"},
		{[]string{"g13", "dis", "--hex", "IN"}, "8800\n"},
		{[]string{"explain", "--batch", "IN"}, "i8x1 -> a0\n"},
		{[]string{"scan", "IN"}, "pshufd xmm0, xmm1, 27\n"},
		{[]string{"visa", "check", "--decls", "IN", "mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>"}, ".decl V32 v_type=G type=d num_elts=8 align=GRF\n.decl V33 v_type=G type=d num_elts=8 align=GRF\n"},
		{[]string{"visa", "run", "mov (M1, 1) V32(0,0)<1> 1:d", "--vars", "IN"}, "V33=1\n"},
		{[]string{"visa", "run", "mov (M1, 1) V32(0,0)<1> 1:d", "--var", "V33=@IN"}, "0123"},
		{[]string{"g13", "asm"}, "stop\n"}, // on standard input
	} {
		dir := t.TempDir()
		in := writeFile(t, filepath.Join(dir, "in"), row.text)
		soft, hard := filepath.Join(dir, "soft"), filepath.Join(dir, "hard")
		if err := errors.Join(os.Symlink("in", soft), os.Link(in, hard)); err != nil {
			t.Skip("links: ", err)
		}
		args := strings.Split(strings.ReplaceAll(strings.Join(row.args, "\x00"), "IN", in), "\x00")
		for _, output := range []string{in, soft, hard, filepath.Join(dir, ".", "soft")} {
			file, err := os.Open(in)
			if err != nil {
				t.Fatal(err)
			}
			var out, diag bytes.Buffer
			code := cli.Run(append(args, "-o", output), cli.System{Stdin: file, Stdout: &out, Stderr: &diag, Getenv: os.Getenv})
			file.Close()
			if code != 2 || !strings.Contains(diag.String(), "is read: the result has to be another file") || readFile(t, in) != row.text {
				t.Errorf("%q -o %s: exit code %d, the input is now %q\n%s", args, filepath.Base(output), code, readFile(t, in), &diag)
			}
		}
		onlyFiles(t, dir, "hard", "in", "soft")
	}
}

// Several that write one file leave what one of them wrote.
func TestTwoWriters(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	want := map[string]bool{}
	var writers sync.WaitGroup
	for n := 2; n < 6; n++ {
		in := strings.Repeat(fmt.Sprintf("i8x%d -> a1\n", n), 4000)
		_, out, _ := run(in, "explain", "--batch", "-")
		want[out] = true
		writers.Go(func() {
			if code, _, diag := run(in, "explain", "--batch", "-", "-o", path); code != 0 {
				t.Errorf("exit code %d: %s", code, diag)
			}
		})
	}
	writers.Wait()
	if got := readFile(t, path); !want[got] {
		t.Errorf("%d bytes that none wrote: %.80q…", len(got), got)
	}
	onlyFiles(t, dir, "out")
}

// Links lead to the file that is written, devices and pipes are written as they are, and folders not at all.
func TestOutputKinds(t *testing.T) {
	dir := t.TempDir()
	link, target := filepath.Join(dir, "link"), filepath.Join(dir, "target")
	if err := os.Symlink("target", link); err != nil {
		t.Skip(err)
	}
	for range 2 { // a link to nothing, and then to a file
		if code, _, diag := run("", "version", "-o", link); code != 0 || !strings.HasPrefix(readFile(t, target), "lanescope ") {
			t.Errorf("exit code %d: %s", code, diag)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link is gone: %v, %v", info, err)
		}
	}
	onlyFiles(t, dir, "link", "target")
	if code, _, diag := run("", "version", "-o", os.DevNull); code != 0 {
		t.Errorf("%s: exit code %d: %s", os.DevNull, code, diag)
	}
	if code, _, diag := run("", "version", "-o", dir); code != 1 || !strings.Contains(diag, "is a folder") {
		t.Errorf("a folder: exit code %d: %s", code, diag)
	}
	round := filepath.Join(dir, "round")
	if err := os.Symlink("round", round); err != nil {
		t.Fatal(err)
	}
	if code, _, diag := run("", "version", "-o", round); code != 1 || !strings.Contains(diag, "more than 40 links") {
		t.Errorf("a link to itself: exit code %d: %s", code, diag)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := oracle.Usual.Run(exec.Command("mkfifo", pipe)); err != nil {
		t.Skip(err)
	}
	got := make(chan string)
	go func() {
		b, err := os.ReadFile(pipe)
		got <- fmt.Sprint(string(b), err)
	}()
	if code, _, diag := run("", "version", "-o", pipe); code != 0 || !strings.HasPrefix(<-got, "lanescope ") {
		t.Errorf("a pipe: exit code %d: %s", code, diag)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is gone: %v, %v", info, err)
	}
}

// /dev/stdout is what standard output is, a file too, in which others write before and behind.
func TestOutputIsStdout(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	stream := fmt.Sprintf("/dev/fd/%d", file.Fd())
	if _, err := os.Stat(stream); err != nil {
		t.Skip(err)
	}
	fmt.Fprint(file, old)
	if code, _, diag := run("", "version", "-o", stream); code != 0 {
		t.Fatalf("exit code %d: %s", code, diag)
	}
	if got := readFile(t, file.Name()); !strings.HasPrefix(got, old+"lanescope ") {
		t.Errorf("%q", got)
	}
}

// A file in a folder that may not be written is written all the same, and one that may not be written is not.
func TestOutputPermissions(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("permissions do not hold for root; TestSpool writes the same way")
	}
	dir := t.TempDir()
	path := writeFile(t, filepath.Join(dir, "out"), old)
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700) // or it cannot be removed
	if code, _, diag := run("", "version", "-o", path); code != 0 || !strings.HasPrefix(readFile(t, path), "lanescope ") {
		t.Errorf("exit code %d: %s", code, diag)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	if code, _, diag := run("", "explain", "i8x1 -> z", "-o", path); code != 1 || !strings.HasPrefix(readFile(t, path), "lanescope ") {
		t.Errorf("exit code %d: %s", code, diag)
	}
}

// A full disk, a missing file and no time left are no wrong usage, and help and completions that do not arrive are no success.
func TestExitCodes(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	commands := [][]string{{"--help"}, {"help"}, {"explain", "--help"}, {"g13"}, {"visa"}, {"svp64"}, {"completion", "bash"}, {"completion", "zsh"}, {"completion", "--help"}, {"__complete", "scan", "--ta"},
		{"version"}, {"man"}, {"errata"}, {"patterns"}, {"targets"}, {"explain", "--targets", "none", "i8x1 -> z"}, {"scan", os.DevNull}, {"g13", "ref"}}
	for _, args := range commands {
		var diag bytes.Buffer
		code := cli.Run(args, cli.System{Stdin: strings.NewReader(""), Stdout: full, Stderr: &diag, Getenv: os.Getenv})
		if code != 1 || !strings.Contains(diag.String(), "no space left") {
			t.Errorf("%q on a full disk: exit code %d, %q", args, code, &diag)
		}
		if code, _, diag := run("", append(args, "-o", "/dev/full")...); args[0] != "__complete" && (code != 1 || !strings.Contains(diag, "no space left")) {
			t.Errorf("%q -o /dev/full: exit code %d, %q", args, code, diag)
		}
		path := filepath.Join(t.TempDir(), "out")
		if args[0] == "__complete" {
			continue // it completes what stands behind it
		}
		_, out, _ := run("", args...)
		if code, rest, diag := run("", append(args, "-o", path)...); code != 0 || rest != "" || readFile(t, path) != out {
			t.Errorf("%q -o: exit code %d, %q is still on standard output\n%s", args, code, rest, diag)
		}
	}
	for _, args := range [][]string{{"scan", "nowhere"}, {"explain", "--batch", "nowhere"}, {"g13", "asm", "nowhere"}, {"g13", "run", "nowhere"}, {"visa", "dis", "nowhere"}, {"visa", "run", "nowhere"},
		{"visa", "check", "--decls", "nowhere", "x"}, {"visa", "run", "--vars", "nowhere", "mov (M1, 1) V32(0,0)<1> 1:d"}, {"visa", "run", "--var", "V32=@nowhere", "mov (M1, 1) V32(0,0)<1> 1:d"}, {"version", "-o", "nowhere/out"}} {
		if code, _, diag := run("", args...); code != 1 || !strings.Contains(diag, "nowhere") || strings.Contains(diag, "--help") {
			t.Errorf("%q: exit code %d, %q", args, code, diag)
		}
	}
}
