// Package certificate checks what lanescope lower claims, and knows nothing of how it was found: it shares no line with the search, imports
// nothing of this project, and is short enough to be read.
//
//	lanescope certificate 1
//	map i32x4 -> a3 a1 z a2                       what was asked
//	row punpckldq moves 0 bytes:16 ops:1 …        a row that there is: see row
//	does a0 a1 a2 a3 b0 b1 b2 b3 …                what stands in the result, for one value of an immediate,
//	row pshufb moves 0 bytes:16 ops:1 loads:1 …
//	part 0 : a0 a1 a2 … 0x00                      or in a piece of it that a constant chooses for itself
//	…
//	input a0 a1 a2 a3 …                           value v0 is there
//	do 1 v0 = a12 a13 a14 a15 a4 …                value v1 is made by row 1 of v0: what stands in it, over the sources
//	result v1 16                                  its 16 bytes are what was asked
//	none 1 0 0                                    no sequence of 1 op, no constant and no copy does the map
//
// That these are the rows of a machine, and that they do what is said of them, is not checked here: tests have processors and emulators do it.
// What is checked is that the ops can make what is said of them, that the result is what was asked, and that these rows do it with nothing
// less, by trying all of them on all values. Bytes that a row tears apart are nobody knows what.
package certificate
