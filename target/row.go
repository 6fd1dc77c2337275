package target

import "github.com/lanescope/lanescope/lane"

// A Row is one instruction at one size of its vectors.
type Row struct {
	Name string // as listings spell it: pshufd
	Asm  string // its operands as a listing writes them: "d, a, i"; d is the destination, a b c sources, i the immediate, k the constant, m the mask register
	Bits int    // of the destination
	Elem int    // of the lanes that it moves; an immediate may make it move narrower ones
	Args int    // vectors that it reads, without constants and the old destination: 1 to 3

	// Destroys says that the first source and the destination are one register. Merges says that lanes keep the old destination, which then is not a source.
	Destroys, Merges bool

	Needs    Feature
	Encoding string // as the manual of the instruction set writes it
	C        string // the intrinsic: "_mm_shuffle_epi32(a, i)"
	Go       string // the method of simd/archsimd, if there is one

	// One of these says what the row does.
	Imm   *Immediate
	Index *Indexed
	Union *Union

	cost []Cost // by CPU, in the order of the target's CPUs
}

// An Immediate is what a row does for each value of its immediate. A row without an immediate has one value, 0.
type Immediate struct {
	Values int
	Map    func(value int) lane.Map // sources a, b, …; sizes as the row has them
}

// An Indexed is what a row does with a constant.
type Indexed struct {
	Bits int // of the constant: those of a vector, or 8 to 64 of a mask register
	Mask bool
	// Apply is the map that a constant gives.
	Apply func(constant lane.Const) lane.Map
	// Solve is a constant whose map refines the wanted one, of the same sources and sizes at any lane width; ok is false if there is none.
	Solve func(want lane.Map) (constant lane.Const, ok bool)
}

// A Union is a row that is a map only where enough of its sources is known to be zero: or of two vectors of which in each lane one is zero; a pack of words whose
// upper halves are zero. Map is what it is then, given for every bit of each source whether it is zero, or ok is false.
type Union struct {
	Map func(zero [][]bool) (m lane.Map, ok bool)
}

// Cost is what one CPU takes for a row.
type Cost struct {
	Uops       int
	Latency    float64 // cycles
	Throughput float64 // reciprocal: cycles an instruction
	Source     string  // where the figures are from; empty if there are none
}
