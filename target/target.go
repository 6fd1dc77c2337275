package target

// A Target is an instruction set as far as it moves lanes.
type Target struct {
	Name string // sse2
	Says string // what it stands for, for those who choose
	Bits []int  // sizes of its vectors
	Rows []*Row
	CPUs []CPU // the first is the default
}

// A CPU is one on which a target's rows have known costs.
type CPU struct {
	Name string // znver4
	Says string
}

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
)
