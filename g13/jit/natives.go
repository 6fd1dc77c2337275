package jit

import (
	"sync"

	"github.com/lanescope/lanescope/g13"
)

// Forms are those that are compiled, at least with some of their operands.
func Forms() (all []g13.Form) {
	for f, native := range natives() {
		if native != nil {
			all = append(all, g13.Form(f))
		}
	}
	return all
}

// natives are the forms that are compiled. Each writes the code of the compiler's instruction; what it cannot do, it leaves to the reference as a whole.
var natives = sync.OnceValue(func() *[g13.NumForms]func(c *compiler) {
	return &[g13.NumForms]func(c *compiler){
		g13.MOV_IMM16: moveImmediate, g13.MOV_IMM32: moveImmediate,
		g13.IADD: addition, g13.IMADD: multiplyAdd,
		g13.BFI: bitfield(insert), g13.BFEIL: bitfield(extractInsert), g13.EXTR: bitfield(extractPair), g13.SHLHI: bitfield(shiftLeftHigh), g13.SHRHI: bitfield(shiftRightHigh),
		g13.ASR: arithmeticShift, g13.ASRH: arithmeticShiftHigh,
		g13.BITOP: bitOperation, g13.POPCOUNT: populationCount, g13.FFS: highestBit, g13.BITREV: reversal, g13.INTL: interleaving,

		g13.FADD32: floatAdd, g13.FMUL32: floatMultiply, g13.FMADD32: floatMultiplyAdd,
		g13.FADD16: halves(sum, ofSum, "A", "B"), g13.FMUL16: halves(product, ofHalves, "A", "B"), g13.FMADD16: halves(fusedProduct, ofSum, "A", "B", "C"),
		g13.FLOOR: rounding(0x09), g13.CEIL: rounding(0x0a), g13.TRUNC: rounding(0x0b), g13.RINT: rounding(0x08),

		g13.RCP: reciprocal, g13.RSQRT: reciprocalRoot(false), g13.RSQRT_SPECIAL: reciprocalRoot(true), g13.SIN_PT_1: sinePart1,
		g13.EXP2: transcendental(exponential, ofProduct), g13.LOG2: transcendental(logarithm, ofSum), g13.SIN_PT_2: transcendental(sinePart2, ofSum),

		g13.DFDX: derivative(0xf5, 0xa0), g13.DFDY: derivative(0xee, 0x44),

		g13.CONVERT: conversion,

		g13.SIMD_SHUF_OP: shuffle, g13.SIMD_OP: reduction,

		g13.DEVICE_LOAD: transfer, g13.DEVICE_STORE: transfer, g13.WAIT: wait,
		g13.MEMORY_BARRIER:   func(*compiler) {}, // what a lane does is in order
		g13.THREADGROUP_LOAD: threadgroupTransfer, g13.THREADGROUP_STORE: threadgroupTransfer,

		g13.ATOMIC: atomic, g13.THREADGROUP_ATOMIC: threadgroupAtomic,

		g13.STACK_LOAD: stackTransfer, g13.STACK_STORE: stackTransfer, g13.STACK_ADJUST: stackAdjust, g13.STACK_GET_PTR: stackPointer,

		g13.STOP: stop, g13.GET_SR: specialRegister,

		g13.ICMPSEL: compareSelect(integers), g13.FCMPSEL: compareSelect(floats),
		g13.ICMP_BALLOT: ballot(integers), g13.FCMP_BALLOT: ballot(floats),

		g13.IF_ICMP: execCompare(enter, integers), g13.ELSE_ICMP: execCompare(exchange, integers), g13.WHILE_ICMP: while(integers),
		g13.IF_FCMP: execCompare(enter, floats), g13.ELSE_FCMP: execCompare(exchange, floats), g13.WHILE_FCMP: while(floats),
		g13.POP_EXEC: popExec,
		g13.CALL_REG: call, g13.CALL: call, g13.RET: comeBack,
		g13.JMP_EXEC_ANY: jumpIf(jnz), g13.JMP_EXEC_NONE: jumpIf(jz),
	}
})
