package loops

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// passes is how often a text is run at most: until how far its arrays go, and how many elements the result has, is known.
const passes = 3

// firstGuess are the bits of an element until it is known how many there are.
const firstGuess = 8

// read is the map of a text.
func read(text string, opt dialect.Options) (dialect.Reading, error) {
	l := languageOf(text)
	code, said := text, lengths{}
	if l == intel {
		code, said = synopsis(text)
	}
	tree, err := parse(l, code)
	if err != nil {
		return dialect.Reading{}, err
	}
	t := &take{lang: l, text: text, tree: tree, said: said, opt: opt, unsaid: unsaidLimits(l, tree)}
	for _, n := range often {
		r, m, err := t.attempt(n)
		moves := err == nil && len(r.Map.Src) > 0 || err != nil && !m.idle
		if moves || len(m.warnings) == 0 {
			return r, err
		}
	}
	t.unsaid = nil
	r, _, err := t.attempt(often[0])
	return r, err
}

// A take is a text that is read, with numbers for what it leaves to its caller.
type take struct {
	lang   *language
	text   string
	tree   many
	said   lengths
	opt    dialect.Options
	unsaid []string
	steps  int // that other attempts took, and bits that they moved
	bits   int
}

// attempt reads the text with a number for what limits its loops.
func (t *take) attempt(n int) (r dialect.Reading, m *machine, err error) {
	limits, shapes, assumed := map[string]int{}, map[string][]int{}, firstGuess
	for _, name := range t.unsaid {
		if limits[name] = n; len(t.unsaid) > 1 {
			limits[name] = n / 2
		}
	}
	if own, ok := t.lang.typeOf(t.opt.Type); ok {
		assumed = own.bits
	} else if own := elementType(t.opt.Type); own > 0 {
		assumed = own
	}
	typed := assumed != firstGuess || t.opt.Type != ""
	defer func() { t.steps, t.bits = m.steps, m.bits }()
	for pass := 1; ; pass++ {
		m = newMachine(t.lang, t.text, assumed, shapes)
		m.said, m.limits, m.often, m.steps, m.bits = t.said, limits, n, t.steps, t.bits
		if err := m.runAll(t.tree); err != nil {
			return r, m, err
		}
		results, err := m.results()
		if err != nil {
			return r, m, err
		}
		width := assumed
		if m.guessed && !typed {
			if width = assumedWidth(len(results[0].cells) / assumed); results[0].v != nil && results[0].v.elem > 0 { // what is moved is as wide
				width = results[0].v.elem
			} else if m.stored > 0 {
				width = m.stored
			}
		}
		if pass == passes || width == assumed && !m.grows() {
			r, err := m.reading(results)
			if r.Warnings = append(r.Warnings, m.warnings...); m.guessed && t.opt.Type == "" && err == nil {
				r.Warnings = append(r.Warnings, fmt.Sprintf("how wide the elements are is not in the text: %d bits are assumed; --type i%d says it", assumed, other(assumed)))
			}
			return r, m, err
		}
		assumed, shapes = width, m.seen
	}
}

// elementType are the bits of a type such as i16 or u8x16, which an option says.
func elementType(text string) (bits int) {
	for i := 1; i < len(text) && isDigit(text[i]) && bits < 1000; i++ {
		bits = 10*bits + int(text[i]-'0')
	}
	if bits > 64 {
		return 0
	}
	return bits
}

// assumedWidth is how wide elements are if there are so many of them and nothing says it: as wide as those of a register of 128 bits.
func assumedWidth(n int) int {
	if n > 1 && n <= 16 && 128%n == 0 {
		return 128 / n
	}
	if n > 16 {
		return 8
	}
	return 32
}

func other(width int) int {
	if width == 32 {
		return 64
	}
	return 32
}

// grows says whether rows of arrays were seen that are of other lengths than was taken for granted.
func (m *machine) grows() bool {
	for name, seen := range m.seen {
		for k := 1; k < len(seen); k++ {
			if known := m.shapes[name]; len(known) <= k || known[k] != seen[k] {
				return true
			}
		}
	}
	return false
}

// runAll runs what stands alone, and then the last function if nothing else does anything.
func (m *machine) runAll(tree many) error {
	var last *function
	acts := false
	for _, s := range tree {
		if f, ok := s.(*function); ok {
			last = f
		}
		acts = acts || isAct(s)
		if err := s.run(m); err != nil && !errors.Is(err, errReturned) {
			return err
		}
	}
	if last == nil || acts {
		return nil
	}
	m.written = nil
	return m.begin(last)
}

