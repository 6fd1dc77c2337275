package inspect

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/g13"
)

// MaxCode is how many bytes a program may have.
const MaxCode = 1 << 20

// An Instruction is one that a run can come to.
type Instruction struct {
	Offset  int
	Inst    g13.Inst // Len is 0 where there is none
	Err     error    // why the bytes are none
	Effects Effects
	Target  int // of a jump or a call: the offset that it leads to; else -1

	goes flow
	cond truth // of if, else and while
	n    uint32
	op   maskOp
	over bool // it begins inside of another one

	awake  bool // some thread may be active, before it
	asleep bool // some may be asleep
}

// end is the offset behind the instruction. Bytes that are none are two.
func (i *Instruction) end() int {
	if i.Err != nil {
		return i.Offset + 2
	}
	return i.Offset + int(i.Inst.Len)
}

// name is that of its form.
func (i *Instruction) name() string {
	if i.Err != nil {
		return ""
	}
	return i.Inst.Form.Name()
}

// A flow is where an instruction goes on.
type flow uint8

const (
	next         flow = iota // behind it
	jumps                    // there, or to its target
	calls                    // to its target, and behind it when that returns
	callsAnybody             // to an address in a register, and behind it when that returns
	returns                  // to an address in a register
	ends                     // nowhere
	fails                    // nowhere: it is no instruction, or trap
)

var flows = map[string]flow{
	"jmp_exec_any": jumps, "jmp_exec_none": jumps, "jmp_incomplete": jumps, "jmp_if_skipping_doorbell": jumps,
	"ret": returns, "stop": ends, "trap": fails,
}

// reached is how the program is being decoded: from where a run can come to, and nowhere else.
type reached struct {
	code   []byte
	all    []Instruction
	start  []int32 // by halfword: which instruction begins there, or -1
	inside []int32 // by halfword: within which of those that were found first it lies, or -1
	queue  []int

	rets   int   // how many there are
	behind []int // what lies behind calls
}

// decode finds the instructions that a run can come to. Those that it comes to by going straight on are found first, so that a jump into one of them is known as such.
//
//	0           6     a                 from the start
//	│if_icmp    │iadd │jmp_exec_any 2
//	   │…                               from 2: inside of the first one
func decode(code []byte) *reached {
	d := &reached{code: code, start: make([]int32, len(code)/2+1), inside: make([]int32, len(code)/2+1)}
	for k := range d.start {
		d.start[k], d.inside[k] = -1, -1
	}
	d.queue = append(d.queue, 0)
	for len(d.queue) > 0 {
		at := d.queue[0]
		d.queue = d.queue[1:]
		d.sweep(at)
	}
	return d
}

// sweep decodes from an offset on, as far as a run goes without a jump.
func (d *reached) sweep(at int) {
	for at >= 0 && at < len(d.code) && at&1 == 0 && d.start[at/2] < 0 {
		i := d.instruction(at)
		k := int32(len(d.all))
		d.start[at/2] = k
		i.over = d.inside[at/2] >= 0
		if !i.over {
			for b := at + 2; b < min(i.end(), len(d.code)); b += 2 {
				if d.start[b/2] < 0 {
					d.inside[b/2] = k
				}
			}
		}
		d.all = append(d.all, i)
		if d.follow(&i) {
			return
		}
		at = i.end()
	}
}

// instruction is what stands at an offset.
func (d *reached) instruction(at int) Instruction {
	i := Instruction{Offset: at, Target: -1}
	if i.Inst, i.Err = g13.Decode(d.code[at:]); i.Err != nil {
		i.Inst, i.goes = g13.Inst{}, fails
		return i
	}
	i.Effects = EffectsOf(i.Inst)
	name := i.Inst.Form.Name()
	i.goes = flows[name]
	for n := range i.Inst.Args() {
		if i.Inst.Kind(n) == g13.PCRel {
			i.Target = at + int(i.Inst.Arg(n).Value)
		}
	}
	if name == "call" {
		i.goes = callsAnybody
		if _, direct := i.Inst.Field("off"); direct {
			i.goes = calls
		}
	}
	i.readMask(name)
	return i
}

// follow notes where a run goes on other than behind the instruction, and says whether it does not go on there.
func (d *reached) follow(i *Instruction) (over bool) {
	switch i.goes {
	case jumps:
		d.queue = append(d.queue, i.Target)
	case calls:
		d.queue = append(d.queue, i.Target)
		fallthrough
	case callsAnybody:
		d.behind = append(d.behind, i.end())
		if d.rets > 0 || i.goes == callsAnybody {
			d.queue = append(d.queue, i.end())
		}
		return true
	case returns:
		if d.rets == 0 {
			d.queue = append(d.queue, d.behind...)
		}
		d.rets++
		return true
	case ends, fails:
		return true
	}
	return false
}

// An Edge is a way from one block to another.
type Edge struct {
	To  int // the block
	Way string
}

// Ways from one block to the next.
const (
	Next   = "next"
	Jump   = "jump"
	Call   = "call"
	Return = "return"
)

// A Block is instructions of which a run comes to all or none, but for a fault.
type Block struct {
	Offset, End int // bytes
	First, Last int // its instructions, from the first one up to and without the last
	Successors  []Edge
	In, Out     Halves // registers whose values are needed there
	Cycles      int    // see Report.Cycles

	from []int // blocks
}

