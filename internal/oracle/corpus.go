package oracle

import (
	"os"
	"path/filepath"
	"testing"
)

// Corpus returns the path of a reference case file, named relative to
// ../shared/corpus as seen from the module's root, for example
// "shuffle/llvm_test_masks.tsv". The corpus lies beside the repository and is
// never copied into it, so the test skips where it is absent. Required oracles
// make it a failure only where ../shared exists: then the corpus was handed
// over, and a file that is not in it is a mistake; a clone that stands alone
// cannot install it by any name.
func Corpus(t testing.TB, file string) (path string) {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Fatalf("corpus %s: %v", file, err)
	}
	shared := filepath.Join(root, "..", "shared")
	path = filepath.Join(shared, "corpus", filepath.FromSlash(file))
	if exists(path) {
		return path
	}
	missing(t, Required() && exists(shared), "reference cases %s are absent: no file ../shared/corpus/%s beside the module", file, file)
	return ""
}

// moduleRoot walks up from the working directory, which go test sets to the
// package's folder, to the folder that holds go.mod.
func moduleRoot() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if exists(filepath.Join(dir, "go.mod")) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", &os.PathError{Op: "find go.mod above", Path: start, Err: os.ErrNotExist}
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
