// Package llvmir reads programs of LLVM's IR that move: shuffles, casts of vectors and the instructions that move bits within lanes.
//
//	%t = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
//	%w = bitcast <4 x i32> %t to <8 x i16>          which half is which depends on the byte order
//	%r = lshr <8 x i16> %w, splat (i16 8)           a movement of bits
//
//	%s = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(…)     a row of a target
//	ret <8 x i16> %r                                what is returned, or else stored, is the result
//
// Package shufflevector knows the one instruction; here its lines are followed by name, in both byte orders.
package llvmir
