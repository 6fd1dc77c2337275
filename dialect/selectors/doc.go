// Package selectors is for notations that list, for each lane of the result, a number that counts through two vectors.
//
//	__builtin_shufflevector(a, b, 0, 4, 1, 5)         selector  0  1  2  3  4  5  6  7
//	%r = OpVectorShuffle %v4float %a %b 0 4 1 5       lane     a0 a1 a2 a3 b0 b1 b2 b3
//
// They differ in what is around the list: package cexpr has C's, package spirv SPIR-V's. What one of them cannot say in one line is a chain of LLVM's shufflevector.
package selectors
