package g13

import "fmt"

// Kind is what an operand is, and how it is encoded: the index of its row in the table of kinds.
type Kind uint8

// The kinds of operands. An operand A is the field A with Ax as its highest bits; At is its type, Am its modifier, As its sign
// extension.
const (
	Dst        Kind = iota // register of 16 or 32 bits
	Dst64                  // register of 16, 32 or 64 bits
	DstOf16                // register of 16 bits, whatever the type says
	DstOf32                // register of 32 bits, likewise
	Src                    // register, uniform or immediate of up to 32 bits
	Src64                  // the same of up to 64 bits
	FloatSrc               // register, uniform or float immediate, up to 32 bits
	FloatSrc16             // the same of 16 bits
	CmpselSrc              // register or uniform of the destination's size, or immediate
	R0L                    // r0l, with a cache hint
	SReg                   // special register
	Reg                    // 32-bit register by number
	Uint                   // number
	Binary                 // number, in binary with all its digits
	PCRel                  // signed byte offset from the start of the instruction
	Shift                  // shift to the left, left out where it is 0
	BitMask                // so many lowest bits, left out where there are none
	ICond                  // integer condition
	FCond                  // float condition
	Convert                // what is converted to what
	Round                  // rounding of a conversion

	// Of memory.
	List     // consecutive registers, as many as Count says; left out if there are none
	Mask     // components xyzw, left out if there are none
	Format   // of elements in memory
	Base     // pair of registers or uniforms with an address
	Offset   // signed number or 32-bit register
	Sign     // of an offset
	Flag     // a word that is the operand's name, left out where the field is 0
	Result   // 32-bit register, or None
	Reg32    // 32-bit register by its half
	AtomicOp // what an atomic does
	AtomicS  // 32-bit register, for cmpxchg a pair
	TgBase   // 16-bit register or uniform, or number
	HalfOr   // 16-bit register, or signed number where the type is 1
	OrHalf   // number, or 16-bit register where the type is 1
	Coeff    // coefficient register, or 16-bit register
	Interp   // where a value is interpolated
	Sample   // which sample, only where Interp needs one
	Pixel    // number, or a pair of 16-bit registers where the type is 1
	Moving   // 32-bit register, or number, signed unless field Ou is 1
	UBase    // pair of uniforms with an address
	Numbered // number behind a word, which Count has
	Copy     // how an asynchronous copy goes

	// Of textures.
	Half     // 16-bit register
	Rtz      // rounding of an image's values
	OptUBase // UBase where the texture is one that needs it, else None
	Texture  // texture: by number, by 16-bit register, or by 32-bit register beside OptUBase
	Sampler  // number behind ss, or 16-bit register where the type is 1
	Coords   // as many registers as the dimension needs, with a discard hint
	Dim      // dimension of a texture
	Extra    // word, or number, left out where it is 0
	Gather   // which component is gathered
	Mask0    // Mask, printed as 0 where there are none
	LodMode  // where the level of detail comes from
	Lod      // it, or what it is made of
	Compare  // what depths are compared with, or an offset, or both; left out if neither

	// NumKinds is how many kinds there are. Who has something to say of each owns an array of so many.
	NumKinds
)

// A kind's row is what its bits mean, both ways, and what else there is to know of them. How it is written stands in a row of package asm.
//
//	bits ── decode ─→ Arg ── encode ─→ bits
//	         │ reads: other operands' fields that have a part in it
type kindRow struct {
	decode func(b bitsOf) Arg
	encode func(b bitsOf, a Arg) (Word, error)
	reads  []int // fields besides its own that decode looks at

	words []string // names of its values by number; an empty one prints as a number

	plain  func(b bitsOf) bool                 // whether the argument's text would be given these bits; nil: nobody knows without encoding it (see Unsaid)
	doubt  func(b bitsOf, row *kindRow) string // why no program says this; nil: every value may stand in one (see Doubt)
	scalar func(b bitsOf) (s scalar, ok bool)  // see Scalar; nil: it is none

	destination bool // what the instruction writes
	entangled   bool // what it says can undo what another operand has said
}

