package moves_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/g13/moves"
)

// FuzzRead: any text is read as code of the G13 or refused with a place.
func FuzzRead(f *testing.F) {
	dialecttest.Fuzz(f, moves.Dialect(), "g13:0x6f01,0x4236_4000")
}
