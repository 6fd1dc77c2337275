package moves_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/svp64/moves"
)

// FuzzRead: any text is read as a swizzle or refused with a place.
func FuzzRead(f *testing.F) {
	dialecttest.Fuzz(f, moves.Dialect(), "dst.xz = v.wy;", "vec4(a.x, 0, b.yz)")
}
