package cexpr_test

import (
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// What people paste of C and C++ is the map that it is, or is refused for its reason.
func TestPastes(t *testing.T) {
	for file, least := range map[string]int{"c": 140, "first": 6} {
		dialecttest.Pastes(t, "../form/testdata/pastes/"+file+".txt", least, cexpr.Builtin(), cexpr.Altivec(), cexpr.Highway(), cexpr.Standard(), cexpr.XSIMD(), cexpr.Arm(), cexpr.Wasm(), cexpr.Intel())
	}
}
