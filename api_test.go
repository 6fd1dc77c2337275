package lanescope_test

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The exported API of each package that others may import is recorded in api, a file a package and a name a line, as Go records its own:
//
//	pkg lane, func Parse(string) (Map, error)
//	pkg lane, method (Map) Canonical() (Map, []int)
//	pkg lane, type Map struct, Bits int
//
// A line that goes or changes breaks somebody's build. Whoever means it says so in CHANGELOG.md, and writes the new record by
//
//	go test . -run API -update
func TestAPI(t *testing.T) {
	packages, err := readPackages(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	recorded := map[string]bool{}
	for _, p := range packages {
		if !isPublic(p) {
			continue
		}
		name := filepath.Join("api", strings.ReplaceAll(p.path, "/", "-")+".txt")
		recorded[name] = true
		now := strings.Join(exported(p), "\n") + "\n"
		if *update {
			if err := os.WriteFile(name, []byte(now), 0o644); err != nil {
				t.Error(err)
			}
			continue
		}
		was, err := os.ReadFile(name)
		if err != nil {
			t.Errorf("%v; to write it: go test . -run API -update", err)
			continue
		}
		gone, come := changedLines(string(was), now)
		for _, line := range gone {
			t.Errorf("gone, and somebody may use it: %s", line)
		}
		for _, line := range come {
			t.Errorf("new, and promised from now on: %s", line)
		}
	}
	if len(recorded) < 30 {
		t.Errorf("%d packages: this looks at nothing", len(recorded))
	}
	files, err := filepath.Glob("api/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if !recorded[name] {
			t.Errorf("%s is about no package; what used it has to know: CHANGELOG.md", name)
		}
	}
}

// isPublic says whether others may import a package, and find something in it.
func isPublic(p *goPackage) bool {
	r, ok := roomOf(house, p.path)
	return ok && !r.testSupport && p.name != "main" && p.path != "." && len(exported(p)) > 0 &&
		!strings.Contains("/"+p.path+"/", "/internal/") && !strings.HasPrefix(p.path, "integration/")
}

// changedLines are the lines of a text that another has not, and those that it has besides.
func changedLines(was, now string) (gone, come []string) {
	a, b := strings.Split(was, "\n"), strings.Split(now, "\n")
	for _, line := range a {
		if !slices.Contains(b, line) {
			gone = append(gone, line)
		}
	}
	for _, line := range b {
		if !slices.Contains(a, line) {
			come = append(come, line)
		}
	}
	return gone, come
}

// exported are the exported names of a package with their types, a line each, in order.
func exported(p *goPackage) []string {
	r := &apiRecord{prefix: "pkg " + p.path + ", "}
	for _, f := range p.code {
		r.set = f.set
		for _, d := range f.tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				r.function(d)
			case *ast.GenDecl:
				r.declaration(d)
			}
		}
	}
	slices.Sort(r.lines)
	return slices.Compact(r.lines)
}

// An apiRecord is made of a package's declarations.
type apiRecord struct {
	set    *token.FileSet
	prefix string
	lines  []string
}

func (r *apiRecord) add(line string) { r.lines = append(r.lines, r.prefix+line) }

// function records a function, or a method of a type that is exported.
func (r *apiRecord) function(d *ast.FuncDecl) {
	if !d.Name.IsExported() {
		return
	}
	signature := strings.TrimPrefix(r.text(withoutNames(d.Type)), "func")
	if d.Recv == nil {
		r.add("func " + d.Name.Name + signature)
		return
	}
	receiver := r.text(d.Recv.List[0].Type)
	if name := strings.TrimLeft(receiver, "*"); ast.IsExported(name) {
		r.add("method (" + receiver + ") " + d.Name.Name + signature)
	}
}

