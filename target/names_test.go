package target_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/target"
)

// Names are those of the targets that are built.
func TestNames(t *testing.T) {
	var built []string
	for _, other := range target.Targets() {
		built = append(built, other.Name)
	}
	if names := target.Names(); !slices.Equal(names, built) {
		t.Errorf("%v, and %v are built", names, built)
	}
}
