// Package moves is the G13 as a dialect: code that moves as a map over 32 lanes, and the instructions that make a map.
//
//	simd_shuffle_xor r0, r1, 3          ◀─▶  i32x32 -> a3 a2 a1 a0 a7 a6 a5 a4 …
//	g13:0x6f01,0x4236_4000              the same as bytes
package moves
