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

// timings are those of Mesa's crude model of the G13G, by form. What it leaves out, memory above all, is not in it.
var timings = map[string]timing{
	"fmadd32": {floats, 1}, "fadd32": {floats, 1}, "fmul32": {floats, 1}, "fmadd16": {floats, 1}, "fadd16": {floats, 1}, "fmul16": {floats, 1},
	"mov_imm": {simple, 1}, "bitop": {simple, 1}, "icmpsel": {simple, 1}, "fcmpsel": {simple, 1}, "iadd": {simple, 1}, "get_sr": {simple, 2},
	"imadd": {wide, 2}, "bfi": {wide, 2}, "bfeil": {wide, 2}, "extr": {wide, 2}, "shlhi": {wide, 2}, "shrhi": {wide, 2}, "asr": {wide, 2}, "asrh": {wide, 2},
	"floor": {wide, 2}, "ceil": {wide, 2}, "trunc": {wide, 2}, "rint": {wide, 2}, "sin_pt_1": {wide, 2}, "sin_pt_2": {wide, 2}, "log2": {wide, 2}, "exp2": {wide, 2},
	"rcp": {wide, 3}, "rsqrt": {wide, 4}, "rsqrt_special": {wide, 4},
	"simd_op": {simple, 24}, "simd_shuf_op": {simple, 2}, "icmp_ballot": {simple, 2}, "fcmp_ballot": {simple, 2},
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
	t, modelled := timings[i.Form.Name()]
	if prefix, ok := i.Field("prefix"); ok && prefix != 0 {
		t.cycles = scan
	}
	if t.unit == wide {
		return load{wide: 2 * t.cycles}, true
	}
	return load{rest: t.cycles}, modelled
}

func (l load) add(other load) load { return load{l.wide + other.wide, l.rest + other.rest} }

// cycles are those of the side that is taken longer.
func (l load) cycles() int { return max(l.wide, l.rest) }
