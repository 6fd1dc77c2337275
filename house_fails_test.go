package lanescope_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// smallHouse is the table for the small modules below.
var smallHouse = []room{
	{path: "cmd/tool", level: top, noExample: isProgram},
	{path: "desk", level: 8},
	{path: "shelf", level: 2, never: []string{"pen"}},
	{path: "g13", level: 1},
	{path: "g13/asm", level: 2},
	{path: "visa", level: 1},
	{path: "pen", level: 1, only: []string{"ink"}},
	{path: "reader", level: 1, reads: true},
	{path: "internal/secret", level: 1, noExample: notImportable},
	{path: "internal/prop", level: ground, testSupport: true, noExample: notImportable},
	{path: "internal/stage", level: ground + 1, testSupport: true, noExample: notImportable},
	{path: "ink", level: 0},
	{path: "water", level: 0},
}

// module builds a file system from a file's name and its text in turns.
func module(namesAndTexts ...string) fstest.MapFS {
	files := fstest.MapFS{"go.mod": {Data: []byte("module " + modulePath + "\n")}}
	for i := 0; i < len(namesAndTexts); i += 2 {
		files[namesAndTexts[i]] = &fstest.MapFile{Data: []byte(namesAndTexts[i+1])}
	}
	return files
}

// importing is a file of a package that imports others of ours, or, where the
// path has a dot or a quote, others at all.
func importing(name string, paths ...string) string {
	var b strings.Builder
	b.WriteString("// Package " + name + " is small.\npackage " + name + "\n")
	for _, p := range paths {
		if p != "C" && !strings.Contains(p, ".") {
			p = modulePath + "/" + p
		}
		b.WriteString("import _ \"" + p + "\"\n")
	}
	return b.String()
}

const (
	goodExample = "package ink_test\nfunc Example() {\n\t// Output: blue\n}\n"
	goodFuzz    = "package reader\nimport \"testing\"\nfunc FuzzRead(f *testing.F) {}\n"
)

