package lower

import (
	"cmp"
	"slices"
)

// A draftOfNode is a node with the cheapest draft that is known of it.
type draftOfNode struct {
	b      *bitSearch
	root   *bitNode
	chosen choices
	best   draft
	price  price
	loads  int
	copies int
	tries  int // that are left
}

// Bounds of polishing: the nodes that are polished, and the ways to write each that are tried.
const (
	mostPolished = 3
	mostTries    = 120
	leastTries   = 8
	opsTried     = 2000 // of all tries
)

// drafts are drafts of nodes, the cheapest polished.
func (b *bitSearch) drafts(nodes []*bitNode) (list []*draftOfNode) {
	for _, n := range nodes {
		w := &draftOfNode{b: b, root: n, price: unaffordable, tries: min(max(opsTried/(len(n.all)+1), leastTries), mostTries), chosen: choices{other: map[*bitNode]int{}, turned: map[*bitNode]bool{}, fit: map[*bitNode]int{}}}
		if !w.try() {
			w.chosen.alone = true // constants that are shared may be in too many registers
			w.try()
		}
		if w.price != unaffordable {
			list = append(list, w)
		}
	}
	slices.SortStableFunc(list, func(x, y *draftOfNode) int { return x.price.compare(y.price) })
	for _, w := range list[:min(len(list), mostPolished)] {
		w.polish()
	}
	return list
}

// try writes the node as is chosen, and keeps that if it is cheaper.
func (w *draftOfNode) try() bool {
	w.tries--
	w.b.work(len(w.root.all) * w.b.n * 4)
	d, ok := w.b.written(w.root, w.b.want, &w.chosen)
	if !ok {
		return false
	}
	p, loads := w.b.s.price(d)
	if !w.b.s.allows(loads) || !p.less(w.price) {
		return false
	}
	w.best, w.price, w.loads, w.copies = d, p, loads, int(p.rest&0xfff)
	return true
}

// polish changes one choice after another as long as that makes the draft cheaper.
func (w *draftOfNode) polish() {
	for better := true; better; {
		better = false
		for _, n := range w.root.all {
			better = w.polishNode(n) || better
		}
	}
}

func (w *draftOfNode) polishNode(n *bitNode) (better bool) {
	flip := func(of map[*bitNode]int, most int) {
		was := of[n]
		for k := 0; k <= most && w.tries > 0; k++ {
			if of[n] = k; k == was {
				continue
			}
			if w.try() {
				was, better = k, true
			}
		}
		of[n] = was
	}
	flip(w.chosen.other, len(n.other))
	if w.copies == 0 && w.loads < 2 {
		return better
	}
	if n.op.Row.Index != nil {
		flip(w.chosen.fit, 2)
	}
	if len(n.args) == 2 && w.copies > 0 && w.tries > 0 {
		if w.chosen.turned[n] = !w.chosen.turned[n]; w.try() {
			better = true
		} else {
			w.chosen.turned[n] = !w.chosen.turned[n]
		}
	}
	return better
}

// cheapest are those of the nodes that make what is wanted of them cheapest, as they are.
func (b *bitSearch) cheapest(list []*bitNode, want []bit, n int) []*bitNode {
	list = b.lightest(list, 2*n)
	if len(list) < 2 {
		return list
	}
	of := map[*bitNode]price{}
	for _, x := range list {
		b.work(len(x.all) * b.n)
		of[x] = unaffordable
		if d, ok := b.written(x, want, &choices{}); ok {
			of[x], _ = b.s.price(d)
		}
	}
	slices.SortStableFunc(list, func(x, y *bitNode) int { return of[x].compare(of[y]) })
	return list[:min(len(list), n)]
}

func (p price) compare(q price) int {
	return cmp.Or(cmp.Compare(p.first, q.first), cmp.Compare(p.rest, q.rest))
}
