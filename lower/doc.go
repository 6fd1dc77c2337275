// Package lower finds the cheapest sequence of instructions that moves lanes as a map says, on a target, with a proof of how cheap it is.
//
//	i32x4 i32x4 -> a3 b1 a0 b2      on sse2      shufps xmm0, xmm1, …
//	        wanted                               shufps xmm0, xmm0, …        2 ops, minimal: no one op does it
//
// For four lanes of 32 bits, and so for two of 64, the search is exhaustive; see quadSolver. For other maps it finds exactly what one row and
// what two rows can do, with constants and masks as relations; see twoRows. The rest is composed. Every sequence is evaluated symbolically,
// from the meaning of its rows, and compared with the map before it is returned.
package lower
