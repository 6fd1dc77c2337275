package i8x16

// A Row is one instruction, at one size of its lanes. The zero value is none.
type Row uint8

// A shape is what a row does and how it is encoded.
type shape struct {
	name string // as listings spell it
	lane int    // bytes of the lanes that it moves
	args int

	level Level // from which on it is there
	arm   bool  // on AArch64, and otherwise on x86

	over    bool // it writes its first argument; on x86 from AVX on it does not
	inserts bool // it replaces one lane of its first argument by one of its second

	first, values int // its immediates; values 0: it has none
	// from is the lane that lane i of n is, those of the second argument being numbered from n on; nil if a constant or the arguments decide.
	from func(n, imm, i int) int
	part int // of a shift, whose lanes are bytes: how many bytes are shifted together, and what from has for n

	code uint32
	imm  func(size, imm int) uint32 // how AArch64 has the immediate in its word; size is the logarithm of lane
	sub  int                        // what x86 shifts the immediate left
}

// Name is how listings spell the row: pshufd, and zip1 of every lane.
func (r Row) Name() string { return shapes[r].name }

// Lane is how many bytes the lanes have that the row moves.
func (r Row) Lane() int { return shapes[r].lane }

// Arguments is how many vectors the row reads, its constant not counted.
func (r Row) Arguments() int { return shapes[r].args }

// Constant says whether the row reads a constant vector.
func (r Row) Constant() bool { return r >= firstConstant && r <= lastConstant }

// Overwrites says that at this level the row writes the register of its first argument.
func (r Row) Overwrites(l Level) bool {
	return shapes[r].over && (l == NEON || l < AVX || r == permute2)
}

// byte is the byte that byte i is, those of the second argument being numbered from 16 on.
func (s *shape) byte(imm, i int) int {
	n := 16 / s.lane
	if s.part > 0 {
		n = s.part
	}
	return s.from(n, imm, i/s.lane)*s.lane + i%s.lane
}

// The rows that have a name here. Those in between are fixed, or have an immediate.
const (
	none Row = iota
	byteShuffle
	byteBlend
	permute2
	table1
	table2
	or
	pshufd
	pshuflw
	pshufhw
	blendWords

	firstConstant, lastConstant = byteShuffle, table2
)

// How x86 encodes a row: the opcode, and what stands before it.
const (
	p66 = 0x100 << iota
	pF2
	pF3
	map38
	map3A
	evex
)

