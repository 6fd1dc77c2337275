// Package jit compiles programs of the G13 to machine code of a CPU with AVX-512: for package machine, which executes whatever this code does not.
//
//	r1, of 32 lanes                      exec               r1, of a program that uses many registers
//	zmm10  lanes 0 to 15                 k1  lanes 0 to 15   [rdx+128]  in the SIMD-group's rows
//	zmm11  lanes 16 to 31                k2  lanes 16 to 31
//
//	fadd32 r1, r1, r2                    vaddps zmm0, zmm10, zmm12
//	                                     vaddps zmm1, zmm11, zmm13
//	                                     …                            is one of them not a number?
//	                                     vmovdqa32 zmm10 {k1}, zmm0
//	                                     vmovdqa32 zmm11 {k2}, zmm1
//
// The registers that the program's loops use most are pinned: they have their zmm from the entry of the code to its end. What the rest of a program is, and why its results are
// those of the reference to the bit, is in docs/jit.md.
//
// Compile makes the code of a program; it is given to a run or a dispatch as its Native, and closed behind it. On a CPU without AVX-512, and on other architectures, Compile says what
// is missing, and everything runs on the reference.
package jit
