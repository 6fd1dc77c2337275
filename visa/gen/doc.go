// Package gen is what the machine executes for vISA: instructions as Intel's finaliser lists them, or as Legalise makes them of movs.
//
//	mov (M1, 8) V32(0,0)<4> V33(0,0)<8;8,1>        an instruction of vISA, number 0
//
//	mov (2|M0)  r1.0<0>:f  r9.0<2;1,0>:f   // $0   what the machine does for it
//	mov (2|M0)  r1.1<0>:f  r9.1<2;1,0>:f   // $0
//
// The machine's own restrictions on regions are rules with names here, and moves are executed on a file of registers, so that a sequence can be held against the instruction that it was made of.
package gen
