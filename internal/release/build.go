package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/lanescope/lanescope/internal/cli"
)

// build is the program for a platform. Paths of this machine, and what git says of the checkout, are not in it; the version is.
func (r *release) build(p platform) ([]byte, error) {
	dir, err := os.MkdirTemp("", "lanescope-release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "lanescope")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -X github.com/lanescope/lanescope/internal/cli.released=v"+r.version, "-o", program, "./cmd/lanescope")
	cmd.Dir = r.root
	cmd.Env = append(os.Environ(), "GOOS="+p.os, "GOARCH="+p.arch, "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", p, err, out)
	}
	return os.ReadFile(program)
}

// A file is one in an archive.
type file struct {
	name string
	mode int64
	data []byte
}

// shells are those for which there are completions, and where their files belong.
var shells = []struct{ name, file string }{
	{"bash", "completions/bash/lanescope"}, {"zsh", "completions/zsh/_lanescope"}, {"fish", "completions/fish/lanescope.fish"},
}

// documents are what goes beside a program: licence, changes, manual pages, completions. The program says the last two itself.
func (r *release) documents() ([]file, error) {
	var all []file
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		b, err := os.ReadFile(filepath.Join(r.root, name))
		if err != nil {
			return nil, err
		}
		all = append(all, file{name, 0o644, b})
	}
	whole, err := says("man")
	if err != nil {
		return nil, err
	}
	all = append(all, file{"man/lanescope.1", 0o644, whole})
	for _, command := range commandsOf(string(whole)) {
		page, err := says("man", command)
		if err != nil {
			return nil, err
		}
		all = append(all, file{"man/lanescope-" + command + ".1", 0o644, page})
	}
	for _, shell := range shells {
		script, err := says("completion", shell.name)
		if err != nil {
			return nil, err
		}
		all = append(all, file{shell.file, 0o644, script})
	}
	return all, nil
}

// says is what the program prints.
func says(args ...string) ([]byte, error) {
	var out, complaints bytes.Buffer
	code := cli.Run(args, cli.System{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &complaints, Getenv: func(string) string { return "" }})
	if code != 0 || out.Len() == 0 {
		return nil, fmt.Errorf("lanescope %s: exit code %d: %s", strings.Join(args, " "), code, complaints.String())
	}
	return out.Bytes(), nil
}

// commandsOf are the commands that the manual page lists.
func commandsOf(page string) (names []string) {
	_, list, _ := strings.Cut(page, ".SH COMMANDS\n")
	list, _, _ = strings.Cut(list, ".SH ")
	for entry := range strings.SplitSeq(list, ".TP\n.B ") {
		if name, _, ok := strings.Cut(entry, "\n"); ok && name != "" {
			names = append(names, strings.ReplaceAll(name, `\-`, "-"))
		}
	}
	return names
}
