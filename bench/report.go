package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/lanescope/lanescope/g13/jit"
)

// A report is what was measured.
type report struct {
	turns  int
	absent []error
	device string

	beside []*contest // those of limits.c, of its sizes
	alone  []*contest // all, of sizes that take long enough for two cores
	worth  *contest   // what two cores are worth

	compiling float64 // nanoseconds an instruction, the median; 0 if nothing was compiled
	hereWait  *wait   // collections beside the reference
	codeWait  *wait   // and beside machine code
	held      *held   // which was called so long meanwhile
	commands  []*command
}

// contend opens the contests of those workloads that are wanted and have one, and lets everyone have their turns. In the end they have to agree still.
func (r *report) contend(o *options, contests *[]*contest, open func(w *workload) (*contest, error)) error {
	for k := range workloads {
		if w := &workloads[k]; o.wants(w.name) {
			c, err := open(w)
			if err != nil {
				return err
			}
			if c != nil {
				*contests = append(*contests, c)
			}
		}
	}
	for range o.turns {
		for _, c := range append(*contests, r.spin()) {
			if err := c.turn(); err != nil {
				return err
			}
		}
	}
	for _, c := range *contests {
		if err := c.agree(); err != nil {
			return err
		}
	}
	return nil
}

// spin is the contest of one core with two.
func (r *report) spin() *contest {
	if r.worth == nil {
		r.worth = &contest{
			workload: &workload{name: "spin"}, contenders: map[string]contender{jitOne: spin{1, new(atomic.Uint32)}, jitTwo: spin{2, new(atomic.Uint32)}},
			times: map[string]int{jitOne: 1, jitTwo: 1}, took: map[string][]float64{},
		}
	}
	return r.worth
}

// close gives the machine code back.
func (r *report) close() error {
	var errs []error
	for _, all := range [][]*contest{r.beside, r.alone} {
		for _, c := range all {
			errs = append(errs, c.close())
		}
	}
	return errors.Join(errs...)
}

// compile measures how long it takes to make machine code of each program and to give it back.
func (r *report) compile(times int) error {
	var each []float64
	for k := range times {
		p, err := workloads[k%len(workloads)].program()
		if err != nil {
			return err
		}
		begin := time.Now()
		c, err := jit.Compile(p)
		took := float64(time.Since(begin))
		if errors.Is(err, jit.ErrUnsupported) {
			return nil
		}
		if err != nil {
			return err
		}
		each = append(each, took/float64(len(p.Ops())))
		if err := c.Close(); err != nil {
			return err
		}
	}
	r.compiling = median(each)
	return nil
}

// collect measures how long collections wait.
func (r *report) collect(collections int) error {
	if collections == 0 {
		return nil
	}
	w := &workloads[1]
	p, err := w.program()
	if err != nil {
		return err
	}
	plain, _, err := collecting(w, p, nil, collections)
	if err != nil {
		return err
	}
	c, err := jit.Compile(p)
	if errors.Is(err, jit.ErrUnsupported) {
		return nil
	} else if err != nil {
		return err
	}
	native, calls, err := collecting(w, p, c, collections)
	r.hereWait, r.codeWait, r.held = &plain, &native, calls
	return errors.Join(err, c.Close())
}

// command measures what the command line does.
func (r *report) command(dir string, o *options) error {
	if o.side == 0 {
		return nil
	}
	lanescope, err := buildLanescope(dir)
	if err != nil {
		return err
	}
	r.commands = commands(o.side, o.threads)
	for _, c := range r.commands {
		if err := c.measure(lanescope, dir, o.commandTurns); err != nil {
			return err
		}
	}
	return nil
}

// machineName is the processor, and how many cores there are.
func machineName() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // of another system, the architecture is known
	return fmt.Sprintf("%s, %d cores", processorName(string(text)), runtime.NumCPU())
}

// processorName is the processor with its family and model, since its name may be short, of what Linux says of it.
func processorName(cpuinfo string) string {
	about := map[string]string{}
	for line := range strings.Lines(cpuinfo) {
		key, value, _ := strings.Cut(line, ":")
		about[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	name := cmp.Or(about["model name"], runtime.GOARCH)
	if about["cpu family"] != "" {
		name += fmt.Sprintf(" (family %s, model %s)", about["cpu family"], about["model"])
	}
	return name
}
