package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/oracle"
)

// published is a release whose program is this test: what is around a program does not depend on it, and to build six takes minutes, which CI does in a step of its own.
func published(t *testing.T, targets ...platform) *release {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	r := &release{version: "0.1.0-rc.1", root: "../..", out: t.TempDir(), time: time.Unix(1_800_000_000, 0).UTC(), targets: targets}
	pages, err := r.documents()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.targets {
		if err := r.publish(p, program, pages); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.around(); err != nil {
		t.Fatal(err)
	}
	return r
}

// read is a file of a release.
func (r *release) read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(r.out, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestRelease is what stands in a release: each platform's archive with the program, a page for each command, completions and the licence; and twice the same bytes.
func TestRelease(t *testing.T) {
	r := published(t, platforms...)
	for _, p := range platforms {
		names := inArchive(t, r.archive(p), r.read(t, r.archive(p)))
		for _, want := range []string{"LICENSE", "CHANGELOG.md", "man/lanescope.1", "man/lanescope-explain.1", "man/lanescope-lsp.1", "completions/bash/lanescope", "completions/zsh/_lanescope", "completions/fish/lanescope.fish"} {
			if !slices.Contains(names, want) {
				t.Errorf("%s has no %s: %q", r.archive(p), want, names)
			}
		}
		if program := names[0]; program != map[bool]string{true: "lanescope.exe", false: "lanescope"}[p.os == "windows"] {
			t.Errorf("%s begins with %s", r.archive(p), program)
		}
	}
	again := published(t, platforms[0], platforms[4])
	all, err := os.ReadDir(again.out)
	if err != nil || len(all) != 8 {
		t.Fatalf("%v: %v", err, all)
	}
	for _, f := range all {
		if f.Name() != "SHA256SUMS" && f.Name() != "lanescope.rb" && !bytes.Equal(r.read(t, f.Name()), again.read(t, f.Name())) {
			t.Errorf("%s is another, the second time", f.Name())
		}
	}
	for line := range strings.Lines(string(r.read(t, "SHA256SUMS"))) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if got := fmt.Sprintf("%x", sha256.Sum256(r.read(t, name))); got != sum {
			t.Errorf("%s: %s, and its hash is %s", name, sum, got)
		}
	}
	formula := string(r.read(t, "lanescope.rb"))
	urls := regexp.MustCompile(`url ".*/v0\.1\.0-rc\.1/(.*)"\s+sha256 "(.*)"`).FindAllStringSubmatch(formula, -1)
	if len(urls) != 4 {
		t.Errorf("%d archives in the formula:\n%s", len(urls), formula)
	}
	for _, m := range urls {
		if got := fmt.Sprintf("%x", sha256.Sum256(r.read(t, m[1]))); got != m[2] {
			t.Errorf("%s: %s in the formula, and its hash is %s", m[1], m[2], got)
		}
	}
	if do, end := strings.Count(formula, " do\n"), len(regexp.MustCompile(`(?m)^ *end$`).FindAllString(formula, -1)); end != do+2 { // the class and its method
		t.Errorf("%d blocks, %d ends", do, end)
	}
}

// inArchive are the names of the files in an archive.
func inArchive(t *testing.T, name string, b []byte) (names []string) {
	t.Helper()
	if strings.HasSuffix(name, ".zip") {
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			names = append(names, f.Name)
		}
		return names
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	for all := tar.NewReader(z); ; {
		h, err := all.Next()
		if errors.Is(err, io.EOF) {
			return names
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.ModTime.Unix() != 1_800_000_000 || h.Uid != 0 || h.Gid != 0 {
			t.Errorf("%s is of %v and of %d:%d", h.Name, h.ModTime, h.Uid, h.Gid)
		}
		if h.Typeflag == tar.TypeReg {
			names = append(names, h.Name)
		}
	}
}

// The bill of materials has each module that the program says of itself, with its hash.
func TestMaterials(t *testing.T) {
	var bill struct {
		SPDXVersion   string
		Packages      []struct{ SPDXID, Name, VersionInfo, Comment string }
		Relationships []struct{ RelatedSPDXElement string }
	}
	if err := json.Unmarshal(published(t, platforms[0]).read(t, "lanescope_0.1.0-rc.1_linux_amd64.spdx.json"), &bill); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	modules := 0
	for k, p := range bill.Packages {
		if bill.Relationships[k].RelatedSPDXElement != p.SPDXID {
			t.Errorf("%s is related as %s", p.SPDXID, bill.Relationships[k].RelatedSPDXElement)
		}
		if sum, ok := strings.CutPrefix(p.Comment, "go.sum: "); ok {
			if modules++; !strings.Contains(string(sums), p.Name+" "+p.VersionInfo+" "+sum+"\n") {
				t.Errorf("%s %s is not in go.sum as %s", p.Name, p.VersionInfo, sum)
			}
		}
	}
	if bill.SPDXVersion != "SPDX-2.3" || modules < 2 || bill.Packages[0].VersionInfo != "v0.1.0-rc.1" {
		t.Errorf("%d modules: %+v", modules, bill)
	}
}

// The Debian package is installed into an empty root by Debian's own program, which finds nothing to complain of, and its manual page is read by the program for manual pages.
func TestDebian(t *testing.T) {
	dpkg := oracle.Need(t, "dpkg")
	r, root := published(t, platforms[0]), t.TempDir()
	deb := filepath.Join(r.out, "lanescope_0.1.0-rc.1_amd64.deb")
	run := func(name string, args ...string) string {
		t.Helper()
		out, err := oracle.Usual.CombinedOutput(exec.Command(name, args...))
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	if fields := run(dpkg+"-deb", "--field", deb); !strings.Contains(fields, "Version: 0.1.0~rc.1\n") || !strings.Contains(fields, "Architecture: amd64\n") {
		t.Error(fields)
	}
	emptyDebian(t, root)
	run(dpkg, "--root="+root, "--force-not-root", "--force-architecture", "--log="+filepath.Join(root, "log"), "--install", deb)
	if out := run(dpkg, "--root="+root, "--verify", "lanescope"); out != "" {
		t.Errorf("what is installed is not what the package says:\n%s", out)
	}
	if info, err := os.Stat(filepath.Join(root, "usr/bin/lanescope")); err != nil || info.Mode() != 0o755 {
		t.Errorf("%v: %v", info.Mode(), err)
	}
	page := filepath.Join(root, "usr/share/man/man1/lanescope-lsp.1.gz")
	if man, err := exec.LookPath("man"); err == nil {
		cmd := exec.Command(man, "--local-file", "--warnings", page)
		cmd.Env = append(os.Environ(), "MANPAGER=cat", "MANWIDTH=80", "LC_ALL=C.UTF-8")
		out, err := oracle.Usual.CombinedOutput(cmd)
		if err != nil || !strings.Contains(strings.Join(strings.Fields(string(out)), " "), "lanescope-lsp - Answer an editor") || strings.Contains(string(out), "warning") {
			t.Errorf("%v\n%s", err, out)
		}
	} else if _, err := os.Stat(page); err != nil {
		t.Error(err)
	}
	run(dpkg, "--root="+root, "--force-not-root", "--log="+filepath.Join(root, "log"), "--purge", "lanescope")
	if _, err := os.Stat(filepath.Join(root, "usr/bin/lanescope")); err == nil {
		t.Error("it is still there")
	}
}

// The workflow that publishes a tag calls this program as it is to be called, and the check of a change.
func TestWorkflow(t *testing.T) {
	b, err := os.ReadFile("../../.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	calls := regexp.MustCompile(`(?m)run: go run ./internal/release (.*)$`).FindAllStringSubmatch(string(b), -1)
	if len(calls) != 1 || !strings.Contains(string(b), "run: bash .ci/run\n") || !strings.Contains(string(b), "needs: [check, make]") {
		t.Fatalf("%q in\n%s", calls, b)
	}
	args := strings.Fields(strings.NewReplacer(`"$GITHUB_REF_NAME"`, "v0.1.0", `"$(git log -1 --format=%ct)"`, "1800000000").Replace(calls[0][1]))
	if err := run(append(args, "-only", "none")); err == nil || !strings.HasPrefix(err.Error(), "-only none: expected") {
		t.Errorf("%q: %v", args, err)
	}
}

// emptyDebian makes a root into which packages can be installed.
func emptyDebian(t testing.TB, root string) {
	t.Helper()
	for _, dir := range []string{"updates", "info"} {
		if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"status", "available"} {
		if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg", name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// What is no version, no platform, or a folder with something in it is refused.
func TestRefused(t *testing.T) {
	for _, args := range [][]string{{}, {"-version", "1.0"}, {"-version", "v1.0.0", "-only", "plan9_mips"}, {"-version", "v1.0.0", "-o", "."}} {
		if err := run(args); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}
