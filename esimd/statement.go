package esimd

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// modifiers stand in front of a statement and say nothing of elements.
var modifiers = []string{"const", "constexpr", "static", "inline", "extern", "volatile", "register", "return", "typename", "_GENX_", "_GENX_MAIN_", "SYCL_EXTERNAL", "ESIMD_INLINE", "SYCL_ESIMD_FUNCTION", "SYCL_ESIMD_KERNEL"}

// passed are statements that move nothing between vectors.
var passed = []string{"using", "namespace", "typedef", "static_assert", "assert", "printf"}

// flow are the words of statements that are not followed.
var flow = []string{"if", "else", "for", "while", "do", "switch", "goto", "break", "continue", "SIMD_IF_BEGIN", "simd_if"}

// vectorTypes are the class templates of vectors: whether it is a view, and how many numbers stand behind the element's type.
var vectorTypes = map[string]struct {
	view    bool
	numbers int
}{
	"simd": {false, 1}, "simd_mask": {false, 1}, "simd_view": {true, 0},
	"vector": {false, 1}, "vector_ref": {true, 1}, "matrix": {false, 2}, "matrix_ref": {true, 2},
}

// statement reads one statement.
func (p *program) statement() error {
	if p.Accept("{") || p.Accept("}") || p.Accept(";") {
		return nil
	}
	if p.Accept("#") {
		p.until("\n")
		return nil
	}
	if strings.HasPrefix(p.Rest(), "[[") {
		p.until("]]")
		return nil
	}
	for slices.ContainsFunc(modifiers, p.AcceptWord) {
		if p.Accept(`"C"`) && p.Accept("{") || p.Done() || p.Peek() == ';' {
			return nil
		}
	}
	if p.AcceptWord("template") {
		p.pastParameters()
		return nil
	}
	if slices.ContainsFunc(passed, p.AcceptWord) {
		p.past()
		return nil
	}
	p.Space()
	start := p.Off
	if slices.ContainsFunc(flow, p.AcceptWord) {
		return p.ErrorFrom(start, "%s decides at run time: statements are followed one after another", p.Text[start:p.Off])
	}
	if done, err := p.declaration(); done || err != nil {
		return err
	}
	return p.assignment()
}

// until passes everything up to and with a mark.
func (p *program) until(mark string) {
	if at := strings.Index(p.Rest(), mark); at >= 0 {
		p.Off += at + len(mark)
	} else {
		p.Off = len(p.Text)
	}
}

// past passes the rest of a statement: up to a semicolon, or an open brace.
func (p *program) past() {
	if at := strings.IndexAny(p.Rest(), ";{"); at >= 0 {
		p.Off += at + 1
	} else {
		p.Off = len(p.Text)
	}
}

// pastParameters passes the parameters of a template, among which others may stand: <typename T = simd<int, 4>>.
func (p *program) pastParameters() {
	for depth := 0; !p.Done(); p.Off++ {
		switch p.Text[p.Off] {
		case '<':
			depth++
		case '>':
			depth--
		case ';', '{':
			return
		}
		if depth == 0 {
			p.Off++
			return
		}
	}
}

// A declared type is what stands in front of a name.
type declaredType struct {
	shape  shape
	vector bool // of elements, and not one by itself
	view   bool // the name is another one for elements of a vector
	auto   bool // what stands behind = says it
}

// typ reads a type; ok is false where there is none, and the cursor stays.
func (p *program) typ() (t declaredType, ok bool, err error) {
	start := p.Off
	if t.shape.element, ok = p.elementName(); ok {
		t.shape.cols = 1
		return t, p.declares(start), nil
	}
	name := p.identifier()
	if name == "auto" || name == "void" || name == "decltype" {
		t.auto = true
		return t, true, nil
	}
	kind, ok := vectorTypes[name]
	if !ok || !p.Accept("<") {
		p.Off = start
		return t, false, nil
	}
	all, err := p.parameters()
	if err != nil {
		return t, true, err
	}
	t.view, t.vector, t.auto = kind.view, true, name == "simd_view"
	if !t.auto {
		e := expr{off: start, end: p.Off}
		if t.shape, err = p.vectorShape(&e, name, all); err != nil {
			return t, true, err
		}
	}
	return t, p.declares(start), nil
}

