package apply

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/target"
)

// An Operand is what stands for a letter.
type Operand struct {
	Name     string      // of a vector; empty for a number
	Value    *lane.Map   // of a vector that is an expression, over the program's inputs
	Bits     int         // of a vector; 0 where the text does not say
	File     target.File // in which it is, a vector or a value in a general register; of what is in memory Vectors
	Number   int
	Constant lane.Const // of a vector whose lanes are all constants
	Known    bool       // constant is one
	Mask     string     // of a destination: the register that masks it
	Zero     bool       // and clears
	Signed   bool       // of an integer of C: it has a sign
	Inverted bool       // all bits of it are to be the other ones, which is no movement until an and takes it
}

// IsVector says whether the operand is no number.
func (o Operand) IsVector() bool { return o.Name != "" || o.Value != nil }

// IsGeneral says whether the operand is in a general register.
func (o Operand) IsGeneral() bool { return o.IsVector() && o.File == target.General }

// NumberOf is a number as a constant of so many bits, which it may have as an unsigned or as a signed one.
func (o Operand) NumberOf(bits int) (lane.Const, error) {
	if high := int64(o.Number) >> (bits - 1); bits < 64 && high != 0 && high != 1 && high != -1 {
		return lane.Const{}, fmt.Errorf("%#x does not fit in %d bits", o.Number, bits)
	}
	return lane.ConstOf(uint64(o.Number)).Slice(0, bits), nil
}

// Vector is a vector; one that reads nothing is a constant.
func Vector(m lane.Map) Operand {
	o := Operand{Value: &m, Bits: m.Bits * len(m.Lane), Known: true}
	parts := make([]lane.Const, len(m.Lane))
	for i, l := range m.Lane {
		o.Known = o.Known && l.Kind == lane.Constant
		parts[i] = l.Const
	}
	if o.Known {
		o.Constant = lane.Join(m.Bits, parts...)
	}
	return o
}

// OperandEnd is where an operand ends: at a comma outside of brackets.
func OperandEnd(text string) int {
	depth := 0
	for k := range len(text) {
		switch text[k] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth <= 0 {
				syntax.Look(k)
				return k
			}
		}
	}
	syntax.Look(len(text))
	return len(text)
}
