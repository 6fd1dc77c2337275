package quick

import "math/bits"

// Nodes are some of the first nodes of a plan, a bit each.
type nodes uint64

const mostNodes = 64

func (m nodes) has(v node) bool { return uint16(v) < mostNodes && m>>uint16(v)&1 == 1 }

func (m *nodes) add(v node) {
	if uint16(v) < mostNodes {
		*m |= 1 << uint16(v)
	}
}

// nodes are those that a vector reads.
func (p *problem) nodes(v *vector) (m nodes) {
	for reads := p.w.reads(v); reads != 0; reads &= reads - 1 {
		m.add(p.in[bits.TrailingZeros16(reads)])
	}
	return m
}

// overwritten are those of some nodes that steps from first on overwrite.
func (p *plan) overwritten(first int, some nodes) (m nodes) {
	for i := first; i < p.n; i++ {
		if t := &p.step[i]; t.row.Destroys && t.operands > 0 && some.has(t.args[0]) {
			m.add(t.args[0])
		}
	}
	return m
}

// sparing makes words of two inputs by one plan, as byWordHalves does, where some nodes are live: they are read later too, and who overwrites one of them pays for a copy.
// No other strategy is asked, and so no question: what is remembered of questions is true of nodes that nobody reads later.
func (s *state) sparing(p *problem, want *vector, live nodes, limit int) (node, bool) {
	words, inputs, ok := p.w.wordsOfTwo(want)
	if !ok || s.level == mostDepth {
		return 0, false
	}
	a := s.begin(limit)
	a.asking = wordsOfTwoName
	s.live = live
	in := [2]node{p.in[inputs[0]], p.in[inputs[1]]}
	v, ok := s.wordsBy(p, &words, in, true, a)
	s.take(a, v, ok)
	s.balancedValues(p, &words, in, a)
	s.live = 0
	return s.end(a)
}