// vectorShape is the shape that a type has with these parameters.
func (p *program) vectorShape(e *expr, name string, params []expr) (s shape, err error) {
	kind := vectorTypes[name]
	if name == "simd_mask" {
		params = append([]expr{{kind: nameExpr, name: "ushort"}}, params...)
	}
	if len(params) != kind.numbers+1 || params[0].kind != nameExpr || elements[params[0].name].bits == 0 {
		return s, p.at(e, "expected the type of an element and %d numbers between < and >", kind.numbers)
	}
	s.element = elements[params[0].name]
	numbers := make([]int, max(kind.numbers, 1))
	for k := range kind.numbers {
		if numbers[k], err = p.constant(&params[k+1], "the size", maxBytes); err != nil {
			return s, err
		}
	}
	if s.cols = numbers[len(numbers)-1]; kind.numbers == 2 {
		s.rows = numbers[0]
	}
	if slices.Contains(numbers, 0) || s.count()*s.size() > maxBytes {
		return s, p.at(e, "a vector has 1 to %d bytes", maxBytes)
	}
	return s, nil
}

// declares says whether a name follows a type; otherwise it was an expression, simd<int, 8>(0, 1).select<2, 1>(0), and the cursor goes back.
func (p *program) declares(start int) bool {
	p.Space()
	if b := p.Peek(); isLetter(b) || b == '&' || b == '*' {
		return true
	}
	p.Off = start
	return false
}

// declaration reads a type and what is declared with it; done is false where the statement begins with none.
func (p *program) declaration() (done bool, err error) {
	p.Space()
	t, ok, err := p.typ()
	if !ok || err != nil {
		return ok, err
	}
	for slices.ContainsFunc(modifiers, p.AcceptWord) {
	}
	for {
		if p.Accept("&") || p.Accept("*") {
			t.view = true
		}
		p.Space()
		at := p.Off
		name := p.identifier()
		if name == "" {
			return true, p.Wanted("the name of a vector")
		}
		if p.Peek() == '(' && p.isHead() {
			return true, p.head()
		}
		if err := p.declared(at, name, t); err != nil {
			return true, err
		}
		if !p.Accept(",") {
			p.Accept(";")
			return true, nil
		}
	}
}

// isHead says whether a parenthesis begins the parameters of a function: a body stands behind them, or they are types.
func (p *program) isHead() bool {
	rest := p.Rest()
	end := strings.IndexByte(rest, ')')
	if end < 0 {
		return false
	}
	behind := strings.TrimSpace(rest[end+1:])
	if strings.HasPrefix(behind, "{") || behind != "" && isLetter(behind[0]) {
		return true
	}
	ahead := *p
	ahead.Off++
	_, ok, _ := ahead.typ()
	return ok
}

// head reads a function's parameters, and passes what stands between them and the body.
func (p *program) head() error {
	p.Accept("(")
	for !p.Accept(")") {
		p.AcceptWord("const")
		p.Space()
		t, ok, err := p.typ()
		if err != nil {
			return err
		}
		if !ok { // of a type that is no vector's
			p.identifier()
		}
		for p.Accept("*") || p.Accept("&") || p.AcceptWord("const") {
		}
		if name := p.identifier(); ok && t.vector && name != "" {
			p.declare(name, t.shape, false)
		}
		if p.Accept(")") {
			break
		}
		if err := p.Expect(",", `"," or ")"`); err != nil {
			return err
		}
	}
	if at := strings.IndexAny(p.Rest(), "{;"); at >= 0 {
		p.Off += at + 1
	}
	return nil
}

