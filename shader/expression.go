package shader

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

var undefinedPiece = lane.Lane{}

// A reference is a place: a variable or a part of one, and lanes of it.
type reference struct {
	path     string // v, in.color, out[i]
	seen     int    // where it stands in the text
	typ      typeRef
	declared bool
	lanes    []int // nil for all
	base     *variable
}

// An operand is a place, or a value that stands nowhere.
type operand struct {
	ref   *reference
	value value
	from  int // its first token
}

// An argument is a value with its first token.
type argument struct {
	value value
	from  int
}

// assignment reads one, or an expression.
func (r *reader) assignment() (v value, assigned bool, err error) {
	if r.depth++; r.depth > maxDepth {
		return value{}, false, r.tooDeep()
	}
	defer func() { r.depth-- }()
	if r.peek().text == "_" && r.ahead(1).text == "=" { // WGSL's place for what nobody wants
		r.at += 2
		v, err = r.expression()
		return v, true, err
	}
	o, err := r.unary()
	if err != nil {
		return value{}, false, err
	}
	op := r.peek()
	switch {
	case op.text == "=" && o.ref != nil:
		r.next()
		v, err = r.assign(*o.ref, o.from)
		return v, true, err
	case op.text == "=":
		return value{}, false, r.errorFrom(o.from, "a value cannot be assigned to: expected a name, or lanes of one")
	case len(op.text) > 1 && op.kind == mark && op.text[len(op.text)-1] == '=' && !among(" == != <= ", op.text) && o.ref != nil:
		return r.compound(*o.ref, o.from)
	}
	v, err = r.binary(o, 0)
	return v, false, err
}

// compound reads v *= w behind v: what v holds then is computed.
func (r *reader) compound(to reference, from int) (v value, assigned bool, err error) {
	op := r.next()
	start := r.at
	if _, _, err = r.assignment(); err != nil {
		return value{}, false, err
	}
	if v, err = r.load(from, to); err == nil {
		v, err = r.store(to, from, start, r.computed(r.arithmetic(op), v.Type, false))
	}
	return v, true, err
}

// assign reads the right side of an assignment to a place.
func (r *reader) assign(to reference, from int) (value, error) {
	start := r.at
	v, _, err := r.assignment()
	if err != nil {
		return value{}, err
	}
	return r.store(to, from, start, v)
}

// store puts a value into a place.
func (r *reader) store(to reference, from, start int, v value) (value, error) {
	target, err := r.variable(from, to)
	if err != nil {
		return value{}, err
	}
	if to.lanes == nil {
		if target.declared {
			v, err = r.adapted(v, target.typ, start)
		}
		if err == nil {
			r.write(target, v)
		}
		return v, err
	}
	for k, i := range to.lanes {
		if slices.Contains(to.lanes[:k], i) {
			return value{}, r.errorAt(r.tokens[from].off, r.tokens[start].off, "a lane is assigned to twice, and a write mask has each lane once")
		}
		if i < 0 {
			return value{}, r.errorAt(r.tokens[from].off, r.tokens[start].off, "a vector of three has no such lane to assign to")
		}
	}
	if r.wgsl && len(to.lanes) > 1 {
		return value{}, r.errorAt(r.tokens[from].off, r.tokens[start].off, "WGSL assigns to one lane or to all of them, not to a swizzle")
	}
	if v.class != unknown && !target.declared && target.value == nil {
		r.learnLane(target, v.Type)
	}
	all := to
	all.lanes = nil
	before, err := r.load(from, all)
	if err != nil {
		return value{}, err
	}
	if err := r.within(before, to, from); err != nil {
		return value{}, err
	}
	if v, err = r.adapted(v, typeRef{Type: before.of(len(to.lanes))}, start); err != nil {
		return value{}, err
	}
	after, err := r.made(start, before.with(to.lanes, v))
	if err == nil {
		r.write(target, after)
	}
	return v, err
}

// expression reads one without assignments.
func (r *reader) expression() (value, error) {
	if r.depth++; r.depth > maxDepth {
		return value{}, r.tooDeep()
	}
	defer func() { r.depth-- }()
	o, err := r.unary()
	if err != nil {
		return value{}, err
	}
	return r.binary(o, 0)
}

