// Command bench measures how fast G13 programs run compiled: beside the reference machine, beside C with vectors of 512 bits written by hand, and beside PoCL,
// which is OpenCL on a CPU.
//
//	programs/*.s ───── machine code ──┐
//	             └──── reference ─────┤   one run, everyone by turns:
//	limits.c ───────── C ─────────────┤   checksums have to agree, ratios
//	opencl/*.cl ────── PoCL ──────────┘   are medians over the turns
//
// It is run at the module's root, and writes what it found into docs/performance.md:
//
//	go run ./bench
//
// What is not there, a compiler of C, limits.c or PoCL, is left out, and the page says so.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() {
	var o options
	flag.StringVar(&o.limits, "limits", "../shared/bench/g13/limits.c", "where the C stands")
	flag.StringVar(&o.page, "page", "docs/performance.md", "the page that gets the figures; nothing for none")
	flag.StringVar(&o.only, "only", "", "some programs, separated by commas; the page stays as it is")
	flag.IntVar(&o.turns, "turns", 31, "how often everyone runs")
	flag.Parse()
	if flag.NArg() > 0 || o.turns < 1 {
		flag.Usage()
		os.Exit(2)
	}
	o.turn, o.side, o.threads, o.collections, o.compilations, o.commandTurns = 4e7, 1024, 1<<24, 300, 1000, 3
	if err := o.run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are what is measured, and how often.
type options struct {
	limits, page, only string
	turns              int
	turn               float64 // how many nanoseconds a contender runs in one, about

	small         bool // the small sizes alone
	side, threads int  // of what the command line is given; no side for nothing
	commandTurns  int
	collections   int // 0 for none
	compilations  int
}

// run measures everything, shows it, and writes it into the page.
func (o *options) run(out io.Writer) error {
	f, err := enter(o.limits, []int{1, 2})
	if err != nil {
		return err
	}
	f.turn = o.turn
	r, err := o.measure(f)
	if err = errors.Join(err, f.close()); err != nil {
		return err
	}
	text := r.text()
	if _, err := io.WriteString(out, text); err != nil || o.page == "" || o.only != "" {
		return err
	}
	page, err := os.ReadFile(o.page)
	if err != nil {
		return err
	}
	fresh, err := fill(string(page), text)
	if err != nil {
		return fmt.Errorf("%s: %w", o.page, err)
	}
	return os.WriteFile(o.page, []byte(fresh), 0o644)
}

// wants says whether the workload is asked for.
func (o *options) wants(name string) bool {
	return o.only == "" || slices.Contains(strings.Split(o.only, ","), name)
}

// measure is everything.
func (o *options) measure(f *field) (*report, error) {
	r := &report{absent: f.absent, device: f.device, turns: o.turns}
	defer r.close()
	if err := r.contend(o, &r.beside, func(w *workload) (*contest, error) {
		if w.limits == "" {
			return nil, nil
		}
		return f.openContest(w, w.small, false)
	}); err != nil {
		return r, err
	}
	if err := r.contend(o, &r.alone, func(w *workload) (*contest, error) {
		if o.small {
			return f.openContest(w, w.small, true)
		}
		return f.openContest(w, w.large, true)
	}); err != nil {
		return r, err
	}
	if o.only != "" {
		return r, nil
	}
	return r, errors.Join(r.compile(o.compilations), r.collect(o.collections), r.command(f.dir, o))
}
