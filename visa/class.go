package visa

// A Class is what an operand refers to.
type Class uint8

// The operand classes, by the code in bits 0 to 2 of the tag. Raw operands have no tag; AddressOf is not stored: it is written as General or State.
const (
	General   Class = 0 // elements of a variable
	Address   Class = 1 // an address variable
	Predicate Class = 2 // a predicate variable
	Indirect  Class = 3 // elements of a variable, through an address
	AddressOf Class = 4 // the place of a variable: &V33[8]
	Immediate Class = 5 // a constant
	State     Class = 6 // a sampler or surface
	Raw       Class = 7 // bytes of a variable

	numClasses = 8
)

var classNames = [numClasses]string{"general", "address", "predicate", "indirect", "address-of", "immediate", "state", "raw"}

// String is the class as the seed calls it.
func (c Class) String() string {
	if c < numClasses {
		return classNames[c]
	}
	return "class?"
}

// A Kind is one of the tables in which variables are declared.
type Kind uint8

// The kinds of variables. Surface and Sampler have the codes of a state operand's class.
const (
	SurfaceKind Kind = iota
	SamplerKind
	GeneralKind
	AddressKind
	PredicateKind

	numKinds
)

// kinds is the table of kinds: the letter of v_type= and of a name, and the first number that a declaration gets.
var kinds = [numKinds]struct {
	name   string
	letter byte
	first  uint32 // those below are predefined
}{
	SurfaceKind:   {"surface", 'T', 6},
	SamplerKind:   {"sampler", 'S', 0},
	GeneralKind:   {"general", 'G', 32},
	AddressKind:   {"address", 'A', 0},
	PredicateKind: {"predicate", 'P', 1},
}

// String is the kind in a word.
func (k Kind) String() string {
	if k < numKinds {
		return kinds[k].name
	}
	return "kind?"
}

// nameLetter begins the name of a variable that nobody named: V33, not G33.
func (k Kind) nameLetter() byte {
	if k == GeneralKind {
		return 'V'
	}
	return kinds[k].letter
}
