package i8x16

// A Level is what a machine has.
type Level uint8

// The levels of x86, each of which has what those before it have, and AArch64's.
const (
	SSSE3 Level = iota
	SSE41
	AVX  // no row writes what it reads, but for permutations of two vectors
	AVX2 // bytes and words are broadcast
	VBMI // AVX-512 VBMI and VL: any shuffle of two vectors is one row
	NEON
)

// has says whether a level has a row.
func (l Level) has(s *shape) bool {
	if l == NEON || s.arm {
		return l == NEON && s.arm
	}
	return l >= s.level
}
