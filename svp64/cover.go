package svp64

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// A CoverMove is one move of a sequence: a found one, and which source of the map it reads, or -1.
type CoverMove struct {
	Found
	Source int
}

// coverBudget is how many steps each question of a sequence takes at most.
const coverBudget = 500_000

// restBudget is for questions that are asked before each move of a long sequence.
const restBudget = 100_000

// mostOrders is of how many sources all orders are tried.
const mostOrders = 4

// Cover is a sequence of moves that make a map in a destination of its own, each from one source, and how many there are at least. Each source that is read needs a move, because a move
// reads one vector; and where one source has no single move that is the map, two are needed.
//
//	<8 x i32> 0 8 1 9 2 10 3 11        d ← a.X. vl=4;  d ← b..X vl=4
//
// What a move skips, or its predicate leaves out, is there already. Tried first is one move for each source, in all orders: what a later move writes an earlier one may leave as it likes. After that each
// move is the one that gets most of what is left.
func Cover(m lane.Map) (moves []CoverMove, least int, err error) {
	if err := m.Check(); err != nil {
		return nil, 0, err
	}
	used, from := m.DropUnused()
	least = max(len(from), 1)
	if !hasRoom(used) {
		return nil, least, errNoRoom
	}
	if len(from) <= 1 {
		found, err := Find(used)
		if err == nil {
			return []CoverMove{{found, sourceOf(from, 0)}}, 1, nil
		}
		if IsNone(err) {
			least = 2
		}
	} else if moves := moveEach(used); moves != nil {
		return renamed(moves, from), least, nil
	}
	moves, err = pieces(used)
	return renamed(moves, from), least, err
}

func sourceOf(from []int, k int) int {
	if k < 0 || k >= len(from) {
		return -1
	}
	return from[k]
}

func renamed(moves []CoverMove, from []int) []CoverMove {
	for k := range moves {
		moves[k].Source = sourceOf(from, moves[k].Source)
	}
	return moves
}

// moveEach is one move for each source, if that is enough. Constants come with one of them, the first if possible.
func moveEach(m lane.Map) []CoverMove {
	n := len(m.Src)
	orders := [][]int{counted(n)}
	if n <= mostOrders {
		orders = permutations(n)
	}
	for _, strict := range []bool{true, false} { // first without a move that writes what another one will
		for _, order := range orders {
			for constants := range n {
				if moves := moveOrder(m, order, constants, strict); moves != nil {
					return moves
				}
				if !hasConstants(m) {
					break
				}
			}
			if strict {
				break // any order is as good
			}
		}
	}
	return nil
}

func hasConstants(m lane.Map) bool {
	return slices.ContainsFunc(m.Lane, func(x lane.Lane) bool { return x.Kind == lane.Constant })
}

// moveOrder is one move for each source in an order, of which number constants has the constants.
func moveOrder(m lane.Map, order []int, constants int, strict bool) (moves []CoverMove) {
	for k, source := range order {
		part := m.Clone()
		for j, x := range part.Lane {
			writer := k
			switch x.Kind {
			case lane.Source:
				writer = slices.Index(order, x.Src)
			case lane.Constant:
				writer = constants
			}
			switch {
			case writer < k || writer > k && strict:
				part.Lane[j] = lane.FromOld(j)
			case writer > k:
				part.Lane[j] = lane.Lane{}
			}
		}
		f, err := findWithin(part, coverBudget)
		if err != nil || f.Inst.Float {
			return nil
		}
		moves = append(moves, CoverMove{f, source})
	}
	return moves
}

// permutations are all orders of so many things, the natural one first.
func permutations(n int) (all [][]int) {
	var place func(order []int)
	place = func(order []int) {
		if len(order) == n {
			all = append(all, slices.Clone(order))
			return
		}
		for k := range n {
			if !slices.Contains(order, k) {
				place(append(order, k))
			}
		}
	}
	place(nil)
	return all
}

// A piecewise is a map of which some bytes are made already.
type piecewise struct {
	m    lane.Map
	want [][]byteWant // for each source, or for the constants alone: what each byte becomes of it
	mine []int        // which source each byte is of: -1 a constant, -2 nobody
	done []bool
}

// mostPieces bounds a sequence.
const mostPieces = 64

var errConstants = errors.New("no swizzle move is this, and no sequence is known that makes its constants: integers have 0, 1 and the greatest values with and without a sign, of 8, 16, 32 and 64 bits")

