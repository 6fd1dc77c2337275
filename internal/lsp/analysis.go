package lsp

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// A shuffle is a form in a text.
type shuffle struct {
	span
	line int // of its first
	form form.Form
	text string
}

// A finding is what is wrong with some of a text, and what would mend it.
type finding struct {
	span
	severity int
	rule     string
	message  string
	fixes    []fix
}

// A fix puts a text in the place of another.
type fix struct {
	span
	title string
	kind  string // quickfix or refactor.rewrite
	text  string
	sure  bool // it is what was meant, as far as can be known
}

// How much is said of one text.
const (
	mostAnalysed = 4 << 20 // bytes
	mostFindings = 1000
)

// An analysis is what a text has. It depends on the text and the language alone.
type analysis struct {
	*text
	language *language
	line     []string
	shuffles []shuffle // of a source or a listing; those of the assemblies that we know whole are looked at when somebody asks
	findings []finding
	defined  map[string]int // lines of labels and other names, each the first
}

// A memory is what a document remembers from one analysis to the next.
type memory struct {
	facts    facts
	followed corpus.Edited
	prices   *prices
	of       *language           // whose facts these are
	spent    map[string]*finding // what is wasted by lines, by these and what they emit; nil where nothing is
}

// analyse looks at a text. It stops when the context is over.
func (m *memory) analyse(ctx context.Context, t *text, l *language) (*analysis, error) {
	a := &analysis{text: t, language: l}
	if m.of != l {
		m.of, m.facts, m.followed, m.spent = l, facts{}, corpus.Edited{}, nil
	}
	if len(t.all) > mostAnalysed {
		a.add(finding{severity: severityWarning, rule: "too-long", message: fmt.Sprintf("the text has %d bytes; up to %d are looked at", len(t.all), mostAnalysed)})
		return a, nil
	}
	a.line = t.lines()
	var err error
	if l.assembly != nil {
		err = l.assembly.check(ctx, a, m)
	} else {
		err = a.mine(ctx, m)
	}
	if err != nil {
		return nil, err
	}
	a.defined = definitions(a)
	sort.SliceStable(a.findings, func(i, k int) bool { return a.findings[i].from < a.findings[k].from })
	m.facts.forget(a.line)
	return a, nil
}

func (a *analysis) add(f finding) {
	if len(a.findings) < mostFindings {
		a.findings = append(a.findings, f)
	}
}

// within is bytes of a line as bytes of the text.
func (a *analysis) within(line, from, to int) span {
	return span{a.starts[line] + from, a.starts[line] + to}
}

// code is a line from its first character to its last.
func (a *analysis) code(line int) span {
	s := a.line[line]
	return a.within(line, len(s)-len(strings.TrimLeft(s, " \t")), len(strings.TrimRight(s, " \t")))
}

// stopEvery is after how many lines a look is taken whether somebody still waits.
const stopEvery = 64

// mine looks at the lines of a source or a listing.
func (a *analysis) mine(ctx context.Context, m *memory) error {
	for n := 0; n < len(a.line); n++ {
		if n%stopEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		f := m.facts.mined(a.language, a.line, n)
		if f.wrong != "" {
			a.contradicts(n, f)
		}
		if !f.shuffle {
			continue
		}
		s := shuffle{a.within(n, f.from, 0), n, f.form, f.text}
		s.to = a.within(n+f.behind, 0, f.to).to
		a.shuffles = append(a.shuffles, s)
		if !f.partial {
			a.doubts(s)
		}
		n += f.behind
	}
	if !a.language.listing {
		return nil
	}
	return a.follow(ctx, m)
}

// contradicts is a comment that says another movement than its instruction.
func (a *analysis) contradicts(line int, f *fact) {
	found := finding{span: a.code(line), severity: severityError, rule: "wrong-comment", message: f.wrong}
	if f.mends != "" {
		found.fixes = []fix{{span: a.within(line, f.comment.from, f.comment.to), title: "Let the comment say what the instruction does", kind: "quickfix", text: f.mends, sure: true}}
	}
	a.add(found)
}

