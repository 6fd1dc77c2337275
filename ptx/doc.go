// Package ptx is NVIDIA's notations for moving lanes: PTX, the machine's own listing, CUDA's functions and LLVM's intrinsics for them.
//
//	prmt.b32 %r, %a, %b, 0x5140;                  bytes of one thread's two registers
//
//	   %a  [ 0  1  2  3 ]   %b  [ 4  5  6  7 ]    numbered through, the lowest byte first
//	         │  └──────────┐      │  │
//	         │     ┌───────│──────┘  │            a digit of the selector for each byte of the result, the lowest digit first
//	   %r  [ 0     4       1         5 ]
//
//	shfl.sync.bfly.b32 %r|%p, %a, 1, 0x1f, -1;    a whole register, between the 32 threads of a warp
//
// What is known when the program is written is a map; a selector in a register whose value is not is refused. Several statements are a program, whose last result counts.
package ptx
