package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
)

// What cannot be read in a folder costs that entry, is said, and is an exit code; the rest is read.
func TestScanGoesOnBehindBadEntries(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "a.s"), "pshufd xmm0, xmm1, 27\n")
	writeFile(t, filepath.Join(dir, "z.s"), "pshufd xmm0, xmm1, 78\n")
	sub := filepath.Join(dir, "sub")
	if err := errors.Join(os.Symlink("nowhere", filepath.Join(dir, "dangling.s")), os.Mkdir(sub, 0o700), os.Symlink("sub", filepath.Join(dir, "folder.s")), os.Symlink("a.s", filepath.Join(dir, "link.s"))); err != nil {
		t.Skip(err)
	}
	if err := oracle.Usual.Run(exec.Command("mkfifo", filepath.Join(dir, "pipe.s"))); err != nil {
		t.Skip("mkfifo: ", err)
	}
	code, out, diag := run("", "scan", dir)
	if code != 1 || !strings.Contains(out, "3 files, 3 shuffles") {
		t.Errorf("exit code %d: %s", code, out)
	}
	said := strings.Split(strings.TrimSuffix(diag, "\n"), "\n")
	for i, want := range []string{"dangling.s: stat", "folder.s: a link to a folder", "pipe.s: no file, but a pipe"} {
		if len(said) != 3 || !strings.HasPrefix(said[i], "lanescope: ") || !strings.Contains(said[i], want) {
			t.Errorf("%q, want %s", said, want)
		}
	}
	if code, out, _ := run("", "scan", "--json", "nowhere", filepath.Join(dir, "a.s")); code != 1 || !strings.Contains(out, `"files":1,"shuffles":1`) || !strings.Contains(out, `"skipped":[{"file":"nowhere","line":0,"why":"stat nowhere:`) {
		t.Errorf("exit code %d: %s", code, out)
	}
	if code, out, diag := run("", "scan", sub); code != 0 || !strings.HasPrefix(out, "0 files, 0 shuffles") || diag != "" {
		t.Errorf("an empty folder: exit code %d: %s%s", code, out, diag)
	}
	if code, out, _ := run("", "scan", "nowhere"); code != 1 || out != "" {
		t.Errorf("exit code %d: %q", code, out)
	}
}

// A pipe that is named is read.
func TestScanReadsNamedPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := oracle.Usual.Run(exec.Command("mkfifo", pipe)); err != nil {
		t.Skip("mkfifo: ", err)
	}
	go func() { _ = os.WriteFile(pipe, []byte("pshufd xmm0, xmm1, 27\n"), 0) }()
	if code, out, diag := run("", "scan", pipe); code != 0 || !strings.HasPrefix(out, "1 files, 1 shuffles") {
		t.Errorf("exit code %d: %s%s", code, out, diag)
	}
}
