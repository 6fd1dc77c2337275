// Package network decides how a target makes several registers of several others, as transposes and interleaves do: what two results need is made once.
//
//	0 a0 a1 a2 a3        punpckldq  a0 b0 a1 b1        punpcklqdq  a0 b0 c0 e0   0
//	1 b0 b1 b2 b3        punpckhdq  a2 b2 a3 b3        punpckhqdq  a1 b1 c1 e1   1
//	2 c0 c1 c2 c3        punpckldq  c0 e0 c1 e1        punpcklqdq  a2 b2 c2 e2   2
//	3 e0 e1 e2 e3        punpckhdq  c2 e2 c3 e3        punpckhqdq  a3 b3 c3 e3   3
//
// Where a lane stands is a number: the register's and the lane's, digit behind digit. A transpose exchanges digits, and a pair of rows that take two registers for two
// moves one digit from the registers' into the lanes'. The strategies are a slice: by digits is exact in its own moves, the others take the problem apart and ask again.
//
// Where cycles count, as with Options.Pipeline, ops on ports that are always busy give way to more ops on others: shuffles to blends.
//
// What no program does with fewer ops is counted as Floyd did: an op of two registers of n lanes makes no more than n pairs meet. See Bound.
package network
