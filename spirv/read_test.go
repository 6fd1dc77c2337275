package spirv_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/program"
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
		{"%v = OpLoad %v4float %p\n‹%f = OpFAdd %v4float %v %v›\n%r = OpVectorShuffle %v2float %f %v 1 7", `"OpFAdd" moves no lanes, or is not known: OpVectorShuffle, OpCompositeExtract and OpCompositeConstruct do`},
		{"%v = OpLoad %v4float %p\n‹%x = OpVectorExtractDynamic %float %v %i›\n%r = OpCompositeConstruct %v2float %x %x", "which lane it is only the run knows"},
		{"%v = OpLoad %v4float %p\n‹%r = OpCompositeInsert %v4float %v %v 1›", "a lane of 32 bits is replaced, and %v has 4 of 32"},
		{"%v = OpLoad %v4float %p\n‹%r = OpCompositeInsert %v4float %x %v 4›", "%v has lanes 0 to 3"},
		{"%v = OpLoad %v4float %p\n‹%r = OpBitcast %v3float %v›", "%v has 4 lanes of 32 bits, and OpBitcast keeps all bits"},
		{"%f = OpFunction %v4float None %t\n%v = OpLoad %v4float %p\n‹OpBranchConditional %c %a %b›\n%r = OpVectorShuffle %v2float %v %v 1 3\nOpReturnValue %r", "where it goes on depends on data: of an if or a loop no map is known"},
		{"%f = OpFunction %v4float None %t\n‹%g = OpFunctionCall %v4float %h %x›\n%r = OpVectorShuffle %v2float %g %g 1 3\nOpReturnValue %r", "what the function makes is not followed here"},
		{"%n = OpConstant %int 4\n%v = OpVariable %_ptr_Function_v4float Function\n‹%e = OpAccessChain %_ptr_Function_float %v %n›\n%x = OpLoad %float %e\n%r = OpCompositeConstruct %v2float %x %x", "%v has lanes 0 to 3"},
		{"%v = OpVariable %_ptr_Function_v4float Function\n%e = OpAccessChain %_ptr_Function_float %v %i\n‹OpStore %e %x›\n%r = OpLoad %v4float %v\n%s = OpVectorShuffle %v2float %r %r 0 1", "which lane it is only the run knows"},
		{"%S = OpTypeStruct %v4float\n‹%s = OpImageSampleImplicitLod %S %i %c›\n%v = OpCompositeExtract %v4float %s 0\n%r = OpVectorShuffle %v2float %v %v 1 0", `"OpImageSampleImplicitLod" moves no lanes, or is not known: OpVectorShuffle, OpCompositeExtract and OpCompositeConstruct do`},
		{"%S = OpTypeStruct %v4float\n%s = OpLoad %S %p\n‹%v = OpCompositeExtract %v4float %s -1›\n%r = OpVectorShuffle %v2float %v %v 1 0", "-1 is the number of no part"},
		{"%v = OpVariable %_ptr_Function_v4float Function\n%e = OpAccessChain %_ptr_Function_float %v %i\n‹%x = OpLoad %float %e›\n%r = OpCompositeConstruct %v2float %x %x", "which lane it is only the run knows"},
		{"%m = OpTypeMatrix %v2float 2\n%s = OpLoad %m %p\n‹%t = OpCompositeInsert %m %x %s -1›", "-1 is the number of no part"},
		{"‹OpCompositeConstruct \nOpStore %p %q›", "expected OpVectorShuffle, or another instruction that moves lanes"},
		{"%s = OpLoad %v4float %p\n‹%v = OpCompositeInsert %v4float %x %s y›", "expected numbers behind the values"},
		{"%w = OpTypeInt 65 0\n%t = OpTypeVector %w 2\n%v = OpLoad %t %p\n‹%r = OpVectorShuffle %t %v %v 1 0›", "lanes of 0 bits: a lane has 1 to 1048576"},
		{"%t = OpTypeVector %float 17\n%v = OpLoad %t %p\n‹%i = OpCompositeExtract %float %v 15›", "%v has lanes 0 to 3"},
	})
}

