package svp64

import (
	"iter"
	"slices"
)

// This file gives a loop's moves one by one, to whoever executes other instructions in the same order: by the two state machines, and by the document's generators.
//
//	Next         where SVSTATE stands                one move, and SVSTATE behind it
//	Issue        from where SVSTATE stands           what is left of the loop, or in Vertical-First mode of one group
//	Generated    the same, by lists and no machine   what the others are compared with

// A Moment is one move of a loop and what comes of SVSTATE.
type Moment struct {
	Arrival
	After SVState // behind the move: a trap there finds this
	Group bool    // it is the last one of its subvector
	Last  bool    // it is the last one of the instruction: of the loop, or in Vertical-First mode of the group
}

// Next is the move at which SVSTATE stands; ok says whether there is one. Behind the last move of a loop the places are zero. Behind the last one of a group in Vertical-First mode they are where the group began, for
// the instructions that follow.
func (l *Loop) Next(v SVState) (m Moment, ok bool) {
	p := l.pairing(v)
	if !p.more() {
		return m, false
	}
	m.Arrival = l.arrival(choice{p.src.Step, l.Swizzle.At(p.src.Sub)}, p.dst)
	m.Group = p.group() == 1
	begin := p.begin(v)
	p.advance()
	m.After, m.Last = p.store(v)
	m.Group = m.Group || m.Last
	if v.Vertical() && m.Group {
		m.After, m.Last = begin, true
	}
	return m, true
}

// Issue is what an instruction does from where SVSTATE stands, and SVSTATE behind it.
func (l *Loop) Issue(v SVState) (list []Arrival, after SVState) {
	src, dst := v.Places()
	if !v.Vertical() && src == (Place{}) && dst == (Place{}) {
		return l.Arrivals(), v
	}
	for {
		m, ok := l.Next(v)
		if !ok {
			return list, l.nothingLeft(v)
		}
		list, v = append(list, m.Arrival), m.After
		if m.Last {
			return list, v
		}
	}
}

// nothingLeft is SVSTATE behind an instruction that has no move.
func (l *Loop) nothingLeft(v SVState) SVState {
	if v.Vertical() {
		return v
	}
	return v.WithPlaces(Place{}, Place{})
}

// NextGroup is SVSTATE behind svstep: at the beginning of the group behind the one in which it stands, or with places of zero where there is none.
func (l *Loop) NextGroup(v SVState) (after SVState, done bool) {
	p := l.pairing(v)
	for range p.group() {
		if p.more() {
			p.advance()
		}
	}
	if !p.more() {
		return v.WithPlaces(Place{}, Place{}), true
	}
	return p.begin(v), false
}

// Apply does one move on registers.
func (l *Loop) Apply(a Arrival, f *File) { l.move(f, choice{a.From, a.Selector}, a.To) }

// Generated is Issue and, as next and done, NextGroup, by the document's generators: both walks are written out as lists, and SVSTATE is looked up in them.
func (l *Loop) Generated(v SVState) (list []Arrival, after, next SVState, done bool) {
	src, dst := slices.Collect(l.indexSrc(l.Pack)), slices.Collect(l.indexDst(l.Unpack))
	lanes := l.lanesOf(src)
	atSrc, atDst := v.Places()
	size := len(l.Swizzle.Live())
	from := slices.IndexFunc(lanes, func(p Place) bool { return !precedes(p, atSrc, l.Pack) })
	to := slices.IndexFunc(dst, func(p Place) bool { return !precedes(p, atDst, l.Unpack) })
	if from < 0 || to < 0 {
		zero := v.WithPlaces(Place{}, Place{})
		return nil, l.nothingLeft(v), zero, true
	}
	begun := to % size // how much of the group is done: the side that is walked by subvectors says it
	switch {
	case l.Pack && l.Unpack:
		size, begun = 1, 0
	case l.Unpack:
		begun = from % size
	}
	ends := min(len(src)-from, len(dst)-to)
	left := min(size-begun, ends)
	next, done = l.listed(v, lanes, dst, from+left, to+left)
	if after = v.WithPlaces(Place{}, Place{}); v.Vertical() {
		after, _ = l.listed(v, lanes, dst, from-begun, to-begun)
	} else {
		left = ends
	}
	for k := range left {
		list = append(list, l.arrival(src[from+k], dst[to+k]))
	}
	return list, after, next, done
}

// lanesOf is where the choices of the source stand: each subvector has the live lanes in their order, and inside out each lane has all subvectors.
func (l *Loop) lanesOf(src []choice) []Place {
	live := l.Swizzle.Live()
	list := make([]Place, len(src))
	for k, c := range src {
		j := k % max(len(live), 1)
		if l.Pack {
			j = k / max(len(src)/len(live), 1)
		}
		list[k] = Place{c.i, live[j]}
	}
	return list
}

// precedes says whether one place of a walk is before another.
func precedes(p, q Place, outer bool) bool {
	if outer {
		return p.Sub < q.Sub || p.Sub == q.Sub && p.Step < q.Step
	}
	return p.Step < q.Step || p.Step == q.Step && p.Sub < q.Sub
}

// listed is SVSTATE at numbers of both lists, where a group begins.
func (l *Loop) listed(v SVState, src, dst []Place, from, to int) (SVState, bool) {
	if from >= len(src) || to >= len(dst) {
		return v.WithPlaces(Place{}, Place{}), true
	}
	s, d := src[max(from, 0)], dst[max(to, 0)]
	if !l.Pack {
		s.Sub = 0
	}
	if !l.Unpack {
		d.Sub = 0
	}
	return v.WithPlaces(s, d), false
}

// Each is the moves of Issue one by one, each with what Next says of it.
func (l *Loop) Each(v SVState) iter.Seq[Moment] {
	return func(yield func(Moment) bool) {
		for {
			m, ok := l.Next(v)
			if !ok || !yield(m) || m.Last {
				return
			}
			v = m.After
		}
	}
}
