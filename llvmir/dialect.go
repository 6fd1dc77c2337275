package llvmir

import (
	"github.com/lanescope/lanescope/dialect"
)

// Dialect is LLVM's.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "llvm", Meaning: "LLVM's shufflevector, whole or short, and programs with casts and bit manipulations", Example: "<4 x i32> 0 4 1 5",
		Looks: looksLLVM, Read: dialect.WithoutOptions(readLLVM), Say: sayLLVM, Sequence: dialect.WithoutSearch(sequenceLLVM), Whole: true, InLine: inLine,
	}
}
