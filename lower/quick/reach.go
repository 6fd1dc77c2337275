package quick

import (
	"slices"
	"sync"
)

// A reach says which effects put two units side by side, at each place, of what any gather has: two bytes of a word, and two words.
// Of bytes in any order hardly ever one does all pairs, so that no gather is asked for them.
//
//	wanted   a3 a9 | a0 a1 | …       a0 a1: pshufd, psrldq, …      a3 a9: pshufb
type reach struct {
	unit    int   // bytes
	places  []int // where the first of two units stands; behind the last one stands the first
	symbols int   // units of the inputs, zeros, and others
	words   int   // that the effects take, a bit each

	symbolOf [mostUnit][256]uint16 // of an atom as each byte of a unit
	can      []uint64              // by both symbols and place
}

// newReach enumerates pairs of rows: which bytes of a gather the second one puts side by side, and what stands there. Pairs that chains know are left out, as those are asked before.
func newReach(w *width, list *gathers, unit int) *reach {
	r := &reach{unit: unit, symbols: list.args*w.n/unit + 2, words: w.unary.size()}
	r.number()
	for at := 0; at < w.n; at += 2 {
		r.places = append(r.places, at)
	}
	r.can = make([]uint64, r.symbols*r.symbols*len(r.places)*r.words)
	chained, others := asks{}, asks{}
	for k, e := range w.unary.list {
		to := others
		if w.inChains(e) {
			to = chained
		}
		if e.loads > 0 && w.finest == 1 || !r.sideBySide(w.grid, e, k, to) {
			r.everywhere(k)
		}
	}
	var rest []*gather // that begin no chains
	all := make([]*gather, len(list.list))
	for k := range all {
		if all[k] = &list.list[k]; !w.beginsChains(all[k]) {
			rest = append(rest, all[k])
		}
	}
	r.add(all, others)
	r.add(rest, chained)
	r.any()
	return r
}

// A pair is two units, one behind the other, and asks are which effects ask a gather for such bytes: a bit for each place and effect.
type (
	unit [mostUnit]atom
	pair [2 * mostUnit]atom
	asks map[pair][]uint64
)

const (
	mostUnit = 2       // the largest unit of a reach
	mostAsks = 1 << 10 // of one effect at one place; what has more puts anything there
)

// ask notes that an effect asks for bytes at a place.
func (r *reach) ask(m asks, bytes pair, place, effect int) {
	of := m[bytes]
	if of == nil {
		of = make([]uint64, len(r.places)*r.words)
		m[bytes] = of
	}
	of[place*r.words+effect/64] |= 1 << (effect % 64)
}

// inChains says whether an effect is a row of chains, which know all that two of them do.
func (w *width) inChains(e *effect) bool {
	return len(w.values) > 0 && (e == w.pairs || e == w.within[0] || e == w.within[1])
}

// beginsChains says whether what a gather has is a value that chains begin with, or of one input, what chains make.
func (w *width) beginsChains(g *gather) bool {
	if len(w.values) == 0 {
		return false
	}
	return g.row == w.pairs.row || g.row == w.within[0].row || g.row == w.within[1].row
}

// sideBySide notes what an effect, which has a number, puts side by side. It reports false for what may be anything.
func (r *reach) sideBySide(g grid, e *effect, number int, to asks) bool {
	for place, at := range r.places {
		for c := range e.choices {
			r.ask(to, r.pair(g, &e.choices[c], at), place, number)
		}
		if e.choices != nil {
			continue
		}
		list := []pair{{}}
		for k := range e.parts {
			if list = r.chosen(g, &e.parts[k], list, at); len(list) > mostAsks {
				return false
			}
		}
		for _, bytes := range list {
			r.ask(to, bytes, place, number)
		}
	}
	return true
}

// pair is the two units of a vector at a place.
func (r *reach) pair(g grid, v *vector, at int) (p pair) {
	for b := range r.unit {
		p[b], p[r.unit+b] = v[at+b], v[(at+r.unit+b)%g.n]
	}
	return p
}

// chosen is each of some pairs at a place with each choice of a part, if it has bytes of them.
func (r *reach) chosen(g grid, part *part, list []pair, at int) (more []pair) {
	in := func(b uint8) int { return (int(b) - at + g.n) % g.n }
	if !slices.ContainsFunc(part.bytes, func(b uint8) bool { return in(b) < 2*r.unit }) {
		return list
	}
	for _, bytes := range list {
		for c := 0; c < len(part.can); c += len(part.bytes) {
			for j, b := range part.bytes {
				if k := in(b); k < 2*r.unit {
					bytes[k] = part.can[c+j]
				}
			}
			more = append(more, bytes)
		}
	}
	return more
}

// everywhere notes an effect that may put anything anywhere.
func (r *reach) everywhere(effect int) {
	for k := effect / 64; k < len(r.can); k += r.words {
		r.can[k] |= 1 << (effect % 64)
	}
}