// shapes is the table.
var shapes = [...]shape{
	byteShuffle: {name: "pshufb", lane: 1, args: 1, level: SSSE3, over: true, code: p66 | map38},
	byteBlend:   {name: "vpblendvb", lane: 1, args: 2, level: AVX, code: p66 | map3A | 0x4c},
	permute2:    {name: "vpermt2b", lane: 1, args: 2, level: VBMI, over: true, code: p66 | map38 | evex | 0x7d},
	table1:      {name: "tbl", lane: 1, args: 1, arm: true, code: 0x4e000000},
	table2:      {name: "tbl", lane: 1, args: 2, arm: true, code: 0x4e002000},
	or:          {name: "por", lane: 16, args: 2, level: SSSE3, over: true, code: p66 | 0xeb},

	pshufd: {name: "pshufd", lane: 4, args: 1, level: SSSE3, values: 256, code: p66 | 0x70, from: func(_, v, i int) int { return v >> (2 * i) & 3 }},
	pshuflw: {name: "pshuflw", lane: 2, args: 1, level: SSSE3, values: 256, code: pF2 | 0x70, from: func(_, v, i int) int {
		if i < 4 {
			return v >> (2 * i) & 3
		}
		return i
	}},
	pshufhw: {name: "pshufhw", lane: 2, args: 1, level: SSSE3, values: 256, code: pF3 | 0x70, from: func(_, v, i int) int {
		if i >= 4 {
			return 4 + v>>(2*(i-4))&3
		}
		return i
	}},
	blendWords: {name: "pblendw", lane: 2, args: 2, level: SSE41, over: true, first: 1, values: 254, code: p66 | map3A | 0x0e, from: func(n, v, i int) int {
		if v>>i&1 == 1 {
			return n + i
		}
		return i
	}},

	{name: "movss", lane: 4, args: 2, level: SSSE3, over: true, code: pF3 | 0x10, from: func(n, _, i int) int {
		if i == 0 {
			return n
		}
		return i
	}},

	{name: "punpcklbw", lane: 1, args: 2, level: SSSE3, over: true, code: p66 | 0x60, from: lower},
	{name: "punpcklwd", lane: 2, args: 2, level: SSSE3, over: true, code: p66 | 0x61, from: lower},
	{name: "punpckldq", lane: 4, args: 2, level: SSSE3, over: true, code: p66 | 0x62, from: lower},
	{name: "punpcklqdq", lane: 8, args: 2, level: SSSE3, over: true, code: p66 | 0x6c, from: lower},
	{name: "punpckhbw", lane: 1, args: 2, level: SSSE3, over: true, code: p66 | 0x68, from: upper},
	{name: "punpckhwd", lane: 2, args: 2, level: SSSE3, over: true, code: p66 | 0x69, from: upper},
	{name: "punpckhdq", lane: 4, args: 2, level: SSSE3, over: true, code: p66 | 0x6a, from: upper},
	{name: "punpckhqdq", lane: 8, args: 2, level: SSSE3, over: true, code: p66 | 0x6d, from: upper},
	{name: "palignr", lane: 1, args: 2, level: SSSE3, over: true, first: 1, values: 15, code: p66 | map3A | 0x0f, from: func(n, v, i int) int { return (n + i + v) % (2 * n) }},
	{name: "shufps", lane: 4, args: 2, level: SSSE3, over: true, values: 256, code: 0xc6, from: func(n, v, i int) int { return i/2*n + v>>(2*i)&3 }},
	{name: "insertps", lane: 4, args: 2, level: SSE41, over: true, inserts: true, values: 16, code: p66 | map3A | 0x21, sub: 4, from: func(n, v, i int) int {
		if i == v&3 {
			return n + v>>2
		}
		return i
	}},
	{name: "vpbroadcastb", lane: 1, args: 1, level: AVX2, code: p66 | map38 | 0x78, from: func(int, int, int) int { return 0 }},
	{name: "vpbroadcastw", lane: 2, args: 1, level: AVX2, code: p66 | map38 | 0x79, from: func(int, int, int) int { return 0 }},

	{name: "zip1", lane: 1, args: 2, arm: true, code: 0x4e003800, from: lower},
	{name: "zip1", lane: 2, args: 2, arm: true, code: 0x4e003800, from: lower},
	{name: "zip1", lane: 4, args: 2, arm: true, code: 0x4e003800, from: lower},
	{name: "zip1", lane: 8, args: 2, arm: true, code: 0x4e003800, from: lower},
	{name: "zip2", lane: 1, args: 2, arm: true, code: 0x4e007800, from: upper},
	{name: "zip2", lane: 2, args: 2, arm: true, code: 0x4e007800, from: upper},
	{name: "zip2", lane: 4, args: 2, arm: true, code: 0x4e007800, from: upper},
	{name: "zip2", lane: 8, args: 2, arm: true, code: 0x4e007800, from: upper},
	{name: "uzp1", lane: 1, args: 2, arm: true, code: 0x4e001800, from: even},
	{name: "uzp1", lane: 2, args: 2, arm: true, code: 0x4e001800, from: even},
	{name: "uzp1", lane: 4, args: 2, arm: true, code: 0x4e001800, from: even},
	{name: "uzp2", lane: 1, args: 2, arm: true, code: 0x4e005800, from: odd},
	{name: "uzp2", lane: 2, args: 2, arm: true, code: 0x4e005800, from: odd},
	{name: "uzp2", lane: 4, args: 2, arm: true, code: 0x4e005800, from: odd},
	{name: "trn1", lane: 1, args: 2, arm: true, code: 0x4e002800, from: func(n, _, i int) int { return i%2*n + i&^1 }},
	{name: "trn1", lane: 2, args: 2, arm: true, code: 0x4e002800, from: func(n, _, i int) int { return i%2*n + i&^1 }},
	{name: "trn1", lane: 4, args: 2, arm: true, code: 0x4e002800, from: func(n, _, i int) int { return i%2*n + i&^1 }},
	{name: "trn2", lane: 1, args: 2, arm: true, code: 0x4e006800, from: func(n, _, i int) int { return i%2*n + i | 1 }},
	{name: "trn2", lane: 2, args: 2, arm: true, code: 0x4e006800, from: func(n, _, i int) int { return i%2*n + i | 1 }},
	{name: "trn2", lane: 4, args: 2, arm: true, code: 0x4e006800, from: func(n, _, i int) int { return i%2*n + i | 1 }},
	{name: "ext", lane: 1, args: 2, arm: true, first: 1, values: 15, code: 0x6e000000, imm: func(_, v int) uint32 { return uint32(v) << 11 }, from: func(_, v, i int) int { return i + v }},

	{name: "rev16", lane: 1, args: 1, arm: true, code: 0x4e201800, from: func(_, _, i int) int { return i ^ 1 }},
	{name: "rev32", lane: 1, args: 1, arm: true, code: 0x6e200800, from: func(_, _, i int) int { return i ^ 3 }},
	{name: "rev32", lane: 2, args: 1, arm: true, code: 0x6e200800, from: func(_, _, i int) int { return i ^ 1 }},
	{name: "rev64", lane: 1, args: 1, arm: true, code: 0x4e200800, from: func(_, _, i int) int { return i ^ 7 }},
	{name: "rev64", lane: 2, args: 1, arm: true, code: 0x4e200800, from: func(_, _, i int) int { return i ^ 3 }},
	{name: "rev64", lane: 4, args: 1, arm: true, code: 0x4e200800, from: func(_, _, i int) int { return i ^ 1 }},
	{name: "dup", lane: 1, args: 1, arm: true, values: 16, code: 0x4e000400, imm: index, from: every},
	{name: "dup", lane: 2, args: 1, arm: true, values: 8, code: 0x4e000400, imm: index, from: every},
	{name: "dup", lane: 4, args: 1, arm: true, values: 4, code: 0x4e000400, imm: index, from: every},
	{name: "dup", lane: 8, args: 1, arm: true, values: 2, code: 0x4e000400, imm: index, from: every},

	{name: "mov", lane: 8, args: 2, arm: true, over: true, inserts: true, values: 4, code: 0x6e000400, imm: indices, from: insert},
	{name: "mov", lane: 4, args: 2, arm: true, over: true, inserts: true, values: 16, code: 0x6e000400, imm: indices, from: insert},
	{name: "mov", lane: 2, args: 2, arm: true, over: true, inserts: true, values: 64, code: 0x6e000400, imm: indices, from: insert},
	{name: "mov", lane: 1, args: 2, arm: true, over: true, inserts: true, values: 256, code: 0x6e000400, imm: indices, from: insert},
	{name: "sli", lane: 1, args: 2, arm: true, over: true, first: 1, values: 1, code: 0x6f105400, imm: left, from: shiftedLeft, part: 2},
	{name: "sli", lane: 1, args: 2, arm: true, over: true, first: 1, values: 3, code: 0x6f205400, imm: left, from: shiftedLeft, part: 4},
	{name: "sli", lane: 1, args: 2, arm: true, over: true, first: 1, values: 7, code: 0x6f405400, imm: left, from: shiftedLeft, part: 8},
	{name: "sri", lane: 1, args: 2, arm: true, over: true, first: 1, values: 1, code: 0x6f204400, imm: right, from: shiftedRight, part: 2},
	{name: "sri", lane: 1, args: 2, arm: true, over: true, first: 1, values: 3, code: 0x6f404400, imm: right, from: shiftedRight, part: 4},
	{name: "sri", lane: 1, args: 2, arm: true, over: true, first: 1, values: 7, code: 0x6f804400, imm: right, from: shiftedRight, part: 8},
}

