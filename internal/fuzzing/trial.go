package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A trial is what a target did in its time.
type trial struct {
	executions int64
	spoilt     bool // in its own process, which sees no new code
	fresh      int  // inputs that reach code which none reached before
	kept       int  // inputs that it begins with the next time
	early      bool
}

func (t trial) String() string {
	if t.spoilt {
		return fmt.Sprintf("%d executions", t.executions)
	}
	s := fmt.Sprintf("%d executions, %d new inputs, %d kept", t.executions, t.fresh, t.kept)
	if t.early {
		s += " (golang/go#75804)"
	}
	return s
}

// progress is the last thing that a target says of itself, as
//
//	fuzz: elapsed: 3s, execs: 102745 (34246/sec), new interesting: 12 (total: 147)
var progress = regexp.MustCompile(`fuzz: elapsed: \S+, execs: (\d+) \(\d+/sec\), new interesting: (\d+) `)

// begun is what a target says while it runs the inputs that were kept. One whose time is over by then has run some of them, and nothing else.
//
//	fuzz: elapsed: 1s, gathering baseline coverage: 15/40 completed
var begun = regexp.MustCompile(`fuzz: elapsed: \S+, gathering baseline coverage: (\d+)/\d+ completed`)

// try runs one target.
func (o *options) try(ctx context.Context, p *fuzzedPackage, name, bin string, each time.Duration) (trial, error) {
	if o.spoil {
		return o.spoilt(ctx, p, name, bin, each)
	}
	return o.fuzz(ctx, p, name, bin, each)
}

// spoilt runs a target on inputs spoilt from those that are kept.
func (o *options) spoilt(ctx context.Context, p *fuzzedPackage, name, bin string, each time.Duration) (t trial, err error) {
	corpus := filepath.Join(o.corpus, filepath.FromSlash(p.path), name)
	cmd := exec.CommandContext(ctx, bin, "-test.run=^"+name+"$", "-spoil="+each.String(), "-kept="+corpus)
	cmd.Dir = p.dir
	out, err := cmd.CombinedOutput()
	t.spoilt = true
	switch last := spoiltLine.FindSubmatch(out); {
	case ctx.Err() != nil:
		return t, nil
	case err != nil:
		return t, fmt.Errorf("%s %s: %w\n%s", p.name, name, err, out)
	case last == nil:
		return t, fmt.Errorf("%s %s does not say how often it ran: it is no target of chance.Fuzz\n%s", p.name, name, out)
	default:
		if t.executions, err = strconv.ParseInt(string(last[1]), 10, 64); err != nil {
			return t, err
		}
	}
	t.kept, err = o.trim(corpus)
	return t, err
}

// spoiltLine is what chance.Fuzz says in the end, which is for tests alone.
var spoiltLine = regexp.MustCompile(`(?m)^spoilt inputs: (\d+)$`)

// fuzz runs one target so that what it reaches is seen. One that did not begin has failed too.
func (o *options) fuzz(ctx context.Context, p *fuzzedPackage, name, bin string, each time.Duration) (t trial, err error) {
	corpus := filepath.Join(o.corpus, filepath.FromSlash(p.path))
	cmd := exec.CommandContext(ctx, bin, "-test.run=^$", "-test.fuzz=^"+name+"$", "-test.fuzztime="+each.String(), "-test.fuzzminimizetime=5s", "-test.fuzzcachedir="+corpus)
	cmd.Dir = p.dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return t, nil
	case err != nil && deadlineAlone(string(out)):
		t.early = true
	case err != nil:
		return t, fmt.Errorf("%s %s: %w\n%s", p.name, name, err, out)
	}
	if t.executions, t.fresh, err = executed(string(out)); err != nil {
		return t, fmt.Errorf("%s %s: %w\n%s", p.name, name, err, out)
	}
	t.kept, err = o.trim(filepath.Join(corpus, name))
	return t, err
}

// executed is how often a target ran, by the last line that says so.
func executed(log string) (executions int64, fresh int, err error) {
	all := progress.FindAllStringSubmatch(log, -1)
	if len(all) == 0 {
		if all = begun.FindAllStringSubmatch(log, -1); len(all) == 0 {
			return 0, 0, fmt.Errorf("it does not say how often it ran")
		}
		executions, err = strconv.ParseInt(all[len(all)-1][1], 10, 64)
		return executions, 0, err
	}
	last := all[len(all)-1]
	if executions, err = strconv.ParseInt(last[1], 10, 64); err != nil {
		return 0, 0, err
	}
	fresh, err = strconv.Atoi(last[2])
	return executions, fresh, err
}

var (
	deadline = regexp.MustCompile(`(?m)^ *context deadline exceeded$`)
	failure  = regexp.MustCompile(`Failing input|panic:|hung or terminated|build failed|seed corpus`)
)

// deadlineAlone recognises a false failure of Go before 1.27: the end of -fuzztime itself is reported as one (golang/go#75804). A real failure names the input, or the worker that died.
func deadlineAlone(log string) bool { return deadline.MatchString(log) && !failure.MatchString(log) }

// trim lets the largest inputs of a target go, until those that are left are few enough bytes, and says how many they are.
func (o *options) trim(dir string) (kept int, err error) {
	type input struct {
		path string
		size int64
	}
	var inputs []input
	var sum int64
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil // nothing was kept yet
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			inputs, sum = append(inputs, input{path, info.Size()}), sum+info.Size()
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	slices.SortFunc(inputs, func(x, y input) int {
		return cmp.Or(cmp.Compare(y.size, x.size), strings.Compare(x.path, y.path))
	})
	for len(inputs) > 0 && sum > o.keep {
		if err := os.Remove(inputs[0].path); err != nil {
			return 0, err
		}
		inputs, sum = inputs[1:], sum-inputs[0].size
	}
	return len(inputs), nil
}
