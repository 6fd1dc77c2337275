package lsp

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// A fact is what one line says, by itself or with those behind it. It is remembered as long as the line is in the text, wherever that is.
type fact struct {
	shuffle bool
	form    form.Form
	text    string // of the form, as it was read
	from    int    // where it begins in the line
	to      int    // where it ends in its last line
	behind  int    // how many more lines it has
	partial bool   // it was read without what other lines say of it
	wrong   string // what the line's comment says otherwise than its instruction
	comment span   // where that stands in the line
	mends   string // the comment that would be right, if it can be said

	given  string   // what it depends on that stands elsewhere: declarations
	peeked []string // lines behind that were looked at
	checks []finding
}

// facts are those of a text's lines, by the lines. Whoever asks first finds them, and a fact does not change.
type facts struct {
	mu sync.Mutex
	of map[string]*fact
}

// known is what a line says, if it was looked at.
func (m *facts) known(line string) *fact {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.of[line]
}

func (m *facts) remember(line string, f *fact) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil {
		m.of = map[string]*fact{}
	}
	m.of[line] = f
}

// mostFacts is how many are remembered beside those of the lines that are there.
const mostFacts = 1 << 12

// mined is what a line of a source or of a listing says.
func (m *facts) mined(l *language, lines []string, n int) *fact {
	line := lines[n]
	f := m.known(line)
	if f == nil || !sameLines(lines, n+1, f.peeked) {
		f = mine(l, lines, n)
		m.remember(line, f)
	}
	return f
}

// mine looks at a line, and at those behind it where it is not whole.
func mine(l *language, lines []string, n int) *fact {
	f, line := new(fact), lines[n]
	peeked, ended := 0, false
	next := func(k int) (string, bool) {
		if n+1+k >= len(lines) {
			ended = true
			return "", false
		}
		peeked = max(peeked, k+1)
		return lines[n+1+k], true
	}
	if text, found, behind, ok := corpus.ShuffleAt(line, next); ok {
		f.shuffle, f.form, f.text, f.behind = true, read(found), text, behind
		f.place(lines[n : n+1+behind])
	} else if behind == 0 {
		f.otherwise(l, line)
	}
	f.peeked = slices.Clone(lines[n+1 : n+1+peeked])
	if ended { // what would have been behind the end was asked for too
		f.peeked = append(f.peeked, "\x00")
	}
	if l.listing {
		f.contradicts(line)
	}
	return f
}

// place finds where the form stands in its lines.
func (f *fact) place(lines []string) {
	first, last := lines[0], lines[len(lines)-1]
	f.from, f.to = len(first)-len(strings.TrimLeft(first, " \t")), len(strings.TrimRight(last, " \t"))
	if len(lines) == 1 {
		if at := strings.Index(first, f.text); at >= 0 {
			f.from, f.to = at, at+len(f.text)
		}
	}
	call := intrinsic.FindStringIndex(first[f.from:])
	if call == nil {
		return
	}
	at := f.from + call[0]
	if end := closing(first, f.from+call[1]-1); len(lines) > 1 {
		f.from = at
	} else if end > 0 {
		f.from, f.to = at, end
	}
}

// intrinsic begins a call of x86's.
var intrinsic = regexp.MustCompile(`\b(?:simde)?_mm\w*\(`)

// longestStatement bounds what is tried as a statement: nobody writes a longer shuffle in a line.
const longestStatement = 1 << 12

// otherwise looks for what only the language has: calls by their names, and statements.
func (f *fact) otherwise(l *language, line string) {
	if len(line) > longestStatement {
		return
	}
	for _, name := range l.calls {
		if at := strings.Index(line, name+"("); at >= 0 {
			if end := closing(line, at+len(name)); end > 0 && f.reads(line[at:end], at, "") {
				return
			}
		}
	}
	code, _, _ := strings.Cut(line, "//")
	from := len(code) - len(strings.TrimLeft(code, " \t"))
	s := strings.TrimSpace(code)
	if rest, ok := strings.CutPrefix(s, "return "); ok {
		from, s = from+len(s)-len(rest), rest
	}
	for _, name := range l.statements {
		if d, ok := form.ByName(name); ok && s != "" && d.Looks(s) && f.reads(s, from, name) {
			return
		}
	}
}

// reads tries a part of a line as a form. What only copies is none.
func (f *fact) reads(text string, at int, from string) bool {
	found, err := form.Parse(text, form.Options{From: from})
	if err != nil || len(found.Map.Src) == 0 || !corpus.Moves(found.Map) {
		return false
	}
	f.shuffle, f.partial, f.form, f.text, f.from, f.to = true, true, read(found), text, at, at+len(text)
	return true
}

// closing is behind the parenthesis that closes the one at a byte, or less than 0.
func closing(line string, open int) int {
	brackets := syntax.Brackets("()")
	for at := open + 1; at <= len(line); at++ {
		if line[at-1] == ')' && brackets.Open(line[open:at]) == 0 {
			return at
		}
	}
	return -1
}

// contradicts notes what the comment says otherwise, and what it would say if it were right.
func (f *fact) contradicts(line string) {
	c, found := corpus.Contradicts(corpus.Place{}, line)
	if !found {
		return
	}
	f.wrong, f.form = c.String(), read(c.Instruction)
	comment := dialect.LineOf(line).Comment
	at := strings.LastIndex(line, comment)
	to, _, _ := strings.Cut(comment, " = ")
	if at < 0 {
		return
	}
	f.comment = span{at, at + len(comment)}
	d, _ := form.ByName("comment")
	said, err := d.Form(c.Instruction.Map)
	if err != nil {
		return
	}
	said = registers.ReplaceAllStringFunc(said, func(name string) string {
		n, err := strconv.Atoi(name[len("xmm"):])
		switch {
		case err != nil || n > len(c.Instruction.Names):
			return name
		case n == 0:
			return to
		}
		return strings.TrimLeft(c.Instruction.Names[n-1], "%")
	})
	if right(line[:at]+said, c.Instruction) {
		f.mends = said
	}
}

// registers are those of vectors in a comment.
var registers = regexp.MustCompile(`[xyz]mm[0-9]+`)

// right says whether a line's comment is its instruction.
func right(line string, instruction form.Form) bool {
	comment, err := form.Parse(dialect.LineOf(line).Comment, form.Options{From: "comment"})
	if err != nil {
		return false
	}
	comment, _ = form.Bind(instruction, comment)
	v, err := form.Compare(instruction, comment)
	return err == nil && v.Relation == lane.Equal
}

// forget keeps the facts of lines that are there, when there are many others.
func (m *facts) forget(lines []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.of) < 2*len(lines)+mostFacts {
		return
	}
	there := make(map[string]bool, len(lines))
	for _, line := range lines {
		there[line] = true
	}
	for line := range m.of {
		if !there[line] {
			delete(m.of, line)
		}
	}
}
