// Package lane holds the one thing that every SIMD and GPU instruction set has its own dialect for: which lane of which
// source ends up in which lane of the destination.
//
//	source a   a0  a1  a2  a3        source b   b0  b1  b2  b3
//	            │   └───────────┐                │   │
//	            │   ┌───────────│────────────────┘   │
//	            │   │       ┌───│────────────────────│─── constant
//	            ▼   ▼       ▼   ▼
//	destination a0  b0      z   a1      lane 0 is the least significant, at the lowest address
//
// A Map is that picture as a value. A lane of it comes from a lane of a source, is a constant bit pattern, keeps what the
// destination held before (the old destination, called d), or is undefined. All lanes of one Map have one width, of one bit and
// more; Regroup changes the width without changing a bit.
//
// Maps form a small algebra. Of composes, Inverse undoes, Reorder and DropUnused rename sources, Factor separates what moves inside
// blocks of 128 bits from what crosses them, Compare proves two maps equal or names the lane in which they differ, and Apply moves real
// bytes. Guarded adds a run-time predicate to every lane.
//
// The text of a Map, its lane notation, is what Parse reads and String prints:
//
//	i32x4 i32x4 -> a0 b0 z a1
package lane
