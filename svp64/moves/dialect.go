package moves

import (
	"github.com/lanescope/lanescope/dialect"
)

// Dialect is SVP64's.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "svp64", Meaning: "swizzle moves of SVP64, a bare swizzle, and shaders' swizzles", Example: "W.Y.",
		Looks: looksSVP64, Read: dialect.WithoutOptions(readSVP64), Say: saySVP64, Sequence: dialect.WithoutSearch(sequenceSVP64), Overlap: powerOverlap, Scenes: loopScenes,
	}
}
