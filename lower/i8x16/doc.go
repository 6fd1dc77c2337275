// Package i8x16 decides one shuffle of sixteen bytes, for compilers at run time: in a microsecond, without an allocation, and without the rest of Lanescope in the binary.
//
//	0 31 1 30 2 29 3 28 4 27 5 26 6 25 7 24      sixteen selectors, the second vector's bytes being numbered from 16 on
//	pblendw x, a, b, 240                         x   a0 … a7, b8 … b15
//	pshufb x, k                                  k   0 15 1 14 2 13 3 12 …
//
// An Engine belongs to who makes it. It holds what one row of a level does for each immediate, as a bit of a word for each byte: sixteen words and-ed say which of 64 rows does a whole shuffle.
// What no row does is asked of two rows, and of three, in a few shapes that stand in decide.go. Shuffles of words, and of four bytes, are asked of eight lanes and of four; of single bytes most rows
// are not asked at all, since pairs.go sees that no two of them do it: a compiler asks seldom, and then nothing here is in a cache.
//
// The rows are those of package target, with their meaning and their code written a second time; tests compare both. Package lower/quick does the same for every target, and for vectors of all
// sizes with zeros and more sources, in ten microseconds and more; package lower searches.
package i8x16
