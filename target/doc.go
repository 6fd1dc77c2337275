// Package target knows what real CPUs do to lanes in one instruction, as data.
//
//	an immediate                        a constant vector                          what is known of the operands
//	pshufd xmm1, xmm2, 27               pshufb xmm1, [index]                       por xmm1, xmm2
//	i32x4 -> a3 a2 a1 a0                i8x16 -> a[index], z where bit 7 is set    i32x4 i32x4 -> a0 b1 z _
//	Map(value) for each of 256          Apply(constant) → map                      Of(maps of the operands) → map
//	                                    Solve(map) → constant, or none             _ where both are live
//
// A Row is one instruction at one size of its vectors: its text, its encoding, its intrinsic, whether it destroys an operand, what it costs on each CPU, and what it does
// to lanes, in one of these three ways. A Target is the rows that one instruction set has. The tables are in x86_table.go, general_table.go, neon_table.go, power_table.go, loong_table.go and wasm.go; an
// instruction stands there once, and its sizes, encodings and targets are derived.
//
// Operands are in one of two Files, vectors or general registers of x86, and rows that have some in both are Crossings:
//
//	vmovq rax, xmm0        64 bits cross over
//	pext rax, rax, rcx     within general registers: a constant in rcx says which bits come together
//	vmovq xmm0, rax        and back
//
// Masked EVEX forms are no rows but a Masking of one, and a row that Clears what is above it is also one of wider vectors, Widened.
//
// Every row is true: tests encode it, run it on this CPU, under qemu or in wazero, and compare with its meaning. docs/targets.md says how to add one.
package target
