package jit

import (
	"maps"
	"slices"
	"sync"
)

// Forms are the names of the forms that are compiled, at least with some of their operands.
func Forms() []string { return slices.Sorted(maps.Keys(natives())) }

// natives are the forms that are compiled, by name. Each writes the code of the compiler's instruction; what it cannot do, it leaves to the reference as a whole.
var natives = sync.OnceValue(func() map[string]func(c *compiler) {
	return map[string]func(c *compiler){
		"mov_imm": moveImmediate,
		"iadd":    addition, "imadd": multiplyAdd,
		"bfi": bitfield(insert), "bfeil": bitfield(extractInsert), "extr": bitfield(extractPair), "shlhi": bitfield(shiftLeftHigh), "shrhi": bitfield(shiftRightHigh),
		"asr": arithmeticShift, "asrh": arithmeticShiftHigh,
		"bitop": bitOperation, "popcount": populationCount, "ffs": highestBit, "bitrev": reversal, "intl": interleaving,

		"fadd32": floatAdd, "fmul32": floatMultiply, "fmadd32": floatMultiplyAdd,
		"fadd16": halves(sum, ofSum, "A", "B"), "fmul16": halves(product, ofHalves, "A", "B"), "fmadd16": halves(fusedProduct, ofSum, "A", "B", "C"),
		"floor": rounding(0x09), "ceil": rounding(0x0a), "trunc": rounding(0x0b), "rint": rounding(0x08),

		"rcp": reciprocal, "rsqrt": reciprocalRoot(false), "rsqrt_special": reciprocalRoot(true), "sin_pt_1": sinePart1,
		"exp2": transcendental(exponential, ofProduct), "log2": transcendental(logarithm, ofSum), "sin_pt_2": transcendental(sinePart2, ofSum),

		"dfdx": derivative(0xf5, 0xa0), "dfdy": derivative(0xee, 0x44),

		"convert": conversion,

		"simd_shuf_op": shuffle, "simd_op": reduction,

		"device_load": transfer, "device_store": transfer, "wait": wait,
		"memory_barrier":   func(*compiler) {}, // what a lane does is in order
		"threadgroup_load": threadgroupTransfer, "threadgroup_store": threadgroupTransfer,

		"atomic": atomic, "threadgroup_atomic": threadgroupAtomic,

		"stack_load": stackTransfer, "stack_store": stackTransfer, "stack_adjust": stackAdjust, "stack_get_ptr": stackPointer,

		"stop": stop, "get_sr": specialRegister,

		"icmpsel": compareSelect(integers), "fcmpsel": compareSelect(floats),
		"icmp_ballot": ballot(integers), "fcmp_ballot": ballot(floats),

		"if_icmp": execCompare(enter, integers), "else_icmp": execCompare(exchange, integers), "while_icmp": while(integers),
		"if_fcmp": execCompare(enter, floats), "else_fcmp": execCompare(exchange, floats), "while_fcmp": while(floats),
		"pop_exec": popExec,
		"call":     call, "ret": comeBack,
		"jmp_exec_any": jumpIf(jnz), "jmp_exec_none": jumpIf(jz),
	}
})
