package shufflevector

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// ChainOf is a map as a chain of shuffles, each of which brings one more source in: as many as a tree of two-operand shuffles must have, and those
// that make a shorter vector as long as what it meets. The names are those of the sources; without them they are %a, %b, … The error says what no chain can do.
//
//	a b c -> a0 b0 c0 z      %t1 = a0 b0 _ _,  %t2 = t0 t1 c0 _,  %t3 = t0 t1 t2 z
func ChainOf(m lane.Map, names ...string) (Chain, error) {
	if i := oldLane(m); i >= 0 {
		return nil, errOld(i)
	}
	for k := len(names); k < len(m.Src); k++ {
		names = append(names, "%"+lane.SourceName(k))
	}
	if s, err := OfMap(m, names...); err == nil {
		if _, err := s.IR(); err == nil { // otherwise zeros want an operand of their own
			return Chain{s}, nil
		}
	}
	w := weaver{want: m, names: names}
	reads := m.Reads()
	for k, n := range m.Src {
		if reads[k] > 0 {
			if err := w.bring(k, vector{names[k], n}); err != nil {
				return nil, err
			}
		}
	}
	return w.chain, w.finish()
}

func oldLane(m lane.Map) int {
	for i, l := range m.Lane {
		if l.Kind == lane.Old {
			return i
		}
	}
	return -1
}

// A vector is a value by name, with its lanes.
type vector struct {
	name  string
	lanes int
}

// A weaver makes the result source by source. Until two are brought in there is none; from then on lane i is lane i of the result, or undefined.
type weaver struct {
	want  lane.Map
	names []string
	first int // the one source that was brought in
	so    vector
	woven bool
	chain Chain
}

// bring adds source k.
func (w *weaver) bring(k int, v vector) error {
	if w.so.name == "" {
		w.first, w.so = k, v
		return nil
	}
	a, b, err := w.level(w.so, v)
	if err != nil {
		return err
	}
	lanes := make([]lane.Lane, len(w.want.Lane))
	for i, l := range w.want.Lane {
		switch {
		case l.Kind != lane.Source:
		case l.Src == k:
			lanes[i] = lane.From(1, l.Index)
		case w.woven && l.Src < k:
			lanes[i] = lane.From(0, i)
		case !w.woven && l.Src == w.first:
			lanes[i] = lane.From(0, l.Index)
		}
	}
	w.woven = true
	w.so, err = w.add(lane.Map{Bits: w.want.Bits, Src: []int{a.lanes, b.lanes}, Lane: lanes}, a.name, b.name)
	return err
}

// level makes two vectors of one length: the shorter one ends with undefined lanes.
func (w *weaver) level(a, b vector) (vector, vector, error) {
	for _, v := range []*vector{&a, &b} {
		n := max(a.lanes, b.lanes)
		if v.lanes == n {
			continue
		}
		m := lane.Map{Bits: w.want.Bits, Src: []int{v.lanes}, Lane: make([]lane.Lane, n)}
		for i := range v.lanes {
			m.Lane[i] = lane.From(0, i)
		}
		longer, err := w.add(m, v.name)
		if err != nil {
			return a, b, err
		}
		*v = longer
	}
	return a, b, nil
}

// finish puts the constants in, and the lanes of a lone source in their places.
func (w *weaver) finish() error {
	m := lane.Map{Bits: w.want.Bits, Src: []int{w.so.lanes}, Lane: make([]lane.Lane, len(w.want.Lane))}
	constants := false
	for i, l := range w.want.Lane {
		switch {
		case l.Kind == lane.Constant:
			m.Lane[i], constants = l, true
		case l.Kind == lane.Source && w.woven:
			m.Lane[i] = lane.From(0, i)
		case l.Kind == lane.Source:
			m.Lane[i] = lane.From(0, l.Index)
		}
	}
	if w.woven && !constants {
		w.chain[len(w.chain)-1].Result = "" // which nothing reads
		return nil
	}
	if w.so.name == "" { // nothing is read
		m.Src = nil
	}
	s, err := OfMap(m, w.so.name)
	w.chain = append(w.chain, s)
	return err
}

// add appends a shuffle and names its result.
func (w *weaver) add(m lane.Map, names ...string) (vector, error) {
	s, err := OfMap(m, names...)
	if err != nil {
		return vector{}, err
	}
	s.Result = fmt.Sprintf("%%t%d", len(w.chain)+1)
	for taken := true; taken; {
		taken = false
		for _, name := range w.names {
			if name == s.Result {
				s.Result, taken = s.Result+"_", true
			}
		}
	}
	w.chain = append(w.chain, s)
	return vector{s.Result, len(m.Lane)}, nil
}
