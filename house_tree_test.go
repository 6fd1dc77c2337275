package lanescope_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A goPackage is one folder of Go files, read but neither built nor checked for
// types: the rules must hold for every platform's files at once.
type goPackage struct {
	path        string // below the module's root; "." is the root itself
	name        string
	code, tests []*goFile
	seeds       map[string]int // files in testdata/fuzz, by fuzz target
}

type goFile struct {
	name string // below the module's root
	tree *ast.File
	set  *token.FileSet
}

// An importLine is one import as it stands in a file.
type importLine struct {
	path  string
	where string // file:line
}

// readPackages reads every package below root, which must hold go.mod.
func readPackages(root fs.FS) ([]*goPackage, error) {
	byPath := map[string]*goPackage{}
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && !isOurs(root, name):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		return readFile(root, name, byPath)
	})
	if err != nil {
		return nil, err
	}
	var packages []*goPackage
	for _, p := range byPath {
		if p.seeds, err = readSeeds(root, p.path); err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	slices.SortFunc(packages, func(a, b *goPackage) int { return cmp.Compare(a.path, b.path) })
	return packages, nil
}

// isOurs leaves out what the go command leaves out too, and nested modules.
func isOurs(root fs.FS, dir string) bool {
	if dir == "." {
		return true
	}
	base := path.Base(dir)
	if base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_' {
		return false
	}
	_, err := fs.Stat(root, path.Join(dir, "go.mod"))
	return err != nil
}

func readFile(root fs.FS, name string, byPath map[string]*goPackage) error {
	source, err := fs.ReadFile(root, name)
	if err != nil {
		return err
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, source, parser.ParseComments)
	if err != nil {
		return err
	}
	if isIgnored(tree) {
		return nil
	}
	p := byPath[path.Dir(name)]
	if p == nil {
		p = &goPackage{path: path.Dir(name)}
		byPath[p.path] = p
	}
	file := &goFile{name, tree, set}
	if strings.HasSuffix(name, "_test.go") {
		p.tests = append(p.tests, file)
		p.name = cmp.Or(p.name, strings.TrimSuffix(tree.Name.Name, "_test"))
	} else {
		p.code = append(p.code, file)
		p.name = tree.Name.Name
	}
	return nil
}

// isIgnored recognises a generator that lives beside the package it writes.
func isIgnored(tree *ast.File) bool {
	for _, group := range tree.Comments {
		for _, c := range group.List {
			if c.Pos() < tree.Package && c.Text == "//go:build ignore" {
				return true
			}
		}
	}
	return false
}

func readSeeds(root fs.FS, dir string) (map[string]int, error) {
	seeds := map[string]int{}
	files, err := fs.Glob(root, path.Join(dir, "testdata/fuzz/*/*"))
	for _, f := range files {
		seeds[path.Base(path.Dir(f))]++
	}
	return seeds, err
}

func (p *goPackage) files() []*goFile { return slices.Concat(p.code, p.tests) }

func (p *goPackage) isInternal() bool {
	return slices.Contains(strings.Split(p.path, "/"), "internal")
}

func (f *goFile) imports() []importLine {
	var lines []importLine
	for _, spec := range f.tree.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value) // the parser has accepted it
		lines = append(lines, importLine{imported, f.where(spec)})
	}
	return lines
}

// where prints the file and line of a node.
func (f *goFile) where(n ast.Node) string {
	return fmt.Sprintf("%s:%d", f.name, f.set.Position(n.Pos()).Line)
}

// functions returns the file's functions without receiver.
func (f *goFile) functions() []*ast.FuncDecl {
	var found []*ast.FuncDecl
	for _, d := range f.tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
			found = append(found, fn)
		}
	}
	return found
}

// ours returns the path below the module's root of an import of this module.
func (i importLine) ours() (string, bool) {
	if i.path == modulePath {
		return ".", true
	}
	return strings.CutPrefix(i.path, modulePath+"/")
}

// isStandard tells the standard library by the first element of its path, which
// has no dot. Cgo's "C" is not a library.
func (i importLine) isStandard() bool {
	first, _, _ := strings.Cut(i.path, "/")
	return i.path != "C" && !strings.Contains(first, ".")
}
