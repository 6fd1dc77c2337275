package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// A fullPlace is one for so many bytes.
type fullPlace struct{ left int }

var errFull = errors.New("it is full")

func (f *fullPlace) Write(b []byte) (int, error) {
	n := min(len(b), f.left)
	if f.left -= n; n < len(b) {
		return n, errFull
	}
	return n, nil
}

// noise are files that cannot be made short, some of them in folders.
func noise(r *rand.Rand) (all []file) {
	for _, name := range []string{"program", "a/b/one", "a/c/two", "three"} {
		data := make([]byte, 40_000+r.IntN(40_000))
		for k := range data {
			data[k] = byte(r.Uint32())
		}
		all = append(all, file{name, 0o644, data})
	}
	return all
}

// An archive that does not fit says so, wherever its place ends.
func TestArchivesThatDoNotFit(t *testing.T) {
	rng := chance.Random(t, 1)
	r, all := empty(t), noise(rng)
	var unix, windows bytes.Buffer
	if err := errors.Join(r.tarGz(&unix, all), r.zip(&windows, all)); err != nil {
		t.Fatal(err)
	}
	for range 60 {
		if n := rng.IntN(unix.Len()); !errors.Is(r.tarGz(&fullPlace{n}, all), errFull) {
			t.Errorf("%d of %d bytes are an archive of Unix", n, unix.Len())
		}
		if n := rng.IntN(windows.Len()); !errors.Is(r.zip(&fullPlace{n}, all), errFull) {
			t.Errorf("%d of %d bytes are an archive of Windows", n, windows.Len())
		}
	}
	for n := range 30 { // the last bytes, which are written at the end
		if !errors.Is(r.tarGz(&fullPlace{unix.Len() - 1 - n}, all), errFull) || !errors.Is(r.zip(&fullPlace{windows.Len() - 1 - n}, all), errFull) {
			t.Errorf("an archive without its last %d bytes is one", n+1)
		}
	}
	if err := errors.Join(r.tarGz(&fullPlace{unix.Len()}, all), r.zip(&fullPlace{windows.Len()}, all)); err != nil {
		t.Errorf("there is room for all: %v", err)
	}
}

// Versions are those that Go knows as versions of modules.
func TestVersions(t *testing.T) {
	for version, ok := range map[string]bool{
		"v0.0.0": true, "v1.20.300": true, "v1.0.0-rc.1": true, "v1.0.0-rc.10": true, "v1.0.0-0": true, "v1.0.0-a-b.9Z": true, "v10.9.8-alpha": true,
		"": false, "v1": false, "v1.0": false, "v1.0.": false, "1.0.0": false, "V1.0.0": false, "v1.0.0.0": false, "v1.0.0-": false, "v1.0.0+1": false, "v1.0.0-rc_1": false, "va.0.0": false, "v1.a.0": false, "v1.0.a": false, "v1.0.0-rc/1": false, "v1.0.0\n": false,
	} {
		err := run([]string{"-version", version, "-only", "none"})
		if err == nil || strings.HasPrefix(err.Error(), "-only none: expected some of") != ok {
			t.Errorf("%q: %v", version, err)
		}
	}
}

// tiny is a program of Go's that needs nothing.
func tiny(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/tiny\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() {}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", "tiny", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=")
	if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b, err := os.ReadFile(filepath.Join(dir, "tiny"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Each platform has an archive that begins with its program, under the name that programs have there, and a bill; Linux has a package too.
func TestPlatforms(t *testing.T) {
	program := tiny(t)
	for _, p := range platforms {
		r := empty(t)
		if err := r.publish(p, program, files("LICENSE", "man/lanescope.1")); err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(r.out)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		want := []string{r.archive(p), "lanescope_1.2.3-rc.4_" + p.String() + ".spdx.json"}
		if p.os == "linux" {
			want = append(want, "lanescope_1.2.3-rc.4_"+p.arch+".deb")
		}
		if slices.Sort(want); !slices.Equal(names, want) {
			t.Errorf("%s: %q, want %q", p, names, want)
		}
		within, called := inArchive(t, r.archive(p), r.read(t, r.archive(p))), "lanescope"
		if p.os == "windows" {
			called = "lanescope.exe"
			if z, err := zip.OpenReader(filepath.Join(r.out, r.archive(p))); err != nil || z.File[0].UncompressedSize64 != uint64(len(program)) {
				t.Errorf("%s: %v", p, err)
			} else {
				z.Close()
			}
		}
		if !slices.Equal(within, []string{called, "LICENSE", "man/lanescope.1"}) {
			t.Errorf("%s has %q", p, within)
		}
		gone := empty(t)
		gone.out = filepath.Join(gone.out, "none")
		if err := gone.publish(p, program, nil); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is published into no folder: %v", p, err)
		}
		if err := empty(t).publish(p, []byte("no program"), nil); err == nil {
			t.Errorf("%s: what is no program is published", p)
		}
	}
}

// What cannot be built is told, with its platform, and nothing of it is published.
func TestNotBuilt(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := empty(t)
	r.root, r.targets = root, platforms[:1]
	if err := r.make(); err == nil || !strings.HasPrefix(err.Error(), "linux_amd64: ") {
		t.Errorf("%v", err)
	}
	if all, err := os.ReadDir(r.out); err != nil || len(all) > 0 {
		t.Errorf("%v: %v", all, err)
	}
	t.Setenv("TMPDIR", filepath.Join(root, "none"))
	if _, err := r.build(platforms[0]); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a place for what is temporary: %v", err)
	}
}