// As much as there may be, and once more.
func TestBounds(t *testing.T) {
	d := spirv.Dialect()
	dialecttest.Bound(t, d, "|%v = OpVectorShuffle %v2float %a %a 1 0\n|", program.MaxLines, fmt.Sprintf("more than %d lines", program.MaxLines))
}

// variable is the head of a function that writes lane 1 of a variable.
const variable = "%n = OpConstant %int 1\n%f = OpFunction %v4float None %t\n%v = OpVariable %_ptr_Function_v4float Function\n%q = OpFunctionParameter %float\n%e = OpAccessChain %_ptr_Function_float %v %n\nOpStore %e %q\n"

// array is a variable of two vectors, the elements 1 of which a constant of another name counts too, and a value.
const array = "%i = OpConstant %int 1\n%j = OpConstant %int 1\n%k = OpConstant %int 0\n%A = OpTypeArray %v2float %n\n%P = OpTypePointer Function %A\n%V = OpTypePointer Function %v2float\n%F = OpTypePointer Function %float\n%x = OpLoad %v2float %else\n" +
	"%f = OpFunction %v2float None %t\n%a = OpFunctionParameter %P\n%w = OpFunctionParameter %float\n%p = OpAccessChain %V %a %i\nOpStore %p %x\n"

// What a place holds is what was stored there last, as long as nothing else was stored that may be there.
func TestArrays(t *testing.T) {
	const behind = "\n%q = OpAccessChain %V %a %j\n%y = OpLoad %v2float %q\nOpReturnValue %y\nOpFunctionEnd"
	for between, want := range map[string]string{
		"": "%y of %x: i32x2 -> a0 a1",
		"%e = OpAccessChain %V %a %k\nOpStore %e %z":            "%y of %x: i32x2 -> a0 a1",
		"%e = OpAccessChain %V %a %j\nOpStore %e %z":            "%y of %y: i32x2 -> a0 a1",
		"%e = OpAccessChain %V %a %d\nOpStore %e %z":            "%y of %y: i32x2 -> a0 a1",
		"%e = OpAccessChain %F %a %d %k\nOpStore %e %w":         "%y of %y: i32x2 -> a0 a1",
		"%e = OpAccessChain %F %a %k %k\nOpStore %e %w":         "%y of %x: i32x2 -> a0 a1",
		"%e = OpAccessChain %F %a %j %k\nOpStore %e %w":         "%y of %x %w: i32x2 i32x1 -> b0 a1",
		"%e = OpInBoundsAccessChain %F %a %i %j\nOpStore %e %w": "%y of %x %w: i32x2 i32x1 -> a0 b0",
		"OpStore %a %z":                                                "%y of %y: i32x2 -> a0 a1",
		"%c = OpFunctionCall %void %g %a":                              "%y of %y: i32x2 -> a0 a1",
		"%c = OpFunctionCall %void %g %p":                              "%y of %y: i32x2 -> a0 a1",
		"%e = OpAccessChain %V %a %k\n%c = OpFunctionCall %void %g %e": "%y of %x: i32x2 -> a0 a1",
	} {
		dialecttest.Meanings(t, spirv.Dialect(), [][2]string{{array + between + behind, want}})
	}
}

