// Package esimd is Intel's explicit vectors: C for Metal, SYCL's ESIMD, and the intrinsics of LLVM that both become. All three move lanes by regions.
//
//	a.select<4, 2>(1)                       four elements, two apart, from element 1 on
//	a.replicate_vs_w_hs<2, 8, 4, 1>(0)      two rows of four, eight apart, elements one apart
//	@llvm.genx.rdregioni(a, 8, 4, 1, 0)     the same, with the offset in bytes
//
//	      offset ─┐        H
//	              ▼      ┌───┐
//	a  [ ·  ·  0  ·  1  ·  2  ·   ·  ·  3  ·  4  ·  5  · ]     element c of row r is at offset + r·V + c·H
//	           └────────────── V ────────┘
//
// A select stands on the left of an assignment too, and writes where it would read. Statements are followed by name; a view is a name for elements of another.
package esimd
