package goexpr

import (
	"fmt"
	"go/ast"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax/strings"
)

// goTypeOf is the vector type that an expression names, with the package or without.
func goTypeOf(e ast.Expr) (goType, bool) {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		if pkg, ok := e.X.(*ast.Ident); ok && pkg.Name == goPackage {
			return goTypeNamed(e.Sel.Name)
		}
	case *ast.Ident:
		return goTypeNamed(e.Name)
	}
	return goType{}, false
}

// function is one of the package: LoadT of constants or of a variable, BroadcastT, and a mask from bits.
func (g *goReader) function(e *ast.CallExpr, name string) (goValue, error) {
	if len(e.Args) != 1 {
		return goValue{}, g.errorAt(e, "%s is followed only with one argument", name)
	}
	if shape, ok := strings.CutSuffix(name, "FromBits"); ok {
		if t, ok := goTypeNamed(shape); ok && t.kind == 'M' {
			v, err := g.expression(e.Args[0])
			if err != nil {
				return v, err
			}
			if v.is != 'n' || len(v.list) != 1 {
				return v, g.errorAt(e.Args[0], "what a mask does is known only where it is a number")
			}
			return maskOfBits(t, v.list[0]), nil
		}
	}
	if shape, ok := strings.CutPrefix(name, "Broadcast"); ok {
		if t, ok := goTypeNamed(shape); ok {
			return g.broadcast(e, t)
		}
	}
	if shape, ok := strings.CutPrefix(strings.TrimSuffix(name, "Slice"), "Load"); ok {
		if t, ok := goTypeNamed(shape); ok {
			return g.load(e.Args[0], t)
		}
	}
	return goValue{}, g.errorAt(e, "%s.%s is no function that moves lanes: there are LoadInt32x4, LoadInt32x4Slice, BroadcastInt32x4, Mask32x4FromBits and their like", goPackage, name)
}

func maskOfBits(t goType, bits uint64) goValue {
	v := goValue{is: 'm', typ: t, list: make([]uint64, t.lanes)}
	for i := range v.list {
		v.list[i] = bits >> i & 1
	}
	return v
}

func (g *goReader) broadcast(e *ast.CallExpr, t goType) (goValue, error) {
	v, err := g.expression(e.Args[0])
	switch {
	case err != nil:
		return v, err
	case v.is == 'n' && len(v.list) == 1:
		return goConstantVector(t, slices.Repeat(v.list, t.lanes)), nil
	case v.is == 's' && v.typ.elem == t.elem:
		m := v.m.Clone()
		m.Lane = slices.Repeat(m.Lane, t.lanes)
		return goValue{is: 'v', typ: t, m: m, node: e}, nil
	}
	return v, g.errorAt(e.Args[0], "expected a number, or a lane such as a.GetElem(0)")
}

func goConstantVector(t goType, list []uint64) goValue {
	v := goValue{is: 'v', typ: t, m: lane.Map{Bits: t.elem, Lane: make([]lane.Lane, t.lanes)}}
	for i, n := range list {
		v.m.Lane[i] = lane.Fixed(lane.ConstOf(n).Slice(0, t.elem))
	}
	return v
}

// load is a vector of an array: of numbers, or of a variable that is an input.
func (g *goReader) load(e ast.Expr, t goType) (goValue, error) {
	if t.kind == 'M' {
		return goValue{}, g.errorAt(e, "a mask is made of bits or of a vector")
	}
	if name, ok := variable(e); ok {
		v, known := g.vars[name]
		switch {
		case !known:
			return g.input(name, t, e)
		case v.is == 'v' && v.typ.like(t): // loaded twice
			return v, nil
		}
	}
	v, err := g.expression(e)
	if err != nil {
		return v, err
	}
	if v.is != 'n' || len(v.list) < t.lanes {
		return v, g.errorAt(e, "expected an array of %d numbers or the name of one", t.lanes)
	}
	if t.kind == 'F' {
		return v, g.errorAt(e, "numbers of floating point have no bits here: load them as Uint%dx%d", t.elem, t.lanes)
	}
	return goConstantVector(t, v.list[:t.lanes]), nil
}

