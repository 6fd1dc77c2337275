package goexpr

import (
	"github.com/lanescope/lanescope/dialect"
)

// Dialect is that of Go's simd/archsimd.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "archsimd", Meaning: "calls of Go's simd/archsimd, as expressions and functions", Example: "a.SelectFromPair(0, 4, 1, 5, b)",
		Looks: looksArchsimd, Read: readArchsimd, Say: sayArchsimd, Sequence: dialect.WithoutSearch(sequenceArchsimd), Whole: true,
	}
}
