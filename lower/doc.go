// Package lower finds the cheapest sequence of instructions that moves lanes as a map says, on a target, with a proof of how cheap it is.
//
//	i32x4 i32x4 -> a3 b1 a0 b2      on sse2      shufps xmm0, xmm1, …
//	        wanted                               shufps xmm0, xmm0, …        2 ops, minimal: no one op does it
//
// For four lanes of 32 bits, and so for two of 64, the search is exhaustive; see quadSolver. For other maps it finds exactly what one row and
// what two rows can do, with constants and masks as relations; see twoRows. The rest is composed. Every sequence is evaluated symbolically,
// from the meaning of its rows, and compared with the map before it is returned.
//
// # For compilers at run time
//
// New makes a Lowerer for a target, once. Any number of goroutines may call its Lower at the same time; the zero Options ask for the cheapest sequence by the balanced cost, however many constants it loads, and
// Effort: Quick for one that is decided without a search. What a Lowerer keeps does not grow with the number of maps that it is asked for. Result.AppendBytes writes machine code of x86 or AArch64, in registers that
// the caller chooses; target.Row.AppendCode writes a single instruction, for those who walk through Sequence.Code themselves.
//
// # What stays
//
// Before version 1 everything may change. What is meant to stay: New, Lower, the fields of Options and their zero values, Result's map, counts and proof, Listing and AppendBytes. Which sequence is the answer is no
// promise: a later version may find a cheaper one, or another that costs as much; that it does the map, and costs no more, is. Names of strategies, and the order of alternatives, are for people.
package lower
