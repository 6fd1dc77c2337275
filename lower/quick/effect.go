package quick

import (
	"hash/maphash"
	"slices"

	"github.com/lanescope/lanescope/internal/once"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// An effect is what a row does to bytes in registers of one width: parts, each of which takes one of its choices.
//
//	pshufd a, i        the whole register, with 256 choices
//	pshufb a, k        sixteen parts of a byte: a0 | a1 | … | a15 | zero
//	vpermd a, k        eight parts of four bytes
type effect struct {
	row *target.Row
	use
	loads int
	made  bool // a vector of zeros is its constant, which is one operand more
	parts []part
	// choices are what a row without a constant does, and value its immediate for each; it has no parts then.
	choices []vector
	value   []uint16
	page    *page // of the choices, where they are many
}

// A part is bytes that are chosen together: can are its choices one after another, each so many atoms as there are bytes. Of one byte, they are a set too.
type part struct {
	bytes []uint8
	can   []atom
	of    set
}

// noArgument stands for an operand that is a vector of zeros.
const noArgument int8 = -1

// A use of a row says which argument each of its operands is: both different, both the same, or one of them zeros, which an op makes.
type use struct {
	args int
	of   [mostOperands]int8
}

// mostOperands is how many vectors a row may read.
const mostOperands = 3

// uses are the uses of rows of so many operands.
var uses = [...][]use{
	1: {{1, [mostOperands]int8{0}}},
	2: {{2, [mostOperands]int8{0, 1}}, {1, [mostOperands]int8{0, 0}}, {1, [mostOperands]int8{0, noArgument}}, {1, [mostOperands]int8{noArgument, 0}}},
	3: {{3, [mostOperands]int8{0, 1, 2}}},
}

// holds says whether registers of the width are where the row can stand.
func (g grid) holds(r *target.Row) bool {
	if r.General != "" || r.Union != nil || r.Bits > 8*g.n || r.Bits < 8*g.n && !r.Clears {
		return false
	}
	for _, wide := range r.Src {
		if wide > 8*g.n {
			return false
		}
	}
	return true
}

// A choice is what a row does for a value of its immediate.
type choice struct {
	value uint16
	cells vector
}

// immediates is what a row does for each value of its immediate that moves whole bytes, over its operands.
func (g grid) immediates(r *target.Row) []choice {
	if r.Imm == nil {
		return nil
	}
	made := r.Made()
	list := make([]choice, 0, len(made))
	for v := range made {
		if cells, ok := g.made(&made[v]); ok {
			list = append(list, choice{uint16(v), cells})
		}
	}
	return list
}

// made is what a row makes as a vector of atoms of its sources, zeros above it. It has no value that is computed.
func (g grid) made(m *target.Made) (vector, bool) {
	if !m.Whole {
		return vector{}, false
	}
	v := allZero.cut(g.n)
	for i, b := range m.Bytes {
		if k, at, ok := b.Source(); ok {
			v[i] = g.at(k, at)
		} else if b != target.ZeroByte {
			return v, false
		}
	}
	return v, true
}

// A rowIn is a row in registers of so many bytes. Alone says that one vector in both places of a row with a constant is what another row does.
type rowIn struct {
	row   *target.Row
	bytes int
	alone bool
}

// compiled are the uses of rows. They are compiled once for all targets that have the row, and nobody changes them.
var compiled once.Table[rowIn, []*effect]

// effects are all uses of a row.
func (g grid) effects(r *target.Row, alone bool) []*effect {
	return compiled.Of(rowIn{r, g.n, alone}, func() []*effect { return g.compile(r, alone) })
}

func (g grid) compile(r *target.Row, alone bool) (list []*effect) {
	cells := g.immediates(r)
	for k, u := range uses[len(r.Src)] {
		if k > 0 && (r.Consecutive || r.Index != nil && (alone && !r.Index.Inline || k > mostAlike)) {
			break // one vector read twice, or one with zeros, is what another row does with its constant, and here none is loaded for it
		}
		if e := compile(r, u, g, cells); e != nil {
			list = append(list, e)
		}
	}
	return list
}

// compile is a use of the row in registers of a width, or nil if it does not move whole bytes.
func compile(r *target.Row, u use, g grid, immediates []choice) *effect {
	e := &effect{row: r, use: u}
	if e.immediate(g, immediates) || r.Index != nil && e.indexed(g) {
		return e
	}
	return nil
}

// byZeros is a row whose constant is a vector of zeros, which an op makes: it takes the first of what it may take everywhere.
//
//	pshufb a, zeros        a0 a0 a0 a0 …
func byZeros(r *target.Row, g grid) *effect {
	cells, ok := g.cells(r.Index.Apply(lane.ConstOf(0)))
	if !ok {
		return nil
	}
	return &effect{row: r, use: use{1, [mostOperands]int8{0, noArgument}}, made: true, choices: []vector{cells}, value: []uint16{0}}
}

// operands says which argument each operand is.
func (e *effect) operands() []int8 {
	n := len(e.row.Src)
	if e.made {
		n++
	}
	return e.of[:n]
}

// over names arguments where a choice of the row names operands.
func (e *effect) over(v *vector, g grid) {
	for i, a := range v {
		if !moves(a) {
			continue
		}
		if k := e.of[g.input(a)]; k == noArgument {
			v[i] = zero
		} else {
			v[i] = g.at(int(k), g.index(a))
		}
	}
}

// immediate takes every value of the row's immediate that moves whole bytes as a choice of the whole register.
func (e *effect) immediate(g grid, immediates []choice) bool {
	if len(immediates) == 0 {
		return false
	}
	var seen roll
	e.choices, e.value = make([]vector, 0, len(immediates)), make([]uint16, 0, len(immediates))
	for k := range immediates {
		cells := immediates[k].cells
		e.over(&cells, g)
		if seen.add(&cells, func(k int) *vector { return &e.choices[k] }) {
			e.choices, e.value = append(e.choices, cells), append(e.value, immediates[k].value)
		}
	}
	if len(e.choices) < len(immediates) {
		e.choices, e.value = slices.Clone(e.choices), slices.Clone(e.value)
	}
	e.look(g)
	return len(e.choices) <= 256
}

// cells is a map as a vector of atoms of its sources, zeros above it. It has no value that is computed, and no old destination.
func (g grid) cells(m lane.Map) (vector, bool) {
	if m.Bits%8 != 0 {
		wide, err := m.Widen(8)
		if err != nil {
			return vector{}, false
		}
		m = wide
	}
	v := anything
	if !g.read(&v, &m) {
		return v, false
	}
	for i := range g.n {
		switch {
		case i >= len(m.Lane)*m.Bits/8:
			v[i] = zero
		case v[i] == free:
			return v, false
		}
	}
	return v, true
}

// newPart is a part of these bytes with these choices.
func newPart(bytes []uint8, can []atom) part {
	p := part{bytes: bytes, can: can}
	if len(bytes) == 1 {
		for _, a := range can {
			p.of.add(a)
		}
	}
	return p
}

// indexed takes the parts of the row's constant.
func (e *effect) indexed(g grid) bool {
	if e.row.Index.Kind.Joint() {
		return false
	}
	if !e.row.Index.Inline {
		e.loads = 1
	}
	ruled := 0
	for _, piece := range e.row.Index.Parts() {
		if len(piece.Can) > 256 {
			return false
		}
		bytes := make([]uint8, len(piece.Bytes))
		for j, b := range piece.Bytes {
			bytes[j] = uint8(b)
		}
		ruled += len(bytes)
		can := make([]atom, 0, len(bytes)*len(piece.Can))
		for _, lanes := range piece.Can {
			for _, l := range lanes {
				can = append(can, e.argument(g, l))
			}
		}
		e.parts = append(e.parts, newPart(bytes, can))
	}
	if ruled == 0 {
		return false
	}
	for i := ruled; i < g.n; i++ {
		e.parts = append(e.parts, newPart([]uint8{uint8(i)}, []atom{zero}))
	}
	return true
}

// argument is a byte of an operand as an atom over arguments.
func (e *effect) argument(g grid, l lane.Lane) atom {
	switch {
	case l.Kind == lane.Source && e.of[l.Src] != noArgument:
		return g.at(int(e.of[l.Src]), l.Index)
	case l.Kind == lane.Source || l == lane.Zero():
		return zero
	}
	return free
}

// does says whether the effect can make what is wanted, over its arguments.
func (e *effect) does(want *vector) bool {
	if e.choices != nil {
		return e.choice(want) >= 0
	}
	return e.all(want)
}

// all says whether every part has a choice.
func (e *effect) all(want *vector) bool {
	for k := range e.parts {
		if !e.parts[k].does(want) {
			return false
		}
	}
	return true
}

// does says whether the part has a choice.
func (p *part) does(want *vector) bool {
	if len(p.bytes) == 1 {
		a := want[p.bytes[0]]
		return a == free || p.of.has(a)
	}
choices:
	for at := 0; at < len(p.can); at += len(p.bytes) {
		for j, b := range p.bytes {
			if a := want[b]; a != free && a != p.can[at+j] {
				continue choices
			}
		}
		return true
	}
	return false
}

// fewChoices are as fast looked at one after another as looked up.
const fewChoices = 12

// choice is the first of the choices that does what is wanted, or -1.
func (e *effect) choice(want *vector) int {
	if e.page != nil {
		some := every
		if !e.page.left(want, 0, &some) {
			return -1
		}
		return some.next(0)
	}
	for c := range e.choices {
		if e.choices[c].does(want) {
			return c
		}
	}
	return -1
}

// does says whether a vector has what is wanted.
func (v *vector) does(want *vector) bool {
	for k := range len(v) / 8 {
		if word := want.word(k); (v.word(k)^word)&^ones(word, free) != 0 {
			return false
		}
	}
	return true
}

// look prepares choices that are many to be looked up.
func (e *effect) look(g grid) {
	if len(e.choices) <= fewChoices || len(e.choices) > pageThings {
		return
	}
	p := newPage(g, e.args, len(e.choices))
	for c := range e.choices {
		for i, a := range e.choices[c][:g.n] {
			p.add(i, a, c)
		}
	}
	e.page = &p
}

// hash names what an effect does.
func (e *effect) hash() uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	h.WriteByte(uint8(e.args))
	for k := range e.choices {
		h.Write(e.choices[k][:])
	}
	for k := range e.parts {
		h.Write(e.parts[k].bytes)
		h.Write(e.parts[k].can)
	}
	return h.Sum64()
}

var seed = maphash.MakeSeed()
