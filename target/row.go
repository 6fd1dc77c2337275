package target

import "github.com/lanescope/lanescope/lane"

// A Row is one instruction at one size of its vectors.
type Row struct {
	Name string // as listings spell it: pshufd
	Asm  string // its operands as a listing orders them: "d, a, i"; d is the destination, a b c e sources, i the immediate, k the constant vector, m the mask register
	Bits int    // of the destination. A register is wider: of VEX, EVEX and NEON rows its rest becomes zero, of legacy SSE rows it has no rest
	Elem int    // of the lanes that it moves; a shift by an immediate moves narrower ones
	Src  []int  // bits of each vector that it reads, in the order a b c …; constants are not among them

	// Destroys says that the first source and the destination are one register. Spends says that the constant and the destination are.
	Destroys, Spends bool

	Needs    Feature
	Encoding string // as internal/x86 reads it: "RMI: VEX.128.66.0F.WIG 70 /r ib"; of other instruction sets as their manual writes it
	C        string // an expression of V, __m128i or wider, over the same letters: "_mm_shuffle_epi32(a, i)"; see Expand

	// One of these says what the row does.
	Imm   *Immediate
	Index *Indexed
	Union *Union

	Mask *Masking // that the row also has a form with a mask register; nil if not

	cost [numCPUs]Cost
}

// An Immediate is what a row does for each value of its immediate. A row without an immediate has one value, 0.
type Immediate struct {
	Values int // at most 256: those that differ, which are the lowest
	// Map is what the row does, with its sources and sizes; the lanes are of Elem bits, or the widest that a shift leaves whole. Do not change it: it may be shared.
	Map func(value int) lane.Map
}

// An Indexed is what a row does with a constant.
type Indexed struct {
	Bits   int  // of the constant: those of a vector, or one for each lane of a mask register
	Mask   bool // the constant is in a mask register
	Inline bool // the constant is part of the instruction and need not be loaded
	// Apply is the map that a constant gives. Where the constant makes the row compute instead of move, the lane is undefined.
	Apply func(constant lane.Const) lane.Map
	// Solve is a constant whose map refines the wanted one, which has the same sources and sizes and lanes of any width; ok is false if there is none.
	Solve func(want lane.Map) (constant lane.Const, ok bool)
}

// A Union is a row that computes, but only moves where its operands are known well enough: an or moves where one side is zero, a pack of words moves bytes where
// the upper halves are zero.
type Union struct {
	// Of is what the row makes of operands that are these maps, which have the same sources and the same width. Where it does not move, the lane is undefined.
	Of func(args ...lane.Map) lane.Map
}

// Cost is what one CPU takes for a row.
type Cost struct {
	Uops       int
	Latency    float64 // cycles
	Throughput float64 // reciprocal: cycles an instruction
	Source     string  // where the figures are from; empty if there are none
}
