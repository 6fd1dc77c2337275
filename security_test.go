package lanescope_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
)

// A dependency is a row of SECURITY.md's table.
type dependency struct{ module, linked, licence string }

var dependencyRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (yes|no) \\| [^|]+ \\| ([^|]+) \\|$")

func dependencies(text string) (rows []dependency) {
	for _, m := range dependencyRow.FindAllStringSubmatch(text, -1) {
		rows = append(rows, dependency{m[1], m[2], m[3]})
	}
	return rows
}

// licences are sentences that only a licence has, and its name.
var licences = [...]struct{ sentence, name string }{
	{"Apache License", "Apache-2.0"},
	{"Redistribution and use in source and binary forms", "BSD-3-Clause"},
	{"Permission is hereby granted, free of charge", "MIT"},
	{"Mozilla Public License Version 2.0", "MPL-2.0"},
}

// licenceOf is what a module's own folder says.
func licenceOf(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "LICENSE*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no licence: %v", dir, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range licences {
		if strings.Contains(string(text), l.sentence) {
			names = append(names, l.name)
		}
	}
	return strings.Join(names, ", ")
}

// goOutput is what the go command says.
func goOutput(t *testing.T, args ...string) []byte {
	t.Helper()
	out, err := oracle.Usual.Output(exec.Command("go", args...))
	if err != nil {
		t.Fatalf("go %q: %v", args, err)
	}
	return out
}

// SECURITY.md names each module that go.mod asks for, whether the program has it, and under which licence it is.
func TestDependencies(t *testing.T) {
	text, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	said := dependencies(string(text))
	linked := strings.Fields(string(goOutput(t, "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./cmd/lanescope")))
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	if err := json.Unmarshal(goOutput(t, "mod", "edit", "-json"), &mod); err != nil {
		t.Fatal(err)
	}
	var want []dependency
	for _, r := range mod.Require {
		if r.Indirect {
			continue
		}
		row := dependency{r.Path, "no", ""}
		if slices.Contains(linked, r.Path) {
			row.linked = "yes"
		}
		dir := strings.TrimSpace(string(goOutput(t, "list", "-m", "-f", "{{.Dir}}", r.Path)))
		if dir == "" {
			t.Fatalf("%s is not here, to look at its licence: go mod download", r.Path)
		}
		row.licence = licenceOf(t, dir)
		want = append(want, row)
	}
	if len(want) == 0 {
		t.Fatal("go.mod asks for nothing")
	}
	for _, w := range want {
		if !slices.Contains(said, w) {
			t.Errorf("SECURITY.md has no row of %+v", w)
		}
	}
	for _, s := range said {
		if !slices.Contains(want, s) {
			t.Errorf("SECURITY.md says %+v, which is not so", s)
		}
	}
}
