package maskcall

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// keys are the two names under which the table may have a call: Vector128.Shuffle, .reverse.
func keys(e *expr) (qualified, method string) {
	qualified, method = e.name, ""
	if e.on == nil {
		return qualified, method
	}
	method = "." + e.name
	if path := e.on.path(); path != "" {
		if at := strings.LastIndexByte(path, '.'); at >= 0 {
			path = path[at+1:]
		}
		return path + method, method
	}
	return "", method
}

func pointers(args []expr) []*expr {
	all := make([]*expr, len(args))
	for i := range args {
		all[i] = &args[i]
	}
	return all
}

// find is the entry for a call and its arguments, with the receiver among them where it is a method. Of several with as many, it is the one with a number or a mask where one stands.
func (p *program) find(e *expr) (found *call, with []*expr) {
	qualified, method := keys(e)
	bare := e.name
	if labels := labelled(e); labels != "" {
		qualified, method, bare = labels, "", ""
	}
	for i := range calls {
		c := &calls[i]
		if c.language != p.language {
			continue
		}
		args := pointers(e.args)
		switch c.name {
		case qualified, bare:
		case method:
			args = append([]*expr{e.on}, args...)
		default:
			continue
		}
		switch letters := strings.ReplaceAll(strings.ReplaceAll(c.args, "N", ""), "M", ""); {
		case len(args) != len(letters):
			if with == nil {
				found = c
			}
		case p.fits(letters, args):
			return c, args
		default:
			found, with = c, args
		}
	}
	return found, with
}

// fits says whether numbers stand where the letters of a call have them.
func (p *program) fits(letters string, args []*expr) bool {
	for i, letter := range []byte(letters) {
		if _, err := p.integer(args[i]); (letter == 'n') != (err == nil) && strings.IndexByte("nmvw", letter) >= 0 {
			return false
		}
	}
	return true
}

// labelled is the labels of a call's arguments, if all have one: lowHalf:highHalf:.
func labelled(e *expr) (labels string) {
	for _, a := range e.args {
		if a.label == "" {
			return ""
		}
		labels += a.label + ":"
	}
	return labels
}

// vector is an expression as one value. Of two results it is the first.
func (p *program) vector(e *expr, want shape) (value, error) {
	all, err := p.values(e, want)
	if err != nil {
		return value{}, err
	}
	if len(all) == 2 {
		p.warn(fmt.Sprintf("%s has two results, of which this is the first: .0 and .1 name them", e.name))
	}
	return all[0], nil
}

// values is an expression as what it makes: one vector, or two.
func (p *program) values(e *expr, want shape) ([]value, error) {
	switch e.kind {
	case nameExpr:
		v, err := p.variable(e, want)
		return []value{v}, err
	case callExpr, memberExpr:
		return p.called(e, want)
	case indexExpr:
		return p.indexed(e)
	case otherExpr:
		return nil, syntax.Errorf(p.text, e.off, e.end, "%s computes, and moves no lanes", e.name)
	}
	return nil, syntax.Errorf(p.text, e.off, e.end, "expected a vector or a call that moves lanes, found %s", syntax.Quote(p.text[e.off:e.end]))
}

// asType is the type that Zig gives a vector by @as(@Vector(4, u8), v), which has no other.
func asType(e *expr) (s shape, ok bool) {
	if e.kind != callExpr || e.name != "@as" || len(e.args) != 2 {
		return s, false
	}
	return shapeOf(e.args[0])
}

