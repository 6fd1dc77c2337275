package spirv_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/spirv"
)

// FuzzRead: any text is read as SPIR-V or refused with a place.
func FuzzRead(f *testing.F) {
	dialecttest.Fuzz(f, spirv.Dialect(), "%r = OpVectorShuffle %v2half %a %b 4294967295 3",
		"%h4 = OpTypeVector %half 4\n%a = OpLoad %h4 %p\n%x = OpCompositeExtract %half %a 3\n%r = OpCompositeConstruct %v2half %x %x\nOpStore %q %r",
		variable+"%u = OpLoad %v4float %v\n%w = OpBitcast %v8half %u\nOpReturnValue %w\nOpFunctionEnd", "%S = OpTypeStruct %v4float %v2float\n%s = OpLoad %S %p\n%t = OpCompositeInsert %S %x %s 0 3\n%a = OpCompositeExtract %v4float %t 0\n%r = OpVectorShuffle %v4float %a %a 3 2 1 0")
}
