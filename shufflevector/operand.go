package shufflevector

import "github.com/lanescope/lanescope/lane"

// Kind is what canonical order asks of an operand. The order of the constants is the order of precedence for the second place.
type Kind uint8

// The kinds of operands.
const (
	Variable    Kind = iota // a value known at run time
	NonSplat                // a constant with different elements
	Splat                   // a constant with one value, not zero, in every lane
	ZeroSplat               // zeroinitializer, or the same spelled out
	UndefVector             // undef or poison in every lane
)

// String is the kind in words.
func (k Kind) String() string {
	return [...]string{"variable", "constant", "splat", "zero", "undef"}[k]
}

// uniform says whether all lanes of such an operand are the same, so that it does not matter which one is selected.
func (k Kind) uniform() bool { return k >= Splat }

// State is whether a value is one.
type State uint8

// The states of a value.
const (
	Defined State = iota
	Undef         // any bits, each read anew
	Poison        // worse: what uses it is poison too
)

// A Value is what a lane holds: bits, undef or poison.
type Value struct {
	State State
	Bits  lane.Const // Defined: the bits; otherwise zero
}

// An Operand is one of the two vectors of a shuffle: a constant, or a variable by name.
type Operand struct {
	Name  string  // variable: its text, as %x; a constant that is no plain number (an address, an expression) has its text here too
	Const []Value // constant: one value a lane, or one for all lanes
}

// Var is the variable of the given name.
func Var(name string) Operand { return Operand{Name: name} }

// SplatOf is the constant with v in each lane.
func SplatOf(v Value) Operand { return Operand{Const: []Value{v}} }

// PoisonVector is poison in each lane, the operand that nobody reads.
func PoisonVector() Operand { return SplatOf(Value{State: Poison}) }

// ZeroVector is zero in each lane.
func ZeroVector() Operand { return SplatOf(Value{}) }

// At is lane i of a constant.
func (o *Operand) At(i int) Value {
	if len(o.Const) == 1 {
		return o.Const[0]
	}
	return o.Const[i]
}

// IsVar says whether the operand is a variable.
func (o *Operand) IsVar() bool { return o.Const == nil }

// Kind classifies the operand. Undefined lanes of a constant count for nothing: <1, undef, 1, 1> is a splat.
func (o *Operand) Kind() Kind {
	if o.IsVar() {
		return Variable
	}
	kind := UndefVector
	var first Value
	for _, v := range o.Const {
		switch {
		case v.State != Defined:
		case kind == UndefVector:
			if kind, first = Splat, v; v.Bits.IsZero() {
				kind = ZeroSplat
			}
		case v != first:
			return NonSplat
		}
	}
	return kind
}
