package lsp

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
)

// What is claimed of a cost is an error where it is refuted, and a doubt where the budget was over first, however fast a machine is.
func TestClaimsOfCost(t *testing.T) {
	for line, want := range map[string]int{
		"<8 x i16> 2 7 1 4 6 3 0 5 @ ssse3 <= 1 op, 1 constant":              0,
		"<4 x i32> 3 2 1 0 @ bmi2 <= 1 op":                                   severityError,
		"<16 x i8> 3 25 0 17 9 30 12 4 22 1 7 28 14 11 19 6 @ sse2 <= 8 ops": severityWarning,
	} {
		found := claimed(t.Context(), new(api.Lowerer), line)
		switch {
		case want == 0 && len(found) > 0:
			t.Errorf("%s: %+v", line, found)
		case want > 0 && (len(found) != 1 || found[0].severity != want):
			t.Errorf("%s: %+v", line, found)
		case want > 0 && strings.HasSuffix(found[0].message, "looks further") != (want == severityWarning):
			t.Errorf("%s: %s", line, found[0].message)
		}
	}
}

// A claim of a cost is looked at up to the same candidate, whatever the time is and whatever was asked before.
func TestClaimsAgree(t *testing.T) {
	lines := []string{
		"<16 x i8> 3 25 0 17 9 30 12 4 22 1 7 28 14 11 19 6 @ ssse3 <= 2 ops",
		"<16 x i8> 3 25 0 17 9 30 12 4 22 1 7 28 14 11 19 6 @ sse2 <= 20 ops",
		"<8 x i16> 9 2 14 0 5 11 3 8 @ sse4.1 <= 3 ops",
		"<8 x i16> 9 2 14 0 5 11 3 8 @ sse2 <= 4 ops",
	}
	message := func(l *api.Lowerer, line string) string {
		for _, f := range claimed(t.Context(), l, line) {
			return f.message
		}
		return ""
	}
	var together api.Lowerer
	said := 0
	for range 2 {
		for _, line := range lines {
			got, want := message(&together, line), message(new(api.Lowerer), line)
			if got != want {
				t.Errorf("%s: %q, alone %q", line, got, want)
			}
			said += len(want)
		}
	}
	if said == 0 {
		t.Error("all hold: nothing was compared")
	}
}
