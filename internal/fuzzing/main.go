package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/lanescope/lanescope/internal/gocommand"
)

func main() {
	var o options
	flag.DurationVar(&o.each, "each", 10*time.Second, "how long each target runs")
	flag.DurationVar(&o.total, "total", 0, "how long all of them run together, instead")
	flag.BoolVar(&o.spoil, "spoil", false, "run the targets on inputs spoilt from those that are kept, in their own process: new code is not seen, and they run ten to thirty times as often")
	flag.StringVar(&o.only, "target", "", "a pattern of the targets that run; all if there is none")
	flag.StringVar(&o.corpus, "corpus", "", "the folder for inputs that are kept; Go's own if there is none")
	flag.Int64Var(&o.keep, "keep", 4<<20, "how many bytes of inputs are kept for a target")
	flag.StringVar(&o.page, "page", "", "the page that gets the figures, as docs/reliability.md")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "go run ./internal/fuzzing [flags] [PACKAGE...]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if o.each < time.Second || o.total < 0 || o.keep < 0 {
		flag.Usage()
		os.Exit(2)
	}
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := o.run(ctx, patterns, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzzing:", err)
		os.Exit(1)
	}
}

// options are what runs, and for how long.
type options struct {
	each, total        time.Duration
	spoil              bool
	only, corpus, page string
	keep               int64
}

// run runs the targets of packages, and says of each how often it was executed. When it is told to end it has the figures of those that ran.
func (o *options) run(ctx context.Context, patterns []string, out io.Writer) error {
	only, err := regexp.Compile(o.only)
	if err != nil {
		return err
	}
	packages, err := fuzzed(ctx, patterns, only)
	if err != nil {
		return err
	}
	n := 0
	for _, p := range packages {
		n += len(p.targets)
	}
	if n == 0 {
		return errors.New("no fuzz target was found")
	}
	each := o.each
	if o.total > 0 {
		each = max(o.total/time.Duration(n), time.Second)
	}
	if o.corpus, err = o.folder(ctx); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d targets, %v each\n", n, each.Round(time.Second/10))
	counts, err := o.fuzzAll(ctx, packages, each, out)
	fmt.Fprintf(out, "%d executions of %d targets\n", counts.executions(), counts.targets())
	return errors.Join(err, o.fill(counts))
}

// folder is where inputs are kept.
func (o *options) folder(ctx context.Context) (string, error) {
	if o.corpus != "" {
		return filepath.Abs(o.corpus)
	}
	cache, err := gocommand.Output(ctx, "env", "GOCACHE")
	if err != nil {
		return "", err
	}
	return filepath.Join(strings.TrimSpace(string(cache)), "fuzz"), nil
}

// fuzzAll builds each package's tests while those of the package before it run. A target that fails does not keep the others from running: all failures are told in the end.
func (o *options) fuzzAll(ctx context.Context, packages []*fuzzedPackage, each time.Duration, out io.Writer) (counts tally, err error) {
	work, err := os.MkdirTemp("", "fuzzing")
	if err != nil {
		return counts, err
	}
	defer os.RemoveAll(work)
	ctx, cancel := context.WithCancel(ctx)
	type built struct {
		bin string
		err error
	}
	next := make(chan built)
	done := make(chan struct{})
	defer func() { cancel(); <-done }()
	go func() {
		defer close(done)
		for k, p := range packages {
			bin := filepath.Join(work, fmt.Sprintf("%d.test", k))
			b := built{bin, p.build(ctx, bin, o.spoil)}
			select {
			case next <- b:
			case <-ctx.Done():
				return
			}
		}
	}()
	for _, p := range packages {
		var b built
		select {
		case b = <-next:
		case <-ctx.Done():
			return counts, err
		}
		if b.err != nil {
			err = errors.Join(err, b.err)
			continue
		}
		for _, name := range p.targets {
			t, failed := o.try(ctx, p, name, b.bin, each)
			switch {
			case ctx.Err() != nil:
				return counts, err
			case failed != nil:
				err = errors.Join(err, failed)
				fmt.Fprintf(out, "%s %s: failed\n", p.name, name)
			default:
				counts.add(p.name, t)
				fmt.Fprintf(out, "%s %s: %v\n", p.name, name, t)
			}
		}
		os.Remove(b.bin)
	}
	return counts, err
}

// fill puts the figures into the page, where one is wanted.
func (o *options) fill(counts tally) error {
	if o.page == "" || counts.targets() == 0 {
		return nil
	}
	page, err := os.ReadFile(o.page)
	if err != nil {
		return err
	}
	filled, err := counts.fill(string(page), time.Now())
	if err != nil {
		return fmt.Errorf("%s: %w", o.page, err)
	}
	return os.WriteFile(o.page, []byte(filled), 0o644)
}
