package spirv_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/spirv"
)

// What is wrong, and where.
func TestRefused(t *testing.T) {
	dialecttest.Refused(t, spirv.Dialect(), [][2]string{
		{"‹OpVectorShuffled› %v4float %a %b 0 4 1 5", `expected OpVectorShuffle, found "OpVectorShuffled"`},
		{"OpVectorShuffle ‹+› %a %b 0 4 1 5", `expected the name of a vector, found "+"`},
		{"OpVectorShuffle %v4float ‹+› %b 0 4 1 5", `expected the name of a vector, found "+"`},
		{"OpVectorShuffle %v4float %a ‹+› 0 4 1 5", `expected the name of a vector, found "+"`},
		{"OpVectorShuffle %v4float %a %b 0 4 ‹x› 5", `expected a selector: a number, or -1, found "x"`},
		{"OpVectorShuffle %v4float %a %b‹›", "expected selectors, found the end"},
		{"%r = OpVectorShuffle ‹%v4float› %a %b 0 4 1", "%v4float has 4 lanes, and there are 3 selectors"},
		{"%r = OpVectorShuffle ‹%v17float› %a %b 0 4 1", "%v17float has more than 16 lanes, which no vector of SPIR-V has"},
		{"%r = OpVectorShuffle ‹%v99float› %a %b 0 4 1", "%v99float has more than 16 lanes, which no vector of SPIR-V has"},
		{"%r = OpVectorShuffle ‹%v16float› %a %b 0 4 1", "%v16float has 16 lanes, and there are 3 selectors"},
		{"%x = OpLoad %v2float\n‹%r = OpVectorShuffle %v4float %a %b›", "OpVectorShuffle has a type, two vectors and numbers"},
		{"%x = OpLoad %v2float\n‹%r = OpVectorShuffle %v4float %a %b 0 1 2 x ›; bad", `expected numbers behind the vectors, found "x"`},
		{"%x = OpLoad %v2float\n‹ %r = OpVectorShuffle %v4float %a %b 0 1 2›", "%v4float has 4 lanes, and there are 3 numbers"},
		{"%x = OpLoad %v2float %p\n%y = OpLoad %v2half %p\n‹%r = OpVectorShuffle %t %x %y 0 1›", "lanes of 32 bits and lanes of 16 do not mix"},
		{"%x = OpLoad %v2float %p\n‹%r = OpVectorShuffle %t %x %x 0 4›", "number 4 is out of range: the two vectors have 0 to 3"},
		{"%x = OpLoad %float %p\n%y = OpLoad %half %p\n‹%r = OpCompositeConstruct %t %x %y›", "lanes of 32 bits and lanes of 16 do not mix"},
		{"%x = OpLoad %float %p\n‹%r = OpCompositeConstruct %v3float %x %x›", "%v3float has 3 lanes, and these are 2"},
		{"%i = OpCompositeExtract %float %v 3\n‹%j = OpCompositeExtract %float %v -1›", "%v has lanes 0 to 3"},
		{"‹%i = OpCompositeExtract %float %v x›\n", "%v has lanes 0 to 3"},
		{"‹%i = OpCompositeExtract %float %v 4›\n", "%v has lanes 0 to 3"},
		{"%t = OpTypeVector %float 17\n%v = OpLoad %t %p\n‹%i = OpCompositeExtract %float %v 15›", "%v has lanes 0 to 3"},
	})
}

// As much as there may be, and once more.
func TestBounds(t *testing.T) {
	d := spirv.Dialect()
	dialecttest.Bound(t, d, "|%v = OpVectorShuffle %v2float %a %a 1 0\n|", 256, "more than 256 lines")
}