// A value of which the text says the size twice is told where it is read, whatever reads it.
func TestTwoSizes(t *testing.T) {
	const before = "%x = OpVectorShuffle %t %a %a 0 1\n%i = OpConstant %int 1\n%a = OpLoad %v4float %p\n"
	for _, reads := range []string{
		"‹%r = OpVectorShuffle %v2float %a %a 0 1›", "‹%r = OpVectorShuffle %v2float %b %a 0 1›", "‹%r = OpCompositeConstruct %v4float %a›", "‹%r = OpCompositeExtract %float %a 0›", "‹%r = OpCompositeInsert %v4float %f %a 0›",
		"‹%r = OpBitcast %v2double %a›", "‹%r = OpVectorExtractDynamic %float %a %i›", "‹%r = OpVectorInsertDynamic %v4float %a %f %i›", "%f = OpFunction %v4float None %t\n‹OpReturnValue %a›",
	} {
		dialecttest.Refused(t, spirv.Dialect(), [][2]string{{before + reads, "%a has 128 bits here and 64 before"}})
	}
}

// What is read: what is made, of what, and what is warned of.
func TestMeanings(t *testing.T) {
	dialecttest.Meanings(t, spirv.Dialect(), [][2]string{
		{"%r = OpVectorShuffle %weird %a %b 0 4 1", "%r of %a %b: i32x3 i32x3 -> a0 b1 a1; the type \"%weird\" is defined elsewhere: lanes of 32 bits are assumed"},
		{"%v = OpCompositeExtract %v4float %s 0\n%r = OpVectorShuffle %v2float %v %v 1 0", "%r of %s[0]: i32x4 -> a1 a0"},
		{"%x = OpLoad %v2float %p\nOpVectorShuffle %v2float %x %x 1 0", " of %x: i32x2 -> a1 a0"},
		{"%x = OpLoad %v2float %p\nOpVectorShuffle %v2float %x %x 1 0\nOpVectorShuffle %v2float %x %x 1 1", " of %x: i32x2 -> a1 a1"},
		{"%x = OpCompositeExtract %float %m 1 2", "%x of %m[1]: i32x4 -> a2"},
		{"%x = OpLoad %float %p\n%r = OpCompositeInsert %t %x %v 3", "%r of %v %x: i32x4 i32x1 -> a0 a1 a2 b0"},
		{"%i = OpConstant %int 3\n%r = OpVectorExtractDynamic %float %v %i", "%r of %v: i32x4 -> a3"},
		{"%v = OpFoo %v4float\n%r = OpVectorShuffle %v2float %v %v 1 0", "%r of %v: i32x4 -> a1 a0"},
		{"%f = OpFunction %v2float None %t\n%r = OpVectorShuffle %v2float %v %v 1 0\nOpReturnValue %r\nOpFunctionEnd\n%g = OpFunction %v2float None %t\n%s = OpVectorShuffle %v2float %w %w 1 1\nOpFunctionEnd", "%s of %w: i32x2 -> a1 a1; there are several functions: this is the last one that moves lanes, and makes %s"},
		{"%x = OpLoad %v2float %p\n%c = OpFunctionCall %void %f %p\n%y = OpLoad %v2float %p\n%r = OpVectorShuffle %v4float %x %y 0 1 2 3", "%r of %x %y: i32x2 i32x2 -> a0 a1 b0 b1"},
		{"%x = OpLoad %v2float %p\n%c = OpFunctionCall %void %f %q\n%y = OpLoad %v2float %p\n%r = OpVectorShuffle %v4float %x %y 0 1 2 3", "%r of %x: i32x2 -> a0 a1 a0 a1"},
		{"%f = OpTypeFloat 32\n%c = OpConstant %f 7\n%v = OpLoad %v4float %p\n%r = OpCompositeInsert %v4float %c %v 1", "%r of %v: i32x4 -> a0 #40e00000 a2 a3"},
		{"%f = OpTypeInt 32 0\n%c = OpConstant %f 7\n%v = OpLoad %v4uint %p\n%r = OpCompositeInsert %v4uint %c %v 1", "%r of %v: i32x4 -> a0 #7 a2 a3"},
		{"%f = OpFunction %v2float None %t\n%p = OpFunctionParameter %v2float\n%q = OpFunctionParameter %_ptr_Function_v2float\n%y = OpLoad %v2float %q\n%r = OpVectorShuffle %v2float %p %y 1 2\nOpReturnValue %r", "%r of %p %y: i32x2 i32x2 -> a1 b0"},
		{"%f = OpFunction %v2float None %t\n%q = OpFunctionParameter %un_ptr_v2float\n%i = OpConstant %int 1\n%e = OpAccessChain %_ptr_Function_float %q %i\n%y = OpLoad %float %e\n%r = OpCompositeConstruct %v2float %y %y\nOpReturnValue %r", "%r of %y: i32x1 -> a0 a0"},
		{"OpVectorShuffle %v2double %a %b 0 3", " of %a %b: i64x2 i64x2 -> a0 b1"},
		{"OpVectorShuffle %v2half %a %b 0 3", " of %a %b: i16x2 i16x2 -> a0 b1"},
		{"%r = OpVectorShuffle %v2char %a %a 0 3", "%r of %a: i8x2 -> a0 a1"},
		{"%x = OpLoad %v2float %p\n%r = OpVectorShuffle %t %x %x 0 3", "%r of %x: i32x2 -> a0 a1"},
		{"%x = OpLoad %v2float %p\n%r = OpVectorShuffle %t %x %y 0 4", "%r of %x %y: i32x2 i32x4 -> a0 b2; the type of %y is not in the text: lanes of 32 bits are assumed"},
		{"%x = OpLoad %float %p\n%y = OpLoad %float %q\n%r = OpCompositeConstruct %t %y %x %y", "%r of %y %x: i32x1 i32x1 -> a0 b0 a0"},
		{"%x = OpLoad %float %p\n%y = OpLoad %float %p\n%r = OpCompositeConstruct %t %y %x %y", "%r of %x: i32x1 -> a0 a0 a0"},
		{"%c = OpConstant %float 1.5\n%r = OpCompositeConstruct %v2float %c %x", "%r of %x: i32x1 -> #3fc00000 a0"},
		{"%c = OpConstant %float -0x1p+128\n%n = OpConstant %half 0x1.8p+16\n%r = OpCompositeConstruct %v2float %c %x", "%r of %x: i32x1 -> #ff800000 a0"},
		{"%n = OpConstant %half 0x1.8p+16\n%r = OpCompositeConstruct %v2half %n %x", "%r of %x: i16x1 -> #7e00 a0"},
		{"%c = OpConstant %int -1\n%d = OpConstant %uint 4294967295\n%r = OpCompositeConstruct %v3int %c %d %x", "%r of %x: i32x1 -> m m a0"},
		{"%c = OpConstantNull %v2uint\n%u = OpUndef %v2uint\n%r = OpVectorShuffle %v4uint %c %u 0 2 1 3", "%r of : -> i32x4: z _ z _"},
		{"%v = OpLoad %v4float %p\n%r = OpCompositeInsert %v4float %x %v 2", "%r of %v %x: i32x4 i32x1 -> a0 a1 b0 a3"},
		{"%2 = OpConstant %uint 2\n%v = OpLoad %v4float %p\n%x = OpVectorExtractDynamic %float %v %2\n%r = OpVectorInsertDynamic %v4float %v %x %c0\n%s = OpCompositeConstruct %v2float %x %x", "%s of %v: i32x4 -> a2 a2"},
		{"%v = OpLoad %v4uint %p\n%w = OpBitcast %v2ulong %v\n%r = OpVectorShuffle %v2ulong %w %w 1 0", "%r of %v: i64x2 -> a1 a0"},
		{"%v = OpLoad %v4uint %p\n%w = OpBitcast %v8ushort %v\n%r = OpCompositeExtract %ushort %w 3", "%r of %v: i16x8 -> a3"},
		{"%f = OpFAdd %float %x %y\n%v = OpLoad %v4float %p\n%w = OpCompositeInsert %v4float %f %v 2\n%r = OpVectorShuffle %v2float %w %w 1 3", "%r of %v: i32x4 -> a1 a3"},
		{variable + "%u = OpLoad %v4float %v\nOpReturnValue %u\nOpFunctionEnd", "%u of %q: i32x1 -> _ a0 _ _"},
		{variable + "%z = OpAccessChain %_ptr_Function_float %v %n\n%y = OpLoad %float %z\nOpReturnValue %y\nOpFunctionEnd", "%y of %q: i32x1 -> a0"},
		{"%B = OpTypeStruct %v2float %v2float\n%P = OpTypePointer Uniform %B\n%Q = OpTypePointer Uniform %v2float\n%b = OpVariable %P Uniform\n%k0 = OpConstant %int 0\n%k1 = OpConstant %int 1\n%p = OpAccessChain %Q %b %k0\n%q = OpAccessChain %Q %b %k1\n%r = OpAccessChain %Q %b %k0\n%x = OpLoad %v2float %p\n%y = OpLoad %v2float %q\n%z = OpLoad %v2float %r\n%v = OpVectorShuffle %v4float %z %y 0 1 2 3\n%w = OpVectorShuffle %v2float %v %x 0 4", "%w of %x %y: i32x2 i32x2 -> a0 a0"},
		{"%B = OpTypeStruct %v2float %v2float\n%P = OpTypePointer Uniform %B\n%Q = OpTypePointer Uniform %v2float\n%b = OpVariable %P Uniform\n%k0 = OpConstant %int 0\n%k1 = OpConstant %int 1\n%p = OpAccessChain %Q %b %k0\n%x = OpLoad %v2float %p\nOpStore %b %other\n%y = OpLoad %v2float %p\n%v = OpVectorShuffle %v4float %x %y 0 1 2 3", "%v of %x %y: i32x2 i32x2 -> a0 a1 b0 b1"},
		{"%B = OpTypeStruct %v2float %v2float\n%P = OpTypePointer Uniform %B\n%Q = OpTypePointer Uniform %v2float\n%b = OpVariable %P Uniform\n%k0 = OpConstant %int 0\n%k1 = OpConstant %int 1\n%p = OpAccessChain %Q %b %i\n%q = OpAccessChain %Q %b %k1\n%x = OpLoad %v2float %q\nOpStore %p %u\n%y = OpLoad %v2float %q\n%v = OpVectorShuffle %v4float %x %y 0 1 2 3", "%v of %x %y: i32x2 i32x2 -> a0 a1 b0 b1"},
		{"%B = OpTypeStruct %v2float %v2float\n%P = OpTypePointer Uniform %B\n%Q = OpTypePointer Uniform %v2float\n%b = OpVariable %P Uniform\n%k0 = OpConstant %int 0\n%k1 = OpConstant %int 1\n%q = OpAccessChain %Q %b %k1\n%x = OpLoad %v2float %q\n%c = OpFunctionCall %void %f %b\n%y = OpLoad %v2float %q\n%v = OpVectorShuffle %v4float %x %y 0 1 2 3", "%v of %x %y: i32x2 i32x2 -> a0 a1 b0 b1"},
		{"%f = OpFunction %v2float None %t\n%a = OpFunctionParameter %v2float\n%r = OpVectorShuffle %v2float %a %a 1 0\nOpReturnValue %r\nOpFunctionEnd\n%g = OpFunction %v2float None %t\n%b = OpFunctionParameter %v2float\n%s = OpVectorShuffle %v2float %b %b 1 1\nOpReturnValue %s\nOpFunctionEnd", "%s of %b: i32x2 -> a1 a1; there are several functions: this is the last one that moves lanes, and makes %s"},
		{"%f = OpFunction %v2float None %t\n%a = OpFunctionParameter %v2float\n%r = OpVectorShuffle %v2float %a %a 1 0\nOpReturnValue %r\nOpFunctionEnd\n%g = OpFunction %v2float None %t\n%c = OpFunctionCall %v2float %f %b\nOpReturnValue %c\nOpFunctionEnd", "%r of %a: i32x2 -> a1 a0"},
		{"%o = OpVariable %_ptr_Output_v2float Output\n%q = OpVariable %_ptr_Output_v2float Output\n%f = OpFunction %void None %t\n%a = OpLoad %v2float %in\nOpStore %o %a\n%r = OpVectorShuffle %v2float %a %a 1 0\nOpStore %q %r\n%s = OpVectorShuffle %v2float %a %a 1 1\nOpFunctionEnd", "%r of %a: i32x2 -> a1 a0; of 2 stores that others see this is the last, to %r"},
		{"%s = OpLoad %what %p\n%v = OpCompositeExtract %v2float %s 1\n%r = OpVectorShuffle %v2float %v %v 1 0", "%r of %s[1]: i32x2 -> a1 a0"},
		{"%n = OpConstant %int 2\n%o = OpVariable %_ptr_Output_v4float Output\n%f = OpFunction %void None %t\n%e = OpAccessChain %_ptr_Output_float %o %n\nOpStore %e %x\nOpFunctionEnd", "%e of %o %x: i32x4 i32x1 -> a0 a1 b0 a3"},
		{"%f = OpFAdd %v2float %x %y\n%a = OpLoad %v2float %p\n%c = OpConstantTrue %bool\n%l = OpLabel\n%n = OpSpecConstant %float 1\n%r = OpCompositeConstruct %v3float %a %n", "%r of %a %n: i32x2 i32x1 -> a0 a1 b0"},
		{"%S = OpTypeStruct %v4float %v2float\n%s = OpLoad %S %p\n%a = OpCompositeExtract %v2float %s 1\n%b = OpCompositeExtract %float %s 0 3\n%r = OpCompositeConstruct %v3float %b %a", "%r of %s[0] %s[1]: i32x4 i32x2 -> a3 b0 b1"},
		{"%m = OpTypeMatrix %v2float 2\n%s = OpLoad %m %p\n%t = OpCompositeInsert %m %x %s 1 0\n%a = OpCompositeExtract %v2float %t 1\n%b = OpCompositeExtract %v2float %t 0\n%r = OpVectorShuffle %v4float %a %b 0 1 2 3", "%r of %s[1] %x %s[0]: i32x2 i32x1 i32x2 -> b0 a1 c0 c1"},
		{"%m = OpTypeArray %v2float %n2\n%t = OpCompositeConstruct %m %x %y\n%r = OpCompositeExtract %float %t 1 1\n%s = OpCompositeConstruct %v2float %r %r", "%s of %y: i32x2 -> a1 a1"},
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

// What has fewer words than an instruction has, or none that it has, is refused or passed over.
func TestFewWords(t *testing.T) {
	for _, op := range strings.Fields("OpVectorShuffle OpCompositeConstruct OpCompositeExtract OpCompositeInsert OpVectorExtractDynamic OpVectorInsertDynamic OpCopyObject OpBitcast OpConstant OpConstantNull OpConstantComposite OpUndef OpVariable OpAccessChain OpLoad OpStore OpFunctionParameter OpReturnValue OpFunction OpFunctionCall OpBranchConditional OpTypeVector OpTypeFloat OpTypeStruct OpTypePointer OpTypeMatrix") {
		for n := range 6 {
			for _, word := range []string{"%v2float", "7", "-1", "x"} {
				line := op + strings.Repeat(" "+word, n)
				for _, text := range []string{line + "\n", "%q = " + line + "\n", "%q = " + line + "\n%r = OpVectorShuffle %v2float %q %q 1 0"} {
					if r, err := spirv.Dialect().Read(text, dialect.Options{}); err == nil && r.Map.Check() != nil {
						t.Errorf("%s is %s", text, r.Map)
					}
				}
			}
		}
	}
}
