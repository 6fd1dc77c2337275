package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
)

func main() {
	var o options
	flag.IntVar(&o.n, "n", 50, "how many lines are changed")
	flag.Uint64Var(&o.seed, "seed", 0, "what decides the sample, and the cases of tests that take a seed; 0: another one each time")
	flag.IntVar(&o.workers, "workers", 1, "how many mutants are tried at once")
	flag.StringVar(&o.only, "only", "", "all mutants of a file or of a line, as g13/row.go:45, instead of a sample")
	flag.StringVar(&o.of, "of", "", "the files whose lines the sample is of, with commas, as g13/row.go,g13/kind.go; all if there are none")
	flag.StringVar(&o.tests, "tests", "", "the tests that are run, as the pattern of go test -run; all if there is none. What they notice, all of them would")
	flag.BoolVar(&o.list, "list", false, "say which mutants there are; nothing is run")
	flag.StringVar(&o.page, "page", "", "the page that gets the figures, as docs/reliability.md")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "go run ./internal/mutate [flags] PACKAGE...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 || o.n < 1 || o.workers < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if o.seed == 0 {
		o.seed = 1 + rand.Uint64N(1<<32)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := o.run(ctx, flag.Args(), os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// options are what is changed, and how it is told.
type options struct {
	n, workers int
	seed       uint64
	only, page string
	of, tests  string
	list       bool
}

// run tries the mutants of packages. Each is told as it comes, the rest at the end.
func (o *options) run(ctx context.Context, patterns []string, out, progress io.Writer) error {
	same, err := parseEquivalents(equivalentsText)
	if err != nil {
		return err
	}
	ts, err := targets(ctx, patterns)
	if err != nil {
		return err
	}
	var all []mutant
	for _, t := range ts {
		all = append(all, t.mutants...)
	}
	picks := sample(within(all, o.of), o.seed)
	if o.only != "" {
		picks, o.n = only(all, o.only), len(all)
	}
	switch {
	case len(picks) == 0:
		return errors.New("there is nothing to change")
	case o.list:
		list(out, all, picks)
		return nil
	}
	fmt.Fprintf(progress, "seed %d\n", o.seed)
	for _, t := range ts {
		t.tests = o.tests
	}
	if err := rehearseAll(ctx, ts, o.seed); err != nil {
		return err
	}
	trials, err := tryAll(ctx, ts, picks, o.n, o.workers, func(done int, t trial) {
		fmt.Fprintf(progress, "%d %s:%d %s: %s\n", done, t.of.place, t.line, t.operator, t.verdict)
	})
	if err != nil {
		return err
	}
	r := report{commit: commit(), seed: strconv.FormatUint(o.seed, 10), trials: trials, same: same}
	r.write(out)
	return o.fill(&r)
}

func rehearseAll(ctx context.Context, ts []*target, seed uint64) error {
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for _, t := range ts {
		if err := t.rehearse(ctx, work, seed); err != nil {
			return err
		}
	}
	return nil
}

// list is all mutants, as the list of equivalent ones has them.
func list(w io.Writer, all []mutant, lines []pick) {
	for _, m := range all {
		fmt.Fprintf(w, "%s:%d: %s\n%s %s\n\t- %s\n\t+ %s\n", m.of.place, m.line, m.operator, m.of.place, m.in, m.before(), m.after())
	}
	fmt.Fprintf(w, "%d mutants of %d lines\n", len(all), len(lines))
}

// commit is what the checkout is of, with a + if something in it is changed.
func commit() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty=+", "--abbrev=10").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

// fill puts the figures into the page, where one is wanted.
func (o *options) fill(r *report) error {
	if o.page == "" || o.only != "" {
		return nil
	}
	page, err := os.ReadFile(o.page)
	if err != nil {
		return err
	}
	filled, err := tables.Fill(string(page), r.rows())
	if err != nil {
		return fmt.Errorf("%s: %w", o.page, err)
	}
	return os.WriteFile(o.page, []byte(filled), 0o644)
}
