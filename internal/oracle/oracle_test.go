package oracle

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder stands in for a test that asks for an oracle. Like the real ones,
// its Skipf and Fatalf do not return.
type recorder struct {
	testing.TB
	skipped, failed string
}

type stopped struct{}

func (r *recorder) Helper() {}
func (r *recorder) Skipf(format string, args ...any) {
	r.skipped = fmt.Sprintf(format, args...)
	panic(stopped{})
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.failed = fmt.Sprintf(format, args...)
	panic(stopped{})
}

// ask runs f as the body of a test and returns what became of it.
func ask(t *testing.T, f func(testing.TB) string) (path string, r *recorder) {
	t.Helper()
	r = &recorder{TB: t}
	defer func() {
		if p := recover(); p != nil && p != (stopped{}) {
			panic(p)
		}
	}()
	return f(r), r
}

func writeFile(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), mode); err != nil {
		t.Fatal(err)
	}
}

func wantOne(t *testing.T, r *recorder, got, other, want string) {
	t.Helper()
	if other != "" || !strings.Contains(got, want) {
		t.Errorf("skipped %q, failed %q; want only one that says %q", r.skipped, r.failed, want)
	}
}

func TestNeedTakesTheBestExecutable(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	need := func(tb testing.TB) string { return Need(tb, "opt") }
	for _, executable := range []string{"opt", "opt-19", "opt-22"} { // each better than the last
		want := filepath.Join(bin, executable)
		writeFile(t, want, 0o755)
		if got, r := ask(t, need); got != want {
			t.Errorf("Need = %q, want %q (skipped %q, failed %q)", got, want, r.skipped, r.failed)
		}
	}
}

func TestNeedMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	need := func(tb testing.TB) string { return Need(tb, "llc") }

	t.Setenv(RequireVariable, "")
	_, r := ask(t, need)
	wantOne(t, r, r.skipped, r.failed, "apt-get install llvm-22")

	t.Setenv(RequireVariable, "1")
	_, r = ask(t, need)
	wantOne(t, r, r.failed, r.skipped, "none of llc-22,")
}

func TestIfThere(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	t.Setenv(RequireVariable, "1")
	ifThere := func(tb testing.TB) string { return IfThere(tb, "crystal-ball", "Debian has none") }
	_, r := ask(t, ifThere)
	wantOne(t, r, r.skipped, r.failed, "Debian has none")
	want := filepath.Join(bin, "crystal-ball")
	writeFile(t, want, 0o755)
	if got, r := ask(t, ifThere); got != want {
		t.Errorf("IfThere = %q, want %q (skipped %q, failed %q)", got, want, r.skipped, r.failed)
	}
}

func TestNeedUnknownName(t *testing.T) {
	t.Setenv(RequireVariable, "")
	_, r := ask(t, func(tb testing.TB) string { return Need(tb, "crystal-ball") })
	wantOne(t, r, r.failed, r.skipped, `"crystal-ball" is unknown`)
}

func TestTableIsWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range programs {
		if p.name == "" || len(p.executables) == 0 || p.debianPackage == "" {
			t.Errorf("incomplete row %+v", p)
		}
		if seen[p.name] {
			t.Errorf("%s has two rows", p.name)
		}
		seen[p.name] = true
		if got, ok := DebianPackage(p.name); !ok || got != p.debianPackage {
			t.Errorf("DebianPackage(%q) = %q, %v", p.name, got, ok)
		}
	}
	if _, ok := DebianPackage("crystal-ball"); ok {
		t.Error("a package for an unknown oracle")
	}
}

// TestHeader finds a header where a compiler does, or says what brings it.
func TestHeader(t *testing.T) {
	top := t.TempDir()
	writeFile(t, filepath.Join(top, "hwy", "highway.h"), 0o644)
	t.Setenv("CPLUS_INCLUDE_PATH", "/nowhere:"+top)
	if folder, r := ask(t, func(tb testing.TB) string { return NeedHeader(tb, "hwy/highway.h") }); folder != top || len(r.failed)+len(r.skipped) > 0 {
		t.Errorf("the header is in %q: %+v", folder, r)
	}
	_, r := ask(t, func(tb testing.TB) string { return NeedHeader(tb, "stdio.h") })
	wantOne(t, r, r.failed, r.skipped, `"stdio.h" is unknown`)
}

// TestCorpus builds a module with, step by step, more of the corpus beside it.
func TestCorpus(t *testing.T) {
	top := t.TempDir()
	writeFile(t, filepath.Join(top, "main", "go.mod"), 0o644)
	inner := filepath.Join(top, "main", "a", "b")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(inner)
	corpus := func(tb testing.TB) string { return Corpus(tb, "shuffle/masks.tsv") }

	t.Setenv(RequireVariable, "1")
	_, r := ask(t, corpus)
	wantOne(t, r, r.skipped, r.failed, "../shared/corpus/shuffle/masks.tsv")

	writeFile(t, filepath.Join(top, "shared", "corpus", "README.md"), 0o644)
	_, r = ask(t, corpus)
	wantOne(t, r, r.failed, r.skipped, RequireVariable)

	t.Setenv(RequireVariable, "")
	_, r = ask(t, corpus)
	wantOne(t, r, r.skipped, r.failed, "absent")

	want := filepath.Join(top, "shared", "corpus", "shuffle", "masks.tsv")
	writeFile(t, want, 0o644)
	if got, r := ask(t, corpus); got != want {
		t.Errorf("Corpus = %q, want %q (skipped %q, failed %q)", got, want, r.skipped, r.failed)
	}
}

func TestCorpusOutsideAModule(t *testing.T) {
	t.Chdir(t.TempDir())
	_, r := ask(t, func(tb testing.TB) string { return Corpus(tb, "x") })
	wantOne(t, r, r.failed, r.skipped, "go.mod")
}
