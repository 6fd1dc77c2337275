// Package goexpr reads and writes calls of Go's simd/archsimd, as expressions, statements and functions.
//
//	a.SelectFromPair(0, 1, 4, 5, b)
//	t := a.InterleaveLo(b); t.PermuteScalars(3, 2, 1, 0)
//	func(a, b archsimd.Uint16x8) archsimd.Uint16x8 { return a.InterleaveLo(b) }
//
// One table has the methods: for which types there are, what arguments they take, and which lane each lane of the result is.
package goexpr
