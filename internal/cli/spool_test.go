package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// Where no file can be made beside another one, the result is copied over it at the end.
func TestSpool(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	path := filepath.Join(dir, "out")
	if err := os.WriteFile(path, []byte("what was there, and is longer\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.CreateTemp("", "")
	if err != nil {
		t.Fatal(err)
	}
	o := &outFile{File: file, path: path, spool: true}
	if _, err := o.WriteString("new\n"); err != nil {
		t.Fatal(err)
	}
	if err := o.commit(); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "new\n" {
		t.Errorf("%q, %v", b, err)
	}
	if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}
