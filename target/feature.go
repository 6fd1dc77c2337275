package target

import "strings"

// Feature is what a CPU must have to execute a row, as a set.
type Feature uint32

// The features.
const (
	SSE2 Feature = 1 << iota
	SSE3
	SSSE3
	SSE41
	AVX
	AVX2
	AVX512F
	AVX512BW
	AVX512DQ
	AVX512VL
	AVX512VBMI
	AVX512VBMI2
	GFNI
	NEON
	SIMD128 // wasm
	BMI1
	BMI2
	POWER9  // Power ISA 3.0
	POWER10 // Power ISA 3.1
	SVE
	SVE2
	SVE2BitPerm
	F64MM // lanes of 128 bits
	RVV   // RISC-V's V
	ZVBB
	LSX  // LoongArch's vectors of 128 bits
	LASX // and of 256
)

// featureNames are the names by which manuals and compilers know the features, in their order.
var featureNames = [...]string{"SSE2", "SSE3", "SSSE3", "SSE4.1", "AVX", "AVX2", "AVX512F", "AVX512BW", "AVX512DQ", "AVX512VL", "AVX512_VBMI", "AVX512_VBMI2", "GFNI", "NEON", "SIMD128", "BMI1", "BMI2", "POWER9", "POWER10", "SVE", "SVE2", "SVE2-BitPerm", "F64MM", "V", "ZVBB", "LSX", "LASX"}

// In says whether all features of f are among those of g.
func (f Feature) In(g Feature) bool { return f&^g == 0 }

// String is the features' names.
func (f Feature) String() string {
	var names []string
	for i, name := range featureNames {
		if f>>i&1 == 1 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}