// declared makes what a name stands for from then on.
func (p *program) declared(at int, name string, t declaredType) error {
	ctor := expr{kind: callExpr, name: name, off: at}
	var err error
	var init *expr
	switch {
	case p.Accept("("):
		ctor.args, err = p.list(")")
	case p.Peek() == '{':
		p.Off++
		ctor.args, err = p.list("}")
		ctor.args = []expr{{kind: listExpr, off: at, end: p.Off, args: ctor.args}}
	case p.Peek() == '=' && !strings.HasPrefix(p.Rest(), "=="):
		p.Off++
		e, wrong := p.expression(0)
		init, err = &e, wrong
	}
	if ctor.end = p.Off; err != nil {
		return err
	}
	switch {
	case init == nil && len(ctor.args) == 0:
		if t.auto || !t.vector {
			return nil
		}
		p.declare(name, t.shape, true)
		return nil
	case init != nil && init.kind == numberExpr && !t.vector:
		p.numbers[name] = init.value
		return nil
	}
	if init == nil {
		return p.constructed(&ctor, name, t)
	}
	return p.initialised(init, name, t)
}

// initialised gives a new name the value of an expression, or makes it another name for elements.
func (p *program) initialised(e *expr, name string, t declaredType) error {
	if !t.auto && t.vector && p.isLoad(e) {
		p.declare(name, t.shape, false)
		return nil
	}
	if !t.auto && e.kind == listExpr {
		return p.constructed(&expr{kind: callExpr, off: e.off, end: e.end, args: []expr{*e}}, name, t)
	}
	v, err := p.evaluate(e, t.shape)
	if err != nil {
		return err
	}
	if t.auto || t.view {
		if v.fixed && v.of.name == "" {
			v.fixed, v.of.name = false, name
		}
		p.views[name] = v
		p.keep(v, name)
		return nil
	}
	to := p.declare(name, t.shape, true)
	if err := p.write(e, to, v); err != nil {
		return err
	}
	p.keep(to, name)
	return nil
}

// constructed is a new vector of what stands in parentheses: another one, a list, a number, or a first number and what is added from each element to the next.
func (p *program) constructed(e *expr, name string, t declaredType) error {
	if !t.vector || t.auto {
		return p.at(e, "expected = and a vector")
	}
	if t.view { // vector_ref<int, 8> r(v)
		if len(e.args) != 1 {
			return p.at(e, "a view is of one vector")
		}
		return p.initialised(&e.args[0], name, t)
	}
	if len(e.args) == 1 && (e.args[0].kind == nameExpr && p.views[e.args[0].name].of == nil || p.isLoad(&e.args[0])) { // simd<int, 16> v(pointer)
		p.declare(name, t.shape, false)
		return nil
	}
	v, err := p.valueOf(e, t.shape)
	if err != nil {
		return err
	}
	to := p.declare(name, t.shape, true)
	if err := p.write(e, to, v); err != nil {
		return err
	}
	p.keep(to, name)
	return nil
}

// valueOf is the value that the arguments of a constructor say.
func (p *program) valueOf(e *expr, s shape) (view, error) {
	switch {
	case len(e.args) == 2 && e.args[0].kind == numberExpr && e.args[1].kind == numberExpr:
		first, by := e.args[0].value, e.args[1].value
		bytes := make([]lane.Lane, 0, s.count()*s.size())
		for i := range s.count() {
			x := number{whole: first.whole + int64(i)*by.whole, real: first.real + float64(i)*by.real, float: first.float}
			bytes = append(bytes, p.broadcast(shape{element: s.element, cols: 1}, x).of.bytes...)
		}
		return p.fresh(s, bytes), nil
	case len(e.args) == 1 && e.args[0].kind == listExpr:
		list := &e.args[0]
		if len(list.args) > s.count() {
			return view{}, p.at(list, "%d numbers for %d elements", len(list.args), s.count())
		}
		v := p.broadcast(s, number{})
		for i := range list.args {
			if list.args[i].kind != numberExpr {
				return view{}, p.at(&list.args[i], "expected a number")
			}
			copy(v.of.bytes[i*s.size():], p.broadcast(shape{element: s.element, cols: 1}, list.args[i].value).of.bytes)
		}
		return v, nil
	case len(e.args) == 1:
		return p.evaluate(&e.args[0], s)
	}
	return view{}, p.at(e, "expected a vector, a list, a number, or a number and a step")
}

