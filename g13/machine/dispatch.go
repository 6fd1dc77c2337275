package machine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
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
	cores := make([]*core, r.cores)
	start := func(k int) {
		cores[k] = r.newCore(uint32(k)) // made where it runs, so that no two of them share a line of the cache
		cores[k].run(ctx)
	}
	var wait sync.WaitGroup
	for k := range cores[1:] {
		wait.Go(func() { start(k + 1) })
	}
	start(0)
	wait.Wait()
	return r.gather(cores)
}

// A running is a dispatch while it runs: what its cores share.
type running struct {
	*Dispatch
	grid   grid
	start  *Group // with what every SIMD-group begins; nothing is written to it, but by a preamble
	cores  int
	reset  []int // registers that the program writes, so that the next SIMD-group has to get its own
	local  bool  // the program uses threadgroup memory
	stores bool  // the program changes uniforms
	empty  bool  // the program has no instructions

	follows  bool // SIMD-groups may follow one another in machine code
	straight bool // no instruction is executed more than once by any of them

	later  func() Native // Later, asked once by all cores; nil if there is none
	tank   *tank
	next   atomic.Uint64 // the threadgroup that is taken next
	limit  atomic.Uint64 // no threadgroup from this one on is of interest any more
	result DispatchResult
}

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
	r := &running{Dispatch: d, grid: g, start: d.Start, cores: int(min(uint64(max(d.Cores, 1)), g.number))}
	if d.CheckRaces || d.Trace != nil {
		r.cores = 1
	}
	switch {
	case d.Start == nil:
		r.start = NewGroup()
	case d.Preamble != nil:
		r.start = d.Start.clone() // whose uniforms will be what the preamble leaves
	}
	if len(d.Local) > MaxThreadgroupMemory {
		return nil, fmt.Errorf("%d bytes of threadgroup memory; a threadgroup has %d", len(d.Local), MaxThreadgroupMemory)
	}
	r.look()
	r.empty = len(d.Program.start) > 0 && d.Program.exhausted(int(d.Program.start[0])) == Ended
	r.follows, r.straight = r.mayFollow(), d.Program.isStraight()
	fuel := d.Fuel
	if fuel <= 0 {
		fuel = math.MaxInt
	}
	if d.Later != nil && d.Native == nil && !d.Count && !d.CheckRaces && d.Trace == nil {
		r.later = sync.OnceValue(d.Later)
	}
	r.tank = newTank(fuel)
	r.limit.Store(g.number)
	return r, nil
}

// look finds what the program could leave behind for the next SIMD-group.
func (r *running) look() {
	var written RegisterSet
	for k := range r.Program.ops {
		r.Program.ops[k].addWritten(&written)
		r.stores = r.stores || r.Program.inst[k].Len > 0 && r.Program.inst[k].Form.Name() == "uniform_store"
	}
	r.local = r.Local != nil || r.Program.UsesThreadgroupMemory()
	for n := range written.All() {
		r.reset = append(r.reset, n)
	}
}

// UsesThreadgroupMemory says whether an instruction of the program is with the memory of a threadgroup.
func (p *Program) UsesThreadgroupMemory() bool {
	return slices.ContainsFunc(p.inst, func(i g13.Inst) bool {
		name := i.Form.Name()
		return i.Len > 0 && name != "threadgroup_barrier" && (strings.HasPrefix(name, "threadgroup_") || strings.HasPrefix(name, "async_"))
	})
}

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
func (r *running) gather(cores []*core) (DispatchResult, error) {
	total := &r.result
	counts, lanes := make([]uint64, len(r.Program.ops)), make([]uint64, len(r.Program.ops))
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
		for k, n := range c.counts {
			counts[k] += n
		}
		seen |= c.flags
		for _, g := range c.groups {
			seen |= g.flags
			early.merge(g.hazards)
		}
		if c.watch != nil {
			for k, n := range c.watch.lanes {
				lanes[k] += n
			}
		}
		err = cmp.Or(err, c.err)
		if c.over.group != nil && (over.group == nil || c.over.before(over)) {
			over = c.over
		}
	}
	if r.stores && r.Program.executed(counts, "uniform_store") {
		seen |= storeInProgram
	}
	flags := append(r.Program.summary(counts, seen, &total.Written).texts(), r.Program.unknownTexts(counts)...)
	total.Flags = union(total.Flags, append(flags, early.texts(r.Program)...))
	total.Stop, total.Fault, total.Group, total.Local = over.stop, over.fault, over.group, over.local
	if slices.ContainsFunc(cores, func(c *core) bool { return c.late }) {
		total.timeout(r)
	}
	if r.Count {
		total.Instructions = r.Program.instructions(counts, lanes)
	}
	for _, c := range cores {
		for _, g := range c.groups {
			if c.watch == nil { // who watched may have kept it
				g.release()
			}
		}
	}
	if w := cores[0].watch; w != nil && w.races != nil {
		total.Races, total.Forgot = w.races.races, w.races.forgot
	}
	return *total, err
}

// timeout makes the dispatch one that had no time left. A fault on one core is not told then: on another one, an earlier one may have been missed.
func (d *DispatchResult) timeout(r *running) {
	d.Stop, d.Fault = OutOfTime, nil
	if d.Group == nil {
		d.Group, d.Local = r.start.clone(), slices.Clone(r.Local)
	}
}

// executed says whether an instruction of such a name was executed.
func (p *Program) executed(counts []uint64, name string) bool {
	for k, n := range counts {
		if n > 0 && p.inst[k].Len > 0 && p.inst[k].Form.Name() == name {
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
