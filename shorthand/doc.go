// Package shorthand reads what people write of a shuffle when they write as little as they can.
//
//	[0, 4, 1, 5]          a list: lane i comes from there      a0 b0 a1 b1
//	a[::-1]  a[[1, 0]]    a slice, or a list behind a name     a3 a2 a1 a0
//	0x4E                  an immediate: four fields of 2 bits  a2 a3 a0 a1
//	reverse 16 x i8       a pattern by its name                a15 … a0
//
// Such a text says which lanes move and hardly ever how many there are, or how wide they are. What it leaves open is assumed, in the way that most of these texts mean it, and a warning
// says what was assumed and how to say otherwise.
package shorthand
