package target

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// A Row is one instruction at one size of its vectors.
type Row struct {
	Name string // as listings spell it: pshufd
	Asm  string // its operands as a listing orders them, "d, a, i": letters that Text replaces, capital ones by the register's other name. What the row Destroys or Spends is d, and not named again; neither is pblendvb's constant, in xmm0
	Bits int    // of the destination
	Elem int    // of the lanes that it moves; a shift by an immediate moves narrower ones
	Src  []int  // bits of each vector that it reads, in the order a b c …; constants are not among them

	// Memory is how many bits the last source has where x86 reads it from memory, if that is fewer than in a register; 0: as many.
	Memory int

	// General are the letters of operands that are in general registers, if it has any: "dak" of pext, "d" of pmovmskb; k also where it is Inline. Registers of vectors hold all others.
	General string

	// Destroys says that the first source and the destination are one register. Spends says that the constant and the destination are.
	Destroys, Spends bool
	Consecutive      bool // the sources, but for one that it Destroys, are in registers that follow one another: tbl
	Apart            bool // the destination is none of the registers that it reads, but for one that it Destroys

	// Mode is what must have been set before; see ModeOf. The zero Mode is nothing.
	Mode Mode

	// Clears says that a wider register's bits above the destination become zero, as VEX and EVEX have it. Then the row is also one of wider vectors: see Widened.
	Clears bool

	Needs    Feature
	Bytes    int    // of its code, with registers that need no longer form; of wasm, without the operands
	Encoding string // as internal/x86 reads it: "RMI: VEX.128.66.0F.WIG 70 /r ib"; of other instruction sets as their manual writes it
	C        string // an expression of __m128i or wider, of general registers of unsigned long long, over the same letters: "_mm_shuffle_epi32(a, i)"; see Call
	Rust     string // the same in Rust, where C's is not an expression there: of general registers of u64; see Expression

	// One of these says what the row does.
	Imm   *Immediate
	Index *Indexed
	Union *Union

	Access *Access // of a row between registers and memory, which does nothing else

	Mask *Masking // that the row also has a form with a mask register; nil if not

	other         func(name string) string // what a register is called by a capital letter in Asm: NEON's v0 as a scalar of Elem bits, d0
	vector        string                   // what its text has before the number of a vector, where registers of the target have several names: v of NEON's z0; empty: the target's
	little        func(value int) int      // in C, what stands for the letter I where intrinsics count elements from the other end than the immediate
	more, scalars int                      // instructions beyond the first, of the row; and those that put a number into a general register

	cost [numCPUs]Cost
	code rowCode // of x86 and AArch64: Encoding as it is read
}

// MemoryBits is how much of memory an operand of x86 is, by its letter.
func (r *Row) MemoryBits(letter byte) int {
	k := strings.IndexByte(SourceLetters, letter)
	switch {
	case k >= 0 && k == len(r.Src)-1 && r.Memory > 0:
		return r.Memory
	case k >= 0 && k < len(r.Src):
		return r.Src[k]
	case letter == 'k' && r.Index != nil && !r.Index.Mask:
		return r.Index.Bits
	}
	return r.Bits
}

// An Immediate is what a row does for each value of its immediate. A row without an immediate has one value, 0.
type Immediate struct {
	Kind   MoveKind
	Values int // at most 256
	// First is what is written for value 0, the others following. With Minor a value is written as two numbers: value/Minor for the letter j and value%Minor for i.
	First, Minor int
	// Map is what the row does, with its sources and sizes; the lanes are of Elem bits, or the widest that a shift leaves whole. Do not change it: it may be shared.
	Map func(value int) lane.Map

	// spell is what is written for a value if that is no number of that kind, and encode what stands for it in the instruction if that is not the value; nil for all but numbers of AArch64 that are masks.
	spell  func(value int) string
	encode func(value int) int

	blocks func(value int) blocks // what Map does where all blocks do the same; nil where they do not
}

