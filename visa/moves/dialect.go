package moves

import (
	"github.com/lanescope/lanescope/dialect"
)

// Dialect is vISA's.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "visa", Meaning: "vISA's mov of regions, and a bare region", Example: "mov (M1, 8) V32(0,0)<1> V33(0,0)<8;4,1>",
		Looks: looksVISA, Read: readVISA, Say: sayVISA, Sequence: sequenceVISA, Scenes: regionScenes, Whole: true,
	}
}
