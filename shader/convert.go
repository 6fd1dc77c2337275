package shader

import (
	"cmp"
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// adapted is a value as one of a type: a scalar fills a vector, and lanes are converted where that changes no bit but takes some off, or puts zeros in front.
func (r *reader) adapted(v value, typ typeRef, start int) (value, error) {
	switch {
	case typ.name == "" && typ.Lanes == 0:
		return v, nil
	case typ.matrix || !typ.isVector():
		return value{}, r.errorFrom(start, "%s has no lanes: expected a scalar or a vector", typ.name)
	}
	t := typ.Type
	if v.name != "" && v.class == unknown && t.class != unknown && (v.Lanes != t.Lanes || v.Bits != t.Bits) {
		r.learn(v.name, t)
		return r.nextPass(t), nil
	}
	if v.Lanes != t.Lanes && v.Lanes != 1 {
		switch {
		case r.stretch(v, t.Lanes):
			return r.nextPass(t), nil
		case v.Lanes < t.Lanes || r.wgsl || typ.glsl:
			return value{}, r.errorFrom(start, "%s where %s has %s", count(v.Lanes, "lane"), t, count(t.Lanes, "lane"))
		}
		r.warn("the last lanes are cut off: " + itoa(v.Lanes) + " become " + itoa(t.Lanes) + ", as HLSL has it")
		v = v.selected(firstLanes(t.Lanes))
	}
	v, err := r.convert(v, t, start)
	if err != nil {
		return value{}, err
	}
	if v.Lanes < t.Lanes {
		v = v.splat(t.Lanes)
	}
	return r.made(start, v)
}

// convert is a value with lanes of another type.
func (r *reader) convert(v value, t Type, start int) (value, error) {
	to := t.of(v.Lanes)
	switch {
	case v.Bits == t.Bits && (v.class == t.class || t.class == unknown):
		return v, nil
	case v.class == unknown && v.Bits == t.Bits:
		for _, in := range r.sourcesOf(v) {
			if in.given.class == unknown {
				r.learnLane(in, t)
			}
		}
		v.Type, v.name = to, ""
		return v, nil
	case v.class == unknown:
		for _, in := range r.sourcesOf(v) {
			r.learn(in.name, t.of(in.given.Lanes))
		}
		return r.nextPass(to), nil
	case v.literal != "":
		c, ok := numberAs(v.literal, t)
		if !ok {
			return value{}, r.errorFrom(start, "%s is no %s", v.literal, t.of(1))
		}
		return r.filled(to, c), nil
	}
	width := lane.GCD(v.piece, t.Bits)
	w := value{Type: to, piece: width, pieces: make([]lane.Lane, 0, r.threads*to.bits()/width)}
	fine := v.refined(width)
	for thread := range v.threads() {
		for i := range v.Lanes {
			lanes, why := convertedLane(v, fine, thread, i, t)
			if why != "" {
				return value{}, cmp.Or(r.whyComputed(v), r.errorFrom(start, "%s", why))
			}
			w.pieces = append(w.pieces, lanes...)
		}
	}
	return w, nil
}

// convertedLane is one lane as pieces of another type, or the reason why it is none.
func convertedLane(v, fine value, thread, i int, to Type) (pieces []lane.Lane, why string) {
	if c, ok := v.constant(thread, i); ok {
		c, ok = converted(c, v.Type, to)
		if !ok {
			return nil, fmt.Sprintf("the number is no %s", to.of(1))
		}
		k := to.Bits / fine.piece
		for j := range k {
			pieces = append(pieces, part(lane.Fixed(c), j, k, fine.piece))
		}
		return pieces, ""
	}
	pieces = fine.threadLane(thread, i)
	n := to.Bits / fine.piece
	undefined := true
	for _, l := range pieces {
		undefined = undefined && l.Kind == lane.Undefined
	}
	isFloat := v.class == float || v.class == brain || to.class == float || to.class == brain
	switch {
	case undefined:
		return make([]lane.Lane, n), ""
	case isFloat:
		return nil, fmt.Sprintf("from %s to %s the bits are computed, not moved: a cast such as asuint moves them", v.of(1), to.of(1))
	case to.class == boolean:
		return nil, fmt.Sprintf("from %s to bool is a comparison, not a movement", v.of(1))
	case n <= len(pieces):
		return pieces[:n:n], ""
	case v.class == signed:
		return nil, fmt.Sprintf("from %s to %s the sign is copied: what moves lanes puts zeros in front, as from unsigned types", v.of(1), to.of(1))
	}
	pieces = pieces[:len(pieces):len(pieces)]
	for len(pieces) < n {
		pieces = append(pieces, lane.Zero())
	}
	return pieces, ""
}

// constructed is a vector of the lanes of its arguments.
func (r *reader) constructed(start int, typ typeRef, args []argument) (value, error) {
	if typ.matrix {
		return value{}, r.errorFrom(start, "%s is a matrix: lanes are those of vectors", typ.name)
	}
	if typ.family && r.wgsl && typ.class == float {
		typ = laneless(typ, args)
	}
	if !typ.isVector() {
		return value{}, r.errorFrom(start, "%s has no lanes: expected a scalar or a vector", typ.name)
	}
	if len(args) == 0 {
		return r.zeros(typ.Type), nil
	}
	if len(args) == 1 && args[0].value.name == "" && args[0].value.Lanes == 1 {
		return r.adapted(args[0].value, typ, args[0].from)
	}
	values, again, err := r.listed(start, typ, args)
	if err != nil || again {
		return r.nextPass(typ.Type), err
	}
	v := joined(values)
	if v.Lanes > typ.Lanes && typ.glsl && v.Lanes-values[len(values)-1].Lanes < typ.Lanes {
		v = v.selected(firstLanes(typ.Lanes))
	}
	if v.Lanes != typ.Lanes {
		if r.stretch(v, typ.Lanes) {
			return r.nextPass(typ.Type), nil
		}
		return value{}, r.errorFrom(start, "%s has %s, its arguments %d", typ.Type, count(typ.Lanes, "lane"), v.Lanes)
	}
	v.Type, v.name, v.literal = typ.Type, "", ""
	return r.made(start, v)
}

// laneless gives WGSL's vec4 the type of its arguments' lanes.
func laneless(typ typeRef, args []argument) typeRef {
	kind := Type{signed, 32, 1}
	for _, a := range args {
		if a.value.literal == "" {
			kind = a.value.Type
			break
		}
		if a.value.class == float {
			kind = a.value.Type
		}
	}
	return typeRef{Type: kind.of(typ.Lanes), name: typ.name}
}

// listed are a constructor's arguments with lanes of its type. Where lengths of undeclared ones follow from it, the text is read again.
func (r *reader) listed(start int, typ typeRef, args []argument) (values []value, again bool, err error) {
	open, rest := 0, typ.Lanes
	for _, a := range args {
		if a.value.name != "" && a.value.class == unknown {
			open++
		} else {
			rest -= a.value.Lanes
		}
	}
	if open > 0 && (len(args) == 1 || rest <= 0 || rest%open != 0) {
		for _, a := range args {
			if why := r.whyComputed(a.value); why != nil {
				return nil, false, why
			}
			if a.value.name != "" {
				return nil, false, r.errorFrom(a.from, "%s is not declared, and its length does not follow: expected its declaration or lanes of it", a.value.name)
			}
		}
	}
	for _, a := range args {
		v := a.value
		if v.name != "" && v.class == unknown {
			r.learn(v.name, typ.of(rest/open))
			again = true
			continue
		}
		if v, err = r.convert(v, typ.Type, a.from); err != nil {
			return nil, false, err
		}
		values = append(values, v)
	}
	return values, again, nil
}

// arguments reads expressions between marks.
func (r *reader) arguments(open, shut string) ([]argument, error) {
	if err := r.expect(open, "\""+open+"\""); err != nil {
		return nil, err
	}
	var all []argument
	for !r.accept(shut) {
		from := r.at
		v, err := r.expression()
		if err != nil {
			return nil, err
		}
		all = append(all, argument{v, from})
		if err := r.enough(from); err != nil {
			return nil, err
		}
		if !r.accept(",") && r.peek().text != shut {
			return nil, r.wanted("\",\" or \"" + shut + "\"")
		}
	}
	return all, nil
}
