//go:build unix

package web

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The library is built by the Go tool for WebAssembly, small but for the packages that are to be quick, in a folder that does not stay. A script stands for the tool.
func TestSiteAsksTheGoTool(t *testing.T) {
	dir, kept := t.TempDir(), t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("TMPDIR", kept)
	t.Setenv("KEPT", filepath.Join(dir, "asked"))
	tool := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "go"), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	tool(`echo "$GOOS $GOARCH $CGO_ENABLED $*" >"$KEPT"; before=; for a; do [ "$before" = -o ] && printf '\000asm\001\000\000\000' >"$a"; before=$a; done`)
	to := filepath.Join(dir, "site")
	if err := (Site{}).Write(context.Background(), to); err != nil {
		t.Fatal(err)
	}
	asked, err := os.ReadFile(filepath.Join(dir, "asked"))
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/lanescope/lanescope/"
	want := "wasip1 wasm 0 build -trimpath -ldflags=-s -w -gcflags=all=-l -gcflags=" + module + "lane= -gcflags=" + module + "lower/...= -gcflags=" + module + "target/...= -gcflags=" + module + "g13/machine= -gcflags=slices= -buildmode=c-shared -o "
	rest, ok := strings.CutPrefix(string(asked), want)
	if !ok || !strings.HasPrefix(rest, kept) || !strings.HasSuffix(rest, "/lanescope.wasm "+module+"cmd/lanescope-wasm\n") {
		t.Errorf("it was asked %s\nwant %s…", asked, want)
	}
	short, err := pack([]byte(wasmBegins))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(to, "lanescope.packed")); err != nil || !bytes.Equal(b, short) {
		t.Errorf("the library has %d bytes, want %d (%v)", len(b), len(short), err)
	}
	for says, want := range map[string]string{
		"echo; echo it says so; exit 1": "go build " + module + "cmd/lanescope-wasm, which is to be run in a checkout of Lanescope: exit status 1\nit says so\n--wasm takes one", "exit 0": "no such file",
	} {
		tool(says)
		if err := (Site{}).Write(context.Background(), to); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", says, err, want)
		}
	}
	if left, err := os.ReadDir(kept); err != nil || len(left) > 0 {
		t.Errorf("%d folders stay, %v", len(left), err)
	}
}
