// Package listing reads assembly as listings have it: lines of x86, of AArch64 and of WebAssembly with registers, and the comments that say what a shuffle does.
//
//	vpshufd xmm0, xmm1, 27          a line is a row of a target, whose letters are operands
//	vpshufd $27, %xmm1, %xmm0       in Intel's order or AT&T's
//	zip1 v0.4s, v1.4s, v2.4s
//	xmm0 = xmm1[0,1],xmm0[2,3]
//
// Several lines are a program: registers hold maps over what they held before. A Follower does the same to whole listings, and says of each line what it did.
package listing
