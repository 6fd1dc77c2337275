package spirv_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/spirv"
)

// FuzzRead: any text is read as SPIR-V or refused with a place.
func FuzzRead(f *testing.F) {
	dialecttest.Fuzz(f, spirv.Dialect(), "%r = OpVectorShuffle %v2half %a %b 4294967295 3",
		"%h4 = OpTypeVector %half 4\n%a = OpLoad %h4 %p\n%x = OpCompositeExtract %half %a 3\n%r = OpCompositeConstruct %v2half %x %x\nOpStore %q %r")
}
