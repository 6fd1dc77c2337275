package visa

// A Type is what a data element is. Its value is the code of four bits that declarations, immediates and indirect operands store.
type Type uint8

// The types, by code.
const (
	UD   Type = iota // unsigned, 32 bits
	D                // signed, 32 bits
	UW               // unsigned, 16 bits
	W                // signed, 16 bits
	UB               // unsigned, 8 bits
	B                // signed, 8 bits
	DF               // float, 64 bits
	F                // float, 32 bits
	V                // eight signed numbers of 4 bits
	VF               // four floats of 8 bits
	Bool             // a predicate's bit
	UQ               // unsigned, 64 bits
	UV               // eight unsigned numbers of 4 bits
	Q                // signed, 64 bits
	HF               // float, 16 bits
	BF               // float, 16 bits with eight of exponent

	numTypes
)

// types is the table of types. Packed types are immediates only; sourceWord says that the tool's text can name the type after a colon.
var types = [numTypes]struct {
	name       string
	size       int // bytes of an element
	kind       typeKind
	sourceWord bool
}{
	UD:   {"ud", 4, unsigned, true},
	D:    {"d", 4, signed, true},
	UW:   {"uw", 2, unsigned, true},
	W:    {"w", 2, signed, true},
	UB:   {"ub", 1, unsigned, true},
	B:    {"b", 1, signed, true},
	DF:   {"df", 8, floating, true},
	F:    {"f", 4, floating, true},
	V:    {"v", 4, packed, true},
	VF:   {"vf", 4, packed, true},
	Bool: {"bool", 1, truth, true},
	UQ:   {"uq", 8, unsigned, true},
	UV:   {"uv", 4, packed, true},
	Q:    {"q", 8, signed, true},
	HF:   {"hf", 2, floating, true},
	BF:   {"bf", 2, floating, false},
}

type typeKind uint8

const (
	unsigned typeKind = iota
	signed
	floating
	packed
	truth
)

// String is the type's word in the text, such as "ud".
func (t Type) String() string {
	if t < numTypes {
		return types[t].name
	}
	return "type?"
}

// Size is the bytes of an element.
func (t Type) Size() int {
	if t < numTypes {
		return types[t].size
	}
	return 1
}

// IsInteger says whether arithmetic takes the type for an integer: V and UV count as such.
func (t Type) IsInteger() bool {
	return t < numTypes && (types[t].kind <= signed || t == V || t == UV)
}

// IsFloat says whether the elements are floating-point numbers of a type that variables may have.
func (t Type) IsFloat() bool { return t < numTypes && types[t].kind == floating }

// IsPacked says whether the type is a vector inside an immediate of 32 bits.
func (t Type) IsPacked() bool { return t < numTypes && types[t].kind == packed }

// isSigned says whether a wider copy extends the sign.
func (t Type) isSigned() bool { return t < numTypes && types[t].kind == signed }

// is64 says whether the type is an integer of 64 bits.
func (t Type) is64() bool { return t == Q || t == UQ }

// TypeNamed is the type with that word; all its letters may be capitals.
func TypeNamed(word string) (Type, bool) {
	if len(word) == 0 || len(word) > 4 {
		return 0, false
	}
	var lower [4]byte
	for i := range len(word) {
		lower[i] = word[i] | 0x20
		if (word[i]^word[len(word)-1])&0x20 != 0 && word != "Bool" {
			return 0, false
		}
	}
	for t := range types {
		if types[t].name == string(lower[:len(word)]) {
			return Type(t), true
		}
	}
	return 0, false
}

// A Modifier changes the value that an operand reads, or sat: the value that is written.
type Modifier uint8

// The modifiers, by the code in bits 3 to 5 of an operand's tag. The seed's table of them is empty: erratum 201.
const (
	NoModifier Modifier = iota
	Abs
	Neg
	NegAbs // -(|x|)
	Sat    // destinations only
	Not    // bitwise, of logic sources only

	numModifiers
)

var modifierText = [numModifiers]string{NoModifier: "", Abs: "(abs)", Neg: "(-)", NegAbs: "(-abs)", Sat: ".sat", Not: "(~)"}

// String is the modifier as it stands before a source; sat, which stands on the mnemonic, is ".sat".
func (m Modifier) String() string {
	if m < numModifiers {
		return modifierText[m]
	}
	return "(modifier?)"
}

// isArithmetic says whether the modifier is one of abs, neg and both.
func (m Modifier) isArithmetic() bool { return m >= Abs && m <= NegAbs }
