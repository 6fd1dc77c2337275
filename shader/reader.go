package shader

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A Program is what a text moves: source k of the map is what the text calls Names[k].
type Program struct {
	Map      lane.Map
	Names    []string
	To       string   // what the text calls the result; empty if it does not
	Warnings []string // what was assumed
}

// passes is how often a text is read. What one pass learns of names that the text does not declare, the next one begins with.
const passes = 4

// Parse reads statements, declarations and functions. The map is that of what the last function returns, or of what the last statement makes. An error is a *syntax.Error.
func Parse(text string) (Program, error) {
	learned := map[string]Type{}
	all := tokens(text)
	var p Program
	var err error
	for range passes {
		r := newReader(text, all, learned)
		p, err = r.program()
		if !r.learns {
			return p, err
		}
	}
	if err == nil {
		err = syntax.Errorf(text, 0, len(text), "names without a declaration are read as vectors of several lengths: declare them")
	}
	return Program{}, err
}

// Limits of what a text can make the reader do.
const (
	maxDepth  = 64      // parentheses inside one another
	maxPieces = 1 << 19 // pieces of all values together
	maxName   = 1 << 10 // characters of a place such as out[i].color
)

// A reader walks over a text once and knows what each name stands for.
type reader struct {
	text    string
	tokens  []token
	at      int
	threads int
	learned map[string]Type // of names that the text does not declare
	learns  bool            // whether this pass learned more

	*frame
	globals   *frame
	functions map[string]function
	structs   map[string]record
	result    outcome
	lesser    outcome // of statements that nothing outside of their function sees

	warnings []string
	depth    int
	pieces   int
	wrote    int // how many assignments there were
	wgsl     bool
}

// A frame is what a function sees, or the text outside of functions.
type frame struct {
	names  map[string]*variable
	inputs []*variable // those that were read before they were written, in the order of their numbers
	body   bool        // it is a function's
	parts  bool        // parts of parameters are read

	returns  typeRef // empty where any value is
	returned *value
	last     *variable   // the one that was written last
	outside  []*variable // those that others see, in the order in which they were written
}

// A variable is a place with a name, or part of one: in.color, out[i].
type variable struct {
	name     string
	typ      typeRef
	declared bool
	seen     int // where it stands in the text for the first time
	writes   int
	source   int  // its number among the frame's inputs; -1 if it is none
	given    Type // what it was as an input

	local     bool      // nobody outside of the function sees it
	parameter bool      // of a function
	halved    bool      // a half of its lanes is read, so that they may be more than is known
	why       error     // it is computed
	outer     *variable // outside of functions, of which this is what one function knows

	value *value // nil before it is read or written
}

// An outcome is a result with the names that it is over.
type outcome struct {
	value  value
	inputs []*variable
	to     *variable
	set    bool
}

func newReader(text string, all []token, learned map[string]Type) *reader {
	f := &frame{names: map[string]*variable{}}
	r := &reader{text: text, tokens: all, threads: 1, learned: learned, frame: f, globals: f, functions: map[string]function{}, structs: map[string]record{}}
	for _, t := range all {
		if t.kind == word && readsThreads(t.text) {
			r.threads = Threads
		}
	}
	return r
}

// program reads the whole text.
func (r *reader) program() (Program, error) {
	for r.peek().kind != endOfText {
		if err := r.statement(); err != nil {
			return Program{}, err
		}
	}
	o := r.result
	if !o.set {
		o = r.lesser
	}
	if !o.set {
		return Program{}, r.errorAt(0, len(r.text), "nothing is moved here: expected an assignment, a return or an expression, such as r = v.wzyx")
	}
	if r.threads > 1 {
		r.warn("a subgroup of " + itoa(Threads) + " threads is assumed, and that all of them are active")
	}
	used := o.reads()
	for k, v := range o.inputs {
		if used[k] && v.why != nil {
			return Program{}, v.why
		}
		if used[k] && !v.declared {
			what := count(v.given.Lanes, "lane") + " of " + count(v.given.Bits, "bit")
			if t := r.learned[v.name]; t.class != unknown {
				what = t.of(v.given.Lanes).String()
			}
			r.warn(v.name + " is not declared: " + what + " is assumed")
		}
	}
	return r.mapped(o)
}

// reads says for each input whether a lane is of it.
func (o outcome) reads() []bool {
	used := make([]bool, len(o.inputs))
	for _, l := range o.value.pieces {
		if l.Kind == lane.Source {
			used[l.Src] = true
		}
	}
	return used
}

// mapped is the outcome as a map over the inputs in the order in which the text first has them.
func (r *reader) mapped(o outcome) (Program, error) {
	p := Program{Map: lane.Map{Bits: o.value.piece, Lane: slices.Clone(o.value.pieces)}, Warnings: r.warnings}
	if o.to != nil {
		p.To = o.to.name
	}
	used := o.reads()
	order := make([]int, 0, len(o.inputs))
	for k := range o.inputs {
		if used[k] {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return o.inputs[a].seen - o.inputs[b].seen })
	place := make([]int, len(o.inputs))
	for to, k := range order {
		place[k] = to
		p.Map.Src = append(p.Map.Src, r.threads*o.inputs[k].given.bits()/p.Map.Bits)
		p.Names = append(p.Names, o.inputs[k].name)
	}
	for i, l := range p.Map.Lane {
		if l.Kind == lane.Source {
			p.Map.Lane[i].Src = place[l.Src]
		}
	}
	p.keep(o)
	if err := p.Map.Check(); err != nil {
		return Program{}, r.errorAt(0, len(r.text), "%v", err)
	}
	p.Map = widest(p.Map, o.value.Bits)
	return p, nil
}

