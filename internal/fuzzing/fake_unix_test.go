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

// goCommand says what packages there are, builds tests that are scripts, and writes down what it is asked.
const goCommand = `echo "go $*" >> "$FAKE/asked"
case "$1" in
env) echo "$FAKE/cache";;
list) case "$*" in *wrong*) echo "no tabs"; exit;; *none*) echo "nothing is there" >&2; exit 1;; esac
	for p in a b c d; do printf 'example.com/m/%s\t%s\texample.com/m\n' $p "$FAKE/$p"; done
	printf 'example.com/m\t%s\texample.com/m\n' "$FAKE";;
test) for last; do :; done
	case "$last" in */d) echo "it is no Go" >&2; exit 1;; esac
	cp "$FAKE/target" "$4";;
esac
`

// targets are scripts that say what targets say, each by its name.
const targets = `echo "${PWD##*/}: $*" >> "$FAKE/asked"
case "$*" in
*FuzzBad*) echo "    Failing input written to testdata"; exit 1;;
*FuzzEarly*) echo "fuzz: elapsed: 1s, execs: 40 (40/sec), new interesting: 1 (total: 3)"; echo "    context deadline exceeded"; exit 1;;
*FuzzMute*) echo PASS;;
*FuzzMuch*) echo "spoilt inputs: 99999999999999999999"; echo "fuzz: elapsed: 1s, execs: 99999999999999999999 (40/sec), new interesting: 1 (total: 3)";;
*spoil*) echo "spoilt inputs: 7"; echo "spoilt inputs: 1200 are not"; echo PASS;;
*) echo "fuzz: elapsed: 1s, execs: 40 (40/sec), new interesting: 9 (total: 3)"; echo "fuzz: elapsed: 3s, execs: 1234 (40/sec), new interesting: 2 (total: 11)";;
esac
`

// pretended is a folder with packages, of which the go command and what it builds are scripts.
func pretended(t *testing.T) (dir string, asked func() []string) {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	dir, err = filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"bin/go": "#!" + sh + "\n" + goCommand, "target": "#!" + sh + "\n" + targets, "docs.md": "<!-- figures of go run ./internal/fuzzing -->\n<!-- end of the figures -->\n",
		"root_test.go": "package m\n", "a/x_test.go": "func FuzzOne(f *testing.F) {\nfunc FuzzTwo(g *testing.F)\nfunc fuzzThree(f *testing.F) {\nfunc FuzzFour(t *testing.T) {\n func FuzzFive(f *testing.F) {\n", "a/y.go": "func FuzzSix(f *testing.F) {\n", "a/y_test.go": "func Fuzz(f *testing.F) {\n",
		"b/x.go": "package b\n", "c/x_test.go": "func FuzzBad(f *testing.F) {\nfunc FuzzEarly(f *testing.F) {\nfunc FuzzMute(f *testing.F) {\nfunc FuzzMuch(f *testing.F) {\n", "d/x_test.go": "func FuzzNever(f *testing.F) {\n",
		"cache/fuzz/example.com/m/a/FuzzOne/1": "12345", "cache/fuzz/example.com/m/a/FuzzOne/2": "123", "cache/fuzz/example.com/m/a/FuzzTwo/1": "1",
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("FAKE", dir)
	t.Setenv("TMPDIR", filepath.Join(dir, "cache"))
	return dir, func() []string {
		text, err := os.ReadFile(filepath.Join(dir, "asked"))
		if err != nil {
			t.Fatal(err)
		}
		all := regexp.MustCompile(regexp.QuoteMeta(dir)+`/cache/fuzzing\d+/`).ReplaceAllString(string(text), "WORK/")
		return strings.Split(strings.TrimSpace(strings.ReplaceAll(all, dir, "DIR")), "\n")
	}
}