// isAct says whether a statement does more than to define a function or a number.
func isAct(s statement) bool {
	switch s := s.(type) {
	case *function, *declaration:
		return false
	case *assignment:
		_, whole := s.to[0].(*name)
		return !whole
	case *scope:
		return isAct(s.body)
	case many:
		for _, one := range s {
			if isAct(one) {
				return true
			}
		}
		return false
	}
	return true
}

// A result is what a text makes: the bits of a variable, or what is returned.
type result struct {
	name  string
	cells []cell
	width int // of an element, if one is known
	v     *variable
}

// results are what a text makes: what is returned, or each array that was written and is not the text's own, or the last variable that has bits of sources.
func (m *machine) results() ([]result, error) {
	if r := m.result; r != nil && !(m.saysHow(*r) && m.writesArrays()) {
		if r.kind == arrayValue {
			return []result{m.whole(r.array)}, nil
		}
		if r.kind == numberValue && r.typ.bits > 0 { // whatever is read
			return []result{{cells: r.extended(r.typ.bits, nil)}}, nil
		}
		return m.returned(*r)
	}
	var arrays, own, values []result
	for _, v := range m.written {
		switch {
		case v.simple == nil && len(v.cells) > 0 && (m.lang != intel || v.name == "dst"):
			if r := m.whole(v); v.declared || v.own {
				own = append(own, r)
			} else {
				arrays = append(arrays, r)
			}
		case v.simple == nil && len(v.cells) > 0:
			values = append(values, m.whole(v))
		case v.simple != nil && (v.simple.kind == listValue || v.simple.kind == bitsValue):
			if r, err := m.returned(*v.simple); err == nil {
				r[0].name = v.name
				values = append(values, r...)
			}
		}
	}
	switch {
	case len(arrays) > 0:
		return arrays, nil
	case len(own) > 0:
		return own[len(own)-1:], nil
	case len(values) > 0:
		return values[len(values)-1:], nil
	}
	m.idle = true
	return nil, syntax.Errorf(m.text, 0, len(m.text), "nothing is moved here: expected a statement such as r[i] = a[i], whose a no other one writes")
}

// saysHow says whether what is returned is a number, or a name of one that the text does not have, as MA_SUCCESS.
func (m *machine) saysHow(r value) bool {
	return r.kind == numberValue || r.kind == arrayValue && len(r.array.cells) == 0 && len(r.array.dims) == 0
}

// writesArrays says whether what a caller has was written: what is returned beside that may say how it went.
func (m *machine) writesArrays() bool {
	return slices.ContainsFunc(m.written, func(v *variable) bool { return v.simple == nil && len(v.cells) > 0 && !v.declared && !v.own })
}

// whole is all of a variable.
func (m *machine) whole(v *variable) result {
	r := result{name: v.name, cells: v.cells, width: v.elem, v: v}
	length := len(r.cells)
	switch {
	case v.limit > 0 && v.typ.bits == 0:
		length = v.limit
	case v.source >= 0 && v.array && !m.lang.bits: // changed in place: what stays at the end is a part of it
		for length = 8; length < len(r.cells); length *= 2 {
		}
	}
	if length > len(r.cells) {
		r.cells = append(r.cells[:len(r.cells):len(r.cells)], make([]cell, length-len(r.cells))...)
	}
	if v.name == "dst" && m.lang.bits && len(r.cells) < m.said.result {
		above := cell{kind: undefinedCell}
		if m.cleared > 0 && m.cleared <= len(r.cells) {
			above = bitCell(false)
		}
		r.cells = append(r.cells[:len(r.cells):len(r.cells)], slices.Repeat([]cell{above}, m.said.result-len(r.cells))...)
	}
	if r.width == 0 && !m.lang.bits && v.member == 0 {
		r.width = m.assumed
	}
	if r.width == 0 {
		r.width = v.member
	}
	return r
}

// returned is a value as a result.
func (m *machine) returned(v value) ([]result, error) {
	switch v.kind {
	case bitsValue:
		return []result{{cells: v.cells}}, nil
	case listValue:
		whole := span{m.text, 0, len(m.text)}
		all, err := flattened(v.list, whole)
		if err != nil {
			return nil, err
		}
		r := result{width: elementOf(all)}
		if r.width == 0 {
			r.width, m.guessed = m.assumed, true
		}
		for _, e := range all {
			if e.kind == listValue || e.kind == arrayValue {
				return nil, whole.errorf("expected numbers or elements in the list")
			}
			r.cells = append(r.cells, m.as(e, integer{bits: r.width, any: true}, whole)...)
		}
		if len(r.cells) > 0 {
			return []result{r}, nil
		}
	}
	m.idle = true
	return nil, syntax.Errorf(m.text, 0, len(m.text), "nothing is moved here: the result is a number")
}

