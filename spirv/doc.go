// Package spirv reads and writes SPIR-V's OpVectorShuffle, whose type is the result's:
//
//	%r = OpVectorShuffle %v4float %a %b 0 4 1 5     4294967295 is an undefined lane
package spirv
