package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/internal/api"
)

// A Site is the page as files, which any server of files can send, or none that knows what they are:
//
//	index.html, style.css, *.js   the page, as lanescope serve sends it, but for one word in index.html
//	lanescope.packed              the library, which answers in the page: WebAssembly, packed as pack says
//	api/openapi.json              what can be asked
type Site struct {
	Version string
	// Wasm is the library's file, made before; empty: the Go tool makes it, in a checkout of Lanescope.
	Wasm string
}

// library is the name of the library's file, which index.html says, and what index.html says it in.
const (
	library   = "lanescope.packed"
	htmlOpens = `<html lang="en"`
)

// wasmBegins is how a file of WebAssembly begins.
const wasmBegins = "\x00asm\x01\x00\x00\x00"

// Write writes the files into a folder, which is made if there is none. What else is there stays.
func (s Site) Write(ctx context.Context, dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "api"), 0o755); err != nil {
		return err
	}
	if err := s.writeLibrary(ctx, filepath.Join(dir, library)); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "api", "openapi.json"), append(api.AppendOpenAPI(nil, s.Version), '\n'), 0o644); err != nil {
		return err
	}
	files := pageFiles()
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if name == "index.html" {
			b = bytes.Replace(b, []byte(htmlOpens), []byte(htmlOpens+` data-wasm="`+library+`"`), 1)
		}
		return os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), b, 0o644)
	})
}

func (s Site) writeLibrary(ctx context.Context, to string) error {
	from := s.Wasm
	if from == "" {
		dir, err := os.MkdirTemp("", "lanescope")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		from = filepath.Join(dir, "lanescope.wasm")
		if err := buildLibrary(ctx, from); err != nil {
			return err
		}
	}
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(b, []byte(wasmBegins)) {
		return fmt.Errorf("%s is no WebAssembly: expected what the Go tool makes of cmd/lanescope-wasm", s.Wasm)
	}
	packed, err := pack(b)
	if err != nil {
		return err
	}
	return os.WriteFile(to, packed, 0o644)
}

// libraryPackage is what the library is made of.
const (
	modulePath     = "github.com/lanescope/lanescope"
	libraryPackage = modulePath + "/cmd/lanescope-wasm"
)

// libraryFlags are how it is built: small. Functions stay calls, which makes what is sent a tenth shorter, but in the packages that search and run, where time is spent.
func libraryFlags() []string {
	flags := []string{"-trimpath", "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, quick := range []string{"lane", "lower/...", "target/...", "g13/machine"} {
		flags = append(flags, "-gcflags="+modulePath+"/"+quick+"=")
	}
	return append(flags, "-gcflags=slices=", "-buildmode=c-shared")
}

// buildLibrary makes the library with the Go tool. A program cannot hold it: it would hold itself once more, and the repository a file that nobody can read.
func buildLibrary(ctx context.Context, to string) error {
	tool, err := exec.LookPath("go")
	if err != nil {
		return errors.New("the library is built with the Go tool, which is not there; --wasm takes one that is built, as each release has it")
	}
	cmd := exec.CommandContext(ctx, tool, slices.Concat([]string{"build"}, libraryFlags(), []string{"-o", to, libraryPackage})...)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s, which is to be run in a checkout of Lanescope: %w\n%s\n--wasm takes one that is built, as each release has it", libraryPackage, err, strings.TrimSpace(string(out)))
	}
	return nil
}
