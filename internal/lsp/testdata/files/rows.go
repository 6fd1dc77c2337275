package rows

import "simd/archsimd"

// Zip is the lower halves of two rows, lane by lane.
func Zip(a, b archsimd.Int32x4) archsimd.Int32x4 {
	r := a.InterleaveLo(b)
	return r
}
