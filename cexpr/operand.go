package cexpr

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// An operand is a value of C: what rows take, and what C knows besides.
type operand struct {
	apply.Operand
	typ   vectorType // of a vector; zero where nothing says it
	parts []operand  // of several vectors in one variable, as uint8x16x2_t has them
	lane  vectorType // of one lane: that of its vector; zero where nothing says it
	real  *float64   // of a number with a point

	place     bool // of &p[4], what stands behind & and *
	predicate bool // a number that is a predicate of SVE

	from, end int // where it stands as an argument
}

// A wrongArgument is an error about one argument of a call.
type wrongArgument struct {
	argument operand
	error
}

// vector is a map as an operand.
func vector(m lane.Map) operand { return operand{Operand: apply.Vector(m)} }

// IsVector says whether an operand is no number: a vector, several of them, an integer that is not known, or a name.
func (o operand) IsVector() bool { return o.parts != nil || o.Operand.IsVector() }

// as is the operand with another type.
func (o operand) as(t vectorType) operand {
	o.typ = t
	return o
}

// laneOf is the operand as one lane of a vector of a type.
func (o operand) laneOf(t vectorType) operand {
	o.File, o.Signed, o.lane = target.General, t.signed && !t.float, t
	return o
}

// conversion says why a lane as a number of another type is no movement; an empty text if it is one, or nobody knows.
func (o operand) conversion(float bool, bits int) string {
	switch {
	case o.lane.bits == 0 || !o.IsVector() || o.lane.float == float && (!float || o.lane.bits == bits):
		return ""
	case o.lane.float && float:
		return fmt.Sprintf("a floating-point number of %d bits as one of %d is computed, and moves no lane", o.lane.bits, bits)
	case float:
		return "an integer as a floating-point number is computed, and moves no lane: __builtin_bit_cast keeps the bits"
	}
	return "a floating-point number as an integer is computed, and moves no lane: __builtin_bit_cast keeps the bits"
}

// fits says why what goes into a lane of a type is no movement; nil if it is one, or a number of the text.
func (o operand) fits(t vectorType) error {
	if _, ok := o.constantIn(t); ok {
		return nil
	}
	if why := o.conversion(t.float, t.bits); why != "" {
		return errors.New(why)
	}
	return nil
}

// known are the numbers of a constant vector in lanes of so many bits.
func (o operand) known(bits int) (all []int, ok bool) {
	if o.Value == nil || !o.Known {
		return nil, false
	}
	for at := 0; at+bits <= o.Bits; at += bits {
		v, _ := o.Constant.Slice(at, bits).Uint64()
		all = append(all, int(v))
	}
	return all, true
}

// named is a variable of which nothing is known but its name.
func named(name string) operand { return operand{Operand: apply.Operand{Name: name}} }

// number is a number.
func number(v int) operand { return operand{Operand: apply.Operand{Number: v}} }
