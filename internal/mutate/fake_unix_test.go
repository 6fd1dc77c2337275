//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/oracle"
)

// compiler says that a file with a subtraction of texts is no Go, and else builds a script; it writes down what it is asked.
const compiler = `echo "go $*" >> "$FAKE/asked"
bin=; overlay=; for a; do case "$before" in -o) bin=$a;; -overlay) overlay=$a;; esac; before=$a; done
[ -e "$FAKE/none" ] && exit 0
[ -n "$overlay" ] && grep -q 's - s' "${overlay%/*}/changed.go" && { echo "it is no Go" >&2; exit 1; }
cp "$FAKE/tests" "$bin"
`

// tests are a script that fails where it is beside a file with a boundary that it holds, and never ends where a loop does not.
const tests = `echo "${PWD##*/}: $*" >> "$FAKE/asked"
case "$*" in *-test.list*) [ -e "$FAKE/seedless" ] && exit 2; exit 0;; esac
[ -e "$FAKE/fails" ] && { echo "it fails"; exit 1; }
here=${0%/*}
case "$*" in *-test.v*) echo '--- PASS: TestQuick (0.01s)'; echo '--- PASS: TestOther (0.02s)'; [ -e "$FAKE/slow" ] && echo '--- PASS: TestSlow (9.00s)';; esac
[ -e "$here/changed.go" ] || exit 0
grep -q 'noticed.*a <= b' "$here/changed.go" && exit 1
grep -q 'ignored.*a >= b' "$here/changed.go" && case "$*" in *-test.skip*) exit 0;; *TestSlow*) exit 1;; esac
grep -q 'i--' "$here/changed.go" && while :; do :; done
exit 0
`

