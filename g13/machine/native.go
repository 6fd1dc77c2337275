package machine

import (
	"errors"
	"slices"

	"github.com/lanescope/lanescope/g13"
)

// Native is machine code for some of a program's instructions: for blocks, each of which is entered at its first instruction and gone through to its last. All other instructions
// are executed here, one at a time, and so are those of a block at which the code gives up.
//
//	 op   0  get_sr          here
//	┌     1  fmul32          ┐
//	│     2  fadd32          │ a block
//	└     3  jmp_exec_any 1  ┘
//	      4  device_store    here
type Native interface {
	Program() *Program
	// Blocks are in the order of their ops, and no op is in two of them.
	Blocks() []Block
	// Block is how many ops the block has that begins at an op, or 0 if none begins there.
	Block(op int) int
	// Run enters the block that begins at f.At, and others behind it.
	Run(f *Frame)
}

// A Block is ops of a program that follow one another.
type Block struct{ First, Len int }

// A Frame is what machine code is given of a SIMD-group, and what it gives back.
type Frame struct {
	Rows    *Row     // registers, then rows of uniforms and numbers
	Entered *uint64  // of each block, how often it was gone through
	Counts  []uint64 // of each op, how often it was executed besides
	Besides int      // and how many those were in all
	At      int      // the op to begin with; then the one to go on with
	Left    int      // instructions that may be executed; then those that are left
	Exec    uint32
	Present uint32 // lanes that have a thread

	FrameMemory
	FramePlace
	Follow

	// Seen is not 0 for what was seen that nobody has verified; of SawCrowded, 1 and the first such op of the program.
	Seen [sights]uint32

	Own [8]uint64 // for the code
}

// A Sight is something that only a run can tell, and that nobody has verified.
type Sight int

// The sights.
const (
	SawNegativeZero Sight = iota // a product was -0, and became 0
	SawBeyondGroup               // an index of a shuffle was 32 or more
	SawOtherLane                 // the indices of a shuffle differed within a quad
	SawMixedQuad                 // and they did so where the document calls it undefined
	SawCrowded                   // a load was one more than a slot is known to hold
	sights          = iota
)

// seen are the flags of the sights.
var seen = [sights]flags{SawNegativeZero: negativeZero, SawBeyondGroup: beyondGroup, SawOtherLane: otherLane, SawMixedQuad: mixedQuad}

// An Op is an instruction of a program, as who compiles it sees it.
type Op struct {
	Offset int      // in the program
	Inst   g13.Inst // its Len is 0 where there is none: the run goes on at To, or ends
	To     int      // to which op a jump leads, -1 if it is none, or leads nowhere

	// Faults says that it cannot be executed.
	Faults bool
	// Meets says that it reads or writes registers which are loaded somewhere. While nothing is on its way, that does not matter.
	Meets bool
	// Discards says that it discards a register. While no lane is asleep, that does not matter.
	Discards bool
	// Transfer is what it moves between registers and a memory, nil if nothing.
	Transfer *Transfer

	// Looks says that it has to be executed by the reference, which looks at what has been discarded.
	Looks bool
}

// A care is what an op looks at besides its operands: who executes it elsewhere has to do so too.
type care uint8

const (
	caresForLoads     care = 1 << iota // whether what it reads or writes is on its way
	caresForSleepers                   // whether lanes are asleep whose registers it discards
	caresForDiscarded                  // whether what it reads has been discarded
)

// Ops are the program's. An op goes on with the next one, and a jump perhaps at To.
func (p *Program) Ops() []Op {
	all, _ := p.AppendOps(nil, nil)
	return all
}

// AppendOps appends the ops, and their transfers elsewhere: for who has room that has been used before.
func (p *Program) AppendOps(ops []Op, transfers []Transfer) ([]Op, []Transfer) {
	n := 0
	for k := range p.ops {
		if p.ops[k].transfer != nil {
			n++
		}
	}
	first := len(ops)
	ops, transfers = slices.Grow(ops, len(p.ops))[:first+len(p.ops)], slices.Grow(transfers, n)
	all := ops[first:]
	for k := range p.ops {
		o := &p.ops[k]
		all[k] = Op{
			Offset: p.offset[k], Inst: p.inst[k], To: int(o.to), Faults: o.reason != "",
			Meets: o.cares&caresForLoads != 0, Discards: o.cares&caresForSleepers != 0, Looks: o.cares&caresForDiscarded != 0,
		}
		if all[k].Faults {
			all[k].To = -1
		}
		if o.transfer != nil && !all[k].Faults {
			transfers = append(transfers, o.transfer.exported())
			all[k].Transfer = &transfers[len(transfers)-1]
		}
	}
	return ops, transfers
}

