package g13

// A Form is an instruction: the index of its entry in the table. Its constant is its name in capitals: IADD, DEVICE_LOAD.
type Form uint8

// An entry is all that is known of a form. What follows from it, and nothing else, is elsewhere.
type entry struct {
	name     string
	apart    string    // of forms with one name: what this one's constant has behind it
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
