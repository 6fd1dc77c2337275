package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/lanescope/lanescope/internal/gocommand"
)

// A fuzzedPackage is a package that has fuzz targets.
type fuzzedPackage struct {
	name    string // below the module
	path    string // as it is imported
	dir     string
	targets []string
}

var targetLine = regexp.MustCompile(`(?m)^func (Fuzz\w*)\(\w+ \*testing\.F\)`)

// fuzzed are the packages that patterns of the go command mean, with those of their fuzz targets that a pattern fits.
func fuzzed(ctx context.Context, patterns []string, only *regexp.Regexp) (all []*fuzzedPackage, err error) {
	out, err := gocommand.Output(ctx, append([]string{"list", "-f", "{{.ImportPath}}\t{{.Dir}}\t{{with .Module}}{{.Path}}{{end}}", "--"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 3 {
			return nil, fmt.Errorf("go list: %q", line)
		}
		p := &fuzzedPackage{path: f[0], dir: f[1], name: strings.TrimPrefix(strings.TrimPrefix(f[0], f[2]), "/")}
		if err := p.find(only); err != nil {
			return nil, err
		}
		if len(p.targets) > 0 {
			all = append(all, p)
		}
	}
	return all, nil
}

// find finds the targets in the package's test files.
func (p *fuzzedPackage) find(only *regexp.Regexp) error {
	files, err := filepath.Glob(filepath.Join(p.dir, "*_test.go"))
	if err != nil {
		return err
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, m := range targetLine.FindAllSubmatch(text, -1) {
			if only.Match(m[1]) {
				p.targets = append(p.targets, string(m[1]))
			}
		}
	}
	return nil
}

// build builds the package's tests, so that they say which code an input reaches where that is wanted: they are slower then.
func (p *fuzzedPackage) build(ctx context.Context, bin string, spoil bool) error {
	arguments := []string{"test", "-c", "-o", bin}
	if !spoil {
		arguments = append(arguments, "-fuzz=.")
	}
	out, err := exec.CommandContext(ctx, "go", append(arguments, p.path)...).CombinedOutput()
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("%s does not compile: %w\n%s", p.name, err, out)
	}
	return nil
}
