package shader_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shader"
)

// wordsOfLanes are the names of scalars by the bits of a lane, as a vector of C's kind begins with them.
var wordsOfLanes = map[int]string{
	1: "bool", 8: "char uchar int8_t uint8_t", 16: "short ushort half bfloat float16_t min16float min10float min16int min12int min16uint int16_t uint16_t",
	32: "int uint float float32_t dword int32_t uint32_t", 64: "long ulong double float64_t int64_t uint64_t size_t",
}

// otherWords are vectors that are named otherwise, with a # for how many lanes.
var otherWords = map[int]string{
	1: "bvec# vec#<bool>", 8: "u8vec# i8vec#", 16: "u16vec# i16vec# f16vec# vec#h vec#<f16>", 64: "u64vec# i64vec# dvec# f64vec#",
	32: "vec# uvec# ivec# f32vec# i32vec# u32vec# vec#f vec#u vec#i vec#<f32> vec#<u32> vec#<i32> vec<float,#> vector<uint,#>",
}

// Each name of a vector has the lanes that it says, and each of a scalar one lane.
func TestNamesOfTypes(t *testing.T) {
	lengths := map[string]int{"1": 1, "2": 2, "3": 3, "4": 4, "8": 8, "16": 16}
	reads := func(typ string, bits, lanes int) {
		t.Helper()
		p, err := shader.Parse(typ + " v; v")
		if err != nil {
			t.Errorf("%s: %v", typ, err)
			return
		}
		want := lane.Map{Bits: bits, Src: []int{lanes}}
		for k := range lanes {
			want.Lane = append(want.Lane, lane.From(0, k))
		}
		if p.Map.String() != want.String() {
			t.Errorf("%s is %s, want %s", typ, p.Map, want)
		}
	}
	for bits, words := range wordsOfLanes {
		for word := range strings.FieldsSeq(words) {
			reads(word, bits, 1)
			for digits, n := range lengths {
				for _, prefix := range []string{"", "packed_", "simd_", "vector_"} {
					reads(prefix+word+digits, bits, n)
				}
			}
		}
	}
	for bits, words := range otherWords {
		for word := range strings.FieldsSeq(words) {
			for _, digits := range []string{"2", "3", "4"} {
				reads(strings.Replace(word, "#", digits, 1), bits, lengths[digits])
			}
		}
	}
	for _, word := range strings.Fields("f32 u32 i32 f16") {
		if p, err := shader.Parse("var v: " + word + "; v"); err != nil || len(p.Map.Lane) != 1 || p.Map.Bits != map[bool]int{true: 16, false: 32}[word == "f16"] {
			t.Errorf("%s is %v: %v", word, p.Map, err)
		}
	}
	for _, word := range strings.Fields("vec5 float5 float0 vec1 bvec8 u8vec16 vec8f dwordx uvec2u float17 fvec4 simd_vec4 packed_uvec4 f16") {
		if p, err := shader.Parse(word + " v; float4 r = v;"); err == nil && len(p.Warnings) == 0 && word != "f16" {
			t.Errorf("%s is a type: %s", word, p.Map)
		}
	}
	for _, word := range strings.Fields("mat2 mat3 mat4 mat2x3 mat4x4 dmat4 f16mat3 dmat2x4 float4x4 half3x2 double2x2 simd_float4x3 mat4x4f mat3x2h f32mat4 f64mat2x2") {
		if _, err := shader.Parse(word + " v; vec4 r = v.x;"); err == nil || !strings.HasSuffix(err.Error(), "v is a matrix: lanes are those of vectors") {
			t.Errorf("%s: %v", word, err)
		}
	}
}
