// Package apply does what rows of the targets do, to operands that stand for the letters of a row.
//
//	vshufps  d,    a,    b,    i             _mm_shuffle_ps(a, b, i)
//	vshufps  xmm2, xmm0, xmm1, 0x44          _mm_shuffle_ps(x, y, _MM_SHUFFLE(1, 0, 1, 0))
//	      ╰─────────────────────── Row ───────────────────────╯
//	                   a map over the program's inputs
//
// Who reads a notation finds the row and its operands: lines of listings in package listing, calls of C in package cexpr.
package apply