// declaration records constants, variables and types.
func (r *apiRecord) declaration(d *ast.GenDecl) {
	typ := ""
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.ValueSpec:
			if s.Type != nil {
				typ = " " + r.text(s.Type)
			} else if len(s.Values) > 0 || d.Tok != token.CONST { // a constant without either is like the one above
				typ = ""
			}
			for _, name := range s.Names {
				if name.IsExported() {
					r.add(d.Tok.String() + " " + name.Name + typ)
				}
			}
		case *ast.TypeSpec:
			if s.Name.IsExported() {
				r.named(s)
			}
		}
	}
}

// named records a type: its kind, and its exported fields or its methods.
func (r *apiRecord) named(s *ast.TypeSpec) {
	name := "type " + s.Name.Name
	if s.TypeParams != nil {
		name += "[" + strings.TrimSuffix(strings.TrimPrefix(r.text(&ast.FuncType{Params: s.TypeParams}), "func("), ")") + "]"
	}
	if s.Assign != token.NoPos {
		name += " ="
	}
	switch t := s.Type.(type) {
	case *ast.StructType:
		r.add(name + " struct")
		r.members(name+" struct, ", t.Fields)
	case *ast.InterfaceType:
		r.add(name + " interface")
		r.members(name+" interface, ", t.Methods)
	default:
		r.add(name + " " + r.text(s.Type))
	}
}

// members records fields or methods.
func (r *apiRecord) members(of string, list *ast.FieldList) {
	for _, m := range list.List {
		typ := m.Type
		if f, ok := typ.(*ast.FuncType); ok {
			typ = withoutNames(f)
		}
		if len(m.Names) == 0 {
			r.add(of + "embedded " + r.text(typ))
		}
		for _, name := range m.Names {
			if name.IsExported() {
				r.add(of + name.Name + " " + r.text(typ))
			}
		}
	}
}

// withoutNames is a signature without the names of its parameters, which callers do not write.
func withoutNames(f *ast.FuncType) *ast.FuncType {
	bare := func(list *ast.FieldList) *ast.FieldList {
		if list == nil {
			return nil
		}
		out := new(ast.FieldList)
		for _, p := range list.List {
			for range max(1, len(p.Names)) {
				out.List = append(out.List, &ast.Field{Type: p.Type})
			}
		}
		return out
	}
	return &ast.FuncType{TypeParams: f.TypeParams, Params: bare(f.Params), Results: bare(f.Results)}
}

// text is a type on one line.
func (r *apiRecord) text(n ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), n); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// What goes from a package's API is seen, whatever it is; names inside are not a part of it.
func TestExported(t *testing.T) {
	record := func(text string) []string {
		packages, err := readPackages(module("ink/a.go", text))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range packages {
			if p.path == "ink" {
				return exported(p)
			}
		}
		return nil
	}
	got := record(`package ink
const A, b = 1, 2
type Kind uint8
const (
	First Kind = iota
	Second
)
var V, w = 1, 2
var Table []int
type Map struct {
	Bits int
	hidden int
	Lane []struct{ X int }
	Kind
}
type Reader interface { Read(b []byte) (n int, err error) }
type Alias = Map
type Func func(a, b int) error
func Parse(text, more string, options ...int) (m Map, err error) { return }
func parse() {}
func (m *Map) String() string { return "" }
func (m Map) hide() {}
func (hidden) Seen() {}
type hidden struct{}
`)
	want := []string{"const A", "const First Kind", "const Second Kind", "func Parse(string, string, ...int) (Map, error)", "method (*Map) String() string", "type Alias = Map", "type Func func(a, b int) error",
		"type Kind uint8", "type Map struct", "type Map struct, Bits int", "type Map struct, Lane []struct{ X int }", "type Map struct, embedded Kind", "type Reader interface", "type Reader interface, Read([]byte) (int, error)", "var Table []int", "var V"}
	for k := range want {
		want[k] = "pkg ink, " + want[k]
	}
	for k := range got {
		got[k] = strings.Replace(got[k], "Read func(", "Read(", 1)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if gone, come := changedLines("a\nb\n", "b\nc\n"); !slices.Equal(gone, []string{"a"}) || !slices.Equal(come, []string{"c"}) {
		t.Errorf("gone %q, come %q", gone, come)
	}
}