// method is what a method of the table makes of its receiver.
func (g *goReader) method(e *ast.CallExpr, name string, x goValue, args []goValue) (goValue, error) {
	if to, ok := strings.CutPrefix(name, "As"); ok {
		if t, ok := goTypeNamed(to); ok && t.kind != 'M' && len(args) == 0 {
			return g.converted(e, x, t)
		}
	}
	if name == "ToMask" && x.is == 'v' {
		return g.toMask(e, x)
	}
	var found []goMethod
	for _, m := range goMethods() {
		if m.name == name && len(m.takes) == len(args) {
			found = append(found, m)
		}
	}
	if len(found) == 0 {
		if goMethodNames()[name] {
			return x, g.errorAt(e, "%s does not take %d arguments", name, len(args))
		}
		return x, g.errorAt(e, "%s is no method that moves lanes", name)
	}
	if x.is == '?' {
		types, err := g.receivers(e, found, args)
		if err != nil {
			return x, err
		}
		if x, err = g.typed(x, types, !alike(types)); err != nil {
			return x, err
		}
	}
	if x.is != 'v' {
		return x, g.errorAt(e, "%s is a method of vectors", name)
	}
	for _, m := range found {
		if slices.Contains(m.types, x.typ) {
			return g.do(e, m, x, args)
		}
	}
	return x, g.errorAt(e, "%s of %s is no movement of lanes that %s has; it has that of %s", name, x.typ, goPackage, typeList(found))
}

func typeList(found []goMethod) string {
	var names []string
	for _, m := range found {
		for _, t := range m.types {
			names = append(names, t.String())
		}
	}
	return strings.Join(names, ", ")
}

// alike says whether all types have the same lanes.
func alike(types []goType) bool {
	return !slices.ContainsFunc(types, func(t goType) bool { return !t.like(types[0]) })
}

// receivers are the types that a receiver can have beside these arguments, the likeliest first: that of the table that comes first.
func (g *goReader) receivers(e *ast.CallExpr, found []goMethod, args []goValue) (all []goType, err error) {
	for _, m := range found {
		for _, t := range m.types {
			fits := true
			for k, v := range args {
				fits = fits && v.fits(m.takes[k], t)
			}
			if fits {
				all = append(all, t)
			}
		}
	}
	if len(all) == 0 {
		return nil, g.errorAt(e, "no vector has this method with these arguments: %s", typeList(found))
	}
	return all, nil
}

// fits says whether a value can be the argument that a letter stands for.
func (v goValue) fits(letter byte, on goType) bool {
	switch letter {
	case 'v', 'x', 'o':
		return v.is == '?' && letter == 'v' || v.is == 'v' && v.typ.like(on)
	case 'h':
		return v.is == '?' || v.is == 'v' && v.typ.elem == on.elem && 2*v.typ.lanes == on.lanes
	case 'm':
		return v.is == 'm' && v.typ.like(on)
	case 's':
		return v.is == 's' && v.typ.elem == on.elem || v.is == 'n' && len(v.list) == 1
	}
	return v.is == 'n' && len(v.list) == 1
}

// letterMeans is what stands for a letter, for messages.
func letterMeans(letter byte, on goType) string {
	switch letter {
	case 'v':
		return "an " + on.String()
	case 'h':
		return "an " + on.of(on.elem, on.bits()/2).String()
	case 'x':
		return "constants as an " + goType{'U', on.elem, on.lanes}.String()
	case 'o':
		return "constants as an " + goType{'I', on.elem, on.lanes}.String()
	case 'm':
		return "a " + goType{'M', on.elem, on.lanes}.String() + " that is a constant"
	case 's':
		return "a lane or a number"
	}
	return "a number"
}

// do executes a method on a receiver that has it.
func (g *goReader) do(e *ast.CallExpr, m goMethod, x goValue, args []goValue) (goValue, error) {
	c := goCall{on: x.typ, to: x.typ}
	if m.gives != nil {
		c.to = m.gives(x.typ)
	}
	vectors := []lane.Map{x.m}
	for k, v := range args {
		vector, err := g.take(e, m, &c, k, v)
		if err != nil {
			return x, err
		}
		if vector != nil {
			vectors = append(vectors, *vector)
		}
	}
	if err := g.Level(vectors); err != nil {
		return x, g.errorAt(e, "%v", err)
	}
	r, err := m.apply(c, vectors)
	if err != nil {
		return x, g.errorAt(e, "%v", err)
	}
	v := goValue{is: 'v', typ: c.to, m: r, node: e}
	if c.to.lanes == 1 {
		v.is = 's'
	}
	if strings.HasSuffix(m.name, "Grouped") {
		g.warn(m.name + " works in each 128 bits by itself: no lane crosses into another")
	}
	return v, nil
}