// pieces makes the map by moves that each get as much as possible of what is left.
func pieces(m lane.Map) (moves []CoverMove, err error) {
	p, err := newPiecewise(m)
	if err != nil {
		return nil, err
	}
	for left := p.left(); left > 0; {
		if len(moves) == mostPieces {
			return nil, fmt.Errorf("more than %d moves", mostPieces)
		}
		source, found, ok := p.rest()
		if !ok {
			var best piece
			for source := range p.want {
				p.best(source, &best)
			}
			if best.gain == 0 {
				return nil, errConstants
			}
			source, found = best.source, best.found(p)
		}
		if err := p.apply(source, found); err != nil {
			return nil, err
		}
		now := p.left()
		if now >= left {
			return nil, errConstants
		}
		left = now
		moves = append(moves, CoverMove{found, source})
	}
	return moves, nil
}

func newPiecewise(m lane.Map) (*piecewise, error) {
	p := &piecewise{m: m}
	for source := range max(len(m.Src), 1) {
		part := m.Clone()
		if len(m.Src) > 0 {
			part.Src = []int{m.Src[source]}
		}
		for j, x := range part.Lane {
			if x.Kind == lane.Source {
				if part.Lane[j] = lane.From(0, x.Index); x.Src != source {
					part.Lane[j] = lane.Lane{}
				}
			}
		}
		w, err := want(part)
		if err != nil {
			return nil, err
		}
		if source == 0 {
			p.mine, p.done = make([]int, len(w.dst)), make([]bool, len(w.dst))
			for k := range p.mine {
				p.mine[k] = -2
			}
		}
		for k, b := range w.dst {
			switch b.kind {
			case fromSource:
				if p.mine[k] >= 0 {
					return nil, errors.New("elements have 8 bits at least, and some byte comes from two sources")
				}
				p.mine[k] = source
			case fixed:
				p.mine[k] = -1
			}
		}
		p.want = append(p.want, w.dst)
	}
	return p, nil
}

// left is how many bytes are not made.
func (p *piecewise) left() (n int) {
	for k, source := range p.mine {
		if source != -2 && !p.done[k] {
			n++
		}
	}
	return n
}

// rest is a move that makes all that is left of one source, if there is one: with the constants or without.
func (p *piecewise) rest() (int, Found, bool) {
	for source := range p.want {
		for _, constants := range []bool{true, false} {
			part, any := p.open(source, constants)
			if !any {
				continue
			}
			if wide, err := part.Regroup(p.m.Bits); err == nil { // which reads better
				part = wide
			}
			if f, err := findWithin(part, restBudget); err == nil && !f.Inst.Float {
				return source, f, true
			}
		}
	}
	return 0, Found{}, false
}

// open is the map of what is left of a source; what is made stays, and what others will make is free.
func (p *piecewise) open(source int, constants bool) (m lane.Map, any bool) {
	m = lane.Map{Bits: 8, Lane: make([]lane.Lane, len(p.mine))}
	if len(p.m.Src) > 0 {
		m.Src = []int{p.m.Src[source] * p.m.Bits / 8}
	}
	for k, b := range p.want[source] {
		switch {
		case b.kind == kept || p.done[k]:
			m.Lane[k] = lane.FromOld(k)
		case b.kind == fromSource:
			m.Lane[k], any = lane.From(0, b.from), true
		case b.kind == fixed && constants:
			m.Lane[k], any = lane.Fixed(lane.ConstOf(uint64(b.value))), true
		}
	}
	return m, any
}

// apply notes what a move makes, and that it harms nothing.
func (p *piecewise) apply(source int, f Found) error {
	m, err := f.bytes(p)
	if err != nil {
		return err
	}
	for k, x := range m.Lane {
		b := p.want[source][k]
		switch {
		case x == lane.FromOld(k):
		case x.Kind == lane.Source && b.kind == fromSource && x.Index == b.from, x.Kind == lane.Constant && b.kind == fixed && b.accepts(byteOfConst(x)):
			p.done[k] = true
		case p.done[k] || b.kind == kept:
			return fmt.Errorf("%v %s destroys byte %d", f.Inst, f.SV.Note(), k)
		}
	}
	return nil
}

func byteOfConst(x lane.Lane) byte {
	v, _ := x.Const.Uint64()
	return byte(v)
}

// bytes is the move as a map of bytes, of vectors as long as those of the whole map.
func (f *Found) bytes(p *piecewise) (lane.Map, error) {
	l := f.Inst.Loop(f.SV)
	l.SrcMask, l.DstMask = f.SrcMask, f.DstMask
	m, err := l.movementMap()
	if err != nil {
		return m, err
	}
	if m, err = m.Regroup(8); err != nil {
		return m, err
	}
	m = m.Clone()
	for k := len(p.mine); k < len(m.Lane); k++ {
		if m.Lane[k] != lane.FromOld(k) {
			return m, errors.New("a move writes behind its vector")
		}
	}
	m.Lane = m.Lane[:min(len(m.Lane), len(p.mine))]
	return m, nil
}
