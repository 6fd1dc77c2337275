// Package clif reads and writes Cranelift's intermediate language, whose shuffle counts the bytes of two vectors:
//
//	v2 = shuffle v0, v1, [0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23]
//	v2 = shuffle v0, v1, 0x17071606_15051404_13031202_11011000      the same: the last byte is lane 0's
//
//	v0   a0  a1 … a15     v1   b0  b1 … b15
//	      0   1    15          16  17    31
//
//	v2   a0  b0  a1  b1  a2  b2 …
//
// Lines name values, which lines behind them read; a function's head, its block's parameters and its constants say what those are. A function that jumps is refused.
package clif
