package lower_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// Masks are loaded through a general register that need not be kept. Where all are to be kept there is no code, and none that writes one of them.
func TestMaskNeedsAGeneralRegister(t *testing.T) {
	t.Parallel()
	tg := targetNamed(t, "avx512")
	m, err := lane.Parse("i32x16 i32x16 -> a0 b1 b2 a3 b4 a5 a6 b7 b8 b9 a10 b11 a12 a13 a14 b15")
	if err != nil {
		t.Fatal(err)
	}
	r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick})
	if err != nil {
		t.Fatal(err)
	}
	var by lower.Registers
	if _, placed, err := r.AppendBytes(nil, tg, by); err != nil || len(placed.Masks) != 1 {
		t.Fatalf("with nothing kept: %v, masks %v, want one", err, placed.Masks)
	}
	for n := range 16 {
		by.Keep[target.General] = append(by.Keep[target.General], n)
	}
	if code, placed, err := r.AppendBytes(nil, tg, by); err == nil || !strings.Contains(err.Error(), "no general register is free") {
		t.Errorf("with all general registers kept: %v, % x, writes %v", err, code, placed.Written)
	}
}
