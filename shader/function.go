package shader

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// function reads a function of C's kind behind its name.
func (r *reader) function(name token, returns typeRef) error {
	outer := r.enter(returns)
	f := function{}
	r.next()
	for !r.accept(")") {
		if r.peek().text == "void" && r.ahead(1).text == ")" {
			r.next()
			continue
		}
		if err := r.parameter(&f); err != nil {
			return err
		}
		if !r.accept(",") && r.peek().text != ")" {
			return r.wanted(`"," or ")"`)
		}
	}
	for r.peek().text == "__attribute__" || r.peek().text == "[" || r.peek().text == ":" || r.peek().text == "const" {
		if r.next().text == "[" { // a semantic or an attribute
			r.at--
		}
		if r.peek().text == "(" || r.peek().text == "[" {
			if err := r.skipBalanced(); err != nil {
				return err
			}
		} else if r.peek().kind == word {
			r.next()
		}
	}
	return r.finish(name, f, outer)
}

// enter begins a function's frame.
func (r *reader) enter(returns typeRef) (outer *frame) {
	outer = r.frame
	if returns.void || returns.fields != nil {
		returns = typeRef{}
	}
	r.frame = &frame{names: map[string]*variable{}, body: true, returns: returns}
	return outer
}

// parameter reads one of C's kind.
func (r *reader) parameter(f *function) error {
	start := r.at
	words, err := r.passQualifiers()
	if err != nil {
		return err
	}
	typ, err := r.typeRef()
	if err != nil {
		return err
	}
	reference := false
	for r.peek().text == "*" || r.peek().text == "&" {
		typ.array = typ.array || r.peek().text == "*"
		reference = true
		r.next()
	}
	if _, err := r.passQualifiers(); err != nil {
		return err
	}
	name := r.peek()
	if name.kind != word {
		if name.text == ")" || name.text == "," { // without a name
			return nil
		}
		return r.wanted("a parameter's name")
	}
	r.next()
	for r.peek().kind != endOfText && !among(" , ) { ; ", r.peek().text) { // [4], : SV_Position, [[buffer(0)]]
		if r.peek().text == "[" {
			typ.array = typ.array || r.ahead(1).text != "["
			if err := r.skipBalanced(); err != nil {
				return err
			}
			continue
		}
		r.next()
	}
	r.parameterOf(f, name, typ, words, reference)
	r.numbersThreads(start, name)
	return nil
}

// numbersThreads makes a parameter the number of the thread if one of its attributes, among the tokens from one on, says so.
func (r *reader) numbersThreads(start int, name token) {
	for _, t := range r.tokens[start:r.at] {
		if t.kind == word && among(threadWords, t.text) {
			v := r.threadNumbers()
			r.names[name.text].value = &v
		}
	}
}

// parameterOf enters a parameter: one that is out, or a reference, is seen outside, and one that is only out holds nothing.
func (r *reader) parameterOf(f *function, name token, typ typeRef, words []string, reference bool) {
	v := r.declare(name, typ)
	v.local, v.parameter = !reference, true
	for _, w := range words {
		switch w {
		case "out":
			v.local = false
			f.why = "it writes its parameter " + name.text
			r.undefined(v)
		case "inout":
			v.local = false
			f.why = "it writes its parameter " + name.text
		}
	}
	f.parameters = append(f.parameters, v)
}

// wgslFunction reads fn name(a: vec4<f32>) -> vec4<f32> { … }.
func (r *reader) wgslFunction() error {
	r.next()
	name := r.next()
	outer := r.enter(typeRef{})
	f := function{}
	if err := r.expect("(", `"(" and parameters`); err != nil {
		return err
	}
	for !r.accept(")") {
		start := r.at
		if _, err := r.passQualifiers(); err != nil {
			return err
		}
		parameter := r.next()
		if parameter.kind != word {
			return r.errorAt(parameter.off, parameter.end, `expected a parameter or ")", found %s`, syntax.Quote(parameter.text))
		}
		if err := r.expect(":", `":" and the parameter's type`); err != nil {
			return err
		}
		typ, err := r.typeRef()
		if err != nil {
			return err
		}
		r.parameterOf(&f, parameter, typ, nil, false)
		r.numbersThreads(start, parameter)
		if !r.accept(",") && r.peek().text != ")" {
			return r.wanted(`"," or ")"`)
		}
	}
	if r.accept("->") {
		if _, err := r.passQualifiers(); err != nil {
			return err
		}
		typ, err := r.typeRef()
		if err != nil {
			return err
		}
		if typ.isVector() {
			r.frame.returns = typ
		}
	}
	return r.finish(name, f, outer)
}

