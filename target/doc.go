// Package target knows what real CPUs do to lanes in one instruction, as data.
//
//	                immediate 27              constant vector
//	pshufd xmm, xmm, 27                    pshufb xmm, [index]
//	i32x4 -> a3 a2 a1 a0                   i8x16 -> a[index], zero where bit 7 is set
//	one Map for each of 256 values         Apply(constant) → Map, Solve(Map) → constant
//
// A Row is one instruction at one size of its vectors. An immediate row has at most 256 values of its immediate, and each one is a lane.Map. An indexed row takes a
// constant vector (or a constant in a mask register): Apply says which map a constant gives, Solve finds the constant that gives a map, and a test holds
// the two against each other. A Target is the rows that one instruction set has, with the CPUs whose latencies and throughputs are known.
//
// Every row is true: tests encode it, run it on this CPU (or in an engine that emulates it) and compare with its meaning.
package target