// add notes what gathers have in the bytes that are asked for.
func (r *reach) add(list []*gather, of asks) {
	last := make([]uint32, r.symbols*r.symbols) // which bytes two symbols were noted for last
	had := map[unit][]uint16{}
	turn := uint32(0)
	for bytes, effects := range of {
		x, y := r.had(had, list, bytes[:r.unit]), r.had(had, list, bytes[r.unit:2*r.unit])
		turn++
		for g, symbol := range x {
			both := int(symbol)*r.symbols + int(y[g])
			if last[both] == turn {
				continue
			}
			last[both] = turn
			can := r.can[both*len(effects) : (both+1)*len(effects)]
			for k := range can {
				can[k] |= effects[k]
			}
		}
	}
}

// had are the symbols of what each gather has in the bytes of a unit, which several pairs ask for.
func (r *reach) had(known map[unit][]uint16, list []*gather, bytes []atom) []uint16 {
	var at unit
	copy(at[:], bytes)
	symbols := known[at]
	if symbols == nil {
		symbols = make([]uint16, len(list))
		for k, g := range list {
			symbol := r.symbolOf[0][has(g, at[0])]
			for b := 1; b < r.unit; b++ {
				if r.symbolOf[b][has(g, at[b])] != symbol {
					symbol = uint16(r.symbols - 1)
				}
			}
			symbols[k] = symbol
		}
		known[at] = symbols
	}
	return symbols
}

// has is what a gather has at a byte that is asked for.
func has(g *gather, from atom) atom {
	if moves(from) {
		return g.cells[from]
	}
	return from
}

// at is what is noted of two symbols at a place.
func (r *reach) at(x, y, place int) []uint64 {
	at := ((x*r.symbols+y)*len(r.places) + place) * r.words
	return r.can[at : at+r.words]
}

// number numbers the units: of each byte of one, what it is a byte of.
func (r *reach) number() {
	zeros, other := uint16(r.symbols-2), uint16(r.symbols-1)
	for b := range r.unit {
		for a := range r.symbolOf[b] {
			switch at := atom(a); {
			case at == zero:
				r.symbolOf[b][a] = zeros
			case !moves(at) || a%r.unit != b || a/r.unit >= int(zeros):
				r.symbolOf[b][a] = other
			default:
				r.symbolOf[b][a] = uint16(a / r.unit)
			}
		}
	}
}

// symbol is the number of a unit of an input, or of zeros. All others have one together, which is asked for by who does not care about a byte.
func (r *reach) symbol(unit []atom) int {
	symbol := r.symbolOf[0][unit[0]]
	for b := 1; b < r.unit; b++ {
		if r.symbolOf[b][unit[b]] != symbol {
			return r.symbols - 1
		}
	}
	return int(symbol)
}

// any notes where anything stands beside a unit.
func (r *reach) any() {
	other := r.symbols - 1
	for place := range r.places {
		for x := range other {
			for y := range other {
				for k, word := range r.at(x, y, place) {
					r.at(x, other, place)[k] |= word
					r.at(other, y, place)[k] |= word
				}
			}
		}
		for k := range r.words {
			r.at(other, other, place)[k] = ^uint64(0)
		}
	}
}

// left leaves those of some effects that put all wanted units side by side, and says whether there are any.
func (r *reach) left(g grid, want *vector, some *things) bool {
	for place, at := range r.places {
		p := r.pair(g, want, at)
		x, y := r.symbol(p[:r.unit]), r.symbol(p[r.unit:2*r.unit])
		var any uint64
		for k, word := range r.at(x, y, place) {
			some[k] &= word
			any |= some[k]
		}
		if any == 0 {
			return false
		}
	}
	return true
}

// with adds others.
func (m *things) with(o *things) {
	for k := range m {
		m[k] |= o[k]
	}
}

// reaches are prepared when they are first asked for: of one argument and of two, of bytes in narrow registers and of words. Of more effects than a page has nothing is known.
func (w *width) reaches() {
	for k, e := range w.unary.list[:min(len(w.unary.list), pageThings)] {
		w.classes[e.class()].add(k)
	}
	for k := range w.reach {
		for unit := range mostUnit {
			if len(w.unary.list) <= pageThings && (unit > 0 && w.n <= 2*block || w.n == block) {
				w.reach[k][unit] = sync.OnceValue(func() *reach { return newReach(w, &w.gathers[k], unit+1) })
			}
		}
	}
}

// A class says what a second row takes besides its argument.
type class int

const (
	plain   class = iota
	clears        // a vector of zeros
	loads         // a constant
	classes int   = iota
)

func (e *effect) class() class {
	switch {
	case e.loads > 0:
		return loads
	case e.clears():
		return clears
	}
	return plain
}

// behind are the effects that may make what is wanted of what a gather has, for less than the attempt has, unless chains do. It says whether there are any; nil stands for all. Who is hasty asks more of them.
func (s *state) behind(w *width, want *vector, args int, a *attempt, some *things) (*things, bool) {
	if len(w.unary.list) > pageThings {
		return nil, true
	}
	*some = w.classes[plain]
	if s.zeros(w) >= 0 || a.cost > 3*s.weights.Op {
		some.with(&w.classes[clears])
	}
	if s.loads > 0 && a.cost > 2*s.weights.Op+s.weights.Constant {
		some.with(&w.classes[loads])
	}
	for unit, of := range w.reach[args-1] {
		if !s.hasty && of != nil && (unit == 0 || a.grain > 1) && !of().left(w.grid, want, some) {
			return some, false
		}
	}
	return some, true
}
