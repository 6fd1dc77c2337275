package quick

import "math/bits"

// gatherThenChoose takes two rows: a first one without a constant brings all wanted bytes into one register, and a second one puts them into their places.
//
//	want  a0 b3 a1 b2           punpckldq x, a, b     a0 b0 a1 b1     has a0 a1, no b3: not this one
//	                            palignr   x, b, a, …  …
func gatherThenChoose(s *state, p *problem, want *vector, _ int, a *attempt) {
	w := p.w
	if s.level > w.gathersUntil(a.grain) && s.fuel <= 0 {
		return
	}
	reads := a.reads
	first := bits.TrailingZeros16(reads)
	a.local = *want
	args := [2]node{p.in[first&15]}
	list := &w.gathers[0]
	switch bits.OnesCount16(reads) {
	case 0:
		return
	case 1:
		if first != 0 {
			a.local = w.renamed(want, 15, -1)
		}
	case 2:
		second := bits.TrailingZeros16(reads & (reads - 1))
		args[1] = p.in[second]
		if first != 0 || second != 1 {
			a.local = w.renamed(want, first, second)
		}
		list = &w.gathers[1]
		s.gatherFrom(p, &a.local, list, args, a)
		a.local = w.renamed(&a.local, 1, 0)
		args = [2]node{args[1], args[0]}
	default:
		return
	}
	s.gatherFrom(p, &a.local, list, args, a)
}

// gathersUntil is how far inside gathers are asked for when there is no fuel.
func (w *width) gathersUntil(grain int) int {
	switch {
	case w.n == block:
		return mostDepth
	case grain >= dword && w.crosses[dwords] == 0 || w.ordersBlocks():
		return 3 // what is of another block takes one row more
	case w.crosses[len(units)-1] > 1:
		return 1 // one row brings words together from everywhere, by a constant
	}
	return 2 // few rows do that
}

// How many first rows are tried that have all that is wanted: of the map itself, or while there is fuel, and else far inside.
const (
	mostGathers  = 4 * 32
	hastyShare   = 8 // how many times as many are tried where nothing is known of the rows behind them
	mostGathered = 4 * 12
	oneGathered  = 4 // where one row puts any bytes of a block into order by a constant
)

// ordersBlocks says whether a row puts bytes of two blocks into any order within them, of one input, and none moves words across.
func (w *width) ordersBlocks() bool {
	return w.n == 2*block && w.finest == 1 && w.mixed > 1 && w.crosses[words] == 0
}

// gatherFrom tries first rows, of which one that can be passed over counts for a quarter.
func (s *state) gatherFrom(p *problem, want *vector, list *gathers, args [2]node, a *attempt) {
	tries := mostGathers
	if s.hasty {
		tries *= hastyShare
	}
	if s.level > 1 && s.fuel <= 0 && (s.level > 2 || a.grain == 1 || !p.w.someZero(want)) { // zeros among words of a half are no other's work: see zerosToo
		tries = mostGathered
		if s.level > 2 && p.w.ordersBlocks() {
			tries = oneGathered
		}
	}
	chains := s.chainsBehind(p.w, a)
	var of things
	var some *things // rows that may stand behind them, once that is asked
	known, any := false, false
	for k := range list.has {
		left := list.with(k, want[:p.w.n])
		if left != 0 && !known {
			some, any = s.behind(p.w, want, list.args, a, &of)
			known = true
		}
		if !any && !chains {
			n := min(bits.OnesCount64(left), tries)
			s.fuel, tries = s.fuel-n*p.w.unary.size(), tries-n
			continue
		}
		for ; left != 0; left &= left - 1 {
			if a.cost <= 2*s.weights.Op {
				return
			}
			if s.fuel -= p.w.unary.size(); s.gather(p, want, &list.list[64*k+bits.TrailingZeros64(left)], args, some, a) {
				tries -= 3
			}
			if tries--; tries <= 0 {
				return
			}
		}
	}
}

// chainsBehind says whether words take several rows behind a gather.
func (s *state) chainsBehind(w *width, a *attempt) bool {
	return s.level == 1 && w.pairs != nil && w.finest > 1 && a.grain > 1
}

// gather tries one first row, unless it can be passed over: before a row without a constant, if that may be, and else before one with one.
// What it makes has never been asked for before, so that nothing is remembered of it.
func (s *state) gather(p *problem, want *vector, g *gather, args [2]node, some *things, a *attempt) (tried bool) {
	w := p.w
	chains := s.chainsBehind(w, a)
	var e *effect
	e, tried = w.unary.orders(w, g, want, &a.z, some, false)
	if e == nil && s.loads > 0 && a.cost > 2*s.weights.Op+s.weights.Constant {
		e, tried = w.unary.orders(w, g, want, &a.z, some, true)
	}
	switch {
	case e != nil:
	case chains:
		g.places(w, want, &a.z)
	case tried:
		s.tried += len(w.unary.list)
		return true
	default:
		return false
	}
	var operand [mostOperands]node
	for k, of := range g.use.of[:len(g.row.Src)] {
		operand[k] = args[of]
	}
	v, ok := s.plain(g.row, g.imm, operand, len(g.row.Src))
	switch {
	case !ok:
	case e != nil:
		v, ok = s.use(p, e, &a.z, 0, [2]node{v})
	default:
		a.sub.w, a.sub.in[0] = w, v
		v, ok = s.make(&a.sub, &a.z, 0, s.room(a, 0))
	}
	s.take(a, v, ok)
	return true
}

// places is what is wanted, over the gathered vector: each byte from where it stands, from its own place or its own block of 16 bytes if it stands there too, and of words from
// the half of a word where it belongs.
func (g *gather) places(w *width, want, rest *vector) {
	*rest = anything
	for i, a := range want[:w.n] {
		switch {
		case !moves(a):
			rest[i] = a
		case g.cells[i] == a:
			rest[i] = w.at(0, i)
		default:
			from := int(g.first[a]) - 1
			for at := g.first[a]; at != 0; at = g.next[at-1] {
				if int(at-1)%2 == i%2 {
					from = int(at) - 1
					break
				}
			}
			if from/16 != i/16 {
				for j := i &^ 15; j < i|15; j++ {
					if g.cells[j] == a {
						from = j
						break
					}
				}
			}
			rest[i] = w.at(0, from)
		}
	}
}
