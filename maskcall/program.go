package maskcall

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A text is statements, of which each may name what it makes. A function's head declares its parameters, and its body is statements too.
//
//	fn zip(a: u32x4, b: u32x4) -> u32x4 {          a and b have four lanes of 32 bits
//	    let t = simd_swizzle!(a, b, [0, 4, 1, 5]);   t is a value over them
//	    t.reverse()                                  the result
//	}

// maxStatements bounds the time that a text takes.
const maxStatements = 256

type program struct {
	parser
	text   string
	stated shape // what the options say of variables without a type

	inputs   []input
	named    map[string]value
	declared map[string]shape
	lists    map[string]*expr
	owner    string // whose constants are named: of impl Swizzle<4> for Owner
	numbers  map[string]int
	warnings []string

	result value
	to     string
	made   bool // there is a result

	chosen bool // what follows is what an if has chosen, whose return ends the text
}

// read reads a text of a language.
func read(language, text string, opt dialect.Options) (dialect.Reading, error) {
	p := &program{
		text:  text,
		named: map[string]value{}, declared: map[string]shape{}, lists: map[string]*expr{}, numbers: map[string]int{},
	}
	p.Text = withoutComments(text, language)
	p.language, p.colons = language, language == "julia"
	if opt.Type != "" {
		p.stated, _ = shapeOf(parsedType(opt.Type))
		p.stated.bits = max(p.stated.bits, scalars[opt.Type])
	}
	for n := 0; !p.Done(); n++ {
		if n == maxStatements {
			return dialect.Reading{}, in(text, p.ErrorFrom(p.Off, "more than %d statements", maxStatements))
		}
		if err := p.statement(); err != nil {
			return dialect.Reading{}, in(text, err)
		}
	}
	if !p.made {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "nothing in it moves lanes; calls of %s that do are %s", language, namesOf(language))
	}
	r, err := p.reading()
	return r, in(text, err)
}

// in is an error as one in the text as it was given.
func in(text string, err error) error {
	if e, ok := err.(*syntax.Error); ok && e != nil {
		return syntax.Errorf(text, e.Off, e.End, "%s", e.What)
	}
	return err
}

// withoutComments is the text with blanks for its comments, so that places stay.
func withoutComments(text, language string) string {
	b := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
	}
	for i := 0; i < len(b); i++ {
		rest := text[i:]
		end := 0
		switch {
		case strings.HasPrefix(rest, "//") || language == "julia" && b[i] == '#':
			if end = strings.IndexByte(rest, '\n'); end < 0 {
				end = len(rest)
			}
		case strings.HasPrefix(rest, "/*"):
			if end = strings.Index(rest, "*/"); end < 0 {
				end = len(rest)
			} else {
				end += 2
			}
		default:
			continue
		}
		blank(i, i+end)
		i += end - 1
	}
	return string(b)
}

func (p *program) warn(text string) {
	if !slices.Contains(p.warnings, text) {
		p.warnings = append(p.warnings, text)
	}
}

// reading is the last value as a map over the inputs.
func (p *program) reading() (dialect.Reading, error) {
	v := p.result
	if v.bits = p.width(v); v.bits == 0 {
		v.bits = assumedBits
		p.warn(fmt.Sprintf("the type of the lanes is not in the text: %d bits are assumed", assumedBits))
	}
	r := dialect.Reading{To: p.to, Warnings: p.warnings}
	for k := range p.inputs {
		if p.inputs[k].shape.bits == 0 {
			p.inputs[k].shape.bits = v.bits
		}
		r.Names = append(r.Names, p.inputs[k].name)
	}
	r.Map = lane.Map{Bits: v.bits, Src: p.sources(v.bits), Lane: v.lane}
	if err := r.Map.Check(); err != nil {
		return r, syntax.Errorf(p.text, 0, len(p.text), "%v", err)
	}
	return r, nil
}

// modifiers stand in front of a statement and say nothing of lanes.
var modifiers = []string{"let", "const", "var", "val", "mut", "pub", "static", "public", "private", "internal", "protected", "inline", "final", "unsafe", "export", "return", "readonly", "ref", "end"}

// passed are statements of one line that move nothing: what a file begins with, and what looks at a result.
var passed = []string{"use", "import", "using", "package", "namespace", "assert_eq!", "assert!", "println!", "print", "dbg!"}