// called is what a call or a member makes.
func (p *program) called(e *expr, want shape) ([]value, error) {
	if e.kind == memberExpr && (e.name == "0" || e.name == "1") {
		both, err := p.values(e.on, want)
		if err == nil && len(both) != 2 {
			err = syntax.Errorf(p.text, e.off, e.end, "it has one result, and so no part .%s", e.name)
		}
		if err != nil {
			return nil, err
		}
		return both[e.name[0]-'0' : e.name[0]-'0'+1], nil
	}
	if s, ok := asType(e); ok {
		return p.values(&e.args[1], s)
	}
	if v, ok, err := p.constant(e, want); ok || err != nil {
		return []value{v}, err
	}
	if p.language == "rust" && e.kind == callExpr && swizzles[e.name] > 0 {
		return p.swizzled(e, want)
	}
	if e.name == "swizzle_dyn" && len(e.args) == 1 {
		return nil, syntax.Errorf(p.text, e.off, e.end, "what swizzle_dyn does depends on the contents of %s: it is a map only where they are constants", p.text[e.args[0].off:e.args[0].end])
	}
	c, args := p.find(e)
	switch {
	case c != nil && args != nil:
		return p.apply(c, e, args, want)
	case c != nil:
		return nil, syntax.Errorf(p.text, e.off, e.end, "%s has %s for arguments", c.name, describe(c.args))
	}
	if e.name == "As" && len(e.params) == 2 && scalars[e.params[1].name] == 0 { // a type that is a parameter itself
		return p.values(e.on, want)
	}
	if bits := reinterpretation(e); bits > 0 {
		v, err := p.vector(e.on, want.as(bits))
		if err == nil {
			v, err = p.reinterpreted(e, v, bits)
		}
		return []value{v}, err
	}
	if v, ok, err := p.scalars(e); ok {
		return []value{v}, err
	}
	qualified, _ := keys(e)
	if class, _, ok := strings.Cut(qualified, "."); ok && p.language == "csharp" && methods()[class] != nil {
		return nil, syntax.Errorf(p.text, e.off, e.end, "%s of %s computes, or is not known; what is read of it is %s", e.name, class, strings.Join(methods()[class], ", "))
	}
	return nil, syntax.Errorf(p.text, e.off, e.end, "%s is no call of %s that moves lanes; those are %s", syntax.Quote(e.name), p.language, namesOf(p.language))
}

// reinterpretations are the methods that give the same bits other lanes.
var reinterpretations = map[string]int{
	"AsByte": 8, "AsSByte": 8, "AsInt16": 16, "AsUInt16": 16, "AsInt32": 32, "AsUInt32": 32, "AsSingle": 32, "AsInt64": 64, "AsUInt64": 64, "AsDouble": 64,
	"reinterpretAsBytes": 8, "reinterpretAsShorts": 16, "reinterpretAsInts": 32, "reinterpretAsFloats": 32, "reinterpretAsLongs": 64, "reinterpretAsDoubles": 64,
}

// reinterpretation is how wide the lanes are as which a method takes the same bits; 0 where it is no such method.
func reinterpretation(e *expr) int {
	switch {
	case e.on == nil || len(e.args) > 0:
		return 0
	case e.name == "As" && len(e.params) == 2: // of C#, from one type to another
		return scalars[e.params[1].name]
	}
	return reinterpretations[e.name]
}

// describe is what the letters of a call's arguments mean.
func describe(args string) string {
	words := map[rune]string{'v': "a vector", 'w': "a second vector", 'x': "a vector or number to fill with", 'm': "a mask", 'n': "a number", 'T': "a type", 'S': "a species", 'N': "a number in <>", 'M': "a mask in <>"}
	var all []string
	for _, letter := range args {
		all = append(all, words[letter])
	}
	return strings.Join(all, ", ")
}

// namesOf are the first of the names that a language has.
func namesOf(language string) string {
	var all []string
	for _, c := range calls {
		if c.language == language && (len(all) == 0 || all[len(all)-1] != c.name) && len(all) < 5 {
			all = append(all, c.name)
		}
	}
	return strings.Join(all, ", ")
}

