package spirv

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Dialect is SPIR-V's.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "spirv", Meaning: "SPIR-V's OpVectorShuffle", Example: "%r = OpVectorShuffle %v4float %a %b 0 4 1 5",
		Looks: looksSPIRV, Read: dialect.WithoutOptions(read), Say: saySPIRV, Sequence: dialect.WithoutSearch(sequenceSPIRV), Whole: true,
	}
}

// read reads one line, or several with the types that they declare.
func read(text string) (dialect.Reading, error) {
	if trimmed := strings.TrimSpace(text); strings.Contains(trimmed, "\n") || !strings.Contains(trimmed, spirvOp) {
		return readModule(text)
	}
	return readSPIRV(text)
}