// statement reads one statement.
func (p *program) statement() error {
	if p.Accept("{") || p.Accept("}") || p.Accept(";") {
		return nil
	}
	if p.Accept("#") || p.skipped() {
		p.line()
		return nil
	}
	if p.language == "csharp" && p.AcceptWord("if") {
		return p.choose()
	}
	if p.chosen && p.AcceptWord("else") {
		p.passElse()
		return nil
	}
	if p.chosen && strings.HasPrefix(p.Rest(), "return ") {
		defer func() { p.Off = len(p.Text) }()
	}
	for slices.ContainsFunc(modifiers, p.AcceptWord) {
		if p.Done() || p.Peek() == '}' {
			return nil
		}
	}
	if p.language == "rust" && (p.AcceptWord("impl") || p.AcceptWord("struct")) {
		return p.owned()
	}
	if p.AcceptWord("fn") || p.AcceptWord("func") || p.AcceptWord("function") {
		p.identifier()
		if p.Peek() == '<' {
			p.until(">")
		}
		return p.head()
	}
	left, err := p.expression(0)
	if err != nil {
		return err
	}
	if blank := p.Off; left.kind != callExpr && left.kind != numberExpr && isLetterAt(p.Text, skipBlanks(p.Text, blank)) && !strings.Contains(p.Text[blank:skipBlanks(p.Text, blank)], "\n") {
		return p.declaration(left)
	}
	return p.named_(left, shape{})
}

// choose takes what C# does where the machine has the instructions that it asks for.
//
//	if (Sse2.IsSupported) { return Sse2.UnpackLow(a, b); }
//	else if (AdvSimd.IsSupported) …
func (p *program) choose() error {
	p.Space()
	start := p.Off
	condition, _, ok := strings.Cut(strings.TrimPrefix(p.Rest(), "("), ")")
	for _, part := range strings.Split(condition, "&&") {
		class, member, _ := strings.Cut(strings.TrimSpace(part), ".Is")
		ok = ok && (member == "Supported" || member == "HardwareAccelerated") && !strings.ContainsAny(class, "!|(")
	}
	if !ok || p.Peek() != '(' {
		return p.ErrorFrom(start, "which way it goes is not in the text: it is only taken where it asks for instructions, as if (Sse2.IsSupported) does")
	}
	p.Off += len(condition) + 2
	p.chosen = true
	p.warn(strings.TrimSpace(condition) + " is taken to hold")
	return nil
}

// passElse passes what is done otherwise: a statement, or several in braces.
func (p *program) passElse() {
	if p.AcceptWord("if") {
		p.until(")")
	}
	if !p.Accept("{") {
		p.until(";")
		return
	}
	for depth := 1; depth > 0 && !p.Done(); p.Off++ {
		switch p.Text[p.Off] {
		case '{':
			depth++
		case '}':
			depth--
		}
	}
}

// skipped says whether a statement is one of those passed.
func (p *program) skipped() bool {
	return slices.ContainsFunc(passed, p.AcceptWord) || p.AcceptWord("assert_eq") || p.AcceptWord("println")
}

// line passes the rest of a line.
func (p *program) line() { p.until("\n") }

// until passes everything up to and with a mark.
func (p *program) until(mark string) {
	if at := strings.Index(p.Rest(), mark); at >= 0 {
		p.Off += at + len(mark)
	} else {
		p.Off = len(p.Text)
	}
}

func skipBlanks(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r') {
		at++
	}
	return at
}

func isLetterAt(text string, at int) bool { return at < len(text) && isLetter(text[at]) }

// declaration reads what stands behind a type: a name, or a function's.
func (p *program) declaration(typ expr) error {
	start := skipBlanks(p.Text, p.Off)
	name := p.identifier()
	if p.Accept("(") {
		p.Off--
		return p.head()
	}
	s, _ := shapeOf(typ)
	return p.named_(expr{kind: nameExpr, off: start, end: start + len(name), name: name}, s)
}

// named_ reads what stands behind the left side of a statement: a type, and what it is.
func (p *program) named_(left expr, s shape) error {
	if p.Accept(":") { // :: too
		p.Accept(":")
		typ, err := p.unary()
		if err != nil {
			return err
		}
		s, _ = shapeOf(typ)
	}
	if strings.HasPrefix(p.Rest(), "==") || strings.HasPrefix(p.Rest(), "=>") || !p.Accept("=") {
		if left.kind == nameExpr && s != (shape{}) { // declared only
			p.declared[left.name] = s
			return nil
		}
		v, err := p.vector(&left, s)
		p.keep(v, "")
		return err
	}
	if left.kind == callExpr { // f(a, b) = …
		for _, a := range left.args {
			p.declared[a.name], _ = shapeOf(parsedType(a.typ))
		}
		return nil
	}
	right, err := p.expression(0)
	if err != nil {
		return err
	}
	return p.assign(left, right, s)
}

