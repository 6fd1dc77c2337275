package loops

import (
	"slices"

	"github.com/lanescope/lanescope/syntax"
)

// declares says whether a declaration of C begins here, or a function: words of a type, and a name.
func (p *parser) declares() bool {
	if p.lang != c {
		return false
	}
	typed := false
	for n := 0; ; n++ {
		t := p.ahead(n)
		_, isType := p.typeOf(t.text)
		switch {
		case t.kind == wordToken && (isType || around[t.text] || t.text == "void"):
			typed = true
		case records[t.text] && p.ahead(n+1).kind == wordToken:
			typed = true
			n++
		case t.text == "std" && containers[p.ahead(n+2).text]:
			return true
		case t.kind == wordToken && p.isOwnType(n):
			typed = true
		case (t.text == "*" || t.text == "&") && typed:
		case t.text == "[" && typed && p.ahead(n+1).text == "]": // Java's int[] r
			n++
		default:
			return typed && t.kind == wordToken
		}
	}
}

// isOwnType says whether a word is the name of a type that the text has elsewhere: nothing else of C stands in front of another word, or of a star and one that is declared.
func (p *parser) isOwnType(n int) bool {
	t := p.ahead(n)
	if reserved[t.text] || p.lang.reserved[t.text] || p.lang.binds[t.text] > 0 {
		return false
	}
	next, stars := n+1, false
	for star := p.ahead(next).text == "*"; star || stars && around[p.ahead(next).text]; star = p.ahead(next).text == "*" {
		next++
		stars = stars || star
	}
	after := p.ahead(next)
	if after.kind != wordToken || reserved[after.text] || p.lang.binds[after.text] > 0 {
		return false
	}
	return !stars || declared[p.ahead(next+1).text]
}

// declared stand behind the name of a pointer that is declared.
var declared = words("=", ";", ",", "[", "(", ")")

// records are words in front of the name of a type that the text has elsewhere, and containers the arrays of C++.
var (
	records    = words("struct", "union", "enum")
	containers = words("array", "vector", "span")
)

// A typing is what stands in front of a name that is declared.
type typing struct {
	integer
	pointer   bool
	reference bool
	copied    bool         // it is one of C++'s arrays, of which who assigns it gets a copy
	dims      []expression // and so long
}

// typeWords reads the words of a type of C.
func (p *parser) typeWords() (t typing, err error) {
	for {
		word := p.peek()
		own, isType := p.typeOf(word.text)
		switch {
		case word.kind == wordToken && isType:
			t.integer = merged(t.integer, own, word.text)
		case word.text == "*":
			t.pointer = true
		case word.text == "&":
			t.reference = true
		case word.text == "[" && p.ahead(1).text == "]":
			p.next()
			t.pointer = true
		case records[word.text] && p.ahead(1).kind == wordToken:
			p.next()
		case word.text == "std" && containers[p.ahead(2).text]:
			if err := p.container(&t); err != nil {
				return t, err
			}
			continue
		case word.kind != wordToken || !around[word.text] && word.text != "void" && !p.isOwnType(0):
			return t, nil
		}
		p.next()
	}
}

// container reads std::array<T, N>, std::vector<T> and std::span<const T>.
func (p *parser) container(t *typing) error {
	p.next()
	p.next()
	kind := p.next().text
	if err := p.expect("<"); err != nil {
		return err
	}
	inner, err := p.typeWords()
	if err != nil {
		return err
	}
	if inner.bits == 0 || inner.pointer || inner.dims != nil {
		return p.wanted("a type of numbers, such as uint8_t")
	}
	t.integer, t.copied, t.pointer = inner.integer, kind != "span", true
	if p.accept(",") {
		n, err := p.operation(p.lang.binds["<"] + 1) // in which > ends it
		if err != nil {
			return err
		}
		t.dims, t.pointer = []expression{n}, false
	}
	return p.expect(">")
}

