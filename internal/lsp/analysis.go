package lsp

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

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

// mostAnalysed is how many bytes of a text are looked at.
const mostAnalysed = 4 << 20

// An analysis is a text with its lines, each of which is looked at when somebody asks for it. It depends on the text and the language alone.
type analysis struct {
	*text
	language *language
	facts    *facts
	line     []string              // none where the text is too long
	defined  func() map[string]int // lines of labels and other names, each the first
}

func newAnalysis(t *text, l *language, known *facts) *analysis {
	a := &analysis{text: t, language: l, facts: known}
	if len(t.all) <= mostAnalysed {
		a.line = t.lines()
	}
	a.defined = sync.OnceValue(func() map[string]int { return definitions(a) })
	return a
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

// stopEvery is after how many lines a look is taken whether somebody still waits.
const stopEvery = 64

// at is the shuffle that the line of a byte has a part in. The text is not too long.
func (a *analysis) at(off int) (s shuffle, ok bool) {
	line := a.lineAt(off)
	if a.language.assembly != nil {
		return a.language.assembly.shuffle(a, line)
	}
	return a.shuffleFrom(a.head(line))
}

// head is the line with which that begins which a line is a part of: itself, or one above, where a shuffle is wrapped.
//
//	0  r = _mm_shuffle_epi8(v,        what line 0 begins ends with line 2
//	1  _mm_setr_epi8(3, 2, 1, 0,      so that what this line would begin does not count
//	2  7, 6, 5, 4, …));
//
// Lines are what they are from the first on. But behind a line that nothing above reaches, all begins anew.
func (a *analysis) head(line int) int {
	n := line
	for above := n - 1; above >= max(0, n-corpus.MostWrapped); above-- {
		if above+a.facts.mined(a.language, a.line, above).behind >= n {
			n = above
		}
	}
	for next := n; next <= line; next += 1 + a.facts.mined(a.language, a.line, next).behind {
		n = next
	}
	return n
}

// shuffleFrom is the shuffle that a line begins.
func (a *analysis) shuffleFrom(line int) (s shuffle, ok bool) {
	f := a.facts.mined(a.language, a.line, line)
	if !f.shuffle {
		return s, false
	}
	s = shuffle{a.within(line, f.from, 0), line, f.form, f.text}
	s.to = a.within(line+f.behind, 0, f.to).to
	return s, true
}

// between are the shuffles that have a part in some lines.
func (a *analysis) between(ctx context.Context, first, last int) (all []shuffle, err error) {
	first, last = max(first, 0), min(last, len(a.line)-1)
	if first > last {
		return nil, nil
	}
	shuffleOf := a.shuffleFrom
	if a.language.assembly != nil {
		shuffleOf = func(line int) (shuffle, bool) { return a.language.assembly.shuffle(a, line) }
	} else {
		first = a.head(first)
	}
	looked := 0
	for n := first; n <= last; n++ {
		if looked++; looked%stopEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s, ok := shuffleOf(n); ok {
			all = append(all, s)
			n = a.lineAt(s.to)
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
