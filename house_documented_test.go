package lanescope_test

import (
	"fmt"
	"go/ast"
	"go/token"
)

// documentedIdentifiers asks for a comment on everything that godoc shows of a
// package that others can import.
func documentedIdentifiers(packages []*goPackage, _ []room) (wrong []string) {
	for _, p := range packages {
		if p.isInternal() || p.name == "main" {
			continue
		}
		for _, f := range p.code {
			for _, name := range undocumented(f.tree) {
				wrong = append(wrong, fmt.Sprintf("%s: %s has no comment", f.where(name), name.Name))
			}
		}
	}
	return wrong
}

func undocumented(tree *ast.File) (names []*ast.Ident) {
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && isShown(d.Recv) && d.Doc.Text() == "" {
				names = append(names, d.Name)
			}
		case *ast.GenDecl:
			names = append(names, undocumentedSpecs(d)...)
		}
	}
	return names
}

// undocumentedSpecs takes a comment on a group for one on each constant or
// variable in it; a type needs its own.
func undocumentedSpecs(d *ast.GenDecl) (names []*ast.Ident) {
	whole := d.Doc.Text() != ""
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			alone := whole && !d.Lparen.IsValid()
			if s.Name.IsExported() && !alone && s.Doc.Text() == "" && s.Comment.Text() == "" {
				names = append(names, s.Name)
			}
		case *ast.ValueSpec:
			if whole || s.Doc.Text() != "" || s.Comment.Text() != "" {
				continue
			}
			for _, name := range s.Names {
				if name.IsExported() {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// isShown says whether godoc shows methods with this receiver; a function has
// none.
func isShown(receiver *ast.FieldList) bool {
	if receiver == nil {
		return true
	}
	t := receiver.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.Ident:
			return token.IsExported(x.Name)
		default:
			return false
		}
	}
}