// keep makes a value the result so far.
func (p *program) keep(v value, to string) { p.result, p.to, p.made = v, to, true }

// assign gives a name, or two, what an expression is.
func (p *program) assign(left, right expr, s shape) error {
	if left.kind == listExpr && len(left.args) == 2 {
		both, err := p.values(&right, s)
		if err == nil && len(both) != 2 {
			err = syntax.Errorf(p.text, right.off, right.end, "it has one result, and two are named")
		}
		for k := 0; err == nil && k < 2; k++ {
			p.named[left.args[k].name] = both[k]
			if p.keep(both[k], left.args[k].name); k == 1 {
				p.keep(both[0], left.args[0].name)
				p.warn(fmt.Sprintf("of two results this is the first, %s: a line that says %s asks for the other", left.args[0].name, left.args[1].name))
			}
		}
		return err
	}
	if left.kind != nameExpr {
		return syntax.Errorf(p.text, left.off, left.end, "expected a name in front of =, found %s", syntax.Quote(p.text[left.off:left.end]))
	}
	if species, ok := speciesShape(right.path()); ok {
		p.declared[left.name] = species
		return nil
	}
	if right.kind == nameExpr && right.name == "undefined" && s != (shape{}) { // its lanes come later
		p.declared[left.name] = s
		return nil
	}
	if filled, ok := arrayShape(&right); ok && p.language == "rust" { // where its lanes come from is what is asked, not what is in them
		p.declared[left.name] = filled
		return nil
	}
	if loaded, ok := p.loadedShape(&right); ok {
		p.declared[left.name] = loaded
		return nil
	}
	if right.kind == numberExpr {
		p.numbers[left.name] = right.value
		return nil
	}
	if right.kind == callExpr && right.name == "@import" {
		return nil
	}
	if p.isMask(&right) {
		p.lists[left.name] = &right
		if left.name == swizzleIndex && p.owner != "" {
			p.lists[p.owner+"."+swizzleIndex] = &right
		}
		return nil
	}
	v, err := p.vector(&right, s)
	if err != nil {
		return err
	}
	p.widen(&v, s.bits)
	lanes, bits := len(v.lane)/v.parts(), v.bits*v.parts()
	if s.lanes > 0 && s.lanes != lanes || s.bits > 0 && s.bits != bits {
		return syntax.Errorf(p.text, right.off, right.end, "%s is declared with other lanes: this has %d of %d bits", left.name, lanes, bits)
	}
	p.named[left.name] = v
	p.keep(v, left.name)
	return nil
}

// isMask says whether an expression is a mask, and not a vector.
func (p *program) isMask(e *expr) bool {
	if e.kind == listExpr {
		return true
	}
	quiet := *p
	m, err := quiet.mask(e)
	return err == nil && m != nil
}

// head reads a function's parameters, and passes what stands between them and the body.
func (p *program) head() error {
	if err := p.Expect("(", `"(" and parameters`); err != nil {
		return err
	}
	for !p.Accept(")") {
		if err := p.parameter(); err != nil {
			return err
		}
		if p.Accept(")") {
			break
		}
		if err := p.Expect(",", `"," or ")"`); err != nil {
			return err
		}
	}
	if p.Accept("=>") || p.Accept("{") {
		return nil
	}
	rest := p.Rest()
	if end := strings.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	for _, mark := range []string{"=>", "{"} {
		if at := strings.Index(rest, mark); at >= 0 {
			p.Off += at + len(mark)
			return nil
		}
	}
	return nil
}

// parameter reads one parameter, with its type in front or behind.
func (p *program) parameter() error {
	for slices.ContainsFunc(modifiers, p.AcceptWord) || p.AcceptWord("comptime") || p.AcceptWord("in") {
	}
	left, err := p.unary()
	if err != nil {
		return err
	}
	s, _ := shapeOf(left)
	name := left.name
	if behind := p.identifier(); behind != "" {
		name = behind
	}
	if p.Accept(":") {
		p.Accept(":")
		typ, err := p.unary()
		if err != nil {
			return err
		}
		s, _ = shapeOf(typ)
	}
	p.declared[name] = s
	return nil
}
