package asm

import (
	"testing"

	"github.com/lanescope/lanescope/g13"
)

// The page of each form stands in one part of the table, and no other part hides it.
func TestPagesOnce(t *testing.T) {
	for f := range g13.NumForms {
		n := 0
		for _, pages := range allPages {
			if pages[f].does != "" || len(pages[f].worked) > 0 {
				n++
			}
		}
		if n != 1 {
			t.Errorf("form %d, %s, has %d pages", f, f.Name(), n)
		}
	}
}
