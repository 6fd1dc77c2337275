package lanescope_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
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

// The documents show commands with their output, and this test runs them:
//
//	```console
//	$ printf 'a0 b0\n' | head -1
//	a0 b0
//	$ lanescope explain \
//	    'nonsense'
//	the expected output, to the byte
//	# exit 1
//	```
//
// A line that begins with "$ " is a command, and a backslash at its end
// continues it on the next line. What follows up to the next command is what a
// terminal would show: standard output and standard error as they come. A last
// line "# exit N" states an exit code other than 0.
//
// Commands of one document run in one empty folder, one after the other, as if
// typed at the module's root: what documentData names is there where it exists,
// and "go run ./cmd/lanescope" is understood. Only the commands in
// allowedCommands may be used, so that the documents run on every machine.
// Blocks of any other info string, such as sh, are not run.
//
//	go test . -run Docs -update
//
// writes the real output into the documents. Read the diff before committing.

var update = flag.Bool("update", false, "write what the tests expect instead of comparing with it")

// commandTime bounds one command of a document. It is time of the processor, so
// that it does not depend on what else the machine does.
var commandTime = oracle.Limit{CPU: 20 * time.Second, Clock: 10 * time.Minute}

// TestDocs runs every command of every document.
func TestDocs(t *testing.T) {
	if !isFile("cmd/lanescope/main.go") {
		t.Skip("cmd/lanescope does not exist yet")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the documents' commands need a shell: ", err)
	}
	documents := findDocuments(t)
	if !slices.Contains(documents, "README.md") {
		t.Error("README.md is missing")
	}
	bin := buildLanescope(t)
	for _, name := range documents {
		t.Run(name, func(t *testing.T) { testDocument(t, name, bin) })
	}
}

func testDocument(t *testing.T, name, bin string) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d, err := parseDocument(string(text))
	if err != nil {
		t.Fatalf("%s:%v", name, err)
	}
	if name == "README.md" && len(d.blocks) == 0 {
		t.Error("README.md shows no command: it has no console block")
	}
	wrong := d.run(documentFolder(t), bin)
	if *update && d.render() != string(text) {
		if err := os.WriteFile(name, []byte(d.render()), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: rewritten", name)
	}
	for _, w := range wrong {
		if w.updatable && *update {
			continue
		}
		t.Errorf("%s:%d: $ %s\n%s", name, w.line, w.command, w.what)
	}
}

// findDocuments returns the documents at the root and below docs.
func findDocuments(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir("docs", func(name string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".md" {
			names = append(names, name)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return names
}

// buildLanescope builds the binary and returns its folder. go test caches a
// result until a file that the test itself has opened changes; it does not see
// what the build reads. Reading the packages here makes them count.
func buildLanescope(t *testing.T) (bin string) {
	t.Helper()
	if _, err := readPackages(os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	bin = t.TempDir()
	build := exec.Command("go", "build", "-buildvcs=false", "-o", bin+string(filepath.Separator), "./cmd/lanescope")
	if out, err := oracle.Usual.CombinedOutput(build); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	return bin
}

// documentData is the folders whose files the documents' commands may use.
var documentData = []string{"testdata", filepath.Join("docs", "testdata"), filepath.Join("g13", "machine", "testdata", "programs")}

// documentFolder makes the folder in which a document's commands run.
func documentFolder(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, data := range documentData {
		if _, err := os.Stat(data); err != nil {
			continue
		}
		if err := os.CopyFS(filepath.Join(dir, data), os.DirFS(data)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A mismatch is a command that did not do what its document says.
type mismatch struct {
	line      int
	command   string
	what      string
	updatable bool // writing the real output into the document mends it
}

// run runs the document's commands in dir with bin first on PATH, and puts what
// they really did into the document.
func (d *document) run(dir, bin string) (wrong []mismatch) {
	for _, b := range d.blocks {
		for i := range b.steps {
			s := &b.steps[i]
			got, err := s.execute(dir, bin)
			switch {
			case err != nil:
				wrong = append(wrong, mismatch{s.line, s.command, err.Error(), false})
			case !got.equal(s.result):
				wrong = append(wrong, mismatch{s.line, s.command, difference(s.result, got), true})
				s.result = got
			}
		}
	}
	return wrong
}

// execute runs one command. Its error says why there is no result; a command
// that fails has one.
func (s step) execute(dir, bin string) (result, error) {
	if err := checkCommand(s.command); err != nil {
		return result{}, err
	}
	cmd := exec.Command("sh", "-c", withoutGoRun(s.command))
	cmd.Dir = dir
	cmd.Env = []string{
		"LANESCOPE_TARGET=avx2", // what the documents show is the same everywhere
		"PATH=" + bin + string(filepath.ListSeparator) + os.Getenv("PATH"),
		"HOME=" + dir, "TMPDIR=" + os.TempDir(),
		"NO_COLOR=1", "TERM=dumb", "LC_ALL=C",
	}
	out, err := commandTime.CombinedOutput(cmd)
	if errors.Is(err, oracle.ErrSilent) {
		return result{}, err
	}
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return result{}, err
	}
	got := result{outputLines(progressLine.ReplaceAllString(string(out), "")), cmd.ProcessState.ExitCode()}
	return got, got.check()
}

// progressLine is what a command says of its progress on standard error. Whether it says something depends on how busy the machine is.
var progressLine = regexp.MustCompile(`(\r[^\r\n]*)+\n`)

// goRun is how one starts lanescope without installing it.
var goRun = regexp.MustCompile(`\bgo run (\./|` + regexp.QuoteMeta(modulePath) + `/)cmd/lanescope(@\S+)?`)

func withoutGoRun(command string) string { return goRun.ReplaceAllString(command, "lanescope") }

// difference shows where two results part.
func difference(want, got result) string {
	i := 0
	for i < len(want.output) && i < len(got.output) && want.output[i] == got.output[i] {
		i++
	}
	var b strings.Builder
	if i < len(want.output) || i < len(got.output) {
		fmt.Fprintf(&b, "output line %d differs:\n", i+1)
	}
	if i < len(want.output) {
		fmt.Fprintf(&b, "\tdocument %q\n", want.output[i])
	}
	if i < len(got.output) {
		fmt.Fprintf(&b, "\tcommand  %q\n", got.output[i])
	}
	if want.exit != got.exit {
		fmt.Fprintf(&b, "exit code %d, the document says %d\n", got.exit, want.exit)
	}
	b.WriteString("the command printed:\n" + strings.Join(got.output, "\n"))
	return b.String()
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
