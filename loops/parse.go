package loops

import (
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// maxDepth is how deep expressions and statements may stand in one another.
const maxDepth = 200

// A parser makes the tree of a text.
type parser struct {
	lang  *language
	text  string
	all   []token
	i     int
	depth int
	types map[string]integer // of the text's own
}

// parse is the tree of a text in a language.
func parse(l *language, text string) (many, error) {
	all, err := l.tokens(text)
	if err != nil {
		return nil, err
	}
	p := &parser{lang: l, text: text, all: all}
	switch l {
	case intel:
		return p.intelBlock()
	case python:
		return p.pythonBlock(-1)
	}
	p.all = withoutLines(l, all)
	var list many
	for p.peek().kind != endToken {
		s, err := p.statement()
		if err != nil {
			return nil, err
		}
		list = append(list, s...)
	}
	return list, nil
}

// withoutLines are tokens without the ends of lines, which in Go end statements, and definitions in C.
func withoutLines(l *language, all []token) (rest []token) {
	defines := false
	for _, t := range all {
		if t.kind != lineToken {
			defines = defines || t.text == "#define"
			rest = append(rest, t)
			continue
		}
		if n := len(rest); n > 0 && (defines || l == golang && endsStatement(rest[n-1])) {
			rest = append(rest, token{kind: signToken, text: ";", at: t.at, end: t.at})
		}
		defines = false
	}
	return rest
}

// endsStatement says whether Go ends a statement behind a token at the end of a line.
func endsStatement(t token) bool {
	return t.kind == wordToken || t.kind == numberToken || t.text == ")" || t.text == "]" || t.text == "}" || t.text == "++" || t.text == "--"
}

func (p *parser) peek() token { return p.all[min(p.i, len(p.all)-1)] }

// ahead is the token so many further.
func (p *parser) ahead(n int) token { return p.all[min(p.i+n, len(p.all)-1)] }

func (p *parser) next() token {
	t := p.peek()
	if p.i < len(p.all)-1 {
		p.i++
	}
	syntax.Look(t.end - t.at + 1)
	return t
}

// accept takes a sign or a word if it stands here.
func (p *parser) accept(text string) bool {
	if t := p.peek(); t.kind != endToken && t.text == text {
		p.next()
		return true
	}
	return false
}

func (p *parser) expect(text string) error {
	if p.accept(text) {
		return nil
	}
	return p.wanted(syntax.Quote(text))
}

// wanted is the error "expected what, found …" here.
func (p *parser) wanted(what string) error {
	t := p.peek()
	found := syntax.Quote(t.text)
	switch t.kind {
	case endToken:
		found = "the end"
	case lineToken:
		found = "the end of the line"
	}
	return syntax.Errorf(p.text, t.at, t.end, "expected %s, found %s", what, found)
}

// from is the span from a token to the last one that was taken.
func (p *parser) from(t token) span {
	end := t.end
	if p.i > 0 {
		end = max(end, p.all[p.i-1].end)
	}
	return span{p.text, t.at, end}
}

// deeper counts how deep things stand in one another.
func (p *parser) deeper() error {
	if p.depth++; p.depth > maxDepth {
		t := p.peek()
		return syntax.Errorf(p.text, t.at, t.end, "this stands more than %d deep", maxDepth)
	}
	return nil
}

// expression reads an expression with the operators of its language.
func (p *parser) expression() (expression, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	start := p.peek()
	x, err := p.operation(1)
	if err != nil {
		return nil, err
	}
	switch {
	case p.accept("?"):
		then, other, err := p.both(":")
		return &ternary{p.from(start), x, then, other}, err
	case p.lang == python && p.accept("if"):
		cond, other, err := p.both("else")
		return &ternary{p.from(start), cond, x, other}, err
	}
	return x, nil
}

// both are two expressions with a word or a sign between them.
func (p *parser) both(between string) (x, y expression, err error) {
	if x, err = p.expression(); err == nil {
		if err = p.expect(between); err == nil {
			y, err = p.expression()
		}
	}
	return x, y, err
}

// operation reads operands and the operators between them that bind so tightly at least.
func (p *parser) operation(least int) (expression, error) {
	start := p.peek()
	x, err := p.prefixed()
	for err == nil {
		t := p.peek()
		binds := p.lang.binds[t.text]
		if binds < least || t.kind == numberToken || t.kind == endToken {
			return x, nil
		}
		p.next()
		if t.text == "as" {
			typ, err := p.typeName()
			if err != nil {
				return nil, err
			}
			x = &conversion{p.from(start), typ, false, x}
			continue
		}
		var y expression
		if y, err = p.operation(binds + 1); err == nil {
			x = &binary{p.from(start), t.text, x, y}
		}
	}
	return x, err
}

// prefixed reads an operand with the signs in front of it.
func (p *parser) prefixed() (expression, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	start := p.peek()
	switch start.text {
	case "-", "+", "~", "!", "not", "NOT", "^":
		p.next()
		of, err := p.prefixed()
		return &unary{p.from(start), start.text, of}, err
	case "&":
		p.next()
		p.accept("mut")
		of, err := p.prefixed()
		if t, ok := of.(target); ok && p.lang == c && err == nil {
			return &address{p.from(start), t}, nil
		}
		return of, err
	case "*":
		p.next()
		of, err := p.prefixed()
		return &deref{p.from(start), of}, err
	case "++", "--":
		p.next()
		of, err := p.prefixed()
		if err != nil {
			return nil, err
		}
		t, err := p.assigned(of)
		return &stepped{p.from(start), t, start.text[:1], false}, err
	case "(":
		return p.parenthesised()
	}
	x, err := p.primary()
	if err != nil {
		return nil, err
	}
	return p.behind(x, start)
}

// assigned is an expression that can be assigned to.
func (p *parser) assigned(e expression) (target, error) {
	if t, ok := e.(target); ok {
		return t, nil
	}
	return nil, e.where().errorf("nothing can be assigned to this: expected an element, such as r[i]")
}

// parenthesised reads what begins with a parenthesis: a cast, or an expression.
func (p *parser) parenthesised() (expression, error) {
	start := p.next()
	if typ, pointer, ok := p.castType(); ok {
		of, err := p.prefixed()
		return &conversion{p.from(start), typ, pointer, of}, err
	}
	x, err := p.expression()
	if err == nil {
		err = p.expect(")")
	}
	if err != nil {
		return nil, err
	}
	return p.behind(x, start)
}

// castType takes the rest of a cast, if it is one: (uint32_t), (const uint8_t *), (void *), whose type has no bits.
func (p *parser) castType() (typ integer, pointer, ok bool) {
	i, known := p.i, false
	for ; ; i++ {
		t := p.all[min(i, len(p.all)-1)]
		own, isType := p.typeOf(t.text)
		switch {
		case t.kind == wordToken && (isType || around[t.text]):
			if isType {
				known = true
				typ = merged(typ, own, t.text)
			}
			continue
		case t.kind == wordToken && !known && p.all[min(i+1, len(p.all)-1)].text == "*" && p.all[min(i+2, len(p.all)-1)].text == ")": // a type that the text has elsewhere
			known = true
			continue
		case t.text == "void" && !known:
			known = true
			continue
		case t.text == "*" && known:
			pointer = true
			continue
		case t.text == ")" && known:
			p.i = i + 1
			return typ, pointer, true
		}
		return integer{}, false, false
	}
}

// merged is a type that one more word is of: unsigned char, long long, short int.
func merged(t, word integer, text string) integer {
	switch {
	case t.bits == 0:
		return word
	case text == "unsigned" || text == "signed":
		t.signed = text == "signed"
		return t
	case text == "int" && t.bits != 32, text == "long" && t.bits == 64:
		return t
	}
	return integer{bits: word.bits, signed: t.signed && word.signed, float: word.float}
}

// typeOf is the type that a word stands for, in the text or in its language.
func (p *parser) typeOf(word string) (t integer, ok bool) {
	if t, ok = p.types[word]; ok {
		return t, ok
	}
	return p.lang.typeOf(word)
}

// typeName is the name of a type.
func (p *parser) typeName() (t integer, err error) {
	word := p.peek()
	t, ok := p.typeOf(word.text)
	if !ok {
		return t, p.wanted("a type such as u32")
	}
	p.next()
	return t, nil
}

// primary reads a number, a name, a call or a list.
func (p *parser) primary() (expression, error) {
	start := p.peek()
	switch {
	case start.kind == numberToken:
		p.next()
		return &literal{p.from(start), start.n, p.literalType(start)}, nil
	case start.text == "[" || start.text == "{":
		return p.list()
	case start.text == "new":
		return p.made()
	case start.text == "None" || start.text == "undefined":
		p.next()
		return &nothing{p.from(start)}, nil
	case start.kind != wordToken || p.lang.binds[start.text] > 0 || reserved[start.text] || p.lang.reserved[start.text]:
		return nil, p.wanted("a number, an element such as a[i], or a name")
	}
	p.next()
	word := start.text
	if castsTo[word] && p.accept("<") {
		return p.castTo(start)
	}
	for p.peek().text == "::" && p.ahead(1).kind == wordToken {
		p.next()
		word = p.next().text
	}
	switch next := p.peek(); {
	case next.text == "(":
		return p.called(word, start)
	case word == "sizeof" && next.kind == wordToken: // sizeof x
		of, err := p.prefixed()
		return &call{p.from(start), word, []expression{of}}, err
	}
	return &name{p.from(start), word}, nil
}

// castsTo are C++'s casts.
var castsTo = words("static_cast", "reinterpret_cast", "const_cast", "bit_cast")

// castTo reads the rest of static_cast<uint32_t>(x).
func (p *parser) castTo(start token) (expression, error) {
	t, err := p.typeWords()
	if err != nil {
		return nil, err
	}
	if t.bits == 0 && !t.pointer || t.dims != nil {
		return nil, p.wanted("a type such as uint32_t or const uint8_t *")
	}
	if err := p.expect(">"); err != nil {
		return nil, err
	}
	if err := p.expect("("); err != nil {
		return nil, err
	}
	of, err := p.expression()
	if err == nil {
		err = p.expect(")")
	}
	return &conversion{p.from(start), t.integer, t.pointer, of}, err
}

// typedArrays are JavaScript's.
var typedArrays = map[string]integer{"Uint8Array": {bits: 8, signed: false}, "Int8Array": {bits: 8, signed: true}, "Uint16Array": {bits: 16, signed: false}, "Int16Array": {bits: 16, signed: true}, "Uint32Array": {bits: 32, signed: false}, "Int32Array": {bits: 32, signed: true}, "Float32Array": {bits: 32, signed: true, float: true}, "Float64Array": {bits: 64, signed: true, float: true}}

// made reads Java's new int[4], and JavaScript's new Uint8Array(4): so many zeros.
func (p *parser) made() (expression, error) {
	start := p.next()
	word := p.next()
	typ, ok := p.typeOf(word.text)
	closing := "]"
	if !ok {
		typ, ok = typedArrays[word.text]
		closing = ")"
	}
	if !ok || !p.accept(map[string]string{"]": "[", ")": "("}[closing]) {
		return nil, p.wanted("an array behind new, such as int[4]")
	}
	n, err := p.expression()
	if err == nil {
		err = p.expect(closing)
	}
	return &zeros{p.from(start), typ, n}, err
}

// reserved are words that begin or end statements, and are no names.
var reserved = map[string]bool{"for": true, "if": true, "else": true, "while": true, "return": true, "do": true, "switch": true, "case": true, "goto": true, "break": true, "continue": true}

// literalType is the type of a number: in C an int if it fits, in other languages the one that it is computed with.
func (p *parser) literalType(t token) integer {
	if t.float.bits > 0 {
		return t.float
	}
	suffix := strings.TrimLeft(t.text, "0123456789xXabcdefABCDEF_'")
	if own, ok := types[suffix]; ok {
		return own
	}
	if p.lang != c {
		return integer{}
	}
	unsigned := strings.ContainsAny(suffix, "uU")
	based := len(t.text) > 1 && t.text[0] == '0' // of which the first type is taken that holds it, also one without a sign
	switch {
	case strings.ContainsAny(suffix, "lL"), t.n>>32 != 0, t.n>>31 != 0 && !based && !unsigned:
		return integer{bits: 64, signed: !unsigned && t.n >= 0}
	}
	return integer{bits: 32, signed: !unsigned && t.n>>31 == 0}
}

// list reads [1, 2, 3], {1, 2, 3}, [0; 8] and [a[i] for i in range(8)].
func (p *parser) list() (expression, error) {
	start := p.next()
	closing := map[string]string{"[": "]", "{": "}"}[start.text]
	r := &list{}
	if p.lang == golang {
		p.accept("...")
	}
	for p.lines(); !p.accept(closing); p.lines() {
		e, err := p.expression()
		if err != nil {
			return nil, err
		}
		p.lines()
		switch {
		case len(r.elems) == 0 && p.accept(";"):
			n, err := p.expression()
			if err == nil {
				err = p.expect(closing)
			}
			s := p.from(start)
			return &binary{s, "*", &list{s, []expression{e}}, n}, err
		case len(r.elems) == 0 && p.peek().text == "for":
			return p.comprehension(e, start, closing)
		}
		r.elems = append(r.elems, e)
		if p.lines(); p.peek().text != closing {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
	}
	r.span = p.from(start)
	if typ, ok := p.typeOf(p.peek().text); ok && p.lang == golang && p.ahead(1).text == "{" {
		p.next()
		return p.composite(r, typ)
	}
	return p.behind(r, start)
}

// composite reads the elements of Go's [8]uint8{1, 2, 3}, of a length and a type.
func (p *parser) composite(length *list, typ integer) (expression, error) {
	start := p.peek()
	e, err := p.list()
	if err != nil {
		return nil, err
	}
	r, ok := e.(*list)
	if !ok {
		return nil, p.from(start).errorf("expected numbers between the braces")
	}
	if len(length.elems) == 1 {
		if n, ok := length.elems[0].(*literal); ok {
			for n := min(n.n, maxElements); int64(len(r.elems)) < n; {
				r.elems = append(r.elems, &literal{span: r.span})
			}
		}
	}
	for k, x := range r.elems {
		r.elems[k] = &conversion{x.where(), typ, false, x}
	}
	return r, nil
}

// lines passes the ends of lines where they mean nothing.
func (p *parser) lines() {
	for p.peek().kind == lineToken {
		p.next()
	}
}

// comprehension reads the rest of [a[i] for i in range(8)].
func (p *parser) comprehension(e expression, start token, closing string) (expression, error) {
	loop, err := p.counted()
	if err == nil {
		switch s := loop.(type) {
		case *counting:
			s.ends = true
		case *iteration:
			s.ends = true
		}
		err = p.expect(closing)
	}
	return &comprehension{p.from(start), e, loop}, err
}

// isModule says whether an expression is Python's name for arrays.
func isModule(x expression) bool {
	n, ok := x.(*name)
	return ok && (n.text == "np" || n.text == "numpy" || n.text == "array")
}

// lengthMembers are what languages call how many elements an array has.
var lengthMembers = words("length", "Length", "len", "size")

// methods are functions that languages write behind what they are of.
var methods = words("swap", "iter", "into_iter", "enumerate", "rev", "copied", "cloned", "append", "push", "push_back", "zip", "to_vec", "clone", "copy")

// behind reads what stands behind an operand: indices, members, and steps.
func (p *parser) behind(x expression, start token) (expression, error) {
	for {
		switch t := p.peek(); {
		case t.text == "[":
			e, err := p.indexed(x, start, 0)
			if err != nil {
				return nil, err
			}
			x = e
		case t.text == "." && p.lang.members[p.ahead(1).text] > 0 && p.ahead(2).text == "[":
			p.next()
			e, err := p.indexed(x, start, p.lang.members[p.next().text])
			if err != nil {
				return nil, err
			}
			x = e
		case t.text == "." && lengthMembers[p.ahead(1).text]:
			e, err := p.length(x, start)
			if err != nil {
				return nil, err
			}
			x = e
		case t.text == "." && p.ahead(2).text == "(" && (methods[p.ahead(1).text] || p.lang == python && isModule(x)):
			e, err := p.method(x, start)
			if err != nil {
				return nil, err
			}
			x = e
		case (t.text == "." || t.text == "->") && p.lang != intel && p.ahead(1).kind == wordToken && p.ahead(2).text != "(": // a member, which is a variable of its own
			n, ok := x.(*name)
			if !ok || len(n.text) > maxHead {
				return x, nil
			}
			p.next()
			x = &name{p.from(start), n.text + "." + p.next().text}
		case t.text == "++" || t.text == "--":
			of, err := p.assigned(x)
			if err != nil {
				return nil, err
			}
			p.next()
			return &stepped{p.from(start), of, t.text[:1], true}, nil
		default:
			return x, nil
		}
	}
}

// length reads a.length, a.len() and their like.
func (p *parser) length(x expression, start token) (expression, error) {
	p.next()
	p.next()
	if p.accept("(") {
		if err := p.expect(")"); err != nil {
			return nil, err
		}
	}
	return &call{p.from(start), "len", []expression{x}}, nil
}

// method reads a function behind its first argument, as a.swap(i, j), or behind the name of a module, as np.zeros(8).
func (p *parser) method(x expression, start token) (expression, error) {
	p.next()
	word := p.next().text
	p.next()
	e, err := p.arguments(word, start)
	if err == nil && (p.lang != python || !isModule(x)) {
		e.args = append([]expression{x}, e.args...)
	}
	return e, err
}

// indexed reads indices: [i], [i][j], [i, j], and bits [hi:lo].
func (p *parser) indexed(x expression, start token, member int) (expression, error) {
	e := &index{of: x, member: member}
	for p.accept("[") {
		for {
			at, err := p.expression()
			if err != nil {
				return nil, err
			}
			e.at = append(e.at, at)
			if p.accept(":") {
				if e.lo, err = p.expression(); err != nil {
					return nil, err
				}
			}
			if !p.accept(",") {
				break
			}
		}
		if err := p.expect("]"); err != nil {
			return nil, err
		}
		e.span = p.from(start)
		if p.lang.bits || member > 0 {
			break
		}
	}
	return e, nil
}
