package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/lanescope/lanescope/g13/jit"
)

// A field is who may contend besides this module's own: what is not there is missing, and the page says why.
type field struct {
	dir    string // for what is compiled
	limits string // the program; "" if there is none
	hosts  map[int]*openclHost
	device string
	turn   float64 // how many nanoseconds a contender runs in one, about
	absent []error
}

// enter compiles what there are sources of, and starts a host of OpenCL for each number of threads.
func enter(source string, threads []int) (*field, error) {
	f := &field{hosts: map[int]*openclHost{}}
	var err error
	if f.dir, err = os.MkdirTemp("", "lanescope-bench-"); err != nil {
		return nil, err
	}
	cc := compiler()
	if f.limits, err = buildLimits(cc, source, f.dir); err != nil {
		f.absent = append(f.absent, fmt.Errorf("%s: %w", inC, err))
	}
	if err := buildHost(cc, f.dir); err != nil {
		f.absent = append(f.absent, fmt.Errorf("%s: %w", openclOne, err))
		return f, nil
	}
	for _, n := range threads {
		h, err := startHost(f.dir, n)
		if err != nil {
			f.absent = append(f.absent, fmt.Errorf("%s with %d threads: %w", openclOne, n, err))
			continue
		}
		f.hosts[n], f.device = h, h.device
	}
	return f, nil
}

func (f *field) close() error {
	var errs []error
	for _, h := range f.hosts {
		errs = append(errs, h.close())
	}
	return errors.Join(append(errs, os.RemoveAll(f.dir))...)
}

// compiler is the path of a compiler of C, or nothing.
func compiler() string {
	for _, name := range []string{"cc", "gcc", "clang"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// The names of contenders.
const (
	jitOne    = "machine code"
	jitTwo    = "machine code, 2 cores"
	reference = "reference"
	inC       = "C"
	openclOne = "PoCL"
	openclTwo = "PoCL, 2 threads"
)

// A contest is one workload of one size, between those who can.
type contest struct {
	*workload
	size       int
	executed   int // instructions of a run
	native     int
	checksum   string
	contenders map[string]contender
	times      map[string]int       // runs in a turn
	took       map[string][]float64 // the median of each turn, in nanoseconds
	code       *jit.Code
}

// openContest has everyone run, and looks whether all leave the same.
func (f *field) openContest(w *workload, size int, cores bool) (c *contest, err error) {
	c = &contest{workload: w, size: size, contenders: map[string]contender{}, times: map[string]int{}, took: map[string][]float64{}}
	p, err := w.program()
	if err != nil {
		return nil, err
	}
	var errs []error
	add := func(name string, one contender, err error) {
		c.contenders[name], errs = one, append(errs, err)
	}
	first, err := newHere(w, size, p, nil, 1)
	add(reference, first, err)
	if c.code, err = jit.Compile(p); err == nil {
		for name, n := range map[string]int{jitOne: 1, jitTwo: 2} {
			if n == 1 || cores {
				one, err := newHere(w, size, p, c.code, n)
				add(name, one, err)
			}
		}
	} else if !errors.Is(err, jit.ErrUnsupported) {
		return nil, err
	}
	if f.limits != "" && w.limits != "" && size == w.small {
		add(inC, &limits{program: f.limits, kernel: w.limits}, nil)
	}
	for name, n := range map[string]int{openclOne: 1, openclTwo: 2} {
		if h := f.hosts[n]; h != nil && (n == 1 || cores) {
			one, err := newThere(w, size, h)
			add(name, one, err)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if err := c.warm(f.turn); err != nil {
		return nil, err
	}
	return c, c.agree()
}

func (c *contest) close() error {
	if c.code == nil {
		return nil
	}
	return c.code.Close()
}

// order is that of a turn. The reference comes first where all are compared, and whoever has two cores comes right behind itself with one: behind somebody else the second core would have slept.
var order = []string{reference, jitOne, jitTwo, inC, openclOne, openclTwo}

// warm runs each contender twice, and finds how often it runs in a turn of so many nanoseconds.
func (c *contest) warm(turn float64) error {
	for _, name := range order {
		one := c.contenders[name]
		if one == nil {
			continue
		}
		if _, err := one.run(1); err != nil {
			return fmt.Errorf("%s: %s: %w", c.name, name, err)
		}
		ns, err := one.run(1)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", c.name, name, err)
		}
		c.times[name] = min(max(1, int(turn/ns[0])), 31)
	}
	if one, ok := c.contenders[jitOne].(*here); ok {
		c.executed, c.native = one.result.Executed, one.result.Native
	}
	return nil
}

// agree compares what each contender has left with what the reference has left.
func (c *contest) agree() error {
	for _, name := range order {
		one := c.contenders[name]
		if one == nil {
			continue
		}
		sum, err := one.checksum()
		if err != nil {
			return fmt.Errorf("%s: %s: %w", c.name, name, err)
		}
		if c.checksum == "" {
			c.checksum = sum
		}
		if sum != c.checksum {
			return fmt.Errorf("%s: %s leaves %s, and the %s %s", c.name, name, sum, reference, c.checksum)
		}
	}
	return nil
}

// turn lets everyone run, one after the other.
func (c *contest) turn() error {
	for _, name := range order {
		if one := c.contenders[name]; one != nil {
			ns, err := one.run(c.times[name])
			if err != nil {
				return fmt.Errorf("%s: %s: %w", c.name, name, err)
			}
			c.took[name] = append(c.took[name], median(ns))
		}
	}
	return nil
}

// ratio is the median over the turns of what a took for what b took; false if one of them did not contend.
func (c *contest) ratio(a, b string) (r float64, ok bool) {
	var all []float64
	for k := range min(len(c.took[a]), len(c.took[b])) {
		all = append(all, c.took[a][k]/c.took[b][k])
	}
	return median(all), len(all) > 0
}
