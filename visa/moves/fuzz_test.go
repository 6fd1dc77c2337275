package moves_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/visa/moves"
)

// FuzzRead: any text is read as vISA or refused with a place.
func FuzzRead(f *testing.F) {
	dialecttest.Fuzz(f, moves.Dialect(), "mov (M1, 8) V32(0,0)<1> V33(0,0)<8;4,2>:uw")
}
