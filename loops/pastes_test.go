package loops_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/loops"
)

// What people paste of loops is the map that it is, or is refused for its reason.
func TestPastes(t *testing.T) {
	dialecttest.Pastes(t, "../form/testdata/pastes/loops.txt", 13, loops.Dialect())
}