// breaches are small modules that each break one rule, with the words of the
// complaint; an empty complaint means that the rule must hold its tongue.
var breaches = []struct {
	rule, name string
	files      fstest.MapFS
	complaint  string
}{
	{"every package has a room", "unknown package", module("attic/a.go", "package attic"), "attic: not in the table"},
	{"every package has a room", "unknown, only tests", module("attic/a_test.go", "package attic_test"), "attic: not in the table"},
	{"every package has a room", "only for another platform", module("attic/a_windows.go", "package attic"), "attic: not in the table"},
	{"every package has a room", "testdata, hidden and nested modules are not ours", module("ink/testdata/a/a.go", "package a", ".ci/a.go", "package a", "_old/a.go", "package a", "far/go.mod", "module far", "far/a.go", "package far"), ""},
	{"every package has a room", "ignored generator", module("attic/gen.go", "//go:build ignore\n\npackage main"), ""},

	{"imports go to lower levels", "upwards", module("ink/a.go", importing("ink", "shelf")), "ink/a.go:3: ink of level 0 imports shelf of level 2"},
	{"imports go to lower levels", "sideways", module("ink/a.go", importing("ink", "water")), "ink of level 0 imports water of level 0"},
	{"imports go to lower levels", "to nowhere", module("ink/a.go", importing("ink", "attic")), "imports attic, which is not in the table"},
	{"imports go to lower levels", "to the root", module("ink/a.go", "package ink\nimport _ \""+modulePath+"\""), "imports ., which is not in the table"},
	{"imports go to lower levels", "upwards on another platform", module("ink/a_js.go", importing("ink", "desk")), "ink of level 0 imports desk of level 8"},
	{"imports go to lower levels", "downwards", module("g13/asm/a.go", importing("asm", "g13", "ink")), ""},
	{"imports go to lower levels", "tests are free", module("ink/a_test.go", importing("ink", "desk")), ""},

	{"named imports only", "not in only", module("pen/a.go", importing("pen", "water")), "pen may not import water"},
	{"named imports only", "in never", module("shelf/a.go", importing("shelf", "ink", "pen")), "shelf/a.go:4: shelf may not import pen"},
	{"named imports only", "in only", module("pen/a.go", importing("pen", "ink")), ""},

	{"dialects do not know each other", "another dialect", module("visa/a.go", importing("visa", "g13")), "dialect visa imports dialect g13"},
	{"dialects do not know each other", "from a room inside", module("g13/asm/a.go", importing("asm", "visa")), "dialect g13 imports dialect visa"},
	{"dialects do not know each other", "its own root", module("g13/asm/a.go", importing("asm", "g13")), ""},

	{"test support stays in tests", "in code", module("ink/a.go", importing("ink", "internal/prop")), "ink imports internal/prop outside its tests"},
	{"test support stays in tests", "in other test support", module("internal/stage/a.go", importing("stage", "internal/prop")), ""},
	{"test support stays in tests", "in a test", module("ink/a_test.go", importing("ink", "internal/prop")), ""},

	{"standard library and us", "another's module", module("shelf/a.go", importing("shelf", "example.org/x")), "shelf of level 2 imports example.org/x"},
	{"standard library and us", "a namesake of ours", module("shelf/a.go", importing("shelf", modulePath+"x/y")), "shelf of level 2 imports"},
	{"standard library and us", "cgo", module("shelf/a.go", importing("shelf", "C")), "shelf of level 2 imports C"},
	{"standard library and us", "standard", module("shelf/a.go", "package shelf\nimport _ \"go/ast\""), ""},
	{"standard library and us", "on the free level", module("desk/a.go", importing("desk", "example.org/x")), ""},

	{"no work in init", "init", module("ink/a.go", "package ink\nfunc init() {}"), "ink/a.go:2: func init"},
	{"no work in init", "in a test", module("ink/a_test.go", "package ink\nfunc init() {}"), "func init"},
	{"no work in init", "a method", module("ink/a.go", "package ink\nfunc (x X) init() {}"), ""},

	{"names say something", "folder", module("utils/a.go", "package ink"), `"utils" says nothing`},
	{"names say something", "package clause", module("ink/a.go", "package common"), `"common" says nothing`},
	{"names say something", "folder above", module("misc/ink/a.go", "package ink"), `"misc" says nothing`},
	{"names say something", "part of a word", module("utilisation/a.go", "package utilisation"), ""},

	{"package comment", "none", module("ink/a.go", "package ink"), "ink: no package comment"},
	{"package comment", "only a directive", module("ink/a.go", "//go:build linux\n\npackage ink"), "ink: no package comment"},
	{"package comment", "two", module("ink/a.go", importing("ink"), "ink/b.go", importing("ink")), "ink: 2 package comments"},
	{"package comment", "one of two files", module("ink/a.go", importing("ink"), "ink/b.go", "package ink"), ""},

	{"documented identifiers", "function", module("ink/a.go", "package ink\nfunc Dry() {}"), "ink/a.go:2: Dry has no comment"},
	{"documented identifiers", "method", module("ink/a.go", "package ink\nfunc (*Blot[T]) Dry() {}"), "Dry has no comment"},
	{"documented identifiers", "type", module("ink/a.go", "package ink\ntype Blot int"), "Blot has no comment"},
	{"documented identifiers", "type in a commented group", module("ink/a.go", "package ink\n// Both.\ntype (\n\tBlot int\n)"), "Blot has no comment"},
	{"documented identifiers", "constant", module("ink/a.go", "package ink\nconst Blue = 1"), "Blue has no comment"},
	{"documented identifiers", "second variable", module("ink/a.go", "package ink\nvar blue, Red int"), "Red has no comment"},
	{"documented identifiers", "only a directive", module("ink/a.go", "package ink\n//go:noinline\nfunc Dry() {}"), "Dry has no comment"},
	{"documented identifiers", "commented", module("ink/a.go", "package ink\n// Blot is.\ntype Blot int\n// Colours.\nconst (\n\tBlue = 1\n)\nvar (\n\tRed int // is red\n)"), ""},
	{"documented identifiers", "hidden", module("ink/a.go", "package ink\nfunc (blot) Dry() {}\nfunc dry() {}", "ink/a_test.go", "package ink\nfunc Dry() {}", "internal/secret/a.go", "package secret\nfunc Dry() {}"), ""},

	{"example", "none", module("ink/a.go", "package ink"), "ink: no Example"},
	{"example", "never run", module("ink/a_test.go", "package ink_test\nfunc Example() {}"), "ink: no Example"},
	{"example", "in code", module("ink/a.go", strings.ReplaceAll(goodExample, "ink_test", "ink")), "ink: no Example"},
	{"example", "good", module("ink/a.go", "package ink", "ink/a_test.go", goodExample), ""},
	{"example", "excused", module("cmd/tool/main.go", "package main"), ""},

	{"parsers are fuzzed", "no target", module("reader/a.go", "package reader"), "reader: reads input and has no fuzz target"},
	{"parsers are fuzzed", "not a target", module("reader/a_test.go", "package reader\nfunc FuzzRead() {}"), "no fuzz target"},
	{"parsers are fuzzed", "target", module("reader/a_test.go", goodFuzz), ""},
	{"parsers are fuzzed", "not a parser", module("ink/a.go", "package ink"), ""},

	{"fuzz targets have seeds", "none", module("reader/a_test.go", goodFuzz), "no seed inputs in testdata/fuzz/FuzzRead"},
	{"fuzz targets have seeds", "not a parser, none", module("ink/a_test.go", goodFuzz), "no seed inputs"},
	{"fuzz targets have seeds", "of a target that is gone", module("reader/a.go", "package reader", "reader/testdata/fuzz/FuzzOld/0", ""), "belongs to no fuzz target"},
	{"fuzz targets run on spoilt inputs", "testing's own", module("reader/a_test.go", "package reader\nfunc FuzzRead(f *testing.F) {\n\tf.Fuzz(read)\n}"), "reader/a_test.go:3: chance.Fuzz"},
	{"fuzz targets run on spoilt inputs", "good", module("reader/a_test.go", "package reader\nfunc FuzzRead(f *testing.F) {\n\tchance.Fuzz(f, read)\n}"), ""},
	{"fuzz targets have seeds", "good", module("reader/a_test.go", goodFuzz, "reader/testdata/fuzz/FuzzRead/0", ""), ""},
}

