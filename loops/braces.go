package loops

import (
	"cmp"
	"slices"

	"github.com/lanescope/lanescope/syntax"
)

// Statements of C, Go and Rust, and of what is written like them.

// statement reads one, which may declare several variables.
func (p *parser) statement() (many, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	start := p.peek()
	switch start.text {
	case ";", "#define", "pub", "unsafe", "package", "import", "using", "#pragma":
		return p.ignorable()
	case "{":
		list, err := p.block()
		return one(&scope{list}, err)
	case "for", "while", "loop":
		return one(p.loop())
	case "if":
		return one(p.decision())
	case "return":
		return one(p.returning())
	case "func", "fn":
		return one(p.named())
	case "let", "var":
		return p.inferred()
	case "const", "static":
		if p.lang == rust || p.lang == golang {
			return p.inferred()
		}
	case "typedef":
		return nil, p.typedef()
	case "do":
		return one(p.doWhile())
	case "function":
		return one(p.untyped())
	case "template":
		return nil, p.template()
	case "switch", "goto", "break", "continue", "match", "class":
		return nil, p.wanted("a loop that counts, or statements one after another")
	}
	if p.declares() {
		return p.declarations()
	}
	return one(p.simple(";"))
}

// one is a single statement as a list.
func one(s statement, err error) (many, error) {
	if err != nil {
		return nil, err
	}
	return many{s}, nil
}

// ignorable reads what does nothing, and a definition of a number.
func (p *parser) ignorable() (many, error) {
	start := p.next()
	switch start.text {
	case "#define":
		s, err := p.definition()
		return one(s, err)
	case "package", "import", "using":
		for t := p.peek(); t.kind != endToken && t.text != ";"; t = p.peek() {
			p.next()
		}
	}
	return nil, nil
}

// untyped reads a function of JavaScript.
func (p *parser) untyped() (statement, error) {
	f, err := p.head()
	if err != nil {
		return nil, err
	}
	f.body, err = p.block()
	return f, err
}

// head reads a function without types up to its body: function f(a, b), def f(a, b), DEFINE F(a, b).
func (p *parser) head() (*function, error) {
	p.next()
	start := p.next()
	f := &function{name: start.text}
	if err := p.expect("("); err != nil {
		return nil, err
	}
	var err error
	f.params, err = p.names()
	f.span = p.from(start)
	return f, err
}

// template reads template <typename T, int N>, behind which T is a type of which nobody says how wide it is.
func (p *parser) template() error {
	p.next()
	if err := p.expect("<"); err != nil {
		return err
	}
	for !p.accept(">") {
		word := p.next()
		if name := p.peek(); name.kind == wordToken && (word.text == "typename" || word.text == "class") {
			if p.types == nil {
				p.types = map[string]integer{}
			}
			p.types[p.next().text] = integer{}
		} else if word.kind == endToken {
			return p.wanted(syntax.Quote(">"))
		}
	}
	return nil
}

// typedef reads typedef unsigned char pixel;.
func (p *parser) typedef() error {
	p.next()
	t, err := p.typeWords()
	if err != nil {
		return err
	}
	word := p.next()
	if word.kind != wordToken || t.bits == 0 || t.pointer || t.dims != nil {
		p.i--
		return p.wanted("the name of a type of numbers, as typedef uint8_t pixel")
	}
	if p.types == nil {
		p.types = map[string]integer{}
	}
	p.types[word.text] = t.integer
	return p.expect(";")
}

// definition is #define N 8. What is defined with parameters, or is no expression, is not known.
func (p *parser) definition() (statement, error) {
	word := p.next()
	n := &name{p.from(word), word.text}
	if p.accept(";") {
		return many{}, nil
	}
	if p.peek().text == "(" && p.peek().at == word.end {
		return nil, p.wanted("a number: macros with parameters are not known here")
	}
	by, err := p.expression()
	p.accept(";")
	return &assignment{span: p.from(word), to: []target{n}, by: []expression{by}}, err
}

// block reads { … }.
func (p *parser) block() (many, error) {
	if err := p.expect("{"); err != nil {
		return nil, err
	}
	var list many
	for !p.accept("}") {
		if p.peek().kind == endToken {
			return nil, p.wanted(syntax.Quote("}"))
		}
		s, err := p.statement()
		if err != nil {
			return nil, err
		}
		list = append(list, s...)
	}
	return list, nil
}

// body reads what a loop repeats.
func (p *parser) body() (statement, error) {
	list, err := p.statement()
	return list, err
}

// loop reads a loop.
func (p *parser) loop() (statement, error) {
	start := p.next()
	if start.text == "loop" {
		return nil, p.wanted("a loop that counts")
	}
	if start.text == "while" {
		cond, err := p.condition()
		if err != nil {
			return nil, err
		}
		body, err := p.body()
		return &looping{span: p.from(start), cond: cond, body: body}, err
	}
	if p.lang == rust || p.lang == golang && (p.peek().text == "range" || p.ahead(2).text == "range" || p.ahead(4).text == "range") {
		p.i-- // the header begins with for
		s, err := p.counted()
		if err != nil {
			return nil, err
		}
		body, err := p.body()
		return s.with(body), err
	}
	return p.threefold(start)
}

