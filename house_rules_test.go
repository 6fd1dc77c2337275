package lanescope_test

import (
	"fmt"
	"go/ast"
	"go/doc"
	"maps"
	"slices"
	"strings"
)

// A rule of the house looks at all packages and returns what is wrong.
type rule struct {
	name  string
	check func(packages []*goPackage, house []room) []string
}

// rules holds every rule. TestEachRuleFails shows for each that it can fail.
var rules = []rule{
	{"every package has a room", everyPackageHasARoom},
	{"imports go to lower levels", importsGoToLowerLevels},
	{"named imports only", namedImportsOnly},
	{"dialects do not know each other", dialectsDoNotKnowEachOther},
	{"test support stays in tests", testSupportStaysInTests},
	{"standard library and us", standardLibraryAndUs},
	{"no work in init", noWorkInInit},
	{"names say something", namesSaySomething},
	{"package comment", packageComment},
	{"documented identifiers", documentedIdentifiers},
	{"example", hasExample},
	{"parsers are fuzzed", parsersAreFuzzed},
	{"fuzz targets have seeds", fuzzTargetsHaveSeeds},
	{"fuzz targets run on spoilt inputs", fuzzTargetsRunOnSpoiltInputs},
}

func roomOf(house []room, path string) (room, bool) {
	i := slices.IndexFunc(house, func(r room) bool { return r.path == path })
	if i < 0 {
		return room{}, false
	}
	return house[i], true
}

func everyPackageHasARoom(packages []*goPackage, house []room) (wrong []string) {
	for _, p := range packages {
		if _, ok := roomOf(house, p.path); !ok {
			wrong = append(wrong, fmt.Sprintf("%s: not in the table of house_test.go; which level is it?", p.path))
		}
	}
	return wrong
}

// eachImport calls complain for every import in the code of packages that have a
// room, and collects the complaints with their places.
func eachImport(packages []*goPackage, house []room, complain func(from room, i importLine) string) (wrong []string) {
	for _, p := range packages {
		from, ok := roomOf(house, p.path)
		if !ok {
			continue // everyPackageHasARoom has said so
		}
		for _, f := range p.code {
			for _, i := range f.imports() {
				if what := complain(from, i); what != "" {
					wrong = append(wrong, i.where+": "+what)
				}
			}
		}
	}
	return wrong
}

func importsGoToLowerLevels(packages []*goPackage, house []room) []string {
	return eachImport(packages, house, func(from room, i importLine) string {
		path, ours := i.ours()
		if !ours {
			return ""
		}
		to, ok := roomOf(house, path)
		switch {
		case !ok:
			return fmt.Sprintf("%s imports %s, which is not in the table", from.path, path)
		case to.level >= from.level:
			return fmt.Sprintf("%s of level %v imports %s of level %v; only lower ones are allowed",
				from.path, from.level, to.path, to.level)
		}
		return ""
	})
}

func namedImportsOnly(packages []*goPackage, house []room) []string {
	return eachImport(packages, house, func(from room, i importLine) string {
		path, ours := i.ours()
		if ours && (slices.Contains(from.never, path) || from.only != nil && !slices.Contains(from.only, path)) {
			return fmt.Sprintf("%s may not import %s", from.path, path)
		}
		return ""
	})
}

// dialectOf returns the dialect to which a path belongs, or nothing.
func dialectOf(path string) string {
	first, _, _ := strings.Cut(path, "/")
	if slices.Contains(dialects, first) {
		return first
	}
	return ""
}

func dialectsDoNotKnowEachOther(packages []*goPackage, house []room) []string {
	return eachImport(packages, house, func(from room, i importLine) string {
		path, ours := i.ours()
		a, b := dialectOf(from.path), dialectOf(path)
		if ours && a != "" && b != "" && a != b {
			return fmt.Sprintf("dialect %s imports dialect %s; let them meet in a lane.Map", a, b)
		}
		return ""
	})
}

func testSupportStaysInTests(packages []*goPackage, house []room) []string {
	return eachImport(packages, house, func(from room, i importLine) string {
		path, ours := i.ours()
		if to, ok := roomOf(house, path); ours && ok && to.testSupport && !from.testSupport {
			return fmt.Sprintf("%s imports %s outside its tests", from.path, to.path)
		}
		return ""
	})
}