// constant is a vector of one number: splat(0), Vector128<byte>.Zero.
func (p *program) constant(e *expr, want shape) (v value, ok bool, err error) {
	number := &expr{kind: numberExpr}
	switch {
	case e.name == "Zero" && e.kind == memberExpr:
	case (e.name == "splat" || e.name == "@splat") && len(e.args) == 1:
		number = &e.args[0]
	default:
		return v, false, nil
	}
	s := want
	if e.on != nil {
		if t, ok := shapeOf(*e.on); ok {
			s = t
		}
	}
	n, err := p.integer(number)
	if err != nil {
		return v, true, err
	}
	switch {
	case s.lanes == 0 || n != 0 && s.bits == 0:
		return v, true, syntax.Errorf(p.text, e.off, e.end, "how many lanes it has, or how wide they are, is not in the text: u8x16::splat(1) would say it")
	case n != 0 && (n < -1<<(s.bits-1) || lane.ConstOf(uint64(max(n, 0))).Len() > s.bits):
		return v, true, syntax.Errorf(p.text, e.off, e.end, "%d is no number of %d bits", n, s.bits)
	}
	c := lane.ConstOf(uint64(n) << (64 - s.bits) >> (64 - s.bits))
	if s.float {
		c = lane.Float(float64(n), s.bits)
	}
	v = value{bits: s.bits, lane: make([]lane.Lane, s.lanes)}
	for i := range v.lane {
		v.lane[i] = lane.Fixed(c)
	}
	return v, true, nil
}

// scalars is what Swift makes of single lanes: v.x, and SIMD4(v.w, v.z, v.y, v.x).
func (p *program) scalars(e *expr) (v value, ok bool, err error) {
	at := strings.IndexByte("xyzw", e.name[0])
	if p.language == "swift" && e.kind == memberExpr && len(e.name) == 1 && at >= 0 {
		if v, err = p.vector(e.on, shape{}); err == nil && at >= len(v.lane) {
			err = syntax.Errorf(p.text, e.off, e.end, "a vector of %d lanes has no .%s", len(v.lane), e.name)
		}
		if err == nil {
			v.lane = v.lane[at : at+1 : at+1]
		}
		return v, true, err
	}
	s, isType := shapeOf(*e)
	if p.language != "swift" || e.kind != callExpr || !isType || len(e.args) == 0 {
		return v, false, nil
	}
	parts := make([]value, len(e.args))
	for i := range e.args {
		if n := p.numbered(&e.args[i]); n == 0 && e.args[i].kind == numberExpr {
			parts[i] = value{lane: []lane.Lane{lane.Zero()}}
			continue
		}
		if parts[i], err = p.vector(&e.args[i], shape{lanes: 1}); err != nil {
			return v, true, err
		}
	}
	if err := p.agree(e, parts); err != nil {
		return v, true, err
	}
	for _, part := range parts {
		v.bits, v.lane = part.bits, append(v.lane, part.lane...)
	}
	if len(v.lane) != s.lanes {
		return v, true, syntax.Errorf(p.text, e.off, e.end, "%s has %d lanes, and these are %d", e.name, s.lanes, len(v.lane))
	}
	return v, true, nil
}

// numbered is a number, or -1 for what is none.
func (p *program) numbered(e *expr) int {
	if n, err := p.integer(e); err == nil {
		return n
	}
	return -1
}

// indexed is v[mask], and v[i] for one lane.
func (p *program) indexed(e *expr) ([]value, error) {
	if p.language != "swift" || len(e.args) != 1 {
		return nil, syntax.Errorf(p.text, e.off, e.end, "expected a vector or a call that moves lanes, found an index")
	}
	if n := p.numbered(&e.args[0]); n >= 0 {
		v, err := p.vector(e.on, shape{})
		if err == nil && n >= len(v.lane) {
			err = syntax.Errorf(p.text, e.off, e.end, "a vector of %d lanes has no lane %d", len(v.lane), n)
		}
		if err != nil {
			return nil, err
		}
		return []value{{bits: v.bits, lane: v.lane[n : n+1 : n+1]}}, nil
	}
	for i := range calls {
		if c := &calls[i]; c.name == "[]" {
			return p.apply(c, e, []*expr{e.on, &e.args[0]}, shape{})
		}
	}
	return nil, nil
}

// arguments are a call's, read by their letters.
type arguments struct {
	vectors []*expr // v and w
	fill    *expr   // x
	mask    *mask
	hint    shape // what they say of the vectors
	k       int
	inputs  int // how many there were before
}

