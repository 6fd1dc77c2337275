package lsp

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/corpus"
)

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

// mostFindings is how many are told of one text.
const mostFindings = 1000

// A diagnosis is all that is wrong with a text, which takes a look at all of its lines. It depends on the text and the language alone.
type diagnosis struct {
	*analysis
	findings []finding
}

// A memory is what a document remembers from one diagnosis to the next.
type memory struct {
	followed corpus.Edited
	prices   *prices
	of       *language           // whose this is
	spent    map[string]*finding // what is wasted by lines, by these and what they emit; nil where nothing is
}

// diagnose looks at all of a text. It stops when the context is over.
func (m *memory) diagnose(ctx context.Context, a *analysis) (*diagnosis, error) {
	d := &diagnosis{analysis: a}
	if m.of != a.language {
		m.of, m.followed, m.spent = a.language, corpus.Edited{}, nil
	}
	if len(a.all) > mostAnalysed {
		d.add(finding{severity: severityWarning, rule: "too-long", message: fmt.Sprintf("the text has %d bytes; up to %d are looked at", len(a.all), mostAnalysed)})
		return d, nil
	}
	check := d.mine
	if a.language.assembly != nil {
		check = func(ctx context.Context, _ *memory) error { return a.language.assembly.check(ctx, d) }
	}
	if err := check(ctx, m); err != nil {
		return nil, err
	}
	sort.SliceStable(d.findings, func(i, k int) bool { return d.findings[i].from < d.findings[k].from })
	a.facts.forget(a.line)
	return d, nil
}

func (d *diagnosis) add(f finding) {
	if len(d.findings) < mostFindings {
		d.findings = append(d.findings, f)
	}
}

// mine looks at the lines of a source or a listing.
func (d *diagnosis) mine(ctx context.Context, m *memory) error {
	looked := 0
	for n := 0; n < len(d.line); n++ {
		if looked++; looked%stopEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		f := d.facts.mined(d.language, d.line, n)
		if f.wrong != "" {
			d.contradicts(n, f)
		}
		if s, ok := d.shuffleFrom(n); ok && !f.partial {
			d.doubts(s)
		}
		n += f.behind
	}
	if !d.language.listing {
		return nil
	}
	return d.follow(ctx, m)
}

// contradicts is a comment that says another movement than its instruction.
func (d *diagnosis) contradicts(line int, f *fact) {
	found := finding{span: d.code(line), severity: severityError, rule: "wrong-comment", message: f.wrong}
	if f.mends != "" {
		found.fixes = []fix{{span: d.within(line, f.comment.from, f.comment.to), title: "Let the comment say what the instruction does", kind: "quickfix", text: f.mends, sure: true}}
	}
	d.add(found)
}

// doubts are what is legal and probably not meant.
func (d *diagnosis) doubts(s shuffle) {
	for _, w := range s.form.Warnings {
		if s.form.Guard != nil && w == s.form.Guard.String() {
			continue // it is what the line says
		}
		found := finding{span: s.span, severity: severityWarning, rule: "doubtful", message: w}
		if x, ok := d.reversed(s); ok {
			found.fixes = append(found.fixes, x)
		}
		d.add(found)
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
func (d *diagnosis) follow(ctx context.Context, m *memory) error {
	found, err := m.followed.Follow(ctx, "x.s", d.line, nil)
	if err != nil {
		return err
	}
	spent := make(map[string]*finding, len(found.Emitted))
	var key []byte
	for k := range found.Emitted {
		if k%stopEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(d.findings) == mostFindings {
			break // no more are told
		}
		e := &found.Emitted[k]
		key = d.appendSpent(key[:0], e)
		f, known := m.spent[string(key)]
		if !known {
			f = d.wasted(e, m.prices)
		}
		if spent[string(key)] = f; f != nil {
			d.add(d.moved(*f, d.starts[e.First-1]))
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