// assignment reads an expression, and what is assigned to it.
func (p *program) assignment() error {
	left, err := p.expression(0)
	if err != nil {
		return err
	}
	p.Space()
	at := p.Off
	for _, sign := range []string{"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"} {
		if p.Accept(sign) {
			return p.ErrorFrom(at, "%s computes, and moves no elements", sign)
		}
	}
	if !p.Accept("=") {
		defer p.Accept(";")
		return p.alone(&left)
	}
	right, err := p.expression(0)
	if err != nil {
		return err
	}
	p.Accept(";")
	if left.kind == nameExpr && left.on == nil && right.kind == numberExpr && p.views[left.name].of == nil {
		p.numbers[left.name] = right.value
		return nil
	}
	return p.assigned(&left, &right)
}

// assigned writes a value to a vector or to elements of one.
func (p *program) assigned(left, right *expr) error {
	base := left
	for base.on != nil {
		base = base.on
	}
	want := shape{}
	if known, ok := p.views[left.name]; ok && left.kind == nameExpr {
		want = known.shape
	} else if left.kind != nameExpr {
		to, err := p.evaluate(left, shape{})
		if err != nil {
			return err
		}
		want = to.shape
	}
	if p.isLoad(right) {
		if left.kind != nameExpr {
			return p.at(right, "what it loads goes into elements that are not a whole vector")
		}
		p.declare(left.name, want, false)
		return nil
	}
	value, err := p.evaluate(right, want)
	if err != nil {
		return err
	}
	if left.kind == nameExpr && p.views[left.name].of == nil { // of a type that nobody has said
		to := p.declare(left.name, value.shape, true)
		if err := p.write(right, to, value); err != nil {
			return err
		}
		p.keep(to, left.name)
		return nil
	}
	to, err := p.evaluate(left, want)
	if err != nil {
		return err
	}
	if err := p.write(right, to, value); err != nil {
		return err
	}
	p.keepWritten(to, base)
	return nil
}

// keepWritten makes the vector that was written to the result.
func (p *program) keepWritten(to view, base *expr) {
	name := base.name
	if base.kind == callExpr || to.of.name != "" {
		name = to.of.name
	}
	if v, ok := p.views[name]; ok && v.of == to.of {
		to = v
	}
	p.keep(to, name)
}

// alone is a statement that is an expression: a merge, what is stored, or the value itself.
func (p *program) alone(e *expr) error {
	if e.kind == callExpr && e.on != nil && e.name == "merge" && e.called {
		return p.merge(e)
	}
	if e.kind == callExpr && e.on != nil && slices.Contains([]string{"copy_from", "read"}, e.name) {
		if v, ok := p.views[e.on.name]; ok && e.on.kind == nameExpr {
			p.declare(e.on.name, v.shape, false)
			return nil
		}
		return p.at(e, "what it loads goes into %s, of which nothing says how long it is", syntax.Quote(p.Text[e.on.off:e.on.end]))
	}
	value := e
	switch {
	case e.kind == callExpr && e.on != nil && e.name == "copy_to":
		value = e.on
	case e.kind == callExpr && e.on == nil && slices.Contains(stores, e.name) && len(e.args) > 0:
		value = &e.args[len(e.args)-1]
		for k := range e.args {
			if e.args[k].kind == nameExpr && p.views[e.args[k].name].of != nil {
				value = &e.args[k]
			}
		}
	case e.kind == callExpr && e.on == nil && slices.Contains(loads, e.name) && len(e.args) > 0:
		last := &e.args[len(e.args)-1]
		if v, ok := p.views[last.name]; ok && last.kind == nameExpr {
			p.declare(last.name, v.shape, false)
			return nil
		}
	}
	v, err := p.evaluate(value, shape{})
	if err != nil {
		return err
	}
	to := ""
	if value.kind == nameExpr {
		to = value.name
	}
	p.keep(v, to)
	return nil
}

// What reads memory and what writes to it.
var (
	loads  = []string{"block_load", "lsc_block_load", "gather", "slm_block_load", "read", "flat_block_read_unaligned", "flat_block_load", "cm_load", "load"}
	stores = []string{"block_store", "lsc_block_store", "scatter", "write", "flat_block_write", "flat_block_store", "cm_store", "store"}
)

// isLoad says whether an expression is what memory holds.
func (p *program) isLoad(e *expr) bool {
	return e.kind == callExpr && e.on == nil && slices.Contains(loads, e.name)
}
