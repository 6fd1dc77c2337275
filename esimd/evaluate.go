package esimd

import (
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// evaluate is an expression as elements. want is the shape of what it goes into, for numbers and for names of which nothing else says how long they are.
func (p *program) evaluate(e *expr, want shape) (view, error) {
	switch e.kind {
	case nameExpr:
		return p.name(e, e.name, want)
	case numberExpr:
		if want.count() == 0 {
			return view{}, p.at(e, "a number moves no elements")
		}
		return p.broadcast(want, e.value), nil
	case indexExpr:
		return p.indexed(e)
	case callExpr:
		return p.call(e, want)
	case listExpr:
		if want.count() == 0 {
			return view{}, p.at(e, "nothing says of what type the list is")
		}
		return p.valueOf(&expr{off: e.off, end: e.end, args: []expr{*e}}, want)
	case castExpr:
		return p.typed(e, want)
	}
	return view{}, p.at(e, "%s computes, and moves no elements", e.name)
}

// typed is a cast, which moves an element where it keeps its bits.
func (p *program) typed(e *expr, want shape) (view, error) {
	v, err := p.evaluate(e.on, want)
	if err != nil {
		return v, err
	}
	to := elements[e.name]
	if err := converts(v.element, to); err != nil {
		return v, p.at(e, "%v", err)
	}
	v.element, v.fixed = to, true
	return v, nil
}

// name is what a name stands for.
func (p *program) name(e *expr, name string, want shape) (view, error) {
	if e.on != nil {
		return view{}, p.at(e, "%s is a member without parentheses: expected a call", syntax.Quote(name))
	}
	v, ok := p.views[name]
	if !ok {
		v = p.undeclared(name, want)
	}
	if v.of.masked != "" {
		return v, p.at(e, "%s was merged under the mask %s: it is a map only once that is known", name, v.of.masked)
	}
	return v, nil
}

// indexed is one element, or a row of a matrix.
func (p *program) indexed(e *expr) (view, error) {
	of, err := p.evaluate(e.on, shape{})
	if err != nil {
		return of, err
	}
	if len(e.args) != 1 {
		return of, p.at(e, "expected one index")
	}
	at, err := p.constant(&e.args[0], "the index", maxBytes)
	if err != nil {
		return of, err
	}
	v := of.picked([]int{at}, 0)
	if of.rows > 0 {
		v = of.region(row(at*of.cols, of.cols, 1), of.cols, 0)
	}
	p.inside(e, v)
	return v, nil
}

// call is what a call makes: a member's, a constructor's, an intrinsic's, or an element.
func (p *program) call(e *expr, want shape) (view, error) {
	if e.on == nil {
		switch known, ok := p.views[e.name]; {
		case ok && e.called && len(e.params) == 0:
			return p.element(e, known)
		case e.name == "__esimd_rdregion" || e.name == "__esimd_wrregion":
			return p.intrinsic(e)
		case e.name == "merge" && e.called:
			return p.merged(e, want)
		}
		if _, ok := vectorTypes[e.name]; ok {
			return p.constructor(e)
		}
		return view{}, p.at(e, "%s moves no elements", syntax.Quote(e.name))
	}
	if !e.called {
		return view{}, p.at(e, "expected ( and an offset behind %s", e.name)
	}
	of, err := p.evaluate(e.on, shape{})
	if err != nil {
		return of, err
	}
	switch e.name {
	case "bit_cast_view", "format":
		return p.cast(e, of)
	case "iselect":
		return p.iselect(e, of)
	case "read", "data":
		return of, nil
	case "merge":
		return of, p.at(e, "merge is a statement: it changes the vector that it is called on")
	}
	return p.member(e, of)
}

// element is v(3) or m(1, 2).
func (p *program) element(e *expr, of view) (view, error) {
	if n := len(e.args); n != 1 && n != 2 || n == 2 != (of.rows > 0) {
		return view{}, p.at(e, "%s is a name of %d elements: an element is %s(i), or (row, column) in a matrix", e.name, of.count(), e.name)
	}
	at := 0
	for k := range e.args {
		x, err := p.constant(&e.args[k], "the index", maxBytes)
		if err != nil {
			return view{}, err
		}
		at = at*of.cols + x
	}
	v := of.picked([]int{at}, 0)
	p.inside(e, v)
	return v, nil
}

// constructor is a vector that is made in place.
func (p *program) constructor(e *expr) (view, error) {
	s, err := p.vectorShape(e, e.name, e.params)
	if err != nil {
		return view{}, err
	}
	v, err := p.valueOf(e, s)
	if err != nil {
		return v, err
	}
	bytes, err := p.converted(e, s, v)
	return p.fresh(s, bytes), err
}

// cast is bit_cast_view<T>(), bit_cast_view<T, rows, columns>() and format, which is the same.
func (p *program) cast(e *expr, of view) (view, error) {
	if n := len(e.params); n != 1 && n != 3 || e.params[0].kind != nameExpr || elements[e.params[0].name].bits == 0 {
		return view{}, p.at(e, "expected the type of an element between < and >, or that and rows and columns")
	}
	rows, cols := 0, 0
	if len(e.params) == 3 {
		for k, to := range []*int{&rows, &cols} {
			var err error
			if *to, err = p.constant(&e.params[k+1], []string{"rows", "columns"}[k], maxBytes); err != nil {
				return view{}, err
			}
			if *to == 0 {
				return view{}, p.at(&e.params[k+1], "expected 1 or more")
			}
		}
	}
	if p.metal && !of.isContiguous() {
		return view{}, p.at(e, "format wants elements that follow one another, and these are apart")
	}
	to := elements[e.params[0].name]
	if rows*cols*to.size() > maxBytes {
		return view{}, p.at(e, "a vector has 1 to %d bytes", maxBytes)
	}
	v, err := of.cast(to, rows, cols)
	switch {
	case err != nil:
		return v, p.at(e, "%v", err)
	case !p.metal && len(v.at) != len(of.at):
		return v, p.at(e, "bit_cast_view keeps all bytes: %d elements of %s have %d, and there are %d", v.count(), v.name, len(v.at), len(of.at))
	}
	return v, nil
}

// iselect takes the elements that the elements of another vector count, which have to be known.
func (p *program) iselect(e *expr, of view) (view, error) {
	if n := len(e.args); n < 1 || n > 2 || n == 2 && of.rows == 0 {
		return view{}, p.at(e, "iselect takes a vector of indices, or of rows and of columns in a matrix")
	}
	var places []int
	for k := range e.args {
		v, err := p.evaluate(&e.args[k], shape{})
		if err != nil {
			return v, err
		}
		if k > 0 && v.count() != len(places) {
			return v, p.at(&e.args[k], "%d columns for %d rows", v.count(), len(places))
		}
		all, unknown := p.known(v)
		if unknown >= 0 {
			return v, p.at(&e.args[k], "index %d depends on data: expected constants", unknown)
		}
		for i, x := range all {
			if k == 0 {
				places = append(places, int(min(x, maxBytes)))
			} else {
				places[i] = places[i]*of.cols + int(min(x, maxBytes))
			}
		}
	}
	v := of.picked(places, 0)
	v.fixed = true
	p.inside(e, v)
	return v, nil
}

// known is a view's elements where they are constants; at is the first that is none, or less than 0.
func (p *program) known(v view) (all []uint64, at int) {
	bytes := p.bytes(v)
	for i := range v.count() {
		parts := make([]lane.Const, v.size())
		for b, l := range bytes[i*v.size() : (i+1)*v.size()] {
			if l.Kind != lane.Constant {
				return nil, i
			}
			parts[b] = l.Const
		}
		x, _ := lane.Join(8, parts...).Uint64()
		all = append(all, x)
	}
	return all, -1
}

// bits are a mask's, one for each of n elements: whether a vector's elements are not 0, of which C for Metal looks at the lowest bit. A number is a mask's bits there; in ESIMD it is one element for all, as the constructor of simd_mask has it.
func (p *program) bits(e *expr, n int) (bits []bool, err error) {
	if e.kind == numberExpr && p.metal {
		if n > 32 {
			return nil, p.at(e, "a number is a mask of at most 32 elements, and these are %d", n)
		}
		for i := range n {
			bits = append(bits, e.value.whole>>i&1 != 0)
		}
		return bits, nil
	}
	v, err := p.evaluate(e, shape{element: elements["ushort"], cols: n})
	if err != nil {
		return nil, err
	}
	if v.count() != n {
		return nil, p.at(e, "a mask of %d elements for %d", v.count(), n)
	}
	all, unknown := p.known(v)
	if unknown >= 0 {
		return nil, nil
	}
	for _, x := range all {
		if p.metal {
			x &= 1
		}
		bits = append(bits, x != 0)
	}
	return bits, nil
}

// chosen is x where a bit is set and y elsewhere.
func chosen(bits []bool, size int, x, y []lane.Lane) []lane.Lane {
	all := make([]lane.Lane, len(x))
	for i := range all {
		if all[i] = y[i]; bits[i/size] {
			all[i] = x[i]
		}
	}
	return all
}

// operand is an argument of a merge, as bytes of a shape.
func (p *program) operand(e *expr, s shape) ([]lane.Lane, error) {
	v, err := p.evaluate(e, s)
	if err != nil {
		return nil, err
	}
	return p.converted(e, s, v)
}

// converted is a value as bytes of a shape, which it has, or is one element for all of.
func (p *program) converted(e *expr, s shape, v view) ([]lane.Lane, error) {
	bytes := p.bytes(v)
	if v.count() == 1 && s.count() > 1 {
		bytes = slices.Repeat(bytes, s.count())
	} else if v.count() != s.count() {
		return nil, p.at(e, "%d elements go into %d", v.count(), s.count())
	}
	if err := converts(v.element, s.element); err != nil {
		return nil, p.at(e, "%v", err)
	}
	return bytes, nil
}

// merge is v.merge(x, mask) or v.merge(x, y, mask): x goes where the mask is set, y elsewhere, or what was there.
func (p *program) merge(e *expr) error {
	to, err := p.evaluate(e.on, shape{})
	if err != nil {
		return err
	}
	if n := len(e.args); n != 2 && n != 3 {
		return p.at(e, "merge takes a vector and a mask, or two and a mask")
	}
	x, err := p.operand(&e.args[0], to.shape)
	if err != nil {
		return err
	}
	base := e.on
	for base.on != nil {
		base = base.on
	}
	mask := &e.args[len(e.args)-1]
	bits, err := p.bits(mask, to.count())
	switch {
	case err != nil:
		return err
	case bits == nil && len(e.args) == 3:
		return p.at(mask, "the mask depends on data: with it known, merge is a map")
	case bits == nil:
		return p.guarded(e, to, x, mask, base)
	}
	if len(e.args) == 2 {
		p.bytes(to) // where the mask is 0, they are read
		err = p.overwrite(e, to.only(bits), onlyBytes(x, bits, to.size()))
	} else if y, wrong := p.operand(&e.args[1], to.shape); wrong != nil {
		err = wrong
	} else {
		err = p.overwrite(e, to, chosen(bits, to.size(), x, y))
	}
	if err == nil {
		p.keepWritten(to, base)
	}
	return err
}

// only is the elements whose bits are set.
func (v view) only(bits []bool) view {
	var places []int
	for i, set := range bits {
		if set {
			places = append(places, i)
		}
	}
	return v.picked(places, 0)
}

func onlyBytes(all []lane.Lane, bits []bool, size int) (r []lane.Lane) {
	for i, l := range all {
		if bits[i/size] {
			r = append(r, l)
		}
	}
	return r
}

// guarded is a merge under a mask that is not known: a map of what is merged, which the mask's elements decide over.
func (p *program) guarded(e *expr, to view, x []lane.Lane, mask *expr, base *expr) error {
	if to.of.touched || mask.kind != nameExpr || to.fixed {
		return p.at(mask, "the mask depends on data: with it known, merge is a map")
	}
	p.bytes(whole(to.of, shape{element: elements["char"], cols: len(to.of.bytes)})) // where the mask is 0, they are read
	if err := p.overwrite(e, to, x); err != nil {
		return err
	}
	p.keepWritten(to, base)
	g := &dialect.Guard{By: mask.name, Bit: make([]int, p.result.count())}
	for i := range g.Bit {
		g.Bit[i] = lane.Always
	}
	for i, at := range to.at {
		if i%to.size() == 0 && at >= 0 {
			g.Bit[at/p.result.size()] = i / to.size()
		}
	}
	if to.size() != p.result.size() {
		return p.at(e, "the mask's elements are %d bytes each, and the vector's are %d", to.size(), p.result.size())
	}
	p.guard, to.of.masked = g, mask.name
	return nil
}

// merged is merge(x, y, mask), which makes a new vector.
func (p *program) merged(e *expr, want shape) (view, error) {
	if len(e.args) != 3 {
		return view{}, p.at(e, "merge takes two vectors and a mask")
	}
	first, err := p.evaluate(&e.args[0], want)
	if err != nil {
		return first, err
	}
	x := p.bytes(first)
	y, err := p.operand(&e.args[1], first.shape)
	if err != nil {
		return first, err
	}
	bits, err := p.bits(&e.args[2], first.count())
	if err == nil && bits == nil {
		err = p.at(&e.args[2], "the mask depends on data: with it known, merge is a map")
	}
	if err != nil {
		return first, err
	}
	return p.fresh(first.shape, chosen(bits, first.size(), x, y)), nil
}

// intrinsic is what the classes of ESIMD call themselves: __esimd_rdregion<T, N, M, VS, W, HS>(v, bytes) and __esimd_wrregion<T, N, M, VS, W, HS>(old, new, bytes, mask).
func (p *program) intrinsic(e *expr) (view, error) {
	writes := e.name == "__esimd_wrregion"
	if n := len(e.params); n != 6 && n != 7 || e.params[0].kind != nameExpr || elements[e.params[0].name].bits == 0 {
		return view{}, p.at(e, "expected the type of an element, how many go in and how many come out, and V, W, H between < and >")
	}
	var n [5]int
	for k := range n {
		var err error
		if n[k], err = p.constant(&e.params[k+1], "a parameter of "+e.name, maxBytes); err != nil {
			return view{}, err
		}
	}
	typ := elements[e.params[0].name]
	arguments := 2
	if writes {
		arguments = 3
	}
	if len(e.args) != arguments && (!writes || len(e.args) != 4) {
		return view{}, p.at(e, "%s takes %d arguments, and these are %d", e.name, arguments, len(e.args))
	}
	offset, err := p.constant(&e.args[arguments-1], "the offset in bytes", maxBytes)
	if err != nil {
		return view{}, err
	}
	g := intrinsicRegion{typ: typ, elements: n[0], picked: n[1], region: region{Offset: offset / typ.size(), V: n[2], W: n[3], H: n[4]}}
	if err := g.check(offset); err != nil {
		return view{}, p.at(e, "%v", err)
	}
	old, err := p.operand(&e.args[0], shape{element: typ, cols: n[0]})
	if err != nil {
		return view{}, err
	}
	if !writes {
		return p.fresh(shape{element: typ, cols: n[1]}, g.read(old)), nil
	}
	value, err := p.operand(&e.args[1], shape{element: typ, cols: n[1]})
	if err != nil {
		return view{}, err
	}
	var mask []bool
	if len(e.args) == 4 {
		if mask, err = p.bits(&e.args[3], n[1]); err == nil && mask == nil {
			err = p.at(&e.args[3], "the mask depends on data")
		}
		if err != nil {
			return view{}, err
		}
	}
	all, at := g.write(old, value, mask)
	if at >= 0 {
		return view{}, p.at(e, "element %d is written outside of the vector", at)
	}
	return p.fresh(shape{element: typ, cols: n[0]}, all), nil
}
