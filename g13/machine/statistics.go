package machine

import (
	"slices"

	"github.com/lanescope/lanescope/g13"
)

// An Instruction is how often an instruction was executed, and how many lanes were active then.
type Instruction struct {
	Offset   int
	Inst     g13.Inst
	Executed uint64 // by SIMD-groups
	Lanes    uint64 // added up
}

// Mean is how many lanes were active on the average.
func (i Instruction) Mean() float64 { return float64(i.Lanes) / float64(max(i.Executed, 1)) }

// instructions are those that were executed, in the order of their offsets.
func (p *Program) instructions(counts, lanes []uint64) []Instruction {
	var all []Instruction
	for k, n := range counts {
		if n > 0 && !p.ops[k].free {
			all = append(all, Instruction{p.offset[k], p.inst[k], n, lanes[k]})
		}
	}
	slices.SortFunc(all, func(a, b Instruction) int { return a.Offset - b.Offset })
	return all
}

// Halves are the halves of registers that instructions read or write, as their operands name them: bit n is half n, r0l, r0h, r1l and so on.
type Halves [4]uint64

// Highest is how many halves a SIMD-group needs, from r0l to the last one that is used.
func (h Halves) Highest() int {
	for n := 2*Registers - 1; n >= 0; n-- {
		if h.Has(n) {
			return n + 1
		}
	}
	return 0
}

// Registers is how many registers of 32 bits that are, from r0 to the last one of which a half is used.
func (h Halves) Registers() int { return (h.Highest() + 1) / 2 }

// Has says whether a half is used.
func (h Halves) Has(n int) bool { return h[n>>6]>>(n&63)&1 != 0 }

// Used are the halves that instructions use.
func Used(instructions []Instruction) (h Halves) {
	for _, i := range instructions {
		for n := range i.Inst.Args() {
			a := i.Inst.Arg(n)
			if a.Class != g13.Register || a.None {
				continue
			}
			for k := a.Index; k < min(a.Index+max(a.Count, 1)*a.Size/16, 2*Registers); k++ {
				h[k>>6] |= 1 << (k & 63)
			}
		}
	}
	return h
}