func standardLibraryAndUs(packages []*goPackage, house []room) []string {
	return eachImport(packages, house, func(from room, i importLine) string {
		if _, ours := i.ours(); !ours && !i.isStandard() && from.level < freeImports {
			return fmt.Sprintf("%s of level %v imports %s; below level %v only the standard library and us",
				from.path, from.level, i.path, freeImports)
		}
		return ""
	})
}

// noWorkInInit looks at tests too: a table that is built in init there is as
// hard to find as elsewhere.
func noWorkInInit(packages []*goPackage, _ []room) (wrong []string) {
	for _, p := range packages {
		for _, f := range p.files() {
			for _, fn := range f.functions() {
				if fn.Name.Name == "init" {
					wrong = append(wrong, f.where(fn)+": func init; use a composite literal, generated code or sync.OnceValue")
				}
			}
		}
	}
	return wrong
}

func namesSaySomething(packages []*goPackage, _ []room) (wrong []string) {
	for _, p := range packages {
		for _, word := range append(strings.Split(p.path, "/"), p.name) {
			if slices.Contains(refusedNames, word) {
				wrong = append(wrong, fmt.Sprintf("%s: %q says nothing about what is inside", p.path, word))
				break
			}
		}
	}
	return wrong
}

func packageComment(packages []*goPackage, _ []room) (wrong []string) {
	for _, p := range packages {
		var comments int
		for _, f := range p.code {
			if f.tree.Doc.Text() != "" {
				comments++
			}
		}
		switch {
		case comments == 0 && len(p.code) > 0:
			wrong = append(wrong, p.path+": no package comment")
		case comments > 1:
			wrong = append(wrong, fmt.Sprintf("%s: %d package comments; godoc would join them", p.path, comments))
		}
	}
	return wrong
}

// hasExample asks for an Example with an output: one without is never run.
func hasExample(packages []*goPackage, house []room) (wrong []string) {
	for _, p := range packages {
		if r, ok := roomOf(house, p.path); !ok || r.noExample != "" {
			continue
		}
		var trees []*ast.File
		for _, f := range p.tests {
			trees = append(trees, f.tree)
		}
		runs := func(e *doc.Example) bool { return e.Output != "" || e.EmptyOutput }
		if !slices.ContainsFunc(doc.Examples(trees...), runs) {
			wrong = append(wrong, p.path+": no Example with an // Output: comment")
		}
	}
	return wrong
}

// fuzzTargets returns the names of a package's fuzz targets.
func fuzzTargets(p *goPackage) (names []string) {
	for _, f := range p.tests {
		for _, fn := range f.functions() {
			if strings.HasPrefix(fn.Name.Name, "Fuzz") && fn.Type.Params.NumFields() == 1 {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names
}

func parsersAreFuzzed(packages []*goPackage, house []room) (wrong []string) {
	for _, p := range packages {
		if r, ok := roomOf(house, p.path); ok && r.reads && len(fuzzTargets(p)) == 0 {
			wrong = append(wrong, p.path+": reads input and has no fuzz target")
		}
	}
	return wrong
}

// A target that calls testing's own Fuzz is only run by go test -fuzz.
func fuzzTargetsRunOnSpoiltInputs(packages []*goPackage, _ []room) (wrong []string) {
	for _, p := range packages {
		for _, f := range p.tests {
			ast.Inspect(f.tree, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if s, ok := call.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Fuzz" && len(call.Args) == 1 {
					wrong = append(wrong, f.where(n)+": chance.Fuzz(f, …) also runs a target on spoilt inputs")
				}
				return true
			})
		}
	}
	return wrong
}

func fuzzTargetsHaveSeeds(packages []*goPackage, _ []room) (wrong []string) {
	for _, p := range packages {
		targets := fuzzTargets(p)
		for _, target := range targets {
			if p.seeds[target] == 0 {
				wrong = append(wrong, fmt.Sprintf("%s: no seed inputs in testdata/fuzz/%s", p.path, target))
			}
		}
		for _, target := range slices.Sorted(maps.Keys(p.seeds)) {
			if !slices.Contains(targets, target) {
				wrong = append(wrong, fmt.Sprintf("%s: testdata/fuzz/%s belongs to no fuzz target", p.path, target))
			}
		}
	}
	return wrong
}
