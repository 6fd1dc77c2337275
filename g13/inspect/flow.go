package inspect

import (
	"fmt"
	"slices"
)

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