// What is read: what is made, of what, and what is warned of.
func TestMeanings(t *testing.T) {
	dialecttest.Meanings(t, spirv.Dialect(), [][2]string{
		{"%r = OpVectorShuffle %weird %a %b 0 4 1", "%r of %a %b: i32x3 i32x3 -> a0 b1 a1; the type \"%weird\" is defined elsewhere: lanes of 32 bits are assumed"},
		{"OpVectorShuffle %v2double %a %b 0 3", " of %a %b: i64x2 i64x2 -> a0 b1"},
		{"OpVectorShuffle %v2half %a %b 0 3", " of %a %b: i16x2 i16x2 -> a0 b1"},
		{"%r = OpVectorShuffle %v2char %a %a 0 3", "%r of %a: i8x2 -> a0 a1"},
		{"%x = OpLoad %v2float %p\n%r = OpVectorShuffle %t %x %x 0 3", "%r of %x: i32x2 -> a0 a1"},
		{"%x = OpLoad %v2float %p\n%r = OpVectorShuffle %t %x %y 0 4", "%r of %x %y: i32x2 i32x4 -> a0 b2; the type of %y is not in the text: lanes of 32 bits are assumed"},
		{"%x = OpLoad %float %p\n%y = OpLoad %float %p\n%r = OpCompositeConstruct %t %y %x %y", "%r of %y %x: i32x1 i32x1 -> a0 b0 a0"},
		{"%i = OpCompositeExtract %t %v 3\n", "%i of %v: i32x4 -> a3; the type of %v is not in the text: lanes of 32 bits are assumed"},
		{"%t = OpTypeVector %float 16\n%v = OpLoad %t %p\n%i = OpCompositeExtract %float %v 15", "%i of %v: i32x16 -> a15"},
		{"%t = OpTypeVector %float 1\n%v = OpLoad %t %p\n%i = OpCompositeExtract %float %v 0", "%i of %v: i32x1 -> a0"},
		{"%f = OpTypeFloat 64\n%v = OpLoad %f %p\n%i = OpCompositeExtract %f %v 0", "%i of %v: i64x1 -> a0"},
		{"%f = OpTypeFloat 65\n%v = OpLoad %f %p\n%i = OpCompositeExtract %f %v 0", "%i of %v: i32x4 -> a0; the type of %v is not in the text: lanes of 32 bits are assumed"},
		{"%f = OpTypeInt 3\n%t = OpTypeVector %f 2\n%v = OpVectorShuffle %t %a %a 1 0", "%v of %a: i3x2 -> a1 a0"},
		{"%v = OpVectorShuffle %v2float %a %a 1 0\n%w = OpVectorShuffle %v4float %v %v 1 0 3 2", "%w of %a: i32x2 -> a0 a1 a0 a1"},
		{"%v = OpVectorShuffle %v2float %a %a 1 0\n%w = OpCopyObject %v2float %v\n", "%w of %a: i32x2 -> a1 a0"},
		{"%v = OpVectorShuffle %v2float %a %a 1 0\n%w = OpVectorShuffle %v2float %b %b 1 0\nOpStore %p %v", "%v of %a %b: i32x2 i32x2 -> a1 a0"},
		{"%v = OpVectorShuffle %v2float %a %a 1 0\nOpReturnValue %w", "%v of %a: i32x2 -> a1 a0"},
		{"%v = OpVectorShuffle %t %a %b 1 9\n", "%v of %a %b: i32x8 i32x8 -> a1 b1; a selector reaches beyond two vectors of 2 lanes: 8 lanes each are assumed; the type \"%t\" is defined elsewhere: lanes of 32 bits are assumed"},
		{"%v = OpVectorShuffle %t %a %b 1 4\n", "%v of %a %b: i32x4 i32x4 -> a1 b0; a selector reaches beyond two vectors of 2 lanes: 4 lanes each are assumed; the type \"%t\" is defined elsewhere: lanes of 32 bits are assumed"},
		{"; only\n%v = OpVectorShuffle %t %a %a 1 0 ; x", "%v of %a: i32x2 -> a1 a0; the type of %a is not in the text: lanes of 32 bits are assumed"},
	})
}
