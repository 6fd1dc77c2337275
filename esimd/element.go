package esimd

import (
	"fmt"
	"math"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// An element is the type of a vector's elements.
type element struct {
	name  string
	bits  int
	float bool
}

// size is how many bytes it has.
func (e element) size() int { return e.bits / 8 }

// elements are the names of types, in both languages and in vISA, which --type has.
var elements = map[string]element{
	"char": {"char", 8, false}, "signed char": {"char", 8, false}, "unsigned char": {"uchar", 8, false}, "uchar": {"uchar", 8, false}, "int8_t": {"char", 8, false}, "uint8_t": {"uchar", 8, false},
	"b": {"char", 8, false}, "ub": {"uchar", 8, false}, "bool": {"char", 8, false},
	"short": {"short", 16, false}, "unsigned short": {"ushort", 16, false}, "ushort": {"ushort", 16, false}, "int16_t": {"short", 16, false}, "uint16_t": {"ushort", 16, false},
	"w": {"short", 16, false}, "uw": {"ushort", 16, false},
	"int": {"int", 32, false}, "signed": {"int", 32, false}, "unsigned": {"uint", 32, false}, "unsigned int": {"uint", 32, false}, "uint": {"uint", 32, false}, "int32_t": {"int", 32, false}, "uint32_t": {"uint", 32, false},
	"d": {"int", 32, false}, "ud": {"uint", 32, false},
	"long long": {"long long", 64, false}, "unsigned long long": {"unsigned long long", 64, false}, "int64_t": {"long long", 64, false}, "uint64_t": {"unsigned long long", 64, false},
	"long": {"long long", 64, false}, "unsigned long": {"unsigned long long", 64, false}, "q": {"long long", 64, false}, "uq": {"unsigned long long", 64, false},
	"half": {"half", 16, true}, "hf": {"half", 16, true}, "bfloat16": {"bfloat16", 16, true}, "bf": {"bfloat16", 16, true},
	"float": {"float", 32, true}, "f": {"float", 32, true}, "double": {"double", 64, true}, "df": {"double", 64, true},
}

// converts says why a value of one type is not the bits of another; nil where it is.
func converts(from, to element) error {
	if from.bits == to.bits && from.float == to.float && (!from.float || from.name == to.name) {
		return nil
	}
	return fmt.Errorf("%s becomes %s, which computes new values: bit_cast_view or format would keep the bits", from.name, to.name)
}

// A number is a constant of a program.
type number struct {
	whole int64
	real  float64
	float bool
}

// to is the number that a cast to a type makes of one; ok is false for the types of 16 bits that round, which are no type of a number here.
func (x number) to(e element) (r number, ok bool) {
	switch {
	case e.float && e.bits < 32:
		return x, false
	case e.float:
		v := x.real
		if !x.float {
			v = float64(x.whole)
		}
		if e.bits == 32 {
			v = float64(float32(v))
		}
		return number{real: v, float: true}, true
	}
	n, _ := x.as(e).Uint64()
	if spare := 64 - e.bits; e.isSigned() {
		return number{whole: int64(n<<spare) >> spare}, true
	}
	return number{whole: int64(n)}, true
}

// isSigned says whether the highest bit of a whole number is its sign.
func (e element) isSigned() bool { return !strings.HasPrefix(e.name, "u") }

// as is the bits of a number as an element.
func (x number) as(e element) lane.Const {
	v := x.real
	if !x.float {
		v = float64(x.whole)
	}
	switch {
	case !e.float && x.float:
		return lane.ConstOf(uint64(int64(max(min(v, 1<<62), -1<<62)))).Slice(0, e.bits)
	case !e.float:
		return lane.ConstOf(uint64(x.whole)).Slice(0, e.bits)
	case e.name == "bfloat16":
		bits := math.Float32bits(float32(v))
		return lane.ConstOf(uint64((bits + 0x7fff + bits>>16&1) >> 16))
	}
	return lane.Float(v, e.bits)
}
