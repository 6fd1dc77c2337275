package shufflevector

import (
	"math/bits"
	"sync"
)

// Library is all patterns, the most specific first.
func Library() []*Pattern {
	rankOnce.Do(rankLibrary)
	all := make([]*Pattern, len(library))
	for i := range library {
		all[i] = &library[i]
	}
	return all
}

// PatternNamed is the pattern of the given name or alias.
func PatternNamed(name string) (*Pattern, bool) {
	for _, p := range Library() {
		if p.Name == name {
			return p, true
		}
	}
	for _, p := range Library() {
		for _, a := range p.Aliases {
			if a == name {
				return p, true
			}
		}
	}
	return nil, false
}

// rankOnce numbers the patterns by their place.
var rankOnce sync.Once

func rankLibrary() {
	for i := range library {
		library[i].rank = i
		if g := library[i].gate; g != 0 {
			behind[bits.TrailingZeros8(uint8(g))] |= 1 << i
		}
	}
}

// Patterns are all patterns that the mask is, the most specific first. bits is the width of a lane; where it is 0, the patterns of blocks of so many bits are
// not looked for.
func (m Mask) Patterns(v1, v2 Kind, bits int) []Match {
	f := m.Order(v1, v2)
	return f.AppendPatterns(nil, bits)
}

// AppendPatterns appends all patterns that the form is, as Recogniser.Patterns finds them.
func (f *Form) AppendPatterns(to []Match, bits int) []Match {
	var r Recogniser
	return append(to, r.Patterns(f, bits)...)
}

// A Recogniser names masks. Using one for many masks costs no memory.
type Recogniser struct {
	packed, wide packed
	flipped      packed // one of these with its operands exchanged
	found        []Match
	seen         uint64 // ranks of the patterns that were found
	swapped      bool   // the form's first operand is the one that was given second
}

// Patterns are all patterns that the form is, the most specific first; they are good until the next call. A pattern is any of a family of masks that agrees
// with every defined lane, of the operands as they were given or exchanged. It comes once, with the smallest parameters, and
//
//   - at the mask's own lanes if it is one there,
//   - else at the narrowest wider lanes, two, four … of the mask's lanes joined,
//   - else within each of the smallest lanes into which the mask divides,
//
// and with the operands as they were given rather than exchanged, but with a splat as the second operand rather than the first.
//
// width is that of the mask's lanes in bits; where it is 0, patterns of blocks of so many bits are not looked for. The form must be in order, see Mask.Order; a canonical one
// is, but its operands may be longer than they were. Of a mask without a defined lane only "undefined" is said.
func (r *Recogniser) Patterns(f *Form, width int) []Match {
	rankOnce.Do(rankLibrary)
	r.found, r.seen, r.swapped = r.found[:0], 0, f.Swapped
	p := &r.packed
	p.pack(f, width)
	if p.seen == 0 {
		r.add(Match{Pattern: &library[0], Shape: p.shape, Group: 1, Lanes: 1})
		return r.found
	}
	r.both(p, 1, 1)
	if p.mayJoin() {
		r.joined(1)
	}
	if p.mayHalve() {
		if count := p.divide(); count > 1 {
			r.both(p, 1, count)
			r.joined(count)
		}
	}
	return r.found
}

// joined looks at two lanes, four lanes … as one, as long as they are.
func (r *Recogniser) joined(lanes int) {
	for p, group := &r.packed, 2; p.widen(&r.wide); group *= 2 {
		r.both(&r.wide, group, lanes)
		p = &r.wide
	}
}

// both adds all patterns of one packed mask in both orders of its operands. A splat is the second operand first, as the canonical order has it.
func (r *Recogniser) both(p *packed, group, lanes int) {
	q := &r.flipped
	p.flip(q)
	inOrder := Match{Shape: p.shape, Group: group, Lanes: lanes, Exchanged: r.swapped}
	exchanged := inOrder
	exchanged.Exchanged = !r.swapped
	if r.swapped && p.lifted == q.lifted {
		r.all(q, exchanged, ^gate(0))
		r.all(p, inOrder, gatesOfOrder)
		return
	}
	r.all(p, inOrder, ^gate(0))
	r.all(q, exchanged, gatesOfOrder)
}