// pretended is an arena whose go command and tests are scripts.
func pretended(t *testing.T) (a *target, dir string, asked func() []string) {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	a, dir = makeArena(t), t.TempDir()
	for name, text := range map[string]string{"bin/go": compiler, "tests": tests} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("#!"+sh+"\n"+text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("FAKE", dir)
	return a, dir, func() []string {
		text, err := os.ReadFile(filepath.Join(dir, "asked"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(dir, "asked")); err != nil {
			t.Fatal(err)
		}
		all := strings.ReplaceAll(string(text), filepath.Base(a.Dir)+": ", "tests: ")
		return strings.Split(strings.TrimSpace(regexp.MustCompile(`/\S*/(\S)`).ReplaceAllString(all, "WORK/$1")), "\n")
	}
}

// mark puts a file beside the scripts, or takes it away.
func mark(t *testing.T, dir, name string, is bool) {
	t.Helper()
	name = filepath.Join(dir, name)
	if !is {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Tests are rehearsed as they are, with the seed where they know one; a mutant's run in the same way, the slow ones behind the quick ones, and no longer than they may.
func TestWhatIsAsked(t *testing.T) {
	a, dir, asked := pretended(t)
	const build, overlaid = "go test -c -vet=off -ldflags=-s -w -o WORK/", " -overlay WORK/overlay.json example.org/arena"
	mark(t, dir, "slow", true)
	if err := a.rehearse(t.Context(), t.TempDir(), 77); err != nil {
		t.Fatal(err)
	}
	if got, want := asked(), []string{build + "as-it-is.test example.org/arena", "tests: -seed 1 -test.list ^$", "tests: -test.paniconexit0 -test.failfast -seed 77 -test.v -test.run "}; !slices.Equal(got, trimmed(want)) && !slices.Equal(trimmed(got), trimmed(want)) {
		t.Errorf("a rehearsal asks %q, want %q", got, want)
	}
	if a.slow != "^(TestSlow)$" {
		t.Errorf("slow are %q", a.slow)
	}
	a.took = -850 * time.Millisecond
	const run = "tests: -test.run  -test.skip ^(TestSlow)$ -test.paniconexit0 -test.failfast -seed 77"
	const slow = "tests: -test.run ^(TestSlow)$ -test.paniconexit0 -test.failfast -seed 77"
	for _, row := range []struct {
		line  int
		after string
		want  verdict
		asked []string
	}{
		{3, "a <= b", noticed, []string{run}}, {4, "a <= b", survived, []string{run, slow}}, {4, "a >= b", noticed, []string{run, slow}}, {6, "i--", timedOut, []string{run}}, {11, "s - s", notCompiled, nil},
	} {
		k := slices.IndexFunc(a.mutants, func(m mutant) bool { return m.line == row.line && strings.Contains(m.after(), row.after) })
		if k < 0 {
			t.Fatalf("no mutant of line %d has %s", row.line, row.after)
		}
		if got, err := a.try(t.Context(), a.mutants[k], t.TempDir()); got != row.want || err != nil {
			t.Errorf("%s: %v, %v, want %v", row.after, got, err, row.want)
		}
		if got, want := asked(), append([]string{build + "x.test" + overlaid}, row.asked...); !slices.Equal(trimmed(got), trimmed(want)) {
			t.Errorf("%s asks %q, want %q", row.after, got, want)
		}
	}
	a.slow, a.tests = "", "Quick"
	k := slices.IndexFunc(a.mutants, func(m mutant) bool { return m.line == 4 })
	if got, err := a.try(t.Context(), a.mutants[k], t.TempDir()); got != survived || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	if got := asked(); len(got) != 2 || got[1] != "tests: -test.run Quick -test.paniconexit0 -test.failfast -seed 77" {
		t.Errorf("%q", got)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.try(ended, a.mutants[k], t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := a.try(t.Context(), a.mutants[k], filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// trimmed are texts with single blanks.
func trimmed(all []string) (list []string) {
	for _, text := range all {
		list = append(list, strings.Join(strings.Fields(text), " "))
	}
	return list
}

// What cannot be rehearsed is told: no tests, tests that fail, none that is asked for; those that know no seed have none.
func TestNotRehearsed(t *testing.T) {
	a, dir, asked := pretended(t)
	for _, row := range []struct{ mark, tests, want string }{
		{"none", "", "example.org/arena has no tests"}, {"fails", "", "the tests of example.org/arena have to pass before anything is changed: exit status 1\nit fails\n"},
	} {
		mark(t, dir, row.mark, true)
		if err := a.rehearse(t.Context(), t.TempDir(), 77); err == nil || err.Error() != row.want {
			t.Errorf("%v, want %s", err, row.want)
		}
		mark(t, dir, row.mark, false)
	}
	asked()
	mark(t, dir, "seedless", true)
	a.tests = "Quick"
	if err := a.rehearse(t.Context(), t.TempDir(), 77); err != nil || !slices.Equal(a.args, []string{"-test.paniconexit0", "-test.failfast"}) || a.slow != "" {
		t.Errorf("%v, %q, %q", err, a.args, a.slow)
	}
	if got := asked(); len(got) != 3 || got[2] != "tests: -test.paniconexit0 -test.failfast -test.v -test.run Quick" {
		t.Errorf("%q", got)
	}
	if got := tail(bytes.Repeat([]byte("x"), 2001)); len(got) != 2000 {
		t.Errorf("%d bytes are the end", len(got))
	}
	for flags, want := range map[string]string{"": "", "-cover": "", "--coverpkg=./... -v": "-v", "-a -covermode=set  -b": "-a -b", "-discover": "-discover"} {
		if got := uncovered(flags); got != want {
			t.Errorf("%q is %q, want %q", flags, got, want)
		}
	}
}

// A list has each mutant with its place, what it was and what it becomes.
func TestListOfMutants(t *testing.T) {
	a := makeArena(t)
	var b bytes.Buffer
	list(&b, a.mutants[:2], sample(a.mutants, 1))
	want := ""
	for _, m := range a.mutants[:2] {
		want += fmt.Sprintf("a.go:%d: %s\na.go %s\n\t- %s\n\t+ %s\n", m.line, m.operator, m.in, m.before(), m.after())
	}
	if want += fmt.Sprintf("2 mutants of %d lines\n", len(sample(a.mutants, 1))); b.String() != want || !strings.HasPrefix(want, "a.go:3: ") {
		t.Errorf("%s, want %s", &b, want)
	}
}

// What a checkout is of is said by git, in ten digits, or is not known.
func TestCommit(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	if got := commit(); got != "unknown" {
		t.Errorf("%q", got)
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile("git", []byte("#!"+sh+"\necho \" $* \"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	if got := commit(); got != "describe --always --dirty=+ --abbrev=10" {
		t.Errorf("%q", got)
	}
}

// Every operator of Go that has another in its place has that one, in a sum and where it is assigned; each stands in a line of its own.
func TestEveryOperator(t *testing.T) {
	for a, b := range map[string]string{"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|", "&^": "&"} {
		for before, after := range map[string]string{"_ = a " + a + " b": "_ = a " + b + " b", "a " + a + "= b": "a " + b + "= b"} {
			if got := changes(t, "arithmetic", "package x\nfunc f() {\n"+before+"\n}\n"); !slices.Equal(got, []string{after}) {
				t.Errorf("%s becomes %q, want %s", before, got, after)
			}
		}
	}
	for before, after := range map[string]string{"a++": "a--", "a--": "a++", "_ = a && b": "_ = a || b", "_ = a || b": "_ = a && b"} {
		if got := changes(t, "arithmetic", "package x\nfunc f() {\n"+before+"\n}\n"); !slices.Equal(got, []string{after}) {
			t.Errorf("%s becomes %q, want %s", before, got, after)
		}
	}
	for a, b := range map[string][2]string{"<": {"<=", ">="}, "<=": {"<", ">"}, ">": {">=", "<="}, ">=": {">", "<"}, "==": {"", "!="}, "!=": {"", "=="}} {
		for k, operator := range []string{"boundary", "comparison"} {
			var want []string
			if b[k] != "" {
				want = []string{"_ = a " + b[k] + " b"}
			}
			if got := changes(t, operator, "package x\nfunc f() {\n_ = a "+a+" b\n}\n"); !slices.Equal(got, want) {
				t.Errorf("a %s b becomes %q, want %q", a, got, want)
			}
		}
	}
	for before, after := range map[string]string{"_ = f(true)": "_ = f(false)", "_ = f(false)": "_ = f(true)"} {
		if got := changes(t, "constant", "package x\nfunc f() {\n"+before+"\n}\n"); !slices.Equal(got, []string{after}) {
			t.Errorf("%s becomes %q, want %s", before, got, after)
		}
	}
}

// TestMain is the command itself where a test starts it as one.
func TestMain(m *testing.M) {
	if os.Getenv("MUTATE_COMMAND") != "" {
		flag.CommandLine = flag.NewFlagSet(os.Args[0], flag.ExitOnError) // without those of tests
		flag.CommandLine.Usage = func() { flag.Usage() }
		main()
		return
	}
	os.Exit(m.Run())
}

// The command takes its flags by their names, tells what they are where one cannot be, and ends with 1 where nothing can be changed.
func TestCommand(t *testing.T) {
	run := func(args ...string) (string, int) {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "MUTATE_COMMAND=1")
		out, err := oracle.Usual.CombinedOutput(cmd)
		code := 0
		if exit := new(exec.ExitError); errors.As(err, &exit) {
			code = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		return string(out), code
	}
	for _, args := range [][]string{nil, {"-n", "0", "."}, {"-workers", "0", "."}, {"-none", "."}} {
		out, code := run(args...)
		for _, flag := range []string{"go run ./internal/mutate [flags] PACKAGE...\n", "\n  -list\n", "\n  -n int\n", "(default 50)", "\n  -of string\n", "\n  -only string\n", "\n  -page string\n", "\n  -seed uint\n", "\n  -tests string\n", "\n  -workers int\n", "(default 1)"} {
			if !strings.Contains(out, flag) {
				t.Errorf("%q: %s has no %q", args, out, flag)
			}
		}
		if code != 2 {
			t.Errorf("%q ends with %d", args, code)
		}
	}
	if out, code := run("-of", "internal/mutate/none.go", "."); code != 1 || out != "mutate: there is nothing to change\n" {
		t.Errorf("%s, %d", out, code)
	}
	out, code := run("-list", "-only", "internal/mutate/sample.go", "-page", "none.md", ".")
	if code != 0 || !strings.HasPrefix(out, "internal/mutate/") || !regexp.MustCompile(`\n\d+ mutants of \d+ lines\n$`).MatchString(out) {
		t.Errorf("%.200s, %d", out, code)
	}
}
