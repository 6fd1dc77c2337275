// Package moves is SVP64 as a dialect: swizzle moves, a bare swizzle and shaders' swizzles as maps, the moves that make a map, and pictures of the orders in which a loop walks.
//
//	mv.swiz r4,r8,WZYX     ◀─▶  i32x4 -> a3 a2 a1 a0
//	W.Y. · v.xyz1               a swizzle by itself, and a shader's
package moves
