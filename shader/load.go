package shader

import (
	"errors"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// variable is the one that a place is of. A part of one, such as out[i], is a variable by itself.
func (r *reader) variable(from int, ref reference) (*variable, error) {
	v, ok := r.names[ref.path]
	if !ok {
		v = &variable{name: ref.path, typ: ref.typ, declared: ref.declared && ref.typ.isVector(), seen: ref.seen, source: -1}
		r.names[ref.path] = v
		if b := ref.base; b != nil {
			v.local = b.local
			r.parts = r.parts || b.parameter
			if b.local && !b.parameter {
				r.undefined(v)
			}
		}
	}
	if v.typ.isVector() {
		return v, nil
	}
	if t := v.typ; v.declared && (t.matrix || t.opaque || t.array || t.fields != nil) {
		what := map[bool]string{t.matrix: "a matrix", t.array: "an array", t.opaque: "of the type " + t.name, t.fields != nil: "a structure"}[true]
		return nil, r.errorFrom(from, "%s is %s: lanes are those of a vector or a scalar", v.name, what)
	}
	v.typ.Type = r.assumed(v.name)
	return v, nil
}

// assumed is the type of what the text does not declare: what other statements ask for, or four lanes of 32 bits; of what a subgroup exchanges, one lane.
func (r *reader) assumed(name string) Type {
	if t, ok := r.learned[name]; ok {
		return t
	}
	if r.threads > 1 {
		return Type{unknown, 32, 1}
	}
	return Type{unknown, 32, 4}
}

// load is the value of a place. What was not written before is an input.
func (r *reader) load(from int, ref reference) (value, error) {
	v, err := r.variable(from, ref)
	if err != nil { // a matrix, say: what is made of it is no movement
		return r.computed(err, Type{unknown, 32, 4}, true), nil
	}
	if v.value == nil {
		v.source, v.given = len(r.inputs), v.typ.Type
		r.inputs = append(r.inputs, v)
		in := value{Type: v.typ.Type, piece: v.typ.Bits}
		for i := range r.threads * v.typ.Lanes {
			in.pieces = append(in.pieces, lane.From(v.source, i))
		}
		if v.typ.class == unknown {
			in.name = v.name
		}
		v.value = &in
	}
	if ref.lanes == nil {
		return r.made(from, *v.value)
	}
	if err := r.within(*v.value, ref, from); err != nil {
		return value{}, err
	}
	return r.made(from, v.value.selected(ref.lanes))
}

// within refuses lanes that a name had when they were read, and no longer has: a right side may assign a shorter vector to it.
func (r *reader) within(v value, ref reference, from int) error {
	if most := slices.Max(ref.lanes); most >= v.Lanes {
		return r.errorFrom(from, "this is lane %d, and the right side makes the vector one of %d", most, v.Lanes)
	}
	return nil
}

// valueOf is what an operand holds.
func (r *reader) valueOf(o operand) (value, error) {
	if o.ref == nil {
		return o.value, nil
	}
	return r.load(o.from, *o.ref)
}

// learn keeps for the next pass what a name that the text does not declare has to be.
func (r *reader) learn(name string, t Type) {
	if t.Lanes == 1 || among(" 2 3 4 8 16 ", itoa(t.Lanes)) {
		r.learns = r.learns || r.learned[name] != t
		r.learned[name] = t
	}
}

// learnLane keeps the type of a variable's lanes. If they are as wide as was assumed, nothing else changes.
func (r *reader) learnLane(v *variable, t Type) {
	before := r.learns
	r.learn(v.name, t.of(v.typ.Lanes))
	if t.Bits == v.typ.Bits {
		r.learns = before
	}
}

// reach makes a variable that the text does not declare as long as a swizzle needs it.
func (r *reader) reach(v *variable, name string) {
	if v.declared || v.value != nil && v.source < 0 {
		return
	}
	if _, ok := halves[name]; ok {
		v.halved = true
		return
	}
	n := v.typ.Lanes
	if isNumbered(name) {
		for i := 1; i < len(name); i++ {
			k := strings.IndexByte("0123456789abcdef", name[i]|0x20)
			for n <= k {
				n *= 2
			}
		}
	} else if r.threads > 1 && name != "x" && strings.Trim(name, "xyzwrgba") == "" {
		n = max(n, 4)
	}
	if n > v.typ.Lanes {
		r.learn(v.name, v.typ.of(n))
	}
}

// stretch makes variables longer of which halves are read, where they have fewer lanes than are wanted.
func (r *reader) stretch(v value, want int) bool {
	if v.Lanes == 0 || want%v.Lanes != 0 || want == v.Lanes {
		return false
	}
	any := false
	for _, in := range r.sourcesOf(v) {
		if in.declared || !in.halved {
			return false
		}
		any = true
	}
	for _, in := range r.sourcesOf(v) {
		r.learn(in.name, in.given.of(in.given.Lanes*want/v.Lanes))
	}
	return any && r.learns
}

// sourcesOf are the inputs that a value reads.
func (r *reader) sourcesOf(v value) []*variable {
	var all []*variable
	for _, l := range v.pieces {
		if l.Kind == lane.Source && !slices.Contains(all, r.inputs[l.Src]) {
			all = append(all, r.inputs[l.Src])
		}
	}
	return all
}

// computed is what no movement makes. It is an error only where the result reads it, and so it is an input until then. What it is may be learned from how it is used, if it has a name.
func (r *reader) computed(why error, t Type, named bool) value {
	var at *syntax.Error
	errors.As(why, &at)
	v := &variable{name: "what is computed at " + itoa(at.Off), typ: typeRef{Type: t}, declared: true, source: len(r.inputs), why: why}
	if learned, ok := r.learned[v.name]; ok && named {
		v.typ.Type = learned
	}
	v.given = v.typ.Type
	r.inputs = append(r.inputs, v)
	c := value{Type: v.typ.Type, piece: v.typ.Bits}
	if named && v.typ.class == unknown {
		c.name = v.name
	}
	for i := range r.threads * c.Lanes {
		c.pieces = append(c.pieces, lane.From(v.source, i))
	}
	r.pieces += len(c.pieces)
	return c
}

// whyComputed is why a value is computed, if it is.
func (r *reader) whyComputed(v value) error {
	for _, in := range r.sourcesOf(v) {
		if in.why != nil {
			return in.why
		}
	}
	return nil
}

// operandsType is the type of what an operator makes of two values.
func operandsType(a, b value) Type {
	t := a.Type
	if a.literal != "" || t.class == unknown {
		t = b.Type
	}
	return t.of(max(a.Lanes, b.Lanes))
}

// filled is a constant in all lanes.
func (r *reader) filled(t Type, c lane.Const) value {
	v := value{Type: t, piece: t.Bits}
	for range r.threads * t.Lanes {
		v.pieces = append(v.pieces, lane.Fixed(c))
	}
	r.pieces += len(v.pieces)
	return v
}

func (r *reader) zeros(t Type) value { return r.filled(t, lane.Const{}) }

// nextPass is what stands for a value until the next pass, which there is then.
func (r *reader) nextPass(t Type) value {
	r.learns = true
	return value{Type: t, piece: t.Bits, pieces: make([]lane.Lane, r.threads*t.Lanes)}
}

// literal is a number of the text.
func (r *reader) literal(t token) (value, error) {
	digits, typ, ok := spelled(t.text)
	c, fits := numberAs(digits, typ)
	if !ok || !fits {
		return value{}, r.errorAt(t.off, t.end, "expected a number, found %q", t.text)
	}
	v := r.filled(typ, c)
	v.literal = digits
	return v, nil
}

// isConstant says whether no lane is of an input.
func isConstant(v value) bool {
	for _, l := range v.pieces {
		if l.Kind != lane.Constant {
			return false
		}
	}
	return true
}