// Writes is the registers that an op writes.
func (p *Program) Writes(op int) (s RegisterSet) {
	p.ops[op].addWritten(&s)
	return s
}

// UniformRow is the row of a uniform that an instruction of the program reads.
func (p *Program) UniformRow(a g13.Arg) (row int, ok bool) {
	want := fixed{uniformHalf, uint32(a.Index)}
	if a.Size == 32 {
		want.kind = uniformWord
	}
	at, ok := p.rows[want]
	return int(at), ok
}

// A partner is the machine code of a SIMD-group's program, and the frame that they share.
type partner struct {
	code    Native
	frame   Frame
	entered []uint64
	asks    asked // of the program
	stacks  bool  // it has instructions on stacks
}

var errOtherProgram = errors.New("the machine code is that of another program")

// newPartner is one for SIMD-groups that share what they count; nil if there is no code for the program.
func newPartner(code Native, p *Program, counts []uint64) (*partner, error) {
	if code == nil {
		return nil, nil
	}
	if code.Program() != p {
		return nil, errOtherProgram
	}
	n := &partner{code: code, entered: make([]uint64, len(code.Blocks())+1), asks: p.traits().asks, stacks: p.traits().stacks}
	n.frame.Entered, n.frame.Counts = &n.entered[0], counts
	return n, nil
}

// again is a partner for another run, which is n if that is the same code's: a frame is long, and short runs are many.
func (n *partner) again(code Native, p *Program, counts []uint64) (*partner, error) {
	if n == nil || n.code != code || code.Program() != p {
		return newPartner(code, p, counts)
	}
	n.frame.Counts, n.frame.Besides = counts, 0
	return n, nil
}

// release leaves nothing that another dispatch would keep alive.
func (n *partner) release() {
	f := &n.frame
	f.Rows, f.Start, f.Counts = nil, nil, nil
	f.FrameMemory.release()
}

// settle adds what was executed to the counts, and says how many instructions it were.
func (n *partner) settle(counts []uint64) (executed int) {
	for b, block := range n.code.Blocks() {
		times := n.entered[b]
		n.entered[b] = 0
		executed += int(times) * block.Len
		for k := range block.Len {
			counts[block.First+k] += times
		}
	}
	return executed + n.frame.Besides
}

// nativeSteps are steps of which those are left to machine code for which there is some. Behind it comes one here, so that nothing is tried twice.
func (g *Group) nativeSteps(ops []op) {
	counts, n := g.counts[:len(ops)], g.native
	for g.left > 0 {
		if length := n.code.Block(g.at); length > 0 && length <= g.left {
			n.enter(g)
			if g.left == 0 {
				return
			}
		}
		g.left--
		o := &ops[g.at]
		counts[g.at]++
		g.at++
		o.run(g, o)
	}
}

// enter runs machine code from the block on at which the group stands.
func (n *partner) enter(g *Group) {
	f := &n.frame
	f.Rows, f.At, f.Left, f.Exec, f.Present = &g.rows[0], g.at, g.left, g.Exec, ^g.absent
	f.FrameMemory.lend(g, n.stacks)
	f.FramePlace.lend(&g.Place, n.asks)
	f.Groups = g.behind
	n.code.Run(f)
	g.at, g.left, g.Exec = f.At, f.Left, f.Exec
	f.FrameMemory.settle(g)
	f.Follow.settle(g)
	if f.Seen != [sights]uint32{} {
		for k, v := range f.Seen {
			if v != 0 {
				g.flags |= seen[k]
			}
		}
		g.hazards.crowded = first(g.hazards.crowded, int(f.Seen[SawCrowded]))
		f.Seen = [sights]uint32{}
	}
}