// kinds is one row a kind.
var kinds = [NumKinds]kindRow{
	Dst:        {decode: sizedRegister, encode: intoRegister(16, 32), plain: evenIfSized, destination: true},
	Dst64:      {decode: sizedPair, encode: intoRegister(16, 32, 64), plain: anyBits, doubt: endsBehindLast, destination: true},
	DstOf16:    {decode: halfRegister, encode: intoRegister(16), plain: unsized, destination: true},
	DstOf32:    {decode: wholeRegister, encode: intoRegister(32), plain: even, destination: true},
	Src:        {decode: source(32), encode: fromSource(32), plain: plainSource(32)},
	Src64:      {decode: source(64), encode: fromSource(64), plain: plainSource(64), doubt: pairEndsBehindLast},
	FloatSrc:   {decode: source(32), encode: fromSource(32), plain: plainSource(32)},
	FloatSrc16: {decode: source(16), encode: fromSource(16), plain: plainSource(16)},
	CmpselSrc:  {decode: sourceOfItsSize, encode: fromSourceOfItsSize, plain: plainOfItsSize, reads: []int{fieldDt}},
	R0L:        {decode: r0l, encode: intoR0L, plain: anyBits},
	SReg:       {decode: number, encode: fromNumber, plain: anyBits},
	Reg:        {decode: numberedRegister, encode: fromNumberedRegister, plain: anyBits},
	Uint:       {decode: number, encode: fromNumber, plain: anyBits, scalar: unsignedScalar},
	Binary:     {decode: number, encode: fromNumber, plain: anyBits},
	PCRel:      {decode: signedNumber, encode: fromSignedNumber, plain: anyBits, doubt: oddTarget, scalar: signedScalar},
	Shift:      {decode: number, encode: fromNumber, plain: anyBits, doubt: shiftedOut},
	BitMask:    {decode: number, encode: fromNumber, plain: anyBits},
	ICond: {decode: number, encode: fromNumber, plain: anyBits, words: []string{
		"ueq", "ult", "ugt", "", "seq", "slt", "sgt", "", "nueq", "ugte", "ulte", "", "nseq", "sgte", "slte", ""}},
	FCond: {decode: number, encode: fromNumber, plain: anyBits, words: []string{
		"eq", "lt", "gt", "ltn", "", "gte", "lte", "gtn", "neq", "nlt", "ngt", "nltn", "", "ngte", "nlte", "ngtn"}},
	Convert: {decode: number, encode: fromNumber, plain: anyBits, words: conversionWords},
	Round:   {decode: number, encode: fromNumber, plain: anyBits, words: []string{"rtz", "rte"}},

	List: {decode: registerList, encode: fromRegisterList, doubt: listEndsBehindLast},
	Mask: {decode: number, encode: fromNumber},
	Format: {decode: number, encode: fromNumber, plain: anyBits, words: []string{
		"i8", "i16", "i32", "f16", "u8norm", "s8norm", "u16norm", "s16norm", "rgb10a2", "", "srgba8", "", "rg11b10f", "rgb9e5", "rg11b10f.rtz", "rgb9e5.rtz"}},
	Base:     {decode: basePair, encode: fromBasePair, doubt: endsBehindLast},
	Offset:   {decode: registerOrSigned, encode: registerOr(32, bitsOf.setSigned16), doubt: endsBehindLast, scalar: offsetScalar},
	Sign:     {decode: number, encode: fromNumber, plain: anyBits, words: []string{"signed", "unsigned"}},
	Flag:     {decode: number, encode: fromNumber},
	Result:   {decode: registerOrNone, encode: fromRegisterOrNone, doubt: endsBehindLast},
	Reg32:    {decode: registerByHalf, encode: fromRegisterByHalf, doubt: endsBehindLast},
	AtomicOp: {decode: number, encode: fromNumber, words: []string{"add", "sub", "xchg", "cmpxchg", "umin", "imin", "umax", "imax", "and", "or", "xor"}},
	AtomicS:  {decode: atomicSource, encode: fromAtomicSource, reads: []int{fieldOp}, doubt: endsBehindLast},
	TgBase:   {decode: threadgroupBase, encode: fromThreadgroupBase, doubt: endsBehindLast},
	HalfOr:   {decode: halfOrSigned, encode: registerOr(16, bitsOf.setSigned16), doubt: endsBehindLast, scalar: signedOrHalfScalar},
	OrHalf:   {decode: numberOrHalf, encode: fromNumberOrHalf, doubt: endsBehindLast},
	Coeff:    {decode: numberOrHalf, encode: fromNumberOrHalf, doubt: endsBehindLast},
	Interp:   {decode: number, encode: fromInterpolation, words: []string{"center", "sample", "centroid", "sample"}, entangled: true},
	Sample:   {decode: sample, encode: fromSample, reads: []int{fieldInterp}, doubt: endsBehindLast, entangled: true},
	Pixel:    {decode: numberOrTwoHalves, encode: fromNumberOrHalf, doubt: endsBehindLast},
	Moving:   {decode: moving, encode: registerOr(32, bitsOf.setMoving), reads: []int{fieldOu}, doubt: endsBehindLast, scalar: movingScalar, entangled: true},
	UBase:    {decode: uniformPair, encode: fromUniformPair, doubt: endsBehindLast},
	Numbered: {decode: number, encode: fromNumber},
	Copy:     {decode: number, encode: fromNumber, words: []string{"copy_1d", "copy_2d"}},

	Half:     {decode: half, encode: fromHalf, doubt: endsBehindLast},
	Rtz:      {decode: number, encode: fromNumber, words: []string{"rte", "rtz"}},
	OptUBase: {decode: uniformPairOrNone, encode: fromUniformPairOrNone, reads: []int{fieldTt}, doubt: endsBehindLast, entangled: true},
	Texture:  {decode: textureSlot, encode: fromTexture, reads: []int{fieldTt}, doubt: endsBehindLast, entangled: true},
	Sampler:  {decode: numberOrHalf, encode: fromNumberOrHalf, doubt: endsBehindLast},
	Coords:   {decode: coordinates, encode: fromCoordinates, reads: []int{fieldDim, fieldDimx, fieldC16, fieldDiscard}, doubt: endsBehindLast, entangled: true},
	Dim: {decode: number, encode: fromNumber, entangled: true, words: []string{
		"tex_1d", "tex_1d_array", "tex_2d", "tex_2d_array", "tex_2d_ms", "tex_3d", "tex_cube", "tex_cube_array", "tex_2d_ms_array"}},
	Extra:  {decode: number, encode: fromNumber, words: []string{"", "1", "query_lod", "3"}},
	Gather: {decode: number, encode: fromNumber, words: []string{"none", "gather_r", "", "gather_g", "", "gather_b", "", "gather_a"}},
	Mask0:  {decode: number, encode: fromNumber},
	LodMode: {decode: number, encode: fromNumber, entangled: true, words: []string{
		"auto_lod", "auto_lod_bias", "lod_min", "", "lod_grad", "auto_lod_bias", "lod_min", "",
		"", "auto_lod_bias_min", "", "", "lod_grad_min", "auto_lod_bias_min"}},
	Lod:     {decode: levelOfDetail, encode: fromLevelOfDetail, reads: []int{fieldDim, fieldDimx, fieldLod}, doubt: endsBehindLast, scalar: levelScalar, entangled: true},
	Compare: {decode: depthComparison, encode: fromComparison, reads: []int{fieldShadow, fieldOffset}, doubt: endsBehindLast, entangled: true},
}