func (p *program) arguments(c *call, e *expr, args []*expr) (a arguments, err error) {
	a.hint.bits = c.bits
	next := 0
	for _, letter := range c.args {
		var arg *expr
		if letter != 'N' && letter != 'M' {
			arg = args[next]
			next++
		}
		switch letter {
		case 'T':
			a.hint.bits, a.hint.float = scalars[arg.name], isFloat(arg.name)
		case 'v', 'w':
			a.vectors = append(a.vectors, arg)
		case 'x':
			a.fill = arg
		case 'n':
			a.k, err = p.integer(arg)
		case 'N':
			if len(e.params) == 0 {
				return a, syntax.Errorf(p.text, e.off, e.end, "%s has a number between < and > behind its name", c.name)
			}
			a.k, err = p.integer(&e.params[0])
		case 'M':
			a.mask, err = p.indices(e, e.params, shape{})
		case 'm':
			if a.mask, err = p.mask(arg); err == nil && a.mask == nil {
				err = syntax.Errorf(p.text, arg.off, arg.end, "the mask %s is not in the text: it is a map only where its numbers are", syntax.Quote(p.text[arg.off:arg.end]))
			}
		}
		if err != nil {
			return a, err
		}
	}
	a.k = max(-maxLanes, min(a.k, maxLanes))
	if a.mask != nil {
		a.hint.lanes = a.mask.needed(c, len(a.vectors))
		if a.hint.bits == 0 {
			a.hint.bits = a.mask.shape.bits
		}
		if a.mask.splat {
			a.hint.lanes = a.mask.shape.lanes
		}
	}
	a.hint = a.hint.whole(c.total)
	return a, nil
}

// apply is what an entry of the table makes of its arguments.
func (p *program) apply(c *call, e *expr, args []*expr, want shape) ([]value, error) {
	a, err := p.arguments(c, e, args)
	if err != nil {
		return nil, err
	}
	if c.total > 0 && a.hint.lanes == 0 {
		a.hint = shape{bits: assumedBits}.whole(c.total)
		if c.exact { // which says what it assumes
			a.hint.bits = 0
		}
	}
	hint := a.hint
	if c.mask() == 0 && hint.lanes == 0 && len(a.vectors) == 1 && want.lanes > 0 && c.also == nil {
		if sel, ok := c.move(sizes{n: want.lanes, k: a.k}); ok && len(sel) == want.lanes {
			hint = want
		}
	}
	a.inputs = len(p.inputs)
	vectors := make([]value, len(a.vectors))
	for i, v := range a.vectors {
		if vectors[i], err = p.vector(v, hint); err != nil {
			return nil, err
		}
		if hint.lanes == 0 {
			hint.lanes, hint.bits = len(vectors[i].lane), max(hint.bits, p.width(vectors[i]))
		}
	}
	for i, v := range a.vectors {
		if v.kind == nameExpr && v.name == "undefined" && len(vectors) == 2 { // which has as many lanes as the other one
			vectors[i].lane = make([]lane.Lane, len(vectors[1-i].lane))
		}
	}
	if c.exact {
		return p.instructed(c, e, a, vectors)
	}
	for i := range vectors {
		if p.widen(&vectors[i], hint.bits); vectors[i].text > 0 && !c.any && (a.mask == nil || len(vectors) > 1) {
			return nil, p.noWholeLanes(a.vectors[i], vectors[i].text)
		}
	}
	if err := p.agree(e, vectors); err != nil {
		return nil, err
	}
	if a.mask != nil {
		return p.shuffled(c, a, vectors)
	}
	return p.moved(c, e, a, vectors)
}

// mask is which argument of a call is a mask, counted from 1, or 0.
func (c *call) mask() int { return strings.IndexAny(c.args, "mM") + 1 }

