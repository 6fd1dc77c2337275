package amdgpu_test

import (
	"testing"

	"github.com/lanescope/lanescope/amdgpu"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// What people paste is the map that it is, or is refused for its reason.
func TestPastes(t *testing.T) {
	dialecttest.Pastes(t, "../form/testdata/pastes/amdgpu.txt", 45, amdgpu.Dialect())
}
