package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanescope/lanescope/internal/gocommand"
)

// A target is a package whose tests are tested.
type target struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Module     struct{ Dir string }

	sources []*source
	mutants []mutant

	tests string        // which are run, as a pattern; all if there is none
	slow  string        // tests that run last, as a pattern; nothing if none is slow
	args  []string      // what all runs are given
	took  time.Duration // time of the processor of all tests
}

// targets are the packages that patterns of the go command mean, with their mutants.
func targets(ctx context.Context, patterns []string) ([]*target, error) {
	out, err := gocommand.Output(ctx, append([]string{"list", "-json=ImportPath,Dir,GoFiles,Module", "--"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	var all []*target
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		t := new(target)
		if err := d.Decode(t); err != nil {
			return nil, err
		}
		if err := t.read(); err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// read finds the mutants. Constants are those of the whole package.
func (t *target) read() error {
	next := map[string]string{}
	for _, name := range t.GoFiles {
		path := filepath.Join(t.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		place, err := filepath.Rel(t.Module.Dir, path)
		if err != nil {
			return err
		}
		s, err := readSource(filepath.ToSlash(place), path, text)
		if err != nil {
			return err
		}
		if s != nil {
			s.countConstants(next)
			s.next = next
			t.sources = append(t.sources, s)
		}
	}
	for _, s := range t.sources {
		t.mutants = append(t.mutants, s.mutants()...)
	}
	return nil
}

// A test that takes more than its part of all the time is slow.
const slowPart = 4

var passed = regexp.MustCompile(`(?m)^--- PASS: (\w+) \(([0-9.]+)s\)$`)

// rehearse runs the tests on the package as it is. They have to pass; which are slow is known then, and how long they take.
func (t *target) rehearse(ctx context.Context, work string, seed uint64) error {
	bin := filepath.Join(work, "as-it-is.test")
	if out, err := t.build(ctx, bin, ""); err != nil {
		return fmt.Errorf("%s does not compile: %w\n%s", t.ImportPath, err, out)
	}
	if _, err := os.Stat(bin); err != nil {
		return fmt.Errorf("%s has no tests", t.ImportPath)
	}
	t.args = []string{"-test.paniconexit0", "-test.failfast"}
	if t.knows(ctx, bin, "-seed") {
		t.args = append(t.args, "-seed", strconv.FormatUint(seed, 10))
	}
	cmd := t.command(ctx, bin, limits{}, append(slices.Clone(t.args), "-test.v", "-test.run", t.tests)...) // with the seed of the trials, for which they have to pass
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("the tests of %s have to pass before anything is changed: %w\n%s", t.ImportPath, err, tail(out))
	}
	if t.tests != "" && !passed.Match(out) {
		return fmt.Errorf("%s has no test %q that passes", t.ImportPath, t.tests)
	}
	t.took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.slow = slowTests(string(out))
	return nil
}

// slowTests is a pattern of them, by what a run said.
func slowTests(log string) string {
	took := map[string]float64{}
	all := 0.0
	for _, m := range passed.FindAllStringSubmatch(log, -1) {
		s, _ := strconv.ParseFloat(m[2], 64) // the pattern has digits only
		took[m[1]] = s
		all += s
	}
	var slow []string
	for name, s := range took {
		if s > all/slowPart/float64(len(took)) && s > 0.05 {
			slow = append(slow, name)
		}
	}
	if len(slow) == 0 || len(slow) == len(took) {
		return ""
	}
	slices.Sort(slow)
	return "^(" + strings.Join(slow, "|") + ")$"
}

// knows asks a test binary whether it has a flag.
func (t *target) knows(ctx context.Context, bin, flag string) bool {
	return t.command(ctx, bin, limits{}, flag, "1", "-test.list", "^$").Run() == nil
}

// build compiles the tests, with the files of an overlay in the place of others.
func (t *target) build(ctx context.Context, bin, overlay string) ([]byte, error) {
	args := []string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", bin}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, t.ImportPath)...)
	cmd.Dir, cmd.Env = t.Module.Dir, append(os.Environ(), "GOFLAGS="+uncovered(os.Getenv("GOFLAGS")))
	return cmd.CombinedOutput()
}

// uncovered are flags of the go command without those that ask for coverage: what is counted is compiled from a copy, in which no overlay changes a line.
func uncovered(flags string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(flags), func(f string) bool { return strings.HasPrefix(strings.TrimLeft(f, "-"), "cover") }), " ")
}

// limits are what a run may take; nothing without bound, since a mutant's loop may never end, and take memory on its way.
type limits struct {
	cpu    time.Duration
	memory int // bytes
}

// keepsNothing has rapid leave no case that failed in testdata, from where it would try it on all mutants that follow: each is held by what tests come to by themselves.
const keepsNothing = "RAPID_NOFAILFILE=1"

// command runs a test binary where the go command would.
func (t *target) command(ctx context.Context, bin string, l limits, args ...string) *exec.Cmd {
	args = append([]string{bin}, args...)
	if sh, err := exec.LookPath("sh"); err == nil && l.cpu > 0 {
		limit := fmt.Sprintf(`ulimit -t %d; ulimit -v %d; exec "$@"`, int(l.cpu/time.Second), l.memory>>10)
		args = append([]string{sh, "-c", limit, "sh"}, args...)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env = t.Dir, append(os.Environ(), keepsNothing)
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// tail is the end of a long output.
func tail(out []byte) []byte {
	const most = 2000
	return out[max(0, len(out)-most):]
}
