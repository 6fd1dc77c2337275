package loops

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lanescope/lanescope/syntax"
)

// What a text may take: so many steps, so many bits that are moved in them, and so large variables.
const (
	maxSteps    = 1 << 18
	maxMoved    = 1 << 22
	maxBits     = 1 << 16
	maxElements = 1 << 14
	maxCalls    = 16
	perVariable = 16 // bits, as which a variable counts that is kept
	perChoice   = 8
)

// A span is a part of a text.
type span struct {
	text    string
	at, end int
}

func (s span) errorf(format string, args ...any) error {
	return syntax.Errorf(s.text, s.at, s.end, format, args...)
}

// A machine runs a tree.
type machine struct {
	lang    *language
	text    string
	vars    map[string]*variable // of the function that runs
	globals map[string]*variable
	defined map[string]*function
	calls   int

	said       lengths // of the arguments and of the result
	cleared    int     // from which bit on the result is zero; 0: nobody says
	inFunction bool    // which is the text's last one, and not called by another
	steps      int
	loop       *span // the outermost that runs
	bits       int   // that were moved

	sources  []*variable // that were read before they were written, in the order in which they were
	written  []*variable // in the order in which they were, the first time
	reasons  []error     // of what is computed
	blamed   []*variable // for each, a number that the text does not say; nil: there is none
	operands [2]value    // of the operator that is done
	known    map[reason]int
	choices  []choice
	result   *value // that was returned

	scopes   int        // in one another, of the function that runs
	scope    int        // the innermost one's number
	begun    int        // how many there were
	shadowed []shadowed // by names that scopes have declared

	limits   map[string]int // what the names are taken for that limit loops
	often    int            // how many elements an array is taken to have of which the text does not say it
	warnings []string       // of both
	idle     bool           // nothing was moved

	assumed int              // the bits of an element of which the text says none
	guessed bool             // that was asked for
	plain   bool             // what is assigned is an element as it stands somewhere
	stored  int              // the bits of those that were assigned to elements of which the text says none; -1: they are of several
	shapes  map[string][]int // of arrays of several dimensions: how far they go
	seen    map[string][]int // likewise, as far as this run has seen
}

// A choice is a bit that is one of two, as a bit decides that nobody knows.
type choice struct {
	by          cell // of a source
	then, other cell
}

// A variable is a number, a place in an array, a list, or bits: an array, a vector or an integer.
type variable struct {
	name     string
	simple   *value // if it is no array
	typ      integer
	cells    []cell
	elem     int   // the bits of an element; 0: nobody says
	dims     []int // of an array, as it is declared; a zero is one that is not said
	array    bool
	declared bool // in the text: what nobody wrote of it is undefined
	local    bool // and in a function: nor is it a source
	at       int  // how far a pointer has moved
	source   int  // its number, or -1
	shown    bool // it is among those that were written
	limit    int  // its bits, where they are declared
	copied   bool // it is a value, of which who assigns it gets a copy: Go's [4]byte, Rust's [u8; 4], C++'s std::array
	calls    int  // how deep the function is in others that has it
	scope    int  // that has declared it
	own      bool // it is a parameter that is one: what is written to it nobody else sees
	memory   bool // what stands at an address, by whose name it is called
	scalar   bool // it is an integer or in memory: as long as it is read
	readTo   int  // behind the last bit that was read of it as a source
	member   int  // the bits of the elements by which it was written last
}

func newMachine(l *language, text string, assumed int, shapes map[string][]int) *machine {
	m := &machine{lang: l, text: text, globals: map[string]*variable{}, defined: map[string]*function{}, assumed: assumed, shapes: shapes, seen: map[string][]int{}, known: map[reason]int{}}
	m.vars = m.globals
	return m
}

// step counts.
func (m *machine) step(where span) error {
	if m.steps++; m.steps > maxSteps {
		if m.loop != nil {
			where = *m.loop
		}
		return where.errorf("this does not end within %d steps", maxSteps)
	}
	return nil
}

// inLoop notes which loop runs, as far as none runs around it, until what it returns is called.
func (m *machine) inLoop(s span) (end func()) {
	if m.loop != nil {
		return func() {}
	}
	m.loop = &s
	return func() { m.loop = nil }
}

// spend counts bits that are moved.
func (m *machine) spend(n int, where span) error {
	if m.bits += n; m.bits > maxMoved || n > maxBits {
		return where.errorf("this moves more bits than a text may: %d", maxMoved)
	}
	return nil
}

// A reason is what computes, and where.
type reason struct {
	at, end int
	format  string
}

// computed is a bit that is no movement, for a reason. Of the same one in the same place, that of the first bit is kept.
func (m *machine) computed(where span, format string, args ...any) cell {
	why := reason{where.at, where.end, format}
	k, known := m.known[why]
	if !known {
		k = len(m.reasons)
		m.known[why] = k
		m.reasons, m.blamed = append(m.reasons, where.errorf(format, args...)), append(m.blamed, m.unsaidOf(m.operands[:]))
	}
	return cell{kind: computedCell, of: int32(k)}
}

