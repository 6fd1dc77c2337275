package smt

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// Sources declares the sources of a map by the names that lane notation has for them, and the old destination, d, if the map reads it.
func (p *Problem) Sources(m lane.Map, old bool) (d Vector, sources []Vector) {
	for k, n := range m.Src {
		sources = append(sources, p.Source(lane.SourceName(k), n*m.Bits))
	}
	if old {
		d = p.Source("d", len(m.Lane)*m.Bits)
	}
	return d, sources
}

// Refines is the problem whether map a does what b does in every lane that b defines, whatever the bits of their predicates are, which is one predicate: unsat if it does, and else sat, with a value
// of each source that shows it. Both have the same sources, and as many bits.
//
//	a  i8x4 -> a1 a0 a3 a2       (define-fun A () (_ BitVec 32) (concat …))
//	b  i8x4 -> a1 a0 _ _         (define-fun B () (_ BitVec 32) (concat …))
//	                             (assert (or (distinct ((_ extract 7 0) A) ((_ extract 7 0) B)) (distinct ((_ extract 15 8) A) …
func Refines(a, b lane.Guarded) (string, error) {
	if x, y := a.Map.Bits*len(a.Map.Lane), b.Map.Bits*len(b.Map.Lane); x != y {
		return "", fmt.Errorf("the first map has %d bits, the other %d", x, y)
	}
	for k := range min(len(a.Map.Src), len(b.Map.Src)) {
		if x, y := a.Map.Bits*a.Map.Src[k], b.Map.Bits*b.Map.Src[k]; x != y {
			return "", fmt.Errorf("source %s has %d bits in the first map, %d in the other", lane.SourceName(k), x, y)
		}
	}
	most := a.Map
	if len(b.Map.Src) > len(a.Map.Src) {
		most = b.Map
	}
	p := New("A  "+a.Map.String(), "B  "+b.Map.String(), "unsat: A does the same in every lane that B defines")
	keeps := func(g lane.Guarded) bool { return g.Map.ReadsOld() || g.Else == lane.ElseKeep && guards(g) > 0 }
	old, sources := p.Sources(most, keeps(a) || keeps(b))
	var predicate Vector
	if n := max(guards(a), guards(b)); n > 0 {
		predicate = p.Source("predicate", n)
	}
	got, want := p.guarded("A", a, predicate, old, sources), p.guarded("B", b, predicate, old, sources)
	for i, l := range b.Map.Lane {
		w, bit := b.Map.Bits, b.Bit[i]
		wrong := distinct(got.Part(i*w, w), want.Part(i*w, w))
		switch {
		case l.Kind == lane.Undefined && bit == lane.Always:
			continue
		case l.Kind == lane.Undefined: // and where it is off it is not
			wrong = fmt.Sprintf("(and (= %s #b0) %s)", predicate.Part(bit, 1).Term, wrong)
		}
		p.wrong = append(p.wrong, wrong)
	}
	return p.String(), nil
}

// guards is how many bits of a predicate a map looks at: up to the highest.
func guards(g lane.Guarded) (n int) {
	for _, bit := range g.Bit {
		n = max(n, bit+1)
	}
	return n
}

// guarded defines what a map makes under a predicate.
func (p *Problem) guarded(name string, g lane.Guarded, predicate, old Vector, sources []Vector) Vector {
	at := func(on bool) lane.Map { return g.At(func(int) bool { return on }) }
	if guards(g) == 0 {
		return p.Define(name, p.Apply(at(true), old, sources...))
	}
	on := p.Define(name+"-on", p.Apply(at(true), old, sources...))
	off := p.Define(name+"-off", p.Apply(at(false), old, sources...))
	w := g.Map.Bits
	parts := make([]Vector, len(g.Bit))
	for i, bit := range g.Bit {
		parts[i] = on.Part(i*w, w)
		if bit != lane.Always {
			parts[i].Term = fmt.Sprintf("(ite (= %s #b1) %s %s)", predicate.Part(bit, 1).Term, parts[i].Term, off.Part(i*w, w).Term)
		}
	}
	return p.Define(name, Join(parts...))
}
