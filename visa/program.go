package visa

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// A Program is a text of declarations and instructions.
//
//	.version 3.6
//	.kernel "k"
//	.decl V32 v_type=G type=d num_elts=32 align=GRF
//	.decl V33 v_type=G type=uw num_elts=8 align=word alias=<V32, 8>
//	.input V32 offset=32 size=64
//	.kernel_attr Target="cm"
//	mov (M1, 8) V32(0,0)<1> V32(1,0)<8;8,1>
//	(P1) goto (M1, 8) done
//	add (M1, 8) V32(0,0)<1> V32(0,0)<8;8,1> 0x1:d
//	done:
//	ret (M1, 1)
type Program struct {
	Version  Format
	Kernel   string
	Decls    *Decls
	Inputs   []Input
	Function bool   // it is a function, .global_function, and no kernel
	Attrs    []Attr // .kernel_attr
	Lines    []Line

	scopes []scope        // that are open
	taken  map[string]int // the names of variables, with how many names were made of each
}

// An Input is a variable that has a value before the first instruction.
type Input struct {
	Kind         Kind
	ID           uint32
	Offset, Size int // bytes
	Implicit     Implicit
}

// An Attr is a named value of a kernel or a variable: NoBarrier, SLMSize=5 or Target="cm".
type Attr struct {
	Name   string
	Kind   AttrKind
	Number int64
	Text   string
}

// An AttrKind is what value an Attr has.
type AttrKind uint8

// The kinds.
const (
	NoValue AttrKind = iota
	NumberAttr
	TextAttr
)

// String is the attribute as it is written.
func (a Attr) String() string {
	switch a.Kind {
	case NumberAttr:
		return a.Name + "=" + strconv.FormatInt(a.Number, 10)
	case TextAttr:
		return a.Name + `="` + a.Text + `"`
	}
	return a.Name
}

// A Line is an instruction or a label, and where its line begins in the text. Code that begins with an opcode that is not known is one too, as bytes: nobody knows where its
// instructions end.
//
//	.code 58030000aabb
type Line struct {
	Inst  Inst
	Code  []byte // of unknown instructions
	Off   int
	label span32 // the name of a label, in the line
}

// A span32 is a Span that takes less: programs hold many.
type span32 struct{ off, end uint32 }

// Insts are the instructions of the lines.
func (g *Program) Insts() []Inst {
	all := make([]Inst, len(g.Lines))
	for n := range g.Lines {
		all[n] = g.Lines[n].Inst
	}
	return all
}

// DispatchMask is the execution mask that the program begins with where nobody says another: 8, 16 or 32 channels. They are as many as the attribute SimdSize says, or as few as have
// the channels of all instructions that ask for the mask. A goto of 16 channels would leave others where they are.
func (g *Program) DispatchMask() uint32 {
	size := 8
	for n := range g.Lines {
		if e := g.Lines[n].Inst.Exec; !e.NoMask() && !opcodes[g.Lines[n].Inst.Op].bare {
			size = max(size, e.Offset()+e.Size())
		}
	}
	for _, a := range g.Attrs {
		if a.Name == "SimdSize" && a.Kind == NumberAttr {
			size = int(min(max(a.Number, 1), 32))
		}
	}
	for dispatch := 8; dispatch < 32; dispatch *= 2 {
		if size <= dispatch {
			return low(dispatch)
		}
	}
	return low(32)
}

// mostLines is how many lines have room before the first is read.
const mostLines = 1 << 14

// ParseProgram reads a whole text, adding its declarations to d. It goes on after a bad line, so that one run shows all that is wrong; errors are *syntax.Error.
func ParseProgram(text string, d *Decls, dialect Dialect) (*Program, []error) {
	g := &Program{Version: Current, Decls: d}
	d.labels = labels{whole: true}
	g.Lines = make([]Line, 0, min(strings.Count(text, "\n")+1, mostLines))
	p := &Parser{Decls: g.Decls, Dialect: dialect}
	var errs []error
	for off := 0; off < len(text); {
		line := text[off:]
		if end := strings.IndexByte(line, '\n'); end >= 0 {
			line = line[:end+1]
		}
		if err := g.line(p, line, off); err != nil {
			errs = append(errs, elsewhere(text, off, err))
		}
		off += len(line)
	}
	if bad := append(g.misplaced(text), g.unclosed(text)...); bad != nil {
		errs = append(errs, bad...)
		slices.SortStableFunc(errs, func(a, b error) int { return offsetOf(a) - offsetOf(b) })
	}
	return g, errs
}

// offsetOf is where an error's text is.
func offsetOf(err error) int {
	var e *syntax.Error
	if errors.As(err, &e) {
		return e.Off
	}
	return 0
}