// A MoveKind says what is special about a move by an immediate.
type MoveKind uint8

// The kinds of moves.
const (
	AnyMove  MoveKind = iota
	Still             // all lanes stay where they are: what it moves is only zeros, into what is above
	SignBits          // the highest bits of the lanes come to stand beside one another
)

// An Indexed is what a row does with a constant.
type Indexed struct {
	Kind     IndexKind
	Block    int  // bits of the pieces of a vector within each of which lanes are looked up; 0: the whole
	Bits     int  // of the constant: those of a vector or of a general register, or one for each lane of a mask register
	Mask     bool // the constant is in a mask register
	Inline   bool // the constant is part of the instruction and need not be loaded; of 64 bits only the lowest 32 are there, and what is above is as the highest of them
	Implicit bool // the constant is in register 0, which no operand names: pblendvb
	// Apply is the map that a constant gives. Where the constant makes the row compute instead of move, the lane is undefined.
	Apply func(constant lane.Const) lane.Map
	// Solve is a constant whose map refines the wanted one, which has the same sources and sizes and lanes of any width; ok is false if there is none.
	Solve func(want lane.Map) (constant lane.Const, ok bool)
	// Parts are the pieces of the result, and all that each can become: each by its own piece of the constant, so that they are chosen for themselves, or of a row that is Joint
	// if nothing else is wanted. Nil of a row that moves less than bytes, and pieces of the constant rule bits of many. They belong to the row, and nobody changes them.
	Parts func() []Part
	// Fields are the same bit by bit: what each field of the constant can do, whatever the others are; nil of a row whose lanes depend on one another.
	Fields func() Fields
}

// An IndexKind says how a constant tells lanes where they come from.
type IndexKind uint8

// The kinds of constants. Those of KeepBits, ClearBits and SetBits have a bit for each bit of the vector, those that are Joint one for each lane.
const (
	Lookup    IndexKind = iota
	KeepBits            // a where the constant has a bit, zero elsewhere: and
	ClearBits           // zero where it has one, a elsewhere: and not
	SetBits             // one where it has one, a elsewhere: or
	Compress            // the lanes that have a bit move together at the lower end: pext
	Expand              // the lowest lanes move apart to where bits are: pdep
	Group               // the lanes that have a bit move together at the lower end, and the others above them: bgrp
	Splice              // the lanes of the first source from the first bit to the last, and behind them the second source
	Windows             // a byte of it for each byte: eight bits in a row of the lane of 64, from the bit on that it names
	Matrix              // a byte of it for each bit of the eight bytes of a lane of 64: the bit of the same byte that has a bit in it
	Load                // the constant itself
)

// Joint says whether lanes depend on one another, so that only Solve knows which go together.
func (k IndexKind) Joint() bool { return k == Compress || k == Expand || k == Group || k == Splice }

// A Union is a row that computes, but only moves where its operands are known well enough: an or moves where one side is zero, a pack of words moves bytes where
// the upper halves are zero.
type Union struct {
	Kind     UnionKind
	Inverted int  // of an AndNot, the operand that is inverted
	Signed   bool // of a Pack, whether what it saturates to is a signed number
	// Of is what the row makes of operands that are these maps, which have the same sources and the same width. Where it does not move, the lane is undefined.
	Of func(args ...lane.Map) lane.Map
}

// A UnionKind says what a Union computes.
type UnionKind uint8

// The kinds of unions.
const (
	Or     UnionKind = iota + 1 // a | b, and | c if there is one
	And                         // a & b
	AndNot                      // one operand & ^ the other
	Pack                        // lanes of both operands, narrowed to half of their bits with saturation
)

// Masks are the first and the last register that hold masks of the row: k1 to k7, as k0 stands for none; of RISC-V v0 alone.
func (r *Row) Masks() (first, last int) {
	if r.Mode.Bits > 0 {
		return 0, 0
	}
	return 1, 7
}

