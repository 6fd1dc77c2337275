// Package cexpr reads C with vectors, as it stands in files: expressions, statements, and whole functions with their types, loads, stores, macros and constant arrays.
//
//	static const uint8_t m[16] = {3, 2, 1, 0, …};             a constant array
//	__m128i f(__m128i a, __m128i b) {                         parameters are sources, in their order
//	    __m128i t = _mm_unpacklo_epi8(a, b);                  a statement names a value,
//	    return _mm_shuffle_epi8(t, _mm_load_si128(m));        and what is returned is the result, else what is stored,
//	}                                                         else the last statement
//
// An intrinsic of Intel's or Arm's is a row of a target, by the call that is in the row's own C or as the line that it stands for. The compilers' builtins, WebAssembly's header, AltiVec
// and Highway are tables of movers: what the arguments are, and where the lanes of the result come from. Integers move by shifts, masks and rotations.
package cexpr
