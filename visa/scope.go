package visa

import (
	"strconv"

	"github.com/lanescope/lanescope/syntax"
)

// Braces on lines of their own are a scope: what is declared in it ends with it, and may have the name of something outside, which is hidden so long.
//
//	.decl t v_type=G type=d num_elts=8 align=GRF
//	{
//	.decl t v_type=G type=f num_elts=8 align=GRF        another variable: t_1
//	mov (M1, 8) t(0,0)<1> 0x0:f                         of t_1
//	}
//	mov (M1, 8) t(0,0)<1> 0x0:d                         of t
//
// In bytes there are no scopes, and a kernel's variables are one list. There, and wherever else a variable is named, each has a name of its own.

// A scope is one that is open, and what the names that are declared in it meant before.
type scope struct {
	off    int // of its brace in the text
	hidden map[string]hidden
}

type hidden struct {
	by  binding
	was bool // it meant something
}

// mostScopes is how deep scopes lie in one another.
const mostScopes = 1 << 10

// openScope begins one.
func (g *Program) openScope(p *Parser, off int) bool {
	if len(g.scopes) == mostScopes {
		return p.fail(p.off, p.off+1, "more than %d scopes in one another", mostScopes)
	}
	p.off++
	g.scopes = append(g.scopes, scope{off + p.off - 1, map[string]hidden{}})
	return p.end("the end of the line: a brace stands alone")
}

// closeScope ends the innermost one, and its names mean what they did.
func (g *Program) closeScope(p *Parser) bool {
	last := len(g.scopes) - 1
	if last < 0 {
		return p.fail(p.off, p.off+1, `"}" ends no scope: there is no "{" before it`)
	}
	for name, h := range g.scopes[last].hidden {
		if delete(g.Decls.byName, name); h.was {
			g.Decls.byName[name] = h.by
		}
	}
	g.scopes = g.scopes[:last]
	p.off++
	return p.end("the end of the line: a brace stands alone")
}

// unclosed complains of the scopes that the text leaves open.
func (g *Program) unclosed(text string) (errs []error) {
	for _, s := range g.scopes {
		errs = append(errs, syntax.Errorf(text, s.off, s.off+1, `the scope has no "}"`))
	}
	return errs
}

// add declares a variable where the text is. Its name says it up to the end of the scope, and a name that no other variable has says it everywhere.
func (g *Program) add(v Variable) {
	d, name := g.Decls, v.Name
	v.Name = g.unused(name)
	if len(g.scopes) > 0 {
		inner := g.scopes[len(g.scopes)-1].hidden
		for _, said := range []string{name, v.Name} {
			if _, have := inner[said]; !have {
				by, was := d.byName[said]
				inner[said] = hidden{by, was}
			}
		}
	}
	id := d.Add(v)
	d.byName[name] = binding{v.Kind, id}
}

// unused is the name, or if a variable of another scope has it one that is made of it.
func (g *Program) unused(name string) string {
	if g.taken == nil {
		g.taken = map[string]int{}
	}
	said := name
	for {
		if _, is := g.taken[said]; !is {
			g.taken[said] = 0
			return said
		}
		g.taken[name]++
		said = name + "_" + strconv.Itoa(g.taken[name])
	}
}

// declaredHere says whether a name is one of the innermost scope.
func (g *Program) declaredHere(name string) bool {
	if len(g.scopes) > 0 {
		_, is := g.scopes[len(g.scopes)-1].hidden[name]
		return is
	}
	_, is := g.Decls.byName[name]
	return is
}
