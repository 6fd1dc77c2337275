package main

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"unicode/utf8"
)

// A mutant is a file with one thing changed: the bytes from start to end are others.
type mutant struct {
	of         *source
	operator   string
	in         string // the declaration, as Word.get
	line       int
	start, end int
	with       string
}

// An edit puts a text in the place of another.
type edit struct {
	from, to token.Pos
	with     string
}

// mutants are all of a file, in the order of their places.
func (s *source) mutants() (all []mutant) {
	for _, d := range s.tree.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		ast.PreorderStack(d, nil, func(n ast.Node, above []ast.Node) bool {
			if isMessage(n) || isCapacity(n, above) {
				return false
			}
			for _, o := range operators {
				for _, e := range o.edits(s, n, above) {
					m := mutant{s, o.name, inside(d, n.Pos()), s.line(e.from), s.offset(e.from), s.offset(e.to), e.with}
					m.with = s.apart(m.start, m.end, m.with)
					if m.with != string(s.text[m.start:m.end]) {
						all = append(all, m)
					}
				}
			}
			return true
		})
	}
	slices.SortStableFunc(all, func(a, b mutant) int { return cmp.Compare(a.start, b.start) })
	return all
}

// apart is what comes in the place of a stretch of text, with blanks where it would make one token with what is beside it:
//
//	return!ok   return ok   not returnok
//	a+-b        a- -b       not a--b
//	a**p        a/ *p       not a/*p
func (s *source) apart(start, end int, with string) string {
	left, right := s.text[:start], s.text[end:]
	if with == "" {
		if joins(left, right) {
			return " "
		}
		return ""
	}
	if joins(left, []byte(with)) {
		with = " " + with
	}
	if joins([]byte(with), right) {
		with += " "
	}
	return with
}

// joins says whether two texts side by side could be read as if no border were between them: by two characters of words, or two of operators.
func joins(left, right []byte) bool {
	if len(left) == 0 || len(right) == 0 {
		return false
	}
	a, b := left[len(left)-1], right[0]
	return isWord(a) && isWord(b) || isOperator(a) && isOperator(b)
}

// isOperator says whether a character is one of which operators of several are made.
func isOperator(c byte) bool { return bytes.IndexByte([]byte("+-*/%&|^<>=!:~."), c) >= 0 }

// isWord says whether a character is one of names, keywords and numbers, two of which need a blank between them.
func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf
}

// text is the mutant's file.
func (m *mutant) text() []byte {
	return slices.Concat(m.of.text[:m.start], []byte(m.with), m.of.text[m.end:])
}

// before and after are the line at which the change begins.
func (m *mutant) before() string { return lineAt(m.of.text, m.start) }
func (m *mutant) after() string  { return lineAt(m.text(), m.start) }

func lineAt(text []byte, at int) string {
	begin := bytes.LastIndexByte(text[:at], '\n') + 1
	end := len(text)
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		end = at + n
	}
	return strings.TrimSpace(string(text[begin:end]))
}

// isMessage is of calls whose text is for people.
func isMessage(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "panic"
	case *ast.SelectorExpr:
		x, ok := f.X.(*ast.Ident)
		return ok && (x.Name == "fmt" && f.Sel.Name == "Errorf" || x.Name == "errors" && f.Sel.Name == "New")
	}
	return false
}

// isCapacity is of what is reserved only: the third argument of make, and Grow's.
func isCapacity(n ast.Node, above []ast.Node) bool {
	if len(above) == 0 {
		return false
	}
	call, ok := above[len(above)-1].(*ast.CallExpr)
	if !ok {
		return false
	}
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "make" && len(call.Args) == 3 && n == ast.Node(call.Args[2])
	case *ast.SelectorExpr:
		return f.Sel.Name == "Grow" && n != ast.Node(call.Fun)
	}
	return false
}
