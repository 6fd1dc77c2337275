package maskcall

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax/strings"
)

// A shape is what a type says of a vector. A zero is what it does not say.
type shape struct {
	bits, lanes int
	float       bool // a number in a lane is a float
}

// whole is the shape of a vector of so many bits, whose lanes are as wide as bits says or as many as there are.
func (s shape) whole(total int) shape {
	switch {
	case total == 0:
	case s.bits > 0:
		s.lanes = total / s.bits
	case s.lanes > 0 && total%s.lanes == 0:
		s.bits = total / s.lanes
	}
	return s
}

// as is the shape of the same bits in lanes of others; none where nothing says how many there are.
func (s shape) as(bits int) shape {
	total := s.lanes * s.bits
	if s.bits == 0 {
		total = s.lanes * assumedBits
	}
	if total%bits != 0 || total == 0 {
		return shape{}
	}
	return shape{bits: bits, lanes: total / bits}
}

// scalars are the names of element types, of all the languages: none of them means two things.
var scalars = map[string]int{
	"u8": 8, "u16": 16, "u32": 32, "u64": 64, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "f32": 32, "f64": 64,
	"byte": 8, "sbyte": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64, "float": 32, "double": 64,
	"Byte": 8, "Short": 16, "Integer": 32, "Long": 64,
	"UInt8": 8, "UInt16": 16, "UInt32": 32, "UInt64": 64, "Int8": 8, "Int16": 16, "Int32": 32, "Int64": 64,
	"Float16": 16, "Float32": 32, "Float64": 64, "Float": 32, "Double": 64, "Int": 64, "UInt": 64,
}

func isScalar(name string) bool { return scalars[name] > 0 }

// isFloat says whether an element type is one of floats.
func isFloat(name string) bool {
	return isScalar(name) && (name[0]|0x20 == 'f' || name[0]|0x20 == 'd')
}

// totals are vector types whose length in bits is in their name.
var totals = map[string]int{"Vector64": 64, "Vector128": 128, "Vector256": 256, "Vector512": 512}

// javaVectors are the vector types of Java, which say nothing of the length.
var javaVectors = map[string]int{"ByteVector": 8, "ShortVector": 16, "IntVector": 32, "LongVector": 64, "FloatVector": 32, "DoubleVector": 64}

// shapeOf is the shape that a type's name with its parameters says; ok is false if it is the name of no vector.
//
//	u8x16   Simd<u8, 16>   @Vector(16, u8)   Vector128<byte>   ByteVector   Vec{16, UInt8}   SIMD16<UInt8>
func shapeOf(e expr) (s shape, ok bool) {
	arguments := e.params
	if len(arguments) == 0 {
		arguments = e.args
	}
	name := e.name
	if e.kind == listExpr {
		name = e.typ
	}
	for _, a := range arguments {
		if a.kind == numberExpr && a.value > 0 && a.value <= maxLanes {
			s.lanes = a.value
		} else if a.kind == nameExpr {
			s.bits, s.float = scalars[a.name], isFloat(a.name)
		}
	}
	switch {
	case totals[name] > 0:
		return s.whole(totals[name]), true
	case name == "Simd" || name == "@Vector" || name == "Vec":
		return s, s.lanes > 0
	case javaVectors[name] > 0:
		return shape{bits: javaVectors[name]}, true
	case strings.HasPrefix(name, "SIMD"):
		s.lanes = lanesIn(name[4:])
		return s, s.lanes > 0
	}
	return rustShape(name)
}

// lanesIn is how many lanes a name says, or 0 where it says no number, or one that no vector has.
func lanesIn(number string) int {
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n > maxLanes {
		return 0
	}
	return n
}

// rustShape reads a name such as u8x16.
func rustShape(name string) (s shape, ok bool) {
	scalar, lanes, ok := strings.Cut(name, "x")
	s = shape{scalars[scalar], lanesIn(lanes), isFloat(scalar)}
	return s, ok && s.bits > 0 && s.lanes > 0
}

// speciesShape is what IntVector.SPECIES_128 says.
func speciesShape(path string) (shape, bool) {
	vector, species, ok := strings.Cut(path, ".SPECIES_")
	if at := strings.LastIndexByte(vector, '.'); at >= 0 {
		vector = vector[at+1:]
	}
	s := shape{bits: javaVectors[vector]}
	if total, err := strconv.Atoi(species); ok && err == nil && s.bits > 0 && slices.Contains([]int{64, 128, 256, 512}, total) {
		return s.whole(total), true
	}
	return s, s.bits > 0
}

// arrayShape is what u32x4::from_array([10, 11, 12, 13]) and from_slice say of the vector that they fill.
func arrayShape(e *expr) (s shape, ok bool) {
	if e.kind != callExpr || e.on == nil || e.name != "from_array" && e.name != "from_slice" {
		return s, false
	}
	s, _ = shapeOf(*e.on)
	if len(e.args) == 1 && e.args[0].kind == listExpr && s.lanes == 0 && len(e.args[0].args) <= maxLanes {
		s.lanes = len(e.args[0].args)
	}
	return s, true
}

// loadedShape is what IntVector.fromArray(IntVector.SPECIES_128, x, i) of Java says of the vector that it loads.
func (p *program) loadedShape(e *expr) (s shape, ok bool) {
	if p.language != "java" || e.kind != callExpr || e.on == nil || e.name != "fromArray" || len(e.args) != 3 {
		return s, false
	}
	vector := e.on.path()
	bits := javaVectors[vector[strings.LastIndexByte(vector, '.')+1:]]
	s = p.species(&e.args[0])
	return s, bits > 0 && s.bits == bits
}