// condition reads what if and while ask: in C what is between parentheses, behind which a star begins a statement.
func (p *parser) condition() (expression, error) {
	if p.lang != c || !p.accept("(") {
		return p.expression()
	}
	cond, err := p.expression()
	if err == nil {
		err = p.expect(")")
	}
	return cond, err
}

// doWhile reads do … while (…);, whose body is done once more than it is asked for.
func (p *parser) doWhile() (statement, error) {
	start := p.next()
	body, err := p.body()
	if err != nil {
		return nil, err
	}
	if err := p.expect("while"); err != nil {
		return nil, err
	}
	cond, err := p.condition()
	if err != nil {
		return nil, err
	}
	return many{body, &looping{span: p.from(start), cond: cond, body: body}}, p.expect(";")
}

// threefold reads the rest of for (first; cond; next) body, whose parentheses Go leaves out.
func (p *parser) threefold(start token) (statement, error) {
	closing := "{"
	if p.accept("(") {
		closing = ")"
		if s, ok, err := p.each(start); ok || err != nil {
			if err != nil {
				return nil, err
			}
			body, err := p.body()
			return s.with(body), err
		}
	}
	s := &looping{}
	var err error
	if !p.accept(";") {
		var first many
		if p.declares() {
			first, err = p.declarations()
		} else {
			first, err = one(p.simple(";"))
		}
		if err != nil {
			return nil, err
		}
		s.first = first
	}
	if s.cond, err = p.expression(); err != nil {
		return nil, err
	}
	if err = p.expect(";"); err != nil {
		return nil, err
	}
	if p.peek().text != closing {
		if s.next, err = p.several(closing); err != nil {
			return nil, err
		}
	}
	if closing == ")" {
		if err = p.expect(")"); err != nil {
			return nil, err
		}
	}
	s.span = p.from(start)
	s.body, err = p.body()
	return s, err
}

// several reads statements with commas between them: i++, j--.
func (p *parser) several(closing string) (statement, error) {
	var list many
	for {
		s, err := p.simple(closing)
		if err != nil {
			return nil, err
		}
		if list = append(list, s); !p.accept(",") {
			return list, nil
		}
	}
}

// counted reads the header of a loop from one number to another, or over elements: for i in 0..8, for i := range 8, for i in range(2, 8), for i, x := range a.
func (p *parser) counted() (repetition, error) {
	start := p.next()
	if p.accept("range") {
		to, err := p.expression()
		return &counting{span: p.from(start), from: &literal{}, to: to, ends: true}, err
	}
	names, err := p.elementNames()
	if err != nil {
		return nil, err
	}
	if p.lang == golang {
		return p.ranging(names, start)
	}
	if !p.accept("in") {
		return nil, p.wanted(syntax.Quote("in"))
	}
	if p.isOver() {
		return p.over(names, start)
	}
	if len(names) > 1 {
		return nil, p.wanted("one name that counts")
	}
	s := &counting{name: names[0], from: &literal{}, ends: p.lang != python}
	if p.lang == python {
		return s, p.ranged(s, start)
	}
	return s, p.dotted(s, start)
}

// ranging reads the rest of Go's head behind its names: := range a.
func (p *parser) ranging(names []string, start token) (repetition, error) {
	if !p.accept(":=") && !p.accept("=") || !p.accept("range") {
		return nil, p.wanted(syntax.Quote(":= range"))
	}
	of, err := p.expression()
	if err != nil {
		return nil, err
	}
	switch where := p.from(start); {
	case len(names) == 1:
		s := &counting{span: where, name: names[0], from: &literal{}, to: of, ends: true}
		return s, p.lengths(s, nil)
	case len(names) == 2 && names[0] == "_":
		return &iteration{span: where, names: names[1:], of: []expression{of}, ends: true}, nil
	case len(names) == 2:
		return &iteration{span: where, index: names[0], names: names[1:], of: []expression{of}, ends: true}, nil
	}
	return nil, p.from(start).errorf("range gives an index and an element, and here are %d names", len(names))
}

// lengths lets a loop over an array of Go count to its length.
func (p *parser) lengths(s *counting, err error) error {
	if n, ok := s.to.(*name); ok {
		s.to = &call{span: n.span, name: "len", args: []expression{n}}
	}
	return err
}

// ranged reads Python's range(from, to, step).
func (p *parser) ranged(s *counting, start token) error {
	if err := p.expect("range"); err != nil {
		return err
	}
	if err := p.expect("("); err != nil {
		return err
	}
	var args []expression
	for !p.accept(")") {
		e, err := p.expression()
		if err != nil {
			return err
		}
		if args = append(args, e); p.peek().text != ")" {
			if err := p.expect(","); err != nil {
				return err
			}
		}
	}
	switch len(args) {
	case 3:
		s.step = args[2]
		fallthrough
	case 2:
		s.from, s.to = args[0], args[1]
	case 1:
		s.to = args[0]
	default:
		return p.from(start).errorf("range takes one to three numbers")
	}
	s.span = p.from(start)
	return nil
}

