package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/debug"
)

// TestLaunched: an editor's configuration says the program, flags as on a command line, and the directory of all its files; what is wrong with them it is told.
func TestLaunched(t *testing.T) {
	directory := t.TempDir()
	for name, text := range map[string]string{"unit.s": "mov r1, 5\niadd r1, r1, 3\nstop\n", "bad.s": "iad r1, r2\n", "words": "lanes of"} {
		if err := os.WriteFile(filepath.Join(directory, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(t.TempDir())
	adapter := func(_ io.Reader, _ io.Writer, open func(string, []string, string) (*debug.Session, string, error)) error {
		for _, test := range []struct{ program, args, directory, wrong string }{
			{"unit.s", "", "", "open unit.s: "},
			{"unit.s", "", "/nowhere/at/all", "chdir /nowhere/at/all: "},
			{"", "", directory, "the configuration of the launch has no program"},
			{"-", "", directory, "standard input is the editor's, and cannot be the program"},
			{"unit.s", "--oops", directory, "args: unknown flag: --oops"},
			{"unit.s", "other.s", directory, `args: expected flags, found "other.s"`},
			{"bad.s", "", directory, `bad.s:1:1: error: there is no instruction "iad"`},
			{"unit.s", "--grid 0,0,0,0", directory, "--grid 0,0,0,0: "},
			{"unit.s", "--buffer u2=nothing", directory, "open nothing: "},
			{"unit.s", "--grid 40 --threadgroup 40 --buffer u2=words", directory, ""},
			{filepath.Join(directory, "unit.s"), "", "", ""},
		} {
			s, path, err := open(test.program, strings.Fields(test.args), test.directory)
			switch {
			case test.wrong == "":
				if err != nil || s == nil || path != filepath.Join(directory, "unit.s") {
					t.Errorf("%+v: %s, %v", test, path, err)
				} else if s.Step(); test.args != "" && (len(s.Groups()) != 2 || len(s.Buffers()) != 1) {
					t.Errorf("%+v: %d SIMD-groups, %d buffers", test, len(s.Groups()), len(s.Buffers()))
				}
			case err == nil || !strings.HasPrefix(err.Error(), test.wrong):
				t.Errorf("%+v: %v", test, err)
			}
		}
		return nil
	}
	launch(t, adapter)
}

// TestLaunchFromDocument opens what the configuration in the document says.
func TestLaunchFromDocument(t *testing.T) {
	page, err := os.ReadFile("../../docs/g13-debug.md")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Configurations []struct {
			Name, Type, Request, Program, Cwd string
			Args                              []string
		}
	}
	for block := range strings.SplitSeq(string(page), "```json\n") {
		text, _, _ := strings.Cut(block, "```")
		if strings.Contains(text, `"configurations"`) {
			if err := json.Unmarshal([]byte(text), &file); err != nil {
				t.Fatal(err)
			}
		}
	}
	directory := t.TempDir()
	for name, text := range map[string]string{"unit.s": "stop\n", "vectors": "012345678901234567890123"} {
		if err := os.WriteFile(filepath.Join(directory, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(t.TempDir())
	if len(file.Configurations) != 1 {
		t.Fatalf("%d configurations", len(file.Configurations))
	}
	launch(t, func(_ io.Reader, _ io.Writer, open func(string, []string, string) (*debug.Session, string, error)) error {
		c := file.Configurations[0]
		there := func(text string) string { return strings.ReplaceAll(text, "${workspaceFolder}", directory) }
		s, path, err := open(there(c.Program), c.Args, there(c.Cwd))
		if err != nil || path != filepath.Join(directory, "unit.s") || len(s.Buffers()) != 1 || c.Type != "g13" || c.Request != "launch" {
			t.Errorf("%+v: %s, %v", c, path, err)
		}
		return nil
	})
}

// launch is a command whose adapter does something.
func launch(t *testing.T, adapter func(io.Reader, io.Writer, func(string, []string, string) (*debug.Session, string, error)) error) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Run([]string{"g13", "debug", "--dap"}, System{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }, DebugAdapter: adapter}); code != 0 || errs.Len() > 0 {
		t.Errorf("exit %d: %s", code, errs.String())
	}
}