// take is argument k of a call: its numbers are added to the call's, and if it is a vector or a lane that is the result.
func (g *goReader) take(e *ast.CallExpr, m goMethod, c *goCall, k int, v goValue) (*lane.Map, error) {
	letter := m.takes[k]
	if v.is == '?' && (letter == 'v' || letter == 'h') {
		t := c.on
		if letter == 'h' {
			t = t.of(t.elem, t.bits()/2)
		}
		var err error
		if v, err = g.input(v.name, t, v.node); err != nil {
			return nil, err
		}
	}
	if v.is == '?' && strings.IndexByte("xom", letter) >= 0 {
		return nil, g.errorAt(e.Args[0], "what %s does depends on the contents of %s: it is a map only where these are constants", m.name, v.name)
	}
	if !v.fits(letter, c.on) {
		return nil, g.errorAt(e, "argument %d of %s on %s is %s", k+1, m.name, c.on, letterMeans(letter, c.on))
	}
	if letter == 'v' && v.typ != c.on {
		g.warn(fmt.Sprintf("Go wants an %s as argument %d of %s, and this is an %s", c.on, k+1, m.name, v.typ))
	}
	switch letter {
	case 'n':
		if limit := uint64(when(m.below > 0, m.below, when(c.elementIndex(m), c.on.lanes, 256))); v.list[0] >= limit {
			return nil, g.errorAt(e, "argument %d of %s is %d, and has to be below %d", k+1, m.name, v.list[0], limit)
		}
		c.n = append(c.n, v.list[0])
		return nil, nil
	case 'm':
		c.n = append(c.n, v.list...)
		return nil, nil
	case 'x', 'o':
		list, ok := v.constants()
		if !ok {
			return nil, g.errorAt(e, "what %s does depends on the contents of a vector: it is a map only where these are constants", m.name)
		}
		c.n = append(c.n, list...)
		return nil, nil
	case 's':
		if v.is == 'n' {
			v = goConstantVector(goType{c.on.kind, c.on.elem, 1}, v.list)
		}
	}
	return &v.m, nil
}

// elementIndex says whether the method's number is that of a lane.
func (c goCall) elementIndex(m goMethod) bool { return strings.HasSuffix(m.name, "Elem") }

// constants are the lanes of a vector that are all constants.
func (v goValue) constants() (list []uint64, ok bool) {
	m, err := v.m.Regroup(v.typ.elem)
	if err != nil {
		return nil, false
	}
	for _, l := range m.Lane {
		n, fits := l.Const.Uint64()
		if l.Kind != lane.Constant || !fits {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}

// apply is what the method makes of vectors, which are over the same inputs.
func (m goMethod) apply(c goCall, vectors []lane.Map) (lane.Map, error) {
	if m.bits != nil {
		return program.Combine(m.name, m.bits, vectors[0], vectors[1])
	}
	return m.movement(c).Of(vectors...)
}

// movement is what the method does with its receiver and the vectors among its arguments.
func (m goMethod) movement(c goCall) lane.Map {
	c.width = min(c.on.elem, c.to.elem)
	if m.parts {
		c.width = lane.GCD(c.on.elem, int(c.n[0]%uint64(c.on.elem)))
	}
	move := lane.Map{Bits: c.width, Src: []int{c.on.bits() / c.width}, Lane: make([]lane.Lane, c.to.bits()/c.width)}
	for _, letter := range m.takes {
		switch letter {
		case 'v':
			move.Src = append(move.Src, move.Src[0])
		case 'h':
			move.Src = append(move.Src, move.Src[0]/2)
		case 's':
			move.Src = append(move.Src, c.on.elem/c.width)
		}
	}
	for i := range move.Lane {
		move.Lane[i] = m.cell(c, i)
	}
	return move
}

// converted is the same bits as another type. A name that is only converted has that many bits.
func (g *goReader) converted(e *ast.CallExpr, x goValue, t goType) (goValue, error) {
	if x.is == '?' {
		var err error
		if x, err = g.input(x.name, t, x.node); err != nil {
			return x, err
		}
	}
	if x.is != 'v' || x.typ.bits() != t.bits() {
		return x, g.errorAt(e, "As%s wants a vector of %d bits", t, t.bits())
	}
	x.typ = t
	return x, nil
}

// toMask is the mask of the lanes of a constant that are not zero.
func (g *goReader) toMask(e *ast.CallExpr, x goValue) (goValue, error) {
	list, ok := x.constants()
	if !ok {
		return x, g.errorAt(e, "what a mask does is known only where its vector is a constant")
	}
	v := goValue{is: 'm', typ: goType{'M', x.typ.elem, x.typ.lanes}, list: make([]uint64, len(list))}
	for i, n := range list {
		if n != 0 {
			v.list[i] = 1
		}
	}
	return v, nil
}
