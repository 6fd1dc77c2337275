package jit_test

import (
	"errors"
	"flag"
	"testing"

	"github.com/lanescope/lanescope/g13/jit"
)

var full = flag.Bool("full", false, "10^6 random programs: see docs/jit.md")

// skipUnsupported skips a test on a CPU without AVX-512, and fails for any other error.
func skipUnsupported(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, jit.ErrUnsupported) {
		t.Skip(err)
	}
	t.Fatal(err)
}
