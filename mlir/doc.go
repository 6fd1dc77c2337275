// Package mlir reads the operations of MLIR's vector dialect that move lanes and compute nothing.
//
//	%0 = vector.shuffle %a, %b [0, 4, 1, 5] : vector<4xi32>, vector<4xi32>
//
//	%a   a0  a1  a2  a3   %b   b0  b1  b2  b3
//	      0   1   2   3         4   5   6   7       numbers of the leading dimension; -1 is undefined
//
//	%0   a0  b0  a1  b1
//
// The lanes of a vector with several dimensions are those of its rows one behind the other, the last dimension first, as memory has them. Several lines are a program over named values,
// and so is the body of a function; a vector whose length only the run knows, vector<[4]xi32>, is refused.
package mlir