// elementOf are the bits of the elements of a list, if all have as many; 0 if nothing says it.
func elementOf(all []value) (bits int) {
	for _, e := range all {
		own := e.typ.bits // of bits as many as there are
		if own == 0 || bits != 0 && own != bits {
			return 0
		}
		bits = own
	}
	return bits
}

// reading is the map of the first result, and those of the others beside it.
func (m *machine) reading(results []result) (r dialect.Reading, err error) {
	for k, one := range results {
		own, err := m.mapped(one)
		if err != nil {
			return r, err
		}
		if k == 0 {
			r = own
			continue
		}
		if own.Guard != nil {
			return r, syntax.Errorf(m.text, 0, len(m.text), "%s is under %s, and the text makes more: expected one result where a bit decides that is known at run time alone", one.name, own.Guard.By)
		}
		r.Others = append(r.Others, dialect.Movement{Map: own.Map, Names: own.Names, Part: own.To})
	}
	if len(results) > 1 {
		r.Part = results[0].name
	}
	return r, r.Map.Check()
}

// mapped is the map of one result.
func (m *machine) mapped(one result) (r dialect.Reading, err error) {
	b := &building{m: m, one: one, to: map[int]int{}}
	lanes := make([]lane.Lane, len(one.cells))
	for i, k := range one.cells {
		if lanes[i], err = b.lane(k, i); err != nil {
			return r, err
		}
	}
	r.Map = lane.Map{Bits: 1, Lane: lanes}
	for _, v := range b.sources {
		r.Map.Src, r.Names = append(r.Map.Src, m.length(v, len(lanes))), append(r.Names, v.name)
	}
	if r.To = one.name; r.To == "dst" && m.lang == intel {
		r.To = ""
	}
	if err := dialect.Checked(m.text, r.Map); err != nil {
		return r, err
	}
	r.Map = atWidth(r.Map, one.width)
	return r, b.guarded(&r)
}

// atWidth is a map in elements of so many bits, if it moves them whole, and else in the widest that it does of at most that many, or of at most 64 where none are known.
func atWidth(m lane.Map, width int) lane.Map {
	if width > 0 {
		if whole, err := m.Regroup(width); err == nil {
			return whole
		}
	} else {
		width = 64
	}
	for 2*m.Bits <= width {
		wide, err := m.Regroup(2 * m.Bits)
		if err != nil {
			break
		}
		m = wide
	}
	return m
}

// length are the bits of a source: as many as are declared, or as the result has, or as were read, in whole registers of Intel's.
func (m *machine) length(v *variable, result int) int {
	if v.limit > 0 {
		return v.limit
	}
	n := m.furthest(v)
	if v.scalar {
		return n
	}
	if m.lang == intel {
		whole := 128
		for whole < n {
			whole *= 2
		}
		return whole
	}
	w := v.member
	if w == 0 {
		w = m.width(v)
	}
	if n <= result && result%w == 0 {
		return result
	} else if n%w != 0 {
		return (n/w + 1) * w
	}
	return n
}

// furthest is behind the last bit of a source that a result reads, or that was written.
func (m *machine) furthest(v *variable) (n int) {
	return max(v.readTo, len(v.cells))
}

// A building makes lanes of cells.
type building struct {
	m       *machine
	one     result
	to      map[int]int // the number of a source in the map
	sources []*variable
	bits    []int // which bit of the guard a bit is under; lane.Always for none
	by      int   // the variable of the guard, as a source
	zeros   bool
	kept    int // the source that lanes keep; -1: not known yet
	choices bool
}

// lane is what a cell is in a map of bits.
func (b *building) lane(k cell, at int) (lane.Lane, error) {
	switch k.kind {
	case zeroCell:
		return lane.Zero(), nil
	case oneCell:
		return lane.Fixed(lane.ConstOf(1)), nil
	case computedCell:
		return lane.Lane{}, b.m.reasons[k.of]
	case sourceCell:
		return b.from(k), nil
	case eitherCell:
		return b.either(k, at)
	case unsetCell:
		if v := b.one.v; v != nil && !v.declared && !(b.m.lang == intel) {
			return b.old(v, at), nil
		}
	}
	return lane.Lane{}, nil
}

// old is a bit that nobody wrote: the variable's own, as a source if it is read elsewhere.
func (b *building) old(v *variable, at int) lane.Lane {
	if v.source < 0 {
		return lane.FromOld(at)
	}
	return b.from(cell{kind: sourceCell, of: int32(v.source), bit: int32(at)})
}

// from is a bit of a source.
func (b *building) from(k cell) lane.Lane {
	to, ok := b.to[int(k.of)]
	if !ok {
		to = len(b.sources)
		b.to[int(k.of)] = to
		b.sources = append(b.sources, b.m.sources[k.of])
	}
	return lane.From(to, int(k.bit))
}
