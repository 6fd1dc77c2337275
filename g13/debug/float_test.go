package debug

import (
	"testing"

	"github.com/lanescope/lanescope/g13"
)

// TestComputing: each form with an operand that is a number with a fraction has such a result as well, or is one of those that only compare or choose.
func TestComputing(t *testing.T) {
	compare := map[string]bool{"fcmpsel": true, "fcmp_ballot": true, "if_fcmp": true, "else_fcmp": true, "while_fcmp": true, "simd_matrix_fmadd16": true, "simd_matrix_fmadd32": true}
	found := 0
	for k := range g13.NumForms() {
		f := g13.Form(k)
		float := false
		for _, o := range f.Operands() {
			float = float || o.Kind == g13.FloatSrc || o.Kind == g13.FloatSrc16
		}
		if computing[f.Name()] {
			found++
		}
		if float != (computing[f.Name()] || compare[f.Name()]) {
			t.Errorf("%s", f.Name())
		}
	}
	if found != len(computing) {
		t.Errorf("%d of %d forms exist", found, len(computing))
	}
}
