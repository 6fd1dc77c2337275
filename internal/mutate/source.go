package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// A source is one file, as it is read for mutants.
type source struct {
	place string // below the module's root
	path  string
	text  []byte
	set   *token.FileSet
	tree  *ast.File

	next map[string]string // constants of the package that count up: the one behind each
}

// readSource parses a file. Nothing is returned for one that was generated: what makes it is tested instead.
func readSource(place, path string, text []byte) (*source, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, place, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(tree) {
		return nil, err
	}
	s := &source{place: place, path: path, text: text, set: set, tree: tree, next: map[string]string{}}
	s.countConstants(s.next)
	return s, nil
}

// countConstants finds groups of constants that count up, and which follows which. The last one is followed by the first.
func (s *source) countConstants(next map[string]string) {
	for _, d := range s.tree.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST || !strings.Contains(s.span(group.Pos(), group.End()), "iota") {
			continue
		}
		var names []string
		for _, spec := range group.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				if name.Name != "_" {
					names = append(names, name.Name)
				}
			}
		}
		for i, name := range names {
			if len(names) > 1 {
				next[name] = names[(i+1)%len(names)]
			}
		}
	}
}

func (s *source) offset(p token.Pos) int { return s.set.Position(p).Offset }

func (s *source) line(p token.Pos) int { return s.set.Position(p).Line }

// span is the text between two places.
func (s *source) span(from, to token.Pos) string { return string(s.text[s.offset(from):s.offset(to)]) }

// of is the text of a node.
func (s *source) of(n ast.Node) string { return s.span(n.Pos(), n.End()) }

// inside names the declaration in which a place stands, as Word.get or kinds.
func inside(d ast.Decl, at token.Pos) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil && len(d.Recv.List) > 0 {
			return receiver(d.Recv.List[0].Type) + "." + d.Name.Name
		}
		return d.Name.Name
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && v.Pos() <= at && at < v.End() {
				return v.Names[0].Name
			}
			if t, ok := spec.(*ast.TypeSpec); ok && t.Pos() <= at && at < t.End() {
				return t.Name.Name
			}
		}
	}
	return "_"
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "_"
}