// finish reads a function's braces, and what it does becomes the result.
func (r *reader) finish(name token, f function, outer *frame) error {
	if r.peek().text == ";" { // it is declared here and has no body
		r.next()
		r.frame = outer
		return nil
	}
	if r.peek().text != "{" {
		return r.wanted(`"{" and the function's body`)
	}
	if err := r.block(); err != nil {
		return err
	}
	inner := r.frame
	r.frame = outer
	switch {
	case inner.returned != nil:
		f.value, f.inputs = inner.pruned(*inner.returned)
		r.conclude(outcome{value: f.value, inputs: f.inputs, set: true})
	case inner.outside != nil:
		to := inner.moved()
		if last := inner.outside[len(inner.outside)-1]; last != to {
			r.warn(last.name + " is computed, and left out")
		}
		v, inputs := inner.pruned(*to.value)
		r.conclude(outcome{value: v, inputs: inputs, to: to, set: true})
	case inner.last != nil:
		v, inputs := inner.pruned(*inner.last.value)
		r.lesser = outcome{value: v, inputs: inputs, to: inner.last, set: true}
	}
	switch {
	case f.why != "":
	case inner.returned == nil:
		f.why = "it returns nothing"
	case inner.parts:
		f.why = "it reads parts of what it is given"
	}
	r.functions[name.text] = f
	return nil
}

// moved is the variable that others see which was written last, of those that are not computed if there are such.
func (f *frame) moved() *variable {
	for k := len(f.outside) - 1; k >= 0; k-- {
		v := f.outside[k]
		if !slices.ContainsFunc(v.value.pieces, func(l lane.Lane) bool { return l.Kind == lane.Source && f.inputs[l.Src].why != nil }) {
			return v
		}
	}
	return f.outside[len(f.outside)-1]
}

// pruned is a value over those of the frame's inputs that it reads.
func (f *frame) pruned(v value) (value, []*variable) {
	number := map[int]int{}
	var inputs []*variable
	v.pieces = slices.Clone(v.pieces)
	for i, l := range v.pieces {
		if l.Kind != lane.Source {
			continue
		}
		k, ok := number[l.Src]
		if !ok {
			k = len(inputs)
			number[l.Src] = k
			inputs = append(inputs, f.inputs[l.Src])
		}
		v.pieces[i].Src = k
	}
	return v, inputs
}

// called is a call of a function of the text.
func (r *reader) called(start int, name string, f function, args []argument) (value, error) {
	if f.why != "" {
		return value{}, r.errorFrom(start, "%s cannot be called for its value: %s", name, f.why)
	}
	if len(args) != len(f.parameters) {
		return value{}, r.errorFrom(start, "%s has %s, and is called with %d", name, count(len(f.parameters), "parameter"), len(args))
	}
	values := make([]value, len(f.inputs))
	bits, width := 0, f.value.piece
	for k, input := range f.inputs {
		at := slices.Index(f.parameters, input)
		var err error
		switch {
		case input.why != nil:
			values[k] = r.computed(input.why, input.given, false)
		case at < 0 && r.names[input.name] != nil && r.names[input.name].local:
			return value{}, r.errorFrom(start, "%s reads %s, which is another one than that here: two names would tell them apart", name, input.name)
		case at < 0:
			values[k], err = r.load(start, reference{path: input.name, seen: input.seen, typ: input.typ, declared: input.declared})
		default:
			values[k], err = r.adapted(args[at].value, f.parameters[at].typ, args[at].from)
		}
		if err != nil {
			return value{}, err
		}
		if have := values[k]; have.Bits*have.Lanes != input.given.Bits*input.given.Lanes {
			return value{}, r.errorFrom(start, "%s reads %d bits of %s, and here it has %d", name, input.given.Bits*input.given.Lanes, input.name, have.Bits*have.Lanes)
		}
		bits, width = bits+values[k].bits()*r.threads, lane.GCD(width, values[k].piece)
	}
	if r.pieces += bits / width; r.pieces > maxPieces {
		return value{}, r.enough(start)
	}
	return r.made(start, f.value.substituted(values))
}