// dotted reads Rust's from..to, with .step_by(n) and .rev() behind it in parentheses.
func (p *parser) dotted(s *counting, start token) error {
	closed := p.accept("(")
	var err error
	if s.from, err = p.expression(); err != nil {
		return err
	}
	switch {
	case p.accept("..="):
		s.includes = true
	case !p.accept("..") && !p.accept("..<"):
		return p.wanted(syntax.Quote(".."))
	}
	if s.to, err = p.expression(); err != nil {
		return err
	}
	if closed {
		if err = p.expect(")"); err != nil {
			return err
		}
		for p.accept(".") {
			if err = p.adapted(s); err != nil {
				return err
			}
		}
	}
	s.span = p.from(start)
	return nil
}

// adapted reads what a range of Rust is changed by.
func (p *parser) adapted(s *counting) (err error) {
	switch p.next().text {
	case "rev":
		if s.reversed = true; !p.accept("(") {
			return p.wanted(syntax.Quote("("))
		}
		return p.expect(")")
	case "step_by":
		if s.step, err = p.parenthesised(); err != nil || s.reversed {
			return cmp.Or(err, p.wanted("step_by before rev"))
		}
		return nil
	}
	p.i--
	return p.wanted("rev or step_by")
}

// decision reads if … else ….
func (p *parser) decision() (statement, error) {
	start := p.next()
	s := &decision{}
	var err error
	if s.cond, err = p.condition(); err != nil {
		return nil, err
	}
	s.span = p.from(start)
	if s.then, err = p.body(); err != nil {
		return nil, err
	}
	if p.accept("else") {
		s.other, err = p.body()
	}
	return s, err
}

// returning reads return and what is returned.
func (p *parser) returning() (statement, error) {
	start := p.next()
	s := &returning{span: p.from(start)}
	if p.accept(";") || p.peek().text == "}" || p.peek().kind == endToken || p.peek().kind == lineToken {
		return s, nil
	}
	var err error
	s.of, err = p.expression()
	p.accept(";")
	return s, err
}

// simple reads an assignment, a step or a call, to its end.
func (p *parser) simple(end string) (statement, error) {
	s, err := p.assignment()
	if err != nil {
		return nil, err
	}
	if end == ";" && !p.accept(";") {
		e, isValue := s.(*evaluation)
		switch t := p.peek(); {
		case t.text == "}" && isValue && p.lang == rust: // what a block is worth
			return &returning{e.of.where(), e.of}, nil
		case t.text == "}" || t.kind == endToken:
		default:
			return nil, p.wanted(syntax.Quote(";"))
		}
	}
	return s, nil
}

// assigning are the signs of assignments, and which operator is in them.
var assigning = map[string]string{"=": "", ":=": "", "+=": "+", "-=": "-", "*=": "*", "/=": "/", "//=": "//", "%=": "%", "&=": "&", "|=": "|", "^=": "^", "<<=": "<<", ">>=": ">>", ">>>=": ">>>", "&^=": "&^"}

// assignment reads a[i], a[j] = a[j], a[i] and its like, or an expression alone.
func (p *parser) assignment() (statement, error) {
	start := p.peek()
	var left []expression
	for {
		e, err := p.left()
		if err != nil {
			return nil, err
		}
		if left = append(left, e); p.lang == c || p.lang == intel || !p.accept(",") {
			break
		}
	}
	sign, ok := assigning[p.peek().text]
	if !ok {
		return &evaluation{left[0]}, nil
	}
	p.next()
	s := &assignment{sign: sign, declares: p.lang == golang && p.all[p.i-1].text == ":="}
	for _, e := range left {
		t, err := p.assigned(e)
		if err != nil {
			return nil, err
		}
		s.to = append(s.to, t)
	}
	for {
		e, err := p.expression()
		if err != nil {
			return nil, err
		}
		s.by = append(s.by, e)
		if len(s.by) == len(left) || !p.accept(",") {
			break
		}
	}
	s.span = p.from(start)
	if more, chained := assigning[p.peek().text]; chained && more == "" && len(s.by) == 1 { // a = b = 0
		return p.chained(s)
	}
	return s, nil
}

// chained reads what follows the second = of a = b = 0: the last one is done first.
func (p *parser) chained(s *assignment) (statement, error) {
	places := []*assignment{s}
	for last := s; ; {
		more, chained := assigning[p.peek().text]
		if !chained || more != "" {
			break
		}
		to, err := p.assigned(last.by[0])
		if err != nil {
			return nil, err
		}
		start := p.next()
		by, err := p.expression()
		if err != nil {
			return nil, err
		}
		last.by[0] = to
		last = &assignment{span: p.from(start), to: []target{to}, by: []expression{by}}
		places = append(places, last)
	}
	var list many
	for _, one := range slices.Backward(places) {
		list = append(list, one)
	}
	return list, nil
}

// left reads what may stand left of =. In Intel's guide = compares.
func (p *parser) left() (expression, error) {
	if p.lang == intel {
		return p.prefixed()
	}
	return p.expression()
}