// A run asks for the packages, builds each with what it is to say, and tells each target its time and its inputs; figures are of those that held, and failures come in the end.
func TestWhatIsAsked(t *testing.T) {
	dir, asked := pretended(t)
	o := &options{each: 1500 * time.Millisecond, keep: 7, page: filepath.Join(dir, "docs.md")}
	var out bytes.Buffer
	err := o.run(t.Context(), []string{"./a", "./c"}, &out)
	const failures = "c FuzzBad: exit status 1\n    Failing input written to testdata\n\nc FuzzMute: it does not say how often it ran\nPASS\n\nc FuzzMuch: strconv.ParseInt: parsing \"99999999999999999999\": value out of range\n"
	if err == nil || !strings.HasPrefix(err.Error(), failures) || !strings.HasSuffix(err.Error(), "\nd does not compile: exit status 1\nit is no Go\n") {
		t.Errorf("%v", err)
	}
	if want := "8 targets, 1.5s each\na Fuzz: 1234 executions, 2 new inputs, 0 kept\na FuzzOne: 1234 executions, 2 new inputs, 1 kept\na FuzzTwo: 1234 executions, 2 new inputs, 1 kept\nc FuzzBad: failed\nc FuzzEarly: 40 executions, 1 new inputs, 0 kept (golang/go#75804)\nc FuzzMute: failed\nc FuzzMuch: failed\n3742 executions of 4 targets\n"; !sameLines(out.String(), want) {
		t.Errorf("%s\nwant\n%s", &out, want)
	}
	steered := func(folder, target string) string {
		return fmt.Sprintf("%s: -test.run=^$ -test.fuzz=^%s$ -test.fuzztime=1.5s -test.fuzzminimizetime=5s -test.fuzzcachedir=DIR/cache/fuzz/example.com/m/%s", folder, target, folder)
	}
	want := []string{
		"go list -f {{.ImportPath}}\t{{.Dir}}\t{{with .Module}}{{.Path}}{{end}} -- ./a ./c", "go env GOCACHE", "go test -c -o WORK/0.test -fuzz=. example.com/m/a", "go test -c -o WORK/1.test -fuzz=. example.com/m/c", "go test -c -o WORK/2.test -fuzz=. example.com/m/d",
		steered("a", "FuzzOne"), steered("a", "FuzzTwo"), steered("a", "Fuzz"), steered("c", "FuzzBad"), steered("c", "FuzzEarly"), steered("c", "FuzzMute"), steered("c", "FuzzMuch"),
	}
	got := asked()
	if slices.Sort(got); !slices.Equal(got, sorted(want)) {
		t.Errorf("it asks\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(sorted(want), "\n"))
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "cache", "fuzzing*")); len(left) > 0 {
		t.Errorf("%q is left", left)
	}
	day := time.Now().UTC().Format(time.DateOnly)
	rows := fmt.Sprintf("| *all* | | 3,742 | 0 | 3,742 | | %s |\n| `a` | 3 | 3,702 | 0 | 3,702 | 2 | %s |\n| `c` | 1 | 40 | 0 | 40 | 0 | %s |\n", day, day, day)
	if page, err := os.ReadFile(o.page); err != nil || !strings.Contains(string(page), rows) {
		t.Errorf("%s, %v; want\n%s", page, err, rows)
	}
}

func sorted(all []string) []string { return slices.Sorted(slices.Values(all)) }

// sameLines compares lines in whatever order, as files of a package come in none that matters.
func sameLines(a, b string) bool {
	return slices.Equal(sorted(strings.Split(a, "\n")), sorted(strings.Split(b, "\n")))
}