func lower(n, _, i int) int { return i%2*n + i/2 }
func upper(n, _, i int) int { return i%2*n + n/2 + i/2 }
func even(_, _, i int) int  { return 2 * i }
func odd(_, _, i int) int   { return 2*i + 1 }
func every(_, v, _ int) int { return v }

// insert is lane v/n of the first argument replaced by lane v%n of the second.
func insert(n, v, i int) int {
	if i == v/n {
		return n + v%n
	}
	return i
}

// insertion is the immediate that replaces a lane by another.
func (s *shape) insertion(at, from int) uint8 {
	if s.arm {
		return uint8(at*16/s.lane + from)
	}
	return uint8(from<<2|at) << s.sub
}

// shiftedLeft is a shift of parts of the second argument by so many bytes, into the first argument.
func shiftedLeft(part, v, i int) int {
	if i%part < v {
		return i
	}
	return 16 + i - v
}

func shiftedRight(part, v, i int) int {
	if i%part+v < part {
		return 16 + i + v
	}
	return i
}

// index is a lane's number with its size below it: 0b00101 is byte 2.
func index(size, v int) uint32 { return uint32(v<<1|1) << size << 16 }

// indices are the lane that is replaced, and the one that replaces it.
func indices(size, v int) uint32 {
	n := 16 >> size
	return index(size, v/n) | uint32(v%n)<<size<<11
}

func left(_, v int) uint32 { return uint32(8*v) << 16 }

// right is how much less than twice the lane's size is shifted: the sizes stand in the code.
func right(_, v int) uint32 { return -(uint32(8*v) << 16) }
