package visa

import (
	"slices"
	"strings"
)

// Limits of declarations. An address variable has at most 16 elements, or 32 where registers have 64 bytes.
const (
	maxElems    = 1 << 20
	maxAddress  = 16
	maxVariable = 1 << 16 // declarations of a kind
)

// decl reads a declaration: a name, then fields in any order, v_type the first.
func (g *Program) decl(p *Parser) bool {
	start := p.peekOff()
	v := Variable{Name: p.word(), Alias: -1, Type: UD, writable: true}
	if v.Name == "" || v.Name[0] == '%' {
		return p.wanted("a name")
	}
	if !g.fresh(p, v.Name, start) || !p.field("v_type") || !p.kind(&v.Kind) {
		return false
	}
	var seen []string
	for p.peek() != 0 && !strings.HasPrefix(p.text[p.off:], "//") {
		at := p.off
		name := p.word()
		if slices.Contains(seen, name) {
			return p.fail(at, p.off, "the declaration has %s twice", quoted(name))
		}
		seen = append(seen, name)
		if !p.expect('=', `a field, such as num_elts=8`) {
			return false
		}
		if !p.declField(g, &v, name, at) {
			return false
		}
	}
	if !p.checkDecl(&v, start) {
		return false
	}
	if len(g.Decls.table[v.Kind]) >= maxVariable {
		return p.fail(start, p.off, "more than %d variables of a kind", maxVariable)
	}
	g.add(v)
	return true
}

// fresh refuses a name that is taken.
func (g *Program) fresh(p *Parser, name string, start int) bool {
	if g.declaredHere(name) {
		return p.fail(start, p.off, "%s is declared twice", quoted(name))
	}
	if k, id, ok := numbered(name); ok && k == GeneralKind && id < kinds[k].first {
		return p.fail(start, p.off, "%s is predefined: V0 to V31 are taken", quoted(name))
	}
	return true
}

func (p *Parser) kind(k *Kind) bool {
	start := p.peekOff()
	w := p.word()
	for i := range kinds {
		if w == string(kinds[i].letter) {
			*k = Kind(i)
			return true
		}
	}
	p.off = start
	return p.wanted("a kind of variable: G, A, P, S or T")
}

// declField reads the value of a field.
func (p *Parser) declField(g *Program, v *Variable, name string, at int) bool {
	switch name {
	case "type":
		start := p.peekOff()
		w := p.word()
		t, ok := TypeNamed(w)
		if !ok || t.IsPacked() {
			return p.fail(start, p.off, "expected a type of elements: ud, d, uw, w, ub, b, uq, q, f, df, hf, bf or bool, found %s", quoted(w))
		}
		v.Type = t
		return true
	case "num_elts":
		var n int64
		start := p.peekOff()
		if !p.integer(&n, "a number of elements") {
			return false
		}
		if n < 1 || n > maxElems {
			return p.fail(start, p.off, "expected 1 to %d elements, found %d", maxElems, n)
		}
		v.Elems = int(n)
		return true
	case "align":
		return p.align(&v.Align)
	case "alias":
		return p.alias(g, v)
	case "v_name":
		_, ok := p.quotedText("a name")
		return ok
	case "attrs":
		return p.declAttrs(v)
	}
	return p.fail(at, p.off, "there is no field %s: expected type, num_elts, align, alias, attrs or v_name", quoted(name))
}

// declAttrs reads {NAME, NAME=5}.
func (p *Parser) declAttrs(v *Variable) bool {
	if !p.expect('{', "attributes in braces") {
		return false
	}
	for !p.accept('}') {
		a, ok := p.attr()
		if !ok || p.peek() != '}' && !p.expect(',', `"," or "}"`) {
			return false
		}
		v.Attrs = append(v.Attrs, a)
	}
	return true
}

func (p *Parser) align(a *Align) bool {
	start := p.peekOff()
	for p.off < len(p.text) && isNameByte(p.text[p.off]) {
		p.off++
	}
	w := p.text[start:p.off]
	for i, name := range alignNames {
		if w == name {
			*a = Align(i)
			return true
		}
	}
	if s, ok := alignSpellings[w]; ok {
		*a = s
		return true
	}
	return p.fail(start, p.off, "expected an alignment: %s; found %s", strings.Join(alignNames[:], ", "), quoted(w))
}

// alias reads <NAME, bytes>.
func (p *Parser) alias(g *Program, v *Variable) bool {
	if !p.expect('<', `"<"`) {
		return false
	}
	start := p.peekOff()
	b, ok := p.name("a variable")
	if !ok {
		return false
	}
	if b.kind != GeneralKind {
		return p.fail(start, p.off, "%s is %s variable: expected a general variable", quoted(p.text[start:p.off]), article(b.kind.String()))
	}
	if !g.Decls.has(GeneralKind, b.id) || b.id == 0 { // before the first declaration, any name has a number
		return p.fail(start, p.off, "%s is not declared before its alias", quoted(p.text[start:p.off]))
	}
	var off int64
	if !p.expect(',', `","`) || !p.integer(&off, "a number of bytes") {
		return false
	}
	if off > maxElems*8 || off < 0 {
		return p.fail(start, p.off, "the alias begins behind the largest variable")
	}
	v.Alias, v.AliasOff = int(b.id), int(off)
	return p.expect('>', `">"`)
}

// checkDecl holds the whole declaration against what its kind must have.
func (p *Parser) checkDecl(v *Variable, start int) bool {
	most := maxElems
	switch v.Kind {
	case AddressKind:
		most = maxAddress * p.Decls.GRF / 32
	case PredicateKind:
		most = 32
	}
	switch {
	case v.Elems == 0:
		return p.fail(start, p.off, "expected num_elts=")
	case v.Elems > most:
		return p.fail(start, p.off, "%s variable has at most %d elements, found %d", article(v.Kind.String()), most, v.Elems)
	case v.Kind != GeneralKind && v.Alias >= 0:
		return p.fail(start, p.off, "only general variables can be aliases")
	}
	return true
}

// Text is the declaration of number id of a kind, as ParseProgram reads it.
func (d *Decls) Text(k Kind, id uint32) string {
	v := d.Variable(k, id)
	b := append([]byte(".decl "), d.Name(k, id)...)
	b = append(append(b, " v_type="...), kinds[k].letter)
	if k == GeneralKind {
		b = append(append(b, " type="...), v.Type.String()...)
	}
	b = appendInt(append(b, " num_elts="...), int64(v.Elems))
	if k == GeneralKind {
		b = append(append(b, " align="...), v.Align.String()...)
	}
	if v.Alias >= 0 && k == GeneralKind {
		b = d.appendName(append(b, " alias=<"...), GeneralKind, uint32(v.Alias))
		b = append(appendInt(append(b, ", "...), int64(v.AliasOff)), '>')
	}
	for n, a := range v.Attrs {
		b = append(append(b, [...]string{" attrs={", ", "}[min(n, 1)]...), a.String()...)
	}
	if v.Attrs != nil {
		b = append(b, '}')
	}
	return string(b)
}