// declarations reads a declaration of variables, or a function of C.
func (p *parser) declarations() (many, error) {
	base, err := p.typeWords()
	if err != nil {
		return nil, err
	}
	var list many
	for {
		start := p.next()
		if start.kind != wordToken {
			p.i--
			return nil, p.wanted("a name")
		}
		if p.peek().text == "(" && len(list) == 0 {
			if !base.copied || base.dims != nil || !p.isLength() {
				return one(p.function(start, base))
			}
		}
		d, err := p.declared(start, base)
		if err != nil {
			return nil, err
		}
		list = append(list, d)
		if !p.accept(",") {
			break
		}
		for base.pointer = base.copied && base.dims == nil; p.accept("*"); base.pointer = true {
		}
	}
	if !p.accept(";") && p.peek().kind != endToken {
		return nil, p.wanted(syntax.Quote(";"))
	}
	return list, nil
}

// declared reads what stands behind a name that is declared.
func (p *parser) declared(start token, base typing) (*declaration, error) {
	d := &declaration{name: start.text, typ: base.integer, pointer: base.pointer, array: base.pointer || base.dims != nil, copied: base.copied, reference: base.reference, dims: slices.Clone(base.dims)}
	if base.copied && base.dims == nil && p.accept("(") { // std::vector<uint8_t> r(n)
		n, err := p.expression()
		if err != nil {
			return nil, err
		}
		d.dims, d.pointer, d.by = []expression{n}, false, &list{span: p.from(start)}
		if err := p.expect(")"); err != nil {
			return nil, err
		}
	}
	for p.accept("[") {
		d.array = true
		var n expression
		if p.peek().text != "]" {
			p.accept("static")
			var err error
			if n, err = p.expression(); err != nil {
				return nil, err
			}
		}
		if err := p.expect("]"); err != nil {
			return nil, err
		}
		d.dims = append(d.dims, n)
	}
	if d.array {
		d.elem = base.bits
	}
	d.span = p.from(start)
	if p.accept("=") {
		by, err := p.expression()
		if err != nil {
			return nil, err
		}
		if l, ok := by.(*list); ok && len(d.dims) == 1 && d.dims[0] == nil {
			d.dims[0] = &literal{d.span, int64(len(l.elems)), integer{}}
		}
		d.by = by
	}
	return d, nil
}

// isLength says whether what stands in a parenthesis is how long a vector is, and no list of parameters.
func (p *parser) isLength() bool {
	i := p.i
	defer func() { p.i = i }()
	p.next()
	return p.peek().text != ")" && !p.declares()
}

