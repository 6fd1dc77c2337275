package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/cli"
)

// scripted are the command lines of the scripts, with what they read from standard input. The files that they name are written into the folder in which the test is.
func scripted(t *testing.T) iter.Seq2[[]string, string] {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%d scripts, %v", len(names), err)
	}
	var scripts []*txtar.Archive
	for _, name := range names {
		script, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, script)
	}
	return func(yield func([]string, string) bool) {
		for _, script := range scripts {
			t.Chdir(t.TempDir())
			if err := txtar.Write(script, "."); err != nil {
				t.Fatal(err)
			}
			stdin := ""
			for line := range strings.Lines(string(script.Comment)) {
				words := scriptWords(strings.TrimPrefix(strings.TrimSpace(line), "! "))
				switch {
				case len(words) == 2 && words[0] == "stdin":
					text, _ := os.ReadFile(words[1]) // what another command has printed is not there
					stdin = string(text)
				case len(words) > 2 && words[0] == "exec" && words[1] == "lanescope" && words[len(words)-1] != "&":
					if !yield(words[2:], stdin) {
						return
					}
					stdin = ""
				}
			}
		}
	}
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
	r, skipped := chance.Random(t, 12), 200
	if *full {
		skipped = 1
	}
	all, tried, answered := 0, 0, 0
	for args, stdin := range scripted(t) {
		for k, word := range args {
			for word := range chance.AtEnds(word) {
				if all++; r.IntN(skipped) > 0 {
					continue
				}
				changed := slices.Clone(args)
				changed[k] = word
				if tried++; commandEnds(t, stdin, changed) == 0 {
					answered++
				}
			}
		}
	}
	t.Logf("%d of %d answer, of %d that there are", answered, tried, all)
	if tried < all/(2*skipped) || answered < tried/20 {
		t.Errorf("%d answer of %d, of %d", answered, tried, all)
	}
}

// commandEnds is the exit code of a command that may be told to end.
func commandEnds(t *testing.T, stdin string, args []string) (code int) {
	t.Helper()
	slow := time.AfterFunc(time.Minute, func() { fmt.Fprintf(os.Stderr, "%q takes a minute\n", args) }) // the stack of one that never ends does not say it
	defer slow.Stop()
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("%q: %v\n%s", args, v, debug.Stack())
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	var out, diag bytes.Buffer
	code = cli.Run(args, cli.System{
		Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &diag, Getenv: func(string) string { return "" }, Context: ctx, Patience: patience,
	})
	switch {
	case code > 2 && code != 130: // 3 is a bug, and 130 that it was told to end
		t.Errorf("%q: exit code %d\n%s", args, code, &diag)
	case code != 0 && diag.Len() == 0 && out.Len() == 0 && !slices.Contains(args, "--quiet"):
		t.Errorf("%q: exit code %d without a word", args, code)
	}
	return code
}
