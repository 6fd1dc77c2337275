package shufflevector_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/shufflevector"
)

// Departures from the seed are whole, and held by tests here.
func TestErrata(t *testing.T) {
	dialecttest.Errata(t, shufflevector.Errata, "001", 101, "../form", "../llvmir")
}
