package debug

import (
	"testing"

	"github.com/lanescope/lanescope/g13"
)

// TestComputing: each form with an operand that is a number with a fraction has such a result as well, or is one of those that only compare or choose.
func TestComputing(t *testing.T) {
	compare := [g13.NumForms]bool{
		g13.FCMPSEL: true, g13.FCMP_BALLOT: true, g13.IF_FCMP: true, g13.ELSE_FCMP: true, g13.WHILE_FCMP: true, g13.SIMD_MATRIX_FMADD16: true, g13.SIMD_MATRIX_FMADD32: true,
	}
	for f := range g13.NumForms {
		float := false
		for _, o := range f.Operands() {
			float = float || o.Kind == g13.FloatSrc || o.Kind == g13.FloatSrc16
		}
		if float != (computing[f] || compare[f]) {
			t.Errorf("%s", f.Name())
		}
	}
}