// conversionWords are the words of Convert, from which the usual rounding follows.
var conversionWords = []string{"u8_to_f", "s8_to_f", "", "", "f_to_u16", "f_to_s16", "u16_to_f", "s16_to_f", "f_to_u32", "f_to_s32", "u32_to_f", "s32_to_f"}

// Words are the names of an operand's values by number, for a kind that has names. An empty one has none.
func (k Kind) Words() []string { return kinds[k].words }

// IsDestination says that an operand of the kind is a register that the instruction writes, and nothing else.
func (k Kind) IsDestination() bool { return kinds[k].destination }

// Alone says that an operand of the kind is read from its own fields alone, in whatever form it stands.
func (o Operand) Alone() bool { return len(kinds[o.Kind].reads) == 0 && o.Count == "" }

// bitsOf is an operand in the bits of an instruction: what a row decodes, and what it encodes into.
//
//	word     ?? Dx:2 Ax:2 … At:4 A:6 …
//	                 └──────┴────┴─ value, the lowest field first
//	                         └───── typ
type bitsOf struct {
	*operand
	form *form
	word Word
}

// in is operand n of the instruction.
func (i Inst) in(n int) bitsOf {
	f := &forms()[i.Form]
	return bitsOf{&f.operands[n], f, i.Word}
}

// raw is the operand's fields behind one another.
func (b bitsOf) raw() int {
	v, at := uint64(0), uint8(0)
	for _, s := range b.value {
		if s.pos != zeroBits {
			if s.pos != zeroBits {
				v |= b.word.get(s) << at
			}
		}
		at += s.width
	}
	return int(v)
}

func (b bitsOf) typeBits() uint64 { return b.word.get(b.typ) }

// field is one of the fields that rows read besides their own.
func (b bitsOf) field(n int) uint64 { return b.word.get(b.form.named[n]) }

func (b *bitsOf) setField(n int, v uint64) { b.word.set(b.form.named[n], v) }

// digits is the number of bits of the value.
func (b bitsOf) digits() (d int) {
	for _, s := range b.value {
		d += int(s.width)
	}
	return d
}

// set is the instruction with another value and type.
func (b bitsOf) set(v, t uint64) (Word, error) {
	whole := v
	for _, s := range b.value {
		if s.pos != zeroBits {
			b.word.set(s, v)
		} else if v&s.mask() != 0 {
			return b.word, fmt.Errorf("%d has bits that are 0 in this form", int64(whole))
		}
		v >>= s.width
	}
	if v != 0 {
		return b.word, fmt.Errorf("the value needs more than the %d bits that there are", b.digits())
	}
	b.word.set(b.typ, t)
	return b.word, nil
}