// Targets on spoilt inputs are built without what makes them slow, told where their inputs are, and counted apart; all together have the time that is theirs.
func TestWhatIsAskedOfSpoilt(t *testing.T) {
	dir, asked := pretended(t)
	o := &options{each: time.Hour, total: 7 * time.Second, spoil: true, keep: 1 << 20, only: "^Fuzz(One|Mu.*)?$", corpus: filepath.Join(dir, "cache", "fuzz"), page: filepath.Join(dir, "docs.md")}
	var out bytes.Buffer
	err := o.run(t.Context(), []string{"./..."}, &out)
	const failures = "c FuzzMute does not say how often it ran: it is no target of chance.Fuzz\nPASS\n\nstrconv.ParseInt: parsing \"99999999999999999999\": value out of range"
	if err == nil || err.Error() != failures {
		t.Errorf("%v, want %s", err, failures)
	}
	if want := "4 targets, 1.8s each\na Fuzz: 7 executions\na FuzzOne: 7 executions\nc FuzzMute: failed\nc FuzzMuch: failed\n14 executions of 2 targets\n"; !sameLines(out.String(), want) {
		t.Errorf("%s\nwant\n%s", &out, want)
	}
	spoilt := func(folder, target string) string {
		return fmt.Sprintf("%s: -test.run=^%s$ -spoil=1.75s -kept=DIR/cache/fuzz/example.com/m/%s/%s", folder, target, folder, target)
	}
	want := []string{"go list -f {{.ImportPath}}\t{{.Dir}}\t{{with .Module}}{{.Path}}{{end}} -- ./...", "go test -c -o WORK/0.test example.com/m/a", "go test -c -o WORK/1.test example.com/m/c", spoilt("a", "Fuzz"), spoilt("a", "FuzzOne"), spoilt("c", "FuzzMute"), spoilt("c", "FuzzMuch")}
	got := asked()
	if slices.Sort(got); !slices.Equal(got, sorted(want)) {
		t.Errorf("it asks\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(sorted(want), "\n"))
	}
	if page, err := os.ReadFile(o.page); err != nil || !strings.Contains(string(page), "| `a` | 2 | 0 | 14 | 14 | 2 | ") {
		t.Errorf("%s, %v", page, err)
	}
	o = &options{each: time.Hour, total: time.Second, spoil: true, only: "^FuzzOne|FuzzTwo$", corpus: "there"}
	out.Reset()
	if err := o.run(t.Context(), nil, &out); err != nil || !strings.HasPrefix(out.String(), "2 targets, 1s each\n") || o.corpus != filepath.Join(here(t), "there") { // a second is the least
		t.Errorf("%s, %v, %s", &out, err, o.corpus)
	}
}

func here(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// What cannot be asked is told before anything runs, and a run that is told to end has the figures of what ran.
func TestNothingRuns(t *testing.T) {
	dir, asked := pretended(t)
	for _, row := range []struct {
		o        options
		patterns []string
		want     string
	}{
		{options{each: time.Second, only: "("}, []string{"./..."}, "error parsing regexp: missing closing ): `(`"}, {options{each: time.Second, only: "^Nothing$"}, []string{"./..."}, "no fuzz target was found"},
		{options{each: time.Second}, []string{"./wrong"}, `go list: "no tabs\n"`}, {options{each: time.Second}, []string{"./none"}, "exit status 1\nnothing is there\n"},
	} {
		var out bytes.Buffer
		if err := row.o.run(t.Context(), row.patterns, &out); err == nil || err.Error() != row.want || out.Len() > 0 {
			t.Errorf("%+v: %s, %v; want %s", row.o, &out, err, row.want)
		}
	}
	if got := asked(); len(got) != 3 { // none of which runs a target
		t.Errorf("it asks %q", got)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	p := &fuzzedPackage{name: "a", path: "example.com/m/a", dir: filepath.Join(dir, "a"), targets: []string{"FuzzOne"}}
	for _, spoil := range []bool{false, true} {
		o := &options{spoil: spoil, corpus: dir}
		if found, err := o.try(ended, p, "FuzzOne", filepath.Join(dir, "target"), time.Second); err != nil || found.executions != 0 || found.spoilt != spoil {
			t.Errorf("%+v, %v", found, err)
		}
		var out bytes.Buffer
		if counts, err := o.fuzzAll(ended, []*fuzzedPackage{p}, time.Second, &out); err != nil || counts.targets() != 0 || out.Len() > 0 {
			t.Errorf("%s%+v, %v", &out, counts, err)
		}
	}
	if err := p.build(ended, filepath.Join(dir, "x.test"), true); err != nil {
		t.Errorf("what was told to end does not compile: %v", err)
	}
	if _, err := (&options{corpus: dir}).try(t.Context(), p, "FuzzBad", filepath.Join(dir, "target"), time.Second); err == nil || err.Error() != "a FuzzBad: exit status 1\n    Failing input written to testdata\n" {
		t.Error(err)
	}
	if _, err := (&options{corpus: dir, spoil: true}).try(t.Context(), p, "FuzzBad", filepath.Join(dir, "target"), time.Second); err == nil || err.Error() != "a FuzzBad: exit status 1\n    Failing input written to testdata\n" {
		t.Error(err)
	}
}

// Figures go into a page where one is wanted and something ran; a page that is none is told.
func TestPageIsFilled(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "page.md")
	var none, some tally
	some.add("a", trial{executions: 7})
	if err := (&options{page: page}).fill(none); err != nil {
		t.Error(err)
	}
	if err := (&options{}).fill(some); err != nil {
		t.Error(err)
	}
	if err := (&options{page: page}).fill(some); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if err := os.WriteFile(page, []byte("no figures"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := (&options{page: page}).fill(some); err == nil || !strings.HasPrefix(err.Error(), page+": ") {
		t.Error(err)
	}
	if some.targets() != 1 || some.executions() != 7 || none.executions() != 0 {
		t.Errorf("%+v", some)
	}
	for n, want := range map[int64]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567", 1000000000: "1,000,000,000"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
	if _, err := inAll("| a | 1 | 2 | 3"); err == nil {
		t.Error("a row without executions has some")
	}
	if e, err := inAll("| a | 1 | 2,000 | 3 | x"); err != nil || e != (executions{2000, 3}) {
		t.Errorf("%+v, %v", e, err)
	}
}

// Of inputs of one size the first by its name goes first, and inputs in folders below count as well.
func TestTrimOfEqualSizes(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b", "a", "c", "sub/d"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, 10), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range []struct {
		keep, kept int
		gone       string
	}{{40, 4, ""}, {39, 3, "a"}, {30, 3, ""}, {19, 1, "c"}, {9, 0, "sub/d"}} {
		kept, err := (&options{keep: int64(row.keep)}).trim(dir)
		if err != nil || kept != row.kept {
			t.Errorf("%d bytes: %d are kept, %v; want %d", row.keep, kept, err, row.kept)
		}
		if _, err := os.Stat(filepath.Join(dir, row.gone)); row.gone != "" && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%d bytes: %s is there, %v", row.keep, row.gone, err)
		}
	}
}

// TestMain is the command itself where a test starts it as one.
func TestMain(m *testing.M) {
	if os.Getenv("FUZZING_COMMAND") != "" {
		flag.CommandLine = flag.NewFlagSet(os.Args[0], flag.ExitOnError) // without those of tests
		flag.CommandLine.Usage = func() { flag.Usage() }
		main()
		return
	}
	os.Exit(m.Run())
}

// The command takes its flags by their names, tells what they are where one cannot be, and ends with 1 where a target fails.
func TestCommand(t *testing.T) {
	dir, _ := pretended(t)
	run := func(args ...string) (string, int) {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "FUZZING_COMMAND=1")
		out, err := oracle.Usual.CombinedOutput(cmd)
		code := 0
		if exit := new(exec.ExitError); errors.As(err, &exit) {
			code = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		return string(out), code
	}
	corpus := filepath.Join(dir, "cache", "fuzz")
	for _, row := range []struct {
		args []string
		says string
		code int
	}{
		{[]string{"-target", "^FuzzOne$", "-each", "1s", "-corpus", corpus, "-keep", "3", "-page", filepath.Join(dir, "docs.md"), "./a"}, "1 targets, 1s each\na FuzzOne: 1234 executions, 2 new inputs, 1 kept\n1234 executions of 1 targets\n", 0},
		{[]string{"-target", "^FuzzOne$"}, "1 targets, 10s each\na FuzzOne: 1234 executions, 2 new inputs, 1 kept\n1234 executions of 1 targets\n", 0},
		{[]string{"-target", "^Fuzz(One|Two)$", "-total", "5s", "-spoil", "-keep", "0"}, "2 targets, 2.5s each\na FuzzOne: 7 executions\na FuzzTwo: 7 executions\n14 executions of 2 targets\n", 0},
		{[]string{"-target", "^FuzzBad$"}, "1 targets, 10s each\nc FuzzBad: failed\n0 executions of 0 targets\nfuzzing: c FuzzBad: exit status 1\n    Failing input written to testdata\n\n", 1},
	} {
		if out, code := run(row.args...); out != row.says || code != row.code {
			t.Errorf("%q: %s, %d; want %s", row.args, out, code, row.says)
		}
	}
	if page, err := os.ReadFile(filepath.Join(dir, "docs.md")); err != nil || !strings.Contains(string(page), "| `a` | 1 | 1,234 | 0 | 1,234 | 1 | ") {
		t.Errorf("%s, %v", page, err)
	}
	if left, _ := filepath.Glob(filepath.Join(corpus, "example.com", "m", "a", "*", "*")); len(left) > 0 {
		t.Errorf("%q are kept, of no bytes", left)
	}
	for _, args := range [][]string{{"-each", "999ms"}, {"-total", "-1s"}, {"-keep", "-1"}, {"-none"}} {
		out, code := run(args...)
		for _, flag := range []string{"go run ./internal/fuzzing [flags] [PACKAGE...]\n", "\n  -corpus string\n", "(default 10s)", "\n  -keep int\n", "(default 4194304)", "\n  -page string\n", "\n  -spoil\n", "\n  -target string\n", "\n  -total duration\n"} {
			if !strings.Contains(out, flag) {
				t.Errorf("%q: %s has no %q", args, out, flag)
			}
		}
		if code != 2 {
			t.Errorf("%q ends with %d", args, code)
		}
	}
}