// levels are how strongly C's operators bind.
var levels = map[string]int{"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}

// operator is the one that stands next, and how many tokens it is of.
func (r *reader) operator() (op string, size int) {
	t := r.peek()
	if t.kind != mark {
		return "", 0
	}
	if after := r.ahead(1); t.text == ">" && after.off == t.end && (after.text == ">" || after.text == "=") {
		return ">" + after.text, 2
	}
	return t.text, 1
}

// binary reads operators behind an operand. Only numbers can be computed with.
func (r *reader) binary(left operand, least int) (value, error) {
	for {
		op, size := r.operator()
		level := levels[op]
		if op == "?" {
			return value{}, r.arithmetic(r.peek())
		}
		if level == 0 || level <= least {
			return r.valueOf(left)
		}
		at := r.peek()
		r.at += size
		if r.depth++; r.depth > maxDepth {
			return value{}, r.tooDeep()
		}
		o, err := r.unary()
		var right value
		if err == nil {
			right, err = r.binary(o, level)
		}
		r.depth--
		if err != nil {
			return value{}, err
		}
		v, err := r.valueOf(left)
		if err != nil {
			return value{}, err
		}
		folded, ok := folded(op, v, right)
		if !ok {
			folded = r.computed(r.arithmetic(at), operandsType(v, right), false)
		}
		left.ref = nil
		if left.value, err = r.made(left.from, folded); err != nil {
			return value{}, err
		}
	}
}

func (r *reader) arithmetic(op token) error {
	return r.errorAt(op.off, op.end, "%s computes: what moves lanes is swizzles, constructors and casts", syntax.Quote(op.text))
}

// unary reads signs and casts in front of an operand.
func (r *reader) unary() (operand, error) {
	if r.depth++; r.depth > maxDepth {
		return operand{}, r.tooDeep()
	}
	defer func() { r.depth-- }()
	start := r.at
	t := r.peek()
	switch {
	case t.text == "-" || t.text == "+" || t.text == "~":
		r.next()
		o, err := r.unary()
		if err != nil {
			return operand{}, err
		}
		v, err := r.valueOf(o)
		if err != nil {
			return operand{}, err
		}
		w, ok := signedBy(t.text, v)
		if !ok {
			w = r.computed(r.arithmetic(t), v.Type, false)
		}
		return operand{value: w, from: start}, nil
	case t.text == "!" || t.text == "++" || t.text == "--" || t.text == "&":
		return operand{}, r.arithmetic(t)
	case t.text == "*":
		r.next()
		o, err := r.unary()
		if err == nil && o.ref == nil {
			err = r.arithmetic(t)
		}
		if err == nil && o.ref.lanes != nil {
			err = r.errorFrom(start, "a lane of %s is no pointer: expected (*%s) before its lanes", o.ref.path, o.ref.path)
		}
		if err != nil {
			return operand{}, err
		}
		return operand{ref: r.pointed(*o.ref), from: start}, nil
	case t.text == "(" && r.isCast():
		v, err := r.cast(start)
		if err != nil {
			return operand{}, err
		}
		return r.postfix(operand{value: v, from: start})
	}
	o, err := r.primary()
	if err != nil {
		return operand{}, err
	}
	return r.postfix(o)
}

// pointed is what a pointer points to.
func (r *reader) pointed(p reference) *reference {
	p.path = "*" + p.path
	p.typ.array = false
	return &p
}

// isCast says whether a parenthesis holds a type and nothing else.
func (r *reader) isCast() bool {
	t := r.ahead(1)
	_, ok := typeNamed(t.text)
	return ok && (r.ahead(2).text == ")" || t.text == "unsigned" || t.text == "signed")
}

// cast reads (float4)v, and OpenCL's (float4)(a.lo, b.hi).
func (r *reader) cast(start int) (value, error) {
	r.next()
	typ, err := r.typeRef()
	if err != nil {
		return value{}, err
	}
	if err := r.expect(")", `")"`); err != nil {
		return value{}, err
	}
	if r.peek().text == "(" {
		args, err := r.arguments("(", ")")
		if err != nil {
			return value{}, err
		}
		if len(args) != 1 {
			return r.constructed(start, typ, args)
		}
		return r.castTo(args[0].value, typ, start)
	}
	o, err := r.unary()
	if err != nil {
		return value{}, err
	}
	v, err := r.valueOf(o)
	if err != nil {
		return value{}, err
	}
	return r.castTo(v, typ, start)
}

// castTo is a value as another type by C's rules: scalars fill a vector, and HLSL cuts what is too long.
func (r *reader) castTo(v value, typ typeRef, start int) (value, error) {
	if typ.isVector() && v.Lanes > typ.Lanes && v.name == "" {
		v = v.selected(firstLanes(typ.Lanes))
	}
	return r.adapted(v, typ, start)
}

func firstLanes(n int) []int {
	lanes := make([]int, n)
	for i := range lanes {
		lanes[i] = i
	}
	return lanes
}

// primary reads a number, a name, a call, or an expression in parentheses.
func (r *reader) primary() (operand, error) {
	start := r.at
	r.passNamespace()
	t := r.peek()
	switch {
	case t.kind == number:
		r.next()
		v, err := r.literal(t)
		return operand{value: v, from: start}, err
	case t.text == "(":
		r.next()
		v, _, err := r.assignment()
		if err == nil && r.peek().text == "," {
			err = r.wanted(`")": a list of lanes needs its type in front, such as float4(…)`)
		}
		if err == nil {
			err = r.expect(")", `")"`)
		}
		return operand{value: v, from: start}, err
	case t.kind != word:
		return operand{}, r.wanted("a vector or a number")
	case t.text == "true" || t.text == "false":
		r.next()
		v := r.zeros(Type{boolean, 1, 1})
		if t.text == "true" {
			v = r.filled(Type{boolean, 1, 1}, lane.ConstOf(1))
		}
		return operand{value: v, from: start}, nil
	case readsThreads(t.text) && r.ahead(1).text != "(":
		r.next()
		return operand{value: r.threadNumbers(), from: start}, nil
	case r.ahead(1).text == "(", r.isGenericCall():
		v, err := r.call()
		return operand{value: v, from: start}, err
	}
	r.next()
	v := r.lookup(t.text, t.off)
	return operand{ref: &reference{path: t.text, seen: v.seen, typ: v.typ, declared: v.declared, base: v}, from: start}, nil
}

// isGenericCall says whether a name with angle brackets is called: vec4<f32>(…), as_type<uint>(…), bitcast<u32>(…).
func (r *reader) isGenericCall() bool {
	t := r.peek()
	known, _ := typeNamed(t.text)
	return r.ahead(1).text == "<" && (known.ofAny || among(" vec vector as_type bitcast array ", t.text))
}

// postfix reads lanes, members and indices behind an operand.
func (r *reader) postfix(o operand) (operand, error) {
	for {
		var err error
		switch t := r.peek(); {
		case t.text == "." || t.text == "->":
			r.next()
			if t.text == "->" && o.ref != nil {
				o.ref = r.pointed(*o.ref)
			}
			o, err = r.suffix(o)
		case t.text == "[":
			o, err = r.indexed(o)
		case t.text == "++" || t.text == "--":
			err = r.arithmetic(t)
		default:
			return o, nil
		}
		if err == nil && o.ref != nil && len(o.ref.path) > maxName {
			err = r.errorFrom(o.from, "a place with a name of more than %d characters", maxName)
		}
		if err != nil {
			return operand{}, err
		}
	}
}

// suffix reads what stands behind a full stop: a member of a structure, a call of a texture, or lanes.
func (r *reader) suffix(o operand) (operand, error) {
	t := r.peek()
	if t.kind != word {
		return operand{}, r.wanted("lanes, such as wzyx")
	}
	r.next()
	if o.ref == nil || o.ref.lanes != nil || o.ref.typ.isVector() {
		return r.swizzled(o, t)
	}
	ref := *o.ref
	typ := ref.typ
	switch {
	case r.peek().text == "(":
		return r.method(o, t)
	case typ.matrix:
		return r.column(o), nil
	case typ.array:
		return operand{}, r.errorAt(t.off, t.end, "%s has elements: expected %s[…].%s", ref.path, ref.path, t.text)
	case typ.fields != nil:
		field, ok := typ.fields[t.text]
		if !ok {
			return operand{}, r.errorAt(t.off, t.end, "%s has no member %s", typ.name, syntax.Quote(t.text))
		}
		ref.path, ref.typ = ref.path+"."+t.text, field
		return operand{ref: &ref, from: o.from}, nil
	case !isSwizzle(t.text) || r.isMember(t) || typ.opaque:
		if !typ.opaque && !r.isMember(t) && len(t.text) <= 4 && strings.Trim(t.text, "xyzwrgbastpq") == "" { // letters of two sets
			return r.swizzled(o, t)
		}
		ref.path, ref.typ, ref.declared = ref.path+"."+t.text, typeRef{}, false
		return operand{ref: &ref, from: o.from}, nil
	}
	return r.swizzled(o, t)
}

// column is a part of a matrix, which is refused where it is read.
func (r *reader) column(o operand) operand {
	why := r.errorFrom(o.from, "%s is a matrix: lanes are those of vectors", o.ref.path)
	return operand{value: r.computed(why, Type{unknown, 32, 4}, true), from: o.from}
}

// isMember says whether one letter is the name of a member, because what follows asks for more than a lane: a.b.xyz.
func (r *reader) isMember(t token) bool {
	after := r.ahead(1)
	return len(t.text) == 1 && r.peek().text == "." && after.kind == word && isSwizzle(after.text) && strings.Trim(after.text, "xrs") != ""
}

// swizzled are lanes of an operand.
func (r *reader) swizzled(o operand, t token) (operand, error) {
	n := o.value.Lanes
	if o.ref != nil {
		if n = len(o.ref.lanes); o.ref.lanes == nil {
			v, err := r.variable(o.from, *o.ref)
			if err != nil {
				return operand{}, err
			}
			r.reach(v, t.text)
			n = v.typ.Lanes
		}
	}
	lanes, err := r.lanesNamed(t, n)
	if err != nil {
		return operand{}, err
	}
	return r.selected(o, lanes), nil
}

// selected are lanes of an operand by number; the list is the operand's from then on.
func (r *reader) selected(o operand, lanes []int) operand {
	if o.ref == nil {
		return operand{value: o.value.selected(lanes), from: o.from}
	}
	ref := *o.ref
	if ref.lanes != nil {
		for k, i := range lanes {
			if i >= 0 {
				lanes[k] = ref.lanes[i]
			}
		}
	}
	ref.lanes = lanes
	return operand{ref: &ref, from: o.from}
}

// indexed reads what stands in square brackets: a lane of a vector, by a number, or an element of an array.
func (r *reader) indexed(o operand) (operand, error) {
	open := r.at
	if err := r.skipBalanced(); err != nil {
		return operand{}, err
	}
	shut := r.at
	inside := r.between(open+1, shut-1)
	if o.ref != nil && o.ref.lanes == nil && !o.ref.typ.isVector() {
		isElement := o.ref.typ.array || o.ref.typ.opaque || o.ref.typ.fields != nil || !o.ref.declared && (r.peek().text == "." || r.peek().text == "=")
		switch {
		case o.ref.typ.matrix:
			return r.column(o), nil
		case isElement:
			ref := *o.ref
			ref.path, ref.typ.array, ref.typ.opaque = ref.path+"["+inside+"]", false, false
			ref.declared = ref.declared && (ref.typ.Lanes > 0 || ref.typ.fields != nil)
			return operand{ref: &ref, from: o.from}, r.steady(open+1, shut-1)
		}
	}
	r.at = open + 1
	v, err := r.expression()
	if err != nil {
		return operand{}, err
	}
	k, ok := v.numbers()
	if r.at != shut-1 || !ok || len(k) != 1 {
		return operand{}, r.errorAt(r.tokens[open].off, r.tokens[shut-1].end, "the index is known at run time only: a lane has a number, such as v[2]")
	}
	r.at = shut
	n := o.value.Lanes
	if o.ref != nil {
		if n = len(o.ref.lanes); o.ref.lanes == nil {
			v, err := r.variable(o.from, *o.ref)
			if err != nil {
				return operand{}, err
			}
			n = v.typ.Lanes
		}
	}
	if k[0] >= uint64(n) {
		return operand{}, r.errorAt(r.tokens[open].off, r.tokens[shut-1].end, "lane %d of a vector of %d", k[0], n)
	}
	return r.selected(o, []int{int(k[0])}), nil
}

// steady says whether an index keeps its value: what it reads was written at most once.
func (r *reader) steady(from, to int) error {
	for _, t := range r.tokens[from:to] {
		if v, ok := r.names[t.text]; ok && t.kind == word && v.writes > 1 {
			return r.errorAt(t.off, t.end, "%s changes, and with it the place that it is an index of", t.text)
		}
	}
	return nil
}

// method is a call of a texture or a buffer: what it returns is not known, and has four lanes.
func (r *reader) method(o operand, name token) (operand, error) {
	if among(" write Store Store2 Store3 Store4 ", name.text) {
		return r.writes(o, name)
	}
	if !among(sampling, name.text) {
		return operand{}, r.errorAt(name.off, name.end, "%s is no movement of lanes, nor does it read a texture or a buffer", syntax.Quote(name.text))
	}
	v, err := r.fetched(o.from, name.text, o.ref.typ)
	return operand{value: v, from: o.from}, err
}

// writes is a call that writes a texture or a buffer: the value is MSL's first argument, and HLSL's last one.
func (r *reader) writes(o operand, name token) (operand, error) {
	args, err := r.arguments("(", ")")
	if err == nil && len(args) == 0 {
		err = r.wanted("what is written")
	}
	if err != nil {
		return operand{}, err
	}
	v := args[0].value
	if name.text != "write" {
		v = args[len(args)-1].value
	}
	r.write(&variable{name: o.ref.path, seen: o.ref.seen, source: -1}, v)
	return operand{value: v, from: o.from}, nil
}
