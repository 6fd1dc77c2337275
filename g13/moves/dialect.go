package moves

import (
	"github.com/lanescope/lanescope/dialect"
)

// Dialect is the G13's.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "g13", Meaning: "Apple G13 code, as text or as g13: and bytes", Example: "simd_shuffle_xor r0, r1, 3",
		Looks: looksG13, Read: dialect.WithoutOptions(readG13), Say: sayG13, Sequence: dialect.WithoutSearch(sequenceG13), Whole: true,
	}
}
