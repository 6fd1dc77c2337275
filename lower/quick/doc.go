// Package quick decides how a target moves lanes, without a search: in microseconds, in memory that it reuses, always in the same way.
//
//	want   i8x16 i8x16 -> a0 b15 a1 b14 a2 b13 …        ssse3
//
//	one row?            no row has both
//	joined by a row     punpcklbw x, y    asks    x  a0 a1 a2 …  and  y  b15 b14 b13 …       a, and pshufb of b: 2 ops, 1 constant
//	by source, an or    a0 z a1 z …  |  z b15 z b14 …                                        3 ops, 2 constants
//
// A vector is bytes, each of which is a byte of an input, zero, or what nobody cares about. A row is compiled once for the width of the registers:
// its parts, pieces of the result that are chosen together, and for each the choices that it has. One row does what is wanted if every part has a choice.
// Beyond one row stand the strategies, a slice: each takes what is wanted apart, asks for the pieces in the same way, and joins them by one row more.
// The cheapest answer wins. Package lower searches further, and never answers with more than what is decided here.
package quick
