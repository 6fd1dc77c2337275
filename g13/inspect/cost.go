package inspect

import "github.com/lanescope/lanescope/g13"

// A Step is a step of the occupancy: with at most so many halves of registers a core has room for so many threads.
type Step struct{ Halves, Threads int }

// Steps are those that Mesa's compiler for the G13 goes by.
var Steps = [...]Step{
	{104, 1024}, {112, 896}, {128, 832}, {136, 768}, {144, 704}, {160, 640}, {184, 576}, {208, 512}, {232, 448}, {256, 384},
}

// occupancy is the step of so many halves.
func occupancy(halves int) (n int) {
	for Steps[n].Halves < halves {
		n++
	}
	return n
}

// A unit is what executes an instruction.
type unit uint8

const (
	noUnit unit = iota // outside of the model
	simple             // additions, comparisons, bits and what goes between threads
	wide               // multiplications of integers, shifts and functions
	floats             // numbers
)

// A timing is how long a unit is taken by an instruction.
type timing struct {
	unit   unit
	cycles int
}

// timings are those of Mesa's crude model of the G13G. What it leaves out, memory above all, is not in it.
var timings = [g13.NumForms]timing{
	g13.FMADD32: {floats, 1}, g13.FADD32: {floats, 1}, g13.FMUL32: {floats, 1}, g13.FMADD16: {floats, 1}, g13.FADD16: {floats, 1}, g13.FMUL16: {floats, 1},
	g13.MOV_IMM16: {simple, 1}, g13.MOV_IMM32: {simple, 1}, g13.BITOP: {simple, 1}, g13.ICMPSEL: {simple, 1}, g13.FCMPSEL: {simple, 1}, g13.IADD: {simple, 1}, g13.GET_SR: {simple, 2},
	g13.IMADD: {wide, 2}, g13.BFI: {wide, 2}, g13.BFEIL: {wide, 2}, g13.EXTR: {wide, 2}, g13.SHLHI: {wide, 2}, g13.SHRHI: {wide, 2}, g13.ASR: {wide, 2}, g13.ASRH: {wide, 2},
	g13.FLOOR: {wide, 2}, g13.CEIL: {wide, 2}, g13.TRUNC: {wide, 2}, g13.RINT: {wide, 2}, g13.SIN_PT_1: {wide, 2}, g13.SIN_PT_2: {wide, 2}, g13.LOG2: {wide, 2}, g13.EXP2: {wide, 2},
	g13.RCP: {wide, 3}, g13.RSQRT: {wide, 4}, g13.RSQRT_SPECIAL: {wide, 4},
	g13.SIMD_OP: {simple, 24}, g13.SIMD_SHUF_OP: {simple, 2}, g13.ICMP_BALLOT: {simple, 2}, g13.FCMP_BALLOT: {simple, 2},
}

// scan is how long an exclusive scan takes; a reduction takes longer.
const scan = 18

// A load is how long each of the two sides of a core is taken that work at the same time.
type load struct{ wide, rest int }

// timeOf is what an instruction adds, and whether the model has it.
func timeOf(i g13.Inst) (l load, modelled bool) {
	if i.Len == 0 {
		return l, false
	}
	t := timings[i.Form]
	if prefix, ok := i.Field("prefix"); ok && prefix != 0 {
		t.cycles = scan
	}
	if t.unit == wide {
		return load{wide: 2 * t.cycles}, true
	}
	return load{rest: t.cycles}, t.unit != noUnit
}

func (l load) add(other load) load { return load{l.wide + other.wide, l.rest + other.rest} }

// cycles are those of the side that is taken longer.
func (l load) cycles() int { return max(l.wide, l.rest) }