// TestEachRuleFails breaks every rule on purpose: a test that cannot fail proves
// nothing.
func TestEachRuleFails(t *testing.T) {
	broken, kept := map[string]bool{}, map[string]bool{}
	for _, b := range breaches {
		t.Run(b.rule+"/"+b.name, func(t *testing.T) {
			packages, err := readPackages(b.files)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(rules, func(r rule) bool { return r.name == b.rule })
			if i < 0 {
				t.Fatalf("there is no rule %q", b.rule)
			}
			got := rules[i].check(packages, smallHouse)
			switch {
			case b.complaint == "" && len(got) > 0:
				t.Errorf("complaints %q, want none", got)
			case b.complaint != "" && (len(got) != 1 || !strings.Contains(got[0], b.complaint)):
				t.Errorf("complaints %q, want one with %q", got, b.complaint)
			}
		})
		if b.complaint == "" {
			kept[b.rule] = true
		} else {
			broken[b.rule] = true
		}
	}
	for _, r := range rules {
		if !broken[r.name] || !kept[r.name] {
			t.Errorf("rule %q: want a module that breaks it and one that keeps it", r.name)
		}
	}
}

// TestReadPackages looks at what the rules see of a module.
func TestReadPackages(t *testing.T) {
	packages, err := readPackages(module(
		"a.go", "package lanescope",
		"ink/a.go", "package ink", "ink/a_test.go", "package ink_test",
		"pen/a_test.go", "package pen_test",
		"pen/testdata/fuzz/FuzzPen/1", "", "pen/testdata/fuzz/FuzzPen/2", ""))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, p := range packages {
		names[p.path] = p.name
	}
	if want := map[string]string{".": "lanescope", "ink": "ink", "pen": "pen"}; !maps.Equal(names, want) {
		t.Errorf("packages %v, want %v", names, want)
	}
	if n := packages[2].seeds["FuzzPen"]; n != 2 {
		t.Errorf("FuzzPen has %d seeds, want 2", n)
	}
	if _, err := readPackages(module("ink/a.go", "package")); err == nil {
		t.Error("a file that is not Go was read")
	}
}
