package g13

// A Form is an instruction: the index of its entry in the table.
type Form uint8

// An entry is all that is known of a form. What follows from it, and nothing else, is elsewhere.
type entry struct {
	name     string
	bits     string    // see row
	operands []Operand // in the order of the text
	aliases  []Alias   // other names, the most particular first
	also     []Alias   // names that are understood and never printed
	meaning  string
	flags    flags
	usual    string // values of fields that no operand shows, as "i1=1 i2=2"; otherwise they are 0
	tail     string // values of operands' fields that may be left out at the end of a text
}

type flags uint8

const (
	drops4    flags = 1 << iota // the short form lacks four bytes instead of two
	saturates                   // S adds .sat to the name
)

// An Alias is another name for a form some of whose fields have given values. Operands all of whose fields are given are not in its text.
type Alias struct {
	Name string
	Fix  string // such as "N=1 S=0"
	Show bool   // all operands are in the text
}

// Kind is what an operand is, and how it is encoded.
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

	// From here on: memory.
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

	// From here on: textures.
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
	numKinds
)

// An Operand is one operand of a form, as the table has it.
type Operand struct {
	Kind   Kind
	Name   string
	Fields string // its fields, the lowest first, where they are not named after it; zeros stand for bits that are 0
	Count  string // List: "mask" as many as the mask has, "count" that many and 0 for 4, "3count" three times that, "zs" as depth and stencil need; Numbered: the word
}

func op(k Kind, name string) Operand { return Operand{Kind: k, Name: name} }

func of(k Kind, name, fields string) Operand { return Operand{Kind: k, Name: name, Fields: fields} }

func list(count string) Operand { return Operand{Kind: List, Name: "R", Count: count} }

func ops(o ...Operand) []Operand { return o }

// Operands that most forms have.
var (
	opD   = op(Dst, "D")
	opA   = op(Src, "A")
	opB   = op(Src, "B")
	opC   = op(Src, "C")
	opAf  = op(FloatSrc, "A")
	opBf  = op(FloatSrc, "B")
	opCf  = op(FloatSrc, "C")
	opAh  = op(FloatSrc16, "A")
	opBh  = op(FloatSrc16, "B")
	opCh  = op(FloatSrc16, "C")
	opR0L = op(R0L, "D")
	opOff = op(PCRel, "off")
	opN   = op(Uint, "n")
)
