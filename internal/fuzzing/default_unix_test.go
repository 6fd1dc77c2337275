//go:build unix

package main

import (
	"os"
	"os/exec"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
)

// Where no package is named, all of the module are meant; one that is named is alone.
func TestPackagesThatAreMeant(t *testing.T) {
	for _, row := range []struct{ args, want []string }{
		{nil, []string{"./..."}}, {[]string{"./a"}, []string{"./a"}}, {[]string{"./a", "./b"}, []string{"./a", "./b"}},
	} {
		_, asked := pretended(t)
		cmd := exec.Command(os.Args[0], append([]string{"-target", "^FuzzOne$"}, row.args...)...)
		cmd.Env = append(os.Environ(), "FUZZING_COMMAND=1")
		if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		want := "go list -f {{.ImportPath}}\t{{.Dir}}\t{{with .Module}}{{.Path}}{{end}} --"
		for _, p := range row.want {
			want += " " + p
		}
		if got := asked()[0]; got != want {
			t.Errorf("%q asks %q, want %q", row.args, got, want)
		}
	}
}
