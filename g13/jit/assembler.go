package jit

import (
	"github.com/lanescope/lanescope/internal/x86"
)

// An assembler writes code. Its first error stays.
type assembler struct {
	code  []byte
	quiet bool // nothing is written: only what an instruction needs is of interest
	err   error
	constants
	jumps []jumping

	recent recents // registers whose values are in temporaries, too
}

// jumping is a jump whose target is not known yet: where it ends, and the label that it goes to.
type jumping struct{ end, to int }

func (a *assembler) do(e x86.Encoding, operands ...x86.Operand) {
	if !a.quiet && a.err == nil {
		a.code, a.err = e.Append(a.code, operands...)
		if a.recent.n > 0 && len(operands) > 0 {
			a.overwritten(operands[0])
		}
	}
}

// locked is an instruction that does all that it does to memory in one step.
func (a *assembler) locked(e x86.Encoding, operands ...x86.Operand) {
	if !a.quiet {
		a.code = append(a.code, 0xf0)
	}
	a.do(e, operands...)
}

// to is a jump to a label.
func (a *assembler) to(e x86.Encoding, label int) {
	if a.quiet {
		return
	}
	a.do(e, x86.Rel(0))
	a.jumps = append(a.jumps, jumping{len(a.code), label})
}

// link makes all jumps go to where their labels are.
func (a *assembler) link(labels []int) {
	for _, j := range a.jumps {
		if a.err == nil {
			a.err = x86.Patch(a.code, j.end, labels[j.to])
		}
	}
}

// vectorBytes is the size of a zmm.
const vectorBytes = 64

// General registers while code runs.
const (
	frame   = x86.RDI
	rows    = x86.RDX
	entered = x86.RSI
	pooled  = x86.RBX // the numbers
	left    = x86.R8
	leaving = x86.R9 // the number of the exit that is taken
	scratch = x86.RAX
	other   = x86.RCX
)

// Masks while code runs, each of half a SIMD-group.
var (
	active = [2]int{1, 2}
	awake  = [2]int{3, 4} // lanes whose count in r0l is 0
	held   = [2]int{5, 6} // what a comparison found
)

const (
	free    = 7  // a mask for anything
	feeble  = 0  // the same, but it can mask nothing
	temps   = 10 // zmm0 to zmm9 are for anything; what follows is pinned
	vectors = 32
)
