// Package corpus mines files for shuffles.
//
//	a.ll    %r = shufflevector <4 x i32> %x, …       ─┐
//	b.s     vpunpckldq %xmm1, %xmm0, %xmm2            ├─→ i32x4 i32x4 -> a0 b0 a1 b1    3 uses, zip, first at a.ll:12
//	c.lst   … # xmm0 = xmm0[0],xmm1[0],xmm0[1],…     ─┘
//
// Scan finds every line that is a shuffle: shufflevector in LLVM's IR, instructions and the comments of listings. A Report counts them by canonical map, so that
// the same movement in different spellings and notations is one, and says which have a name.
package corpus
