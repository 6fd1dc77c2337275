package machine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lanescope/lanescope/g13"
)

// A Dispatch is a grid of threads that run a program. On one core, threadgroups run one after another in the order of their indices, x first, and so do the SIMD-groups of
// each, from barrier to barrier; nothing depends on chance. Several cores take threadgroups in the same order, and each runs its own as one core would.
type Dispatch struct {
	Program     *Program
	Preamble    *Program  // run once before, by one thread: the uniforms that it stores are those of the program; nil for none
	Grid        [3]uint32 // threads in x, y and z; 0 is 1
	Threadgroup [3]uint32 // threads of each; all 0 is 32, 1, 1
	Start       *Group    // whose registers and uniforms every SIMD-group begins with; nil for zeros
	Memory      *Memory   // nil for none
	Local       []byte    // what the memory of each threadgroup begins with; behind it are zeros, up to MaxThreadgroupMemory
	Cores       int       // 0 is 1
	Alone       int       // so many instructions the first core executes before it calls the others; 0 is as many as make them worth their while, and -1 is none

	// Native is machine code for the program, and Later is asked for some when the dispatch has taken so long that it is worth its while; nil for none. Who looks at every instruction
	// has the reference alone: a count of lanes, a search for races, a trace.
	Native Native
	Later  func() Native
	Fuel   int // instructions in all; 0 is no limit. A SIMD-group that executes none costs one

	Count      bool              // count active lanes, for Instructions of the result
	CheckRaces bool              // look for races; on one core
	Trace      func(*Step) error // is shown every instruction of the program; on one core. An error ends the dispatch

	Progress func(begun, all uint64) // is told now and then how many threadgroups have begun
}

// MaxThreadgroupMemory is how many bytes of memory a threadgroup has.
const MaxThreadgroupMemory = 32 << 10

// MaxCores is how many cores there may be.
const MaxCores = 256

// A DispatchResult is what a dispatch did. Executed, Flags and Written are those of all SIMD-groups; Executed is also that of the preamble.
type DispatchResult struct {
	Result
	Groups       uint64        // SIMD-groups that came to their end
	Group        *Group        // the one that faulted or had no fuel or time left, else the first one, as it ended; nil if none began
	Local        []byte        // the memory of its threadgroup as that ended, if the dispatch has a Local; nil if it has none
	Instructions []Instruction // in the order of their offsets
	Races        []Race
	Forgot       bool // there was more memory than a search for races remembers
}

// Run runs the dispatch until it is over: all SIMD-groups at their ends, or one at a fault, or out of fuel. The error is the context's, and then the dispatch is OutOfTime;
// the trace's; or it says what the dispatch should be.
func (d *Dispatch) Run(ctx context.Context) (DispatchResult, error) {
	r, err := d.prepare()
	if err != nil {
		return DispatchResult{}, err
	}
	if d.Preamble != nil {
		if over, err := r.runPreamble(ctx); err != nil || over {
			return r.result, err
		}
	}
	first := r.join(0)
	if r.cores > 1 {
		first.calls = func() { r.call(ctx) }
		first.callOthers()
	}
	first.run(ctx)
	r.dismiss()
	return r.gather()
}

// A running is a dispatch while it runs: what its cores share.
type running struct {
	*Dispatch
	grid    grid
	start   *Group // with what every SIMD-group begins; nothing is written to it, but by a preamble
	cores   int
	*traits       // of the program
	rows    int   // registers from r0 on, of which all others are 0 in every SIMD-group
	origin  []Row // those with which every SIMD-group begins
	local   bool  // the program uses threadgroup memory, or the dispatch has some
	follows bool  // SIMD-groups may follow one another in machine code

	later  func() Native // Later, asked once by all cores; nil if there is none
	tank   tank
	result DispatchResult
	crew   crew

	_     [cacheLine]byte // what cores write to often is in a line of its own
	next  atomic.Uint64   // the threadgroup that is taken next
	limit atomic.Uint64   // no threadgroup from this one on is of interest any more
	_     [cacheLine]byte
}

// cacheLine is how many bytes cores exchange at once, of the two lines that they fetch together.
const cacheLine = 128

// blank is what SIMD-groups begin with if nothing is said about it.
var blank = NewGroup()

func (d *Dispatch) prepare() (*running, error) {
	if d.Program == nil {
		return nil, errors.New("there is no program to run")
	}
	if d.Native != nil && d.Native.Program() != d.Program {
		return nil, errOtherProgram
	}
	if d.Cores < 0 || d.Cores > MaxCores {
		return nil, fmt.Errorf("%d cores; expected 1 to %d", d.Cores, MaxCores)
	}
	g, err := newGrid(d.Grid, d.Threadgroup)
	if err != nil {
		return nil, err
	}
	r := &running{Dispatch: d, grid: g, start: d.Start, traits: d.Program.traits(), cores: int(min(uint64(max(d.Cores, 1)), g.number))}
	if d.CheckRaces || d.Trace != nil {
		r.cores = 1
	}
	switch {
	case d.Start == nil && d.Preamble == nil:
		r.start = blank
	case d.Start == nil:
		r.start = NewGroup()
	case d.Preamble != nil:
		r.start = d.Start.clone(Registers) // whose uniforms will be what the preamble leaves
	}
	if len(d.Local) > MaxThreadgroupMemory {
		return nil, fmt.Errorf("%d bytes of threadgroup memory; a threadgroup has %d", len(d.Local), MaxThreadgroupMemory)
	}
	r.local = d.Local != nil || r.threadgroup
	r.follows = r.mayFollow()
	r.begin()
	fuel := d.Fuel
	if fuel <= 0 {
		fuel = math.MaxInt
	}
	if d.Later != nil && d.Native == nil && !d.Count && !d.CheckRaces && d.Trace == nil {
		r.later = sync.OnceValue(d.Later)
	}
	r.tank.fill(fuel)
	r.limit.Store(g.number)
	return r, nil
}

