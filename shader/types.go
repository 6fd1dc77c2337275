package shader

import (
	"strconv"
	"sync"
)

// A class is what the bits of a lane mean, as far as moving them depends on it: a number of one class is one of another only where the bits stay.
type class uint8

const (
	unknown class = iota // of what the text does not declare
	float
	brain // float with the exponent of 32 bits in 16
	signed
	unsigned
	boolean
)

// A Type is a scalar or a vector: lanes of so many bits.
type Type struct {
	class class
	Bits  int // of a lane
	Lanes int
}

func (t Type) bits() int { return t.Bits * t.Lanes }

// of is the vector of so many lanes of the type's.
func (t Type) of(lanes int) Type { t.Lanes = lanes; return t }

// A scalar is a type of one lane and what the languages call it.
type scalar struct {
	Type
	c    string // HLSL, MSL and OpenCL; a vector has a number behind it
	glsl string // in front of vec
	wgsl string // between < and >
}

// scalars are the types of lanes. The first of its bits that a language has is what maps are said in.
var scalars = []scalar{
	{Type{unsigned, 8, 1}, "uchar", "u8", ""}, {Type{unsigned, 16, 1}, "ushort", "u16", ""}, {Type{unsigned, 32, 1}, "uint", "u", "u32"}, {Type{unsigned, 64, 1}, "ulong", "u64", ""}, {Type{boolean, 1, 1}, "bool", "b", "bool"},
	{Type{signed, 8, 1}, "char", "i8", ""}, {Type{signed, 16, 1}, "short", "i16", ""}, {Type{signed, 32, 1}, "int", "i", "i32"}, {Type{signed, 64, 1}, "long", "i64", ""},
	{Type{float, 16, 1}, "half", "f16", "f16"}, {Type{float, 32, 1}, "float", "", "f32"}, {Type{float, 64, 1}, "double", "d", ""}, {Type{brain, 16, 1}, "bfloat", "", ""},
	{Type{float, 32, 1}, "float32_t", "f32", ""}, {Type{float, 64, 1}, "float64_t", "f64", ""}, {Type{float, 16, 1}, "float16_t", "", ""}, {Type{float, 16, 1}, "min16float", "", ""}, {Type{float, 16, 1}, "min10float", "", ""},
	{Type{signed, 16, 1}, "min16int", "", ""}, {Type{signed, 16, 1}, "min12int", "", ""}, {Type{unsigned, 16, 1}, "min16uint", "", ""}, {Type{unsigned, 32, 1}, "dword", "", ""},
	{Type{signed, 8, 1}, "int8_t", "", ""}, {Type{signed, 16, 1}, "int16_t", "", ""}, {Type{signed, 32, 1}, "int32_t", "i32", ""}, {Type{signed, 64, 1}, "int64_t", "", ""},
	{Type{unsigned, 8, 1}, "uint8_t", "", ""}, {Type{unsigned, 16, 1}, "uint16_t", "", ""}, {Type{unsigned, 32, 1}, "uint32_t", "u32", ""}, {Type{unsigned, 64, 1}, "uint64_t", "", ""}, {Type{unsigned, 64, 1}, "size_t", "", ""},
}

// vectorLanes are the lengths of vectors; those over four are OpenCL's.
var vectorLanes = []int{2, 3, 4, 8, 16}

// A typeName is what a word means that is the name of a type.
type typeName struct {
	Type
	matrix bool
	glsl   bool // GLSL's constructors take the lanes that they need of their last argument
	ofAny  bool // vec4 may be a family: vec4<f32>
}

// wgslLetters are what stands behind vec4 for lanes of a type.
var wgslLetters = map[string]string{"u32": "u", "i32": "i", "f32": "f", "f16": "h"}

// typeNames are the words of all languages at once: where two have the same word, it means the same.
var typeNames = sync.OnceValue(func() map[string]typeName {
	all := map[string]typeName{"unsigned": {Type: Type{unsigned, 32, 1}}, "signed": {Type: Type{signed, 32, 1}}}
	for _, s := range scalars {
		all[s.c] = typeName{Type: s.Type}
		for _, n := range append([]int{1}, vectorLanes...) {
			digits := strconv.Itoa(n)
			for _, prefix := range []string{"", "packed_", "simd_", "vector_"} {
				all[prefix+s.c+digits] = typeName{Type: s.of(n)}
			}
			if n == 1 || n > 4 {
				continue
			}
			plain := s.c == "float"
			if s.glsl != "" || plain {
				all[s.glsl+"vec"+digits] = typeName{Type: s.of(n), glsl: true, ofAny: plain}
			}
			if s.wgsl != "" {
				all[s.wgsl] = typeName{Type: s.Type}
			}
			if short := wgslLetters[s.wgsl]; short != "" {
				all["vec"+digits+short] = typeName{Type: s.of(n)}
			}
			addMatrices(all, s, digits)
		}
	}
	return all
})

// addMatrices names those of so many columns, so that they are refused as what they are.
func addMatrices(all map[string]typeName, s scalar, columns string) {
	if s.class != float {
		return
	}
	m := typeName{Type: s.Type, matrix: true}
	if s.glsl != "" || s.c == "float" {
		all[s.glsl+"mat"+columns] = m
	}
	for _, n := range vectorLanes[:3] {
		rows := "x" + strconv.Itoa(n)
		all[s.c+columns+rows], all["simd_"+s.c+columns+rows], all[s.glsl+"mat"+columns+rows] = m, m, m
		all["mat"+columns+rows+"f"], all["mat"+columns+rows+"h"] = m, m
	}
}

// typeNamed is the type that a word names.
func typeNamed(name string) (typeName, bool) {
	t, ok := typeNames()[name]
	return t, ok
}

// String is the type as C has it.
func (t Type) String() string {
	name := "vector"
	for _, s := range scalars {
		if s.class == t.class && s.Bits == t.Bits {
			name = s.c
			break
		}
	}
	switch {
	case t.class == unknown:
		return strconv.Itoa(t.Lanes) + " lanes of " + strconv.Itoa(t.Bits) + " bits"
	case t.Lanes == 1:
		return name
	}
	return name + strconv.Itoa(t.Lanes)
}