// doubts are what is legal and probably not meant.
func (a *analysis) doubts(s shuffle) {
	for _, w := range s.form.Warnings {
		if s.form.Guard != nil && w == s.form.Guard.String() {
			continue // it is what the line says
		}
		found := finding{span: s.span, severity: severityWarning, rule: "doubtful", message: w}
		if x, ok := a.reversed(s); ok {
			found.fixes = append(found.fixes, x)
		}
		a.add(found)
	}
}

// reversed is a _MM_SHUFFLE with its arguments the other way around.
//
//	_MM_SHUFFLE(0, 1, 2, 3)   is for lanes 3, 2, 1 and 0
func (a *analysis) reversed(s shuffle) (x fix, ok bool) {
	const name = "_MM_SHUFFLE("
	at := strings.Index(a.all[s.from:s.to], name)
	if at < 0 {
		return x, false
	}
	from := s.from + at + len(name)
	inner, _, ok := strings.Cut(a.all[from:s.to], ")")
	arguments := strings.Split(inner, ",")
	if !ok || len(arguments) != 4 || strings.Contains(inner, "(") {
		return x, false
	}
	for k := range arguments {
		arguments[k] = strings.TrimSpace(arguments[k])
	}
	turned := strings.Join([]string{arguments[3], arguments[2], arguments[1], arguments[0]}, ", ")
	return fix{span: span{from, from + len(inner)}, title: "Write the arguments with that of lane 0 last: _MM_SHUFFLE(" + turned + ")", kind: "quickfix", text: turned}, true
}

// follow finds what a listing spends on its movements.
func (a *analysis) follow(ctx context.Context, m *memory) error {
	found, err := m.followed.Follow(ctx, "x.s", a.line, nil)
	if err != nil {
		return err
	}
	spent := make(map[string]*finding, len(found.Emitted))
	var key []byte
	for k := range found.Emitted {
		if k%stopEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		e := &found.Emitted[k]
		key = a.appendSpent(key[:0], e)
		f, known := m.spent[string(key)]
		if !known {
			f = a.wasted(e, m.prices)
		}
		if spent[string(key)] = f; f != nil {
			a.add(a.moved(*f, a.starts[e.First-1]))
		}
	}
	m.spent = spent
	return nil
}

// appendSpent appends all that a finding about an emission depends on.
func (a *analysis) appendSpent(b []byte, e *corpus.Emission) []byte {
	b = append(e.Form.Map.AppendTo(append(append(b, e.Target...), ' ')), ' ')
	for _, n := range []int{e.Cost.Ops, e.Cost.Constants, e.Cost.Copies} {
		b = append(strconv.AppendInt(b, int64(n), 10), ' ')
	}
	for _, name := range e.Form.Names {
		b = append(append(b, name...), ' ')
	}
	for n := e.First - 1; n < e.Line; n++ {
		b = append(append(b, a.line[n]...), '\n')
	}
	return b
}

// moved is a finding so many bytes further on.
func (*analysis) moved(f finding, by int) finding {
	f.span = span{f.from + by, f.to + by}
	f.fixes = slices.Clone(f.fixes)
	for k := range f.fixes {
		x := &f.fixes[k]
		x.span = span{x.from + by, x.to + by}
	}
	return f
}

// wasted is a movement for which a cheaper sequence is known, counted from where its lines begin; nil if there is none.
func (a *analysis) wasted(e *corpus.Emission, p *prices) *finding {
	price := p.of(e.Form.Map, e.Target)
	if price == nil || price.Balanced() >= e.Cost.Balanced() {
		return nil
	}
	start := a.starts[e.First-1]
	at := span{a.code(e.First-1).from - start, a.code(e.Line-1).to - start}
	found := &finding{span: at, severity: severityHint, rule: "wasted", message: fmt.Sprintf("%s: this costs %d, and on %s %d would do (%s):\n%s", phrase(spelled(e.Form)), e.Cost.Balanced(), e.Target, price.Balanced(), price.proof, strings.Join(price.lines, "\n"))}
	if text, unwritten, ok := a.rewritten(e, price); ok {
		title := "Rewrite to " + counted(len(price.lines), "instruction")
		if len(unwritten) > 0 {
			title += ", which do not write " + strings.Join(unwritten, ", ")
		}
		found.fixes = []fix{{span: span{0, a.end(e.Line-1) - start}, title: title, kind: "refactor.rewrite", text: text}}
	}
	return found
}

