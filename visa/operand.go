package visa

// An Operand is one operand of an instruction, whatever its class; fields that its class does not use are zero. Numbers are as wide as the text
// can make them: whether they fit is a rule's question, and Encode's.
//
//	class      text                          fields
//	General    (-)V33(1,4)<8;8,1>            Mod ID Row Col Region
//	Address    A0(2)<8>                      ID Offset Width
//	Predicate  P1                            ID
//	Indirect   (abs)r[A0(1),-4]<8;8,1>:d     Mod ID Offset Disp Region Type
//	AddressOf  &V33[40]                      Kind ID Disp
//	Immediate  0x5:d                         Type Imm
//	State      T6(0)                         Kind ID Offset
//	Raw        V33.32                        ID Disp
type Operand struct {
	Class  Class
	Mod    Modifier
	Type   Type
	Kind   Kind   // State, AddressOf: in which table ID counts
	Rest   uint32 // bits without a meaning that were set, in the order of the bytes: the tag's lowest
	ID     uint32 // index in the table of its kind
	Row    int32  // GRF rows from the variable's beginning
	Col    int32  // elements in the row
	Offset int32  // elements from the beginning of an address or state variable
	Disp   int32  // bytes
	Width  int32  // elements of an address variable that are used; 0 for a code that is none
	Region Region
	Imm    uint64 // the stored bits
}

// A Role is how an instruction uses an operand.
type Role uint8

// The roles. The same bytes mean something else in each: a destination's region has one parameter.
const (
	Source Role = iota
	Dest
)

// String is "src" or "dst".
func (r Role) String() string {
	if r == Dest {
		return "dst"
	}
	return "src"
}

// hasHigh says whether an immediate of the type is stored in eight bytes.
func (t Type) hasHigh() bool { return t == DF || t == Q || t == UQ }