// misplaced complains of labels that are nowhere, and of those that are at two places.
func (g *Program) misplaced(text string) (errs []error) {
	lines := make([]int, len(g.Decls.labels.all)) // of each label's place, from 1 on; 0: nowhere
	complain := func(l *Line, format string, args ...any) {
		errs = append(errs, syntax.Errorf(text, l.Off+int(l.label.off), l.Off+int(l.label.end), format, args...))
	}
	for n := range g.Lines {
		l := &g.Lines[n]
		if !l.Inst.Op.marksPlace() {
			continue
		}
		k := l.Inst.Label
		if lines[k] > 0 {
			line, _ := syntax.Errorf(text, g.Lines[lines[k]-1].Off, 0, "").Pos()
			complain(l, "%s is in line %d already", quoted(g.Decls.labels.all[k].Name), line)
			continue
		}
		if at, is := g.Decls.labels.byName[labelKey{g.Decls.labels.all[k].Name, subroutinePlace}]; is && l.Inst.Op == opLabel {
			complain(l, "%s is a subroutine: its place is a line .function", quoted(g.Decls.labels.all[at].Name))
		}
		lines[k] = n + 1
	}
	for n := range g.Lines {
		l := &g.Lines[n]
		for _, label := range l.Inst.places() {
			if lines[label] != 0 || l.Inst.Op == opFccall || !g.known() {
				continue
			}
			place := "%[1]s is nowhere: expected a line %[1]s:"
			if l.Inst.Op.placeKind() == subroutinePlace {
				place = `%[1]s is nowhere: expected a line .function "%[1]s"`
			}
			complain(l, place, g.Decls.labels.all[label].Name)
		}
	}
	return errs
}

// ParseDecls reads the declarations of a text that holds nothing else, the first error being the result.
func ParseDecls(text string, grf int) (*Decls, error) {
	g, errs := ParseProgram(text, NewDecls(grf, D), Spec)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	if len(g.Lines) > 0 {
		return nil, syntax.Errorf(text, g.Lines[0].Off, g.Lines[0].Off+1, "expected declarations only, found an instruction")
	}
	g.Decls.declared, g.Decls.labels = true, labels{}
	return g.Decls, nil
}

// elsewhere moves an error about a line to its place in the text.
func elsewhere(text string, off int, err error) error {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return err
	}
	return &syntax.Error{Text: text, Off: off + e.Off, End: off + e.End, What: e.What}
}

// line reads one line.
func (g *Program) line(p *Parser, line string, off int) error {
	p.start(line)
	switch c := p.peek(); {
	case p.off == len(line) || strings.HasPrefix(line[p.off:], "//"):
		return nil
	case c == '{' && !g.openScope(p, off), c == '}' && !g.closeScope(p):
		return p.err
	case c == '{' || c == '}':
		return nil
	case c != '.' || beginsSubroutine(line[p.off:]) && g.begun():
		if g.again(p) && p.end("the end of the line") {
			return nil
		} else if p.err != nil {
			return p.err
		}
		return g.inst(p, strings.TrimRight(line, "\r\n"), off)
	}
	p.off++
	start := p.off
	for _, d := range directives {
		if w := p.word(); w == d.name || d.name == implicitPrefix && strings.HasPrefix(w, d.name) {
			had := len(g.Lines)
			if d.read(g, p) && p.end("the end of the line") {
				if len(g.Lines) > had {
					g.Lines[had].Off = off
				}
				return nil
			}
			g.Lines = g.Lines[:had]
			return p.err
		}
		p.off = start
	}
	p.fail(start-1, len(strings.TrimRight(line, "\r\n")), "expected a directive: .decl, .input, .parameter, .implicit_NAME, .version, .kernel, .global_function, .function, .kernel_attr, .label or .code")
	return p.err
}

// inst reads an instruction into its line.
func (g *Program) inst(p *Parser, text string, off int) error {
	g.Lines = append(g.Lines, Line{Off: off})
	l := &g.Lines[len(g.Lines)-1]
	p.start(text)
	if p.inst(&l.Inst) && p.end("the end of the instruction") {
		l.label = span32{uint32(p.where[0].Off), uint32(p.where[0].End)}
		return nil
	}
	g.Lines = g.Lines[:len(g.Lines)-1]
	return p.err
}

// beginsSubroutine says whether a line is one of .function, and no longer word.
func beginsSubroutine(line string) bool {
	rest, is := strings.CutPrefix(line, ".function")
	return is && (rest == "" || !isNameByte(rest[0]))
}

// begun says whether the kernel has begun: before, .function names it.
func (g *Program) begun() bool { return g.Kernel != "" || len(g.Lines) > 0 }

// again passes the name of the subroutine that begins with the line before, which the tool repeats as a label.
func (g *Program) again(p *Parser) bool {
	if len(g.Lines) == 0 || g.Lines[len(g.Lines)-1].Inst.Op != opSubroutine {
		return false
	}
	name := g.Decls.labels.all[g.Lines[len(g.Lines)-1].Inst.Label].Name
	if p.word() != name || p.off == len(p.text) || p.text[p.off] != ':' {
		return false
	}
	p.off++
	return true
}

