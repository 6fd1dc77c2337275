package asm

import (
	"testing"

	"github.com/lanescope/lanescope/g13"
)

// A new kind is one row here too: it is written, read, and a message says what stands for it.
func TestKindsAreWhole(t *testing.T) {
	for k := range kinds {
		if row := &kinds[k]; row.wanted == "" || row.write == nil || row.read == nil {
			t.Errorf("kind %d is not written, not read or not asked for", k)
		}
		if row := &kinds[k]; row.keywords != "" && g13.Kind(k).Words() == nil {
			t.Errorf("kind %d says what its words are, and has none", k)
		}
	}
}