// unsaidOf is a number among values that the text does not say, or from which one of them is computed.
func (m *machine) unsaidOf(values []value) *variable {
	for _, v := range values {
		for _, k := range v.cells {
			switch k.kind {
			case sourceCell:
				if of := m.sources[k.of]; !of.array && !of.memory {
					return of
				}
			case computedCell:
				if of := m.blamed[k.of]; of != nil {
					return of
				}
			}
		}
	}
	return nil
}

// variable is what a name stands for; nil if nothing does yet.
func (m *machine) variable(name string) *variable {
	if v := m.vars[name]; v != nil || m.lang.bits { // whose functions know nothing but their parameters
		return v
	}
	return m.globals[name]
}

// made is the variable of a name, which is an array or a vector if there is none yet.
func (m *machine) made(name string) *variable {
	v := m.variable(name)
	if v == nil {
		v = &variable{name: name, array: true, calls: m.calls, source: -1}
		if m.calls == 0 {
			if v.limit = m.said.of[name]; v.limit == asRead {
				v.limit, v.scalar = 0, true
			}
		}
		m.vars[name] = v
	}
	return v
}

// width are the bits of an element of an array.
func (m *machine) width(v *variable) int {
	if v.elem == 0 {
		m.guessed = true
		return m.assumed
	}
	return v.elem
}

// read are bits of a variable from a place on. What nobody wrote is a source's.
func (m *machine) read(v *variable, at, n int, where span) ([]cell, error) {
	if err := m.inside(v, at, n, where); err != nil {
		return nil, err
	}
	r := make([]cell, n)
	for i := range r {
		r[i] = m.resolved(v, at+i, cellAt(v.cells, at+i))
	}
	return r, nil
}

// cellAt is one of a variable's cells, of which those behind the last were never written.
func cellAt(cells []cell, at int) cell {
	if at < len(cells) {
		return cells[at]
	}
	return cell{}
}

// resolved is a cell of a variable wherever it is moved to: what nobody wrote is a source's, or may be anything, also as one way of two.
func (m *machine) resolved(v *variable, at int, k cell) cell {
	switch {
	case k.kind == eitherCell:
		c := m.choices[k.of]
		if then, other := m.resolved(v, at, c.then), m.resolved(v, at, c.other); then != c.then || other != c.other {
			return m.chosen(c.by, then, other)
		}
	case k.kind != unsetCell:
	case v.local:
		return cell{kind: undefinedCell}
	default:
		v.readTo = max(v.readTo, at+1)
		return cell{kind: sourceCell, of: int32(m.sourceOf(v)), bit: int32(at)}
	}
	return k
}

// inside says what is wrong with a place in a variable.
func (m *machine) inside(v *variable, at, n int, where span) error {
	switch {
	case at < 0:
		return where.errorf("this is %d bits in front of %s", -at, v.name)
	case v.limit > 0 && at+n > v.limit:
		return where.errorf("%s ends at bit %d, and this goes on to %d", v.name, v.limit, at+n)
	case at+n > maxBits:
		return where.errorf("a variable has at most %d bits", maxBits)
	}
	return m.spend(n, where)
}

// sourceOf is the number of a variable among the sources.
func (m *machine) sourceOf(v *variable) int {
	if v.source < 0 {
		v.source = len(m.sources)
		m.sources = append(m.sources, v)
	}
	return v.source
}

// write puts bits into a variable.
func (m *machine) write(v *variable, at int, cells []cell, where span) error {
	if err := m.inside(v, at, len(cells), where); err != nil {
		return err
	}
	for len(v.cells) < at+len(cells) {
		v.cells = append(v.cells, cell{})
	}
	copy(v.cells[at:], cells)
	if n := len(cells); n >= 8 && n <= 64 && n&(n-1) == 0 {
		v.member = n
	}
	m.show(v)
	return nil
}

// show enters a variable among those that were written.
func (m *machine) show(v *variable) {
	if !v.shown {
		v.shown = true
		m.written = append(m.written, v)
	}
}

// unknown is the error of numbers that are wanted and not known: it says what to write in front.
func (m *machine) unknown(x, y value, where span) error {
	for _, v := range [...]value{x, y} {
		if v.kind == arrayValue {
			return m.unsaid(v.array.name, where)
		}
		for _, k := range v.cells {
			switch k.kind {
			case sourceCell:
				return m.undecided(m.sources[k.of], where)
			case eitherCell:
				return m.undecided(m.sources[m.choices[k.of].by.of], where)
			case computedCell:
				if v := m.blamed[k.of]; v != nil {
					return m.unsaid(v.name, where)
				}
				return m.reasons[k.of]
			case undefinedCell:
				return where.errorf("this depends on what was never written")
			}
		}
	}
	return where.errorf("this depends on what is known at run time alone")
}

// unsaid is the error of a name whose number decides.
func (m *machine) unsaid(name string, where span) error {
	return where.errorf("what moves depends on %s, which the text does not say: %s in front of it does, for 3", name, m.saying(name, 3))
}