// shuffled is the vectors by a mask.
func (p *program) shuffled(c *call, a arguments, vectors []value) ([]value, error) {
	parts := vectors[0].parts()
	wide := parts * vectors[0].bits
	n, w := len(vectors[0].lane)/parts, 0
	if len(vectors) == 2 {
		w = len(vectors[1].lane)
	}
	if bits := a.mask.shape.bits; c.total > 0 && bits > 0 && wide != bits {
		return nil, syntax.Errorf(p.text, a.mask.off, a.mask.end, "the mask has lanes of %d bits, and the vector of %d: %s wants them alike", bits, wide, c.name)
	}
	if a.mask.splat {
		for len(a.mask.index) < n {
			a.mask.index = append(a.mask.index, a.mask.index[0])
		}
	}
	if a.hint.lanes > len(a.mask.index) && a.hint.lanes == n && !a.mask.splat {
		p.warn(fmt.Sprintf("an index reaches beyond vectors of %d lanes: %d lanes each are assumed", len(a.mask.index), n))
	}
	sel := make([]int, len(a.mask.index))
	for i, t := range a.mask.index {
		if t.open {
			sel[i] = undefinedLane
			continue
		}
		var ok bool
		if t.second {
			if sel[i] = n + t.value; t.value < 0 || t.value >= w {
				return nil, syntax.Errorf(p.text, t.off, t.end, "Second(%d) is out of range: the second vector has %d lanes", t.value, w)
			}
			continue
		}
		if sel[i], ok = c.selected(t.value, n, w); !ok {
			return nil, syntax.Errorf(p.text, t.off, t.end, "index %d is out of range: %s", t.value, c.range_(n, w))
		}
		if w == 0 && c.beyond == partly && sel[i] != t.value {
			p.warn(fmt.Sprintf("index %d is beyond %d lanes: since JDK 24 it wraps around, before it is an exception", t.value, n))
		}
		if c.beyond == free && sel[i] == undefinedLane {
			p.warn(fmt.Sprintf("index %d is beyond %d lanes: what comes differs from machine to machine", t.value, n))
		}
	}
	v := picked(inParts(sel, parts), vectors, lane.Lane{})
	v.text = vectors[0].text
	return []value{v}, nil
}

// range_ is which indices there are.
func (c *call) range_(n, w int) string {
	switch {
	case w == 0:
		return fmt.Sprintf("a vector of %d lanes has 0 to %d", n, n-1)
	case c.second == complement:
		return fmt.Sprintf("the first vector has 0 to %d, the second -1 to -%d", n-1, w)
	}
	return fmt.Sprintf("vectors of %d and %d lanes have 0 to %d", n, w, n+w-1)
}

// moved is the vectors as the call's name says.
func (p *program) moved(c *call, e *expr, a arguments, vectors []value) ([]value, error) {
	s := sizes{n: len(vectors[0].lane), k: a.k}
	s.w = s.n
	if len(vectors) == 2 {
		s.w = len(vectors[1].lane)
	}
	sel, ok := c.move(s)
	if !ok || len(sel) > maxLanes {
		return nil, syntax.Errorf(p.text, e.off, e.end, "%s is not for vectors of %d and %d lanes", c.name, s.n, s.w)
	}
	fill := lane.Lane{}
	if a.fill != nil {
		v := value{lane: []lane.Lane{lane.Zero()}}
		switch n := p.numbered(a.fill); {
		case n == 0:
		case n > 0 && p.language == "rust" && vectors[0].bits > 0 && lane.ConstOf(uint64(n)).Len() <= vectors[0].bits: // where a number without a point is no float
			v = value{bits: vectors[0].bits, lane: []lane.Lane{lane.Fixed(lane.ConstOf(uint64(n)))}}
		default:
			var err error
			if v, err = p.vector(a.fill, shape{bits: vectors[0].bits, lanes: 1}); err != nil {
				return nil, err
			}
			if len(v.lane) != 1 {
				return nil, syntax.Errorf(p.text, a.fill.off, a.fill.end, "expected one lane to fill with, found %d", len(v.lane))
			}
			both := []value{vectors[0], v}
			if err := p.agree(e, both); err != nil {
				return nil, err
			}
			vectors[0] = both[0]
		}
		fill = v.lane[0]
	}
	result := []value{picked(sel, vectors, fill)}
	result[0].text = vectors[0].text
	if c.also != nil {
		result = append(result, picked(c.also(s), vectors, fill))
	}
	return result, nil
}