// begin finds with which registers SIMD-groups begin.
func (r *running) begin() {
	given := r.start.registers()
	r.rows = max(len(given), r.traits.rows)
	switch {
	case len(given) == r.rows:
		r.origin = given
	case len(given) == 0:
		r.origin = zeros[:r.rows]
	default:
		r.origin = append(given[:len(given):len(given)], zeros[len(given):r.rows]...)
	}
}

// zeros are registers to which nothing has been written; nobody does.
var zeros [Registers]Row

// runPreamble runs what comes once before all, and says whether the dispatch is over with it.
func (r *running) runPreamble(ctx context.Context) (over bool, err error) {
	g := NewGroup()
	g.uniform = r.start.uniform
	g.absent, g.Exec = ^uint32(1), 1
	g.Attach(r.Memory, NewLocal(MaxThreadgroupMemory))
	r.result.Result, err = r.Preamble.Run(ctx, g, Options{Fuel: r.Fuel})
	r.start.uniform = g.uniform
	r.tank.left -= r.result.Executed
	r.result.Written = RegisterSet{} // they are not the program's
	if over = r.result.Stop == OutOfFuel || r.result.Stop == Faulted || r.result.Stop == OutOfTime; over {
		r.result.Group = g
	}
	if r.result.Fault != nil {
		r.result.Fault.Where = "preamble"
	}
	return over, err
}

// gather puts together what the cores did.
func (r *running) gather() (DispatchResult, error) {
	total, cores := &r.result, r.crew.cores
	var seen flags
	var early hazards
	var err error
	over := outcome{number: math.MaxUint64, stop: Stopped}
	for _, c := range cores {
		if c.native != nil {
			total.Native += c.native.settle(c.counts)
		}
		total.Executed += c.executed
		total.Groups += c.ended
		seen |= c.flags
		for _, g := range c.groups {
			seen |= g.flags
			early.merge(g.hazards)
		}
		err = cmp.Or(err, c.err)
		if c.over.group != nil && (over.group == nil || c.over.before(over)) {
			over = c.over
		}
	}
	counts := r.counts()
	if r.stores && r.Program.executed(counts, g13.UNIFORM_STORE) {
		seen |= storeInProgram
	}
	flags := append(r.Program.summary(counts, seen, &total.Written).texts(), r.Program.unknownTexts(counts)...)
	total.Flags = union(total.Flags, append(flags, early.texts(r.Program)...))
	total.Stop, total.Fault, total.Group, total.Local = over.stop, over.fault, over.group, over.local
	if slices.ContainsFunc(cores, func(c *core) bool { return c.late }) {
		total.timeout(r)
	}
	if r.Count {
		total.Instructions = r.Program.instructions(counts, r.lanes())
	}
	if w := cores[0].watch; w != nil && w.races != nil {
		total.Races, total.Forgot = w.races.races, w.races.forgot
	}
	for _, c := range cores {
		c.release()
	}
	return *total, err
}

// counts are how often each instruction was executed on all cores, which become those of the first one.
func (r *running) counts() []uint64 {
	first := r.crew.cores[0].counts
	for _, c := range r.crew.cores[1:] {
		for k, n := range c.counts {
			first[k] += n
		}
	}
	return first
}

// lanes are how many lanes were active then, likewise. Every core has watched.
func (r *running) lanes() []uint64 {
	first := r.crew.cores[0].watch.lanes
	for _, c := range r.crew.cores[1:] {
		for k, n := range c.watch.lanes {
			first[k] += n
		}
	}
	return first
}

// timeout makes the dispatch one that had no time left. A fault on one core is not told then: on another one, an earlier one may have been missed.
func (d *DispatchResult) timeout(r *running) {
	d.Stop, d.Fault = OutOfTime, nil
	if d.Group == nil {
		d.Group, d.Local = r.start.clone(r.rows), slices.Clone(r.Local)
	}
}

// executed says whether an instruction of a form was executed.
func (p *Program) executed(counts []uint64, f g13.Form) bool {
	for k, n := range counts {
		if n > 0 && p.inst[k].Len > 0 && p.inst[k].Form == f {
			return true
		}
	}
	return false
}

// union is the flags of the preamble and of the program, each once.
func union(first, second []string) []string {
	for _, flag := range second {
		if !slices.Contains(first, flag) {
			first = append(first, flag)
		}
	}
	return first
}
