package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/cli"
)

// A scriptCommand is a command of a script: its words, and the file that it reads from standard input, if any.
type scriptCommand struct {
	args  []string
	stdin string
}

// scripts are what the scripts' archives have, of which each has a name.
func scripts(t *testing.T) (all []*txtar.Archive) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%d scripts, %v", len(names), err)
	}
	for _, name := range names {
		script, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, script)
	}
	return all
}

// unpacked writes a script's files into a folder of their own, in which the test is then, and returns its commands.
func unpacked(t *testing.T, script *txtar.Archive) (all []scriptCommand) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := txtar.Write(script, "."); err != nil {
		t.Fatal(err)
	}
	stdin := ""
	for line := range strings.Lines(string(script.Comment)) {
		words := scriptWords(strings.TrimPrefix(strings.TrimSpace(line), "! "))
		switch {
		case len(words) == 2 && words[0] == "stdin":
			stdin = words[1]
		case len(words) > 2 && words[0] == "exec" && words[1] == "lanescope" && words[len(words)-1] != "&":
			all = append(all, scriptCommand{words[2:], stdin})
			stdin = ""
		}
	}
	return all
}

// scriptWords are the words of a line of a script, of which those between single quotes are one.
func scriptWords(line string) (words []string) {
	for line = strings.TrimLeft(line, " \t"); line != ""; line = strings.TrimLeft(line, " \t") {
		var word strings.Builder
		for line != "" && line[0] != ' ' && line[0] != '\t' {
			part, rest := line[:1], line[1:]
			if line[0] == '\'' {
				part, rest, _ = strings.Cut(rest, "'")
			}
			word.WriteString(part)
			line = rest
		}
		words = append(words, word.String())
	}
	return words
}

// Commands of the scripts, with each number of their words in turn replaced by each at which something ends, answer or refuse, and never panic. -full tries all, and else one of two hundred.
func TestCommandsAtEnds(t *testing.T) {
	x := chance.Sample{R: chance.Random(t, 12), Of: 200}
	if *full {
		x.Of = 1
	}
	for _, script := range scripts(t) {
		for _, c := range unpacked(t, script) {
			for k, word := range c.args {
				for word := range chance.AtEnds(word) {
					if !x.Takes() {
						continue
					}
					stdin, _ := os.ReadFile(c.stdin) // what another command has printed is not there
					changed := slices.Clone(c.args)
					changed[k] = word
					if commandEnds(t, string(stdin), changed) == 0 {
						x.Answered++
					}
				}
			}
		}
	}
	x.Ends(t, 20)
}

// So do they where a number is replaced in a file that they read. -full tries one of ten, and else one of five hundred.
func TestFilesAtEnds(t *testing.T) {
	x := chance.Sample{R: chance.Random(t, 13), Of: 500}
	if *full {
		x.Of = 10
	}
	for _, script := range scripts(t) {
		commands := unpacked(t, script)
		for _, f := range script.Files {
			commands := slices.DeleteFunc(slices.Clone(commands), func(c scriptCommand) bool { return c.stdin != f.Name && !slices.Contains(c.args, f.Name) })
			for text := range chance.AtEnds(string(f.Data)) {
				for _, c := range commands {
					if !x.Takes() {
						continue
					}
					stdin := ""
					if c.stdin == f.Name {
						stdin = text
					} else if err := os.WriteFile(f.Name, []byte(text), 0o600); err != nil {
						t.Fatal(err)
					}
					if commandEnds(t, stdin, c.args) == 0 {
						x.Answered++
					}
				}
			}
			if err := os.WriteFile(f.Name, f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	x.Ends(t, 20)
}

// commandEnds is the exit code of a command that may be told to end.
func commandEnds(t *testing.T, stdin string, args []string) (code int) {
	t.Helper()
	defer chance.Watched(args)()
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("%q: %v\n%s", args, v, debug.Stack())
		}
	}()
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer func() {
		for cancel(); ctx.Err() == context.DeadlineExceeded && runtime.NumGoroutine() > before; { // else those that are left behind would be more and more
			time.Sleep(time.Millisecond)
		}
	}()
	var out, diag bytes.Buffer
	code = cli.Run(args, cli.System{
		Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &diag, Getenv: func(string) string { return "" }, Context: ctx, Patience: patience,
	})
	switch {
	case code > 2 && code != 130: // 3 is a bug, and 130 that it was told to end
		t.Errorf("%q: exit code %d\n%s", args, code, &diag)
	case code != 0 && diag.Len() == 0 && out.Len() == 0 && !slices.Contains(args, "--quiet") && !slices.Contains(args, "-o"):
		t.Errorf("%q: exit code %d without a word", args, code)
	}
	return code
}