// function reads the rest of a function of C.
func (p *parser) function(start token, base typing) (statement, error) {
	p.next()
	f := &function{name: start.text, typ: base.integer}
	if base.pointer || base.dims != nil {
		f.typ = integer{}
	}
	for !p.accept(")") {
		if p.peek().text == "void" && p.ahead(1).text == ")" {
			p.next()
			continue
		}
		base, err := p.typeWords()
		if err != nil {
			return nil, err
		}
		word := p.next()
		if word.kind != wordToken {
			p.i--
			return nil, p.wanted("a parameter such as const uint8_t *a")
		}
		d, err := p.declared(word, base)
		if err != nil {
			return nil, err
		}
		f.params = append(f.params, *d)
		if p.peek().text != ")" {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
	}
	f.span = p.from(start)
	if p.accept(";") {
		return many{}, nil
	}
	body, err := p.block()
	f.body = body
	return f, err
}

// inferred reads Go's var and const, and Rust's let and const.
func (p *parser) inferred() (many, error) {
	start := p.next()
	p.accept("mut")
	word := p.next()
	if word.kind != wordToken {
		p.i--
		return nil, p.wanted("a name")
	}
	d := &declaration{name: word.text}
	p.accept(":")
	if p.peek().text != "=" {
		if err := p.typed(d); err != nil {
			return nil, err
		}
	}
	if p.accept("=") {
		by, err := p.expression()
		if err != nil {
			return nil, err
		}
		d.by = by
	}
	d.span = p.from(start)
	p.accept(";")
	if p.lang == golang {
		d.zeroed()
	}
	return many{d}, nil
}

// zeroed gives a variable the value that Go gives it.
func (d *declaration) zeroed() {
	switch {
	case d.by != nil || d.pointer:
	case d.array:
		d.by = &list{span: d.span}
	default:
		d.by = &literal{span: d.span}
	}
}

// typed reads a type of Go or Rust: u8, [16]uint8, [u8; 16], &[u8], []uint8.
func (p *parser) typed(d *declaration) error {
	for p.accept("&") || p.accept("mut") || p.accept("*") {
		d.pointer = true
	}
	if !p.accept("[") {
		t, err := p.typeName()
		if d.array {
			d.elem = t.bits
		}
		d.typ = t
		return err
	}
	d.array = true
	if p.lang == golang {
		var n expression
		if p.peek().text != "]" && p.peek().text != "..." {
			var err error
			if n, err = p.expression(); err != nil {
				return err
			}
		} else {
			p.accept("...")
			d.pointer = d.by == nil
		}
		d.dims = append(d.dims, n)
		if err := p.expect("]"); err != nil {
			return err
		}
		return p.typed(d)
	}
	if err := p.typed(d); err != nil {
		return err
	}
	var n expression
	if p.accept(";") {
		var err error
		if n, err = p.expression(); err != nil {
			return err
		}
	}
	d.dims = append([]expression{n}, d.dims...)
	return p.expect("]")
}

// named reads a function of Go or Rust.
func (p *parser) named() (statement, error) {
	p.next()
	start := p.next()
	f := &function{name: start.text}
	if err := p.generic(); err != nil {
		return nil, err
	}
	if err := p.expect("("); err != nil {
		return nil, err
	}
	var err error
	if f.params, err = p.parameters(); err != nil {
		return nil, err
	}
	f.span = p.from(start)
	var results many
	if p.lang == golang && p.peek().text == "(" && p.ahead(1).kind == wordToken && p.ahead(2).text != "," && p.ahead(2).text != ")" {
		p.next()
		list, err := p.parameters()
		if err != nil {
			return nil, err
		}
		for k := range list {
			list[k].zeroed()
			results = append(results, &list[k])
		}
	}
	array := false
	for t := p.peek(); t.text != "{"; t = p.peek() {
		if t.kind == endToken {
			return nil, p.wanted(syntax.Quote("{"))
		}
		p.next()
		array = array || t.text == "["
		f.typ, _ = p.typeOf(t.text)
	}
	if array {
		f.typ = integer{}
	}
	body, err := p.block()
	f.body = append(results, body...)
	return f, err
}

// generic reads Rust's <'a, T: Copy> and Go's [T any], behind which T is a type of which nobody says how wide it is.
func (p *parser) generic() error {
	closing := map[string]string{"<": ">", "[": "]"}[p.peek().text]
	if closing == "" {
		return nil
	}
	p.next()
	if p.types == nil {
		p.types = map[string]integer{}
	}
	for first := true; !p.accept(closing); {
		word := p.next()
		switch {
		case word.kind == endToken:
			return p.wanted(syntax.Quote(closing))
		case word.kind == wordToken && first && word.text != "const":
			p.types[word.text] = integer{}
		}
		first = word.text == ","
	}
	return nil
}

// parameters reads those of a function of Go or Rust, behind the parenthesis.
func (p *parser) parameters() (all []declaration, err error) {
	var waiting []int // parameters of Go whose type stands behind later ones
	for !p.accept(")") {
		p.accept("mut")
		word := p.next()
		if word.kind != wordToken {
			p.i--
			return nil, p.wanted("a parameter")
		}
		d := declaration{name: word.text, span: p.from(word)}
		p.accept(":")
		waiting = append(waiting, len(all))
		if t := p.peek().text; t != "," && t != ")" {
			if err := p.typed(&d); err != nil {
				return nil, err
			}
			for _, k := range waiting[:len(waiting)-1] {
				own := d
				own.name, own.span = all[k].name, all[k].span
				all[k] = own
			}
			waiting = nil
		}
		if all = append(all, d); p.peek().text != ")" {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}
