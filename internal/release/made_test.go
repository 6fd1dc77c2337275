package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
)

// standsForGo puts a program in the place of the Go tool, which notes what it is asked and gives out a file as what it has built.
func standsForGo(t *testing.T, gives string) (asked string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a script stands for the Go tool")
	}
	bin := t.TempDir()
	asked = filepath.Join(bin, "asked")
	script := fmt.Sprintf("#!/bin/sh -e\necho \"$PWD $GOOS $GOARCH $CGO_ENABLED $GOAMD64 $GOARM64 $GOFLAGS: $*\" >> %q\nwhile [ \"$1\" != -o ]; do shift; done\ncp %q \"$2\"\n", asked, gives)
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return asked
}

// stored is a file with these bytes.
func stored(t *testing.T, b []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, b, 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

// What the Go tool is asked for each platform is the same wherever it is asked, and nothing of what it needs stays; all files are of the time that was told.
func TestMade(t *testing.T) {
	asked := standsForGo(t, stored(t, tiny(t)))
	temporary, out := t.TempDir(), filepath.Join(t.TempDir(), "new", "dist")
	t.Setenv("TMPDIR", temporary)
	t.Setenv("GOFLAGS", "-race")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"-version", "v1.2.3-rc.4", "-root", root, "-o", out, "-time", "1800000000", "-only", "linux_arm64,darwin_amd64"}); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(asked)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	for k, p := range []platform{{"linux", "arm64"}, {"darwin", "amd64"}} {
		begins := fmt.Sprintf("%s %s %s 0 v1 v8.0 : build -trimpath -buildvcs=false -ldflags=-s -w -X github.com/lanescope/lanescope/internal/cli.released=v1.2.3-rc.4 -o %s", root, p.os, p.arch, temporary)
		if k >= len(lines) || !strings.HasPrefix(lines[k], begins) || !strings.HasSuffix(lines[k], "/lanescope ./cmd/lanescope") {
			t.Errorf("%q is asked, want %q…", lines, begins)
		}
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("%v is left: %v", left, err)
	}
	entries, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"Containerfile", "SHA256SUMS", "lanescope.rb", "lanescope_1.2.3-rc.4_arm64.deb", "lanescope_1.2.3-rc.4_darwin_amd64.spdx.json", "lanescope_1.2.3-rc.4_darwin_amd64.tar.gz", "lanescope_1.2.3-rc.4_linux_arm64.spdx.json", "lanescope_1.2.3-rc.4_linux_arm64.tar.gz"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	whole, err := os.ReadFile(filepath.Join(out, "lanescope_1.2.3-rc.4_linux_arm64.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	if h, err := tar.NewReader(z).Next(); err != nil || h.Name != "lanescope" || h.Mode != 0o755 || h.ModTime.Unix() != 1_800_000_000 {
		t.Errorf("it begins with %+v: %v", h, err)
	}
}

// What was built and is no program ends it; so do a module without a hash, and a folder among the files.
func TestNotPublished(t *testing.T) {
	r := empty(t)
	if err := os.Mkdir(filepath.Join(r.out, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := r.sums(); err == nil {
		t.Error("a folder has a hash")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/x\n\ngo 1.26\n\nrequire example.com/y v1.0.0\n\nreplace example.com/y => ./y\n", "main.go": "package main\n\nimport _ \"example.com/y\"\n\nfunc main() {}\n", "y/go.mod": "module example.com/y\n\ngo 1.26\n", "y/y.go": "package y\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "-o", "x", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=")
	if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(filepath.Join(dir, "x"))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := r.materials(platforms[0], program); err == nil || err.Error() != `example.com/y has no hash: ""` || b != nil {
		t.Errorf("%s, %v", b, err)
	}
	standsForGo(t, stored(t, []byte("no program")))
	out := filepath.Join(t.TempDir(), "dist")
	if err := run([]string{"-version", "v1.2.3", "-root", "../..", "-o", out, "-only", "windows_arm64"}); err == nil {
		t.Error("what is no program is published")
	}
	if _, err := os.Stat(filepath.Join(out, "SHA256SUMS")); err == nil {
		t.Error("and has hashes")
	}
}