// directives are what can stand behind a full stop at the beginning of a line.
var directives = [...]struct {
	name string
	read func(g *Program, p *Parser) bool
}{
	{"decl", (*Program).decl},
	{"input", (*Program).input},
	{"parameter", (*Program).parameter},
	{implicitPrefix, (*Program).implicit},
	{"version", (*Program).version},
	{"kernel", (*Program).kernel},
	{"global_function", (*Program).function},
	{"function", (*Program).kernel},
	{"kernel_attr", (*Program).attr},
	{"label", (*Program).labelDecl},
	{"code", (*Program).unknown},
}

func (g *Program) version(p *Parser) bool {
	var major, minor int64
	p.space()
	start := p.off
	end := skipDigits(p.text, start)
	if end == start || end-start > 3 || end == len(p.text) || p.text[end] != '.' {
		return p.wanted("a version, such as 3.6")
	}
	major, _ = strconv.ParseInt(p.text[start:end], 10, 32)
	last := skipDigits(p.text, end+1)
	if last == end+1 || last-end > 3 {
		return p.wanted("a version, such as 3.6")
	}
	minor, _ = strconv.ParseInt(p.text[end+1:last], 10, 32)
	p.off = last
	if major > 255 || minor > 255 {
		return p.fail(start, last, "expected a version, such as 3.6")
	}
	g.Version = Format{Major: uint8(major), Minor: uint8(minor)}
	return true
}

// function names a program that kernels of other objects call.
func (g *Program) function(p *Parser) bool {
	if g.begun() {
		return p.fail(0, p.off, "the text is a kernel already: a function is a text of its own")
	}
	if !g.kernel(p) {
		return false
	}
	g.Function = true
	return true
}

func (g *Program) kernel(p *Parser) bool {
	if g.Function {
		return p.fail(0, p.off, "the text is a function already: a kernel is a text of its own")
	}
	name, ok := p.quotedText(`a name in quotation marks`)
	g.Kernel = name
	return ok
}

// quotedText reads "text", or a bare word.
func (p *Parser) quotedText(what string) (string, bool) {
	if p.peek() != '"' {
		w := p.word()
		return w, w != "" || p.wanted(what)
	}
	p.off++
	end := strings.IndexByte(p.text[p.off:], '"')
	if end < 0 {
		return "", p.fail(p.off-1, len(p.text), `expected a closing quotation mark`)
	}
	s := p.text[p.off : p.off+end]
	if !sayable(s) {
		return "", p.fail(p.off, p.off+end, "%s has a sign that is not printed, which no name has", quoted(s))
	}
	p.off += end + 1
	return s, true
}

func (g *Program) attr(p *Parser) bool {
	a, ok := p.attr()
	g.Attrs = append(g.Attrs, a)
	return ok
}

// attr reads NAME, NAME=5 or NAME="text".
func (p *Parser) attr() (a Attr, ok bool) {
	if a.Name = p.word(); a.Name == "" {
		return a, p.wanted("the name of an attribute")
	}
	if !p.accept('=') {
		return a, true
	}
	p.space()
	if p.off < len(p.text) && p.text[p.off] >= '0' && p.text[p.off] <= '9' {
		a.Kind = NumberAttr
		return a, p.count(&a.Number, "a value")
	}
	a.Kind = TextAttr
	a.Text, ok = p.quotedText("a value")
	return a, ok
}

// count reads a number that is printed without a sign. The tool cuts it to 32 bits with one.
func (p *Parser) count(v *int64, what string) bool {
	start := p.peekOff()
	if !p.integer(v, what) {
		return false
	}
	return *v >= 0 || p.Dialect == Intel || p.fail(start, p.off, "the number does not fit in 63 bits")
}

func (g *Program) input(p *Parser) bool {
	b, ok := p.name("a variable")
	if !ok {
		return false
	}
	in := Input{Kind: b.kind, ID: b.id}
	var off, size int64
	if !p.field("offset") || !p.count(&off, "a number of bytes") || !p.field("size") || !p.count(&size, "a number of bytes") {
		return false
	}
	in.Offset, in.Size = int(off), int(size)
	g.Inputs = append(g.Inputs, in)
	return true
}

// parameter reads an input at its kernel's beginning, as functions have theirs: ".parameter V32 size=64" is ".input V32 offset=0 size=64".
func (g *Program) parameter(p *Parser) bool {
	b, ok := p.name("a variable")
	if !ok {
		return false
	}
	var size int64
	if !p.field("size") || !p.count(&size, "a number of bytes") {
		return false
	}
	g.Inputs = append(g.Inputs, Input{Kind: b.kind, ID: b.id, Size: int(size)})
	return true
}

// field passes "name=".
func (p *Parser) field(name string) bool {
	start := p.peekOff()
	if p.word() != name {
		p.off = start
		return p.wanted(name + "=")
	}
	return p.expect('=', `"="`)
}
