package api_test

import (
	"testing"

	"github.com/lanescope/lanescope/internal/api"
)

// Instructions alone become a kernel; what has a head or an end keeps it.
func TestWholeVISA(t *testing.T) {
	const version, kernel, mov, ret = ".version 3.6\n", ".kernel \"k\"\n", "mov (M1, 1) V(0,0)<1> 1:d\n", "ret (M1, 1)\n"
	for program, want := range map[string]string{
		mov:                                version + kernel + mov + ret,
		mov + "\n// done\n":                version + kernel + mov + "\n// done\n" + ret,
		kernel + mov:                       version + kernel + mov + ret,
		version + kernel + mov + ret:       version + kernel + mov + ret,
		" .version 3.5\n" + mov:            " .version 3.5\n" + mov + ret,
		version + mov + " " + ret + "\n\n": version + mov + " " + ret + "\n\n",
	} {
		if got := api.WholeVISA(program); got != want {
			t.Errorf("%q: %q, want %q", program, got, want)
		}
	}
}