// undecided is the error of a source that decides: a number, or what is in an array.
func (m *machine) undecided(v *variable, where span) error {
	if !v.array || v.memory || m.lang.bits {
		return m.unsaid(v.name, where)
	}
	return where.errorf("what moves depends on what is in %s, which the text does not say: %s in front of it does, for two", v.name, fmt.Sprintf(m.lang.filled, v.name))
}

// saying is how a text gives a name a number.
func (m *machine) saying(name string, n int) string { return fmt.Sprintf(m.lang.given, name, n) }

// condition is whether a value is true; guard is the bit that decides, where it is not known.
func (m *machine) condition(v value, where span) (yes bool, guard *cell, err error) {
	if v.kind == arrayValue {
		return false, nil, m.unsaid(v.array.name, where)
	}
	if n, ok := v.number(); ok {
		return (n != 0) != v.inverted, nil, nil
	}
	if bit, _, ok := v.single(); ok {
		return !v.inverted, &bit, nil
	}
	return false, nil, m.unknown(v, value{}, where)
}

// either runs one of two ways, or both, where a bit decides that nobody knows: then each variable is what the one or the other makes of it. The first way is that of a bit that is one, or of zero.
func (m *machine) either(v value, where span, then, otherwise func() error) error {
	yes, guard, err := m.condition(v, where)
	switch {
	case err != nil:
		return err
	case guard == nil && yes:
		return then()
	case guard == nil:
		return otherwise()
	case !yes:
		then, otherwise = otherwise, then
	}
	before := m.kept()
	if err := m.spend(0, where); err != nil {
		return err
	}
	if err := then(); err != nil {
		return notReturned(err, where)
	}
	one := m.kept()
	if err := m.spend(0, where); err != nil {
		return err
	}
	m.restore(before)
	if err := otherwise(); err != nil {
		return notReturned(err, where)
	}
	return m.merge(before, one, *guard, where)
}

// notReturned is the error of one of two ways: from neither may a function return.
func notReturned(err error, where span) error {
	if errors.Is(err, errReturned) {
		return where.errorf("whether this returns depends on a bit that is known at run time alone")
	}
	return err
}

// kept are the variables as they are.
func (m *machine) kept() map[string]variable {
	all := map[string]variable{}
	for name, v := range m.vars {
		own := *v
		own.cells = slices.Clone(v.cells)
		m.bits += len(v.cells) + perVariable
		all[name] = own
	}
	return all
}

// restore makes the variables what they were. Those that are new stay, without what was written.
func (m *machine) restore(before map[string]variable) {
	for name, v := range m.vars {
		was, ok := before[name]
		if !ok {
			v.cells, v.simple = nil, nil
			continue
		}
		v.cells, v.simple, v.at = slices.Clone(was.cells), was.simple, was.at
	}
}

// merge makes each variable what it was kept as where a bit is one, and what it is now where that is zero.
func (m *machine) merge(before, one map[string]variable, by cell, where span) error {
	for _, name := range slices.Sorted(maps.Keys(m.vars)) {
		v := m.vars[name]
		then := one[name]
		_, outside := before[name]
		if err := m.mergeSimple(v, then.simple, by, outside && !v.local, where); err != nil {
			return err
		}
		if v.at != then.at {
			return m.unsaid(m.sources[by.of].name, where)
		}
		n := max(len(v.cells), len(then.cells))
		if n == 0 {
			continue
		}
		r := make([]cell, n)
		for i := range r {
			r[i] = m.chosen(by, cellAt(then.cells, i), cellAt(v.cells, i))
		}
		v.cells = r
	}
	return m.spend(0, where)
}

// mergeSimple makes an integer one or another, bit by bit. Places and lists have to be the same. One that was held before both ways has a value in both.
func (m *machine) mergeSimple(v *variable, then *value, by cell, held bool, where span) error {
	if v.simple == then {
		return nil
	}
	if v.simple == nil || then == nil {
		if !held { // and has no value where the other way is gone
			v.simple = cmp.Or(v.simple, then)
			return nil
		}
		return where.errorf("%s depends on a bit that is known at run time alone", v.name)
	}
	one, other := *then, *v.simple
	integers := (one.kind == numberValue || one.kind == bitsValue) && (other.kind == numberValue || other.kind == bitsValue)
	if one.kind == numberValue && other.kind == numberValue && one.n == other.n {
		return nil
	}
	width := max(len(one.cells), len(other.cells), v.typ.bits)
	if !integers || width == 0 {
		return where.errorf("%s depends on a bit that is known at run time alone", v.name)
	}
	if err := m.spend(2*width, where); err != nil {
		return err
	}
	a, b := one.extended(width, m.copiesSign(where)), other.extended(width, m.copiesSign(where))
	for i := range a {
		a[i] = m.chosen(by, a[i], b[i])
	}
	r := typed(a, v.typ)
	v.simple = &r
	return nil
}

// chosen is a bit that is one of two.
func (m *machine) chosen(by, then, otherwise cell) cell {
	if then == otherwise {
		return then
	}
	if then.kind == oneCell && otherwise.kind == zeroCell {
		return by
	}
	m.bits += perChoice
	m.choices = append(m.choices, choice{by, then, otherwise})
	return cell{kind: eitherCell, of: int32(len(m.choices) - 1)}
}