// A graph is the program's blocks in the order of their offsets, and the ways between them.
type graph struct {
	inst   []Instruction // in the order of their offsets
	blocks []Block
	in     []int32 // of each instruction, its block
	entry  int     // of the block at offset 0, -1 where there is no code
	begin  map[int]int
	size   int // bytes of the code

	returns int // ways from a ret to behind a call
}

// mostReturns is how many of those are followed: there are as many as there are calls, for every ret.
const mostReturns = 1 << 12

// makeGraph cuts the program into blocks: one begins where something leads to.
func makeGraph(d *reached) *graph {
	g := &graph{inst: d.all, entry: -1, begin: map[int]int{}, size: len(d.code)}
	slices.SortFunc(g.inst, func(a, b Instruction) int { return a.Offset - b.Offset })
	at := make(map[int]int, len(g.inst)) // the instruction at an offset
	for k := range g.inst {
		at[g.inst[k].Offset] = k
	}
	leads := g.leaders(at, d)
	g.in = make([]int32, len(g.inst))
	done := make([]bool, len(g.inst))
	for k := range g.inst { // instructions that lie across each other are in turn in the order of offsets: a block goes on by their ends
		if done[k] || !leads[k] {
			continue
		}
		g.cut(k, at, leads, done)
	}
	if b, ok := g.begin[0]; ok {
		g.entry = b
	}
	g.connect(d)
	return g
}

// leaders are the instructions at which a block begins.
func (g *graph) leaders(at map[int]int, d *reached) []bool {
	leads := make([]bool, len(g.inst))
	mark := func(offset int) {
		if k, ok := at[offset]; ok {
			leads[k] = true
		}
	}
	mark(0)
	into := make([]bool, len(g.inst)) // another one goes on there
	for k := range g.inst {
		i := &g.inst[k]
		if i.goes != next {
			mark(i.end())
		}
		if i.Target >= 0 {
			mark(i.Target)
		}
		if to, ok := at[i.end()]; ok && i.goes == next {
			if into[to] { // from two sides
				leads[to] = true
			}
			into[to] = true
		}
	}
	for k := range g.inst {
		leads[k] = leads[k] || !into[k]
	}
	return leads
}

// cut makes the block that begins at an instruction. Its instructions stand one behind the other in the list: where others lie across them the block ends, and the next one goes on.
func (g *graph) cut(k int, at map[int]int, leads, done []bool) {
	b := Block{Offset: g.inst[k].Offset, First: k}
	last := k
	for {
		g.in[last], done[last] = int32(len(g.blocks)), true
		to, ok := at[g.inst[last].end()]
		if g.inst[last].goes != next || !ok || leads[to] || done[to] {
			break
		}
		if to != last+1 {
			leads[to] = true
			break
		}
		last = to
	}
	b.Last, b.End = last+1, min(g.inst[last].end(), g.size)
	g.begin[b.Offset] = len(g.blocks)
	g.blocks = append(g.blocks, b)
}

// connect finds the ways between blocks.
func (g *graph) connect(d *reached) {
	for n := range g.blocks {
		i := &g.inst[g.blocks[n].Last-1]
		switch i.goes {
		case next:
			g.link(n, i.end(), Next)
		case jumps:
			g.link(n, i.end(), Next)
			g.link(n, i.Target, Jump)
		case calls:
			g.link(n, i.Target, Call)
		case callsAnybody:
			g.link(n, i.end(), Return)
		case returns:
			for _, behind := range d.behind {
				if g.returns++; g.returns <= mostReturns {
					g.link(n, behind, Return)
				}
			}
		}
	}
}

func (g *graph) link(n, offset int, way string) {
	to, ok := g.begin[offset]
	if !ok {
		return
	}
	b := &g.blocks[n]
	for _, e := range b.Successors {
		if e.To == to {
			return
		}
	}
	b.Successors = append(b.Successors, Edge{to, way})
	g.blocks[to].from = append(g.blocks[to].from, n)
}

// doubtCalls notes what cannot be known of where calls go. What is known of a ret depends on how it was come to: see follow.
func (r *Report) doubtCalls() {
	g := r.graph
	if g.returns > mostReturns {
		r.doubt("there are too many calls and returns to follow all of them")
	}
	for k := range g.inst {
		if i := &g.inst[k]; i.goes == callsAnybody {
			r.doubt(fmt.Sprintf("the call at %#x goes to an address in a register", i.Offset))
		}
	}
}

// unknownReturn is why it is not known where a ret goes, or nothing. stray says that the link register may have something else than the address behind a call.
func (g *graph) unknownReturn(i *Instruction, stray bool) string {
	switch {
	case g.returns == 0:
		return fmt.Sprintf("nothing here calls, so that the ret at %#x leaves the program", i.Offset)
	case stray, i.Effects.Reads != span(2*linkRegister, 2):
		return fmt.Sprintf("the ret at %#x goes to an address that may not be one behind a call", i.Offset)
	}
	return ""
}

// From is the blocks that a run comes from.
func (b *Block) From() []int { return b.from }