// all adds all patterns of one packed mask, of the large families those behind some of the gates. m is what the matches have in common.
func (r *Recogniser) all(p *packed, m Match, some gate) {
	x := indexFor(p.shape)
	list, sign := x.candidates(p)
	for _, n := range list {
		if sign>>(n%64)&1 != 0 {
			r.try(x, p, int(n), m)
		}
	}
	if p.only == 0 {
		for n := range x.pattern {
			r.try(x, p, n, m)
		}
	}
	for set := familiesBehind(p.gates()&some) &^ r.seen; set != 0; set &= set - 1 {
		p.sets()
		q := &library[bits.TrailingZeros64(set)&63]
		if a, ok := q.find(p); ok {
			m.Pattern, m.Args = q, a
			r.add(m)
		}
	}
}

// try adds mask n of the index if the packed one is it.
func (r *Recogniser) try(x *index, p *packed, n int, m Match) {
	if !p.matches(x.masks[n*x.words : (n+1)*x.words]) {
		return
	}
	m.Pattern, m.Args = x.pattern[n], x.args[n]
	if r.seen>>m.Pattern.rank&1 == 0 && (p.zero || !m.Pattern.needsZero) {
		r.add(m)
	}
}

// add puts a match in its place by rank.
func (r *Recogniser) add(m Match) {
	r.seen |= 1 << m.Pattern.rank
	r.found = append(r.found, m)
	for i := len(r.found) - 1; i > 0 && r.found[i-1].Pattern.rank > m.Pattern.rank; i-- {
		r.found[i-1], r.found[i] = r.found[i], r.found[i-1]
	}
}

// divide is Form.Lanes on words: it makes the mask the smallest lane into which it divides, and counts the lanes.
func (p *packed) divide() (count int) {
	count = 1
	if n := p.shape.N; p.shape.M != n || n&(n-1) != 0 {
		return count
	}
	for p.shape.N > 1 && p.halve() {
		count *= 2
	}
	return count
}

// mayHalve is false for most masks that do not divide: a lane of the lower half comes from the upper one.
func (p *packed) mayHalve() bool {
	h := p.shape.N / 2
	return p.code[0]&p.exact[0]&(uint64(h)*ones)&below(8*min(h, 8)) == 0
}

// halve makes the mask that of one half, if both halves are the same shuffle of their own halves.
func (p *packed) halve() bool {
	h := p.shape.N / 2
	words, shift := h/8, 0
	if h < 8 { // both halves are in one word
		words, shift = 1, 8*h
	}
	bit := uint64(h) * ones // of a lane's number: which half it is in
	for k := range words {
		if !p.half(k, words, shift, 0).agrees(p.half(k, words, shift, 1), bit) {
			return false
		}
	}
	for k := range words {
		l, u := p.half(k, words, shift, 0), p.half(k, words, shift, 1)
		p.code[k], p.exact[k], p.fill[k], p.first[k] = l.code|u.code&^bit|l.fill|u.fill, l.exact|u.exact, l.fill|u.fill, l.first|u.first
	}
	p.shape, p.words = Shape{h, h}, words
	p.longest = longestBlock(h, p.bits)
	p.defined()
	return true
}

// halfWord is eight lanes, or fewer, of one half.
type halfWord struct{ code, exact, fill, first uint64 }

// half is word k of the lower half (0) or the upper one (1). Codes that are not exact are 0.
func (p *packed) half(k, words, shift, which int) halfWord {
	if shift == 0 {
		k += which * words
		return halfWord{p.code[k] & p.exact[k], p.exact[k], p.fill[k], p.first[k]}
	}
	mask, down := uint64(1)<<shift-1, shift*which
	exact := p.exact[0] >> down & mask
	return halfWord{p.code[0] >> down & exact, exact, p.fill[0] >> down & mask, p.first[0] >> down & mask}
}

// agrees says whether a lower half and an upper one do the same, each to its own half.
func (l halfWord) agrees(u halfWord, bit uint64) bool {
	lanes := u.exact &^ spread(u.code>>7&ones) // lanes of an operand, and no zeros
	return l.code&bit|^u.code&bit&lanes|
		(l.code^u.code&^(bit&lanes))&l.exact&u.exact|
		(l.fill|l.first)&u.exact|(u.fill|u.first)&l.exact|
		l.fill&u.first|l.first&u.fill == 0
}

// Inner is the selectors around which a mask of the match is built, for a pattern that has them: those within a block of an in-lane shuffle, or
// for moved blocks the block from which each comes and then the selectors within one.
func (f *Form) Inner(m Match, bits int) []int {
	if m.Pattern.inner == nil {
		return nil
	}
	var p, q packed
	p.pack(f, bits)
	if m.Exchanged != f.Swapped {
		p.flip(&q)
		p = q
	}
	p.sets()
	return m.Pattern.inner(&p, m.Args)
}
