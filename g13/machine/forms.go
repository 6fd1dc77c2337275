package machine

import (
	"sync"

	"github.com/lanescope/lanescope/g13"
)

// A meaning is what a form does: how to make an op of one of its instructions, or why none can be executed.
type meaning struct {
	build   func(c *compiler, o *op) (refusal string)
	refusal string
}

// meanings is one entry a form.
var meanings = sync.OnceValue(func() []meaning {
	all := make([]meaning, g13.NumForms())
	for f := range all {
		name := g13.Form(f).Name()
		all[f] = meaning{build: executed[name], refusal: refused[name]}
	}
	return all
})

// executed are the forms that have a meaning here, by name. Forms with one name differ in how they say the same.
var executed = map[string]func(*compiler, *op) string{
	"mov_imm": moveImmediate,
	"get_sr":  specialRegister,

	"iadd": addition, "imadd": multiplyAdd, "convert": conversion,
	"bfi": bitfield((*Group).bfi), "bfeil": bitfield((*Group).bfeil), "extr": bitfield((*Group).extr), "shlhi": bitfield((*Group).shlhi), "shrhi": bitfield((*Group).shrhi),
	"asr": arithmeticShift(0), "asrh": arithmeticShift(32),
	"bitop":  bitOperation,
	"bitrev": unaryBits((*Group).reverse), "popcount": unaryBits((*Group).count), "ffs": unaryBits((*Group).highest), "intl": interleaving,

	"fmadd32": float32Op((*Group).fmadd32, "A", "B", "C"), "fadd32": float32Op((*Group).fadd32, "A", "B"), "fmul32": float32Op((*Group).fmul32, "A", "B"),
	"fmadd16": float16Op((*Group).fmadd16, "A", "B", "C"), "fadd16": float16Op((*Group).fadd16, "A", "B"), "fmul16": float16Op((*Group).fmul16, "A", "B"),
	"floor": function(floor, 0), "ceil": function(ceil, 0), "trunc": function(trunc, 0), "rint": function(rint, 0),
	"rcp": function(rcp, reciprocal), "rsqrt": function(rsqrt, transcendental), "rsqrt_special": function(rsqrtSpecial, transcendental|specialRoot),
	"log2": function(log2, transcendental), "exp2": function(exp2, transcendental), "sin_pt_1": function(sinPart1, sinePart), "sin_pt_2": function(sinPart2, sinePart),
	"dfdx": derivative(1), "dfdy": derivative(2),

	"ret": jumpRegister, "call": callOrJumpRegister, "stop": stopping, "jmp_exec_any": jumpIf((*Group).jumpAny), "jmp_exec_none": jumpIf((*Group).jumpNone),
	"pop_exec": popExec,
	"if_icmp":  execCompare((*Group).enter, integers), "else_icmp": execCompare((*Group).exchange, integers), "while_icmp": execCompare((*Group).repeat, integers),
	"if_fcmp": execCompare((*Group).enter, numbers), "else_fcmp": execCompare((*Group).exchange, numbers), "while_fcmp": execCompare((*Group).repeat, numbers),
	"icmpsel": compareSelect(integers), "fcmpsel": compareSelect(numbers),
	"icmp_ballot": ballot(integers), "fcmp_ballot": ballot(numbers),

	"simd_shuf_op": shuffle, "simd_op": reduction,
	"uniform_store": uniformStore,

	"device_load": transferring(DeviceSpace, LoadAccess, usualLoad), "device_store": transferring(DeviceSpace, StoreAccess, usualStore),
	"threadgroup_load": transferring(ThreadgroupSpace, LoadAccess, nil), "threadgroup_store": transferring(ThreadgroupSpace, StoreAccess, nil),
	"stack_load": transferring(StackSpace, LoadAccess, usualStack), "stack_store": transferring(StackSpace, StoreAccess, usualStack),
	"stack_adjust": stackAdjust, "stack_get_ptr": stackPointerOf,
	"atomic": atomically(DeviceSpace, usualAtomic), "threadgroup_atomic": atomically(ThreadgroupSpace, usualLocal),
	"wait": waitForSlot, "memory_barrier": memoryBarrier, "threadgroup_barrier": threadgroupBarrier,
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
var refused = map[string]string{
	"trap":     "a program that comes here has gone wrong",
	"sr_thing": unknownForm, "jmp_incomplete": unknownForm, "jmp_if_skipping_doorbell": unknownForm,
	"unknown_c030": unknownForm, "unknown_c040": unknownForm, "unknown_00c0": unknownForm, "unknown_00e8": unknownForm, "unknown_000c": unknownForm,
	"unknown_101c": unknownForm, "unknown_62cc": unknownForm,
	"doorbell": needsKernel, "map": needsKernel, "unmap": needsKernel,

	"async_load": unknownCopy, "async_store": unknownCopy,

	"wait_pix": needsPixels, "signal_pix": needsPixels, "ld_tile": needsPixels, "st_tile": needsPixels, "iter": needsPixels, "iterproj": needsPixels, "ldcf": needsPixels,
	"texture_sample": needsPixels, "texture_load": needsPixels, "image_write": needsPixels, "image_write_block": needsPixels, "zs_emit": needsPixels, "sample_mask": needsPixels,
	"st_var": needsPixels, "st_var_final": needsPixels, "no_var": needsPixels, "tex_state_store": needsPixels, "sampler_state_store": needsPixels,
	"simd_matrix_fmadd16": unknownOrder, "simd_matrix_fmadd32": unknownOrder,
}
