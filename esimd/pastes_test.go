package esimd_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/esimd"
)

// What people paste is the map that it is, or is refused for its reason.
func TestPastes(t *testing.T) {
	dialecttest.Pastes(t, "../form/testdata/pastes/esimd.txt", 17, esimd.Dialects()...)
}