// Ops is how many ops the row counts as: one, or of a row that is several instructions those that are of vectors.
func (r *Row) Ops() int { return 1 + r.more - r.scalars }

// Scalars is how many of its instructions put a number into a general register.
func (r *Row) Scalars() int { return r.scalars }

// Length is the bits of the longest of its vectors.
func (r *Row) Length() int { return max(r.Bits, slices.Max(append([]int{0}, r.Src...))) }

// Widened is what a row that Clears does, if without that it does m, to vectors of so many bits: it reads their lower parts, and above its destination are zeros.
//
//	vmovdqa xmm1, xmm2, of 256 bits: i128x2 -> a0 z
func Widened(m lane.Map, bits int) lane.Map {
	n := bits / m.Bits
	r := lane.Map{Bits: m.Bits, Src: make([]int, len(m.Src)), Lane: make([]lane.Lane, n)}
	for k := range r.Src {
		r.Src[k] = max(n, m.Src[k])
	}
	for i := copy(r.Lane, m.Lane); i < n; i++ {
		r.Lane[i] = lane.Zero()
	}
	return r
}

// Text is the row as a line of a listing. Operand says what stands for a letter: d the destination, a b c e f g h the sources in their order, k the constant vector,
// m the mask register. Of a pair it is two lines with "; " between, and r is a scalar register.
func (r *Row) Text(value int, operand func(letter byte) string) string {
	names, lines := strings.Split(r.Name, "+"), strings.Split(r.Asm, "; ")
	for i, line := range lines {
		lines[i] = names[i] + " " + replaceLetters(line, r.letters(value, r.renamed(operand)))
	}
	return strings.Join(lines, "; ")
}

// MaskedText is Text of the merging form, or of the zero-masked one.
func (r *Row) MaskedText(value int, zero bool, operand func(letter byte) string) string {
	if r.Mask.Merges {
		return r.Text(value, operand) + ", " + operand('m') + ".t"
	}
	d, rest, _ := strings.Cut(r.Asm, ",")
	if d += "{m}"; zero {
		d += "{z}"
	}
	return r.Name + " " + replaceLetters(d+","+rest, r.letters(value, operand))
}

// Call puts operands into one of the row's C expressions: r.C, r.Mask.Zero or r.Mask.Merge.
func (r *Row) Call(expression string, value int, operand func(letter byte) string) string {
	return replaceLetters(expression, r.letters(value, operand))
}

func (r *Row) letters(value int, operand func(letter byte) string) func(letter byte) string {
	return func(letter byte) string {
		switch letter {
		case 'i', 'j':
			return r.Imm.written(value, letter)
		case 'I':
			return strconv.Itoa(r.little(value))
		case 'A', 'B', 'C', 'D', 'K':
			return r.other(operand(letter | 0x20))
		}
		return operand(letter)
	}
}

// renamed are the registers of vectors by the names that the row's text has for them.
func (r *Row) renamed(operand func(letter byte) string) func(letter byte) string {
	if r.vector == "" {
		return operand
	}
	return func(letter byte) string {
		name := operand(letter)
		if bare := strings.TrimLeft(name, "vz"); len(bare)+1 == len(name) {
			return r.vector + bare
		}
		return name
	}
}

// Written is what a listing has for a value of the immediate, which stands for the letter i.
func (r *Row) Written(value int) string { return r.Imm.written(value, 'i') }

// written is what stands for the letters i and j.
func (d *Immediate) written(value int, letter byte) string {
	switch {
	case d.spell != nil:
		return d.spell(value)
	case d.Minor > 0 && letter == 'j':
		return strconv.Itoa(value / d.Minor)
	case d.Minor > 0:
		return strconv.Itoa(value % d.Minor)
	}
	return strconv.Itoa(value + d.First)
}

// SourceLetters are the letters of the sources, in their order.
const SourceLetters = "abcefgh"
