// Package maskcall reads the shuffles of programming languages that carry their mask in the call.
//
//	Rust    simd_swizzle!(a, b, [0, 4, 1, 5])                    lane 4 is lane 0 of b
//	Zig     @shuffle(u32, a, b, [4]i32{ 0, -1, 1, -2 })          lane -1 is
//	C#      Vector128.Shuffle(a, Vector128.Create(3, 2, 1, 9))   lane 9 is zero
//	Java    a.rearrange(VectorShuffle.fromValues(…, 0, 4, 1, 5), b)
//	Julia   shufflevector(a, b, Val((0, 4, 1, 5)))
//	Swift   a[SIMD4(3, 2, 1, 0)]                                 lane 4 is lane 0 again
//
//	 0   1   2   3     4   5   6   7
//	a0  a1  a2  a3    b0  b1  b2  b3     ──▶    a0  b0  a1  b1
//
// They differ in little, and one table has all of it: the name, the order of the arguments, how the lanes of the second vector are counted, and what an index is that no vector has.
// Around the calls stand statements, which name values, and heads of functions, which declare how many lanes a vector has and how wide they are. What a text does not say is assumed,
// and a warning says so.
package maskcall
