// Package wave reads and follows the straight-line code of GPUs, in which a register holds one value for each lane of a wave (a warp).
//
//	lane            0    1    2    3  …
//	%r1           [ 10 | 11 | 12 | 13 ]      an instruction of one lane, which every lane does to its own value: prmt, v_perm_b32
//	                 ╲╱        ╲╱
//	                 ╱╲        ╱╲            an instruction of the wave, which carries values between lanes: shfl, dpp
//	%r2           [ 11 | 10 | 13 | 12 ]
//
// A Step is what one instruction does, as lane maps over named registers. Follow composes steps; where a step of one lane meets one of the wave, it is done in
// every lane. Line and Assignment are the two shapes in which such code is written: an instruction with operands and modifiers, and a call of a function.
package wave
