package shader

import (
	"slices"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// branching are the words of statements that do one thing or another at run time.
const branching = " if else for while do switch case break continue discard goto loop default "

// passedOver are the words of statements that move nothing, up to a semicolon.
const passedOver = " precision using typedef import enable requires diagnostic alias "

// statement reads one, or a declaration or a function.
func (r *reader) statement() error {
	t := r.peek()
	if err := r.enough(r.at); err != nil {
		return err
	}
	switch {
	case t.text == ";":
		r.next()
		return nil
	case t.text == "{":
		return r.block()
	case t.kind == word && among(storing, t.text) && r.ahead(1).text == "(":
		return r.stored()
	case t.kind == word && among(branching, t.text):
		return r.errorAt(t.off, t.end, "%s decides at run time: what is read is assignments, returns and functions", t.text)
	case t.kind == word && among(passedOver, t.text):
		r.skipTo(";")
		return nil
	case t.text == "template":
		return r.errorAt(t.off, t.end, "a template has no types yet: expected functions and statements with their own")
	case t.text == "return":
		return r.returns()
	case t.text == "struct" && (r.ahead(2).text == "{" || r.ahead(1).text == "{"), t.text == "cbuffer", t.text == "tbuffer":
		return r.structure()
	case t.text == "fn" && r.ahead(1).kind == word:
		r.wgsl = true
		return r.wgslFunction()
	case t.kind == word && (t.text == "let" || t.text == "var" || t.text == "override" || t.text == "const" && (among(" = : ", r.ahead(2).text))):
		r.wgsl = true
		return r.wgslVariable()
	}
	start := r.at
	words, err := r.passQualifiers()
	switch {
	case err != nil:
		return err
	case r.at > start && among(" fn var override struct cbuffer ", r.peek().text):
		return r.statement()
	case len(words) > 0 && (r.peek().text == ";" || r.peek().text == "="): // layout(local_size_x = 1) in;
		r.skipTo(";")
		return nil
	case len(words) > 0 && r.peek().kind == word && r.ahead(1).text == "{": // uniform Block { … }
		r.at--
		return r.structure()
	case r.startsType():
		return r.declaration(words)
	}
	return r.expressionStatement()
}

// block reads statements in braces. Its names are gone after it.
func (r *reader) block() error {
	if r.depth++; r.depth > maxDepth {
		return r.tooDeep()
	}
	defer func() { r.depth-- }()
	open := r.next()
	for !r.accept("}") {
		if r.peek().kind == endOfText {
			return r.errorAt(open.off, open.end, `"{" without its "}"`)
		}
		if err := r.statement(); err != nil {
			return err
		}
		if t := r.peek(); r.returned != nil && t.text != "}" && t.kind != endOfText {
			return r.errorAt(t.off, t.end, "nothing behind a return is reached: expected }")
		}
	}
	return nil
}

func (r *reader) tooDeep() error {
	t := r.peek()
	return r.errorAt(t.off, t.end, "more than %d parentheses inside one another", maxDepth)
}

func (r *reader) returns() error {
	r.next()
	if r.accept(";") || r.returnsStructure() {
		return nil
	}
	v, err := r.braced(r.frame.returns)
	if err != nil {
		return err
	}
	r.returned = &v
	if !r.body {
		r.conclude(outcome{value: v, inputs: r.inputs, set: true})
	}
	return r.endOfStatement()
}

// returnsStructure passes the name of a structure whose members were written: the last one of them is what others see.
func (r *reader) returnsStructure() bool {
	v, ok := r.names[r.peek().text]
	if !ok || v.typ.fields == nil || r.ahead(1).text != ";" || r.last == nil || !strings.HasPrefix(r.last.name, v.name+".") {
		return false
	}
	r.outside = append(r.outside, r.last)
	r.at += 2
	return true
}

// endOfStatement passes a semicolon, which the last statement may lack.
func (r *reader) endOfStatement() error {
	if t := r.peek(); t.kind == endOfText || t.text == "}" {
		return nil
	}
	return r.expect(";", `";"`)
}

// conclude makes an outcome the text's, until another one comes.
func (r *reader) conclude(o outcome) { r.result = o }

// declaration reads variables of a type, or a function.
func (r *reader) declaration(words []string) error {
	typ, err := r.typeRef()
	if err != nil {
		return err
	}
	for {
		declared := typ
		for r.accept("*") || r.accept("&") {
			declared.array = true
		}
		if _, err := r.passQualifiers(); err != nil {
			return err
		}
		name := r.next()
		if name.kind != word {
			return r.errorAt(name.off, name.end, "expected a name, found %s", syntax.Quote(name.text))
		}
		if r.peek().text == "(" && !r.body {
			return r.function(name, declared)
		}
		if err := r.initialised(name, declared, words); err != nil {
			return err
		}
		if !r.accept(",") {
			return r.endOfStatement()
		}
	}
}

// initialised reads what stands behind a variable's name in its declaration.
func (r *reader) initialised(name token, typ typeRef, words []string) error {
	for r.peek().text == "[" {
		typ.array = typ.array || r.ahead(1).text != "["
		if err := r.skipBalanced(); err != nil {
			return err
		}
	}
	if r.accept(":") { // a semantic, or a place in memory
		for r.peek().kind != endOfText && !among(" ; , = ", r.peek().text) {
			r.next()
		}
	}
	v := r.declare(name, typ)
	v.local = r.body
	if slices.Contains(words, "out") && !r.body {
		r.undefined(v)
	}
	if r.peek().text == "(" && typ.opaque { // constexpr sampler s(filter::linear);
		return r.skipBalanced()
	}
	if r.peek().text == "(" { // C++: float4 r(v.wzyx);
		start := r.at
		args, err := r.arguments("(", ")")
		if err != nil {
			return err
		}
		value, err := r.constructed(start, typ, args)
		if err == nil {
			r.write(v, value)
		}
		return err
	}
	if !r.accept("=") {
		if v.local && typ.isVector() {
			r.undefined(v)
		}
		return nil
	}
	value, err := r.braced(typ)
	if err != nil {
		return err
	}
	if typ.name == "auto" {
		v.typ = typeRef{Type: value.Type, name: typ.name}
	}
	r.write(v, value)
	return nil
}

// undefined makes a variable one that holds nothing yet.
func (r *reader) undefined(v *variable) {
	if v.typ.isVector() {
		u := value{Type: v.typ.Type, piece: v.typ.Bits}
		for range r.threads * v.typ.Lanes {
			u.pieces = append(u.pieces, undefinedPiece)
		}
		v.value = &u
	}
}

// write gives a variable its value.
func (r *reader) write(v *variable, to value) {
	to.literal = "" // it has a type now
	v.value = &to
	if !v.declared {
		v.typ = typeRef{Type: to.Type, name: v.typ.name}
	}
	v.writes++
	r.wrote++
	r.last = v
	if !v.local {
		r.outside = append(r.outside, v)
	}
	if !r.body {
		r.conclude(outcome{value: to, inputs: r.inputs, to: v, set: true})
	}
}

// braced reads an expression of a type, or its lanes in braces. A type without lanes takes what there is.
func (r *reader) braced(typ typeRef) (value, error) {
	start := r.at
	if r.peek().text != "{" {
		v, err := r.expression()
		if err != nil {
			return value{}, err
		}
		if typ.name == "auto" || typ.name == "" {
			return v, nil
		}
		return r.adapted(v, typ, start)
	}
	if !typ.isVector() {
		return value{}, r.errorFrom(start, "expected an expression: lanes in braces are those of a vector with a type")
	}
	args, err := r.arguments("{", "}")
	if err != nil {
		return value{}, err
	}
	if len(args) == 0 {
		return r.zeros(typ.Type), nil
	}
	return r.constructed(start, typ, args)
}

// wgslVariable reads let name: type = value.
func (r *reader) wgslVariable() error {
	r.next()
	if r.peek().text == "<" {
		if err := r.skipBalanced(); err != nil {
			return err
		}
	}
	name := r.next()
	if name.kind != word {
		return r.errorAt(name.off, name.end, "expected a name, found %s", syntax.Quote(name.text))
	}
	typ := typeRef{}
	if r.accept(":") {
		var err error
		if typ, err = r.typeRef(); err != nil {
			return err
		}
	}
	if !r.accept("=") {
		v := r.declare(name, typ)
		v.local = r.body
		if r.body && typ.isVector() { // WGSL's variables begin as zero
			z := r.zeros(typ.Type)
			v.value = &z
		}
		return r.endOfStatement()
	}
	value, err := r.braced(typ)
	if err != nil {
		return err
	}
	if typ.name == "" {
		typ = typeRef{Type: value.Type}
	}
	v := r.declare(name, typ)
	v.local = r.body
	r.write(v, value)
	return r.endOfStatement()
}

// expressionStatement reads an assignment, or an expression whose value is the result.
func (r *reader) expressionStatement() error {
	start := r.at
	before := r.wrote
	v, assigned, err := r.assignment()
	if err != nil {
		return err
	}
	assigned = assigned || r.wrote > before
	if !assigned && !r.body {
		r.conclude(outcome{value: v, inputs: r.inputs, set: true})
	}
	if !assigned && r.body && r.at > start {
		return r.errorFrom(start, "the value is not kept: expected an assignment or a return")
	}
	return r.endOfStatement()
}
