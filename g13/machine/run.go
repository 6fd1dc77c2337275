package machine

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/bits"

	"github.com/lanescope/lanescope/g13"
)

// Stop is why a run is over.
type Stop uint8

// The reasons.
const (
	Stopped   Stop = iota // by the instruction stop
	Ended                 // at the end of the code
	OutOfFuel             // as many instructions as were allowed
	Faulted               // at an instruction that cannot be executed
	OutOfTime             // when the context ended
	atBarrier             // behind a barrier, from where another turn goes on; no run is over so
)

// String is the reason in one word: stop, end, fuel, fault or timeout.
func (s Stop) String() string { return [...]string{"stop", "end", "fuel", "fault", "timeout"}[s] }

// Options are what a run may do.
type Options struct {
	Fuel   int    // so many instructions; 0 is no limit
	Native Native // machine code for the program; nil for none

	// Later is asked for machine code when the run has taken so long that it is worth its while; nil for none. It may say nil.
	Later func() Native
}

// A Fault is an instruction that cannot be executed. After it the group is as before that instruction.
type Fault struct {
	Offset int
	Inst   g13.Inst // its length is 0 if no instruction begins there
	Reason string   // with the lane and the address, if it has one
	Where  string   // which SIMD-group of a dispatch; of a group by itself nothing
}

// Error says where, what and why.
func (f *Fault) Error() string {
	name := "no instruction"
	if f.Inst.Len > 0 {
		name, _ = f.Inst.Name()
	}
	where := f.Where
	if where != "" {
		where += ": "
	}
	return fmt.Sprintf("%soffset %#x: %s: %s", where, f.Offset, name, f.Reason)
}

// RegisterSet is some of the registers r0 to r127.
type RegisterSet [2]uint64

// Has says whether a register is in the set.
func (s RegisterSet) Has(n int) bool { return s[n>>6]>>(n&63)&1 != 0 }

// Add adds a register to the set.
func (s *RegisterSet) Add(n int) { s[n>>6] |= 1 << (n & 63) }

// Union is the registers that are in either set.
func (s RegisterSet) Union(other RegisterSet) RegisterSet {
	return RegisterSet{s[0] | other[0], s[1] | other[1]}
}

// All is the numbers of the set's registers, from the lowest.
func (s RegisterSet) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := range Registers {
			if s.Has(n) && !yield(n) {
				return
			}
		}
	}
}

// Len is how many registers are in the set.
func (s RegisterSet) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// A Result is what a run did.
type Result struct {
	Stop     Stop
	Executed int         // instructions
	Native   int         // of them, those that machine code executed
	Flags    []string    // "unverified: …", each once
	Written  RegisterSet // by instructions that were executed
	Fault    *Fault      // where Stop is Faulted
}

// looks is how many instructions pass between two looks at the context.
const looks = 1 << 14

// Run executes the program on the group, from the group's PC on, until it is over. The group is a threadgroup by itself: at a barrier it waits for nobody. The error is
// the context's: the run is OutOfTime then, and stands where it could go on; or it says that the machine code is another program's.
func (p *Program) Run(ctx context.Context, g *Group, opt Options) (Result, error) {
	if cap(g.counts) < len(p.ops) {
		g.counts = make([]uint64, len(p.ops))
	}
	g.counts = g.counts[:len(p.ops)]
	clear(g.counts)
	g.flags, g.hazards = 0, hazards{}
	var err error
	if g.native, err = g.kept.again(opt.Native, p, g.counts); err != nil {
		return Result{}, err
	}
	g.begin(p)
	fuel := opt.Fuel
	if fuel <= 0 {
		fuel = math.MaxInt
	}
	executed := 0
	for err == nil {
		n := min(fuel-executed, looks)
		if n == 0 {
			g.end = ending{over: true, stop: p.exhausted(g.at)}
			break
		}
		executed += g.turn(n)
		if g.end.over && g.end.stop != atBarrier {
			break // in its last moment is in time
		}
		if opt.Later != nil && g.native == nil {
			g.native, _ = newPartner(opt.Later(), p, g.counts)
			opt.Later = nil
		}
		if err = ctx.Err(); err != nil {
			g.end.stop = OutOfTime
		}
	}
	g.leave(p)
	r := Result{Stop: g.end.stop, Executed: executed}
	if g.native != nil {
		r.Native = g.native.settle(g.counts)
		g.kept, g.native = g.native, nil
	}
	r.Flags = append(p.summary(g.counts, g.flags, &r.Written).texts(), p.unknownTexts(g.counts)...)
	r.Flags = append(r.Flags, g.hazards.texts(p)...)
	if r.Stop != OutOfFuel && r.Stop != OutOfTime {
		g.forget()
		g.discarded = halves{}
	}
	if g.end.stop == Faulted {
		r.Fault = g.cause()
	}
	return r, err
}

// begin makes the group ready for its first instruction.
func (g *Group) begin(p *Program) {
	g.program = p
	g.bind(p)
	g.end = ending{}
	g.jump(p, g.PC)
}

// exhausted is how a run is over that has no fuel left: at the end of the code it needs none.
func (p *Program) exhausted(at int) Stop {
	for p.ops[at].to >= 0 && p.ops[at].free {
		at = int(p.ops[at].to)
	}
	if p.ops[at].free {
		return Ended
	}
	return OutOfFuel
}

// jump makes an offset the next one, or the place where every run is lost.
func (g *Group) jump(p *Program, offset int) {
	g.at = int(p.opAt(offset))
	if g.at < 0 {
		g.at = len(p.ops) - 1
	}
}

// turn executes at most so many instructions, and says how many it were. A group that came to a barrier goes on behind it.
func (g *Group) turn(n int) (executed int) {
	g.end, g.left = ending{}, n
	switch {
	case g.watch != nil:
		g.watchedSteps(g.program.ops)
	case g.native != nil:
		g.nativeSteps(g.program.ops)
	default:
		g.steps(g.program.ops)
	}
	return n - g.end.left
}

// steps executes instructions until there is no fuel left, or the program is over, which takes what is left.
func (g *Group) steps(ops []op) {
	counts := g.counts[:len(ops)]
	for g.left > 0 {
		g.left--
		o := &ops[g.at]
		counts[g.at]++
		g.at++
		o.run(g, o)
	}
}

// stop ends the run at the instruction that is being executed, which counts or not.
func (g *Group) stop(why Stop, reason string, counts bool) {
	g.at--
	if !counts {
		g.left++
		g.counts[g.at]--
	}
	g.end = ending{over: true, stop: why, reason: reason, left: g.left}
	g.left = 0
}

// fault ends the run before the instruction that is being executed.
func (g *Group) fault(reason string) { g.stop(Faulted, reason, false) }

// leave makes the place where the run is over the group's PC.
func (g *Group) leave(p *Program) {
	if g.at < len(p.ops)-1 { // else the run began nowhere
		g.PC = p.offset[g.at]
	}
}

// cause is the fault that ended the run.
func (g *Group) cause() *Fault {
	return &Fault{Offset: g.PC, Inst: g.program.inst[g.at], Reason: g.end.reason}
}

// summary is what is unverified of instructions that were executed so often each, beside some more, and which registers they write.
func (p *Program) summary(counts []uint64, more flags, written *RegisterSet) flags {
	for k, n := range counts {
		if n > 0 {
			more |= p.ops[k].flags
			p.ops[k].addWritten(written)
		}
	}
	return more
}
