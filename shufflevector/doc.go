// Package shufflevector is the dialect of LLVM: the instruction that takes any lanes of two vectors.
//
//	%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
//
//	%a   a0  a1  a2  a3   %b   b0  b1  b2  b3
//	      0   1   2   3         4   5   6   7     selectors: %a first, then %b
//
//	%r   a0  b0  a1  b1
//
// A Shuffle is such an instruction with its operands, of any size; Parse reads it and IR writes it. A Mask is its selectors alone, at most 64 of
// them, as a small comparable value on which everything fast works.
//
// Many shuffles are the same function. Canonical gives each function one form: which operand comes first, which lane of a constant is selected, how
// long the vectors are. Lanes finds that a shuffle is the same small shuffle in each of several lanes. PatternDiff and PatternSignature are the seed
// document's own way of looking at a mask.
package shufflevector