// widest is the map with lanes of so many bits where that is possible, and otherwise with the widest that are.
func widest(m lane.Map, bits int) lane.Map {
	for ; bits > m.Bits; bits-- {
		if bits%m.Bits == 0 {
			if w, err := m.Regroup(bits); err == nil {
				return w
			}
		}
	}
	return m
}

// keep makes the result's own lanes before the text old ones, where each stays in its place and others came beside them.
func (p *Program) keep(o outcome) {
	k := slices.Index(p.Names, p.To)
	if k < 0 || o.to.value == nil || p.Map.Src[k] != len(p.Map.Lane) {
		return
	}
	kept := 0
	for i, l := range p.Map.Lane {
		if l.Kind == lane.Source && l.Src == k {
			if l.Index != i {
				return
			}
			kept++
		}
	}
	if kept == len(p.Map.Lane) {
		return
	}
	for i, l := range p.Map.Lane {
		switch {
		case l.Kind == lane.Source && l.Src == k:
			p.Map.Lane[i] = lane.FromOld(l.Index)
		case l.Kind == lane.Source && l.Src > k:
			p.Map.Lane[i].Src--
		}
	}
	p.Map.Src, p.Names = slices.Delete(p.Map.Src, k, k+1), slices.Delete(p.Names, k, k+1)
}

func (r *reader) peek() token { return r.tokens[r.at] }

// ahead is the token so many places on.
func (r *reader) ahead(n int) token { return r.tokens[min(r.at+n, len(r.tokens)-1)] }

func (r *reader) next() token {
	t := r.tokens[r.at]
	if r.at < len(r.tokens)-1 {
		r.at++
	}
	syntax.Look(len(t.text))
	return t
}

// accept passes a mark or a word if it stands next.
func (r *reader) accept(text string) bool {
	if t := r.peek(); t.kind != number && t.text == text && t.kind != endOfText {
		r.next()
		return true
	}
	return false
}

func (r *reader) expect(text, what string) error {
	if r.accept(text) {
		return nil
	}
	return r.wanted(what)
}

// wanted is the error that something else stands next.
func (r *reader) wanted(what string) error {
	t := r.peek()
	if t.kind == endOfText {
		return r.errorAt(t.off, t.end, "expected %s, found the end", what)
	}
	return r.errorAt(t.off, t.end, "expected %s, found %s", what, syntax.Quote(t.text))
}

func (r *reader) errorAt(off, end int, format string, args ...any) error {
	return syntax.Errorf(r.text, off, end, format, args...)
}

// errorFrom is an error about the tokens from one on to the last that was passed.
func (r *reader) errorFrom(start int, format string, args ...any) error {
	last := r.tokens[max(r.at-1, start)]
	return r.errorAt(r.tokens[start].off, last.end, format, args...)
}

func (r *reader) warn(what string) {
	if !slices.Contains(r.warnings, what) {
		r.warnings = append(r.warnings, what)
	}
}

// skipBalanced passes an opening mark and all up to the one that closes it.
func (r *reader) skipBalanced() error {
	start := r.at
	open := r.next().text
	shut := map[string]string{"(": ")", "[": "]", "{": "}", "<": ">"}[open]
	for depth := 1; depth > 0; {
		switch t := r.next(); {
		case t.kind == endOfText || open == "<" && (t.text == ";" || t.text == "{"):
			return r.errorAt(r.tokens[start].off, r.tokens[start].end, "%s without its %s", syntax.Quote(open), syntax.Quote(shut))
		case t.text == open:
			depth++
		case t.text == shut:
			depth--
		}
	}
	return nil
}

// skipTo passes all up to a mark and the mark itself.
func (r *reader) skipTo(text string) {
	for r.peek().kind != endOfText && r.next().text != text {
	}
}

// between is the text of the tokens from one up to another, without space.
func (r *reader) between(from, to int) string {
	var b strings.Builder
	for k, t := range r.tokens[from:to] {
		if k > 0 && (t.kind == word || t.kind == number) && (r.tokens[from+k-1].kind == word || r.tokens[from+k-1].kind == number) || k > 0 && r.tokens[from+k-1].text == "," {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// made counts a value's pieces, so that a short text does not make endless ones.
func (r *reader) made(start int, v value) (value, error) {
	r.pieces += len(v.pieces)
	return v, r.enough(start)
}

// enough says whether the values so far are too many.
func (r *reader) enough(start int) error {
	if r.pieces > maxPieces {
		return r.errorFrom(start, "the text moves more lanes than %d", maxPieces)
	}
	return nil
}

func itoa(n int) string { return strconv.Itoa(n) }
