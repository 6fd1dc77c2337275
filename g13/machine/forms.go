package machine

import "github.com/lanescope/lanescope/g13"

// executed is how an op is made of an instruction of each form that has a meaning here, or why it cannot be made of this one. All others are refused.
var executed = [g13.NumForms]func(c *compiler, o *op) (refusal string){
	g13.MOV_IMM16: moveImmediate, g13.MOV_IMM32: moveImmediate,
	g13.GET_SR: specialRegister,

	g13.IADD: addition, g13.IMADD: multiplyAdd, g13.CONVERT: conversion,
	g13.BFI: bitfield((*Group).bfi), g13.BFEIL: bitfield((*Group).bfeil), g13.EXTR: bitfield((*Group).extr), g13.SHLHI: bitfield((*Group).shlhi), g13.SHRHI: bitfield((*Group).shrhi),
	g13.ASR: arithmeticShift(0), g13.ASRH: arithmeticShift(32),
	g13.BITOP:  bitOperation,
	g13.BITREV: unaryBits((*Group).reverse), g13.POPCOUNT: unaryBits((*Group).count), g13.FFS: unaryBits((*Group).highest), g13.INTL: interleaving,

	g13.FMADD32: float32Op((*Group).fmadd32, "A", "B", "C"), g13.FADD32: float32Op((*Group).fadd32, "A", "B"), g13.FMUL32: float32Op((*Group).fmul32, "A", "B"),
	g13.FMADD16: float16Op((*Group).fmadd16, "A", "B", "C"), g13.FADD16: float16Op((*Group).fadd16, "A", "B"), g13.FMUL16: float16Op((*Group).fmul16, "A", "B"),
	g13.FLOOR: function(floor, 0), g13.CEIL: function(ceil, 0), g13.TRUNC: function(trunc, 0), g13.RINT: function(rint, 0),
	g13.RCP: function(rcp, reciprocal), g13.RSQRT: function(rsqrt, transcendental), g13.RSQRT_SPECIAL: function(rsqrtSpecial, transcendental|specialRoot),
	g13.LOG2: function(log2, transcendental), g13.EXP2: function(exp2, transcendental), g13.SIN_PT_1: function(sinPart1, sinePart), g13.SIN_PT_2: function(sinPart2, sinePart),
	g13.DFDX: derivative(1), g13.DFDY: derivative(2),

	g13.RET: jumpRegister, g13.CALL_REG: callOrJumpRegister, g13.CALL: callOrJumpRegister, g13.STOP: stopping, g13.JMP_EXEC_ANY: jumpIf((*Group).jumpAny), g13.JMP_EXEC_NONE: jumpIf((*Group).jumpNone),
	g13.POP_EXEC: popExec,
	g13.IF_ICMP:  execCompare((*Group).enter, integers), g13.ELSE_ICMP: execCompare((*Group).exchange, integers), g13.WHILE_ICMP: execCompare((*Group).repeat, integers),
	g13.IF_FCMP: execCompare((*Group).enter, numbers), g13.ELSE_FCMP: execCompare((*Group).exchange, numbers), g13.WHILE_FCMP: execCompare((*Group).repeat, numbers),
	g13.ICMPSEL: compareSelect(integers), g13.FCMPSEL: compareSelect(numbers),
	g13.ICMP_BALLOT: ballot(integers), g13.FCMP_BALLOT: ballot(numbers),

	g13.SIMD_SHUF_OP: shuffle, g13.SIMD_OP: reduction,
	g13.UNIFORM_STORE: uniformStore,

	g13.DEVICE_LOAD: transferring(DeviceSpace, LoadAccess, usualLoad), g13.DEVICE_STORE: transferring(DeviceSpace, StoreAccess, usualStore),
	g13.THREADGROUP_LOAD: transferring(ThreadgroupSpace, LoadAccess, nil), g13.THREADGROUP_STORE: transferring(ThreadgroupSpace, StoreAccess, nil),
	g13.STACK_LOAD: transferring(StackSpace, LoadAccess, usualStack), g13.STACK_STORE: transferring(StackSpace, StoreAccess, usualStack),
	g13.STACK_ADJUST: stackAdjust, g13.STACK_GET_PTR: stackPointerOf,
	g13.ATOMIC: atomically(DeviceSpace, usualAtomic), g13.THREADGROUP_ATOMIC: atomically(ThreadgroupSpace, usualLocal),
	g13.WAIT: waitForSlot, g13.MEMORY_BARRIER: memoryBarrier, g13.THREADGROUP_BARRIER: threadgroupBarrier,
}

// Reasons for which forms are refused.
const (
	needsPixels  = "a group by itself has no pixels, textures or varyings"
	needsKernel  = "it speaks to the firmware"
	unknownForm  = "nobody knows what it does"
	unknownCopy  = "nobody knows what its registers hold"
	unknownOrder = "nobody knows in which order it adds, nor which lane has which element"
)

// refused are the other forms, and why.
var refused = [g13.NumForms]string{
	g13.TRAP:     "a program that comes here has gone wrong",
	g13.SR_THING: unknownForm, g13.JMP_INCOMPLETE: unknownForm, g13.JMP_IF_SKIPPING_DOORBELL: unknownForm,
	g13.UNKNOWN_C030: unknownForm, g13.UNKNOWN_C040: unknownForm, g13.UNKNOWN_00C0: unknownForm, g13.UNKNOWN_00E8: unknownForm, g13.UNKNOWN_000C: unknownForm,
	g13.UNKNOWN_101C: unknownForm, g13.UNKNOWN_62CC: unknownForm,
	g13.DOORBELL: needsKernel, g13.MAP: needsKernel, g13.UNMAP: needsKernel,

	g13.ASYNC_LOAD: unknownCopy, g13.ASYNC_STORE: unknownCopy,

	g13.WAIT_PIX: needsPixels, g13.SIGNAL_PIX: needsPixels, g13.LD_TILE: needsPixels, g13.ST_TILE: needsPixels, g13.ITER: needsPixels, g13.ITERPROJ: needsPixels, g13.LDCF: needsPixels,
	g13.TEXTURE_SAMPLE: needsPixels, g13.TEXTURE_LOAD: needsPixels, g13.IMAGE_WRITE: needsPixels, g13.IMAGE_WRITE_BLOCK: needsPixels, g13.ZS_EMIT: needsPixels, g13.SAMPLE_MASK: needsPixels,
	g13.ST_VAR: needsPixels, g13.ST_VAR_FINAL: needsPixels, g13.NO_VAR: needsPixels, g13.TEX_STATE_STORE_REG: needsPixels, g13.TEX_STATE_STORE: needsPixels, g13.SAMPLER_STATE_STORE_REG: needsPixels, g13.SAMPLER_STATE_STORE: needsPixels,
	g13.SIMD_MATRIX_FMADD16: unknownOrder, g13.SIMD_MATRIX_FMADD32: unknownOrder,
}