// spelled is a movement of a listing with its registers as the listing has them: of any size and at any time they are mm1'2.
func spelled(f form.Form) form.Form {
	names := make([]string, len(f.Names))
	for k, name := range f.Names {
		name, _, _ = strings.Cut(name, "'")
		if strings.HasPrefix(name, "mm") && k < len(f.Map.Src) {
			switch bits := f.Map.Src[k] * f.Map.Bits; {
			case bits <= 128:
				name = "x" + name
			case bits <= 256:
				name = "y" + name
			default:
				name = "z" + name
			}
		}
		names[k] = name
	}
	f.Names = names
	return f
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// at is the shuffle that a line has a part in: the one that a byte is in, if there are several.
func (a *analysis) at(m *memory, off int) (s shuffle, ok bool) {
	line := a.lineAt(off)
	if a.language.assembly != nil {
		return a.language.assembly.shuffle(a, m, line)
	}
	for k := a.firstBehind(line); k < len(a.shuffles) && a.shuffles[k].line <= line; k++ {
		s, ok = a.shuffles[k], true
		if s.from <= off && off <= s.to {
			return s, true
		}
	}
	return s, ok
}

// firstBehind is the first shuffle that ends in a line or behind it.
func (a *analysis) firstBehind(line int) int {
	return sort.Search(len(a.shuffles), func(k int) bool { return a.shuffles[k].to >= a.starts[line] })
}

// between are the shuffles that have a part in some lines.
func (a *analysis) between(ctx context.Context, m *memory, first, last int) (all []shuffle, err error) {
	if a.line == nil {
		return nil, nil
	}
	last = min(last, len(a.line)-1)
	if a.language.assembly == nil {
		for k := a.firstBehind(max(first, 0)); k < len(a.shuffles) && a.shuffles[k].line <= last; k++ {
			all = append(all, a.shuffles[k])
		}
		return all, nil
	}
	for n := max(first, 0); n <= last; n++ {
		if n%stopEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s, ok := a.language.assembly.shuffle(a, m, n); ok {
			all = append(all, s)
		}
	}
	return all, nil
}

// phrase is what people would say of a form.
func phrase(f form.Form) string {
	nature := new(form.Naturalist).Nature(f)
	return nature.Phrase(f)
}

// read is a form over the sources that its lanes read. Names of one letter stand for other sources than where they come in the text, with those between that it does not have.
func read(f form.Form) form.Form {
	m, kept := f.Map.DropUnused()
	if len(kept) == len(f.Map.Src) || len(f.Names) != len(f.Map.Src) {
		return f
	}
	names := make([]string, len(kept))
	for k, from := range kept {
		names[k] = f.Names[from]
	}
	f.Map, f.Names = m, names
	return f
}

// shortName is how long the names of two sources may be for lanes to be said with them.
const shortName = 4

// tokens are what a form puts into its lanes. Of two sources or more they have their names, as pictures do, if these are short.
//
//	a0 b0 a1 b1     ab:1 cd:1     a3 a2 a1 a0 of one source, whatever its name is
func tokens(f form.Form) string {
	_, all, _ := strings.Cut(f.Map.String(), "-> ")
	list := strings.Fields(all)
	long := func(name string) bool { return name == "" || len(name) > shortName }
	if len(f.Names) != len(f.Map.Src) || len(f.Names) < 2 || slices.ContainsFunc(f.Names, long) {
		return strings.Join(list, " ")
	}
	for n, l := range f.Map.Lane {
		if l.Kind != lane.Source || n >= len(list) {
			continue
		}
		name := f.Names[l.Src]
		if len(name) > 1 {
			name += ":"
		}
		list[n] = name + strconv.Itoa(l.Index)
	}
	return strings.Join(list, " ")
}

// bound says which source is which name, where the letters of a map are not the names.
func bound(f form.Form) string {
	var all []string
	same := true
	for k, name := range f.Names {
		same = same && (name == "" || name == lane.SourceName(k))
		if name != "" {
			all = append(all, lane.SourceName(k)+" = "+name)
		}
	}
	if same {
		return ""
	}
	return " with " + strings.Join(all, ", ")
}
