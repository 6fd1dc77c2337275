package jit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/jit"
)

// Every form that the reference executes is compiled, or is one of those that are left to it on purpose: a new one is found here.
func TestForms(t *testing.T) {
	left := []g13.Form{g13.UNIFORM_STORE, g13.THREADGROUP_BARRIER}
	compiled := jit.Forms()
	for f := range g13.NumForms {
		_, examples, _ := asm.PageOf(f)
		executed := slices.ContainsFunc(examples, func(w asm.Worked) bool { return !strings.HasPrefix(w.Gives[0], "fault = ") })
		if slices.Contains(compiled, f) != (executed && !slices.Contains(left, f)) {
			t.Errorf("form %d, %s: executed: %v, compiled: %v", f, f.Name(), executed, slices.Contains(compiled, f))
		}
	}
}
