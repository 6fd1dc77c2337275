// Package gcc reads what GCC's dumps say of lanes: GIMPLE, the middle of the compiler, and RTL, its end.
//
//	_3 = VEC_PERM_EXPR <a_1(D), b_2(D), { 0, 4, 1, 5 }>;       -fdump-tree-optimized
//
//	(vec_select:V4SI                                           -fdump-rtl-expand
//	    (vec_concat:V8SI (reg:V4SI 100) (reg:V4SI 101))
//	    (parallel [(const_int 0) (const_int 4) (const_int 1) (const_int 5)]))
//
//	a0  a1  a2  a3  b0  b1  b2  b3   ──▶   a0  b0  a1  b1
//
// RTL has the type of everything; in GIMPLE it stands in the declarations, and lanes of 32 bits are assumed where those are not in the text. An index counts through the two vectors and
// around their end.
package gcc
