// Package program follows values by their names through the lines of a text, whatever its language.
//
//	t = line 1 of a and b        Values:  t is i32x4 i32x4 -> a0 b0 a1 b1
//	r = line 2 of t and c                 r is that and c, composed: a map over a, b and c
//
// A value is a map over the program's inputs, which are the names that no line had made when they were read. A name may stand for a register, whose lower part a shorter name reads. Lanes
// that a line computes are an error only where the result reads them.
package program
